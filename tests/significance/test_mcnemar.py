"""McNemar's test in three forms: references from four sides, and what the family promises."""

import pickle
from fractions import Fraction
from itertools import product
from math import comb

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats
from tests.refusals import refused

from outperform.core import Decision, Items, MisfitError, Note, NoteKind, Parameter, Scores
from outperform.metrics import Accuracy
from outperform.significance.mcnemar import McNemar, McNemarExact, McNemarMidP
from outperform.significance.paired_counts import PairedCounts
from outperform.significance.proportions import ProportionsCorrected
from outperform.words.notes import note_words

quick = settings(max_examples=30, deadline=None)
THREE = [McNemar(), McNemarExact(), McNemarMidP()]
PAIRED = [*THREE, ProportionsCorrected()]  # all tests on discordant pairs alone
COUNTS = st.integers(0, 60) | st.integers(0, 3)
LEVELS = st.floats(1e-6, 1 - 1e-6) | st.sampled_from([0.01, 0.05, 0.1, 0.5])


def table(n01, n10, n00=5, n11=7):
    return PairedCounts(*np.array([n00, n01, n10, n11]))


def verdict(test, n01, n10, **others):
    return test.arithmetic(table(n01, n10, **others)).verdict(())


def scores_of(truth, first, second, metric="accuracy", repeats=1):
    metric_of = Accuracy() if metric == "accuracy" else None
    items = Items(np.asarray(truth), np.array([[first] * repeats, [second] * repeats]), metric=metric_of)
    return Scores(("a", "b"), metric, np.zeros((2, repeats, 1)), items=items)


def coin(heads, tosses, share=Fraction(1, 2)):
    """P(X = heads), exactly."""
    return comb(tosses, heads) * share**heads * (1 - share) ** (tosses - heads)


