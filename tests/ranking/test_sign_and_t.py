"""The sign test and Student's t over data sets, by scipy."""

import numpy as np
import pytest
from scipy.stats import binomtest, ttest_1samp
from tests.ranking.tables import all_pairs, league, of_differences

from outperform.core import Decision, NoteKind, Parameter
from outperform.ranking import SignDatasets, TDatasets


@pytest.mark.parametrize(("won", "tied", "lost"), [(6, 0, 0), (0, 3, 6), (9, 2, 1), (5, 0, 5), (7, 4, 6), (40, 0, 20)])
def test_the_sign_test_is_binomial_without_ties(won, tied, lost):
    d = np.concatenate([np.full(won, 0.1), np.zeros(tied), np.full(lost, -0.3)])
    verdict, theirs = SignDatasets().judge(of_differences(d), 0, 1), binomtest(won, won + lost)
    assert verdict.pvalue == pytest.approx(theirs.pvalue)
    assert verdict.estimate == pytest.approx(won / (won + lost))
    assert (verdict.statistic, verdict.won, verdict.tied, verdict.lost) == (won, won, tied, lost)
    assert verdict.parameter is Parameter.SHARE_OF_DATASETS
    for level in (0.05, 0.2):
        assert verdict.interval(level) == pytest.approx(tuple(theirs.proportion_ci(1 - level)))
    outcomes = SignDatasets().outcomes(of_differences(d), np.array([[0, 1], [1, 0]]))
    assert outcomes.pvalue == pytest.approx([theirs.pvalue] * 2)
    assert outcomes.statistic.tolist() == [won, lost]
    assert outcomes.direction.tolist() == [np.sign(won - lost), np.sign(lost - won)]


def test_the_sign_test_where_nothing_differs():
    verdict = SignDatasets().judge(of_differences(np.zeros(9)), 0, 1)
    assert (verdict.pvalue, verdict.estimate, verdict.statistic) == (1, 0.5, 0)
    assert verdict.interval(0.05) == (0, 1)
    assert verdict.decide(0.99) is Decision.OPEN
    (note,) = verdict.caveats(0.05)
    assert (note.kind, note["units"]) == (NoteKind.NEVER_REJECTS, 0)


def test_least_data_sets_of_the_sign_test():
    assert [SignDatasets().least(pairs, 0.05) for pairs in (1, 4, 10, 45, 190)] == [6, 8, 9, 11, 13]
    assert TDatasets().least(190, 0.05) == 2


def test_students_t_is_that_of_scipy():
    values = np.random.default_rng(0).normal(size=(15, 4))
    values[3, 1] = values[7, 2] = np.nan
    pairs, _ = all_pairs(4)
    outcomes = TDatasets().outcomes(league(values), pairs)
    for at, (one, other) in enumerate(pairs):
        d = values[:, one] - values[:, other]
        theirs = ttest_1samp(d[~np.isnan(d)], 0)
        verdict = TDatasets().judge(league(values), one, other)
        assert outcomes.statistic[at] == pytest.approx(theirs.statistic)
        assert outcomes.pvalue[at] == pytest.approx(theirs.pvalue)
        assert outcomes.direction[at] == np.sign(theirs.statistic)
        assert (verdict.statistic, verdict.df) == (pytest.approx(theirs.statistic), theirs.df)
        assert verdict.interval(0.05) == pytest.approx(tuple(theirs.confidence_interval(0.95)))
        assert verdict.parameter is Parameter.MEAN_OVER_DATASETS
        assert verdict.caveats(0.05) == ()


def test_students_t_of_one_data_set_and_of_none():
    verdict = TDatasets().judge(of_differences([0.4]), 0, 1)
    assert (verdict.pvalue, verdict.df, verdict.estimate) == (1, None, pytest.approx(0.4))
    empty = TDatasets().judge(league([[np.nan, 0.4]]), 0, 1)
    assert (empty.pvalue, empty.df, empty.estimate, empty.interval(0.05)) == (1, None, 0, (-np.inf, np.inf))


def test_differences_that_vary_only_by_rounding_do_not_vary():
    d = np.full(8, 0.1) + np.array([0, 1, -1, 2, -2, 0, 1, 3]) * 1e-15
    assert TDatasets().judge(of_differences(d), 0, 1).pvalue == 2 / 2**8
