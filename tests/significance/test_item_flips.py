"""sign-flip and cluster-flip by enumeration, scipy and closed forms; intervals by inverting the test point by point."""

from dataclasses import replace
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from scipy import stats
from tests.refusals import refused

from outperform.core import Decision, Items, MisfitError, NoteKind, Scores, SpecError
from outperform.lab.item_studies import ItemStudy
from outperform.significance import ClusterFlip, McNemarExact, PairedCounts, SignFlip
from outperform.significance.differences import EPS
from outperform.significance.flip_law import drawn_sums, flip_law
from outperform.significance.item_values import item_values

RNG = np.random.default_rng(0)
LAWS = {
    "real": RNG.normal(0.4, 1, 11),
    "fifths": RNG.integers(-5, 6, 12) / 5,
    "hundredths": RNG.integers(-50, 60, 10) * 0.01,
    "thirds of sevenths": RNG.integers(-9, 12, 12) * 0.7 / 3,
    "alike": np.full(8, 0.3),
    "rounded": np.array([0.1 + 0.2, -0.3, 0.3, 0.6, 0.9]),
    "ties and zeros": np.array([0.0, 0.0, 0.5, -0.5, 0.25, 0.25]),
    "large and small": np.array([1e6, -1.0, 1.0, 1e-3, 2.0]),
    "mostly tiny": np.array([1e-18, 1e-18, 1e-18, 1.0, 1.0, -1.0, 2.0]),
}


def systems(d, *, clusters=None, weights=None, seed=0):
    values = np.array([np.asarray(d, dtype=float), np.zeros(len(d))])[:, np.newaxis]
    items = Items(row_scores=values, clusters=clusters, weights=weights)
    means = np.nan_to_num(values.mean(axis=2, keepdims=True))
    return Scores(("a", "b"), None, means, items=items, seed=seed)


def enumerated(x):
    signs = np.array(list(product([1, -1], repeat=len(x))))
    return float(np.mean(np.abs(signs @ x) >= abs(np.sum(x)) - 1e-9 * np.abs(x).max()))


@pytest.mark.parametrize("name", LAWS)
def test_the_p_value_is_that_of_all_patterns(name):
    x = LAWS[name]
    assert SignFlip().judge(systems(x)).pvalue == pytest.approx(enumerated(x), rel=1e-9)


@pytest.mark.parametrize("number", [183, 379, 391])
def test_rounding_of_influences_is_no_difference(number):
    """Sets of items on which floating-point influences of F1 differ by 1e-17 where fractions are equal."""
    scores = ItemStudy("fixed-items(law='labels')", ("sign-flip",)).table(number, 0)
    truth, said = scores.items.single()
    first, second = (exact_values(truth, each) for each in said)
    expected = [float(a - b) for a, b in zip(first, second, strict=True)]
    found = item_values(scores).values
    assert found.tolist() == pytest.approx(expected, abs=1e-14)
    assert np.array_equal(found == 0, np.array(expected) == 0)
    assert 0 <= SignFlip().judge(scores).pvalue <= 1


def exact_values(truth, said):
    """F1 plus (2 tp - F1 (2 tp + fp + fn)) / mean(2 tp + fp + fn) of every item, in fractions."""
    hits = [2 * int(t * s) for t, s in zip(truth, said, strict=True)]
    parts = [Fraction(int(t + s)) for t, s in zip(truth, said, strict=True)]  # 2 tp + fp + fn
    f1 = Fraction(sum(hits)) / sum(parts)
    return [f1 + (hit - f1 * part) * len(parts) / sum(parts) for hit, part in zip(hits, parts, strict=True)]


def test_it_agrees_with_scipy():
    """scipy's permutation_test of paired samples, exact, two-sided by doubling the smaller tail."""
    x = RNG.normal(0.5, 1, 12)
    found = stats.permutation_test((x,), np.sum, permutation_type="samples", n_resamples=np.inf)
    assert SignFlip().judge(systems(x)).pvalue == pytest.approx(found.pvalue, rel=1e-9)


@pytest.mark.parametrize(("wins", "losses"), [(7, 1), (40, 25), (700, 610), (0, 3)])
def test_right_and_wrong_answers_give_the_exact_test_of_mcnemar(wins, losses):
    x = np.repeat([1.0, -1.0, 0.0], [wins, losses, 20])
    expected = McNemarExact().arithmetic(PairedCounts(*np.array([10, losses, wins, 10]))).pvalue
    assert SignFlip().judge(systems(x)).pvalue == pytest.approx(float(expected), rel=1e-9)


