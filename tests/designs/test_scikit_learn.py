"""Our designs as scikit-learn's splitters, and scikit-learn's splitters as designs."""

import copy
import subprocess
import sys

import numpy as np
import pandas as pd
import pytest
from scipy.sparse import csr_matrix
from sklearn.base import clone
from sklearn.datasets import load_iris
from sklearn.model_selection import (
    GridSearchCV,
    GroupKFold,
    KFold,
    LeaveOneOut,
    RepeatedStratifiedKFold,
    ShuffleSplit,
    StratifiedKFold,
    TimeSeriesSplit,
    cross_val_predict,
    cross_val_score,
    cross_validate,
)
from sklearn.naive_bayes import GaussianNB
from tests.refusals import refused

from outperform import designs
from outperform.core import Dataset, NoteKind, SpecError, stream
from outperform.designs import CATALOGUE, Blocked3x2, as_design
from outperform.designs.splitter import Splitter

X, Y = load_iris(return_X_y=True)
IRIS = Dataset(X, Y, name="iris")
GROUPS = np.arange(150) // 5


@pytest.mark.parametrize("slug", [slug for slug, entry in CATALOGUE.items() if hasattr(entry, "split")])
def test_cross_val_score_takes_every_design_of_ours(slug):
    design = CATALOGUE[slug](seed=1)
    order = np.random.default_rng(0).permutation(50)  # the classes stand one after another
    rows, target = X[::3][order], Y[::3][order]
    scores = cross_val_score(GaussianNB(), rows, target, cv=design)
    assert len(scores) == design.get_n_splits(rows)
    assert scores.mean() > 0.8


def test_frames_arrays_lists_and_sparse_rows_are_divided_alike():
    frame, series = pd.DataFrame(X, index=np.arange(150)[::-1]), pd.Series(Y, index=np.arange(150)[::-1])
    design = Blocked3x2(seed=1)
    wanted = [test.tolist() for _, test in design.split(X, Y)]
    for rows, target in ((frame, series), (X.tolist(), Y.tolist()), (csr_matrix(X), Y), (None, Y), (X, Y[:, None])):
        assert [test.tolist() for _, test in design.split(rows, target)] == wanted
    assert len(cross_val_score(GaussianNB(), frame, series, cv=design)) == 6
    text = series.map({0: "a", 1: "b", 2: "c"}).astype("category")
    assert [test.tolist() for _, test in design.split(frame, text)] == wanted


def test_grid_search_takes_a_design_and_is_cloned_with_it():
    search = GridSearchCV(GaussianNB(), {"var_smoothing": [1e-9, 1e-3]}, cv=Blocked3x2(seed=1))
    twin = clone(search)
    assert search.fit(X, Y).n_splits_ == 6
    assert (twin.cv, twin.cv.seed) == (search.cv, 1)
    assert twin.fit(X, Y).cv_results_["mean_test_score"].tolist() == search.cv_results_["mean_test_score"].tolist()
    assert cross_val_score(search, X, Y, cv=designs.KFold(folds=3)).mean() > 0.9


def test_groups_come_through_scikit_learn():
    design = designs.KFold(folds=5, seed=1)
    folds = cross_validate(GaussianNB(), X, Y, groups=GROUPS, cv=design, return_indices=True)["indices"]
    for train, test in zip(folds["train"], folds["test"], strict=True):
        assert not set(GROUPS[train]) & set(GROUPS[test])
    assert len(cross_val_score(GaussianNB(), X, Y, groups=GROUPS, cv=designs.LeaveOneOut())) == 30


def test_predictions_of_all_rows_come_from_k_folds():
    assert len(cross_val_predict(GaussianNB(), X, Y, cv=designs.KFold(seed=3))) == 150


def test_another_seed_gives_another_division():
    one, two = (next(Blocked3x2(seed=seed).split(X, Y))[1].tolist() for seed in (1, 2))
    assert one != two


def test_without_a_target_there_are_no_classes():
    assert len(list(Blocked3x2().split(X))) == 6
    with refused("y", "kfold(stratify=True)", "stratify=False"):
        next(designs.KFold(stratify=True).split(X))


def test_lengths_that_do_not_agree_are_refused():
    with refused("target", "149 values", "150 rows"):
        next(Blocked3x2().split(X, Y[1:]))


@pytest.mark.parametrize(
    ("splitter", "shape", "n_test", "disjoint"),
    [
        (StratifiedKFold(10, shuffle=True, random_state=0), (1, 10), {15}, True),
        (RepeatedStratifiedKFold(n_splits=5, n_repeats=4, random_state=0), (4, 5), {30}, True),
        (ShuffleSplit(7, test_size=0.2, random_state=0), (7, 1), {30}, True),
        (TimeSeriesSplit(4), (4, 1), {30}, True),
        (LeaveOneOut(), (1, 150), {1}, True),
    ],
    ids=lambda value: type(value).__name__,
)
def test_traits_of_a_splitter_are_measured(splitter, shape, n_test, disjoint):
    plan = as_design(splitter).plan(IRIS, stream(0))
    assert (plan.traits.repeats, plan.traits.folds) == shape
    assert set(plan.traits.n_test.ravel().tolist()) == n_test
    assert plan.traits.disjoint is disjoint
    assert plan.traits.balanced is False
    for split, (train, test) in zip(plan.splits, splitter.split(X, Y), strict=True):
        assert np.array_equal(split.train, np.sort(train))
        assert np.array_equal(split.test, np.sort(test))


