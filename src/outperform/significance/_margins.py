"""What decides the margins of tests that resample, beside their intervals: the skewness, and what was not sampled."""

from collections.abc import Callable
from functools import partial

from outperform.core import Scores
from outperform.metrics.given import RocAuc
from outperform.significance.delong import Placements, area_spread
from outperform.significance.item_tests import pair_spread, reach_of, unseen_items
from outperform.significance.item_values import item_values
from outperform.significance.skewed_mean import UnitSpread
from outperform.significance.unseen import Unseen


def unseen_of_pair(scores: Scores, estimate: float, *, still: bool) -> Unseen | None:
    """Return what items that were not sampled may hold; a few may change a metric of counts by any amount.

    ``still`` says that the difference does not vary in samples of these items.
    """
    items = scores.items
    assert items is not None, "tests that resample need them"
    if isinstance(items.metric, RocAuc):
        return Placements.of_pair(scores).unseen
    if items.traits.means:
        return unseen_items(scores, item_values(scores).without_clusters())
    reach = reach_of(scores)
    return Unseen(0, 0, estimate, -reach, reach) if still else None


def spread_of_pair(scores: Scores) -> Callable[[], UnitSpread] | None:
    """Return how to compute what each item adds to the difference; None for a metric that has no such values."""
    items = scores.items
    if items is None or not (items.traits.means or hasattr(items.metric, "influence")):
        return None
    if isinstance(items.metric, RocAuc):
        return partial(area_spread, scores)
    return partial(pair_spread, scores, clustered=False)
