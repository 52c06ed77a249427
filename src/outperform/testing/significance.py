"""The contract of every significance test: level, symmetry, degenerate input, an interval that agrees with p."""

import pickle
from typing import ClassVar

import numpy as np
from scipy.special import bdtrc

from outperform.comparison import judge, judge_predictions
from outperform.core import Decision, MisfitError, OutperformError, Posterior, PValue, Scores, SignificanceTest, stream
from outperform.testing.contract import EntryContract, assert_near, refused
from outperform.testing.tables import draw_table, equal_table, shape_of, swapped, table_cases, table_of

LEVELS = (0.01, 0.05, 0.1, 0.3)
MIRROR = {Decision.FIRST: Decision.SECOND, Decision.SECOND: Decision.FIRST}
RARE = 1e-6  # a test that keeps its level fails the check with this probability


def assert_decides(verdict: PValue | Posterior, *levels: float) -> None:
    """Assert that p-value, or probabilities, and decision say the same at each level.

    An estimate that is the null value favours neither learner: there the decision may be open although p is small.
    """
    for level in levels:
        decision = verdict.decide(level)
        if isinstance(verdict, Posterior):
            chances = dict(zip((Decision.FIRST, Decision.EQUAL, Decision.SECOND), verdict.probabilities, strict=True))
            assert decision is Decision.OPEN or chances[decision] > 1 - level, f"{decision} with {chances}"
        elif decision not in MIRROR:
            neither = verdict.estimate == verdict.null and verdict.direction() is Decision.OPEN
            assert verdict.pvalue > level or neither, f"{decision} at level {level} with p = {verdict.pvalue}"
        else:
            assert verdict.pvalue <= level, f"{decision} at level {level} with p = {verdict.pvalue}"


