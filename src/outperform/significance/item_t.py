"""The paired t test on the scores of items."""

from dataclasses import dataclass

from outperform.core import Scores
from outperform.significance.item_means import ItemMean, mean_of_items
from outperform.significance.item_tests import ItemTest, clusters_ignored, notes_of
from outperform.significance.item_values import ItemValues
from outperform.significance.item_verdict import ItemVerdict


@dataclass(frozen=True)
class ItemT(ItemTest):
    """Paired t test on the mean scores of items, for two fixed systems on one evaluation set.

    Notes
    -----
    Formula: d_1 ... d_N are the differences of the items' mean scores over samples, m their mean, s^2 their variance
    (divisor N - 1).

        t = m / sqrt(s^2 / N)    Student's t with N - 1 degrees of freedom

    Metrics that are not a mean over items (F1, AUC): d_i is the difference of the influences of item i plus the
    difference of the metric. With weights o_i, each item is a cluster of its own in the formula of clustered-t.

    Assumes: independent items, enough of them that the mean is about normal. Nothing is valid where the loss that
    matters has not been sampled: notes say where few items differ, or the differences are very skewed.

    Degenerate: where all N items differ by the same amount, the variance is 0 and t has no value. p is then that of
    sign-flip, 2/2^N (two items that both differ by .25: p = .5), the interval is a point if p is at or below the level,
    else unbounded; a note says so. One item: p = 1.

    Examples
    --------
    >>> import numpy as np
    >>> values = ItemValues(np.array([0.2, 0.0, 0.4, 0.2]), np.array(1.0))  # m = .2, s^2 = .08 / 3
    >>> found = ItemT().arithmetic(values)
    >>> float(found.statistic), found.df
    (2.449, 3.0)
    """

    slug = "item-t"

    def arithmetic(self, values: ItemValues) -> ItemMean:
        """T = m / sqrt(s^2 / N), N - 1 degrees of freedom, for every table of values [..., item]."""
        return mean_of_items(values.without_clusters())

    def verdict(self, scores: Scores, values: ItemValues, sign: float) -> ItemVerdict:
        """Judge values in canonical order."""
        alone = values.without_clusters()
        found = self.arithmetic(alone).mirrored(sign)
        return found.verdict((*clusters_ignored(scores), *notes_of(alone)))
