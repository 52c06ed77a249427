"""Welch's t on runs: against scipy, hostile tables, and the coverage of P(A > B)."""

import pickle

import numpy as np
import pytest
from scipy import optimize, stats
from tests.refusals import refused

from outperform.core import Decision, Items, MisfitError, NoteKind, Scores
from outperform.significance.welch_t import WelchT, chance_better
from outperform.testing.significance import SignificanceContract
from outperform.words.notes import note_words


def runs(first, second):
    width = max(len(first), len(second))
    values = np.full((2, width, 1), np.nan)
    values[0, : len(first), 0], values[1, : len(second), 0] = first, second
    return Scores(("a", "b"), None, values)


class TestContract(SignificanceContract):
    @pytest.fixture
    def entry(self):
        return WelchT()


@pytest.mark.parametrize("counts", [(5, 5), (3, 10), (2, 2), (10, 3)])
def test_scipy(counts):
    rng = np.random.default_rng(counts)
    first, second = rng.normal(0.8, 0.02, counts[0]), rng.normal(0.78, 0.05, counts[1])
    verdict, wanted = WelchT().judge(runs(first, second)), stats.ttest_ind(first, second, equal_var=False)
    assert (verdict.statistic, verdict.df, verdict.pvalue) == pytest.approx(
        (wanted.statistic, wanted.df, wanted.pvalue), rel=1e-9
    )
    assert verdict.interval(0.1) == pytest.approx(tuple(wanted.confidence_interval(0.9)), rel=1e-9)


def test_leading_axes():
    rng = np.random.default_rng(0)
    first, second = rng.normal(size=(2, 3, 5)), rng.normal(size=(2, 3, 4))
    found = WelchT().arithmetic(first, second)
    assert found.pvalue == pytest.approx(stats.ttest_ind(first, second, axis=-1, equal_var=False).pvalue)


def test_order_of_runs_and_swap():
    first, second = [0.81, 0.79, 0.85], [0.75, 0.74, 0.78, 0.7]
    one = WelchT().judge(runs(first, second))
    assert WelchT().judge(runs(first[::-1], second[::-1])) == one
    other = WelchT().judge(runs(second, first))
    assert (other.estimate, other.pvalue) == (-one.estimate, one.pvalue)
    assert (one.decide(0.05), other.decide(0.05)) == (Decision.FIRST, Decision.SECOND)
    assert pickle.loads(pickle.dumps(one)) == one


def test_no_spread():
    verdict = WelchT().judge(runs([0.8, 0.8], [0.7, 0.7, 0.7]))
    assert (verdict.statistic, verdict.pvalue, verdict.decide(0.05)) == (np.inf, 0.5, Decision.OPEN)
    assert verdict.interval(0.05) == (-np.inf, np.inf)
    few, alone = verdict.caveats(0.05)
    assert (few.kind, alone.kind) == (NoteKind.NO_SPREAD_FEW_SPLITS, NoteKind.RUNS_ALONE)
    six = WelchT().judge(runs([0.8] * 6, [0.7] * 7))
    assert (six.pvalue, six.decide(0.05), six.interval(0.05)) == (2 / 2**6, Decision.FIRST, (0, np.inf))
    equal = WelchT().judge(runs([0.8, 0.8], [0.8, 0.8 + 1e-17]))
    assert (equal.pvalue, equal.statistic, equal.notes) == (1.0, 0.0, ())
    half = WelchT().judge(runs([0.8, 0.8], [0.7, 0.75, 0.72]))  # only one of them varies
    assert half.df == pytest.approx(2)


def test_refused():
    with refused("scores", "a", "1"):
        WelchT().judge(runs([0.8], [0.7, 0.6]))
    with refused("scores", "b"):
        WelchT().judge(runs([0.8, 0.9], [0.7, np.inf]))
    with refused("scores"):
        WelchT().judge(runs([1e200, 2e200], [0.7, 0.6]))
    with pytest.raises(MisfitError):
        WelchT().judge(Scores(("a", "b"), None, np.zeros((2, 4, 3))))
    with pytest.raises(MisfitError):
        WelchT().judge(Scores(("a", "b"), None, np.zeros((2, 1, 1)), items=Items(row_scores=np.zeros((2, 3, 5)))))


class TestChance:
    def test_share_is_that_of_mann_whitney(self):
        rng = np.random.default_rng(1)
        first, second = rng.integers(0, 9, 7).astype(float), rng.integers(0, 9, 12).astype(float)
        wanted = stats.mannwhitneyu(first, second).statistic / 84
        assert chance_better(first, second, 0.05)[0] == pytest.approx(wanted)

    def test_ends_solve_the_equation(self):
        share, low, high = chance_better(np.array([3.0, 4, 5, 6]), np.array([1.0, 2, 3, 4, 5]), 0.1)

        def excess(s):
            spread = s * (1 - s) * (1 + 3.5 * ((1 - s) / (2 - s) + s / (1 + s))) / 20
            return (share - s) ** 2 - stats.norm.isf(0.05) ** 2 * spread

        assert low == pytest.approx(optimize.brentq(excess, 1e-9, share), rel=1e-9)
        assert high == pytest.approx(optimize.brentq(excess, share, 1 - 1e-9), rel=1e-9)

    def test_swap_and_ends(self):
        better, worse = np.array([3.0, 4, 5]), np.array([0.0, 1, 2])
        share, low, high = chance_better(better, worse, 0.05)
        assert (share, high) == (1.0, 1.0)
        assert 0.3 < low < 0.8  # three runs each do not show that one is always better
        assert chance_better(worse, better, 0.05) == pytest.approx((0.0, 0.0, 1 - low), abs=1e-12)
        assert chance_better(better, better, 0.05)[0] == 0.5

    @pytest.mark.parametrize(("lead", "spread"), [(0, 1), (1, 1), (2, 1), (1.5, 3)])
    def test_coverage(self, lead, spread):
        rng, inside = np.random.default_rng(2), 0
        truth = stats.norm.cdf(lead / np.hypot(1, spread))
        for _ in range(500):
            _, low, high = chance_better(rng.normal(lead, 1, 8), rng.normal(0, spread, 8), 0.05)
            inside += low <= truth <= high
        assert stats.binom.cdf(inside, 500, 0.93) > 1e-6


def test_the_note_has_the_chance_and_its_interval():
    verdict = WelchT().judge(runs([0.81, 0.79, 0.85], [0.75, 0.74, 0.78]))
    (note,) = verdict.caveats(0.05)
    assert note.kind is NoteKind.RUNS_ALONE
    assert (note["share"], note["low"], note["high"]) == chance_better(
        np.array(verdict.first), np.array(verdict.second), 0.05
    )
    assert "other items" in note_words(note)
