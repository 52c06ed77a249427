"""How often a smaller pool of learners would decide a pair otherwise, by tests on the ranks among all learners."""

from collections.abc import Iterator
from itertools import combinations

import numpy as np

from outperform.core import Floats, Ints, LeagueCells, PairsTest, Seed, stream

EVERY = 8  # learners up to which all pools are tried
POOLS = 300  # of random ones beyond


def pool_flips(cells: LeagueCells, test: PairsTest, pairs: Ints, level: float, seed: Seed = 0) -> Floats | None:
    """Return for each pair the share of smaller pools with both learners that decide otherwise.

    None for tests whose decision on a pair does not depend on the other learners, and for fewer than three learners.
    Beyond ``EVERY`` learners, ``POOLS`` random pools are tried.
    """
    count = len(cells.learners)
    if not test.on_ranks or count < 3:
        return None
    here = _decisions(cells, test, np.arange(count), pairs, level)
    changed, tried = np.zeros((2, len(pairs)))
    for pool in _pools(count, seed):
        inside = np.isin(pairs, pool).all(axis=1)
        if inside.any():
            changed[inside] += _decisions(cells, test, pool, pairs[inside], level) != here[inside]
            tried += inside
    found: Floats = changed / tried
    return found


def _decisions(cells: LeagueCells, test: PairsTest, pool: Ints, pairs: Ints, level: float) -> Floats:
    outcomes = test.outcomes(cells.of(pool), np.searchsorted(pool, pairs))
    return np.where(outcomes.pvalue <= level, outcomes.direction, 0.0)


def _pools(count: int, seed: Seed) -> Iterator[Ints]:
    """Return pools with fewer learners than all: every one of them, or a random half of the learners each."""
    if count <= EVERY:
        for size in range(2, count):
            for pool in combinations(range(count), size):
                yield np.array(pool)
        return
    rng = stream(seed, "league", "pools")
    for inside in rng.random((POOLS, count)) < 0.5:
        if 2 <= inside.sum() < count:
            yield np.flatnonzero(inside)
