"""A mean over items with what is known of its error: the t of ``item_means`` for arrays, one table at a time."""

from dataclasses import dataclass

import numpy as np

from outperform.core import Floats, Ints
from outperform.core.item_facts import Range
from outperform.significance.item_means import mean_of_items
from outperform.significance.item_values import ItemValues
from outperform.significance.student import student_reach, two_sided


@dataclass(frozen=True)
class Estimate:
    """A mean of items; a standard error of 0 says that nothing is known of the spread."""

    value: float
    se: float
    df: float
    units: int  # items that count, or clusters where they are known; with 1 nothing is known of the error
    pvalue: float

    def interval(self, level: float, scale: float = 1.0) -> Range | None:
        """Return the t interval, with a standard error larger by a scale; None where the spread is not known."""
        if self.se == 0:
            return None
        reach = student_reach(scale * self.se, self.df, level)
        return self.value - reach, self.value + reach


def student_estimate(value: float, se: float, df: float) -> Estimate:
    """Return an estimate whose error is known from elsewhere; a single unit where it is not, with a se of 0."""
    if se == 0:
        return Estimate(value, 0.0, 0.0, 1, 1.0)
    return Estimate(value, se, df, 2, float(two_sided(np.array(value / se), df)))


def estimate_of(values: Floats, weights: Floats | None = None, clusters: Ints | None = None) -> Estimate:
    """Estimate the mean of the values of at least one item.

    Examples
    --------
    >>> found = estimate_of(np.array([1.0, 2.0, 3.0]))
    >>> found.value, round(found.value / found.se, 4), found.df
    (2.0, 3.4641, 2.0)
    """
    if weights is not None:
        kept = weights > 0
        values, weights, clusters = values[kept], weights[kept], None if clusters is None else clusters[kept]
    labels = None if clusters is None else np.unique(clusters, return_inverse=True)[1].reshape(-1)
    units = len(values) if labels is None else int(labels.max()) + 1
    if units == 1:
        return Estimate(float(np.average(values, weights=weights)), 0.0, 0.0, 1, 1.0)
    found = mean_of_items(ItemValues(values, np.abs(values).max(), weights, labels))
    return Estimate(float(found.estimate), float(found.se), found.df, found.units, float(found.pvalue))
