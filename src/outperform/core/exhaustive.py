"""Exhaustive sets of pairs: those that can be equal at once, and no others (Bergmann & Hommel 1988)."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

import numpy as np

from outperform.core.arrays import Floats, Ints

MOST_EXHAUSTIVE = 9  # learners; 21,146 sets
_BATCH = 2**21  # numbers at a time


@dataclass(frozen=True, eq=False)
class ExhaustiveSets:
    """Every way to divide learners into groups of equals, but for each alone; pairs within groups form a set."""

    groups: Ints  # [set, group]: groups of two or more, as sums of 2^learner; 0 where there are no more
    sizes: Ints  # [set]: pairs within groups
    having: tuple[Ints, ...]  # [pair]: the sets that contain a pair


def closed_pvalues(pvalues: Floats, learners: int) -> Floats:
    """Return min(1, max |I| min(p_j in I)) over exhaustive sets I with the pair; pairs (0, 1), (0, 2) ... (1, 2) ...

    Examples
    --------
    Three pairs: all are equal, or one pair is.

    >>> closed_pvalues(np.array([0.01, 0.04, 0.03]), 3).tolist()
    [0.03, 0.04, 0.03]
    """
    sets = _exhaustive_sets(learners)
    families = pvalues.reshape(-1, pvalues.shape[-1]).T
    adjusted = np.empty(families.shape)
    size = max(1, _BATCH // len(sets.sizes))
    for start in range(0, families.shape[1], size):
        some = families[:, start : start + size]
        worth = sets.sizes[:, np.newaxis] * _least_within(some, learners)[sets.groups].min(axis=1)
        for pair, having in enumerate(sets.having):
            adjusted[pair, start : start + size] = worth[having].max(axis=0)
    found: Floats = np.minimum(1.0, adjusted).T.reshape(pvalues.shape)
    return found


def _least_within(pvalues: Floats, learners: int) -> Floats:
    """Return the least p-value of the pairs within every group of learners [group, family]; infinite without a pair."""
    least = np.full((2**learners, pvalues.shape[1]), np.inf)
    for number, (one, other) in enumerate(combinations(range(learners), 2)):
        least[2**one + 2**other] = pvalues[number]
    for group in range(2**learners):
        members = [at for at in range(learners) if group >> at & 1]
        if len(members) > 2:
            # every pair is without the first, without the second or without the third member
            least[group] = np.min([least[group - 2**at] for at in members[:3]], axis=0)
    return least


@lru_cache(maxsize=MOST_EXHAUSTIVE)  # of the process: one per number of learners
def _exhaustive_sets(learners: int) -> ExhaustiveSets:
    found = [[each for each in groups if each.bit_count() > 1] for groups in _partitions(learners)]
    found = [groups for groups in found if groups]
    width = max(map(len, found))
    padded = np.array([groups + [0] * (width - len(groups)) for groups in found])
    pairs = [2**one + 2**other for one, other in combinations(range(learners), 2)]
    within = np.array([[any(pair & group == pair for group in groups) for pair in pairs] for groups in found])
    return ExhaustiveSets(padded, within.sum(axis=1), tuple(np.flatnonzero(column) for column in within.T))


def _partitions(learners: int) -> Iterator[list[int]]:
    """Divide learners into groups in every way."""
    if learners == 0:
        yield []
        return
    new = 2 ** (learners - 1)
    for groups in _partitions(learners - 1):
        yield [*groups, new]
        for place, group in enumerate(groups):
            yield [*groups[:place], group + new, *groups[place + 1 :]]
