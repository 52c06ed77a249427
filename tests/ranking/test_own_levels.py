"""The level of each pair, given the others: against a search over p-values, for every adjustment."""

from itertools import combinations

import numpy as np
import pytest

from outperform.core.adjust import ADJUSTMENTS, adjustment_from
from outperform.ranking.own_levels import own_levels

LEVEL = 0.05


def searched(adjustment, pvalues, pairs, at):
    """The largest p-value of one pair that is decided, by halving."""
    low, high = 0.0, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        tried = pvalues.copy()
        tried[at] = middle
        decided = adjustment.adjust_many(tried, pairs)[at] <= LEVEL
        low, high = (middle, high) if decided else (low, middle)
    return low


@pytest.mark.parametrize("name", ADJUSTMENTS)
@pytest.mark.parametrize("learners", [2, 3, 5])
def test_by_search(name, learners):
    pairs = list(combinations("abcde"[:learners], 2))
    adjustment = adjustment_from(name)
    for seed in range(6):
        pvalues = np.random.default_rng(seed).random(len(pairs)) ** 4
        found = own_levels(adjustment, pvalues, pairs, LEVEL)
        wanted = [searched(adjustment, pvalues, pairs, at) for at in range(len(pairs))]
        np.testing.assert_allclose(found, wanted, rtol=1e-9)
        decided = adjustment.adjust_many(pvalues, pairs) <= LEVEL
        np.testing.assert_array_equal(pvalues <= found, decided)


def test_equal_pvalues_and_zeros():
    pairs = list(combinations("abcd", 2))
    for pvalues in (np.zeros(6), np.ones(6), np.full(6, 0.0083)):
        found = own_levels(adjustment_from("shaffer"), pvalues, pairs, LEVEL)
        decided = adjustment_from("shaffer").adjust_many(pvalues, pairs) <= LEVEL
        np.testing.assert_array_equal(pvalues <= found, decided)
