"""What a bootstrap of a function costs that must score every replicate anew, and whether that was asked for."""

from time import perf_counter
from typing import Any

from outperform.core import InputError, Items, Scores
from outperform.metrics.counts import CountMetric
from outperform.metrics.given import RankMetric
from outperform.metrics.rows import RowMetric
from outperform.metrics.samples import SampleMetric
from outperform.words.progress import duration

AT_ONCE = CountMetric, RowMetric, SampleMetric, RankMetric
"""Metrics that score many replicates at once."""
SLOW = 0.1  # seconds per replicate of two learners, beyond which nobody waits without having asked
FEWER = 200  # replicates that a message suggests


def scored_one_by_one(metric: Any) -> bool:
    """Return whether a metric scores a replicate at a time."""
    return metric is not None and not isinstance(metric, AT_ONCE)


def check_cost(scores: Scores, pairs: int, replicates: int) -> None:
    """Raise InputError where a bootstrap that nobody named would take long: with its cost, and how to ask for it."""
    items = scores.items
    if items is None or not scored_one_by_one(items.metric):
        return
    each = _seconds(items)
    if each > SLOW:
        whole = duration(each * replicates * pairs)
        cost = f"{scores.metric} takes {each:.2g} s per replicate, about {whole} for {replicates} replicates"
        many = f" of {pairs} pairs" if pairs > 1 else ""
        ask = f"name the test to run it (bootstrap-percentile), or take fewer: bootstrap-percentile(replicates={FEWER})"
        raise InputError("test", f"{cost}{many}; {ask}")


def _seconds(items: Items) -> float:
    """Measure one replicate: the scores of two learners."""
    metric: Any = items.metric
    truth, said = items.single()
    started = perf_counter()
    for each in said[:2]:
        metric.score(truth, each)
    return perf_counter() - started
