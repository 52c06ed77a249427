"""Tests on mean ranks: Nemenyi, Friedman, Iman and Davenport; by scipy, by enumeration, and what they depend on."""

from collections import Counter
from itertools import permutations, product
from math import factorial

import numpy as np
import pytest
from scipy.special import erfc
from scipy.stats import chi2, friedmanchisquare, rankdata, studentized_range
from scipy.stats import f as fisher
from tests.ranking.tables import all_pairs, league
from tests.refusals import refused

from outperform.core import Decision, MisfitError, Parameter, Weakness
from outperform.ranking import Friedman, ImanDavenport, Nemenyi, critical_difference, league_ranks
from outperform.ranking.studentized_range import range_quantile, range_tails
from outperform.words.weaknesses import weaknesses_words


@pytest.mark.parametrize("learners", [2, 3, 5, 10, 40])
def test_the_studentized_range_is_that_of_scipy(learners):
    q = np.array([0.0, 0.3, 1, 2, 3, 4, 5, 7])
    assert range_tails(q, learners) == pytest.approx(studentized_range.sf(q, learners, np.inf), abs=1e-12)
    for level in (0.2, 0.05, 0.001):
        assert range_quantile(level, learners) == pytest.approx(
            studentized_range.isf(level, learners, np.inf), rel=1e-7
        )


def test_the_range_of_two_has_a_closed_form_far_into_the_tail():
    q = np.array([0.5, 4, 9, 15, 30])
    assert range_tails(q, 2) == pytest.approx(erfc(q / 2), rel=1e-11)


def test_nemenyi_by_scipy():
    values = np.random.default_rng(1).normal([0.6, 0, 0, 0, 0], 1, size=(17, 5)).round(1)
    ranks = np.array([rankdata(-row) for row in values]).mean(axis=0)
    assert league_ranks(league(values)).mean == pytest.approx(ranks)
    pairs, _ = all_pairs(5)
    outcomes = Nemenyi().outcomes(league(values), pairs)
    for at, (one, other) in enumerate(pairs):
        q = abs(ranks[one] - ranks[other]) / np.sqrt(5 * 6 / (12 * 17))
        p = studentized_range.sf(q, 5, np.inf)
        verdict = Nemenyi().judge(league(values), one, other)
        assert outcomes.statistic[at] == pytest.approx(q)
        assert outcomes.pvalue[at] == pytest.approx(p, abs=1e-12)
        assert (verdict.pvalue, verdict.estimate) == (
            pytest.approx(p, abs=1e-12),
            pytest.approx(ranks[other] - ranks[one]),
        )
        assert verdict.parameter is Parameter.DIFFERENCE_OF_RANKS
        reach = critical_difference(5, 17, 0.05)
        assert reach == pytest.approx(studentized_range.isf(0.05, 5, np.inf) / np.sqrt(2) * np.sqrt(5 * 6 / (6 * 17)))
        if p > 0.05:
            assert verdict.interval(0.05) == pytest.approx((verdict.estimate - reach, verdict.estimate + reach))
        assert (verdict.decide(0.05) is Decision.OPEN) == (abs(verdict.estimate) < reach)


def test_nemenyi_uses_the_data_sets_that_all_learners_have():
    values = np.random.default_rng(2).normal(size=(9, 3))
    holes = values.copy()
    holes[0, 2] = holes[4, 0] = np.nan
    verdict, kept = (
        Nemenyi().judge(league(holes), 0, 1),
        Nemenyi().judge(league(np.delete(values, [0, 4], axis=0)), 0, 1),
    )
    assert (verdict.datasets, verdict.pvalue, verdict.estimate) == (7, kept.pvalue, kept.estimate)
    empty = Nemenyi().judge(league([[np.nan, 1.0, 2.0]]), 1, 2)
    assert (empty.pvalue, empty.estimate, empty.interval(0.05)) == (1, 0, (-2, 2))


def test_the_same_pair_with_the_same_scores_is_judged_by_its_company():
    rng = np.random.default_rng(0)
    pair = np.column_stack([np.full(30, 0.9), 0.9 - np.linspace(0.001, 0.05, 30)])
    weak, between = rng.uniform(0.1, 0.2, (30, 3)), pair[:, 1:] + (pair[:, :1] - pair[:, 1:]) * rng.random((30, 3))
    found = [Nemenyi().judge(league(np.column_stack([pair, others])), 0, 1) for others in (weak, between)]
    assert [verdict.estimate for verdict in found] == [1, 4]
    assert [verdict.decide(0.05) for verdict in found] == [Decision.OPEN, Decision.FIRST]
    assert Nemenyi.weaknesses == (Weakness.POOL_DEPENDENT,)
    assert all(
        number in weaknesses_words(Nemenyi.weaknesses, "nemenyi") for number in ("nemenyi", "42 %", "0 %", "77 %")
    )
    assert Nemenyi.on_ranks
    assert Nemenyi.for_all_pairs


@pytest.mark.parametrize("digits", [0, 1, 9])
def test_friedman_is_that_of_scipy_with_ties(digits):
    values = np.random.default_rng(digits).normal(size=(11, 4)).round(digits)
    found, theirs = Friedman().judge(league(values)), friedmanchisquare(*values.T)
    assert found.statistic == pytest.approx(theirs.statistic)
    assert found.pvalue == pytest.approx(theirs.pvalue)
    assert (found.df, found.test) == (3, "friedman")
    better = ImanDavenport().judge(league(values))
    statistic = 10 * theirs.statistic / (11 * 3 - theirs.statistic)
    assert better.statistic == pytest.approx(statistic)
    assert better.pvalue == pytest.approx(fisher.sf(statistic, 3, 30))
    assert (better.df, better.test) == ((3, 30), "iman-davenport")


def test_data_sets_without_some_learner_do_not_count():
    values = np.random.default_rng(5).normal(size=(8, 3))
    holes = np.vstack([values, [[1.0, np.nan, 0.0]]])
    assert ImanDavenport().judge(league(holes)) == ImanDavenport().judge(league(values))
    with refused(None, "iman-davenport", "1 of 2", error=MisfitError):
        ImanDavenport().judge(league([[1.0, 2.0], [np.nan, 1.0]]))


@pytest.mark.parametrize(("datasets", "learners"), [(2, 3), (3, 3), (2, 4), (7, 5)])
def test_the_same_order_everywhere(datasets, learners):
    values = np.linspace(0.5, 0.9, learners) + np.linspace(0, 0.05, datasets)[:, np.newaxis]
    found = ImanDavenport().judge(league(values))
    assert found.statistic == np.inf
    assert found.pvalue == pytest.approx(factorial(learners) ** (1.0 - datasets))
    plain = Friedman().judge(league(values))
    assert plain.statistic == pytest.approx(datasets * (learners - 1))
    assert plain.pvalue == pytest.approx(chi2.sf(datasets * (learners - 1), learners - 1))


def test_the_chance_of_one_order_by_all_orders_with_and_without_ties():
    for row in ([1, 2, 3], [1, 2, 2], [1, 1, 2, 3], [1, 1, 2, 2]):
        orders = list(permutations(row))
        same = sum(len(set(each)) == 1 for each in product(orders, repeat=2))
        found = ImanDavenport().judge(league(np.array([row, row]) / 10))
        assert found.statistic == np.inf
        assert found.pvalue == pytest.approx(same / len(orders) ** 2)
        assert sum(count**2 for count in Counter(orders).values()) == same


def test_learners_that_are_all_tied():
    found = ImanDavenport().judge(league(np.full((4, 3), 0.7)))
    assert (found.statistic, found.pvalue, found.df) == (0, 1, (2, 6))
