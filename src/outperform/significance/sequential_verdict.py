"""The verdict of a test that may look at every item: when it decided, and its confidence sequence."""

from abc import abstractmethod
from bisect import bisect_left
from dataclasses import dataclass, field
from typing import ClassVar

import numpy as np

from outperform.core import Decision, Floats, Interval, Note, NoteKind, PValue, Seed, check_level
from outperform.significance.looks import EvidencePath, evalue_of


@dataclass(frozen=True, kw_only=True)
class SequentialVerdict(PValue):
    """A verdict that holds at every look: a decision that fell is not taken back.

    The statistic is the largest e-value so far, and the p-value is 1 over it. The interval is a confidence sequence:
    all of the intervals, one after each item, hold together with a probability of at least 1 - level; the last one is
    the intersection of all.
    """

    looked_at: int  # items
    as_they_come: bool
    least: float  # the smallest p-value on so many items
    differences: Floats = field(compare=False, repr=False)  # [item], in the order in which they were looked at
    looks: EvidencePath = field(compare=False, repr=False)
    seed: Seed = 0  # of the order of the items
    orders: Floats | None = field(default=None, compare=False, repr=False)  # p-values of other random orders
    known: dict[float, tuple[Interval, bool]] = field(default_factory=dict, compare=False, repr=False)  # by level
    is_drawn: ClassVar[bool] = True
    anytime: ClassVar[bool] = True

    @property
    def evalue(self) -> float:
        """The e-value after the last item."""
        return evalue_of(self.looks.log_e[-1])

    def decided_at(self, level: float) -> int | None:
        """Return after how many items the decision fell; None where it did not."""
        reached = self.looks.pvalues <= check_level(level)
        return int(np.argmax(reached)) + 1 if reached[-1] else None

    def decide(self, level: float, pvalue: float | None = None) -> Decision:
        """Decide for the system that was ahead when the p-value fell to the level; looking on changes nothing.

        Where an adjusted p-value is at or below the level, the strongest evidence must be for the same system.
        """
        at = self.decided_at(level)
        if at is None or (pvalue is not None and pvalue > level):
            return Decision.OPEN
        side = int(self.looks.lead[at - 1])
        if pvalue is not None and pvalue > self.pvalue and side != self._strongest():
            return Decision.OPEN
        return Decision.FIRST if side > 0 else Decision.SECOND

    def direction(self) -> Decision:
        """Return which system the strongest evidence favours."""
        return {1: Decision.FIRST, -1: Decision.SECOND}.get(self._strongest(), Decision.OPEN)

    def _strongest(self) -> int:
        return int(self.looks.lead[np.argmax(self.looks.log_e)])

    def interval(self, level: float) -> Interval:
        """Return the confidence sequence after the last item, in agreement with the p-value."""
        return self._sequence(level)[0]

    def caveats(self, level: float) -> tuple[Note, ...]:
        """Note where so few items could never reject, and how much hangs on the order of the items."""
        if self.least > level:
            return (Note.of(NoteKind.NEVER_REJECTS, units=self.looked_at, least=self.least, level=level, of="item"),)
        return (*self._turned(level), *self._drawn(level))

    def _drawn(self, level: float) -> tuple[Note, ...]:
        """Note in how many random orders of the items a decision would fall."""
        if self.orders is None:
            return ()
        share = float((self.orders <= level).mean())
        return (Note.of(NoteKind.DRAWN_ORDER, seed=self.seed, orders=self.orders.size, share=share),)

    def _turned(self, level: float) -> tuple[Note, ...]:
        """Note where later items speak against the decision."""
        side = {Decision.FIRST: 1, Decision.SECOND: -1}.get(self.decide(level), 0)
        turned = side * (self.estimate - self.null) < 0 or self._sequence(level)[1]
        return (Note.of(NoteKind.TURNED, decided_at=self.decided_at(level), items=self.looked_at),) if turned else ()

    @abstractmethod
    def ends(self, items: int, level: float) -> Interval:
        """Return the ends of the confidence sequence after the first items; if it is empty, the lower is the larger."""

    def _sequence(self, level: float) -> tuple[Interval, bool]:
        """Return the confidence sequence, and whether later items contradict earlier ones."""
        if check_level(level) not in self.known:
            low, high = self.ends(self.looked_at, level)
            empty = low >= high
            if empty:  # nothing is left: what was left before that
                until = bisect_left(range(self.looked_at), True, key=lambda items: self._is_empty(items, level))  # noqa: FBT003
                low, high = self.ends(until - 1, level)
            self.known[level] = self._agreed(low, high, level), empty
        return self.known[level]

    def _is_empty(self, items: int, level: float) -> bool:
        low, high = self.ends(items, level)
        return low >= high

    def _agreed(self, low: float, high: float, level: float) -> Interval:
        """Move an end to the null value where rounding makes the interval contradict the p-value."""
        match self.decide(level):
            case Decision.FIRST:
                return max(low, self.null), max(high, self.null)
            case Decision.SECOND:
                return min(low, self.null), min(high, self.null)
            case _:
                return min(low, self.null), max(high, self.null)
