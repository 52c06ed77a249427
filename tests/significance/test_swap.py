"""The exact swap test: by enumeration of all swaps, and by the exact McNemar test."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats
from tests.refusals import refused

from outperform.core import Decision, Items, MisfitError, Parameter, Scores, SpecError, stream
from outperform.metrics import (
    F1,
    Accuracy,
    BalancedAccuracy,
    F1Macro,
    MatthewsCorrcoef,
    NegMeanAbsoluteError,
    Precision,
)
from outperform.metrics.cells import Cells
from outperform.significance import Swap
from outperform.significance.swap import swap_p

METRICS = [F1(), Accuracy(), F1Macro(), MatthewsCorrcoef(), BalancedAccuracy(), Precision()]
quick = settings(max_examples=15, deadline=None)
TABLES = st.lists(st.tuples(*[st.integers(0, 1)] * 3), min_size=1, max_size=9).map(lambda table: np.array(table).T)


def scores_of(truth, first, second, metric):
    items = Items(np.asarray(truth), np.array([[first], [second]]), metric=metric)
    return Scores(("a", "b"), str(metric), np.zeros((2, 1, 1)), items=items)


def enumerated(truth, first, second, metric):
    """The share of all 2^N swaps whose difference is at least as large."""

    def apart(swap):
        a, b = np.where(swap, second, first), np.where(swap, first, second)
        return abs(metric.score(truth, a) - metric.score(truth, b))

    observed = apart(np.zeros(len(truth), dtype=bool))
    return np.mean([apart(np.array(swap)) >= observed - 1e-12 for swap in product([False, True], repeat=len(truth))])


@pytest.mark.parametrize("metric", METRICS, ids=str)
@quick
@given(table=TABLES)
def test_p_is_that_of_all_swaps(metric, table):
    truth, first, second = table
    assert swap_p(Cells.of(truth, [first, second]), metric) == pytest.approx(
        enumerated(truth, first, second, metric), abs=1e-12
    )


@pytest.mark.parametrize(("wins", "losses"), [(7, 1), (13, 13), (30, 12), (5, 0)])
def test_accuracy_gives_the_exact_mcnemar_test(wins, losses):
    """Origin: scipy.stats.binomtest."""
    right = np.array([[1] * wins + [0] * losses + [1] * 20, [0] * wins + [1] * losses + [1] * 20])
    truth = np.arange(right.shape[1]) % 2
    said = np.where(right, truth, 1 - truth)
    expected = stats.binomtest(wins, wins + losses).pvalue
    assert Swap().judge(scores_of(truth, *said, Accuracy())).pvalue == pytest.approx(expected, rel=1e-10)


def test_many_items_need_no_draws():
    """Two independent binomials of thousands of items, by scipy over the whole grid."""
    rng = stream(0, "many")
    truth = (rng.random(20_000) < 0.3).astype(int)
    first, second = truth ^ (rng.random(20_000) < 0.05), truth ^ (rng.random(20_000) < 0.053)
    p = swap_p(Cells.of(truth, [first, second]), F1())
    both = truth & first & second
    k1, k0 = (int(np.count_nonzero((first != second) & (truth == label))) for label in (1, 0))
    x1, x0 = np.arange(k1 + 1)[:, np.newaxis], np.arange(k0 + 1)
    hits, false = both.sum(), ((1 - truth) & first & second).sum()

    def f1(found, wrong):
        return 2 * (hits + found) / (truth.sum() + hits + found + false + wrong)

    apart = np.abs(f1(x1, x0) - f1(k1 - x1, k0 - x0))
    observed = abs(F1().score(truth, first) - F1().score(truth, second))
    chances = stats.binom.pmf(x1, k1, 0.5) * stats.binom.pmf(x0, k0, 0.5)
    assert p == pytest.approx(chances[apart >= observed - 1e-14].sum(), rel=1e-9)


def test_p_is_never_0():
    truth = np.ones(5000, dtype=int)
    assert 0 < swap_p(Cells.of(np.append(truth, 0), [np.append(truth, 0), np.append(1 - truth, 0)]), F1()) < 1e-20


def test_nothing_that_differs_is_no_evidence():
    judged = Swap().judge(scores_of([1, 0, 1], [1, 0, 0], [1, 0, 0], F1()))
    assert (judged.pvalue, judged.estimate, judged.decide(0.05)) == (1.0, 0.0, Decision.OPEN)
    assert swap_p(Cells.of([1, 1], [[1, 1], [1, 1]]), F1()) == 1.0  # one label


@pytest.mark.parametrize("metric", METRICS, ids=str)
@quick
@given(table=TABLES)
def test_swapping_mirrors_and_the_interval_agrees(metric, table):
    truth, first, second = table
    one, other = (Swap(199).judge(scores_of(truth, *said, metric)) for said in ((first, second), (second, first)))
    assert (one.pvalue, one.estimate) == (pytest.approx(other.pvalue, rel=1e-12), -other.estimate)
    for level in (0.05, 0.3, 0.6):
        low, high = one.interval(level)
        assert (low, high) == tuple(-end for end in reversed(other.interval(level)))
        if one.pvalue > level:
            assert low <= 0 <= high
        else:
            assert low >= 0 if one.estimate > 0 else high <= 0


def test_it_says_what_it_speaks_about():
    judged = Swap().judge(scores_of(["s", "h", "s"] * 20, ["s", "h", "h"] * 20, ["h", "h", "h"] * 20, F1(positive="s")))
    assert judged.parameter is Parameter.DIFFERENCE_OF_METRIC
    assert judged.pvalue == pytest.approx(2 / 2**20)
    assert judged.decide(0.05) is Decision.FIRST
    assert judged.interval(0.05)[0] >= 0


def test_misfits():
    with refused(None, "swap", "two classes", "3", "bootstrap-t", error=MisfitError):
        Swap().judge(scores_of([0, 1, 2], [0, 1, 2], [0, 1, 1], F1Macro()))
    with refused(None, "swap", "sign-flip", error=MisfitError):
        Swap().judge(scores_of([0.5, 1, 2], [0, 1, 2], [0, 1, 1], NegMeanAbsoluteError()))
    items = Items(row_scores=np.ones((2, 1, 3)))
    with refused(None, "swap", error=MisfitError):
        Swap().judge(Scores(("a", "b"), None, np.ones((2, 1, 1)), items=items))
    with refused("swap.replicates", "0", error=SpecError):
        Swap(0)
