"""The decisions of one or many leagues, with adjusted p-values."""

from collections.abc import Sequence

import numpy as np

from outperform.core import Floats, PairOutcomes, PairsTest
from outperform.core.adjust import Adjustment, Pair


def decisions_of(
    outcomes: PairOutcomes, test: PairsTest, adjustment: Adjustment, names: Sequence[Pair], level: float
) -> Floats:
    """Return the decisions [..., pair] of one or many leagues: 1 for the first, -1 for the second, 0 for none."""
    pvalue = outcomes.pvalue if test.for_all_pairs else adjustment.adjust_many(outcomes.pvalue, names)
    return np.where(pvalue <= level, outcomes.direction, 0.0)
