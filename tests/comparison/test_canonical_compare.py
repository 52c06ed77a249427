"""Comparisons whose partitions follow from the data: the same bits whatever the order of rows."""

import numpy as np
import pandas as pd
import pytest
from sklearn.ensemble import ExtraTreesClassifier, HistGradientBoostingClassifier
from sklearn.linear_model import SGDClassifier
from sklearn.model_selection import ShuffleSplit
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier
from tests.refusals import refused

from outperform import compare
from outperform.core import Note, NoteKind

RNG = np.random.default_rng(5)
SIZE = 66
X = RNG.standard_normal((SIZE, 3)).round(1)
X[1::7] = X[::7][: len(X[1::7])]  # some rows are equal, target and all
Y = (X[:, 0] + X[:, 1] + RNG.standard_normal(SIZE).round(1) > 0).astype(int)
Y[1::7] = Y[::7][: len(Y[1::7])]
TURN = RNG.permutation(SIZE)
LEARNERS = {"tree": DecisionTreeClassifier(max_features=1), "sgd": SGDClassifier(max_iter=5, tol=None)}
PROCEDURES = [
    "corrected-cv(repeats=2, folds=3)",
    "blocked-3x2",
    "5x2-f",
    "mcnemar-holdout",
    "bootstrap-holdout",
    "corrected-resampled(repeats=5, share=0.2)",
    "adaptive-cv(folds=3, max_repeats=4)",
]


def bits(comparison):
    return [(each.decision, each.verdict.estimate, each.verdict.pvalue) for each in comparison.judgements], [
        each.scores.values.tolist() for each in comparison.judgements
    ]


@pytest.mark.parametrize("procedure", PROCEDURES)
def test_the_order_of_rows_does_not_matter(procedure):
    one = compare(LEARNERS, X, Y, procedure=procedure, seed="data")
    two = compare(LEARNERS, X[TURN], Y[TURN], procedure=procedure, seed="data")
    assert bits(one) == bits(two)
    assert one.manifest()["scores"] == two.manifest()["scores"]
    assert Note.of(NoteKind.CANONICAL, answer="p_flip") in one.notes
    assert one.scores[0].seed == "data"


def test_with_a_number_it_does():
    one, two = (
        compare(LEARNERS, X[order], Y[order], procedure=PROCEDURES[0], seed=0) for order in (np.arange(SIZE), TURN)
    )
    assert bits(one) != bits(two)
    assert NoteKind.CANONICAL not in {note.kind for note in one.notes}


@pytest.mark.parametrize("design", ["leave-one-out", "kfold(folds=3, stratify=False)", "balanced-halves(repeats=4)"])
def test_groups_and_other_designs(design):
    groups = np.arange(SIZE) // 5
    groups[1::7] = groups[::7][: len(groups[1::7])]
    test = "mx2-t" if design.startswith("balanced") else "kfold-t"
    ways = {"design": design, "test": test, "seed": "data"}
    one = compare(LEARNERS, X, Y, groups=groups, **ways)
    two = compare(LEARNERS, X[TURN], Y[TURN], groups=groups[TURN], **ways)
    assert bits(one) == bits(two)


def test_short_names_beside_objects_and_categories_in_any_order():
    frame = pd.DataFrame(X, columns=["a", "b", "c"]).assign(
        kind=np.array(["u", "v", "w"])[np.abs(X[:, 2]).astype(int) % 3]
    )
    learners = {"nb": "nb", "boosting": HistGradientBoostingClassifier(max_iter=3, categorical_features="from_dtype")}
    found = []
    for order, categories in ((np.arange(SIZE), ["u", "v", "w"]), (TURN, ["w", "x", "u", "v"])):
        rows = frame.assign(kind=pd.Categorical(frame["kind"], categories)).iloc[order]
        found.append(compare(learners, rows, Y[order], procedure="blocked-3x2", seed="data"))
    assert bits(found[0]) == bits(found[1])


@pytest.mark.process
def test_workers_and_the_store_change_nothing(tmp_path):
    store = tmp_path / "fits.db"
    short, long = "adaptive-cv(folds=3, kappa=0.0, max_repeats=2)", "adaptive-cv(folds=3, kappa=0.0, max_repeats=3)"
    compare(LEARNERS, X, Y, procedure=short, seed="data", store=store)
    resumed = compare(LEARNERS, X[TURN], Y[TURN], procedure=long, seed="data", store=store)
    whole = compare(LEARNERS, X, Y, procedure=long, seed="data", jobs=2)
    assert bits(resumed) == bits(whole)
    assert resumed.judgements[0].scores.values.shape == (2, 3, 3)
    spent = [each.scores.seconds for each in (resumed.judgements[0], whole.judgements[0])]
    assert (spent[0] > 0).all()


def test_rows_of_another_seed_are_not_taken_for_canonical():
    canonical = compare(LEARNERS, X, Y, procedure=PROCEDURES[0], seed="data")
    again = compare(LEARNERS, canonical.contest.dataset, procedure=PROCEDURES[0], seed="data")
    assert bits(again) == bits(canonical)
    first, second = (
        compare(LEARNERS, canonical.contest.dataset, procedure=PROCEDURES[0], seed=seed) for seed in (1, 2)
    )
    assert first.scores[0].plan.fingerprint != second.scores[0].plan.fingerprint


def test_kept_predictions_can_be_brought_back_to_the_order_of_the_rows():
    comparison = compare(LEARNERS, X, Y, procedure=PROCEDURES[0], seed="data", keep="predictions")
    order = comparison.contest.dataset.ids.order
    np.testing.assert_array_equal(comparison.scores[0].items.truth, Y[order])
    np.testing.assert_array_equal(comparison.contest.dataset.rows, X[order])


def test_p_flip_still_speaks_of_fresh_partitions():
    (judgement,) = compare(LEARNERS, X, Y, procedure="corrected-cv(repeats=3, folds=5)", seed="data").judgements
    assert judgement.replicability.p_flip > 0


def test_what_makes_no_sense_is_refused():
    with refused("seed", "'data'", "ShuffleSplit"):
        compare([GaussianNB(), ExtraTreesClassifier()], X, Y, design=ShuffleSplit(3, random_state=0), seed="data")
    for seed in ("date", 1.5, True):
        with refused("seed", '"data"', repr(seed)):
            compare([GaussianNB(), ExtraTreesClassifier()], X, Y, seed=seed)
