"""Where two systems are equally good exactly, or one leads by a known difference: ways to draw scores of items."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

import numpy as np

from outperform.core import Floats, Items, Scores

Kind = Literal["right/wrong", "scores", "samples", "clusters", "f1", "roc_auc", "log loss", "runs"]
Draw = Callable[[np.random.Generator, int, float], Items]
"""Items of two systems: generator, number of items (of clusters, for clusters), lead (0 or 1)."""
Truth = Callable[[int], float]
"""The true difference where the first system leads, by the number of items."""

SIZES = (20, 50, 100, 300)
LIMIT, CLUSTER_LIMIT = 0.065, 0.08  # of the Type I error at a level of .05: fixed before anything was run
SKEWED = 0.2  # skewness / sqrt(items) above which the mean of so few items is known to be unreliable
REACH = 2.0  # the lead, in standard errors, where a law leaves it free


@dataclass(frozen=True)
class Law:
    """A way to draw the scores of two systems on items."""

    name: str
    kind: Kind
    draw: Draw = field(repr=False)
    truth: Truth = field(repr=False)
    sizes: tuple[int, ...] = SIZES
    limit: float = LIMIT
    skewness: float = 0.0  # of the differences of items
    shifts: bool = False  # a lead is added to every difference, so that coverage is 1 less the Type I error
    real: bool = False  # differences without ties: sign-flip tries all 2^20 patterns of 20 items, which takes its time

    def is_warned(self, size: int) -> bool:
        """Return whether no limit is set: the differences are too skewed for so few items, and a note must say so."""
        return abs(self.skewness) > SKEWED * float(np.sqrt(size))


def scored(first: Floats, second: Floats) -> Items:
    """Return items with one score per system."""
    return Items(row_scores=np.stack([first, second])[:, np.newaxis])


def pair_of(items: Items) -> Scores:
    """Return the scores of two systems on items, as the package judges them."""
    table = items.scored
    if table is not None:
        values = np.nanmean(table, axis=1).mean(axis=-1)
    else:
        metric, truth, said = items.metric, items.truth, items.predictions
        assert metric is not None, "items without scores have a metric"
        assert truth is not None, "and a truth"
        assert said is not None, "and predictions"
        values = np.array([metric.score(truth, each) for each in said[:, 0]])
    name = None if items.metric is None else str(items.metric)
    return Scores(("first", "second"), name, values[:, np.newaxis, np.newaxis], items=items)
