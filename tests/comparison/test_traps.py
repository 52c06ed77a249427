"""What users fall into: imbalance, learners that learn nothing, metrics for another target, chosen seeds."""

import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import load_iris
from sklearn.dummy import DummyClassifier, DummyRegressor
from sklearn.linear_model import LinearRegression
from sklearn.naive_bayes import GaussianNB
from tests.refusals import refused

from outperform import compare
from outperform.core import NoteKind, OutperformError
from outperform.words.cautions import CAUTIONS
from outperform.words.notes import note_words

QUICK = {"procedure": "blocked-3x2", "progress": False}
IRIS = load_iris(return_X_y=True)


def rare(share=0.1, size=200, seed=0):
    rng = np.random.default_rng(seed)
    target = (np.arange(size) < share * size).astype(int)
    return rng.normal(size=(size, 2)) + target[:, np.newaxis], target


def noted(comparison, kind):
    return [note for note in comparison.notes if note.kind is kind]


def patients(count=100, each=5, shift=0.8):
    """Patients with one class and values of their own: a tree recognises them."""
    rng = np.random.default_rng(0)
    patient = np.repeat(np.arange(count), each)
    ill = rng.permutation(np.arange(count) % 2)
    values = (rng.normal(size=(count, 4)) + shift * ill[:, np.newaxis])[patient] + 0.2 * rng.normal(size=(500, 4))
    return pd.DataFrame(values, columns=list("abcd")).assign(patient=patient), ill[patient]


def test_groups_that_were_not_given_turn_the_answer_around():
    frame, ill = patients()
    without = compare(["tree", "nb"], frame, ill, progress=False)
    with_groups = compare(["tree", "nb"], frame, ill, groups="patient", progress=False)
    assert (without[0].decision.value, with_groups[0].decision.value) == ("first", "second")
    (note,) = noted(without, NoteKind.LEAKING_COLUMN)
    assert 'groups="patient"' in note_words(note)
    assert note_words(note) in without.to_dict()["notes"]
    assert f"caution: {note_words(note)}"[:60] in " ".join(str(without).split())
    assert not noted(with_groups, NoteKind.LEAKING_COLUMN)
    assert with_groups.contest.dataset.given.names == tuple("abcd")


def test_groups_are_named_or_values():
    frame, ill = patients()
    named = compare(["stump", "nb"], frame, ill, groups="patient", **QUICK)
    values = compare(["stump", "nb"], frame.drop(columns="patient"), ill, groups=frame["patient"], **QUICK)
    assert named[0].verdict.pvalue == values[0].verdict.pvalue
    with refused("groups", "pateint", "patient"):
        compare(["tree", "nb"], frame, ill, groups="pateint", **QUICK)
    with refused("groups", "patient"):
        compare(["tree", "nb"], frame.to_numpy(), ill, groups="patient", **QUICK)


@pytest.mark.parametrize(("share", "count"), [(0.1, 1), (0.19, 1), (0.2, 0), (0.5, 0)])
def test_a_large_class_is_noted_with_metrics_that_see_both(share, count):
    found = noted(compare(["nb", "lda"], *rare(share), **QUICK), NoteKind.IMBALANCED)
    assert len(found) == count
    for note in found:
        assert note["share"] == pytest.approx(1 - share)
        assert all(name in note_words(note) for name in ("balanced_accuracy", "roc_auc"))


@pytest.mark.parametrize("metric", ["balanced_accuracy", "roc_auc", ["accuracy", "balanced_accuracy"], "f1_macro"])
def test_other_metrics_are_not_warned_about(metric):
    assert not noted(compare(["nb", "lda"], *rare(), metric=metric, **QUICK), NoteKind.IMBALANCED)


def test_three_classes_have_another_area():
    rows, target = rare()
    target[:5] = 2
    (note,) = noted(compare(["nb", "tree"], rows, target, **QUICK), NoteKind.IMBALANCED)
    assert note["other"] == "roc_auc_ovr"


@pytest.mark.parametrize("metric", ["accuracy", "balanced_accuracy", "matthews_corrcoef", "roc_auc"])
def test_a_learner_that_learns_nothing_is_named(metric):
    found = compare({"none": DummyClassifier(), "nb": GaussianNB()}, *rare(0.4), metric=metric, **QUICK)
    assert [note.about for note in noted(found, NoteKind.NO_BETTER)] == [("none",)]


@pytest.mark.parametrize("metric", ["r2", "neg_mean_squared_error", "neg_root_mean_squared_error"])
def test_a_regression_that_learns_nothing_is_named(metric):
    rows = np.random.default_rng(0).normal(size=(120, 2))
    target = rows[:, 0] + 0.5
    found = compare({"none": DummyRegressor(), "ols": LinearRegression()}, rows, target, metric=metric, **QUICK)
    assert [note.about for note in noted(found, NoteKind.NO_BETTER)] == [("none",)]


def test_good_learners_are_not_called_so():
    found = compare(["nb", "tree"], *IRIS, **QUICK)
    assert not {note.kind for note in found.notes} & set(CAUTIONS) - {NoteKind.PROCEDURE_WEAKNESS}


@pytest.mark.parametrize("metric", ["r2", "explained_variance"])
def test_metrics_of_numbers_are_refused_for_classes(metric):
    with refused("metric", metric, "accuracy"):
        compare(["nb", "tree"], *IRIS, metric=metric, **QUICK)


