"""The difference of two proportions, and its form for paired items."""

import pickle

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats
from tests.refusals import refused

from outperform.core import Decision, Items, NoteKind, Parameter, Scores
from outperform.significance.mcnemar import McNemar
from outperform.significance.paired_counts import PairedCounts
from outperform.significance.proportions import Proportions, ProportionsCorrected

quick = settings(max_examples=30, deadline=None)
COUNTS = st.integers(0, 60) | st.integers(0, 3)
LEVELS = st.floats(1e-6, 1 - 1e-6) | st.sampled_from([0.01, 0.05, 0.1, 0.5])
TABLES = st.tuples(COUNTS, COUNTS, COUNTS, COUNTS).filter(any)


def verdict(test, n00, n01, n10, n11):
    return test.arithmetic(PairedCounts(*np.array([n00, n01, n10, n11]))).verdict(())


class TestReferences:
    def test_dietterich_1998_section_5(self):
        """Two tables with the same difference: 'treats them identically (and rejects ... p < 0.005)'."""
        left, right = verdict(Proportions(), 0, 40, 60, 0), verdict(Proportions(), 40, 0, 20, 40)
        assert left.statistic == pytest.approx(0.2 / np.sqrt(2 * 0.5 * 0.5 / 100))  # printed formula
        assert right.statistic == left.statistic
        assert 0.004 < left.pvalue < 0.005
        # 'if we had used the corrected version ... it would not have suffered from this problem'
        corrected = [verdict(ProportionsCorrected(), *cells) for cells in ((0, 40, 60, 0), (40, 0, 20, 40))]
        assert [judged.statistic for judged in corrected] == pytest.approx([20 / 10, 20 / np.sqrt(20)])

    @quick
    @given(TABLES)
    def test_the_printed_formulas(self, cells):
        """D98 3.2 with error rates in place of accuracies: the sign flips, no p changes."""
        n00, n01, n10, _ = cells
        n = sum(cells)
        wrong_a, wrong_b = (n00 + n01) / n, (n00 + n10) / n
        p = (wrong_a + wrong_b) / 2
        if n01 != n10:
            z = (wrong_a - wrong_b) / np.sqrt(2 * p * (1 - p) / n)
            assert verdict(Proportions(), *cells).statistic == pytest.approx(-z)
            assert verdict(Proportions(), *cells).pvalue == pytest.approx(2 * stats.norm.sf(abs(z)), rel=1e-9)
            corrected = (wrong_a - wrong_b) / np.sqrt((n01 + n10) / n**2)
            assert verdict(ProportionsCorrected(), *cells).statistic == pytest.approx(-corrected)

    @quick
    @given(TABLES)
    def test_mcnemar_without_its_correction_is_the_square(self, cells):
        corrected, mcnemar = verdict(ProportionsCorrected(), *cells), verdict(McNemar(), *cells)
        n01, n10 = cells[1:3]
        if n01 != n10:
            shrunk = (abs(n01 - n10) - 1) / abs(n01 - n10)
            assert (corrected.statistic * shrunk) ** 2 == pytest.approx(mcnemar.statistic)
        assert corrected.pvalue <= mcnemar.pvalue

    @pytest.mark.parametrize("cells", [(0, 40, 60, 0), (40, 0, 20, 40), (30, 12, 25, 133), (1, 7, 1, 12)])
    def test_statsmodels(self, cells):
        ztest = pytest.importorskip("statsmodels.stats.proportion").proportions_ztest
        mcnemar = pytest.importorskip("statsmodels.stats.contingency_tables").mcnemar
        n00, n01, n10, n11 = cells
        z, p = ztest([n10 + n11, n01 + n11], [sum(cells)] * 2)
        assert verdict(Proportions(), *cells).statistic == pytest.approx(z)
        assert verdict(Proportions(), *cells).pvalue == pytest.approx(p)
        paired = mcnemar([[n11, n10], [n01, n00]], exact=False, correction=False)
        assert verdict(ProportionsCorrected(), *cells).statistic ** 2 == pytest.approx(paired.statistic)
        assert verdict(ProportionsCorrected(), *cells).pvalue == pytest.approx(paired.pvalue)

    def test_d2_two_sided_whoever_comes_first(self):
        """mlxtend: p = .9999999 for (.80, .70, 1000) and 1.0e-7 for the reverse; statsmodels: 2.4e-7."""
        first, second = verdict(Proportions(), 200, 0, 100, 700), verdict(Proportions(), 200, 100, 0, 700)
        assert first.pvalue == second.pvalue == pytest.approx(2.4e-7, rel=0.02)
        assert (first.decide(0.05), second.decide(0.05)) == (Decision.FIRST, Decision.SECOND)


class TestPromises:
    @quick
    @given(TABLES, LEVELS)
    def test_interval_and_p_agree(self, cells, level):
        judged = verdict(Proportions(), *cells)
        for at in {level, judged.pvalue, float(np.nextafter(judged.pvalue, 0))}:
            if 0 < at < 1:
                low, high = judged.interval(at)
                assert not low < 0 < high or judged.pvalue > at
                assert low <= 0 <= high or judged.pvalue <= at

    @quick
    @given(TABLES, LEVELS)
    def test_swapping_mirrors_exactly(self, cells, level):
        n00, n01, n10, n11 = cells
        one, other = verdict(Proportions(), *cells), verdict(Proportions(), n00, n10, n01, n11)
        assert (one.estimate, one.statistic) == (-other.estimate, -other.statistic)
        assert one.pvalue == other.pvalue
        low, high = other.interval(level)
        assert one.interval(level) == (-high, -low)

    @pytest.mark.parametrize("cells", [(5, 0, 0, 50), (0, 0, 0, 10), (10, 0, 0, 0), (5, 7, 7, 3)])
    def test_equal_accuracies_are_no_evidence(self, cells):
        judged = verdict(Proportions(), *cells)
        assert (judged.statistic, judged.pvalue, judged.estimate) == (0.0, 1.0, 0.0)
        assert judged.decide(0.999) is Decision.OPEN

    def test_always_right_against_always_wrong(self):
        """The pooled share is 1/2, so the formula holds: 1 / sqrt(2 / 4 / 50) = 10."""
        assert verdict(Proportions(), 0, 0, 50, 0).statistic == pytest.approx(10)

    @quick
    @given(st.lists(TABLES, min_size=6, max_size=6))
    def test_leading_axes_give_the_values_of_single_tables(self, tables):
        cells = np.array(tables).T.reshape(4, 2, 3)
        at_once = Proportions().arithmetic(PairedCounts(*cells))
        for place in np.ndindex(2, 3):
            single = Proportions().arithmetic(PairedCounts(*cells[:, *place]))
            assert at_once.pvalue[place] == single.pvalue
            assert at_once.estimate[place] == single.estimate

    def test_a_level_lies_between_0_and_1(self):
        with refused("level", "got 1.0"):
            verdict(Proportions(), 1, 2, 3, 4).interval(1.0)


def test_judge_warns_and_says_both_accuracies():
    items = Items(np.array([1] * 10), np.array([[[1] * 9 + [0]], [[0] * 4 + [1] * 6]]))
    judged = Proportions().judge(Scores(("a", "b"), "accuracy", np.zeros((2, 1, 1)), items=items))
    assert judged.parameter is Parameter.DIFFERENCE_OF_ACCURACIES
    assert judged.estimate == pytest.approx(0.3)
    assert [note.kind for note in judged.notes] == [NoteKind.ACCURACIES, NoteKind.KNOWN_WEAKNESS]
    assert pickle.loads(pickle.dumps(judged)) == judged
