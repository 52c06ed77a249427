"""Adjustments of many families at once; Bergmann and Hommel's by closed testing over all partitions."""

from itertools import chain, combinations

import numpy as np
import pytest
from tests.peers import Peer
from tests.ranking.tables import all_pairs
from tests.refusals import refused

from outperform.core.adjust import ADJUSTMENTS, adjustment_from

multitest = Peer("statsmodels.stats.multitest")


def partitions(members):
    if not members:
        yield []
        return
    first, rest = members[0], members[1:]
    for size in range(len(rest) + 1):
        for others in combinations(rest, size):
            left = [each for each in rest if each not in others]
            yield from ([(first, *others), *parts] for parts in partitions(left))


def closed(pvalues, names, learners):
    """Closed testing: a pair is rejected at a level where every intersection of true equalities with it is, by p m."""
    possible = []
    for parts in partitions(learners):
        pairs = {frozenset(pair) for part in parts for pair in combinations(part, 2)}
        if pairs:
            possible.append(pairs)
    by_pair = dict(zip(map(frozenset, names), pvalues, strict=True))
    worst = {
        pair: max(len(pairs) * min(by_pair[each] for each in pairs) for pairs in possible if pair in pairs)
        for pair in by_pair
    }
    return [min(1.0, worst[frozenset(pair)]) for pair in names]


@pytest.mark.parametrize("learners", [2, 3, 4, 5])
def test_bergmann_hommel_is_closed_testing(learners):
    rng = np.random.default_rng(learners)
    _, names = all_pairs(learners)
    letters = sorted(set(chain.from_iterable(names)))
    for _ in range(20):
        order = rng.permutation(len(names))
        mixed = [names[at] if rng.random() < 0.5 else names[at][::-1] for at in order]
        p = rng.random(len(names)) ** 3
        assert adjustment_from("bergmann-hommel").adjust(p.tolist(), mixed) == pytest.approx(closed(p, mixed, letters))


@pytest.mark.parametrize("learners", [6, 9])
def test_bergmann_hommel_is_never_above_shaffer_and_never_below_p(learners):
    rng = np.random.default_rng(learners)
    _, names = all_pairs(learners)
    p = rng.random((30, len(names))) ** 3
    ours, shaffers = (adjustment_from(name).adjust_many(p, names) for name in ("bergmann-hommel", "shaffer"))
    assert (ours <= shaffers + 1e-12).all()
    assert (ours >= p).all()
    assert (ours < shaffers - 1e-12).any()


def test_bergmann_hommel_with_the_least_p_value_counts_all_pairs():
    _, names = all_pairs(9)
    p = np.full(36, 0.9)
    p[17] = 0.001
    assert adjustment_from("bergmann-hommel").adjust_many(p, names)[17] == pytest.approx(0.036)


def test_bergmann_hommel_is_refused_for_ten_learners_and_for_some_of_the_pairs():
    _, names = all_pairs(10)
    with refused("adjust", "9", "10", "shaffer"):
        adjustment_from("bergmann-hommel").adjust([0.1] * 45, names)
    for slug in ("bergmann-hommel", "shaffer"):
        with refused("adjust", slug, "holm"):
            adjustment_from(slug).adjust([0.1, 0.2], names[:2])
        with refused("adjust", slug):
            adjustment_from(slug).adjust([0.1, 0.2, 0.3], [("a", "b"), ("b", "a"), ("a", "c")])


@pytest.mark.parametrize("name", ADJUSTMENTS)
def test_many_families_are_adjusted_as_each_alone(name):
    _, names = all_pairs(4)
    p = np.random.default_rng(1).random((3, 5, 6)).round(1)  # with ties
    p[0, 0] = 0.0
    together = adjustment_from(name).adjust_many(p, names)
    assert together.shape == p.shape
    for place in np.ndindex(3, 5):
        assert together[place].tolist() == adjustment_from(name).adjust(p[place].tolist(), names)
    assert adjustment_from(name).adjust_many(np.zeros((4, 0)), []).shape == (4, 0)


def test_holm_and_bonferroni_by_statsmodels():
    _, names = all_pairs(6)
    for p in np.random.default_rng(2).random((20, 15)) ** 2:
        for name in ("holm", "bonferroni"):
            theirs = multitest.multipletests(p, method=name)[1]
            assert adjustment_from(name).adjust_many(p, names) == pytest.approx(theirs, rel=1e-12)


def test_shaffer_by_hand():  # k = 4: 6 pairs, then at most 3 true, then 3, 3, 2, 1
    _, names = all_pairs(4)
    p = np.array([0.001, 0.01, 0.012, 0.02, 0.03, 0.04])
    assert adjustment_from("shaffer").adjust_many(p, names) == pytest.approx([0.006, 0.03, 0.036, 0.06, 0.06, 0.06])