def test_errors_of_text_classes_are_refused_and_of_grades_noted():
    rows, target = IRIS
    with refused("metric", "neg_mean_absolute_error", "accuracy"):
        compare(["nb", "tree"], rows, np.array(["a", "b", "c"])[target], metric="neg_mean_absolute_error", **QUICK)
    found = compare(["nb", "tree"], rows, target, metric="neg_mean_absolute_error", **QUICK)
    assert noted(found, NoteKind.CLASSES_AS_NUMBERS)


def test_regressors_may_take_whole_numbers_as_quantities():
    rows, target = IRIS
    found = compare({"a": LinearRegression(), "b": DummyRegressor()}, rows, target, metric="r2", **QUICK)
    assert not noted(found, NoteKind.CLASSES_AS_NUMBERS)


@pytest.mark.parametrize(
    ("seed", "kind"), [(0, NoteKind.FEW_REPEATS), ("data", NoteKind.FEW_REPEATS), (7, NoteKind.CHOSEN_SEED)]
)
def test_few_repeats_with_a_chosen_seed_are_a_caution(seed, kind):
    few = compare(["nb", "stump"], *IRIS, procedure="adaptive-cv(max_repeats=3)", seed=seed, progress=False)
    both = {NoteKind.FEW_REPEATS, NoteKind.CHOSEN_SEED}
    assert both & {note.kind for note in few[0].notes} == {kind}
    assert NoteKind.CHOSEN_SEED in CAUTIONS
    many = compare(["nb", "stump"], *IRIS, seed=seed, progress=False)
    assert not both & {note.kind for note in many[0].notes}


def scarce(rows=5):
    """Nothing to learn, and a class with fewer rows than folds."""
    target = np.array(["ok"] * (200 - rows) + ["fraud"] * rows)
    return np.random.default_rng(0).normal(size=(200, 2)), target


@pytest.mark.parametrize("metric", ["balanced_accuracy", "f1_macro", "recall_macro", "f1(positive='fraud')"])
def test_a_class_with_fewer_rows_than_folds_is_noted_with_folds_that_work(metric):
    compared = compare(["dummy", "nb"], *scarce(), metric=metric, progress=False)
    (note,) = noted(compared, NoteKind.RARE_CLASS)
    assert (note["label"], note["units"], note["folds"]) == ("fraud", 5, 10)
    assert "adaptive-cv(folds=5)" in note_words(note)
    assert NoteKind.RARE_CLASS in CAUTIONS
    fewer = compare(["dummy", "nb"], *scarce(), metric=metric, procedure="adaptive-cv(folds=5)", progress=False)
    assert not noted(fewer, NoteKind.RARE_CLASS)


@pytest.mark.parametrize("metric", ["accuracy", "f1(positive='ok')", "f1_micro"])
def test_metrics_that_need_no_row_of_the_rare_class_are_not_warned_about(metric):
    assert not noted(compare(["dummy", "nb"], *scarce(), metric=metric, progress=False), NoteKind.RARE_CLASS)


@pytest.mark.parametrize("metric", ["balanced_accuracy", "f1_macro"])
def test_a_constant_is_scored_on_the_same_test_sets(metric):
    compared = compare(["dummy", "nb"], *scarce(), metric=metric, progress=False)
    assert "dummy" in [note.about[0] for note in noted(compared, NoteKind.NO_BETTER)]


@pytest.mark.parametrize(
    ("metric", "rows", "advice"),
    [("roc_auc", 5, "adaptive-cv(folds=5)"), ("roc_auc", 5, "folds=5"), ("roc_auc", 1, "fraud")],
)
def test_an_undefined_score_names_the_class_and_what_to_type(metric, rows, advice):
    with refused(None, "fraud", advice, error=OutperformError):
        compare(["dummy", "nb"], *scarce(rows), metric=metric, progress=False)


@pytest.mark.parametrize("metric", ["f1", "average_precision", "jaccard"])
def test_the_rarer_class_is_advised_as_the_positive_one(metric):
    with refused("positive", 'positive="fraud"'):
        compare(["dummy", "nb"], *scarce(), metric=metric, progress=False)


def test_two_rows_of_a_class_get_two_folds():
    compared = compare(["dummy", "nb"], *scarce(2), metric="balanced_accuracy", progress=False)
    (note,) = noted(compared, NoteKind.RARE_CLASS)
    assert "5x2-f" in note_words(note)
    halves = compare(["dummy", "nb"], *scarce(2), metric="roc_auc", procedure="5x2-f", progress=False)
    assert not noted(halves, NoteKind.RARE_CLASS)


@pytest.mark.parametrize("metric", ["neg_log_loss", "neg_brier_score", "average_precision"])
def test_probabilities_that_say_less_than_the_shares_of_the_classes_are_named(metric):
    rng = np.random.default_rng(0)
    rows, target = rng.standard_normal((120, 3)), np.arange(120) % 2
    found = compare(["tree", "dummy"], rows, target, metric=metric, procedure="kfold-t(folds=5)", progress=False)
    named = {note.about[0]: note for note in found.notes if note.kind is NoteKind.NO_BETTER}
    assert "dummy" in named
    assert named["dummy"]["least"] == pytest.approx(found.scores[0].means[1])
    assert ("tree" in named) is bool(found.scores[0].means[0] <= named["dummy"]["least"])
    assert metric == "average_precision" or "tree" in named
