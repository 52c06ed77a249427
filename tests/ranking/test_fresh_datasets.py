"""Fresh data sets: against closed forms for normal scores and for Student's t, and what must hold."""

from itertools import combinations

import numpy as np
import pytest
from scipy.stats import nct, norm, t

from outperform.core import LeagueCells, PairsTest
from outperform.core.adjust import adjustment_from
from outperform.ranking import CATALOGUE, Nemenyi, TDatasets, Wilcoxon
from outperform.ranking._effect_table import SIZES, WIDTHS, EffectTable
from outperform.ranking.fresh_datasets import SPREADS, _spread, dataset_flips

NONE = adjustment_from("none")


def league(values, error=None):
    values = np.asarray(values, dtype=float)
    names = tuple(f"d{at}" for at in range(len(values)))
    return LeagueCells(names, tuple("abcdefghij"[: values.shape[1]]), values, error)


def pairs_of(count):
    return np.array(list(combinations(range(count), 2)))


def test_a_normal_score_alone_says_that_the_difference_is_normal_about_it():
    z = np.array([-1.5, 0.0, 2.3, 4.0])
    likely = EffectTable.normal().likely(z)
    np.testing.assert_allclose(likely.sum(axis=-1), 1)
    np.testing.assert_allclose(likely @ SIZES, z, atol=0.01)
    np.testing.assert_allclose(likely @ SIZES**2 - z**2, 1 + 0.5**2 / 12, atol=0.01)  # and the width of the sizes


@pytest.mark.parametrize("spread", [0.5, 1.5, 4.0])
def test_normal_scores_and_a_known_spread_give_the_closed_form(spread):
    """z' ~ N(K z, 1 + K), K = w^2 / (1 + w^2)."""
    table = EffectTable.normal()
    z, limit = np.array([0.2, 1.0, 1.9, 2.5, 3.5]), 1.96
    weight = table.likelihood(z) * norm.pdf(SIZES / spread) * WIDTHS
    beyond = 1 - table.below(np.array(limit))
    k = spread**2 / (1 + spread**2)
    found = (weight * beyond).sum(axis=-1) / weight.sum(axis=-1)
    np.testing.assert_allclose(found, norm.sf(limit, k * z, np.sqrt(1 + k)), atol=0.01)


@pytest.mark.parametrize("spread", [0.0, 1.0, 3.0, 8.0])
def test_many_learners_show_how_far_they_are_apart(spread):
    """Learners N(0, w^2/2) that are seen with a variance of 1/2, so that differences have 1 + w^2."""
    x = np.random.default_rng(7).normal(0, np.sqrt((1 + spread**2) / 2), 60)
    z = np.array([first - second for first, second in combinations(x, 2)])
    found = _spread(EffectTable.normal().likelihood(z), 60)
    assert found @ SPREADS == pytest.approx(spread, abs=0.5 + 0.1 * spread)


def test_two_learners_by_the_noncentral_t_distribution():
    """The difference delta has the distribution function P(T >= t | delta); a fresh league is decided by T again."""
    rng = np.random.default_rng(1)
    grid = np.linspace(-4, 11, 601)
    for centre in (0.2, 0.55, 1.0):
        d = centre + rng.normal(size=15)
        seen = d.mean() / d.std(ddof=1) * np.sqrt(15)
        limit = t.isf(0.025, 14)
        weight = np.diff(np.nan_to_num(nct.sf(seen, 14, grid)))
        middle = (grid[1:] + grid[:-1]) / 2
        up, down = np.nan_to_num(nct.sf(limit, 14, middle), nan=1), np.nan_to_num(nct.cdf(-limit, 14, middle))
        change = 1 - up if seen > limit else 1 - down if seen < -limit else up + down
        wanted = (weight * change).sum() / weight.sum()
        found = dataset_flips(league(np.column_stack([5 + d, np.full(15, 5.0)])), TDatasets(), NONE, pairs_of(2), 0.05)
        assert found[0] == pytest.approx(wanted, abs=0.02)


@pytest.mark.parametrize("test", [each() for each in CATALOGUE.values() if issubclass(each, PairsTest)], ids=str)
def test_every_test_of_pairs_has_chances(test):
    rng = np.random.default_rng(2)
    values = 10 + rng.normal(size=(20, 5)) + np.array([0, 0.1, 0.4, 0.9, 3])
    cells = league(values, np.broadcast_to(0.3 * np.eye(5), (20, 5, 5)))
    found = dataset_flips(cells, test, adjustment_from("shaffer"), pairs_of(5), 0.05)
    assert ((found >= 0) & (found <= 1)).all()
    assert found[3] < 0.3  # far apart
    reversed_ = dataset_flips(cells, test, adjustment_from("shaffer"), pairs_of(5)[:, ::-1], 0.05)
    np.testing.assert_allclose(found, reversed_, atol=1e-9)


def test_the_worse_the_pvalue_the_more_likely_another_decision():
    rng = np.random.default_rng(3)
    noise = rng.normal(size=20)
    noise -= noise.mean()
    leads = (0.5, 0.7, 0.9, 1.8)
    found = [
        dataset_flips(
            league(np.column_stack([9 + lead + noise, np.full(20, 9.0)])), Wilcoxon(), NONE, pairs_of(2), 0.05
        )[0]
        for lead in leads
    ]
    assert found == sorted(found, reverse=True)
    assert found[0] > 0.3
    assert found[-1] < 0.05


def test_a_pair_alone_is_trusted_more_than_one_of_many_equal_learners():
    """All others are alike, so that a small lead is more likely to be chance."""
    rng = np.random.default_rng(4)
    noise = rng.normal(size=(25, 8))
    noise -= noise.mean(axis=0)
    noise[:, 0] += 0.9
    alone, among = (dataset_flips(league(10 + noise[:, :k]), TDatasets(), NONE, pairs_of(k), 0.05)[0] for k in (2, 8))
    assert among > alone + 0.1


def test_pairs_that_never_differ_cannot_change():
    values = np.column_stack([np.arange(1.0, 11), np.arange(1.0, 11), np.arange(1.0, 11) + 0.5])
    found = dataset_flips(league(values), Wilcoxon(), NONE, pairs_of(3), 0.05)
    assert found[0] == 0.0


def test_with_a_baseline_all_pairs_tell_of_the_spread():
    rng = np.random.default_rng(5)
    cells = league(10 + rng.normal(size=(20, 4)) + np.array([0, 0.2, 0.5, 1]))
    everyone = dataset_flips(cells, Wilcoxon(), NONE, pairs_of(4), 0.05)
    against = dataset_flips(cells, Wilcoxon(), NONE, np.array([[0, 3], [1, 3], [2, 3]]), 0.05)
    np.testing.assert_allclose(against, everyone[[2, 4, 5]])


def test_extremes():
    same = league(np.column_stack([np.full(8, 2.0), np.full(8, 1.0), np.full(8, 1.0)]))  # p = 0 by convention
    found = dataset_flips(same, TDatasets(), NONE, pairs_of(3), 0.05)
    assert not np.isnan(found).any()
    many = league(np.random.default_rng(6).normal(size=(400, 3)) + np.array([0, 0, 5]))
    assert dataset_flips(many, Nemenyi(), NONE, pairs_of(3), 0.05)[1] < 0.01
    assert SPREADS[0] > 0
