"""The same metric in another spelling is the same metric: one rule, one p-value."""

import numpy as np
import pytest
from sklearn.metrics import (
    accuracy_score,
    balanced_accuracy_score,
    f1_score,
    fbeta_score,
    make_scorer,
    mean_absolute_error,
    roc_auc_score,
)
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

from outperform import compare
from outperform.core import Dataset
from outperform.engine.scoring import scored_metrics
from outperform.metrics import Accuracy, RowMetric
from outperform.metrics.fitted import scoring_of
from outperform.metrics.spelling import CellMean, OtherAccuracy, usual_name

TEXT = np.array(["neg", "pos", "pos"] * 40)
THREE = np.arange(90) % 3


def data(target=TEXT):
    return Dataset(np.zeros((len(target), 2)), target)


def made(metric, target=TEXT, **ways):
    (found,) = scored_metrics([metric], data(target), **ways).values()
    return found


def share_right(truth, predictions):
    return float(np.mean(truth == predictions))


def asked(estimator, rows, truth):
    return float((estimator.predict(rows) == truth).mean())


def with_noise(estimator, rows, truth):
    return float((estimator.predict(np.asarray(rows) + 0.1) == truth).mean())


def by_rows_themselves(estimator, rows, truth):
    return float(np.average(estimator.predict(rows) == truth, weights=np.abs(rows[:, 0]) + 1))


def by_chances_if_any(estimator, rows, truth):
    if hasattr(estimator, "predict_proba"):
        return float(estimator.predict_proba(rows).max(axis=1).mean())
    return asked(estimator, rows, truth)


def utility(truth, predictions):
    return float(np.mean(np.where(truth == predictions, 1.0, np.where(truth == "pos", -5.0, -1.0))))


def count_right(truth, predictions):
    return float(np.sum(truth == predictions))


class TestKnown:
    @pytest.mark.parametrize(
        ("metric", "name"),
        [
            (make_scorer(accuracy_score), "accuracy"),
            (accuracy_score, "accuracy"),
            (make_scorer(f1_score, average="macro"), "f1_macro"),
            (make_scorer(mean_absolute_error, greater_is_better=False), "neg_mean_absolute_error"),
            (make_scorer(roc_auc_score, response_method=("decision_function", "predict_proba")), "roc_auc"),
            (make_scorer(fbeta_score, beta=2), None),
            (mean_absolute_error, None),  # a loss
            (share_right, None),
        ],
    )
    def test_a_scorer_made_of_a_known_function_is_the_known_metric(self, metric, name):
        assert usual_name(metric) == name
        if name is not None:
            assert str(scoring_of(metric)) == name


class TestByRows:
    @pytest.mark.parametrize("target", [TEXT, THREE], ids=["two", "three"])
    @pytest.mark.parametrize("metric", [share_right, asked, make_scorer(share_right), "f1_micro", "recall_weighted"])
    def test_what_is_accuracy_on_these_classes_is_accuracy(self, metric, target):
        found = made(metric, target)
        assert isinstance(found, OtherAccuracy)
        assert isinstance(found, Accuracy)
        wrong = np.where(np.arange(len(target)) % 5, target, target[0])
        assert found.score(target, wrong) == Accuracy().score(target, wrong)
        assert str(found) == (metric if isinstance(metric, str) else getattr(metric, "__name__", "share_right"))

    def test_the_name_of_a_users_own_metric_identifies_nothing(self):
        assert made(share_right).fingerprint is None
        assert made("f1_micro").fingerprint == "f1_micro"

    def test_a_value_per_true_and_predicted_class_is_looked_up(self):
        found = made(utility)
        assert isinstance(found, CellMean)
        truth, said = TEXT, np.roll(TEXT, 1)
        assert found.score(truth, said) == pytest.approx(utility(truth, said))
        assert found.row_scores(np.array(["pos", "pos", "neg"]), np.array(["pos", "neg", "pos"])).tolist() == [
            1,
            -5,
            -1,
        ]
        assert np.isnan(found.row_scores(np.array(["pos"]), np.array(["other"]))).all()

    @pytest.mark.parametrize(
        "metric",
        [
            "f1_macro",
            "balanced_accuracy",
            "matthews_corrcoef",
            balanced_accuracy_score,
            with_noise,
            by_rows_themselves,
            by_chances_if_any,
            count_right,
            "roc_auc",
        ],
    )
    def test_all_else_stays_what_it_is(self, metric):
        ways = {"positive": "pos"} if metric == "roc_auc" else {}
        assert not isinstance(made(metric, **ways), RowMetric)

    def test_a_random_score_is_no_mean_over_rows(self):
        rng = np.random.default_rng(0)
        assert not isinstance(made(lambda truth, said: share_right(truth, said) + rng.normal() / 10), RowMetric)


def test_four_spellings_of_accuracy_have_one_answer():
    rng = np.random.default_rng(0)
    target = np.arange(200) % 2
    rows = rng.standard_normal((200, 4)) + 0.7 * target[:, None]
    learners = {"nb": GaussianNB(), "tree": DecisionTreeClassifier(max_depth=2, random_state=0)}
    spellings = ["accuracy", make_scorer(accuracy_score), "f1_micro", share_right, asked]
    found = [
        compare(learners, rows, target, metric=metric, correct="always", progress=False)[0] for metric in spellings
    ]
    assert len({each.verdict.pvalue for each in found}) == 1
    assert len({(each.threshold.factor, each.threshold.factor_se) for each in found}) == 1
    assert len({each.replicability.p_flip for each in found}) == 1
    assert {each.scores.values.shape[1] for each in found} == {found[0].scores.values.shape[1]}


def test_where_rows_do_not_tell_the_noise_the_answer_says_so():
    rng = np.random.default_rng(0)
    target = np.arange(100) % 2
    rows = rng.standard_normal((100, 3)) + target[:, None]
    by_folds = "The noise of f1_macro is estimated from folds, not from rows."
    ways = {"progress": False, "correct": "always"}
    assert by_folds in " ".join(str(compare(["nb", "stump"], rows, target, metric="f1_macro", **ways)).split())
    assert "estimated from folds" not in str(compare(["nb", "stump"], rows, target, **ways))
