"""The numbers of stability by a second route: brute simulation of its model, and formulas with scipy's laws."""

from dataclasses import replace

import numpy as np
import pytest
from scipy import stats

from outperform.core import Reason, Refusal, Scores
from outperform.significance.differences import Differences
from outperform.significance.flip import (
    CorrectedRule,
    SortedRule,
    Wander,
    chance_of_rejection,
    refusal_of,
    wander_of_corrected,
    wander_of_rows,
    wander_of_sorted,
)
from outperform.significance.rows import row_noise

RULE = CorrectedRule(10, 1 / 9)
DRAWS = 200_000


def table(seed=0, repeats=5, folds=10, shift=0.6):
    return shift + np.random.default_rng(seed).standard_normal((repeats, folds))


def differences(x, ratio=1 / 9):
    return Differences(x, np.array(np.abs(x).max()), ratio)


def numeric_influence(theta_of, x):
    """Return how theta moves as the weight of each repeat grows, per share of that weight."""
    repeats, step = len(x), 1e-5
    found = []
    for repeat in range(repeats):
        ends = []
        for sign in (1, -1):
            weights = np.full(repeats, 1 / repeats)
            weights[repeat] += sign * step
            ends.append(theta_of(weights / weights.sum(), x))
        found.append((ends[0] - ends[1]) / (2 * step))
    return np.array(found)


def corrected_theta(weights, x):
    mean = weights @ x.mean(axis=1)
    return mean / np.sqrt(weights @ ((x - mean) ** 2).mean(axis=1) * x.size / (x.size - 1))


def sorted_theta(weights, x):
    y = weights @ np.sort(x, axis=1)
    return y.mean() / y.std(ddof=1)


@pytest.mark.parametrize(
    ("measure", "theta_of"), [(wander_of_corrected, corrected_theta), (wander_of_sorted, sorted_theta)]
)
@pytest.mark.parametrize(("repeats", "folds"), [(2, 10), (7, 5)])
@pytest.mark.parametrize("sign", [1, -1])
def test_the_noise_is_the_spread_of_the_influences_with_four_prior_degrees_of_freedom(
    measure, theta_of, repeats, folds, sign
):
    """tau^2 = (4 prior + sum of squared influences)/(4 + r - 1), prior = .1/k + theta^2/(2(k - 1))."""
    x = sign * table(repeats, repeats, folds)
    wander = measure(differences(x))
    theta = theta_of(np.full(repeats, 1 / repeats), x)
    influence = numeric_influence(theta_of, x)
    prior = 0.1 / folds + theta**2 / (2 * (folds - 1))
    spread = ((influence - influence.mean()) ** 2).sum()
    assert wander.theta == pytest.approx(theta, rel=1e-9)
    assert wander.df == repeats + 3
    assert wander.tau == pytest.approx(
        np.sqrt((4 * prior + spread) / (repeats + 3)), rel=0.3 / x.size
    )  # s^2 is over N - 1
    assert (wander.repeats, wander.basis) == (repeats, "repeats")


def test_random_splits_have_the_noise_of_a_single_difference():
    """One split per repeat: the prior is that of m/s of independent values, 1 + theta^2/2."""
    x = table(3, 30, 1)
    wander = wander_of_corrected(differences(x, 0.25))
    theta, influence = corrected_theta(np.full(30, 1 / 30), x), numeric_influence(corrected_theta, x)
    spread = ((influence - influence.mean()) ** 2).sum()
    assert wander.tau == pytest.approx(np.sqrt((4 * (1 + theta**2 / 2) + spread) / 33), rel=0.3 / x.size)


def test_one_repeat_has_its_prior_alone():
    x = table(4, 1)
    wander = wander_of_corrected(differences(x))
    assert wander.tau == pytest.approx(np.sqrt(0.01 + wander.theta**2 / 18))
    assert (wander.df, wander.basis) == (4, "assumed")


def drawn(wander, rng):
    """Draw where endless repeats lead, given this run: the noise by its degrees of freedom, then the place."""
    tau = wander.tau * np.sqrt(wander.df / rng.chisquare(wander.df, DRAWS))
    return tau, wander.theta + tau / np.sqrt(wander.repeats) * rng.standard_normal(DRAWS)


def same_share(found, hits):
    """Whether a probability is that of the hits, by a bound that chance breaks once in a million."""
    bound = 5 * np.sqrt(hits.mean() * (1 - hits.mean()) / hits.size) + 1e-9
    return abs(found - hits.mean()) < bound


