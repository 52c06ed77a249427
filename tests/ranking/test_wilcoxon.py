"""Wilcoxon's signed ranks: against all sign patterns, against scipy where it is right, and peers' defects."""

from itertools import product

import numpy as np
import pytest
from scipy.stats import rankdata

from outperform.core import LeagueCells
from outperform.ranking import Wilcoxon

BOTH = np.array([[0, 1]])


def league(first, second):
    values = np.column_stack([first, second]).astype(float)
    return LeagueCells(tuple(f"d{at}" for at in range(len(values))), ("a", "b"), values)


def of_differences(d, base=10.0):
    """A league whose two learners differ by these amounts."""
    d = np.asarray(d, dtype=float)
    return league(base + d, np.full(d.shape, base))


def by_all_signs(d):
    """W+ and p by Pratt's definition: rank all |d|, zeros too, and try all signs of those that are not zero."""
    ranks = rankdata(np.abs(d))[d != 0]
    seen = ranks[d[d != 0] > 0].sum()
    sums = np.array([np.dot(ranks, signs) for signs in product((0, 1), repeat=len(ranks))])
    least = min(seen, ranks.sum() - seen)
    return seen, min(1.0, 2 * np.mean(sums <= least + 1e-9))


@pytest.mark.parametrize("count", range(1, 13))
@pytest.mark.parametrize("kind", ["plain", "ties", "zeros", "both", "quarters"])
def test_by_all_signs(count, kind):
    rng = np.random.default_rng(count)
    d = {
        "plain": rng.normal(size=count),
        "ties": rng.choice([-3, -2, -1, 1, 2, 3], count),
        "zeros": np.where(rng.random(count) < 0.3, 0, rng.normal(size=count)),
        "both": rng.integers(-2, 4, count),
        "quarters": rng.integers(-4, 7, count) / 4,
    }[kind]
    verdict = Wilcoxon().judge(of_differences(d), 0, 1)
    statistic, p = by_all_signs(np.asarray(d, dtype=float))
    assert verdict.statistic == statistic
    assert verdict.pvalue == pytest.approx(p, rel=1e-12)
    assert (verdict.datasets, verdict.differ) == (count, np.count_nonzero(d))
