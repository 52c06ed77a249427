"""The contracts of tests of two learners over data sets: level, symmetry, ties, missing cells, interval."""

import pickle
from dataclasses import replace
from typing import ClassVar

import numpy as np
from scipy.special import bdtrc

from outperform.core import (
    Decision,
    LeagueTest,
    PairsTest,
    Posterior,
    PValue,
    stream,
)
from outperform.testing.contract import EntryContract, assert_near
from outperform.testing.league_draws import PAIRS, draw_league, league_cases, simulated_league
from outperform.testing.significance import LEVELS, MIRROR, RARE, assert_decides


class LeagueTestContract(EntryContract):
    """What every test of two learners over data sets must do. Leagues have errors, as from repeats."""

    role: ClassVar[type] = LeagueTest
    rounding: ClassVar[float] = 1e-9  # relative, by which p-values may differ where they should be equal
    simulations: ClassVar[int] = 400

    def test_it_holds_its_level_where_the_learners_are_equally_good(self, entry: LeagueTest) -> None:
        """At level .05 the test finds no more differences than a binomial distribution allows."""
        cells = draw_league(stream(0, "null"), leagues=(self.simulations,))
        found = sum(entry.judge(replace(cells, values=values), 0, 1).decide(0.05) in MIRROR for values in cells.values)
        assert bdtrc(found - 1, self.simulations, 0.05) > RARE, f"{found} of {self.simulations} true nulls rejected"

    def test_swapping_the_learners_mirrors_the_verdict(self, entry: LeagueTest) -> None:
        """The p-value is the same; decision, estimate, probabilities and interval are mirrored about the null."""
        for cells in league_cases():
            one, other = entry.judge(cells, 0, 1), entry.judge(cells, 1, 0)
            assert_near(one.estimate - one.null, other.null - other.estimate, atol=1e-15)
            for level in LEVELS:
                said = other.decide(level)
                assert one.decide(level) == MIRROR.get(said, said)
                mine, theirs = one.interval(level), other.interval(level)
                assert mine is not None
                assert theirs is not None
                assert_near(mine, [2 * one.null - end for end in reversed(theirs)], atol=1e-12)
            if isinstance(one, Posterior) and isinstance(other, Posterior):
                assert_near(one.probabilities, other.probabilities[::-1], atol=1e-12)
            else:
                assert_near(one.pvalue, other.pvalue, rtol=self.rounding)

    def test_the_order_of_the_data_sets_does_not_matter(self, entry: LeagueTest) -> None:
        """The verdict is the same, up to rounding."""
        for cells in league_cases():
            order = stream(0, "order").permutation(len(cells.datasets))
            self._same(entry.judge(cells, 0, 1), entry.judge(cells.kept(order), 0, 1))

    def test_rounding_makes_no_difference(self, entry: LeagueTest) -> None:
        """Scores that differ in their last digits are tied: p-value and probabilities stay the same."""
        for number, cells in enumerate(league_cases()):
            noise = stream(number, "rounding").uniform(-1e-14, 1e-14, cells.values.shape)
            self._same(entry.judge(cells, 0, 1), entry.judge(replace(cells, values=cells.values + noise), 0, 1))

    def test_only_differences_matter(self, entry: LeagueTest) -> None:
        """A constant per data set changes nothing; nor does a unit, but for tests with a region of equivalence."""
        for cells in league_cases():
            shift = stream(0, "shift").uniform(-2, 2, (len(cells.datasets), 1))
            verdict = entry.judge(cells, 0, 1)
            self._same(verdict, entry.judge(replace(cells, values=cells.values + shift), 0, 1))
            if isinstance(verdict, PValue):
                assert cells.error is not None
                scaled = replace(cells, values=100 * cells.values, error=1e4 * cells.error)
                assert_near(verdict.pvalue, entry.judge(scaled, 0, 1).pvalue, rtol=1e-6)

    def test_a_missing_cell_leaves_its_data_set_out(self, entry: LeagueTest) -> None:
        """Cells of the pair that are NaN have the same effect as a league without these data sets."""
        for cells in league_cases():
            values = cells.values.copy()
            values[0, 0] = values[-1, 1] = np.nan
            without = cells.kept(np.arange(1, len(cells.datasets) - 1))
            self._same(entry.judge(replace(cells, values=values), 0, 1), entry.judge(without, 0, 1))

    def test_learners_that_do_the_same_are_no_evidence(self, entry: LeagueTest) -> None:
        """Equal columns give p = 1, or the same probability to both, the null as the estimate and no decision."""
        cells = draw_league(stream(0, "same"))
        cells.values[:, 1] = cells.values[:, 0]
        for error in (cells.error, None if cells.error is None else 0 * cells.error):
            verdict = entry.judge(replace(cells, error=error), 0, 1)
            assert verdict.estimate == verdict.null
            assert verdict.pvalue in (1, None)
            assert not isinstance(verdict, Posterior) or verdict.first == verdict.second
            assert all(verdict.decide(level) is Decision.OPEN for level in LEVELS)

    def test_one_data_set_decides_nothing(self, entry: LeagueTest) -> None:
        """With one data set, or none, there is no decision, and what is known is finite."""
        cells = draw_league(stream(0, "one"), lead=0.2)
        for known in (1, 0):
            values = cells.values.copy()
            values[known:] = np.nan
            verdict = entry.judge(replace(cells, values=values), 0, 1)
            assert verdict.decide(0.05) is Decision.OPEN
            assert np.isfinite(verdict.estimate)

    def test_few_data_sets_with_the_same_difference_decide_nothing(self, entry: LeagueTest) -> None:
        """Two learners, fewer than 6 data sets, the same difference on all: no evidence at level .05."""
        second = np.array([0.5, 0.625, 0.75, 0.5625, 0.6875])
        for error in (0.0, 1e-6, 0.01):
            for count in range(1, 6):
                values = np.stack([second + 0.125, second], axis=-1)[:count]
                assert entry.judge(simulated_league(values, error), 0, 1).decide(0.05) is Decision.OPEN, (
                    f"{count}, {error}"
                )

    def test_p_and_decision_agree(self, entry: LeagueTest) -> None:
        """A decision falls where p is at or below the level, and nowhere else."""
        for cells in league_cases():
            verdict = entry.judge(cells, 0, 1)
            assert_decides(verdict, *LEVELS, *((verdict.pvalue,) if verdict.pvalue and verdict.pvalue < 1 else ()))

    def test_the_estimate_is_on_the_side_of_the_better_learner(self, entry: LeagueTest) -> None:
        """A very large lead gives an estimate above the null; tests that decide find it."""
        verdict = entry.judge(draw_league(stream(0, "lead"), lead=0.5), 0, 1)
        assert verdict.estimate > verdict.null
        assert verdict.decide(0.05) is (Decision.OPEN if isinstance(verdict, Posterior) else Decision.FIRST)

    def test_the_same_scores_give_the_same_verdict_and_it_travels(self, entry: LeagueTest) -> None:
        """A verdict depends on the cells alone, survives pickling, and leaves the cells as they are."""
        cells, before = (draw_league(stream(0, "twice"), 0.02) for _ in range(2))
        verdict = entry.judge(cells, 0, 1)
        assert verdict == entry.judge(before, 0, 1)
        assert pickle.loads(pickle.dumps(verdict)) == verdict
        assert np.array_equal(cells.values, before.values)

    def test_interval_and_decision_agree(self, entry: LeagueTest) -> None:
        """If the interval excludes the null, p is at or below the level and the decision is for that side."""
        for cells in league_cases():
            verdict = entry.judge(cells, 0, 1)
            for level in LEVELS if isinstance(verdict, PValue) else ():
                self._agrees(verdict, level)

    def _agrees(self, verdict: PValue | Posterior, level: float) -> None:
        interval = verdict.interval(level)
        assert interval is not None
        assert verdict.pvalue is not None
        low, high = interval
        assert low <= high
        if low < verdict.null < high:
            assert verdict.pvalue > level
        if not low <= verdict.null <= high:
            assert verdict.decide(level) is (Decision.FIRST if verdict.null < low else Decision.SECOND)

    def _same(self, one: PValue | Posterior, other: PValue | Posterior) -> None:
        """Check that two verdicts say the same, up to rounding."""
        assert_near(one.estimate, other.estimate, atol=1e-9)
        if isinstance(one, Posterior) and isinstance(other, Posterior):
            assert_near(one.probabilities, other.probabilities, atol=1e-9)
        else:
            assert_near(one.pvalue, other.pvalue, rtol=1e-6)


