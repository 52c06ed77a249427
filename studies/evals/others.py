"""Tests that are not the default, beside it on the same data sets: what they would have decided."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from outperform.core import Scores
from outperform.significance import CATALOGUE, special
from outperform.significance.item_means import mean_of_items
from outperform.significance.item_values import item_values
from outperform.significance.paired_counts import PairedCounts
from studies.evals.laws import Kind

Other = Callable[[Scores], float]
"""The p-value of a test."""


def named(spec: str) -> Other:
    """Return a test of the package by its name."""

    def pvalue(scores: Scores) -> float:
        found = CATALOGUE.parse(spec).judge(scores).pvalue
        assert found is not None, "a test with a p-value"
        return found

    return pvalue


def wald(scores: Scores) -> float:
    """Return the p-value that Wald's interval of a difference of accuracies implies."""
    assert scores.items is not None, "items are compared"
    assert scores.items.scored is not None, "with a score each"
    counts = PairedCounts.of_scores(scores.items.scored[:, 0])
    wins, losses, n = float(counts.n10), float(counts.n01), float(counts.n)
    spread = wins + losses - (wins - losses) ** 2 / n
    if wins == losses:
        return 1.0
    return float(special.erfc(abs(wins - losses) / np.sqrt(2 * spread))) if spread > 0 else 0.0


def naive(scores: Scores) -> float:
    """Return the p-value of item-t on items whose clusters are forgotten."""
    assert scores.items is not None, "items are compared"
    alone = replace(scores, items=replace(scores.items, clusters=None))
    return float(mean_of_items(item_values(alone)).pvalue)


def robust_z(scores: Scores) -> float:
    """Return the p-value of the plain sandwich (CR0) with the normal distribution."""
    found = item_values(scores)
    assert found.clusters is not None, "items have clusters"
    centre = found.values.mean()
    sums = np.bincount(found.clusters, found.values - centre)
    spread = float(np.sqrt(2 * (sums**2).sum()))
    return float(special.erfc(abs(centre) * found.count / spread)) if spread > 0 else 1.0


def delta(scores: Scores) -> float:
    """Return the p-value of a t test on the influence of items."""
    return float(mean_of_items(item_values(scores)).pvalue)


def these_systems(scores: Scores) -> float:
    """Return the p-value of item-t that takes runs for samples."""
    assert scores.items is not None, "items are compared"
    return float(mean_of_items(item_values(scores)).pvalue)


OTHERS: dict[Kind, dict[str, Other]] = {
    "right/wrong": {"Wald": wald, "mcnemar": named("mcnemar"), "mcnemar-exact": named("mcnemar-exact")},
    "scores": {"item-t always": delta},
    "samples": {"item-t always": delta},
    "clusters": {"item-t, clusters ignored": naive, "CR0 with z": robust_z, "cluster-flip": named("cluster-flip")},
    "f1": {"bootstrap-percentile": named("bootstrap-percentile"), "t of influences": delta},
    "roc_auc": {"delong (z)": named("delong")},
    "log loss": {"item-t always": delta},
    "runs": {"item-t, runs as samples": these_systems},
}
