"""A judgement as people read it: the better learner first, so that the difference is positive."""

from dataclasses import dataclass

from outperform.core import Interval, Judgement

Probabilities = tuple[float, float, float]


@dataclass(frozen=True)
class Oriented:
    """A judgement seen from one of its learners: all numbers are this one less the other."""

    better: str  # the learner on whose side the estimate lies; the first where it lies on none
    worse: str
    swapped: bool  # whether ``better`` is the second learner of the judgement
    estimate: float
    interval: Interval | None  # None where it is empty
    probabilities: Probabilities | None  # better, practically equal, worse; of a posterior

    @property
    def pair(self) -> str:
        """Name both, the better one first."""
        return f"{self.better} – {self.worse}"


def oriented(judgement: Judgement, *, keep: bool = False) -> Oriented:
    """Return the judgement from the side of the better learner; ``keep`` keeps the order in which it was made.

    A share becomes the share of the other learner, a difference changes its sign.
    """
    verdict, null = judgement.verdict, judgement.verdict.null
    interval = verdict.interval(judgement.level)
    parts = verdict.probabilities
    if keep or verdict.estimate >= null:
        return Oriented(judgement.first, judgement.second, False, verdict.estimate, interval, parts)  # noqa: FBT003
    turned = None if interval is None else (2 * null - interval[1], 2 * null - interval[0])
    turned_parts = None if parts is None else (parts[2], parts[1], parts[0])
    return Oriented(judgement.second, judgement.first, True, 2 * null - verdict.estimate, turned, turned_parts)  # noqa: FBT003
