"""The contracts of tests on the rows of one test set: paired right and wrong answers, and the bootstrap."""

from contextlib import suppress
from dataclasses import replace
from typing import Any, ClassVar

import numpy as np

from outperform.core import (
    Decision,
    InputError,
    Items,
    MisfitError,
    OutperformError,
    Plan,
    Scores,
    SignificanceTest,
    stream,
)
from outperform.significance import PairedCounts, PairedCountsTest
from outperform.significance.percentile import PercentileVerdict
from outperform.testing.contract import assert_near, refused
from outperform.testing.significance import SignificanceContract
from outperform.testing.tables import draw_table, equal_table, scores_of_rows, table_cases, with_rows


class ItemsContract(SignificanceContract):
    """What every test on the rows of one test set must do, besides what all tests must do."""

    @classmethod
    def applies(cls, entry: Any) -> bool:
        """Return whether the test needs rows."""
        return isinstance(entry, SignificanceTest) and entry.needs.items

    def test_the_order_of_rows_does_not_matter(self, entry: SignificanceTest) -> None:
        """The order of rows is arbitrary."""
        entry = self.quick(entry)
        for scores in table_cases(entry, 5):
            order = stream(0, "order").permutation(_rows(scores)[0].size)
            one, other = entry.judge(scores), entry.judge(with_rows(scores, order))
            assert (one.pvalue, one.estimate) == (other.pvalue, other.estimate)

    def test_the_names_of_the_classes_do_not_matter(self, entry: SignificanceTest) -> None:
        """Text, booleans and numbers give the same verdict."""
        scores = draw_table(entry, stream(0, "names"), lead=0.1)
        plain = entry.judge(scores)
        for names in (np.array(["ham", "spam"]), np.array([False, True]), np.array([3, 7])):
            verdict = entry.judge(with_rows(scores, names=names))
            assert (verdict.pvalue, verdict.estimate) == (plain.pvalue, plain.estimate)

    def test_few_rows_without_spread_decide_nothing(self, entry: SignificanceTest) -> None:
        """Fewer than 5 rows that only the first gets right are no evidence at level .05."""
        entry = self.quick(entry)
        for rows in range(1, 5):
            truth = np.arange(rows) % 2
            scores = scores_of_rows(truth, truth, 1 - truth)
            with suppress(OutperformError):  # a refusal decides nothing either
                assert entry.judge(scores).decide(0.05) is Decision.OPEN, f"{rows} rows"

    def test_scores_without_rows_are_refused(self, entry: SignificanceTest) -> None:
        """Scores without rows raise MisfitError."""
        scores = draw_table(entry, stream(0, "bare"))
        assert "predictions" in refused(MisfitError, entry.judge, replace(scores, items=None))


class TimeContract(ItemsContract):
    """What a test on rows in time order must do."""

    @classmethod
    def applies(cls, entry: Any) -> bool:
        """Return whether the test needs rows in time order."""
        return super().applies(entry) and entry.needs.forward

    def test_the_order_of_rows_does_not_matter(self, entry: SignificanceTest) -> None:
        """It does, but time may be reversed: only how far rows are apart counts."""
        for scores in table_cases(entry, 5):
            truth, said = _rows(scores)
            one, other = entry.judge(scores), entry.judge(scores_of_rows(truth[::-1], *said[:, ::-1]))
            assert_near([one.pvalue, one.estimate], [other.pvalue, other.estimate], rtol=1e-12)

    def test_splits_in_another_order_are_refused(self, entry: SignificanceTest) -> None:
        """Test rows that come before training rows raise MisfitError."""
        scores = draw_table(entry, stream(0, "order"))
        plan = Plan(scores.items.truth.size, np.arange(scores.items.truth.size)[np.newaxis] % 5)  # type: ignore[union-attr]
        assert entry.slug in refused(MisfitError, entry.judge, replace(scores, plan=plan))


