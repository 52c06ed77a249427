"""Smaller pools of learners: against all of them, tried one by one."""

from itertools import combinations

import numpy as np
import pytest

from outperform.core import LeagueCells
from outperform.ranking import Nemenyi, Wilcoxon
from outperform.ranking.pools import pool_flips


def league(learners, datasets=25, seed=0):
    values = np.random.default_rng(seed).normal(size=(datasets, learners)) + np.linspace(0, 1.5, learners)
    return LeagueCells(tuple(map(str, range(datasets))), tuple("abcdefghijkl"[:learners]), values)


def one_by_one(cells, pair):
    """The share of all smaller pools with both learners that decide otherwise."""

    def decided(pool):
        verdict = Nemenyi().judge(cells.of(np.array(pool)), pool.index(pair[0]), pool.index(pair[1]))
        return np.sign(verdict.estimate) if verdict.pvalue <= 0.05 else 0

    count = len(cells.learners)
    others = [at for at in range(count) if at not in pair]
    pools = [[*pair, *more] for size in range(count - 2) for more in combinations(others, size)]
    return np.mean([decided(pool) != decided([*pair, *others]) for pool in pools])


@pytest.mark.parametrize("learners", [3, 5])
def test_by_trying_all(learners):
    cells = league(learners)
    pairs = np.array(list(combinations(range(learners), 2)))
    np.testing.assert_allclose(
        pool_flips(cells, Nemenyi(), pairs, 0.05), [one_by_one(cells, p) for p in pairs.tolist()]
    )


def test_random_pools_of_many_learners():
    cells = league(9, seed=1)
    pairs = np.array([[0, 5], [2, 8], [3, 4]])
    found = pool_flips(cells, Nemenyi(), pairs, 0.05, seed=3)
    np.testing.assert_allclose(found, [one_by_one(cells, pair) for pair in pairs.tolist()], atol=0.15)
    np.testing.assert_array_equal(found, pool_flips(cells, Nemenyi(), pairs, 0.05, seed=3))


def test_only_for_tests_on_ranks_with_others_to_leave_out():
    assert pool_flips(league(5), Wilcoxon(), np.array([[0, 1]]), 0.05) is None
    assert pool_flips(league(2), Nemenyi(), np.array([[0, 1]]), 0.05) is None
