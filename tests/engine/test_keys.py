"""What tells fits apart: nothing that changes a score may be missing from a key, and no stored score may be stale."""

import sqlite3
import sys
import textwrap
from functools import partial
from importlib import import_module, reload

import joblib
import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import load_breast_cancer
from sklearn.ensemble import ExtraTreesClassifier, HistGradientBoostingClassifier, RandomForestClassifier
from sklearn.linear_model import Ridge
from sklearn.metrics import fbeta_score, make_scorer, mean_squared_error
from sklearn.model_selection import GridSearchCV, KFold, TimeSeriesSplit
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer
from sklearn.tree import DecisionTreeClassifier
from tests.refusals import refused

from outperform import compare
from outperform.core import MisfitError, NoteKind
from outperform.data import dataset_of
from outperform.engine import Store, StoreError
from outperform.engine.sqlite import Trouble
from outperform.engine.store import StoredFit

X, Y = load_breast_cancer(return_X_y=True)
X, Y = X[:200], Y[:200]
QUICK = {"procedure": "kfold-t(folds=3)"}


def means(comparison):
    return comparison.scores[0].values.mean(axis=(1, 2))


class Times:
    def __init__(self, factor):
        self.factor = factor

    def apply(self, rows):
        return rows * self.factor


def constant(answer):
    class Constant:
        def fit(self, _rows, _target):
            return self

        def predict(self, rows):
            return np.full(len(rows), answer)

    return Constant()


@pytest.mark.parametrize(
    ("zero", "one"),
    [
        (partial(np.multiply, 0.0), partial(np.multiply, 1.0)),
        (Times(0.0).apply, Times(1.0).apply),
        (lambda rows: rows * 0.0, lambda rows: rows * 1.0),
    ],
    ids=["partial", "method", "lambda"],
)
def test_learners_that_hide_state_are_never_taken_for_each_other(zero, one, tmp_path):
    learners = {
        "zero": make_pipeline(FunctionTransformer(zero), GaussianNB()),
        "one": make_pipeline(FunctionTransformer(one), GaussianNB()),
    }
    found = means(compare(learners, X, Y, store=tmp_path / "s.db", **QUICK))
    assert found[1] - found[0] > 0.1


def test_a_class_that_closes_over_a_value_and_a_frozen_estimator():
    found = means(compare({"a": constant(0), "b": constant(1)}, X, Y, **QUICK))
    assert found.sum() == pytest.approx(1)
    frozen = pytest.importorskip("sklearn.frozen").FrozenEstimator
    right, wrong = frozen(GaussianNB().fit(X, Y)), frozen(GaussianNB().fit(X, 1 - Y))
    found = means(compare({"right": right, "wrong": wrong}, X, Y, **QUICK))
    assert found[0] - found[1] > 0.5


def test_a_metric_is_stored_by_more_than_its_name(tmp_path):
    both = {"nb": GaussianNB(), "tree": DecisionTreeClassifier()}
    options = {"store": tmp_path / "s.db", **QUICK}
    narrow = means(compare(both, X, Y, metric=make_scorer(fbeta_score, beta=0.1), **options))
    wide = means(compare(both, X, Y, metric=make_scorer(fbeta_score, beta=10), **options))
    assert (narrow != wide).all()
    compare(both, X, Y, metric="accuracy", **options)

    def accuracy(truth, predictions):
        return -np.sum(truth != predictions)

    comparison = compare(both, X, Y, metric=accuracy, **options)
    assert (means(comparison) < 0).all()
    (note,) = [note for note in comparison.notes if note.kind is NoteKind.UNSTORED_SCORES]
    assert note["metric"] == "accuracy"


def test_metrics_and_learners_of_one_name_are_refused():
    scorers = [make_scorer(fbeta_score, beta=beta) for beta in (0.1, 10)]
    with refused("metric", "fbeta_score"):
        compare([GaussianNB(), DecisionTreeClassifier()], X, Y, metric=scorers)
    with refused("learners"):
        compare({1: GaussianNB(), "1": DecisionTreeClassifier()}, X, Y)


