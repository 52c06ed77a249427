"""Demšar's and García & Herrera's tables: published numbers, and how many pairs each rule finds."""

import numpy as np
import pytest
from scipy.stats import friedmanchisquare
from tests.ranking.tables import DEMSAR, GARCIA_HERRERA, all_pairs, league

from outperform.core.adjust import adjustment_from
from outperform.ranking import Friedman, ImanDavenport, Nemenyi, Wilcoxon, critical_difference, league_ranks


def found(values, adjust, level=0.05):
    pairs, names = all_pairs(values.shape[1])
    p = Wilcoxon().outcomes(league(values), pairs).pvalue
    return int((adjustment_from(adjust).adjust_many(p, names) <= level).sum())


def test_demsars_table_has_two_differences_by_shaffer_one_by_holm_and_none_by_nemenyi():
    assert [found(DEMSAR, adjust) for adjust in ("shaffer", "bergmann-hommel", "holm", "none")] == [2, 2, 1, 3]
    pairs, _ = all_pairs(4)
    assert (Nemenyi().outcomes(league(DEMSAR), pairs).pvalue > 0.05).all()


def test_demsars_table_has_these_exact_p_values():  # each a count of sign patterns, out of 2^13 or 2^12
    pairs, names = all_pairs(4)
    p = Wilcoxon().outcomes(league(DEMSAR), pairs).pvalue
    assert p.tolist() == [0.0078125, 0.865966796875, 0.01123046875, 0.052978515625, 0.4501953125, 0.02734375]
    shaffer = adjustment_from("shaffer").adjust_many(p, names)
    assert shaffer.tolist() == [0.046875, 0.900390625, 0.046875, 0.158935546875, 0.900390625, 0.08203125]


def test_demsars_mean_ranks_and_chi_square_are_those_of_the_printed_scores():
    # he prints 3.143, 2.000, 2.893, 1.964 and 9.28: "voting" is printed as a tie but ranked 2 and 3
    ranks = league_ranks(league(DEMSAR)).mean
    assert ranks == pytest.approx([3.1429, 2.0, 2.9286, 1.9286], abs=5e-5)
    uncorrected = 12 * 14 / (4 * 5) * ((ranks**2).sum() - 4 * 5**2 / 4)
    assert uncorrected == pytest.approx(9.857, abs=5e-4)
    apart = DEMSAR.copy()
    apart[12, 2] += 1e-6
    ranks = league_ranks(league(apart)).mean
    assert ranks == pytest.approx([3.143, 2.0, 2.893, 1.964], abs=5e-4)
    assert 12 * 14 / (4 * 5) * ((ranks**2).sum() - 4 * 5**2 / 4) == pytest.approx(9.28, abs=0.005)
    assert Friedman().judge(league(DEMSAR)).statistic == pytest.approx(friedmanchisquare(*DEMSAR.T).statistic)


@pytest.mark.parametrize(  # Demšar (2006), Table 5 (a): q divided by the root of 2, cut after three digits
    ("learners", "level", "printed"),
    [(2, 0.05, 1.960), (3, 0.05, 2.343), (4, 0.05, 2.569), (10, 0.05, 3.164), (2, 0.1, 1.645), (4, 0.1, 2.291)],
)
def test_critical_values_are_those_of_demsars_table(learners, level, printed):
    scale = np.sqrt(learners * (learners + 1) / (6 * 14))
    assert critical_difference(learners, 14, level) / scale == pytest.approx(printed, abs=0.001)


def test_demsars_critical_difference():  # Demšar (2006), section 3.2.2: 2.569 sqrt(4 * 5 / (6 * 14)) = 1.25
    assert critical_difference(4, 14, 0.05) == pytest.approx(1.25, abs=0.005)


def test_garcia_and_herreras_table():
    # mean ranks 2.100, 3.250, 2.200, 4.333, 3.117 and F = 14.3087 without the correction for ties, as they print
    ranks = league_ranks(league(GARCIA_HERRERA)).mean
    assert ranks == pytest.approx([2.1, 3.25, 2.2, 4.333, 3.117], abs=5e-4)
    chi2 = 12 * 30 / (5 * 6) * ((ranks**2).sum() - 5 * 6**2 / 4)
    assert 29 * chi2 / (30 * 4 - chi2) == pytest.approx(14.3087, abs=5e-5)
    omnibus = ImanDavenport().judge(league(GARCIA_HERRERA))
    corrected = friedmanchisquare(*GARCIA_HERRERA.T).statistic
    assert omnibus.statistic == pytest.approx(29 * corrected / (30 * 4 - corrected), rel=1e-12)
    assert omnibus.statistic == pytest.approx(14.4526, abs=5e-5)
    assert omnibus.df == (4, 116)


def test_ties_up_to_rounding_change_p_values_of_garcia_and_herreras_table():
    pairs, _ = all_pairs(5)
    exact = Wilcoxon().outcomes(league(GARCIA_HERRERA), pairs).pvalue
    noise = np.random.default_rng(0).uniform(-1e-7, 1e-7, GARCIA_HERRERA.shape)  # above what counts as rounding
    assert (Wilcoxon().outcomes(league(GARCIA_HERRERA + noise), pairs).pvalue != exact).sum() >= 3
    assert (Wilcoxon().outcomes(league(GARCIA_HERRERA + 1e-5 * noise), pairs).pvalue == exact).all()
    assert [found(GARCIA_HERRERA, adjust) for adjust in ("shaffer", "holm")] == [7, 7]