class TestReferences:
    def test_dietterich_1998_section_5(self):
        """His two tables: 'no significant difference in the left', 'p < 0.001' in the right one."""
        left, right = verdict(McNemar(), 40, 60), verdict(McNemar(), 0, 20)
        assert (left.statistic, left.df) == (19**2 / 100, 1)
        assert left.pvalue > 0.05
        assert right.pvalue < 0.001
        # 'the probability in 20 tosses of a fair coin that we will receive 20 heads and 0 tails', two-sided
        assert verdict(McNemarExact(), 0, 20).pvalue == pytest.approx(2 / 2**20, rel=1e-12)

    def test_dietterich_1998_critical_value(self):
        """'the probability that this quantity is greater than 3.841459 is less than 0.05' (section 3.1)."""
        discordant = 10_000
        at = np.sqrt(3.841459 * discordant) + 1  # the difference that gives this statistic
        below, above = (int((discordant - at) // 2) + shift for shift in (1, 0))
        assert verdict(McNemar(), below, discordant - below).pvalue > 0.05
        assert verdict(McNemar(), above, discordant - above).pvalue < 0.05

    @pytest.mark.parametrize(
        ("test", "pvalue"),
        [
            (McNemar(), 0.055009),
            (McNemarExact(), 0.052479),
            (McNemarMidP(), 0.034690),
            (ProportionsCorrected(), 0.033006),
        ],
        ids=str,
    )
    def test_fagerlands_own_software(self, test, pvalue):
        """Cavo et al. 2012, 6 against 16: R package contingencytables, tests/testthat/test-ch8.R."""
        assert verdict(test, 6, 16, n00=80, n11=59).pvalue == pytest.approx(pvalue, abs=5e-7)

    def test_fagerland_2013_table_1(self):
        """Bentur's 1 against 7 of 21 children; by hand 2 (1 + 8) / 256, and 8 / 256 less for mid-p."""
        assert verdict(McNemarExact(), 1, 7).pvalue == pytest.approx(18 / 256)
        assert verdict(McNemarMidP(), 1, 7).pvalue == pytest.approx(10 / 256)

    @pytest.mark.parametrize(("n01", "n10"), [(n01, n10) for n01, n10 in product(range(9), repeat=2) if n01 + n10])
    def test_brute_force_over_all_tosses(self, n01, n10):
        tosses, fewer = n01 + n10, min(n01, n10)
        tail = sum(coin(heads, tosses) for heads in range(fewer + 1))
        tied = 1 - coin(n01, tosses) / 2
        assert verdict(McNemarExact(), n01, n10).pvalue == pytest.approx(float(min(1, 2 * tail)), rel=1e-13)
        midp = tied if n01 == n10 else 2 * tail - coin(fewer, tosses)
        assert verdict(McNemarMidP(), n01, n10).pvalue == pytest.approx(float(midp), rel=1e-13)

    @quick
    @given(n01=st.integers(0, 3000), n10=st.integers(0, 3000))
    def test_scipy(self, n01, n10):
        if n01 + n10:
            expected = stats.binomtest(n01, n01 + n10).pvalue
            assert verdict(McNemarExact(), n01, n10).pvalue == pytest.approx(expected, rel=1e-9, abs=1e-300)
        if abs(n01 - n10) > 0:
            chi2 = (abs(n01 - n10) - 1) ** 2 / (n01 + n10)
            assert verdict(McNemar(), n01, n10).pvalue == pytest.approx(stats.chi2.sf(chi2, 1), rel=1e-9, abs=1e-300)

    @pytest.mark.parametrize(("n01", "n10"), [(1, 7), (40, 60), (0, 20), (25, 12), (3, 4)])
    def test_statsmodels_and_mlxtend(self, n01, n10):
        """Both subtract the 1 without holding the difference at 0, so pairs with n01 = n10 are left out."""
        statsmodels = pytest.importorskip("statsmodels.stats.contingency_tables")
        mlxtend = pytest.importorskip("mlxtend.evaluate")
        cells = np.array([[7, n10], [n01, 5]])
        ours = verdict(McNemar(), n01, n10)
        for chi2, p in (
            (statsmodels.mcnemar(cells, exact=False).statistic, statsmodels.mcnemar(cells, exact=False).pvalue),
            mlxtend.mcnemar(cells, corrected=True),
        ):
            assert (ours.statistic, ours.pvalue) == (pytest.approx(chi2), pytest.approx(p))
        assert verdict(McNemarExact(), n01, n10).pvalue == pytest.approx(statsmodels.mcnemar(cells).pvalue)


class TestPromises:
    @pytest.mark.parametrize("test", PAIRED, ids=str)
    @quick
    @given(n01=COUNTS, n10=COUNTS, level=LEVELS)
    def test_swapping_mirrors(self, test, n01, n10, level):
        one, other = verdict(test, n01, n10), verdict(test, n10, n01)
        assert one.pvalue == other.pvalue
        assert one.estimate == -other.estimate
        low, high = other.interval(level)
        assert one.interval(level) == (-high, -low)
        mirror = {Decision.FIRST: Decision.SECOND, Decision.SECOND: Decision.FIRST, Decision.OPEN: Decision.OPEN}
        assert one.decide(level) == mirror[other.decide(level)]

    @pytest.mark.parametrize("test", PAIRED, ids=str)
    @quick
    @given(n01=COUNTS, n10=COUNTS, n00=COUNTS, n11=COUNTS)
    def test_items_on_which_both_agree_change_no_p(self, test, n01, n10, n00, n11):
        assert verdict(test, n01, n10, n00=n00, n11=n11).pvalue == verdict(test, n01, n10).pvalue

    @pytest.mark.parametrize("test", PAIRED, ids=str)
    def test_d3_learners_that_never_disagree_are_no_evidence(self, test):
        """mlxtend and statsmodels: chi2 = inf, p = 0 for [[50, 0], [0, 5]]."""
        judged = verdict(test, 0, 0, n00=5, n11=50)
        assert (judged.statistic, judged.pvalue, judged.estimate) == (0.0, 1.0, 0.0)
        assert judged.decide(0.05) is Decision.OPEN

    @quick
    @given(n=st.integers(1, 2000))
    def test_a_draw_is_no_evidence(self, n):
        assert verdict(McNemar(), n, n).statistic == 0.0  # the literal formula would give 1 / (2 n)
        for test in (McNemar(), McNemarExact(), ProportionsCorrected()):
            assert verdict(test, n, n).pvalue == 1.0
        assert verdict(McNemarMidP(), n, n).pvalue >= 0.75

    @pytest.mark.parametrize("test", PAIRED, ids=str)
    @quick
    @given(data=st.data())
    def test_leading_axes_give_the_values_of_single_tables(self, test, data):
        cells = np.array(data.draw(st.lists(COUNTS, min_size=24, max_size=24))).reshape(4, 2, 3)
        at_once = test.arithmetic(PairedCounts(*cells))
        for place in np.ndindex(2, 3):
            single = test.arithmetic(PairedCounts(*cells[:, *place]))
            assert at_once.pvalue[place] == single.pvalue
            assert at_once.statistic[place] == single.statistic

    @pytest.mark.parametrize("test", PAIRED, ids=str)
    def test_p_lies_in_0_1_up_to_a_million_items(self, test):
        rng = np.random.default_rng(0)
        p = test.arithmetic(PairedCounts(*rng.integers(0, 10**6, (4, 10_000)))).pvalue
        assert ((p >= 0) & (p <= 1)).all()
        assert np.isfinite(p).all()

    @pytest.mark.parametrize("test", [McNemarExact(), McNemarMidP()], ids=str)
    def test_the_statistic_of_exact_tests_is_n01(self, test):
        assert verdict(test, 3, 9).statistic == 3.0
        assert verdict(test, 3, 9).df is None


class TestJudge:
    TRUTH = ["x"] * 6 + ["y"] * 4
    FIRST = ["x"] * 6 + ["y"] * 3 + ["x"]  # wrong on the last row
    SECOND = ["y"] * 4 + ["x"] * 2 + ["y"] * 4  # wrong on the first four

    @pytest.mark.parametrize("test", PAIRED, ids=str)
    def test_it_counts_and_says_both_accuracies(self, test):
        judged = test.judge(scores_of(self.TRUTH, self.FIRST, self.SECOND))
        assert (judged.losses, judged.wins) == (1, 4)
        assert judged.estimate == 0.3
        assert (judged.parameter, judged.null) == (Parameter.DIFFERENCE_OF_ACCURACIES, 0)
        assert judged.notes[0] == Note.of(NoteKind.ACCURACIES, first=0.9, second=0.6, difference=0.3)
        assert judged.pvalue == verdict(test, 1, 4).pvalue
        assert pickle.loads(pickle.dumps(judged)) == judged

    def test_the_direction_is_that_of_the_estimate(self):
        right, wrong = ["x"] * 30, ["y"] * 30
        for test in PAIRED:
            assert test.judge(scores_of(right, right, wrong)).decide(0.05) is Decision.FIRST
            assert test.judge(scores_of(right, wrong, right)).decide(0.05) is Decision.SECOND

    def test_a_perfect_learner_is_written_in_full(self):
        judged = McNemar().judge(scores_of(["x"] * 4, ["x"] * 4, ["y"] * 4))
        assert judged.notes[0] == Note.of(NoteKind.ACCURACIES, first=1.0, second=0.0, difference=1.0)
        assert all(share in note_words(judged.notes[0]) for share in ("100.0", " 0.0"))

    def test_only_tested_rows_count(self):
        items = Items(
            np.array([0, 1, 1, 0]),
            np.array([[[0, 1, 0, 0]], [[1, 1, 1, 1]]]),
            tested=np.array([[True, True, True, False]]),
            metric=Accuracy(),
        )
        judged = McNemar().judge(Scores(("a", "b"), "accuracy", np.zeros((2, 1, 1)), items=items))
        assert (judged.losses, judged.wins) == (1, 1)

    def test_misfits_say_who_needs_what_and_got_what(self):
        test, (truth, first, second) = McNemar(), ([0, 1], [0, 1], [1, 1])
        with refused(None, "mcnemar", "accuracy", "f1_macro", "bootstrap-t", error=MisfitError):
            test.judge(scores_of(truth, first, second, metric="f1_macro"))
        with refused(None, "mcnemar", "1 repeat of 1 fold", "3 repeats of 1 fold", error=MisfitError):
            test.judge(scores_of(truth, first, second, repeats=3))
        with refused(None, "mcnemar", "predictions", "judge_predictions", error=MisfitError):
            test.judge(Scores(("a", "b"), "accuracy", np.zeros((2, 1, 1))))
        with refused(None, "mcnemar", "two learners", "got 3", error=MisfitError):
            test.judge(
                Scores(
                    ("a", "b", "c"),
                    "accuracy",
                    np.zeros((3, 1, 1)),
                    items=Items(np.array(truth), np.array([[first], [second], [first]]), metric=Accuracy()),
                )
            )

    @pytest.mark.parametrize("missing", [np.nan, None])
    def test_d14_missing_answers_are_refused(self, missing):
        """confidenceinterval counts NaN as an error."""
        with refused("predictions"):
            McNemar().judge(scores_of([0, 1], [0, missing], [0, 1]))

    def test_d15_pairs_that_do_not_match_are_refused(self):
        """Pingouin goes on unpaired."""
        with refused("predictions", "2 values", "3"):
            McNemar().judge(scores_of([0, 1, 1], [0, 1], [0, 1]))

    def test_probabilities_are_refused(self):
        with refused("labels", "0.7"):
            McNemar().judge(scores_of([0.0, 1.0], [0.0, 0.7], [0.0, 1.0]))


@pytest.mark.parametrize("name", ["n00", "n01", "n10", "n11"])
@pytest.mark.parametrize(("count", "problem"), [(-3, "got -3"), (np.nan, "got float64"), (1.5, "got float64")])
def test_d7b_what_is_no_count_is_refused(name, count, problem):
    """mlxtend: p = 5.7e-6 for a count of -3."""
    given = {"n00": 1, "n01": 2, "n10": 3, "n11": 4} | {name: count}
    with refused(name, problem):
        PairedCounts(**{key: np.array(value) for key, value in given.items()})