WANDERS = [
    pytest.param(Wander(RULE, 0.6, 0.25, 5.0, 2), id="open, few degrees of freedom"),
    pytest.param(Wander(RULE, 0.8, 0.25, 13.0, 10), id="rejected"),
    pytest.param(Wander(RULE, -0.8, 0.25, 13.0, 10), id="rejected, the other way"),
    pytest.param(Wander(RULE, 0.1, 3.0, 6.0, 3), id="both sides"),
    pytest.param(Wander(RULE, 0.7, 0.3, 6.0, 3, fresh=20), id="a fresh run of more repeats"),
    pytest.param(Wander(CorrectedRule(10, 1 / 9, 1.3), 0.7, 0.3, 6.0, 3), id="a cautious threshold"),
    pytest.param(Wander(SortedRule(10), 0.7, 0.4, 7.0, 4), id="sorted"),
]


@pytest.mark.parametrize("wander", WANDERS)
def test_p_flip_is_the_share_of_simulated_fresh_runs_that_decide_otherwise(wander):
    rng = np.random.default_rng(1)
    tau, places = drawn(wander, rng)
    fresh = places + tau / np.sqrt(max(wander.repeats, wander.fresh)) * rng.standard_normal(DRAWS)
    threshold = float(wander.rule.threshold(np.array(float(wander.repeats)), 0.05))
    assert same_share(wander.flips(0.05), (np.abs(fresh) >= threshold) != (abs(wander.theta) >= threshold))


@pytest.mark.parametrize("wander", WANDERS)
def test_p_flip_limit_is_the_share_of_places_where_endless_repeats_decide_otherwise(wander):
    _, places = drawn(wander, np.random.default_rng(2))
    here = abs(wander.theta) >= float(wander.rule.threshold(np.array(float(wander.repeats)), 0.05))
    end = float(wander.rule.threshold(np.array(np.inf), 0.05))
    assert same_share(wander.flips_in_the_limit(0.05), (np.abs(places) >= end) != here)


@pytest.mark.parametrize("wander", WANDERS)
def test_the_p_value_interval_holds_the_p_values_of_95_of_100_simulated_fresh_runs(wander):
    """Where the interval of theta includes 0, the p-value reaches 1."""
    rng = np.random.default_rng(3)
    tau, places = drawn(wander, rng)
    fresh = places + tau / np.sqrt(max(wander.repeats, wander.fresh)) * rng.standard_normal(DRAWS)
    low, high = wander.pvalue_interval()
    p = wander.rule.pvalue(fresh, wander.repeats)
    toward = fresh * np.sign(wander.theta)  # 2.5% below the near end, 2.5% beyond the far end
    assert same_share(0.025, (p < low) & (toward > 0))
    if high < 1:
        assert same_share(0.025, (toward < 0) | (p > high))
    else:
        assert (toward < 0).mean() > 0.025


def test_the_p_value_interval_by_quantiles():
    """theta -+ t(.975, df) tau sqrt(2/r), read as p-values of the corrected t test."""
    wander = Wander(RULE, 0.6, 0.2, 8.0, 5)
    reach = stats.t.ppf(0.975, 8) * 0.2 * np.sqrt(2 / 5)
    wanted = [2 * stats.t.sf((0.6 + side * reach) / np.sqrt(1 / 50 + 1 / 9), 49) for side in (1, -1)]
    assert wander.pvalue_interval() == pytest.approx(wanted, rel=1e-9)
    low, high = replace(wander, theta=0.1).pvalue_interval()
    assert low == pytest.approx(2 * stats.t.sf((0.1 + reach) / np.sqrt(1 / 50 + 1 / 9), 49), rel=1e-9)
    assert high == 1.0


@pytest.mark.parametrize("theta", [np.inf, -np.inf])
def test_an_endless_theta_stands(theta):
    wander = Wander(RULE, theta, 0.0, 8.0, 5)
    assert (wander.flips(0.05), wander.flips_in_the_limit(0.05), wander.pvalue_interval()) == (0.0, 0.0, (0.0, 0.0))
    assert wander.agreement(0.0, np.array([1.0, 5.0]), 0.05).tolist() == [1.0, 1.0]


@pytest.mark.parametrize("measure", [wander_of_corrected, wander_of_sorted])
@pytest.mark.parametrize("value", [0.25, -0.25, 0.0])
def test_folds_that_are_all_alike_stand(measure, value):
    """theta has the sign of the difference and no end, or is 0."""
    still = measure(differences(np.full((3, 10), value)))
    assert still.theta == (np.sign(value) * np.inf if value else 0.0)
    assert (still.tau, still.repeats, still.df) == (0.0, 3, 6)
    assert (still.flips(0.05), still.flips_in_the_limit(0.05)) == (0.0, 0.0)
    p = 2 / 2 ** (30 if measure is wander_of_corrected else 10) if value else 1.0  # as the test, by random signs
    assert still.pvalue_interval() == (p, p)


