"""Random effects: REML by direct maximisation, Hartung and Knapp's interval by hand, effects and predictions."""

import numpy as np
import pytest
from scipy.optimize import minimize_scalar
from scipy.stats import t as student
from scipy.stats import ttest_1samp
from tests.peers import Peer
from tests.ranking.tables import league, of_differences, with_errors
from tests.refusals import refused

from outperform.core import Decision, LeagueCells, MisfitError, NoteKind
from outperform.ranking import RandomEffectsTest, TDatasets, Wilcoxon, effects_of
from outperform.ranking.random_effects import random_effects
from outperform.ranking.reml import reml
from outperform.words.notes import note_words

meta_analysis = Peer("statsmodels.stats.meta_analysis")

ONE = np.array([[0, 1]])


def minus_likelihood(tau2, d, v):
    w = 1 / (v + tau2)
    mean = (w * d).sum() / w.sum()
    return (np.log(v + tau2).sum() + np.log(w.sum()) + (w * (d - mean) ** 2).sum()) / 2


def slope(tau2, d, v):
    """The derivative of the restricted likelihood, by the projection P = V^-1 - V^-1 1 1' V^-1 / 1' V^-1 1."""
    inverse = np.diag(1 / (v + tau2))
    project = inverse - inverse @ np.ones((d.size, d.size)) @ inverse / inverse.sum()
    return (d @ project @ project @ d - np.trace(project)) / 2


def by_search(d, v):
    """Tau^2 with the greatest restricted likelihood: a fine grid, then a bounded search."""
    grid = np.concatenate([[0.0], np.geomspace(1e-9, 4 * np.ptp(d) ** 2 + 1e-8, 300)])
    best = int(np.argmin([minus_likelihood(each, d, v) for each in grid]))
    ends = grid[max(0, best - 1)], grid[min(300, best + 1)]
    found = minimize_scalar(minus_likelihood, args=(d, v), bounds=ends, method="bounded", options={"xatol": 1e-14})
    return 0.0 if minus_likelihood(0.0, d, v) <= found.fun else found.x


@pytest.mark.parametrize("count", [2, 3, 6, 20])
@pytest.mark.parametrize("spread", [0.0, 0.01, 0.1])
def test_tau_has_the_greatest_restricted_likelihood(count, spread):
    rng = np.random.default_rng([count, int(100 * spread)])
    for _ in range(15):
        v = np.exp(rng.normal(-8, 1.5, count))
        d = rng.normal(0.01, np.sqrt(v + spread**2))
        ours, theirs = float(reml(d, v, np.full(count, True))), by_search(d, v)
        assert minus_likelihood(ours, d, v) <= minus_likelihood(theirs, d, v) + 1e-9
        assert ours == pytest.approx(theirs, rel=1e-3, abs=1e-9)
        if ours:
            ends = ours * (1 - 1e-8), ours * (1 + 1e-8)
            assert slope(ends[0], d, v) > 0 > slope(ends[1], d, v)


def test_of_two_maxima_the_greater_is_found():
    d, v = np.array([0.0, 0.0, 0.0, 0.3, -0.3, 0.31, -0.29]), np.array([1e-9, 1e-9, 1e-9, 1e-2, 1e-2, 1e-2, 1e-2])
    assert float(reml(d, v, np.full(7, True))) == pytest.approx(by_search(d, v), abs=1e-9)


@pytest.mark.parametrize("count", [2, 5, 30])
def test_where_all_errors_are_equal_it_is_student_over_data_sets(count):
    d = np.random.default_rng(count).normal(0.02, 0.03, count)
    se = 0.5 * d.std(ddof=1)
    verdict, plain = RandomEffectsTest().judge(with_errors(d, np.full(count, se)), 0, 1), ttest_1samp(d, 0)
    assert verdict.estimate == pytest.approx(d.mean())
    assert verdict.statistic == pytest.approx(plain.statistic)
    assert verdict.pvalue == pytest.approx(plain.pvalue)
    assert verdict.df == count - 1
    fit = random_effects(with_errors(d, np.full(count, se)), ONE)
    assert fit.tau2[0] == pytest.approx(d.var(ddof=1) - se**2)
    assert fit.i2[0] == pytest.approx(0.75)


