"""One table of scores, one verdict and one p_flip, in whatever shape it is handed over."""

import numpy as np
import pandas as pd
import polars as pl
import pytest
from sklearn.datasets import load_breast_cancer
from sklearn.model_selection import GridSearchCV, RepeatedStratifiedKFold, cross_validate
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier
from tests.refusals import refused

from outperform import compare, judge
from outperform.core import MisfitError, NoteKind, Refusal

REPEATS, FOLDS = 3, 5
ROWS, TARGET = load_breast_cancer(return_X_y=True)
CV = RepeatedStratifiedKFold(n_splits=FOLDS, n_repeats=REPEATS, random_state=0)
OUTPUTS = {
    name: cross_validate(learner, ROWS, TARGET, cv=CV, scoring=["accuracy", "f1"], return_indices=True)
    for name, learner in {"nb": GaussianNB(), "tree": DecisionTreeClassifier(random_state=0)}.items()
}
SPLITS = OUTPUTS["nb"]["indices"]
N_TRAIN, N_TEST = (np.array([len(rows) for rows in SPLITS[side]]) for side in ("train", "test"))
SCORES = {name: output["test_accuracy"] for name, output in OUTPUTS.items()}
WIDE = pd.DataFrame(
    {
        "repeat": np.repeat(range(REPEATS), FOLDS),
        "fold": [*range(FOLDS)] * REPEATS,
        "n_train": N_TRAIN,
        "n_test": N_TEST,
        **SCORES,
    }
)
LONG = WIDE.melt(["repeat", "fold", "n_train", "n_test"], var_name="learner", value_name="score")
SIZES = {"n_train": N_TRAIN, "n_test": N_TEST}
GRID = {name: size.reshape(REPEATS, FOLDS) for name, size in SIZES.items()}


def grid():
    return {name: values.reshape(REPEATS, FOLDS) for name, values in SCORES.items()}


def outputs(*, indices):
    kept = ("fit_time", "score_time", "test_accuracy", *(["indices"] if indices else []))
    return {name: {key: output[key] for key in kept} for name, output in OUTPUTS.items()}


def runs():
    """Return the table as ``mlflow.search_runs()`` would have it."""
    places = {name: LONG[name].astype(str) for name in ("repeat", "fold", "n_train", "n_test")}
    return pd.DataFrame(
        {
            "run_id": [f"r{row}" for row in range(len(LONG))],
            "metrics.accuracy": LONG["score"],
            "params.model": LONG["learner"],
            **{f"params.{name}": column for name, column in places.items()},
        }
    )


SHAPES = {
    "wide": (WIDE, {}),
    "long, shuffled": (LONG.sample(frac=1, random_state=2).sort_values("learner"), {}),
    "polars": (pl.DataFrame(WIDE.to_dict("list")), {}),
    "wide, sizes as arguments": (WIDE.drop(columns=["n_train", "n_test"]), GRID),
    "by index": (LONG.set_index(["learner", "repeat", "fold"]), {}),
    "arrays of repeats and folds": (grid(), GRID),
    "cross_validate with indices": (outputs(indices=True), {}),
    "cross_validate": (outputs(indices=False), SIZES),
    "frames of cross_validate": ({k: pd.DataFrame(v) for k, v in outputs(indices=False).items()}, SIZES),
    "cross_val_score": (SCORES, SIZES),
    "lists": ({name: values.tolist() for name, values in SCORES.items()}, SIZES),
    "lists, sizes of repeats and folds": (SCORES, GRID),
    "names and arrays": (list(SCORES.items()), SIZES),
    "columns alone": (pd.DataFrame(SCORES), SIZES),
    "columns and sizes": (WIDE.drop(columns=["repeat", "fold"]), {}),
    "numbered splits": (WIDE.drop(columns="repeat").assign(fold=range(len(WIDE))), {}),
    "rows of learners": (LONG.drop(columns=["repeat", "fold"]), {}),
    "mlflow": (runs(), {}),
    "search": (
        {
            "params": [{"learner": name} for name in SCORES],
            **{f"split{at}_test_score": [SCORES[name][at] for name in SCORES] for at in range(len(WIDE))},
        },
        SIZES,
    ),
}


@pytest.mark.parametrize("shape", SHAPES)
def test_every_shape_of_a_table_gives_the_same_answer(shape):
    given, sizes = SHAPES[shape]
    expected, found = judge(WIDE)[0], judge(given, **sizes)[0]
    assert found.test == "corrected-t"
    assert found.verdict.pvalue == expected.verdict.pvalue
    assert found.verdict.estimate == expected.verdict.estimate
    assert found.verdict.interval(0.05) == expected.verdict.interval(0.05)
    assert found.replicability == expected.replicability


@pytest.mark.parametrize("shape", SHAPES)
def test_and_so_does_what_it_gives_back(shape):
    given, sizes = SHAPES[shape]
    found = judge(given, **sizes)
    for again in (judge(found.scores_frame()), judge(found)):
        assert [each.verdict for each in again] == [each.verdict for each in found]
        assert [each.replicability for each in again] == [each.replicability for each in found]


@pytest.mark.parametrize("shape", SHAPES)
def test_where_repeats_are_guessed_a_note_says_so(shape):
    given, sizes = SHAPES[shape]
    found = judge(given, **sizes)
    notes = [note for note in found.notes if note.kind is NoteKind.UNKNOWN_REPEATS]
    assert bool(notes) == found.scores[0].plain
    for note in notes:
        assert (note["splits"], note["repeats"], note["folds"], note["by_sizes"]) == (15, REPEATS, FOLDS, True)