class PairsTestContract(LeagueTestContract):
    """What every test with a p-value for each pair must do: many pairs and leagues at once."""

    role: ClassVar[type] = PairsTest

    def test_many_pairs_are_judged_as_each_alone(self, entry: PairsTest) -> None:
        """Statistics, p-values and directions of all pairs at once are those of the verdicts."""
        side = {Decision.FIRST: 1.0, Decision.SECOND: -1.0, Decision.OPEN: 0.0}
        for cells in league_cases():
            outcomes = entry.outcomes(cells, PAIRS)
            for at, (first, second) in enumerate(PAIRS.tolist()):
                verdict = entry.judge(cells, first, second)
                assert_near(outcomes.pvalue[at], verdict.pvalue, rtol=self.rounding)
                if verdict.statistic is not None:
                    assert_near(outcomes.statistic[at], verdict.statistic, rtol=self.rounding, atol=1e-12)
                assert isinstance(verdict, PValue)
                assert verdict.pvalue == 1 or outcomes.direction[at] == side[verdict.direction()]

    def test_many_leagues_are_judged_as_each_alone(self, entry: PairsTest) -> None:
        """Leading axes of the scores are leagues; each is judged as if it were the only one."""
        drawn = draw_league(stream(0, "leagues"), 0.02, leagues=(3, 2))
        values = drawn.values.copy()
        values[1] = values[1].round(2)
        values[2, 0, 3, 1] = np.nan
        together = entry.outcomes(replace(drawn, values=values), PAIRS)
        assert together.pvalue.shape == (3, 2, len(PAIRS))
        for place in np.ndindex(3, 2):
            alone = entry.outcomes(replace(drawn, values=values[place]), PAIRS)
            assert_near(together.pvalue[place], alone.pvalue, rtol=1e-6, atol=1e-7)
            assert_near(together.statistic[place], alone.statistic, rtol=1e-9)
            assert np.array_equal(together.direction[place], alone.direction)

    def test_the_other_learners_matter_only_for_a_test_on_ranks(self, entry: PairsTest) -> None:
        """The p-value of a pair depends on the scores of others only if the test says so."""
        cells = draw_league(stream(0, "others"), 0.03)
        between = cells.values.copy()
        between[:, 2:] = (between[:, :1] + between[:, 1:2]) / 2
        before, after = (entry.judge(each, 0, 1).pvalue for each in (cells, replace(cells, values=between)))
        assert (before != after) == entry.on_ranks

    def test_fewer_data_sets_than_it_says_decide_nothing(self, entry: PairsTest) -> None:
        """With fewer data sets than ``least`` says, even the largest lead is not decided."""
        for level in (0.05, 0.01):
            cells = draw_league(stream(0, "few"), lead=0.5).kept(np.arange(entry.least(1, level) - 1))
            assert entry.judge(cells, 0, 1).decide(level) is Decision.OPEN
            assert entry.least(10, level) >= entry.least(1, level)
