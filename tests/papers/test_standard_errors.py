"""Standard errors of rates and means, by their formulas."""

import numpy as np
import pytest

from outperform.papers.agreement import Measured, rate_se, smooth_rate
from outperform.papers.bouckaert_frank_2004.printed import share_se
from outperform.papers.wang_2014.rates import rate_errors


@pytest.mark.parametrize(("count", "trials"), [(0, 120), (7, 50), (50, 50)])
def test_the_error_of_a_rate_has_one_hit_and_one_miss_added(count, trials):
    """(count + 1) of (trials + 2), so that none of n is not certain."""
    share = (count + 1) / (trials + 2)
    assert smooth_rate(count / trials, trials) == pytest.approx(share)
    assert rate_se(count / trials, trials) == pytest.approx(np.sqrt(share * (1 - share) / trials))
    assert rate_se(count / trials, trials) > 0


def test_rates_of_an_array_have_the_errors_of_each():
    rates, trials = np.array([0.0, 0.14]), np.array([120, 50])
    assert rate_se(rates, trials) == pytest.approx([rate_se(0.0, 120), rate_se(0.14, 50)])


def test_a_mean_of_independent_estimates_adds_their_variances():
    parts = [Measured(1.0, 0.3), Measured(2.0, 0.4)]
    assert Measured.mean(parts) == pytest.approx((1.5, 0.25))
    assert Measured.mean(parts, shared=True) == pytest.approx((1.5, 0.35))


def test_the_jackknife_of_a_mean_is_its_standard_error():
    """Efron (1982): for a mean the jackknife gives s / sqrt(n) exactly."""
    x = np.random.default_rng(0).standard_normal(9)
    left = (x.sum() - x) / 8
    assert Measured.jackknife(x.mean(), left) == pytest.approx(Measured.over(x))
    assert Measured.jackknife(0.4, left[:2]).se == 1


def test_two_rates_have_the_errors_of_their_common_rate():
    """All trials together, one hit and one miss added to both."""
    ours, theirs = rate_errors(0.1, 200, 0.05, 1000)
    common = (20 + 50 + 1) / 1202
    wanted = [np.sqrt(common * (1 - common) / trials) for trials in (200, 1000)]
    assert [ours, theirs] == pytest.approx(wanted)


@pytest.mark.parametrize(("count", "sets"), [(0, 27), (9, 27), (27, 27), (4, 8)])
def test_a_count_of_27_has_the_error_of_a_share_with_one_hit_and_one_miss_added(count, sets):
    share = (count + 1) / (sets + 2)
    assert share_se(count, sets) == pytest.approx(27 * np.sqrt(share * (1 - share) / sets))
    assert share_se(count, sets) == pytest.approx(share_se(sets - count, sets))