class PairedCountsContract(ItemsContract):
    """What a test on paired right and wrong answers must do."""

    role: ClassVar[type] = PairedCountsTest

    @classmethod
    def applies(cls, entry: Any) -> bool:
        """Return whether the test counts right and wrong answers."""
        return isinstance(entry, cls.role)

    def test_leading_axes_give_what_single_tables_give(self, entry: PairedCountsTest) -> None:
        """The arithmetic of many tables at once is that of each."""
        counts = stream(0, "counts").integers(0, 12, (4, 2, 3))
        together = entry.arithmetic(PairedCounts(*counts)).pvalue
        assert together.shape == (2, 3)
        for place in np.ndindex(2, 3):
            single = PairedCounts(*(counts[(number, *place)] for number in range(4)))
            assert float(entry.arithmetic(single).pvalue) == together[place]

    def test_without_a_discordant_row_there_is_still_an_interval(self, entry: PairedCountsTest) -> None:
        """No difference was seen, but small ones are possible: the interval is not a point."""
        verdict = entry.judge(equal_table(entry))
        assert verdict.decide(0.05) is Decision.OPEN
        low, high = verdict.interval(0.05) or (0.0, 0.0)
        assert low < verdict.estimate < high

    def test_scores_of_items_give_what_predictions_give(self, entry: PairedCountsTest) -> None:
        """Right and wrong answers may be given as scores 1 and 0, without predictions."""
        for scores in table_cases(entry, 5):
            truth, said = _rows(scores)
            right = Items(row_scores=(said == truth)[:, np.newaxis].astype(np.float64))
            assert entry.judge(replace(scores, items=right)) == entry.judge(scores)

    def test_other_metrics_than_accuracy_are_refused(self, entry: PairedCountsTest) -> None:
        """Counts of right answers are only about accuracy."""
        scores = replace(draw_table(entry, stream(0, "metric")), metric="f1")
        assert "accuracy" in refused(MisfitError, entry.judge, scores)


class BootstrapContract(ItemsContract):
    """What a test by bootstrap replicates must do."""

    @classmethod
    def applies(cls, entry: Any) -> bool:
        """Return whether the verdict keeps replicates."""
        if not super().applies(entry):
            return False
        return isinstance(entry.judge(draw_table(entry, stream(0, "kind"))), PercentileVerdict)

    def quick(self, entry: SignificanceTest) -> SignificanceTest:
        """Draw as few replicates as the levels allow."""
        return replace(entry, replicates=199) if hasattr(entry, "replicates") else entry  # type: ignore[type-var]

    def test_p_is_never_0(self, entry: SignificanceTest) -> None:
        """The data count as one more replicate, so that p is at least 1 / (B + 1)."""
        truth = np.arange(40) % 2
        verdict = entry.judge(scores_of_rows(truth, truth, 1 - truth))
        assert isinstance(verdict, PercentileVerdict)
        assert verdict.pvalue == verdict.tails / (verdict.replicates.size + 1)

    def test_a_level_that_the_replicates_cannot_reach_is_refused(self, entry: SignificanceTest) -> None:
        """Too few replicates for a level raise InputError, and few replicates get a note."""
        verdict = entry.judge(draw_table(entry, stream(0, "few")))
        assert isinstance(verdict, PercentileVerdict)
        count = verdict.replicates.size
        for ask in (verdict.decide, verdict.interval):
            refused(InputError, ask, 0.5 / (count + 1))
        assert verdict.caveats(10 / count)
        assert not verdict.caveats(min(0.99, 51 / count))

    def test_another_seed_draws_other_replicates_of_the_same_estimate(self, entry: SignificanceTest) -> None:
        """The seed is that of the scores."""
        scores = draw_table(entry, stream(0, "seed"), lead=0.1)
        one, other = (entry.judge(replace(scores, seed=seed)) for seed in (1, 2))
        assert isinstance(one, PercentileVerdict)
        assert isinstance(other, PercentileVerdict)
        assert one.estimate == other.estimate
        assert not np.array_equal(one.replicates, other.replicates)


def _rows(scores: Scores) -> tuple[Any, Any]:
    assert scores.items is not None, "the scores of such a test have rows"
    return scores.items.single()
