"""What a metric is counted in follows from what it is, never from its name."""

from functools import partial
from math import inf

import numpy as np
import pytest
import sklearn.metrics
from sklearn.metrics import (
    accuracy_score,
    brier_score_loss,
    get_scorer,
    hamming_loss,
    make_scorer,
    mean_absolute_error,
    mean_pinball_loss,
    recall_score,
)
from tests.refusals import refused

from outperform import judge_predictions
from outperform.core import Metric, Unit
from outperform.data.directions import NOTHING
from outperform.metrics import CATALOGUE
from outperform.metrics.directed import directed_metric
from outperform.metrics.fitted import scoring_of
from outperform.metrics.known import FUNCTIONS, is_known, meaning_of
from outperform.metrics.scorers import metric_of, scorer_names

SHARES = {"accuracy", "balanced_accuracy", "average_precision", "top_k_accuracy"}
SHARES |= {f"{name}{average}" for name in ("f1", "precision", "recall") for average in ("", "_macro", "_micro")}
SHARES |= {f"{name}_{average}" for name in ("f1", "precision", "recall") for average in ("weighted", "samples")}
SHARES |= {f"jaccard{average}" for average in ("", "_macro", "_micro", "_weighted", "_samples")}
SHARES |= {f"roc_auc{way}" for way in ("", "_ovr", "_ovo", "_ovr_weighted", "_ovo_weighted")}


def recall_cost_eur(truth, predictions):
    """Cost what a missed row costs."""
    return -38.75 * float(np.mean(truth != predictions)) - 32.5


@pytest.mark.parametrize("name", scorer_names())
def test_the_shares_and_they_alone_are_counted_in_points(name):
    found = scoring_of(name)
    assert (found.unit is Unit.POINTS) == (name in SHARES)
    assert found.unit is not Unit.POINTS or found.bounds == (0, 1)


@pytest.mark.parametrize("name", [name for name in CATALOGUE if name in scorer_names()])
def test_our_metrics_mean_what_scikit_learn_s_scorers_of_their_names_mean(name):
    ours, theirs = metric_of(name), scoring_of(get_scorer(name))
    assert (ours.unit, ours.bounds) == (theirs.unit, theirs.bounds)


@pytest.mark.parametrize("name", CATALOGUE)
def test_scores_lie_within_the_bounds(name):
    rng = np.random.default_rng(0)
    low, high = metric_of(name).bounds
    for _ in range(20):
        truth, said = rng.integers(0, 2, size=(2, 12))
        assert low <= metric_of(name).score(truth, said) <= high


def test_every_function_of_the_table_is_scikit_learn_s_or_newer_than_the_one_installed():
    there = [name for name in FUNCTIONS if hasattr(sklearn.metrics, name)]
    assert len(there) >= len(FUNCTIONS) - 5
    assert all(is_known(getattr(sklearn.metrics, name), name) for name in there)


def test_a_user_s_function_has_no_unit_whatever_it_is_called():
    assert meaning_of(recall_score).unit is Unit.POINTS
    assert metric_of(recall_score).unit is Unit.POINTS
    for name in ("recall_cost_eur", "recall_score", "accuracy"):

        def own(truth, predictions):
            return float(np.mean(truth == predictions))

        own.__name__ = own.__qualname__ = name
        own.__module__ = "sklearn.metrics"
        assert (metric_of(own).unit, metric_of(own).bounds) == (Unit.NONE, (-inf, inf))


def test_a_metric_of_a_user_s_class_has_no_unit_unless_it_says_so():
    class Mine(Metric):
        slug = "mine"

        def score(self, truth, predictions):
            return float(np.mean(truth == predictions))

    assert (Mine().unit, Mine().bounds) == (Unit.NONE, (-inf, inf))


def test_a_scorer_of_a_share_that_counts_rows_or_changes_sign_is_no_share():
    assert scoring_of(make_scorer(accuracy_score)).unit is Unit.POINTS
    assert scoring_of(make_scorer(accuracy_score, normalize=False)).unit is Unit.NONE
    turned = scoring_of(make_scorer(recall_score, greater_is_better=False))
    assert (turned.unit, turned.bounds) == (Unit.NONE, (-1, 0))
    assert scoring_of(lambda estimator, rows, truth: float(estimator.score(rows, truth))).unit is Unit.NONE


def test_a_cost_in_euros_is_not_told_in_points():
    truth = np.tile([0, 1], 100)
    table = {"dear": 1 - truth, "cheap": truth}
    found = judge_predictions(truth, table, metric=recall_cost_eur)
    judged = found.judgements[0]
    assert judged.unit is Unit.NONE
    assert judged.verdict.estimate == pytest.approx(-71.25 + 32.5)
    assert "points" not in str(found)
    assert "38." in str(found)


def test_a_loss_of_scikit_learn_is_refused_with_the_scorer_that_turns_it():
    truth = np.array([0, 1, 1, 0])
    with refused("metric", "brier_score_loss", "metric='neg_brier_score'"):
        directed_metric(scoring_of(brier_score_loss), "brier_score_loss", truth, NOTHING)
    with refused("metric", "hamming_loss", "minus sign", 'lower="hamming_loss"'):
        directed_metric(scoring_of(hamming_loss), "hamming_loss", truth, NOTHING)


def test_a_user_s_function_that_is_called_a_loss_is_the_user_s_business():
    def my_loss(truth, predictions):
        return -float(np.mean(truth != predictions))

    assert scoring_of(my_loss).unit is Unit.NONE


def test_a_loss_is_refused_where_there_are_only_predictions_too():
    truth = np.linspace(0, 1, 40)
    said = {"near": truth + 0.01 * np.sin(np.arange(40)), "far": truth[::-1]}
    pinball = partial(mean_pinball_loss, alpha=0.1)
    for loss, name in ((mean_absolute_error, "mean_absolute_error"), (pinball, "mean_pinball_loss(alpha=0.1)")):
        with refused("metric", name, "loss"):
            judge_predictions(truth, said, metric=loss)
    assert judge_predictions(truth, said, metric="neg_mean_absolute_error").judgements[0].decision.value == "first"


def test_a_function_with_arguments_set_is_that_function():
    assert meaning_of(partial(recall_score, average="macro")).unit is Unit.POINTS
    assert meaning_of(partial(accuracy_score, normalize=False)).unit is Unit.NONE
    assert meaning_of(partial(recall_cost_eur)).unit is Unit.NONE
    truth, said = [0, 1] * 20, {"a": [0, 1] * 20, "b": [0, 0] * 20}
    metrics = [partial(recall_score, average=average) for average in ("macro", "micro")]
    found = judge_predictions(truth, said, metric=metrics, test="bootstrap-percentile(replicates=99)").judgements
    assert [judgement.metric for judgement in found] == [
        "recall_score(average='macro')",
        "recall_score(average='micro')",
    ]


def test_an_object_that_scores_is_named_by_its_class():
    class Hits:
        def __call__(self, truth, predictions):
            return float(np.mean(truth == predictions))

    found = judge_predictions([0, 1] * 20, {"a": [0, 1] * 20, "b": [0, 0] * 20}, metric=Hits()).judgements
    assert found[0].metric == "Hits"