def test_a_grid_of_many_items_agrees_with_draws():
    x = np.random.default_rng(5).integers(-4, 6, 200) / 5
    exact, drawn = flip_law(x, 1.0, 10, np.random.default_rng(0))
    rng = np.random.default_rng(1)
    sums = np.abs(np.abs(x).sum() - 2 * drawn_sums(np.abs(x)[np.newaxis], 200_000, rng)[0])
    share = float(np.mean(sums >= 20 - 1e-9))
    assert not drawn
    assert float(exact.pvalue(20.0)) == pytest.approx(share, abs=5 * np.sqrt(share / 200_000))


def test_drawn_patterns_count_the_data_as_one():
    x = np.abs(RNG.normal(5, 1, 60))
    verdict = SignFlip(replicates=99).judge(systems(x))
    assert verdict.pvalue == 1 / 100
    assert verdict.is_drawn
    assert verdict.pvalue == SignFlip(replicates=99).judge(systems(x, seed=3)).pvalue


def test_drawn_p_values_are_near_those_of_the_normal_law():
    x = np.random.default_rng(8).normal(0.1, 1, 2000)
    z = x.sum() / np.sqrt((x**2).sum())
    p = 2 * stats.norm.sf(abs(z))
    assert SignFlip(replicates=100_000).judge(systems(x)).pvalue == pytest.approx(p, abs=5 * np.sqrt(p / 1e5))


def test_drawn_sums_are_sums_over_half_of_the_values():
    parts = np.array([np.arange(1.0, 12), np.ones(11)])
    sums, counts = drawn_sums(parts, 50_000, np.random.default_rng(0))
    assert counts.mean() == pytest.approx(5.5, abs=0.05)
    assert sums.var() == pytest.approx((parts[0] ** 2).sum() / 4, rel=0.03)
    assert np.corrcoef(sums, counts)[0, 1] == pytest.approx(66 / np.sqrt(506 * 11), abs=0.02)


def inverted(x, weights, level):
    """The range of delta that the flips of x - weight * delta would not reject, on a fine grid."""
    grid = np.linspace(-4, 4, 4001)
    kept = [delta for delta in grid if enumerated(x - weights * delta) > level]
    return min(kept), max(kept)


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("level", [0.05, 0.2])
def test_the_interval_inverts_the_test(weighted, level):
    d = np.random.default_rng(3).normal(0.4, 1, 8)
    weights = np.random.default_rng(4).uniform(0.5, 1, 8) if weighted else None
    used = np.ones(8) if weights is None else weights / weights.max()
    verdict = SignFlip().judge(systems(d, weights=weights))
    assert verdict.interval(level) == pytest.approx(inverted(d * used, used, level), abs=0.003)


def test_the_interval_of_many_items_is_near_that_of_the_t_test():
    d = np.random.default_rng(9).normal(0.3, 1, 150)
    low, high = SignFlip().judge(systems(d)).interval(0.05)
    expected = stats.t.interval(0.95, 149, d.mean(), stats.sem(d))
    assert (low, high) == pytest.approx(expected, abs=0.012)


def test_the_interval_of_twenty_items_is_thinned_outwards():
    d = np.random.default_rng(10).normal(0.3, 1, 20)
    verdict = SignFlip().judge(systems(d))
    low, high = verdict.interval(0.05)
    on = (np.arange(1, 2**20)[:, np.newaxis] >> np.arange(20)) & 1
    means = np.sort((on @ d) / on.sum(axis=1))
    order = int(0.025 * 2**20)
    assert low == pytest.approx(means[order - 1], abs=2e-4)
    assert low <= means[order - 1]
    assert high >= means[-order]
    assert not verdict.is_drawn


@pytest.mark.parametrize("d", [[0.25, 0.25], [0.3], [0.0], [0.1, 0.2, 0.4, 0.1, 0.2]], ids=str)
def test_a_test_that_could_never_reject_says_so(d):
    verdict = SignFlip().judge(systems(d))
    assert verdict.pvalue >= 0.0625
    assert verdict.decide(0.05) is Decision.OPEN
    assert verdict.interval(0.05) == (-np.inf, np.inf)
    (note,) = verdict.caveats(0.05)
    assert note.kind is NoteKind.NEVER_REJECTS
    assert note["units"] == np.count_nonzero(d)