def test_hartung_and_knapp_by_hand():
    d, se = np.array([0.10, 0.30, 0.35, 0.65, 0.45]), np.array([0.08, 0.10, 0.12, 0.15, 0.20])
    tau2 = by_search(d, se**2)
    w = 1 / (se**2 + tau2)
    mean = (w * d).sum() / w.sum()
    q = (w * (d - mean) ** 2).sum() / 4
    error = np.sqrt(max(1, q) / w.sum())
    cells = with_errors(d, se)
    verdict = RandomEffectsTest().judge(cells, 0, 1)
    assert verdict.estimate == pytest.approx(mean, rel=1e-6)
    assert verdict.se == pytest.approx(error, rel=1e-6)
    assert verdict.pvalue == pytest.approx(2 * student.sf(mean / error, 4), rel=1e-5)
    (effect,) = effects_of(cells, ONE, 0.1)
    assert effect.estimate == pytest.approx(mean, rel=1e-6)
    assert effect.tau == pytest.approx(np.sqrt(tau2), rel=1e-5)
    assert effect.interval == pytest.approx(verdict.interval(0.1))
    assert effect.interval == pytest.approx((mean - student.isf(0.05, 4) * error, mean + student.isf(0.05, 4) * error))
    reach = student.isf(0.05, 3) * np.sqrt(tau2 + error**2)
    assert effect.prediction == pytest.approx((mean - reach, mean + reach), rel=1e-5)
    reach = student.isf(0.05, 4) * error * np.sqrt(2)
    assert effect.prediction_mean == pytest.approx((mean - reach, mean + reach), rel=1e-5)
    assert reach > student.isf(0.05, 4) * np.sqrt(tau2 / 5 + error**2)  # it holds the mean of the next true differences
    fixed = 1 / se**2
    typical = 4 * fixed.sum() / (fixed.sum() ** 2 - (fixed**2).sum())
    assert effect.i2 == pytest.approx(tau2 / (tau2 + typical), rel=1e-5)


def test_the_error_is_never_below_that_of_plain_random_effects():
    d, se = np.array([0.100, 0.101, 0.099, 0.1005]), np.full(4, 0.05)  # far closer than their errors
    verdict = RandomEffectsTest().judge(with_errors(d, se), 0, 1)
    assert verdict.se == pytest.approx(0.05 / 2)
    theirs = meta_analysis.combine_effects(d, se**2)  # statsmodels 0.14; tau = 0, so that random effects are fixed ones
    assert verdict.estimate == pytest.approx(theirs.mean_effect_fe)
    assert verdict.se == pytest.approx(theirs.sd_eff_w_fe)
    assert theirs.sd_eff_w_fe * np.sqrt(theirs.scale_hksj_fe) < verdict.se / 10  # Hartung and Knapp's own


def test_where_errors_are_large_beside_the_spread_it_is_statsmodels_hartung_and_knapp():
    d, se = np.array([0.1, 0.9, -0.5, 1.4, 0.6]), np.array([0.1, 0.11, 0.12, 0.13, 0.14])
    theirs = meta_analysis.combine_effects(
        d, se**2, method_re="iterated"
    )  # Paule and Mandel: close to REML here, q = 1
    verdict = RandomEffectsTest().judge(with_errors(d, se), 0, 1)
    assert verdict.estimate == pytest.approx(theirs.mean_effect_re, rel=1e-3)
    assert verdict.se == pytest.approx(theirs.sd_eff_w_re_hksj, rel=1e-2)


def test_an_error_of_0_is_taken_as_the_smallest_other():
    d, se = np.array([0.01, 0.03, 0.05, 0.02]), np.array([0.01, 0.0, 0.02, 0.03])
    one, other = (RandomEffectsTest().judge(with_errors(d, each), 0, 1) for each in (se, np.where(se == 0, 0.01, se)))
    assert (one.estimate, one.se, one.pvalue) == (other.estimate, other.se, other.pvalue)


def test_where_all_errors_are_0_it_is_the_t_test():
    d = np.array([0.01, 0.03, 0.05, 0.02])
    cells = with_errors(d, np.zeros(4))
    one, other = RandomEffectsTest().judge(cells, 0, 1), TDatasets().judge(cells, 0, 1)
    assert (one.estimate, one.se, one.pvalue, one.df) == (other.estimate, other.se, other.pvalue, other.df)
    (effect,) = effects_of(cells, ONE, 0.05)
    assert (effect.tau, effect.i2) == (pytest.approx(d.std(ddof=1)), 1)
    same = RandomEffectsTest().judge(with_errors(np.full(4, 0.02), np.zeros(4)), 0, 1)
    assert (same.pvalue, same.statistic, same.notes[0].kind) == (2 / 2**4, None, NoteKind.NO_SPREAD_DATASETS)


def test_errors_of_two_learners_that_go_together_cancel():
    error = np.tile([[4.0, 3.9], [3.9, 4.0]], (6, 1, 1))
    d = np.array([0.5, 1.5, 1.0, 0.8, 1.2, 1.1])
    cells = league(np.column_stack([d, np.zeros(6)]), error)
    alone = with_errors(d, np.full(6, np.sqrt(0.2)))
    assert RandomEffectsTest().judge(cells, 0, 1).se == pytest.approx(RandomEffectsTest().judge(alone, 0, 1).se)


