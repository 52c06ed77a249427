"""The chance that another partition decides otherwise."""

from dataclasses import replace

import numpy as np
import pytest
from scipy import stats

from outperform.core import Floats, Ints
from outperform.significance.differences import Differences
from outperform.significance.flip import (
    CorrectedRule,
    DataFactor,
    SortedRule,
    Wander,
    _mean_over_sd,
    chance_of_rejection,
    wander_of_corrected,
    wander_of_rows,
    wander_of_sorted,
)
from outperform.significance.rows import row_noise

RULE = CorrectedRule(10, 1 / 9)


@pytest.mark.parametrize(("repeats", "expected"), [(1, 1.039), (2, 0.840), (10, 0.691), (np.inf, 0.653)])
def test_thresholds_are_those_of_the_corrected_test(repeats: float, expected: float) -> None:
    """t_{kr-1, .975} sqrt(1/(kr) + 1/9) by scipy's quantiles, k = 10."""
    assert float(RULE.threshold(np.array(repeats), 0.05)) == pytest.approx(expected, abs=5e-4)
    if np.isfinite(repeats):
        direct = stats.t.ppf(0.975, 10 * repeats - 1) * np.sqrt(1 / (10 * repeats) + 1 / 9)
        assert float(RULE.threshold(np.array(repeats), 0.05)) == pytest.approx(direct, rel=1e-12)


def test_the_p_value_at_the_threshold_is_the_level() -> None:
    for rule in (RULE, SortedRule(10)):
        edge = rule.threshold(np.array(10.0), 0.05)
        assert float(rule.pvalue(edge, 10)) == pytest.approx(0.05, rel=1e-9)


def test_the_chance_of_rejection_is_that_of_a_t_variable() -> None:
    draws = np.abs(0.6 + 0.1 * stats.t.rvs(7, size=400_000, random_state=1))
    share = float((draws >= 0.69).mean())
    bound = 5 * np.sqrt(share * (1 - share) / 400_000)
    assert chance_of_rejection(0.6, 0.1, 0.69, 7) == pytest.approx(share, abs=bound)


def _table(rng: np.random.Generator, theta: float, repeats: int = 10) -> Floats:
    return theta + rng.standard_normal((repeats, 10))


def _of(x: Floats) -> Differences:
    return Differences(x, np.array(np.abs(x).max()), 1 / 9)


def test_a_verdict_at_the_threshold_is_a_coin_toss() -> None:
    wander = Wander(RULE, 0.6905, 0.2, 13, 10)
    assert wander.flips(0.05) == pytest.approx(0.5, abs=0.01)


def test_a_verdict_far_from_the_threshold_stands() -> None:
    assert Wander(RULE, 3.0, 0.2, 13, 10).flips(0.05) < 1e-6
    assert Wander(RULE, 0.0, 0.05, 13, 10).flips(0.05) < 1e-6


def test_swapping_the_learners_changes_nothing() -> None:
    x = _table(np.random.default_rng(3), 0.5)
    one, other = (wander_of_corrected(_of(side)).replicability(0.05) for side in (x, -x))
    assert one == other
    one, other = (wander_of_sorted(_of(side)).replicability(0.05) for side in (x, -x))
    assert one.p_flip == pytest.approx(other.p_flip, rel=1e-9)


def test_the_order_of_repeats_and_folds_does_not_matter() -> None:
    rng = np.random.default_rng(4)
    x = _table(rng, 0.5)
    mixed = rng.permuted(x[rng.permutation(10)], axis=1)
    one, other = (wander_of_corrected(_of(side)).flips(0.05) for side in (x, mixed))
    assert one == pytest.approx(other, rel=1e-9)


def test_the_influence_is_the_derivative_of_theta() -> None:
    """A repeat counted with a little more weight moves theta by its influence."""
    x = _table(np.random.default_rng(5), 0.7)
    theta, influence = _mean_over_sd(_of(x))
    assert influence is not None
    for repeat in range(10):
        weights = np.ones(10)
        weights[repeat] += 1e-6
        weights /= weights.sum()
        mean = float(weights @ x.mean(axis=1))
        sd = np.sqrt(float(weights @ ((x - mean) ** 2).mean(axis=1)) * 100 / 99)
        assert (mean / sd - theta) * 10 / 1e-6 == pytest.approx(influence[repeat], abs=0.02)


def test_one_repeat_is_assumed() -> None:
    wander = wander_of_corrected(_of(_table(np.random.default_rng(6), 0.5, repeats=1)))
    assert wander.basis == "assumed"
    assert 0 < wander.flips(0.05) < 1


