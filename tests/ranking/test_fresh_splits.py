"""Fresh splits of the same data sets: the law of redrawn differences, and flips that leagues with a known law show."""

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from scipy.stats import ttest_1samp

from outperform.core import LeagueCells, LeagueTable, Scores
from outperform.core.adjust import adjustment_from
from outperform.ranking import Nemenyi, RandomEffectsTest, SignDatasets, TDatasets, Wilcoxon
from outperform.ranking.cells_of import cells_of
from outperform.ranking.fresh_splits import split_flips, winners
from outperform.ranking.redrawn import Redrawn

NAMES = "abcdefgh"


def cells(values, wander, repeats=1, error=None):
    values = np.asarray(values, dtype=float)
    datasets, learners = values.shape
    wander = np.broadcast_to(np.asarray(wander, dtype=float), (datasets, learners, learners)).copy()
    names = tuple(f"d{at}" for at in range(datasets))
    return LeagueCells(names, tuple(NAMES[:learners]), values, error, wander, np.full(datasets, repeats))


def pairs_of(count):
    return np.array(list(combinations(range(count), 2)))


def flips(league, test, adjust="shaffer", pairs=None, seed=0):
    pairs = pairs_of(len(league.learners)) if pairs is None else pairs
    return split_flips(league, test, adjustment_from(adjust), pairs, 0.05, seed)


def test_none_without_repeats():
    league = LeagueCells(("x", "y"), ("a", "b"), np.eye(2))
    assert flips(league, Wilcoxon()) is None


def test_differences_far_beyond_the_noise_are_redrawn_about_themselves():
    """B = 1: d' ~ N(d, V (1/r + 1/r)), jointly over pairs that share a learner."""
    rng = np.random.default_rng(0)
    v = np.array([[1.0, 0.3, 0], [0.3, 2.0, 0], [0, 0, 0.5]])
    league = cells(1000 * rng.normal(size=(9, 3)), v, repeats=4)
    pairs = pairs_of(3)
    drawn = Redrawn.of(league, pairs).draw(rng, 40_000)
    seen = np.stack([league.values[:, a] - league.values[:, b] for a, b in pairs])
    np.testing.assert_allclose(drawn.mean(axis=0), seen, atol=0.03)
    sides = np.array([[1, -1, 0], [1, 0, -1], [0, 1, -1]])
    for at in (0, 5):
        np.testing.assert_allclose(np.cov(drawn[:, :, at].T), sides @ v @ sides.T / 2, atol=0.04)


@pytest.mark.parametrize("noise", [0.3, 1.0, 3.0])
def test_redrawn_differences_follow_the_normal_model(noise):
    """True differences N(mu, t^2) with a flat prior for mu: mean B d_i + (1 - B) mean(d), covariance of the true ones
    B w I + (1 - B) w/N, to which the fresh league's w is added."""
    rng = np.random.default_rng(1)
    n = 12
    d = rng.normal(0, 2, n)
    league = cells(np.column_stack([d, np.zeros(n)]), np.diag([noise, 0.0]))
    b = max(0.0, 1 - (n - 3) / (n - 1) * noise / d.var(ddof=1))
    b = b * d.var(ddof=1) / (b * d.var(ddof=1) + noise) if b else 0.0
    drawn = Redrawn.of(league, np.array([[0, 1]])).draw(rng, 60_000)[:, 0]
    np.testing.assert_allclose(drawn.mean(axis=0), b * d + (1 - b) * d.mean(), atol=0.03)
    wanted = b * noise * np.eye(n) + (1 - b) * noise / n + noise * np.eye(n)
    np.testing.assert_allclose(np.cov(drawn.T), wanted, atol=0.06 * noise + 0.01)


def test_each_learner_against_the_mean_of_all_for_tests_on_ranks():
    rng = np.random.default_rng(2)
    league = cells(100 * rng.normal(size=(6, 4)), np.eye(4))
    drawn = Redrawn.of(league, None).draw(rng, 20_000)
    centred = league.values - league.values.mean(axis=1, keepdims=True)
    np.testing.assert_allclose(drawn.mean(axis=0), centred.T, atol=0.05)
    np.testing.assert_allclose(drawn.sum(axis=1), 0, atol=0.1)  # but for their own factors B


def test_without_noise_nothing_changes():
    rng = np.random.default_rng(3)
    values = rng.normal(size=(15, 4)) + np.array([0, 0.5, 1, 3])
    for test in (Wilcoxon(), Nemenyi()):
        found = flips(cells(values, np.zeros((4, 4))), test)
        assert not found.pairs.any()
        assert found.winner == 0.0


def test_two_learners_by_simulation_of_another_kind():
    """A t test on known normal differences, redrawn one by one."""
    rng = np.random.default_rng(4)
    n, noise = 14, 0.5
    d = rng.normal(0.7, 1.0, n)
    league = cells(np.column_stack([d, np.zeros(n)]), np.diag([noise, 0.0]), repeats=2)
    w, s2 = noise / 2, d.var(ddof=1)
    t2 = s2 - (n - 3) / (n - 1) * w
    b = t2 / (t2 + w)
    here = ttest_1samp(d, 0).pvalue <= 0.05
    mean = b * d + (1 - b) * d.mean()
    root = np.linalg.cholesky(b * w * np.eye(n) + (1 - b) * w / n + w * np.eye(n))
    fresh = mean + rng.normal(size=(20_000, n)) @ root.T
    wanted = np.mean((ttest_1samp(fresh, 0, axis=1).pvalue <= 0.05) != here)
    found = flips(league, TDatasets())
    assert 0.1 < wanted < 0.9
    assert found.pairs[0] == pytest.approx(wanted, abs=0.04)
    assert found.winner == pytest.approx(found.pairs[0])  # of two learners, the winner changes with the pair