def test_where_data_sets_differ_less_than_their_errors_tau_is_0():
    (effect,) = effects_of(with_errors([0.01, 0.02, 0.015, 0.018], [0.05, 0.04, 0.06, 0.05]), ONE, 0.05)
    assert (effect.tau, effect.i2) == (0, 0)


def test_data_sets_without_errors_are_refused_by_name():
    with refused(None, "random-effects", "t-datasets", error=MisfitError):
        RandomEffectsTest().judge(of_differences([1, 2, 3]), 0, 1)
    cells = with_errors([1, 2, 3], [1, np.nan, 1])
    with refused(None, "random-effects", "d1", error=MisfitError):
        RandomEffectsTest().judge(cells, 0, 1)
    with refused(None, "random-effects", "d1", error=MisfitError):
        RandomEffectsTest().outcomes(cells, ONE)
    cells.values[1, 0] = np.nan
    assert RandomEffectsTest().judge(cells, 0, 1).datasets == 2


def test_effects_without_errors_are_students():
    d = np.array([0.1, 0.4, -0.2, 0.5, 0.3, 0.0])
    (effect,) = effects_of(of_differences(d), ONE, 0.05)
    low, high = ttest_1samp(d, 0).confidence_interval(0.95)
    assert effect.estimate == pytest.approx(d.mean())
    assert effect.interval == pytest.approx((low, high))
    reach = student.isf(0.025, 5) * d.std(ddof=1) * np.sqrt(1 + 1 / 6)
    assert effect.prediction == pytest.approx((d.mean() - reach, d.mean() + reach))
    reach = student.isf(0.025, 5) * d.std(ddof=1) * np.sqrt(1 / 6 + 1 / 6)
    assert effect.prediction_mean == pytest.approx((d.mean() - reach, d.mean() + reach))
    assert (effect.tau, effect.i2) == (None, None)


def test_where_data_sets_differ_much_more_than_their_noise_the_next_mean_is_students():
    """Tau^2 -> s^2 and SE^2 -> s^2 / N: mu -+ t_{N-1} s sqrt(2 / N)."""
    d = np.array([0.1, 0.4, -0.2, 0.5, 0.3, 0.0])
    precise = effects_of(with_errors(d, [1e-6, 2e-6, 1e-6, 3e-6, 1e-6, 1e-6]), ONE, 0.05)[0]
    assert precise.tau == pytest.approx(d.std(ddof=1), rel=1e-6)
    assert precise.prediction_mean == pytest.approx(
        effects_of(of_differences(d), ONE, 0.05)[0].prediction_mean, rel=1e-6
    )
    same = effects_of(with_errors(d, [0.1] * 6), ONE, 0.05)[0]  # equal errors: whatever they are
    assert same.prediction_mean == pytest.approx(precise.prediction_mean, rel=1e-6)


def test_effects_of_few_data_sets_say_what_is_unknown():
    gap = np.nan
    cells = league([[gap, 0.5, 0.6, 0.4], [0.9, 0.8, 0.8, gap], [gap, 0.7, 0.7, gap], [gap, 0.1, 0.1, gap]])
    pairs = np.array([[0, 3], [0, 1], [1, 2], [1, 3]])
    none, one, some, lone = effects_of(cells, pairs, 0.05)
    assert (none.estimate, none.interval, none.prediction, none.prediction_mean) == (None, None, None, None)
    assert (one.estimate, one.interval, one.prediction) == (pytest.approx(0.1), None, None)
    assert one.prediction_mean is None
    assert some.estimate == pytest.approx(-0.025)
    assert some.interval == pytest.approx(
        (-0.025 - student.isf(0.025, 3) * 0.025, -0.025 + student.isf(0.025, 3) * 0.025)
    )
    assert (lone.estimate, lone.interval) == (pytest.approx(0.1), None)
    flat = effects_of(of_differences([0.1, 0.1, 0.1]), ONE, 0.05)[0]
    assert (flat.estimate, flat.interval, flat.prediction) == (pytest.approx(0.1), None, None)
    assert flat.prediction_mean is None


def test_two_data_sets_have_an_interval_and_no_prediction_of_a_new_one():
    (effect,) = effects_of(with_errors([0.1, 0.3], [0.01, 0.01]), ONE, 0.05)
    assert effect.prediction is None
    assert effect.interval == pytest.approx((0.2 - 12.7062 * 0.1, 0.2 + 12.7062 * 0.1), rel=1e-4)
    assert effect.prediction_mean == pytest.approx(
        (0.2 - 12.7062 * 0.1 * 2**0.5, 0.2 + 12.7062 * 0.1 * 2**0.5), rel=1e-4
    )