def test_no_spread_never_flips() -> None:
    for value in (0.0, 0.1):
        found = wander_of_corrected(_of(np.full((3, 10), value))).replicability(0.05)
        assert (found.p_flip, found.p_flip_limit) == (0.0, 0.0)
        assert found.needed == {"0.90": [1, 1], "0.95": [1, 1], "0.99": [1, 1]}


def test_the_p_value_interval_holds_the_p_value() -> None:
    wander = wander_of_corrected(_of(_table(np.random.default_rng(7), 0.6)))
    low, high = wander.pvalue_interval()
    assert low < float(RULE.pvalue(np.array(wander.theta), 10)) < high <= 1


def test_repeats_needed_grow_with_the_target_and_the_noise() -> None:
    found = Wander(RULE, 0.8, 0.3, 13, 10).needed(0.05)
    assert [low for low, _ in found if low is not None] == sorted(low for low, _ in found if low is not None)
    assert all(low is None or high is None or low <= high for low, high in found)


def test_repeats_needed_are_where_the_agreement_stays() -> None:
    wander = Wander(RULE, 0.8, 0.3, 13, 10)
    (_, high), *_ = wander.needed(0.05)
    assert high is not None
    scale = np.sqrt(13 / stats.chi2.ppf(0.1, 13))
    agreed = wander.agreement(0.3 * float(scale), np.arange(1.0, 1001), 0.05)
    assert (agreed[high - 1 :] >= 0.90).all()
    assert agreed[high - 2] < 0.90


def test_rows_of_training_free_learners_have_no_noise_of_the_mean() -> None:
    rng = np.random.default_rng(8)
    d = np.tile(rng.choice([-1.0, 0.0, 1.0], size=200), (5, 1))
    labels = np.stack([rng.permutation(200) % 10 for _ in range(5)])
    rows = row_noise(d, labels, 10)
    x = np.array([[d[t, labels[t] == fold].mean() for fold in range(10)] for t in range(5)])
    wander = wander_of_rows(_of(x), rows)
    assert rows.mean_noise == 0
    assert wander.tau == pytest.approx(abs(wander.theta) / np.sqrt(18))


def test_row_noise_is_unbiased_for_independent_rows() -> None:
    """Rows that move independently between repeats: the mean of a repeat has variance v/n, and phi is near 1."""
    rng = np.random.default_rng(9)
    found, phis = [], []
    for _ in range(300):
        d = rng.standard_normal(200) + rng.standard_normal((4, 200))
        labels = np.stack([rng.permutation(200) % 10 for _ in range(4)])
        rows = row_noise(d, labels, 10)
        found.append(rows.mean_noise)
        phis.append(rows.phi)
    assert np.mean(phis) == pytest.approx(1.0, abs=0.03)
    expected = (10 * 1.15 + 27 + 3) / 40 / 200  # prior and data, each by its degrees of freedom
    assert np.mean(found) == pytest.approx(expected, rel=0.03)


def test_row_noise_sees_what_a_fold_shares() -> None:
    """Fits that shift a whole fold: the mean of a repeat has variance v/n + w/k."""
    rng = np.random.default_rng(10)
    found = []
    for _ in range(300):
        labels = np.stack([rng.permutation(200) % 10 for _ in range(4)])
        shift = rng.standard_normal((4, 10))
        d = rng.standard_normal(200) + rng.standard_normal((4, 200)) + np.take_along_axis(shift, labels, axis=1)
        found.append(row_noise(d, labels, 10))
    assert np.mean([rows.phi for rows in found]) > 5
    truth = 1 / 200 + 1 / 10
    seen = np.mean([(rows.mean_noise * rows.df - 10 * 1.15 * 2 / 200) / 30 for rows in found])
    assert seen == pytest.approx(truth, rel=0.08)


def _dealt(rng: np.random.Generator, n: int, folds: int, repeats: int) -> Ints:
    return np.stack([rng.permutation(n) % folds for _ in range(repeats)])