def test_enough_items_may_reject():
    verdict = SignFlip().judge(systems([0.1, 0.2, 0.4, 0.1, 0.2, 0.1]))
    assert verdict.pvalue == 2 / 2**6
    assert verdict.decide(0.05) is Decision.FIRST
    assert not verdict.caveats(0.05)
    assert verdict.interval(0.05)[0] > 0


def test_without_a_difference_nothing_is_known_of_its_size():
    verdict = SignFlip().judge(systems(np.zeros(30)))
    assert (verdict.pvalue, verdict.interval(0.05)) == (1, (-np.inf, np.inf))


def test_swapping_and_order_change_nothing():
    rng = np.random.default_rng(11)
    for number in range(20):
        d = np.round(rng.normal(0, 1, 30), 1 if number % 2 else 12)
        one, other = SignFlip().judge(systems(d)), SignFlip().judge(systems(d).pair(1, 0))
        mixed = SignFlip().judge(systems(rng.permutation(d)))
        assert one.pvalue == other.pvalue == mixed.pvalue
        assert one.interval(0.1) == tuple(-end for end in reversed(other.interval(0.1))) == mixed.interval(0.1)


def test_clusters_are_swapped_as_a_whole():
    d, clusters = RNG.normal(0.3, 1, 30), np.arange(30) % 9
    verdict = ClusterFlip().judge(systems(d, clusters=clusters))
    assert verdict.pvalue == pytest.approx(enumerated(np.bincount(clusters, d)), rel=1e-9)
    assert verdict.estimate == pytest.approx(d.mean(), rel=1e-12)
    sums, sizes = np.bincount(clusters, d), np.bincount(clusters) * 1.0
    assert verdict.interval(0.1) == pytest.approx(inverted(sums, sizes, 0.1), abs=0.003)


def test_the_names_of_clusters_do_not_matter():
    d, clusters = RNG.normal(0.3, 1, 40), np.arange(40) % 25
    one = ClusterFlip().judge(systems(d, clusters=clusters))
    other = ClusterFlip().judge(systems(d, clusters=100 - 3 * clusters))
    assert (one.pvalue, one.interval(0.05)) == (other.pvalue, other.interval(0.05))


def test_few_clusters_are_refused_with_the_reason():
    scores = systems(np.arange(10) / 10, clusters=np.arange(10) % 5)
    with refused(None, "cluster-flip", "2/2^5", "0.0625", "clustered-t", error=MisfitError):
        ClusterFlip().judge(scores)
    with refused(None, "cluster", error=MisfitError):
        ClusterFlip().judge(systems(np.arange(10) / 10))


def test_clusters_that_are_not_used_are_noted():
    notes = SignFlip().judge(systems(np.arange(40) / 10, clusters=np.arange(40) // 2)).notes
    assert NoteKind.CLUSTERS_IGNORED in {note.kind for note in notes}


def test_replicates_below_one_are_refused():
    with refused("sign-flip.replicates", "0", error=SpecError):
        SignFlip(replicates=0)


def test_the_seed_only_moves_what_is_drawn():
    x = np.random.default_rng(12).normal(0.1, 1, 100)
    one, other = (SignFlip().judge(systems(x, seed=seed)) for seed in (1, 2))
    assert one.estimate == other.estimate
    assert one.pvalue != other.pvalue
    assert one.pvalue == pytest.approx(other.pvalue, abs=0.05)


@pytest.mark.parametrize("bad", [np.inf, np.nan])
def test_scores_that_are_no_numbers_are_refused(bad):
    with refused("scores", "item 1"):
        SignFlip().judge(systems([bad, 1.0, 0.5]))


def test_empty_items_are_refused():
    with refused(None, "sign-flip", "0", error=MisfitError):
        SignFlip().judge(replace(systems([1.0]), items=Items(row_scores=np.zeros((2, 1, 0)))))


def test_scores_that_differ_by_roundings_alone_have_a_law():
    rng = np.random.default_rng(13)
    for _ in range(400):
        count = int(rng.integers(2, 12))
        x = rng.integers(-40, 41, count) * EPS * rng.choice([0.25, 1.0, 4.0])
        x[rng.random(count) < rng.choice([0.0, 0.5])] += rng.choice([0.25, 0.5])
        law, _ = flip_law(x, 1.0, 200, np.random.default_rng(0))
        assert 0 < float(law.pvalue(abs(x.sum()))) <= 1
        assert (np.diff(law.points) > 0).all()
        assert (np.diff(law.tails) < 0).all()