class SignificanceContract(EntryContract):
    """What every significance test must do. Scores are drawn to fit its needs; replace ``draw`` for other needs."""

    role: ClassVar[type] = SignificanceTest
    rounding: ClassVar[float] = 1e-9  # relative, by which p-values may differ where they should be equal
    simulations: ClassVar[int] = 400

    def draw(self, entry: SignificanceTest, rng: np.random.Generator, lead: float = 0.0) -> Scores:
        """Draw scores of two learners, the first better by ``lead``."""
        return draw_table(entry, rng, lead)

    def quick(self, entry: SignificanceTest) -> SignificanceTest:
        """Return the test as it is used on many tables; a test with random draws may draw less."""
        return entry

    def test_it_holds_its_level_where_the_learners_are_equally_good(self, entry: SignificanceTest) -> None:
        """At level .05 the test finds no more differences on independent splits than a binomial distribution allows.

        A posterior decides for either side at the level, so that twice as many are allowed.
        """
        entry, level, found = self.quick(entry), 0.05, 0
        for number in range(self.simulations):
            verdict = entry.judge(self.draw(entry, stream(number, "null")))
            found += verdict.decide(level) in MIRROR
        allowed = 2 * level if isinstance(verdict, Posterior) else level
        assert bdtrc(found - 1, self.simulations, allowed) > RARE, f"{found} of {self.simulations} true nulls rejected"

    def test_swapping_the_learners_mirrors_the_verdict(self, entry: SignificanceTest) -> None:
        """The p-value is the same; decision, estimate and interval are mirrored about the null."""
        entry = self.quick(entry)
        for scores in table_cases(entry):
            one, other = entry.judge(scores), entry.judge(swapped(scores))
            assert one.null == other.null
            assert_near(one.estimate - one.null, other.null - other.estimate, atol=1e-15)
            for level in LEVELS:
                said = other.decide(level)
                assert one.decide(level) == MIRROR.get(said, said)
                mine, theirs = one.interval(level), other.interval(level)
                assert (mine is None) == (theirs is None)
                if mine is not None and theirs is not None:
                    assert_near(mine, [2 * one.null - end for end in reversed(theirs)], atol=1e-12)
            if isinstance(one, PValue):
                assert_near(one.pvalue, other.pvalue, rtol=self.rounding)

    def test_the_estimate_is_on_the_side_of_the_better_learner(self, entry: SignificanceTest) -> None:
        """A very large lead gives an estimate above the null, and never a decision for the other learner."""
        verdict = entry.judge(self.draw(entry, stream(0, "lead"), lead=0.29))
        assert verdict.estimate > verdict.null
        assert all(verdict.decide(level) is not Decision.SECOND for level in LEVELS)

    def test_the_same_scores_give_the_same_verdict_and_it_travels(self, entry: SignificanceTest) -> None:
        """Only the seed of the scores may add randomness; a verdict survives pickling."""
        verdict = entry.judge(self.draw(entry, stream(0, "twice")))
        assert verdict == entry.judge(self.draw(entry, stream(0, "twice")))
        assert pickle.loads(pickle.dumps(verdict)) == verdict

    def test_the_scores_stay_as_they_are(self, entry: SignificanceTest) -> None:
        """A test does not change the scores: other tests use the same arrays."""
        scores, before = (self.draw(entry, stream(0, "kept")) for _ in range(2))
        entry.judge(scores)
        assert np.array_equal(scores.values, before.values)
        if scores.items is not None and before.items is not None:
            for mine, theirs in zip(scores.items.single(), before.items.single(), strict=True):
                assert np.array_equal(mine, theirs)

    def test_learners_that_do_the_same_are_no_evidence(self, entry: SignificanceTest) -> None:
        """Differences that are all 0 give p = 1, the null as the estimate, and no decision for either learner."""
        for scores in (equal_table(entry), *self._constant(entry)):
            verdict = entry.judge(scores)
            assert verdict.estimate == verdict.null
            assert verdict.pvalue in (1, None)
            assert all(verdict.decide(level) not in MIRROR for level in LEVELS)

    def _constant(self, entry: SignificanceTest) -> list[Scores]:
        if entry.needs.items:
            return []
        flat = np.full(shape_of(entry.needs), 0.8)
        return [table_of(entry, flat, flat)]

    def test_what_a_verdict_says_is_a_number_or_has_a_reason(self, entry: SignificanceTest) -> None:
        """Estimates and p-values are finite; p = 0 has a note."""
        entry = self.quick(entry)
        for scores in table_cases(entry):
            verdict = entry.judge(scores)
            assert np.isfinite(verdict.estimate)
            if isinstance(verdict, PValue):
                assert 0 <= verdict.pvalue <= 1
                assert verdict.pvalue > 0 or verdict.notes
            if isinstance(verdict, Posterior):
                assert min(verdict.probabilities) >= 0
                assert_near(sum(verdict.probabilities), 1, atol=1e-12)

    def test_interval_and_decision_agree(self, entry: SignificanceTest) -> None:
        """If the interval excludes the null, p is at or below the level and the decision is for that side."""
        entry = self.quick(entry)
        for scores in table_cases(entry):
            verdict = entry.judge(scores)
            for level in LEVELS if isinstance(verdict, PValue) else ():
                self._agrees(verdict, level)

    def test_p_and_decision_agree(self, entry: SignificanceTest) -> None:
        """A decision falls where p is at or below the level, or a probability above 1 - level, and nowhere else."""
        entry = self.quick(entry)
        for scores in table_cases(entry):
            assert_decides(entry.judge(scores), *LEVELS)

    def test_p_is_small_enough_for_its_own_level(self, entry: SignificanceTest) -> None:
        """At a level that is the p-value itself, the decision falls."""
        for scores in table_cases(entry, 12):
            verdict = entry.judge(scores)
            if isinstance(verdict, PValue) and 0 < verdict.pvalue < 1:
                assert_decides(verdict, verdict.pvalue)

    def _agrees(self, verdict: PValue | Posterior, level: float) -> None:
        interval = verdict.interval(level)
        if interval is None:  # no difference fits the scores, 0 neither
            assert verdict.pvalue is not None
            assert verdict.pvalue <= level
            return
        low, high = interval
        assert low <= high
        margin = 1e-9 * max(1e-3, abs(low), abs(high))
        if low + margin < verdict.null < high - margin:
            assert verdict.pvalue is not None
            assert verdict.pvalue > level
        if not low - margin <= verdict.null <= high + margin:
            assert verdict.pvalue is not None
            assert verdict.pvalue <= level
            assert verdict.decide(level) is (Decision.FIRST if verdict.null < low else Decision.SECOND)

    def test_splits_that_do_not_fit_are_refused(self, entry: SignificanceTest) -> None:
        """Scores that do not fit the needs raise ``MisfitError``, which names the test."""
        single = Scores(("a", "b"), None, np.array([[[0.8]], [[0.7]]]))
        if entry.misfit(single) is not None:
            assert refused(MisfitError, entry.judge, single).startswith(entry.slug)

    def test_scores_that_are_no_numbers_are_refused(self, entry: SignificanceTest) -> None:
        """NaN and infinite scores or labels raise an error."""
        scores = self.draw(entry, stream(0, "broken"))
        for bad in (np.nan, np.inf):
            if scores.items is None:
                table = {name: values.copy() for name, values in zip("ab", scores.values, strict=True)}
                table["a"][0, 0] = bad
                refused(OutperformError, lambda given=table: judge(given, entry, n_train=90, n_test=10))
            else:
                truth, said = scores.items.single()
                spoilt = {"a": [bad, *said[0][1:]], "b": said[1]}
                refused(OutperformError, lambda t=truth, given=spoilt: judge_predictions(t, given, test=entry))