def test_group_folds_of_scikit_learn_keep_the_groups():
    dataset = Dataset(X, Y, groups=GROUPS)
    assert as_design(GroupKFold(5)).plan(dataset, stream(0)).traits.shape == "1 repeat of 5 folds"
    with refused("design", "StratifiedKFold(", "GroupKFold"):
        as_design(StratifiedKFold(5, shuffle=True, random_state=0)).plan(dataset, stream(0))


def test_an_open_random_state_is_drawn_from_the_stream():
    splitter = ShuffleSplit(3, test_size=0.1)
    one, two, other = (as_design(splitter).plan(IRIS, stream(seed)).fingerprint for seed in (0, 0, 1))
    assert one == two != other
    assert splitter.random_state is None


def test_a_random_state_that_moves_is_left_where_it_was():
    state = np.random.RandomState(0)
    design = as_design(KFold(5, shuffle=True, random_state=state))
    before = copy.deepcopy(state.get_state()[1])
    assert design.plan(IRIS, stream(0)).fingerprint == design.plan(IRIS, stream(1)).fingerprint
    assert np.array_equal(state.get_state()[1], before)


def test_warnings_of_a_splitter_become_notes_and_errors_are_ours():
    dataset = Dataset(np.zeros((30, 1)), np.repeat([0, 1], [27, 3]))
    (note,) = as_design(StratifiedKFold(5)).plan(dataset, stream(0)).notes
    assert note.kind is NoteKind.SPLITTER_WARNED
    assert "least populated class" in note["message"]
    with refused("design", "KFold(", "n_splits=40"):
        as_design(KFold(40)).plan(dataset, stream(0))


class Given:
    """A splitter that gives what it was given."""

    def __init__(self, *pairs):
        self.pairs = pairs

    def __repr__(self):
        return "Given()"

    def split(self, X, y=None, groups=None):  # noqa: ARG002
        return iter(self.pairs)

    def get_n_splits(self, X=None, y=None, groups=None):  # noqa: ARG002
        return len(self.pairs)


def test_masks_serve_as_well_as_numbers():
    mask = np.arange(150) < 50
    assert as_design(Given((~mask, mask))).plan(IRIS, stream(0)).traits.n_test.tolist() == [[50]]


@pytest.mark.parametrize(
    ("pairs", "argument", "facts"),
    [
        ([([0, 1], [1, 2])], "design", ["Given()", "row 1 in both", "training", "test"]),
        ([([0, 1], [])], "design", ["Given()", "empty test"]),
        ([([], [1])], "design", ["Given()", "empty training"]),
        ([([0, 1], [2, 2])], "design", ["Given()", "row 2 twice"]),
        ([([0, 1], [150])], "design", ["Given()", "0 to 150", "0 to 149"]),
        ([([-1, 1], [2])], "design", ["Given()", "-1 to 2", "0 to 149"]),
        ([], "splits", []),
    ],
)
def test_bad_divisions_are_refused(pairs, argument, facts):
    with refused(argument, *facts):
        as_design(Given(*pairs)).plan(IRIS, stream(0))


def test_as_design_takes_designs_specs_and_splitters():
    design = Blocked3x2(seed=4)
    assert as_design(design) is design
    assert as_design("kfold(folds=5)") == designs.KFold(5)
    wrapped = as_design(StratifiedKFold(10, shuffle=True, random_state=0))
    assert isinstance(wrapped, Splitter)
    assert str(wrapped) == "StratifiedKFold(n_splits=10, random_state=0, shuffle=True)"


@pytest.mark.parametrize(
    ("given", "got"),
    [(10, "10"), (None, "None"), (StratifiedKFold, "the class StratifiedKFold, not an instance"), ([1], "[1]")],
)
def test_as_design_refuses_anything_else(given, got):
    with refused("design", "kfold(folds=10)", f"got {got}"):
        as_design(given)


def test_an_unknown_spec_is_refused_with_what_there_is():
    with refused("design 'k-fold'", "did you mean kfold?", error=SpecError):
        as_design("k-fold")


@pytest.mark.process
def test_the_room_works_without_scikit_learn():
    code = """
import sys
sys.modules.update(dict.fromkeys(["sklearn", "pandas", "joblib", "scipy.stats"]))
from outperform.designs import CATALOGUE
for slug in ("5x2", "balanced-halves", "blocked-3x2", "holdout", "kfold", "leave-one-out", "subsampling"):
    print(slug, len(list(CATALOGUE.parse(slug).split(range(40), ["a", "b"] * 20))))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "blocked-3x2 6" in done.stdout
