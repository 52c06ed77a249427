"""A judgement as people read it: the better learner first, so that the difference is positive."""

from dataclasses import dataclass
from math import isinf, nan

from outperform.core import Decision, Interval, Judgement, Unit

Probabilities = tuple[float, float, float]


SHORT = "decision: on the first of the pair; unclear: no clear difference"
"""What a column of decisions in one word means."""


@dataclass(frozen=True)
class Oriented:
    """A judgement seen from one of its learners: all numbers are this one less the other."""

    judgement: Judgement
    better: str  # the learner on whose side the estimate lies; the first where it lies on none
    worse: str
    swapped: bool  # whether ``better`` is the second learner of the judgement
    estimate: float  # NaN for two learners without a data set that both have
    interval: Interval | None  # None where it is empty
    probabilities: Probabilities | None  # better, practically equal, worse

    @property
    def pair(self) -> str:
        """Name both, the better one first."""
        return f"{self.better} – {self.worse}"

    @property
    def short(self) -> str:
        """The decision in one word, on the first of the pair; ``SHORT`` explains it."""
        if self.judgement.decision in (Decision.OPEN, Decision.EQUAL):
            return "unclear" if self.judgement.decision is Decision.OPEN else "equal"
        return "worse" if (self.judgement.decision is Decision.SECOND) != self.swapped else "better"

    @property
    def unbounded(self) -> bool:
        """Whether the interval excludes nothing."""
        return self.interval is not None and all(map(isinf, self.interval))

    @property
    def wins(self) -> tuple[int, int, int]:
        """Of a league: on how many data sets the better one wins, both tie, the worse one wins."""
        won, tied, lost = self.judgement.wins
        return (lost, tied, won) if self.swapped else (won, tied, lost)

    def ends(self, interval: Interval | None) -> Interval | None:
        """Return another interval of the difference from this side; one of shares lies between -1 and 1."""
        if interval is not None and self.swapped:
            interval = -interval[1], -interval[0]
        return cut_to_points(interval) if self.judgement.unit is Unit.POINTS else interval


def shown_interval(judgement: Judgement) -> Interval | None:
    """Return the interval as people read it: a difference of two shares lies between -1 and 1.

    An interval without ends keeps them: nothing is known, which is not the same as all of the scale.
    """
    interval = judgement.verdict.interval(judgement.level)
    if judgement.unit is not Unit.POINTS or not judgement.verdict.parameter.is_difference:
        return interval
    return cut_to_points(interval)


def cut_to_points(interval: Interval | None) -> Interval | None:
    """Cut the interval of a difference of shares to what such a difference can be.

    Examples
    --------
    >>> cut_to_points((-2.08, 0.3)), cut_to_points((float("-inf"), float("inf")))
    ((-1.0, 0.3), (-inf, inf))
    """
    if interval is None or all(map(isinf, interval)):
        return interval
    return max(-1.0, interval[0]), min(1.0, interval[1])


def oriented(judgement: Judgement, *, keep: bool = False) -> Oriented:
    """Return the judgement from the side of the better learner; ``keep`` keeps the order in which it was made.

    That is the learner for which it was decided, else the one that the estimate favours. A share becomes the share of
    the other learner, a difference changes its sign. Of a league the estimate is the mean difference over data sets.
    """
    null, estimate, parts = judgement.verdict.null, judgement.verdict.estimate, judgement.verdict.probabilities
    if judgement.league is not None:
        null, parts, effect = 0.0, judgement.league.probabilities, judgement.league.effect
        estimate, interval = nan if effect.estimate is None else effect.estimate, effect.interval
        interval = cut_to_points(interval) if judgement.unit is Unit.POINTS else interval
    else:
        interval = shown_interval(judgement)
    ahead = {Decision.FIRST: True, Decision.SECOND: False}.get(judgement.decision, not estimate < null)
    first, second = judgement.first, judgement.second
    if keep or ahead:
        return Oriented(judgement, first, second, False, estimate, interval, parts)  # noqa: FBT003
    turned = None if interval is None else (2 * null - interval[1], 2 * null - interval[0])
    turned_parts = None if parts is None else (parts[2], parts[1], parts[0])
    return Oriented(judgement, second, first, True, 2 * null - estimate, turned, turned_parts)  # noqa: FBT003