@pytest.mark.parametrize(("centre", "chance"), [(0.5, 1.0), (0.75, 1.0), (0.25, 0.0), (np.inf, 1.0)])
def test_without_noise_the_place_decides(centre, chance):
    """At the threshold p is the level, which is rejected."""
    assert chance_of_rejection(centre, 0.0, 0.5, 5.0) == chance


def test_a_better_centre_moves_the_limit_alone():
    wander = Wander(RULE, 0.6, 0.1, 8.0, 5)
    better = replace(wander, centre=0.8)
    assert better.flips(0.05) == wander.flips(0.05)
    threshold = stats.norm.ppf(0.975) / 3
    beyond = stats.t.sf((threshold - 0.8) / (0.1 / np.sqrt(5)), 8)
    assert better.flips_in_the_limit(0.05) == pytest.approx(beyond, rel=1e-6)


@pytest.mark.parametrize("wander", WANDERS)
@pytest.mark.parametrize("repeats", [2, 30])
def test_agreement_is_that_of_two_simulated_runs(wander, repeats):
    """The noise is as given; where endless repeats lead has t's law about this run."""
    rng = np.random.default_rng(4)
    places = wander.theta + wander.tau / np.sqrt(wander.repeats) * rng.standard_t(wander.df, DRAWS)
    runs = places + wander.tau / np.sqrt(repeats) * rng.standard_normal((2, DRAWS))
    rejected = np.abs(runs) >= float(wander.rule.threshold(np.array(float(repeats)), 0.05))
    (found,) = wander.agreement(wander.tau, np.array([float(repeats)]), 0.05)
    hits = rejected[0] == rejected[1]
    assert found == pytest.approx(hits.mean(), abs=5 * np.sqrt(0.25 / DRAWS) + 1e-3)  # 201 places


def test_the_repeats_needed_are_those_of_the_10_and_90_percent_points_of_the_noise():
    wander = Wander(RULE, 0.8, 0.3, 13, 10)
    for place, share in enumerate((0.9, 0.1)):
        tau = 0.3 * np.sqrt(13 / stats.chi2.ppf(share, 13))
        everywhere = wander.agreement(float(tau), np.arange(1.0, 1001), 0.05)
        stays = np.minimum.accumulate(everywhere[::-1])[::-1]
        wanted = [int(np.argmax(stays >= least)) + 1 if stays.max() >= least else None for least in (0.9, 0.95, 0.99)]
        assert [span[place] for span in wander.needed(0.05)] == wanted


@pytest.mark.parametrize("factor", [1.0, 1.3])
@pytest.mark.parametrize("repeats", [1, 4])
def test_a_cautious_threshold_is_higher_by_the_factor(factor, repeats):
    rule = CorrectedRule(5, 0.25, factor)
    direct = stats.t.ppf(0.975, 5 * repeats - 1) * np.sqrt(1 / (5 * repeats) + 0.25) * factor
    assert float(rule.threshold(np.array(float(repeats)), 0.05)) == pytest.approx(direct, rel=1e-12)
    assert float(rule.pvalue(np.array(-direct), repeats)) == pytest.approx(0.05, rel=1e-9)
    assert float(rule.pvalue(np.array(0.0), repeats)) == 1.0


def test_the_threshold_of_sorted_runs_is_students():
    direct = stats.t.ppf(0.99, 9) / np.sqrt(10)
    np.testing.assert_allclose(SortedRule(10).threshold(np.array([1.0, 50.0]), 0.02), [direct, direct])


def scores(n_test=10, missing=(), shape=(2, 10)):
    values = np.random.default_rng(5).random((2, *shape))
    for place in missing:
        values[(slice(None), *place)] = np.nan
    return Scores(("a", "b"), None, values, np.full(shape, 90), np.full(shape, n_test))


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        (scores(), None),
        (scores(missing=[(0, 3)]), Reason.LEFT_OUT),
        (scores(n_test=1), Reason.NO_OTHER),
        (scores(n_test=1, shape=(10, 1)), None),  # one row at random, and another next time
        (Scores(("a", "b"), None, np.random.default_rng(5).random((2, 2, 10)), None, None), None),
    ],
    ids=["all there", "a split is missing", "every row alone", "single rows at random", "no sizes"],
)
def test_what_cannot_tell_says_why(given, reason):
    assert refusal_of(given) == (None if reason is None else Refusal(reason))


