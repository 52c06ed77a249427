"""The difference of two accuracies: Bonett and Price's interval, Tango's margins, and coverage by enumeration."""

from itertools import product
from math import comb

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats
from scipy.optimize import brentq, minimize_scalar
from tests.refusals import refused

from outperform.core import Decision, Items, MarginMethod, MisfitError, Note, NoteKind, Reason, Refusal, Scores
from outperform.metrics import F1, Accuracy
from outperform.significance.accuracy_difference import bonett_price
from outperform.significance.mcnemar import McNemar, McNemarExact, McNemarMidP
from outperform.significance.paired_counts import PairedCounts
from outperform.significance.proportions import Proportions, ProportionsCorrected
from outperform.significance.tango import chances, exact_pvalue, tango

ALL = [McNemar(), McNemarExact(), McNemarMidP(), ProportionsCorrected(), Proportions()]
quick = settings(max_examples=40, deadline=None)
COUNTS = st.integers(0, 60) | st.integers(0, 3)
LEVELS = st.floats(1e-6, 1 - 1e-6) | st.sampled_from([0.01, 0.05, 0.1, 0.5])
MIDP = McNemarMidP()


def verdict(test, wins, losses, count):
    left = count - wins - losses
    return test.arithmetic(PairedCounts(*np.array([left // 2, losses, wins, left - left // 2]))).verdict(())


def of_items(first, second, **more):
    scored = np.array([first, second], dtype=np.float64)
    items = Items(row_scores=scored[:, np.newaxis] if scored.ndim == 2 else scored, **more)
    return Scores(("a", "b"), "exact_match", np.nanmean(scored, axis=-1).reshape(2, -1)[:, :1, np.newaxis], items=items)


class TestReferences:
    def test_fagerlands_own_software(self):
        """Cavo et al. 2012, R package contingencytables, tests/testthat/test-ch8.R: -.1195 to -.0032."""
        assert bonett_price(6, 16, 161, 0.05) == pytest.approx((-0.1195, -0.0032), abs=5e-5)
        judged = verdict(MIDP, 6, 16, 161)
        assert judged.estimate == pytest.approx(-0.0621, abs=5e-5)
        assert judged.interval(0.05) == bonett_price(6, 16, 161, 0.05)

    def test_tangos_limits_in_fagerlands_software(self):
        """The same table: Tango's limits are -.1240 to -.0054."""
        ends = [brentq(lambda d, z=z: float(tango(6, 16, 161, d)) - z, -0.9, 0.9) for z in (1.959964, -1.959964)]
        assert ends == pytest.approx([-0.1240, -0.0054], abs=5e-5)

    @pytest.mark.parametrize(("wins", "losses"), [(0, 0), (5, 0), (0, 20), (3, 9), (10, 10), (20, 0)])
    @pytest.mark.parametrize("d", [-1.0, -0.9, -0.3, -0.02, 0.0, 1e-9, 0.05, 0.4, 0.99])
    def test_tango_maximises_the_likelihood(self, wins, losses, d):
        """Its P(01) by direct maximisation."""
        count = 20

        def loss(q):
            parts = ((wins, q + d), (losses, q), (count - wins - losses, 1 - 2 * q - d))
            return -sum(times * np.log(max(share, 1e-300)) for times, share in parts if times)

        low, high = max(0.0, -d), (1 - d) / 2
        inner = minimize_scalar(loss, bounds=(low, high), method="bounded", options={"xatol": 1e-12}).x
        q = min((inner, low, high), key=loss)
        above, spread = wins - losses - count * d, max(0.0, count * (2 * q + d - d * d))
        expected = 0.0 if above == 0 else np.inf * np.sign(above) if spread < 1e-12 else above / np.sqrt(spread)
        assert float(tango(wins, losses, count, d)) == pytest.approx(expected, rel=1e-5, abs=1e-9)

    @pytest.mark.parametrize(
        ("count", "margin", "p01", "wrong"),
        [
            (10, 0.12, 0.56, 0.0908),
            (36, 0.07, 0.07, 0.93**36),  # only losses: no item may differ
            (11, 0.2, 0.2, 0.8**11),
            (2, 0.15, 0.575, 0.425**2),  # both items won: every item differs
        ],
    )
    def test_the_worst_cases_of_the_normal_threshold(self, count, margin, p01, wrong):
        """The largest over a grid of P(01), for N from 2 to 150 and margins from .01 to .2, were found at these."""
        shown = sum(
            chance
            for wins, losses, chance in tables(count, p01 - margin, p01)
            if float(tango(wins, losses, count, -margin)) >= stats.norm.ppf(0.95)
        )
        assert shown == pytest.approx(wrong, abs=2e-4)
        z = np.nextafter(stats.norm.ppf(0.95), 2)
        assert float(chances(z, count, -margin, np.array([2 * p01 - margin]))[0]) == pytest.approx(wrong, abs=2e-4)

    def test_tango_at_0_is_mcnemar_without_correction(self):
        for wins, losses in ((3, 9), (20, 0), (7, 7)):
            assert float(tango(wins, losses, 50, 0.0)) == pytest.approx(
                verdict(ProportionsCorrected(), wins, losses, 50).statistic
            )


class TestInterval:
    def test_an_end_at_0_does_not_exclude_0(self):
        """5 against 0 of 50: mid-p .031, but Bonett and Price's lower end lies below 0."""
        judged = verdict(MIDP, 5, 0, 50)
        assert judged.pvalue == pytest.approx(0.03125)
        assert judged.decide(0.05) is Decision.FIRST
        assert judged.interval(0.05) == (0.0, pytest.approx(0.192, abs=5e-4))

    def test_e5_interval_and_p_do_not_contradict_each_other(self):
        """Peers: 7 against 1 of 50 has p = .07 beside an interval without 0."""
        judged = verdict(McNemarExact(), 7, 1, 50)
        assert judged.pvalue == pytest.approx(18 / 256)
        assert judged.interval(0.05)[0] <= 0

    @pytest.mark.parametrize("test", ALL, ids=str)
    @quick
    @given(wins=COUNTS, losses=COUNTS, both=COUNTS, level=LEVELS)
    def test_interval_and_p_agree(self, test, wins, losses, both, level):
        judged = verdict(test, wins, losses, wins + losses + both + 1)
        for at in {level, judged.pvalue, float(np.nextafter(judged.pvalue, 0))}:
            if 0 < at < 1:
                low, high = judged.interval(at)
                assert -1 <= low <= judged.estimate <= high <= 1
                assert not low < 0 < high or judged.pvalue > at
                assert low <= 0 <= high or judged.pvalue <= at

    @pytest.mark.parametrize("count", [20, 50])
    @pytest.mark.parametrize(("p10", "p01"), [(0.02, 0.02), (0.1, 0.1), (0.1, 0.02), (0.3, 0.1), (0.4, 0.02)])
    def test_it_covers_by_enumeration(self, count, p10, p01):
        """All tables, each with its probability; 32 settings like these gave .951 to .9998."""
        covered = sum(
            chance
            for wins, losses, chance in tables(count, p10, p01)
            if _contains(verdict(MIDP, wins, losses, count).interval(0.05), p10 - p01)
        )
        assert 0.95 <= covered <= 1

    def test_midp_keeps_its_level_by_enumeration(self):
        """At most .0545 over N = 10 to 200; here N = 50."""
        for p in (0.02, 0.05, 0.2, 0.4):
            rejected = sum(
                chance for wins, losses, chance in tables(50, p, p) if verdict(MIDP, wins, losses, 50).pvalue <= 0.05
            )
            assert rejected < 0.055

    @pytest.mark.parametrize("test", ALL, ids=str)
    @pytest.mark.parametrize("level", [0, 1, -0.1, np.nan])
    def test_a_level_lies_between_0_and_1(self, test, level):
        judged = verdict(test, 1, 2, 9)
        for ask in (judged.interval, lambda level: judged.above(0, level), lambda level: judged.below(0, level)):
            with refused("level", f"got {level}"):
                ask(level)


def _contains(interval, value):
    return interval[0] - 1e-12 <= value <= interval[1] + 1e-12


def tables(count, p10, p01):
    """Yield wins, losses and the probability of every table."""
    for wins, losses in product(range(count + 1), repeat=2):
        if wins + losses <= count:
            ways = comb(count, wins) * comb(count - wins, losses)
            yield wins, losses, ways * p10**wins * p01**losses * (1 - p10 - p01) ** (count - wins - losses)


class TestMargins:
    @pytest.mark.parametrize(("wins", "losses", "count"), [(3, 5, 100), (0, 0, 36), (12, 9, 36), (20, 0, 20)])
    @pytest.mark.parametrize("difference", [-0.3, -0.07, 0.0, 0.4])
    def test_the_p_value_enumerates_all_tables(self, wins, losses, count, difference):
        """The chance of a statistic as large, summed over tables, for the worst of many shares; Berger and Boos."""
        z, level = float(tango(wins, losses, count, difference)), 0.05
        seen = stats.binomtest(wins + losses, count).proportion_ci(1 - level / 100, method="exact")
        shares = np.linspace(max(seen.low, abs(difference)), max(seen.high, abs(difference)), 60)
        n10, n01 = (side.ravel() for side in np.meshgrid(np.arange(count + 1.0), np.arange(count + 1.0)))
        n10, n01 = n10[n10 + n01 <= count], n01[n10 + n01 <= count]
        among = tango(n10, n01, np.full_like(n10, count), difference) >= z - 1e-9
        worst = max(
            stats.multinomial.pmf(
                np.stack([n10, n01, count - n10 - n01], axis=1)[among],
                count,
                [(s + difference) / 2, (s - difference) / 2, 1 - s],
            ).sum()
            for s in shares
        )
        found = exact_pvalue(wins, losses, count, difference, level)
        assert found == pytest.approx(min(1, worst + level / 100), abs=5e-4)
        assert found >= min(1, worst + level / 100) - 5e-5

    @pytest.mark.parametrize("difference", [-0.4, -0.05, 0.0, 0.2])
    def test_the_tables_that_are_as_extreme_have_a_straight_edge(self, difference):
        """One win more, and a win in the place of a loss, raise the statistic: the enumeration depends on it."""
        for count in (1, 2, 7, 25):
            n10, n01 = np.meshgrid(np.arange(count + 1.0), np.arange(count + 1.0))
            z = np.where(n10 + n01 <= count, tango(n10, n01, np.full_like(n10, count), difference), np.nan)
            rows, turned = np.diff(z, axis=1), z[:-1, 1:] - z[1:, :-1]
            assert not (rows < -1e-9).any()
            assert not (turned < -1e-9).any()

    def test_36_items_that_do_not_differ(self):
        """The normal threshold showed a margin of .07; where 7% are lost, this has a chance of .93^36 = .073."""
        assert not verdict(MIDP, 0, 0, 36).above(-0.07, 0.05)
        bound = verdict(MIDP, 0, 0, 36).lower_bound(0.05, -0.07)
        assert (1 + bound.value) ** 36 == pytest.approx(0.05 * 0.99, abs=1e-5)
        assert bound.method is MarginMethod.TANGO_EXACT

    def test_more_than_a_million_items_have_a_normal_threshold(self):
        bound = verdict(MIDP, 10_000, 10_100, 1_000_001).lower_bound(0.05, -0.01)
        assert bound.method is MarginMethod.TANGO
        exact = verdict(MIDP, 10_000, 10_100, 1_000_000).lower_bound(0.05, -0.01)
        assert exact.method is MarginMethod.TANGO_EXACT
        assert bound.value == pytest.approx(exact.value, abs=2e-6)

    @quick
    @given(wins=COUNTS, losses=COUNTS, both=COUNTS, bound=st.floats(-1.5, 1.5), level=st.floats(0.001, 0.4))
    def test_swapping_mirrors(self, wins, losses, both, bound, level):
        count = wins + losses + both + 1
        one, other = verdict(MIDP, wins, losses, count), verdict(MIDP, losses, wins, count)
        assert one.above(bound, level) == other.below(-bound, level)
        assert not (one.above(bound, level) and one.below(bound, level))

    @quick
    @given(wins=COUNTS, losses=COUNTS, both=COUNTS, level=st.floats(0.001, 0.4))
    def test_a_wider_margin_is_easier(self, wins, losses, both, level):
        judged = verdict(MIDP, wins, losses, wins + losses + both + 1)
        shown = [judged.above(-margin, level) for margin in (0.0, 0.01, 0.05, 0.2, 0.6, 0.99, 1.0, 1.5)]
        assert shown == sorted(shown)
        assert shown[-1]

    def test_the_ends_of_all_differences(self):
        lost, won = verdict(MIDP, 0, 30, 30), verdict(MIDP, 30, 0, 30)
        assert not lost.above(-1, 0.05)
        assert lost.above(-1.01, 0.05)
        assert won.above(-1, 0.05)
        assert not won.above(1, 0.05)
        assert not won.below(-1, 0.05)
        assert won.below(1.01, 0.05)

    @pytest.mark.parametrize(("count", "margin"), [(5, 0.2), (20, 0.15), (36, 0.07), (50, 0.1)])
    def test_it_holds_its_level_by_enumeration(self, count, margin):
        """Whatever the share of discordant items is; the test is not much below its level where many differ."""
        every = [(wins, losses) for wins in range(count + 1) for losses in range(count + 1 - wins)]
        shown = {table for table in every if exact_pvalue(*table, count, -margin, 0.05) <= 0.05}
        wrong = [
            sum(chance for wins, losses, chance in tables(count, p10, p10 + margin) if (wins, losses) in shown)
            for p10 in np.linspace(0, (1 - margin) / 2, 15)
        ]
        assert max(wrong) <= 0.05
        assert count < 20 or max(wrong) > 0.035


class TestItems:
    RIGHT = (1, 1, 1, 1, 1, 0, 0, 1)
    LESS = (0, 0, 0, 1, 1, 0, 1, 0)

    @pytest.mark.parametrize("test", ALL, ids=str)
    def test_scores_of_items_are_counted(self, test):
        judged = test.judge(of_items(self.RIGHT, self.LESS))
        assert (judged.wins, judged.losses, judged.count) == (4, 1, 8)
        assert judged.stability == Refusal(Reason.ONE_SAMPLE)
        assert judged.notes[0] == Note.of(NoteKind.ACCURACIES, first=0.75, second=0.375, difference=0.375)

    def test_predictions_have_one_split(self):
        items = Items(np.array([1, 0]), np.array([[[1, 0]], [[1, 1]]]), metric=Accuracy())
        judged = MIDP.judge(Scores(("a", "b"), "accuracy", np.zeros((2, 1, 1)), items=items))
        assert judged.stability == Refusal(Reason.ONE_SPLIT)

    def test_clusters_are_ignored_with_a_note(self):
        judged = MIDP.judge(of_items(self.RIGHT, self.LESS, clusters=np.array([0, 0, 1, 1, 2, 2, 3, 3])))
        assert Note.of(NoteKind.CLUSTERS_IGNORED, clusters=4, items=8) in judged.notes
        alone = MIDP.judge(of_items(self.RIGHT, self.LESS, clusters=np.arange(8)))
        assert NoteKind.CLUSTERS_IGNORED not in [note.kind for note in alone.notes]

    def test_what_is_not_right_or_wrong_is_refused(self):
        with refused(None, "mcnemar-midp", "0 or 1", "item-t", error=MisfitError):
            MIDP.judge(of_items([1, 0.5], [0, 1]))
        with refused(None, "mcnemar-midp", "0 or 1", error=MisfitError):
            MIDP.judge(of_items([1, np.inf], [0, 1]))
        with refused("scores", "item 2", "nan"):
            MIDP.judge(of_items([1, np.nan], [0, 1]))
        with refused(None, "mcnemar-midp", "weights", error=MisfitError):
            MIDP.judge(of_items([1, 0], [0, 1], weights=np.array([1.0, 2.0])))
        with refused(None, "mcnemar-midp", "1 item", error=MisfitError):
            MIDP.judge(Scores(("a", "b"), None, np.zeros((2, 1, 1)), items=Items(row_scores=np.zeros((2, 1, 0)))))

    def test_several_samples_are_refused(self):
        several = np.array([[[1, 0], [1, 1]], [[0, 0], [1, 1]]], dtype=float)
        with refused(None, "mcnemar-midp", "1 sample per item", "item-t", error=MisfitError):
            MIDP.judge(of_items(*several))
        several[0, 1, 0] = np.nan  # one item has one sample, the others two
        with refused(None, "mcnemar-midp", "1 sample per item", error=MisfitError):
            MIDP.judge(of_items(*several))

    @pytest.mark.parametrize("name", ["f1", "accuracy"])
    def test_predictions_by_another_metric_are_refused(self, name):
        """Even where a user's function is called accuracy."""
        items = Items(np.array([1, 0]), np.array([[[1, 0]], [[1, 1]]]), metric=F1())
        with refused(None, "mcnemar-midp", "needs the metric accuracy", error=MisfitError):
            MIDP.judge(Scores(("a", "b"), name, np.zeros((2, 1, 1)), items=items))

    def test_one_item(self):
        judged = MIDP.judge(of_items([1], [0]))
        assert judged.pvalue == 0.5
        assert judged.interval(0.05)[1] == 1.0

    def test_a_million_items(self):
        rng = np.random.default_rng(0)
        first, second = rng.random((2, 1_000_000)) < np.array([[0.71], [0.70]])
        judged = MIDP.judge(of_items(first, second))
        assert judged.count == 1_000_000
        assert judged.estimate == pytest.approx(first.mean() - second.mean())
        assert judged.wins - judged.losses == int(first.sum()) - int(second.sum())
