"""Places that decisions leave open: against all orders, and for a thousand systems."""

from itertools import combinations, permutations

import numpy as np
import pytest
from tests.refusals import refused

from outperform.core import Decision
from outperform.significance.places import open_places, places


def test_chain_is_known():
    shown = np.array(list(combinations(range(5), 2)))
    assert places(5, shown).tolist() == [[k, k] for k in range(1, 6)]


def test_nothing_shown():
    assert places(3, np.empty((0, 2), dtype=int)).tolist() == [[1, 3]] * 3
    assert places(1, np.empty((0, 2), dtype=int)).tolist() == [[1, 1]]


def test_a_baseline_leaves_the_others_open():
    """Three systems against a fourth: a wins, b is open, c loses; a against b and c was not judged."""
    decisions = [("a", "base", Decision.FIRST), ("b", "base", Decision.OPEN), ("c", "base", Decision.SECOND)]
    wanted = {"a": (1, 2), "b": (1, 4), "c": (3, 4), "base": (2, 3)}  # so a is better than c
    assert open_places(["a", "b", "c", "base"], decisions) == wanted
    assert open_places(["a", "b"], [("a", "b", Decision.EQUAL)]) == {"a": (1, 2), "b": (1, 2)}


def test_all_orders_that_agree():
    """For decisions that follow from scores, the orders of all systems that agree with them reach just these places."""
    rng = np.random.default_rng(0)
    for _ in range(30):
        score = rng.normal(size=5)
        shown = [(i, j) for i, j in permutations(range(5), 2) if score[i] > score[j] + 0.5]
        found = places(5, np.array(shown, dtype=int).reshape(-1, 2))
        orders = np.array([o for o in permutations(range(1, 6)) if all(o[i] < o[j] for i, j in shown)])
        assert found.tolist() == np.stack([orders.min(axis=0), orders.max(axis=0)], axis=1).tolist()


def test_a_circle_has_places():
    found = places(3, np.array([[0, 1], [1, 2], [2, 0]]))
    assert found.tolist() == [[2, 2]] * 3


def test_a_thousand_systems():
    pairs = np.array(list(combinations(range(1000), 2)))
    found = places(1000, pairs[pairs[:, 1] - pairs[:, 0] > 100])
    assert found[0].tolist() == [1, 101]
    assert found[500].tolist() == [401, 601]
    assert (found[:, 0] <= found[:, 1]).all()


def test_a_pair_given_twice_counts_once():
    assert places(2, np.array([[0, 1], [0, 1]])).tolist() == [[1, 1], [2, 2]]


@pytest.mark.parametrize("pair", [[0, 2], [-1, 0]])
def test_unknown_systems(pair):
    with refused("shown", "1"):
        places(2, np.array([pair]))


def test_better_than_the_better_is_better():
    """A before C before D, with D and A open or not judged, as against a baseline C."""
    assert places(3, np.array([[0, 1], [1, 2]])).tolist() == [[1, 1], [2, 2], [3, 3]]
    assert places(4, np.array([[0, 1], [1, 3]])).tolist() == [[1, 2], [2, 3], [1, 4], [3, 4]]
    chain = np.array([[at, at + 1] for at in range(9)])
    assert places(10, chain).tolist() == [[at, at] for at in range(1, 11)]


def test_what_a_circle_beats_is_below_it():
    """All three of the circle are better than the fourth; among themselves only what was decided counts."""
    assert places(4, np.array([[0, 1], [1, 2], [2, 0], [2, 3]])).tolist() == [[2, 2], [2, 2], [2, 2], [4, 4]]
