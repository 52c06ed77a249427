"""The cluster-flip test: swap the two systems on random clusters of items."""

from dataclasses import dataclass

from outperform.core import ItemNeeds, Needs, Scores
from outperform.significance.flip_tests import FlipTest
from outperform.significance.flip_verdict import FlipUnits
from outperform.significance.item_means import cluster_sums
from outperform.significance.item_values import ItemValues

LEAST_CLUSTERS = 6  # 2/2^6 = .031; five clusters reach .0625 at best


@dataclass(frozen=True)
class ClusterFlip(FlipTest):
    """Sign-flip test on clusters: swap the two systems on random clusters of items.

    Notes
    -----
    Assumes: under the null hypothesis swapping the systems on a whole cluster changes nothing in distribution. Clusters
    are independent; items of one cluster may depend on each other in any way.

    Degenerate: fewer than 6 clusters are refused: the smallest p-value of five is 2/2^5 = .0625.

    Examples
    --------
    >>> from outperform.significance.item_values import ItemValues
    >>> import numpy as np
    >>> d = np.array([0.1, 0.2, 0.1, 0.5, 0.2, 0.3, 0.1])
    >>> values = ItemValues(d, np.array(1.0), clusters=np.array([0, 1, 2, 3, 4, 5, 5]))
    >>> law, drawn = ClusterFlip().units(values).law(100, seed=0)
    >>> float(law.pvalue(1.5)), drawn
    (0.03125, False)
    """

    slug = "cluster-flip"
    origins = ("fisher1935",)
    needs = Needs(repeats=(1, 1), folds=(1, 1), items=True, of_items=ItemNeeds(clusters=1))

    def misfit(self, scores: Scores) -> str | None:
        """Return why this test does not fit these scores, or None where it does."""
        problem = super().misfit(scores)
        if problem is not None or scores.items is None:
            return problem
        count = scores.items.traits.clusters or 0
        if count >= LEAST_CLUSTERS:
            return None
        best = f"with {count} the p-value cannot be below 2/2^{count} = {2.0 ** (1 - count):g}"
        return f"{self} needs at least {LEAST_CLUSTERS} clusters, but there are {count}: {best}; use clustered-t"

    def units(self, values: ItemValues, sign: float = 1.0) -> FlipUnits:
        """Return the clusters."""
        sums, weights = cluster_sums(values)
        return FlipUnits.of(sign * sums + 0.0, weights, float(values.scale) * float(weights.max()))
