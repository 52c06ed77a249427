"""Judging tables and predictions as they come: what must not change a verdict, and what must not give one."""

import warnings

import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import load_iris
from sklearn.model_selection import KFold, cross_validate
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier
from tests.refusals import refused

from outperform import judge, judge_predictions
from outperform.core import Decision

RNG = np.random.default_rng(11)
TRUTH = RNG.integers(0, 2, 200)
GOOD = np.where(RNG.random(200) < 0.1, 1 - TRUTH, TRUTH)
POOR = np.where(RNG.random(200) < 0.4, 1 - TRUTH, TRUTH)


def verdict(*given, **options):
    return judge_predictions(*given, **options).judgements[0].verdict


def words(values, form="{}"):
    """Write labels as a CSV file holds them."""
    return np.array([form.format(value) for value in values], dtype=object)


class TestPredictions:
    @pytest.mark.parametrize(
        "good",
        [words(GOOD), words(GOOD, "{}.0"), GOOD.astype(float), GOOD.astype(bool), words(GOOD.astype(bool))],
        ids=["text", "text of floats", "floats", "booleans", "words"],
    )
    def test_the_same_labels_in_any_form_give_the_same_verdict(self, good):
        expected = verdict(TRUTH, {"good": GOOD, "poor": POOR})
        for truth in (TRUTH, words(TRUTH), TRUTH.astype(bool), words(TRUTH.astype(bool))):
            assert verdict(truth, {"good": good, "poor": POOR}) == expected

    @pytest.mark.parametrize("junk", ["NA", "inf", "oops"])
    def test_one_bad_cell_does_not_reverse_the_verdict(self, junk):
        """It used to turn all columns into text, where '1.0' is not '1': the better learner was never right."""
        poor = words(POOR)
        poor[6] = junk
        with refused("predictions of 'poor'", "row 7", repr(junk)):
            judge_predictions(words(TRUTH), {"good": words(GOOD, "{}.0"), "poor": poor})

    def test_labels_that_never_meet_are_refused(self):
        named = np.array(["ham", "spam"])
        with refused("predictions of 'poor'", "0, 1", "ham, spam"):
            judge_predictions(named[TRUTH], {"good": named[GOOD], "poor": POOR})

    def test_a_learner_called_truth(self):
        found = judge_predictions(TRUTH, {"truth": GOOD, "other": POOR}).judgements[0]
        assert (found.first, found.second, found.decision) == ("truth", "other", Decision.FIRST)

    def test_missing_predictions_are_no_class(self):
        holed = pd.Series(GOOD).astype("Int64")
        holed[3] = pd.NA
        with refused("predictions of 'good'", "row 4", "missing"):
            judge_predictions(TRUTH, {"good": holed, "poor": POOR})

    def test_the_positive_class_is_the_one_that_is_written_so(self):
        """Labels that differ in case: 'spam' used to find 'Spam', the first of them."""
        named = np.array(["Spam", "spam"])
        exact = verdict(named[TRUTH], {"good": named[GOOD], "poor": named[POOR]}, "f1", positive="spam")
        assert exact.pvalue == verdict(TRUTH, {"good": GOOD, "poor": POOR}, "f1", positive=1).pvalue
        assert exact.estimate == verdict(TRUTH, {"good": GOOD, "poor": POOR}, "f1", positive=1).estimate

    @pytest.mark.parametrize("metric", ["r2", "neg_root_mean_squared_error", "explained_variance", "neg_max_error"])
    def test_regression(self, metric):
        truth = RNG.normal(size=100)
        near, far = truth + RNG.normal(0, 0.1, 100), truth + RNG.normal(0, 1, 100)
        found = judge_predictions(truth, {"near": near, "far": far}, metric).judgements[0]
        assert (found.test, found.decision) == ("bootstrap-percentile", Decision.FIRST)

    def test_a_function_that_fails_is_one_clear_error(self):
        def picky(truth, predictions):  # noqa: ARG001
            raise IndexError("too few")

        with refused("metric", "picky", "IndexError: too few"):
            judge_predictions(TRUTH, {"good": GOOD, "poor": POOR}, picky)


class TestScores:
    def test_splits_of_their_own_are_not_paired(self):
        rows, target = load_iris(return_X_y=True)
        found = {
            name: cross_validate(
                learner, rows, target, cv=KFold(5, shuffle=True, random_state=seed), return_indices=True
            )
            for seed, (name, learner) in enumerate({"nb": GaussianNB(), "tree": DecisionTreeClassifier()}.items())
        }
        with refused("scores", "nb", "tree", "splits"):
            judge(found)

    def test_rounding_in_a_file_is_no_evidence(self):
        """A constant difference of one row in 57 has no variance; six digits of it would."""
        right = np.array([40, 41, 43, 46, 44])
        frame = pd.DataFrame(
            {"fold": range(5), "n_train": 228, "n_test": 57, "a": (right + 1).astype(float), "b": right.astype(float)}
        )
        frame[["a", "b"]] = (frame[["a", "b"]] / 57).round(6)
        found = judge(frame.assign(metric="accuracy"), "corrected-t").judgements[0].verdict
        assert (found.pvalue, found.statistic) == (2 / 2**5, np.inf)
        assert found.estimate == pytest.approx(1 / 57, rel=1e-12)

    def test_the_same_counts_in_other_digits_give_the_same_verdict(self):
        right = RNG.integers(40, 57, (2, 10))
        exact, rounded = (
            judge(pd.DataFrame({"metric": "accuracy", "fold": range(10), "a": a, "b": b}), n_train=513, n_test=57)
            .judgements[0]
            .verdict
            for a, b in (right / 57, np.round(right / 57, 6))
        )
        assert exact == rounded

    def test_learners_may_be_called_like_columns(self):
        a, b = RNG.normal(0.8, 0.02, (2, 5, 2))
        found = judge({"repeat": a, "score": b}).judgements[0]
        assert (found.first, found.second, found.test) == ("repeat", "score", "5x2-f")

    def test_huge_sizes_are_refused_without_a_warning(self):
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            with refused("n_train", "1e+30"):
                judge({"a": [0.5, 0.6], "b": [0.5, 0.6]}, n_train=1e30, n_test=10)
