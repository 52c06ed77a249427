"""The contracts of tests on score differences: all of them, the t family, the F test, posteriors."""

from collections.abc import Callable
from typing import Any, ClassVar

import numpy as np

from outperform.core import Decision, MisfitError, Posterior, PValue, Scores, SignificanceTest, stream
from outperform.significance import Differences, DifferenceTest
from outperform.significance.five_by_two import FisherVerdict
from outperform.significance.student import StudentVerdict
from outperform.testing.contract import assert_near, refused
from outperform.testing.significance import LEVELS, SignificanceContract
from outperform.testing.tables import (
    draw_table,
    equal_table,
    shape_of,
    swapped,
    table_cases,
    table_of,
    with_folds_turned,
    with_repeats_reversed,
)


class DifferenceContract(SignificanceContract):
    """What every test on score differences must do, besides what all tests must do."""

    role: ClassVar[type] = DifferenceTest

    def test_leading_axes_give_what_single_tables_give(self, entry: DifferenceTest) -> None:
        """The arithmetic of many tables at once is that of each."""
        tables = [draw_table(entry, stream(number, "axes"), lead=0.02) for number in range(6)]
        first, second = (
            np.array([table.values[side] for table in tables]).reshape(2, 3, *shape_of(entry.needs)) for side in (0, 1)
        )
        together: Any = entry.arithmetic(Differences.between(first, second, tables[0].traits.ratio))
        verdicts = [entry.judge(table) for table in tables]
        for name in ("pvalue", "statistic") if isinstance(verdicts[0], PValue) else ("first", "second"):
            found, single = getattr(together, name), [getattr(verdict, name) for verdict in verdicts]
            assert found.shape == (2, 3)
            assert_near(found.ravel(), single, rtol=1e-12)

    def test_a_constant_added_to_both_and_a_common_factor_change_nothing(self, entry: DifferenceTest) -> None:
        """Only differences count, relative to their spread."""
        for number in range(5):
            first, second = draw_table(entry, stream(number, "shift"), lead=0.02).values
            plain = entry.judge(table_of(entry, first, second))
            if isinstance(plain, PValue):
                added = entry.judge(table_of(entry, first + 0.25, second + 0.25))
                larger = entry.judge(table_of(entry, first * 128, second * 128))
                assert_near(added.pvalue, plain.pvalue, rtol=1e-9)
                assert_near(larger.pvalue, plain.pvalue, rtol=1e-12)

    def test_the_order_of_folds_within_a_repeat_does_not_matter(self, entry: DifferenceTest) -> None:
        """The numbers of folds are arbitrary."""
        self._keeps(entry, with_folds_turned)

    def test_the_order_of_repeats_does_not_matter(self, entry: DifferenceTest) -> None:
        """The numbers of repeats are arbitrary."""
        self._keeps(entry, with_repeats_reversed)

    def _keeps(self, entry: DifferenceTest, reorder: Callable[[Scores], Scores]) -> None:
        for number in range(5):
            scores = draw_table(entry, stream(number, "order"), lead=0.02)
            one, other = entry.judge(scores), entry.judge(reorder(scores))
            assert_near(evidence_numbers(one), evidence_numbers(other), rtol=1e-9)

    def test_few_splits_without_spread_decide_nothing(self, entry: DifferenceTest) -> None:
        """Fewer than 6 splits that all have the same difference, 0 or not, are no evidence at level .05."""
        for repeats, folds in ((1, 2), (2, 1), (3, 1), (1, 4), (2, 2), (5, 1), (1, 5)):
            second = stream(0, "few", repeats, folds).integers(20, 60, (repeats, folds)) / 64  # differences are exact
            for difference in (0.0, 0.25):
                values = np.array([second + difference, second])
                sizes = np.full((2, repeats, folds), [[[100]], [[100 // max(1, folds - 1)]]])
                scores = Scores(("a", "b"), None, values, *sizes)
                if entry.misfit(scores) is None:
                    assert entry.judge(scores).decide(0.05) is Decision.OPEN, f"{repeats} x {folds}, {difference}"

    def test_sizes_are_asked_for_where_they_are_needed(self, entry: DifferenceTest) -> None:
        """A test that uses the sizes raises MisfitError without sizes, and for sizes that differ."""
        if not entry.needs.sizes:
            return
        values = np.random.default_rng(0).uniform(size=(2, 3, 4))
        assert "n_train" in refused(MisfitError, entry.judge, Scores(("a", "b"), None, values))
        uneven = np.tile([10, 10, 10, 20], (3, 1))
        said = refused(MisfitError, entry.judge, Scores(("a", "b"), None, values, uneven * 9, uneven))
        assert "90 to 180" in said


def evidence_numbers(verdict: PValue | Posterior) -> list[float]:
    """Return the p-value, or the probabilities."""
    return list(verdict.probabilities) if isinstance(verdict, Posterior) else [verdict.pvalue]


class PosteriorContract(DifferenceContract):
    """What a test on score differences with posterior probabilities must do."""

    @classmethod
    def applies(cls, entry: Any) -> bool:
        """Return whether the verdict is a posterior."""
        return _gives(entry, Posterior)

    def test_swapping_the_learners_exchanges_the_probabilities(self, entry: DifferenceTest) -> None:
        """P(first better) and P(second better) are swapped."""
        for scores in table_cases(entry):
            one, other = entry.judge(scores), entry.judge(swapped(scores))
            assert_near(evidence_numbers(one), evidence_numbers(other)[::-1], atol=1e-12)

    def test_the_interval_holds_the_estimate(self, entry: DifferenceTest) -> None:
        """The credible interval contains the estimate."""
        for scores in table_cases(entry):
            verdict = entry.judge(scores)
            low, high = verdict.interval(0.05) or (np.nan, np.nan)
            assert low <= verdict.estimate <= high


class StudentContract(DifferenceContract):
    """What a t test on score differences must do: statistic, interval, and differences without spread."""

    sign: ClassVar[int] = -1  # of the statistic when the learners are exchanged

    @classmethod
    def applies(cls, entry: Any) -> bool:
        """Return whether the verdict is of Student's kind."""
        return _gives(entry, StudentVerdict)

    def test_the_null_is_a_difference_of_0(self, entry: DifferenceTest) -> None:
        """The estimate is antisymmetric about 0, and the statistic has its sign."""
        for scores in table_cases(entry):
            one, other = entry.judge(scores), entry.judge(swapped(scores))
            assert one.null == 0
            assert_near(one.estimate, -other.estimate, atol=1e-15)
            assert one.statistic is not None
            assert other.statistic is not None
            assert_near(one.statistic, self.sign * other.statistic, rtol=self.rounding)

    def test_the_interval_holds_the_estimate(self, entry: DifferenceTest) -> None:
        """An interval that is not empty contains the estimate."""
        for scores in table_cases(entry):
            verdict = entry.judge(scores)
            for level in LEVELS:
                interval = verdict.interval(level)
                assert interval is None or interval[0] <= verdict.estimate <= interval[1]

    def test_differences_that_are_all_0_have_a_statistic_of_0(self, entry: DifferenceTest) -> None:
        """The interval is the point 0."""
        verdict = entry.judge(equal_table(entry))
        assert (verdict.statistic, verdict.pvalue, verdict.estimate) == (0, 1, 0)
        assert verdict.interval(0.05) == (0, 0)

    def test_a_constant_difference_has_an_infinite_statistic_and_a_note(self, entry: DifferenceTest) -> None:
        """Without spread p is never 0, and the interval no point; rounding must not hide that differences are equal."""
        second = np.round(draw_table(entry, stream(0, "constant")).values[1], 2)
        verdict = entry.judge(table_of(entry, second + 0.1, second))
        assert isinstance(verdict, PValue)
        assert verdict.statistic == np.inf
        assert verdict.pvalue >= 2.0 ** (1 - second.size)
        for level in LEVELS:
            low, high = verdict.interval(level) or (np.nan, np.nan)
            assert low <= 0 < np.inf == high
            assert verdict.caveats(level)


class FisherContract(StudentContract):
    """What an F test on score differences must do: like a t test, but its statistic has no sign."""

    sign = 1

    @classmethod
    def applies(cls, entry: Any) -> bool:
        """Return whether the verdict is of Fisher's kind."""
        return _gives(entry, FisherVerdict)


def _gives(entry: Any, kind: type) -> bool:
    if not isinstance(entry, DifferenceTest):
        return False
    test: SignificanceTest = entry
    return isinstance(test.judge(draw_table(test, stream(0, "kind"))), kind)