def dealt(rng, n, folds, repeats):
    return np.stack([rng.permutation(n) % folds for _ in range(repeats)])


@pytest.mark.parametrize("value", [0.25, -0.25, 0.0])
def test_rows_that_are_all_alike_have_no_noise(value):
    """Nothing varies: theta has the sign of the mean and no end, and the verdict stands."""
    d = np.full((3, 40), value)
    rows = row_noise(d, dealt(np.random.default_rng(6), 40, 10, 3), 10)
    assert (rows.variance, rows.tau, rows.phi) == (0.0, 0.0, 1.0)
    assert rows.theta == (np.sign(value) * np.inf if value else 0.0)
    still = wander_of_rows(differences(table(7, 3)), rows)
    assert (still.tau, still.flips(0.05), still.repeats) == (0.0, 0.0, 3)


@pytest.mark.parametrize(("v", "w"), [(0.0, 1.0), (1.0, 0.0), (0.3, 0.5)])
def test_the_noise_of_a_mean_is_unbiased_on_a_few_rows(v, w):
    """Rows move with variance v, whole folds with w: prior, folds and means, each by its degrees of freedom.

    A fold's mean has variance w + v/n2, a repeat's w/k + v/n, a row's w + v; r = 3, k = 4, n = 24.
    """
    rng = np.random.default_rng(8)
    found, spreads = [], []
    for _ in range(4000):
        labels = dealt(rng, 24, 4, 3)
        shift = np.sqrt(w) * rng.standard_normal((3, 4))
        d = np.sqrt(v) * rng.standard_normal((3, 24)) + np.take_along_axis(shift, labels, axis=1)
        rows = row_noise(d, labels, 4)
        found.append(rows.mean_noise)
        spreads.append((rows.variance, (10 * 3 * d.var(axis=1, ddof=1).mean() / 6 + 9 * 4 * rows.mean_noise) / 39))
    wanted = (10 * 1.15 * (v + w) / 24 + 6 * (w + v / 6) / 4 + 2 * (w / 4 + v / 24)) / 18
    assert np.mean(found) == pytest.approx(wanted, abs=5 * np.std(found) / np.sqrt(4000) + 0.004 * wanted)
    mine, summed = np.array(spreads).T  # sum of squares of a table of ten repeats: r(k - 1) W + (r - 1) k V
    np.testing.assert_allclose(mine, summed)


def test_the_mean_of_rows_and_their_degrees_of_freedom():
    rng = np.random.default_rng(9)
    d = rng.standard_normal((3, 40)) + 0.5
    rows = row_noise(d, dealt(rng, 40, 10, 3), 10)
    assert rows.mean == pytest.approx(d.mean())
    assert rows.df == 10 + 9 * 2 + 2  # prior, folds within repeats, repeats
    assert (rows.repeats, rows.folds) == (3, 10)
    assert rows.theta == pytest.approx(rows.mean / np.sqrt(rows.variance))
    assert rows.tau == pytest.approx(np.sqrt(rows.mean_noise / rows.variance))


def test_one_repeat_of_rows_knows_its_prior_alone():
    rng = np.random.default_rng(10)
    rows = row_noise(rng.standard_normal((1, 40)), dealt(rng, 40, 10, 1), 10)
    assert (rows.mean_noise, rows.df, rows.phi) == (0.0, 10.0, 1.0)


def test_rows_measure_the_noise_of_the_mean_and_folds_that_of_the_spread():
    """tau^2 = V_m/s^2 + theta^2/(2(k - 1)), s from rows, theta from folds; the centre is that of the rows."""
    rng = np.random.default_rng(11)
    d = rng.standard_normal((4, 50)) + rng.standard_normal(50) + 0.4
    labels = dealt(rng, 50, 5, 4)
    rows = row_noise(d, labels, 5)
    x = np.array([[d[t, labels[t] == fold].mean() for fold in range(5)] for t in range(4)])
    wander = wander_of_rows(differences(x, 0.25), rows)
    assert wander.theta == pytest.approx(x.mean() / x.std(ddof=1))
    assert wander.tau == pytest.approx(np.sqrt(rows.mean_noise / rows.variance + wander.theta**2 / 8))
    assert (wander.df, wander.repeats, wander.centre, wander.basis) == (rows.df, 4, rows.theta, "rows")
