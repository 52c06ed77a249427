"""The level that the p-value of each pair is compared with, once those of the other pairs are known."""

import numpy as np

from outperform.core import Bools, Floats, Ints
from outperform.core.adjust import Adjustment, Pair


def own_levels(adjustment: Adjustment, pvalues: Floats, pairs: list[Pair], level: float) -> Floats:
    """Return the largest p-value of each pair that would be decided, while the other p-values stay as they are.

    Notes
    -----
    For the adjustments that step down or share the level, this is the level over a whole number from 1 to the number of
    pairs: Holm's or Shaffer's divisor where the pair would stand, the size of a set of Bergmann and Hommel's.

    Examples
    --------
    >>> from outperform.core.adjust import adjustment_from
    >>> pairs = [("a", "b"), ("a", "c"), ("b", "c")]
    >>> own_levels(adjustment_from("holm"), np.array([0.001, 0.02, 0.5]), pairs, 0.06).round(3).tolist()
    [0.03, 0.03, 0.06]
    """
    count = len(pvalues)
    low, high = np.ones(count, dtype=np.int64), np.full(count, max(1, count), dtype=np.int64)  # of the divisor
    while (low < high).any():
        middle = (low + high) // 2
        decided = _decided(adjustment, pvalues, pairs, level, middle)
        high, low = np.where(decided, middle, high), np.where(decided, low, np.minimum(high, middle + 1))
    found: Floats = level / low
    return found


def _decided(adjustment: Adjustment, pvalues: Floats, pairs: list[Pair], level: float, divisors: Ints) -> Bools:
    """Return whether each pair alone would be decided with its level over a divisor as p-value."""
    tried = np.repeat(pvalues[np.newaxis], len(pvalues), axis=0)
    np.fill_diagonal(tried, level / divisors * (1 - 1e-9))
    adjusted = adjustment.adjust_many(tried, pairs)
    return np.asarray(np.diagonal(adjusted) <= level)