def test_a_pair_without_errors_has_students_effect_beside_one_with_them():
    values = np.random.default_rng(0).normal(size=(6, 3))
    error = np.tile(0.01 * np.eye(3), (6, 1, 1))
    error[2, 2, :] = error[2, :, 2] = np.nan
    known, unknown = effects_of(league(values, error), np.array([[0, 1], [0, 2]]), 0.05)
    assert known.tau is not None
    assert (unknown.tau, unknown.i2) == (None, None)
    assert unknown == effects_of(league(values), np.array([[0, 2]]), 0.05)[0]


def test_it_finds_what_ranks_cannot_where_errors_differ():
    d = np.array([0.02, 0.021, 0.019, 0.0205, 0.5, -0.6])
    cells = with_errors(d, [0.001, 0.001, 0.001, 0.001, 0.4, 0.4])
    assert RandomEffectsTest().judge(cells, 0, 1).decide(0.05) is Decision.FIRST
    assert Wilcoxon().judge(cells, 0, 1).decide(0.05) is Decision.OPEN


def test_the_same_difference_everywhere_has_a_note_with_the_p_value_of_the_sign_test():
    for count, p in ((2, 0.5), (6, 0.03125), (1, 1.0)):
        verdict = TDatasets().judge(of_differences(np.full(count, 0.25)), 0, 1)
        assert (verdict.pvalue, verdict.estimate, verdict.se) == (p, 0.25, 0)
        assert [note.kind for note in verdict.notes] == ([NoteKind.NO_SPREAD_DATASETS] if count > 1 else [])
        assert verdict.interval(0.05) == ((0, np.inf) if p <= 0.05 else (-np.inf, np.inf))
        assert len(verdict.caveats(0.05)) == (p > 0.05)
    (note,) = TDatasets().judge(of_differences(np.full(6, -0.25)), 0, 1).notes
    assert "6 data sets" in note_words(note)


def test_leagues_may_have_errors_of_their_own():
    rng = np.random.default_rng(6)
    values, sizes = rng.normal(size=(3, 2, 9, 3)), rng.uniform(0.1, 1, (3, 2, 9, 3))
    error = sizes[..., np.newaxis] * np.eye(3)
    pairs = np.array([[0, 1], [0, 2]])
    together = RandomEffectsTest().outcomes(league(values, error), pairs)
    shared = RandomEffectsTest().outcomes(league(values, error[1, 0]), pairs)
    for place in np.ndindex(3, 2):
        own = RandomEffectsTest().outcomes(league(values[place], error[place]), pairs)
        assert together.pvalue[place] == pytest.approx(own.pvalue)
        first = RandomEffectsTest().outcomes(league(values[place], error[1, 0]), pairs)
        assert shared.pvalue[place] == pytest.approx(first.pvalue)


@pytest.mark.parametrize("rounding", [5e-20, -1e-19])
def test_a_variance_made_by_rounding_is_that_of_equal_repeats(rounding):
    """Var(a) + Var(b) - 2 Cov(a, b) of two equal learners rounds to about 1e-19; it must not rule the mean."""
    rng = np.random.default_rng(3)
    values = np.stack([0.8 + rng.normal(0.02, 0.02, 10), np.full(10, 0.8)], axis=1)
    values[:2, 0] = 0.8
    error = np.broadcast_to(1e-4 * np.eye(2), (10, 2, 2)).copy()
    error[:2] = 1e-4  # the two learners move together
    exact = effects_of(LeagueCells(tuple("abcdefghij"), ("x", "y"), values, error), ONE, 0.05)[0]
    error[:2, 0, 0] += rounding
    rounded = effects_of(LeagueCells(tuple("abcdefghij"), ("x", "y"), values, error), ONE, 0.05)[0]
    assert exact.estimate > 0.005
    assert rounded == exact


def test_a_standard_error_within_rounding_of_the_scores_is_none():
    """Repeats that differ by 1e-16 are equal, also where the learners' own errors are as small."""
    values = np.array([[0.8, 0.8], [0.7, 0.7], [0.93, 0.9], [0.84, 0.8], [0.72, 0.7]])
    error = np.zeros((5, 2, 2))
    error[2:, 0, 0] = 1e-4
    exact = effects_of(LeagueCells(tuple("abcde"), ("x", "y"), values, error), ONE, 0.05)[0]
    error[:2, 0, 0] = 1e-32
    assert effects_of(LeagueCells(tuple("abcde"), ("x", "y"), values, error), ONE, 0.05)[0] == exact
