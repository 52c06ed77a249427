"""The paired t test on the scores of items."""

from dataclasses import dataclass

from outperform.core import Note, Scores
from outperform.significance.item_tests import clusters_ignored
from outperform.significance.item_values import ItemValues
from outperform.significance.mean_tests import MeanTest


@dataclass(frozen=True)
class ItemT(MeanTest):
    """Paired t test on the mean scores of items, for two fixed systems on one evaluation set.

    Parameters
    ----------
    shared_runs
        Whether run k of both systems shares something, such as a seed; only where the samples are runs.

    Notes
    -----
    Formula: d_1 ... d_N are the differences of the items' mean scores over samples, m their mean, s^2 their variance
    (divisor N - 1).

        t = m / sqrt(s^2 / N)    Student's t with N - 1 degrees of freedom

    Metrics that are not a mean over items (F1, AUC): d_i is the difference of the influences of item i plus the
    difference of the metric. With weights o_i, each item is a cluster of its own in the formula of clustered-t. Where a
    few items have most of the weight, p is not below that of random signs (see clustered-t).

    Assumes: independent items, enough of them that the mean is about normal. Nothing is valid where the loss that
    matters has not been sampled: notes say where few items differ, or the differences are very skewed. With weights
    that differ by orders of magnitude (lognormal with a standard deviation of 1.5 on the log scale) the test is
    conservative: it rejected .008 to .016 of true nulls at level .05.

    Degenerate: where all N items differ by the same amount, the variance is 0 and t has no value. p is then that of
    sign-flip, 2/2^N (two items that both differ by .25: p = .5), and a note says so. Where no item differs, p = 1. In
    both cases the interval allows for a share 1 - (level/2)^(1/N) of items with another difference, as far as the
    bounds of the scores; it is unbounded where bounds are unknown, except that it ends at 0 where p is at or below the
    level. One item: p = 1.

    Examples
    --------
    >>> from outperform.significance.item_values import ItemValues
    >>> import numpy as np
    >>> values = ItemValues(np.array([0.2, 0.0, 0.4, 0.2]), np.array(1.0))  # m = .2, s^2 = .08 / 3
    >>> found = ItemT().arithmetic(values)
    >>> float(found.statistic), found.df
    (2.449, 3.0)
    """

    slug = "item-t"
    origins = ("miller2024",)

    def values(self, values: ItemValues) -> ItemValues:
        """Return the items, each on its own."""
        return values.without_clusters()

    def ignored(self, scores: Scores) -> tuple[Note, ...]:
        """Note that clusters are not used."""
        return clusters_ignored(scores)