def test_seeds_and_baselines():
    rng = np.random.default_rng(5)
    values = rng.normal(size=(12, 4)) + np.array([0, 0.3, 0.6, 0.9])
    league = cells(values, 0.3 * np.eye(4), repeats=2, error=np.broadcast_to(0.2 * np.eye(4), (12, 4, 4)))
    first, again, other = (flips(league, Wilcoxon(), seed=seed) for seed in (1, 1, 2))
    np.testing.assert_array_equal(first.pairs, again.pairs)
    assert (first.pairs != other.pairs).any()
    np.testing.assert_allclose(first.pairs, other.pairs, atol=0.06)
    against = flips(league, RandomEffectsTest(), "holm", np.array([[0, 3], [1, 3], [2, 3]]))
    assert against.winner is None
    assert against.pairs.shape == (3,)
    assert ((against.pairs > 0) & (against.pairs < 1)).any()


def test_missing_cells_stay_missing():
    rng = np.random.default_rng(6)
    values = rng.normal(size=(12, 3)) + np.array([0, 1, 2])
    values[2, 1] = np.nan
    league = cells(values, 0.1 * np.eye(3))
    wander = league.wander.copy()
    wander[2, 1], wander[2, :, 1] = np.nan, np.nan
    found = flips(replace(league, wander=wander), Wilcoxon(), "holm")
    assert not np.isnan(found.pairs).any()


def test_winners():
    pairs = pairs_of(3)
    assert winners(np.array([[1, 1, 0], [-1, 0, 1], [-1, 1, 1], [0, 1, 1], [0, 0, 0]]), pairs, 3).tolist() == [
        0,
        1,
        1,
        -1,
        -1,
    ]


def league_of(rng, n, k, tables, repeats, folds=10):
    """Tables of one league with fresh partitions [table, dataset, learner, repeat, fold]."""
    spread = np.exp(rng.normal(0, 0.5, (n, 1)))
    sd = spread * np.sqrt(0.015) * np.exp(rng.normal(0, 0.35, (n, k)))
    true = rng.normal(0, 2, k) * 0.12 * 1.4 / np.sqrt(n) + 0.12 * rng.normal(size=(n, k))
    runs = true[..., np.newaxis] + sd[..., np.newaxis] * rng.normal(size=(tables, n, k, repeats))
    folds_of = rng.normal(size=(tables, n, k, repeats, folds))
    folds_of -= folds_of.mean(axis=-1, keepdims=True)
    return runs[..., np.newaxis] + spread[:, :, np.newaxis, np.newaxis] * folds_of


def told_and_seen(seed, repeats):
    rng = np.random.default_rng(seed)
    n, k = int(rng.integers(10, 25)), 3
    tables = league_of(rng, n, k, 21, repeats)
    learners = tuple(NAMES[:k])
    names = tuple(map(str, range(n)))
    scores = tuple(Scores(learners, None, x) for x in tables[0])
    league = cells_of(LeagueTable(names, learners, scores, higher_is_better=True))
    pairs = pairs_of(k)
    many = LeagueCells(names, learners, tables.mean(axis=(3, 4)))
    outcomes = Wilcoxon().outcomes(many, pairs)
    adjusted = adjustment_from("shaffer").adjust_many(outcomes.pvalue, [(NAMES[a], NAMES[b]) for a, b in pairs])
    decisions = np.where(adjusted <= 0.05, outcomes.direction, 0)
    return flips(league, Wilcoxon()).pairs, (decisions[1:] != decisions[0]).mean(axis=0)


@pytest.mark.calibration
@pytest.mark.parametrize("repeats", [2, 5])
def test_flips_are_as_frequent_as_foretold(repeats):
    told, seen = np.array([told_and_seen(seed, repeats) for seed in range(150)]).swapaxes(0, 1).reshape(2, -1)
    for low, high in ((0, 0.1), (0.1, 0.3), (0.3, 0.7)):
        inside = (told >= low) & (told < high)
        assert seen[inside].mean() == pytest.approx(told[inside].mean(), abs=0.06)


@pytest.mark.parametrize("scale", [1.0, 1e6])
@pytest.mark.parametrize("test", [Wilcoxon(), SignDatasets(), TDatasets(), Nemenyi()], ids=str)
def test_ties_up_to_rounding_stay_ties_where_splits_change_nothing(test, scale):
    """All repeats gave the same, so other splits decide the same; .1 + .2 is no better than .3 on four data sets."""
    values = np.array([[0.1 + 0.2, 0.3]] * 4 + [[0.3 + 0.01, 0.3]] * 5 + [[0.3, 0.31]])
    found = flips(cells(scale * values, np.zeros((2, 2)), repeats=3), test, "none" if test.for_all_pairs else "holm")
    assert found.pairs.tolist() == [0.0]
    assert found.winner == 0.0