def test_what_sizes_do_not_show_is_not_guessed():
    """Seven splits of a tenth are not folds, and halves of one size may be random."""
    a, b = np.random.default_rng(0).normal(0.8, 0.02, (2, 8))
    for splits, n_train, n_test in ((7, 90, 10), (8, 50, 50)):
        found = judge({"a": a[:splits], "b": b[:splits]}, n_train=n_train, n_test=n_test)
        (note,) = [note for note in found.notes if note.kind is NoteKind.UNKNOWN_REPEATS]
        assert (note["repeats"], note["folds"], note["by_sizes"]) == (splits, 1, False)
        assert found.scores[0].values.shape == (2, splits, 1)
        declared = judge({"a": a[:splits, np.newaxis], "b": b[:splits, np.newaxis]}, n_train=n_train, n_test=n_test)
        assert found[0].replicability == declared[0].replicability
        assert not [note for note in declared.notes if note.kind is NoteKind.UNKNOWN_REPEATS]


def test_a_test_without_p_flip_needs_no_note():
    a, b = np.random.default_rng(0).normal(0.8, 0.02, (2, 10))
    found = judge({"a": a, "b": b}, "kfold-t", n_train=90, n_test=10)
    assert isinstance(found[0].replicability, Refusal)
    assert not found.notes


@pytest.mark.parametrize(
    ("given", "facts"),
    [
        (outputs(indices=False), ["n_train=", "n_test=", "return_indices=True"]),
        (SCORES, ["n_train=", "return_indices=True"]),
        (pd.DataFrame(SCORES), ["n_train=", "n_train="]),
        (WIDE[["repeat", "fold", "nb", "tree"]], ["n·4/5", "n/5"]),
    ],
    ids=["cross_validate", "cross_val_score", "two columns", "folds"],
)
def test_missing_sizes_are_named_with_how_to_pass_them(given, facts):
    with refused(None, "n_train", "n_test", *facts, error=MisfitError):
        judge(given, kind="splits")


def test_several_metrics_go_around_unchanged():
    own = compare(
        ["nb", "stump"], ROWS, TARGET, metric=["accuracy", "f1"], procedure="corrected-cv(repeats=2)", progress=False
    )
    frame = own.scores_frame()
    again = judge(frame)
    assert [each.metric for each in again] == ["accuracy", "f1"]
    assert [each.verdict.pvalue for each in again] == [each.verdict.pvalue for each in judge(own)]
    assert [each.verdict.estimate for each in again] == [each.verdict.estimate for each in own]
    assert judge(own)[0].replicability == own[0].replicability, "a comparison has its rows, a table of scores has none"
    pd.testing.assert_frame_equal(again.scores_frame(), frame)
    assert judge(again.scores_frame()).to_dict() == again.to_dict()
    assert judge(frame, metric="f1").to_dict()["verdicts"] == again.to_dict()["verdicts"][1:]


class Moody(GaussianNB):
    """It fails without the first row, which is tested once in every repeat."""

    def fit(self, rows, target):
        if not (np.asarray(rows) == ROWS[0]).all(axis=1).any():
            raise ValueError("the first row is missing")
        return super().fit(rows, target)


def test_splits_that_failed_go_around_too():
    own = compare(
        {"moody": Moody(), "nb": GaussianNB(var_smoothing=1e-3)},
        ROWS,
        TARGET,
        metric=["accuracy", "f1"],
        procedure="corrected-cv(repeats=2)",
        on_error="skip",
        progress=False,
    )
    assert own.scores[0].traits.missing == 2
    again = judge(own.scores_frame())
    assert [each.verdict.pvalue for each in again] == [each.verdict.pvalue for each in judge(own)]
    assert NoteKind.MISSING_SPLITS in {note.kind for note in again.notes}


def test_a_comparison_is_judged_again_under_one_metric():
    found = judge(OUTPUTS)
    assert [each.metric for each in judge(found, metric="f1")] == ["f1"]
    with refused("metric", "'recall'", "accuracy, f1"):
        judge(found, metric="recall")


def test_all_metrics_of_cross_validate_are_judged():
    found = judge(OUTPUTS)
    assert [each.metric for each in found] == ["accuracy", "f1"]
    assert found[0].verdict == judge(outputs(indices=True))[0].verdict


def test_a_fitted_search_is_judged_with_a_caution():
    search = GridSearchCV(DecisionTreeClassifier(random_state=0), {"max_depth": [1, 4]}, cv=FOLDS).fit(ROWS, TARGET)
    with refused(None, "n·4/5", error=MisfitError):
        judge(search)
    found = judge(search, n_train=455, n_test=114)
    assert (found[0].first, found[0].second) == ("max_depth=1", "max_depth=4")
    assert NoteKind.BEST_OF_SEARCH in {note.kind for note in found.notes}
    assert "caution: these 2 candidates" in str(found)


@pytest.mark.parametrize(
    ("given", "argument", "facts"),
    [
        ({}, "scores", ["two learners", "0"]),
        ("scores.csv", "scores.csv", ["no file"]),
        (pd.DataFrame(), "table", ["no columns"]),
        (pd.DataFrame({"fold": [], "a": [], "b": []}), "table", ["no rows", "fold, a, b"]),
        ({"accuracy": {"a": [0.5], "b": [0.6]}}, "scores of 'accuracy'", ["test_", "learners"]),
        (None, "scores", ["NoneType"]),
        ({"a": GaussianNB(), "b": GaussianNB()}, "scores of 'a'", ["GaussianNB", "cross_validate("]),
    ],
    ids=["nothing", "a path", "no columns", "no rows", "metrics first", "None", "learners"],
)
def test_what_is_no_table(given, argument, facts):
    with refused(argument, *facts):
        judge(given)


def test_a_metric_that_is_no_name():
    with refused("metric", "3"):
        judge(OUTPUTS, metric=3)
