"""The contract of tests that may look after every item."""

from dataclasses import replace
from typing import Any, ClassVar

import numpy as np

from outperform.core import Decision, Items, MisfitError, Scores, SignificanceTest, stream
from outperform.significance.sequential_tests import SequentialTest
from outperform.significance.sequential_verdict import SequentialVerdict
from outperform.testing.contract import assert_near, refused
from outperform.testing.items import ItemsContract
from outperform.testing.tables import draw_table, table_cases, with_rows

LEVEL = 0.1


class SequentialContract(ItemsContract):
    """What a test that may look after every item must do."""

    role: ClassVar[type] = SequentialTest

    @classmethod
    def applies(cls, entry: Any) -> bool:
        """Return whether the test looks at items one by one."""
        return isinstance(entry, cls.role)

    def test_the_order_of_rows_does_not_matter(self, entry: SignificanceTest) -> None:
        """Items are looked at in an order that follows from their names, unless they are taken as they come."""
        if getattr(entry, "as_they_come", False):
            return
        for number, scores in enumerate(table_cases(entry, 5)):
            named = _named(scores)
            order = stream(number, "order").permutation(named.items.size)  # type: ignore[union-attr]
            turned = with_rows(named, order)
            turned = replace(turned, items=replace(turned.items, ids=named.items.ids[order]))  # type: ignore
            assert entry.judge(named) == entry.judge(turned)

    def test_it_looks_at_every_item_and_the_p_value_only_falls(self, entry: SequentialTest) -> None:
        """The p-value after the last item is the smallest, and a decision that fell stands."""
        for scores in table_cases(entry):
            verdict = entry.judge(scores)
            values = verdict.looks.pvalues
            assert values.shape == (verdict.looked_at,) == (scores.items.size,)  # type: ignore[union-attr]
            assert (np.diff(values) <= 0).all()
            assert values[-1] == verdict.pvalue
            assert (verdict.decided_at(LEVEL) is None) == (verdict.decide(LEVEL) is Decision.OPEN)

    def test_fewer_items_give_what_was_known_after_them(self, entry: SequentialTest) -> None:
        """What later items show does not change what was known before: nothing is read ahead."""
        for scores in table_cases(entry, 5):
            whole = entry.judge(scores)
            for count in (1, 7, whole.looked_at // 2):
                part = entry.verdict(whole.differences[:count], getattr(whole, "reach", 1.0))
                assert_near(part.looks.log_e, whole.looks.log_e[:count], atol=1e-12)
                assert (part.looks.lead == whole.looks.lead[:count]).all()

    def test_an_interrupted_stream_continues_where_it_stood(self, entry: SequentialTest) -> None:
        """Items one by one give what all of them give together."""
        for scores in table_cases(entry, 5):
            whole = entry.judge(scores)
            state, steps = None, []
            for value in whole.differences / getattr(whole, "reach", 1.0):
                looks = entry.arithmetic(np.array([value]), state)
                state = looks.state
                steps.append(float(looks.log_e[-1]))
            assert_near(steps, whole.looks.log_e, atol=1e-12)

    def test_the_confidence_sequence_only_shrinks(self, entry: SequentialTest) -> None:
        """The interval after more items lies within the interval after fewer, at every level."""
        for scores in table_cases(entry, 6):
            whole = entry.judge(scores)
            before = whole.ends(0, LEVEL)
            for count in range(0, whole.looked_at + 1, 12):
                low, high = whole.ends(count, LEVEL)
                assert before[0] <= low
                assert high <= before[1]
                before = low, high
            assert _wide(whole, 0.01) >= _wide(whole, LEVEL)

    def test_leading_axes_give_what_single_streams_give(self, entry: SequentialTest) -> None:
        """The arithmetic of many streams at once is that of each."""
        streams = stream(0, "streams").choice([-1.0, 0.0, 1.0], (2, 3, 40))
        together = entry.arithmetic(streams)
        assert together.pvalue.shape == (2, 3)
        for place in np.ndindex(2, 3):
            assert_near(entry.arithmetic(streams[place]).log_e, together.log_e[place], atol=1e-12)

    def test_items_that_belong_together_are_refused(self, entry: SignificanceTest) -> None:
        """Clusters raise MisfitError: such items are not independent."""
        scores = draw_table(entry, stream(0, "clusters"))
        items = replace(scores.items, clusters=np.arange(scores.items.size) // 2)  # type: ignore
        assert "cluster" in refused(MisfitError, entry.judge, replace(scores, items=items))


def _named(scores: Scores) -> Scores:
    items = scores.items
    assert isinstance(items, Items), "the scores of such a test have rows"
    return replace(scores, items=replace(items, ids=np.array([f"q{at}" for at in range(items.size)])))


def _wide(verdict: SequentialVerdict, level: float) -> float:
    low, high = verdict.interval(level)
    return high - low
