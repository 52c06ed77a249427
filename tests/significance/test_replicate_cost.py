"""A bootstrap that scores every replicate anew: refused with its cost unless somebody asked for it."""

from itertools import count

import numpy as np
import pytest
from tests.refusals import refused

from outperform import compare, judge_predictions
from outperform.significance import replicate_cost

TRUTH = np.arange(60) % 2
SAID = {"a": TRUTH, "b": np.roll(TRUTH, 7), "c": 1 - TRUTH}


def share(truth, predictions):
    return float((truth == predictions).mean())


@pytest.fixture
def slow(monkeypatch):
    """Let two scores take 0.12 s by the clock."""
    clock = count(0.0, 0.12)
    monkeypatch.setattr(replicate_cost, "perf_counter", lambda: next(clock))


@pytest.mark.usefixtures("slow")
def test_a_slow_metric_is_refused_with_its_cost_and_how_to_ask_for_it():
    """0.12 s x 10,000 replicates x 3 pairs are an hour."""
    with refused("test", "share", "0.12 s", "60 min", "10000 replicates of 3 pairs", "bootstrap-percentile"):
        judge_predictions(TRUTH, SAID, share)


@pytest.mark.usefixtures("slow")
def test_a_test_that_is_named_runs():
    judged = judge_predictions(TRUTH, SAID, share, "bootstrap-percentile(replicates=39)")
    assert judged[0].verdict.replicates.size == 39


def test_a_quick_metric_and_metrics_scored_at_once_need_no_name(monkeypatch):
    monkeypatch.setattr(replicate_cost, "SLOW", 0.0)
    for metric in ("f1", "accuracy", "roc_auc", "r2", "neg_mean_absolute_error"):
        judge_predictions(TRUTH, SAID, metric)
    with refused("test", "jaccard"):
        judge_predictions(TRUTH, SAID, "jaccard")


def test_the_choice_of_a_procedure_is_no_wish_for_its_test(monkeypatch):
    monkeypatch.setattr(replicate_cost, "SLOW", 0.0)
    rows = np.random.default_rng(0).random((60, 2))
    with refused("test", "jaccard"):
        compare(["nb", "stump"], rows, TRUTH, design="holdout", metric="jaccard")


@pytest.mark.parametrize("metric", ["jaccard", "adjusted_rand_score"])
def test_scorers_without_counts_still_answer(metric):
    assert 0 <= judge_predictions(TRUTH, SAID, metric, "bootstrap-percentile(replicates=99)")[0].pvalue <= 1
