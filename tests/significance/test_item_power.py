"""What a number of items and samples can find: against other routes."""

from math import ceil, inf

import numpy as np
import pytest
from scipy import stats

from outperform.core import Items, Scores
from outperform.significance.item_power import Aim, CountPower, MeanPower, discordant_range
from outperform.significance.item_values import item_values
from outperform.significance.mcnemar import McNemarMidP
from outperform.significance.paired_counts import PairedCounts
from outperform.significance.samples import sample_noise

AIM = Aim(0.05, 0.8)
SHARED = MeanPower(items=100, samples=5.0, omega=0.2, sigma=0.5, df=99.0)


def t_power(items, ratio):
    """Return the power of a two-sided paired t test by the noncentral t distribution."""
    df = items - 1
    critical = stats.t.isf(0.025, df)
    return stats.nct.sf(critical, df, ratio * items**0.5) + stats.nct.cdf(-critical, df, ratio * items**0.5)


def midp_power(items, share, difference):
    """Return the power of McNemar's mid-p test by enumerating all tables."""
    won = (1 + difference / share) / 2
    found = 0.0
    for discordant in range(items + 1):
        first = np.arange(discordant + 1)
        none = np.zeros_like(first)
        p = McNemarMidP().arithmetic(PairedCounts(none, discordant - first, first, none)).pvalue
        found += stats.binom.pmf(discordant, items, share) * stats.binom.pmf(first, discordant, won)[p <= 0.05].sum()
    return found


@pytest.mark.parametrize("difference", [1.0, 0.7, 0.5, 0.3, 0.1])
def test_items_for_a_mean_have_the_power_of_the_noncentral_t(difference):
    items = MeanPower(50, 1.0, 1.0, None, 49.0).items_for(difference, 1.0, AIM)
    assert 0.795 <= t_power(items, difference) <= 0.81


@pytest.mark.parametrize(
    ("share", "difference", "most"), [(0.2, 0.1, 0.82), (0.3, 0.05, 0.81), (0.5, 0.3, 0.83), (0.1, 0.08, 0.87)]
)
def test_items_for_right_and_wrong_have_the_power_by_enumeration(share, difference, most):
    items = CountPower(100, share).items_for(difference, 1.0, AIM)
    assert 0.8 <= midp_power(int(items), share, difference) <= most


def test_a_difference_needs_as_many_discordant_items():
    few, enough = CountPower(100, 0.01), CountPower(100, 0.2)
    assert few.items_for(0.2, 1.0, AIM) == enough.items_for(0.2, 1.0, AIM)
    assert midp_power(int(few.items_for(0.2, 1.0, AIM)), 0.2, 0.2) >= 0.8


@pytest.mark.parametrize("samples", [1.0, 5.0, inf])
def test_many_items_follow_the_normal_formula(samples):
    z = stats.norm.isf(0.025) + stats.norm.isf(0.2)
    plain = z**2 * (0.2 + 0.5 / samples) / 0.01**2
    assert 0 <= SHARED.items_for(0.01, samples, AIM) - ceil(plain) <= 3  # t instead of z adds about two items


@pytest.mark.parametrize("power", [SHARED, CountPower(100, 0.3)])
def test_the_smallest_difference_is_the_other_side_of_the_items_needed(power):
    least = power.smallest(100, power.samples, AIM)
    assert power.items_for(least, power.samples, AIM) == 100
    assert power.items_for(0.99 * least, power.samples, AIM) > 100


def test_samples_help_until_the_items_limit_them():
    endless = SHARED.smallest(100, inf, AIM)
    assert SHARED.samples_for(0.99 * endless, AIM) == inf
    needed = SHARED.samples_for(1.05 * endless, AIM)
    assert SHARED.finds(1.05 * endless, 100, needed, AIM)
    assert not SHARED.finds(1.05 * endless, 100, needed - 1, AIM)


@pytest.mark.parametrize(("item", "sample"), [(2.0, 0.1), (0.0, 1.0), (1.0, 0.0), (10.0, 0.01), (0.0, 0.0)])
def test_the_cheapest_set_is_that_of_brute_force(item, sample):
    def cost(samples):
        return SHARED.items_for(0.1, samples, AIM) * (item + 2 * sample * samples)

    items, samples, found = SHARED.cheapest(0.1, AIM, item, sample)
    assert found == pytest.approx(min(cost(float(each)) for each in range(1, 1001)))
    assert (items, found) == (SHARED.items_for(0.1, samples, AIM), cost(samples))


def test_the_best_number_of_samples_is_neymans():
    """Costs c + 2 C K: the best K is sqrt(sigma^2 c / (2 C omega^2))."""
    _, samples, _ = SHARED.cheapest(0.02, AIM, 10.0, 0.25)
    assert samples == round((0.5 * 10 / (0.5 * 0.2)) ** 0.5)


def test_variances_of_unequal_samples():
    rng = np.random.default_rng(0)
    scored = rng.normal(size=(2, 4, 60)) + rng.normal(size=(2, 1, 60))
    scored[1, 2:] = np.nan  # the second system has two samples
    scores = Scores(("a", "b"), None, np.nanmean(scored, axis=(1, 2))[:, None, None], items=Items(row_scores=scored))
    power = MeanPower.of(item_values(scores), sample_noise(scores), inf)
    own = [np.var(scored[0], axis=0, ddof=1).mean(), np.var(scored[1, :2], axis=0, ddof=1).mean()]
    differences = scored[0].mean(axis=0) - scored[1, :2].mean(axis=0)
    assert power.sigma == pytest.approx(sum(own))
    assert power.omega == pytest.approx(differences.var(ddof=1) - own[0] / 4 - own[1] / 2)


def test_clusters_count_instead_of_items():
    rng = np.random.default_rng(1)
    shared = np.repeat(rng.normal(size=20), 5)
    scored = np.stack([shared, np.zeros(100)])[:, None]
    items = Items(row_scores=scored, clusters=np.arange(100) // 5)
    scores = Scores(("a", "b"), None, scored.mean(axis=2, keepdims=True), items=items)
    power = MeanPower.of(item_values(scores), None, inf)
    assert power.omega == pytest.approx(5 * shared[::5].var(ddof=1))  # all items of a cluster are alike
    assert power.df == pytest.approx(19)
    single = MeanPower(20, 1.0, shared[::5].var(ddof=1), None, 19.0)
    assert power.items_for(0.5, 1.0, AIM) == pytest.approx(5 * single.items_for(0.5, 1.0, AIM), abs=5)


def test_scores_without_bounds_and_sets_that_can_show_nothing():
    assert MeanPower(10, 1.0, 1e-20, None, 9.0).smallest(10, 1.0, AIM) == pytest.approx(1e-10, rel=0.1)
    assert MeanPower(2, 1.0, 1.0, None, 1.0, reach=1.0).smallest(2, 1.0, AIM) == inf
    assert CountPower(3, 0.5).smallest(3, 1.0, AIM) == inf


def test_the_range_of_a_share():
    exact = stats.binomtest(7, 50).proportion_ci(0.9, "exact")
    assert discordant_range(7, 50, 0.05) == pytest.approx((exact.low, exact.high))
    assert (discordant_range(0, 50, 0.05)[0], discordant_range(50, 50, 0.05)[1]) == (0, 1)