@pytest.mark.parametrize(("n", "folds", "repeats"), [(60, 10, 2), (150, 10, 2), (150, 5, 2), (300, 10, 4)])
@pytest.mark.parametrize("movers", [3, 10, 50])
def test_phi_varies_as_foretold_where_rows_move_independently(n: int, folds: int, repeats: int, movers: int) -> None:
    rng = np.random.default_rng(11)
    found = []
    for _ in range(500):
        d = np.zeros((repeats, n))
        d[:, :movers] = rng.random((repeats, movers)) < 0.5
        found.append(row_noise(d, _dealt(rng, n, folds, repeats), folds))
    phi, foretold = (np.array([getattr(rows, name) for rows in found]) for name in ("phi", "phi_df"))
    assert phi.var() == pytest.approx((2 / foretold).mean(), rel=0.35)
    assert np.mean([rows.phi > 2 and rows.shared for rows in found]) < 0.025  # beyond 2 alone: up to .11


def test_rows_that_do_not_move_share_nothing() -> None:
    rng = np.random.default_rng(12)
    d = np.zeros((2, 60))
    assert not row_noise(d, _dealt(rng, 60, 10, 2), 10).shared
    d[0, 7] = 1.0  # one row alone explains all that repeats differ by
    rows = row_noise(d, _dealt(rng, 60, 10, 2), 10)
    assert rows.phi == pytest.approx(1)
    assert (rows.phi_df, rows.shared) == (np.inf, False)
    assert not row_noise(np.eye(2, 10), _dealt(rng, 10, 10, 2), 10).shared  # every row a fold of its own


@pytest.mark.parametrize(
    "wander",
    [
        pytest.param(Wander(RULE, 0.8, 0.3, 13, 10), id="plain"),
        pytest.param(Wander(CorrectedRule(5, 0.25), 0.99, 0.001, 2, 10), id="very little noise"),
        pytest.param(Wander(CorrectedRule(1, 0.1), 0.8, 0.3, 13, 30), id="single splits"),
        pytest.param(Wander(SortedRule(10), 0.7, 2.0, 6, 3), id="sorted"),
        pytest.param(Wander(RULE, 0.0, 4.0, 103, 100), id="no difference"),
    ],
)
def test_repeats_needed_are_those_of_looking_everywhere(wander: Wander) -> None:
    everywhere = wander.agreement(wander.tau, np.arange(1.0, 1001), 0.05)
    stays = np.minimum.accumulate(everywhere[::-1])[::-1]
    wanted = [int(np.argmax(stays >= least)) + 1 if (stays >= least).any() else None for least in (0.9, 0.95, 0.99)]
    assert wander._least_repeats(wander.tau, wander.rule.thresholds(0.05)) == wanted


@pytest.mark.parametrize("raw", [0.8, 1.0, 1.3, 1.7])
@pytest.mark.parametrize("size", [0.9, 1.2, 1.5, 2.5])
def test_a_factor_that_is_computed_anew_changes_decisions(raw: float, size: float) -> None:
    """Against draws of theta and of the factor: another run rejects where theta exceeds its own factor, at least 1."""
    doubt = DataFactor(raw, 0.2)
    rule = CorrectedRule(10, 1 / 9, doubt.value)
    nominal = float(rule.threshold(np.array(10.0), 0.05)) / doubt.value
    wander = Wander(rule, size * nominal, 0.3, 13, 10, doubt=doubt)
    rng = np.random.default_rng(7)
    theta = np.abs(size * nominal + 0.3 * np.sqrt(0.2) * rng.standard_t(13, 200_000)) / nominal
    other = theta >= np.maximum(1, raw + 0.2 * np.sqrt(2) * rng.standard_normal(200_000))
    share = float(other.mean())
    expected = 1 - share if size >= doubt.value else share
    assert wander.flips(0.05) == pytest.approx(expected, abs=0.005)
    low, high = wander.pvalue_interval()
    p = rule.pvalue(
        theta * nominal * doubt.value / np.maximum(1, raw + 0.2 * np.sqrt(2) * rng.standard_normal(200_000)), 10
    )
    assert (low, high) == pytest.approx(tuple(np.quantile(p, (0.025, 0.975))), abs=0.02)


def test_a_factor_without_noise_changes_nothing() -> None:
    plain = Wander(RULE, 0.8, 0.2, 13, 10)
    certain = replace(plain, doubt=DataFactor(1.0, 0.0))
    assert certain.flips(0.05) == plain.flips(0.05)
    assert certain.needed(0.05) == plain.needed(0.05)


def test_more_repeats_do_not_remove_the_noise_of_a_factor() -> None:
    rule = CorrectedRule(10, 1 / 9, 1.5)
    near = Wander(rule, 1.1, 0.2, 13, 10)
    needed = replace(near, doubt=DataFactor(1.5, 0.3)).needed(0.05)
    assert None not in near.needed(0.05)[0]
    assert needed[-1] == (None, None)