def test_a_loss_is_refused_where_a_score_is_meant():
    with refused("metric", "'neg_mean_squared_error'"):
        compare({"a": Ridge(), "b": Ridge(2)}, X, X[:, 0], metric=mean_squared_error)


def test_types_of_columns_are_part_of_the_data(tmp_path):
    rng = np.random.default_rng(0)
    frame = pd.DataFrame({"k": rng.integers(0, 9, 200), "x": rng.normal(size=200)})
    target = (frame["k"] % 2).to_numpy()
    learners = {"a": HistGradientBoostingClassifier(max_iter=5, categorical_features="from_dtype"), "b": GaussianNB()}
    options = {"store": tmp_path / "s.db", **QUICK}
    plain = means(compare(learners, frame, target, **options))
    nominal = frame.astype({"k": "category"})
    stored = means(compare(learners, nominal, target, **options))
    assert (stored == means(compare(learners, nominal, target, **QUICK))).all()
    assert stored[0] != plain[0]


def test_a_users_module_counts_as_a_whole(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", False)  # what Python keeps shows what it has loaded
    source = """
        import numpy as np
        __version__ = "1"
        ANSWER = {answer}
        def answer():
            return ANSWER
        class Own:
            def fit(self, rows, target):
                return self
            def predict(self, rows):
                return np.full(len(rows), answer())
    """
    found = []
    for answer in (0, 1):
        (tmp_path / "ownmodule.py").write_text(textwrap.dedent(source.format(answer=answer)) + "#" * answer)
        module = reload(import_module("ownmodule"))
        learners = {"own": module.Own(), "nb": GaussianNB()}
        found.append(means(compare(learners, X, Y, store=tmp_path / "s.db", **QUICK))[0])
    assert found[0] + found[1] == pytest.approx(1)


def test_hidden_shufflers_are_seeded_and_the_global_state_is_put_back():
    tuned = GridSearchCV(DecisionTreeClassifier(random_state=0), {"max_depth": [1, 2, 3]}, cv=KFold(3, shuffle=True))
    choice = GridSearchCV(
        make_pipeline(GaussianNB()), {"gaussiannb": [RandomForestClassifier(3), ExtraTreesClassifier(2)]}
    )
    legacy = np.random.RandomState(5)
    np.random.set_state(legacy.get_state())  # noqa: NPY002 - the global state is what is asked about
    first = compare({"tuned": tuned, "choice": choice}, X, Y, **QUICK)
    after = np.random.get_state()[1]  # noqa: NPY002
    assert (first.scores[0].values == compare({"tuned": tuned, "choice": choice}, X, Y, **QUICK).scores[0].values).all()
    assert (after == legacy.get_state()[1]).all()


def test_a_learner_appended_to_a_list_changes_no_other():
    two = compare([RandomForestClassifier(3), GaussianNB()], X, Y, **QUICK).scores[0].values
    three = compare([RandomForestClassifier(3), GaussianNB(), RandomForestClassifier(3, max_depth=2)], X, Y, **QUICK)
    assert (three.scores[0].values[:2] == two).all()


def test_a_dataset_has_its_own_target_and_groups():
    with refused("groups", "Dataset"):
        compare(["nb", "tree"], dataset_of(X, Y), groups=np.arange(200) // 2)
    with refused("y", "Dataset"):
        compare(["nb", "tree"], dataset_of(X, Y), Y)
    with refused("y") as missing:
        compare(["nb", "tree"], X)
    assert "Dataset" not in str(missing.value)


def test_class_numbers_beyond_what_a_float_can_hold_are_refused():
    with refused(None, "2**53", "text"):
        compare([DecisionTreeClassifier(), GaussianNB()], X, np.arange(200) // 4 + 2**60)


@pytest.mark.parametrize(
    ("design", "test"),
    [("5x2", "5x2-f"), ("blocked-3x2", "blocked-3x2-t"), ("holdout", "mcnemar-midp"), ("kfold", "corrected-t")],
)
def test_a_design_alone_gets_the_test_that_fits(design, test):
    judgement = compare(["nb", "stump"], X, Y, design=design).judgements[0]
    assert (judgement.test, judgement.procedure) == (test, design)


def test_a_misfit_is_found_before_anything_is_fitted(tmp_path):
    with refused(None, "5x2-t", "5 repeats of 2 folds", "1 repeat of 5 folds", "corrected-t", error=MisfitError):
        compare(["nb", "tree"], X, Y, design="kfold(folds=5)", test="5x2-t", store=tmp_path / "s.db")
    assert list(Store(tmp_path / "s.db").all()) == []
    with refused(None, "corrected-t", "40 to 160", "40 to 40", error=MisfitError):
        compare(["nb", "tree"], X, Y, design=TimeSeriesSplit(4), test="corrected-t")


def stored(**changes):
    plain = {"dataset": "d", "learner": "l", "spec": "s", "repeat": 1, "fold": 1, "n_train": 9, "n_test": 2}
    return StoredFit("k", **{**plain, "scores": {"accuracy": 0.5}, "seconds": 0.5, **changes})


def test_objects_that_are_numbers_come_back_as_numbers(tmp_path):
    store = Store(tmp_path / "s.db")
    store.save([stored(predictions=np.array([1, 0], dtype=object))])
    assert store.find(["k"])["k"].predictions.dtype.kind == "i"


@pytest.mark.parametrize(
    "damage",
    [
        "scores = '{oops'",
        "scores = '{\"accuracy\": NaN}'",
        'scores = \'{"accuracy": "x"}\'',
        "predictions = x'0102'",
        "dtype = 'O'",
    ],
)
def test_a_damaged_row_is_as_good_as_none(tmp_path, damage):
    store = Store(tmp_path / "s.db")
    store.save([stored(predictions=np.array([1, 0]))])
    with sqlite3.connect(tmp_path / "s.db") as db:
        db.execute(f"UPDATE fits SET {damage}")
    assert Store(tmp_path / "s.db").find(["k"]) == {}


def test_looking_writes_nothing_and_a_foreign_file_is_refused(tmp_path):
    path = tmp_path / "other.db"
    with sqlite3.connect(path) as db:
        db.execute("CREATE TABLE people (name TEXT)")
    before = path.read_bytes()
    with refused(None, path, error=StoreError) as problem:
        Store(path, create=False)
    assert problem.value.trouble is Trouble.FOREIGN
    assert path.read_bytes() == before


@pytest.mark.process
@pytest.mark.filterwarnings("ignore")
def test_other_backends_of_joblib():
    both = {"nb": GaussianNB(), "tree": DecisionTreeClassifier()}
    serial = compare(both, X, Y, fast=False, **QUICK)
    for backend in ("threading", "multiprocessing"):
        with joblib.parallel_config(backend=backend, n_jobs=2):
            assert (compare(both, X, Y, fast=False, **QUICK).scores[0].values == serial.scores[0].values).all()


@pytest.mark.parametrize(
    ("options", "argument", "got"),
    [
        ({"jobs": 0}, "jobs", "got 0"),
        ({"jobs": "2"}, "jobs", "got '2'"),
        ({"fit_timeout": float("inf")}, "fit_timeout", "got inf"),
        ({"fit_timeout": "3"}, "fit_timeout", "got '3'"),
        ({"seed": None}, "seed", "got None"),
        ({"seed": 1.5}, "seed", "got 1.5"),
        ({"metric": "roc_auc(foo=1)"}, "roc_auc", "foo"),
    ],
)
def test_bad_options_are_refused(options, argument, got):
    with refused(argument, got):
        compare(
            [DecisionTreeClassifier(), DecisionTreeClassifier(max_depth=1)], X, Y, fast=False, **{**QUICK, **options}
        )


@pytest.mark.parametrize("learners", [GaussianNB(), None, 3])
def test_learners_must_be_a_dict_or_a_list(learners):
    with refused("learners", type(learners).__name__):
        compare(learners, X, Y)
