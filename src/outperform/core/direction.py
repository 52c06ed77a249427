"""Direction: whether higher or lower scores of a metric are better, and who says so."""

from dataclasses import dataclass
from enum import StrEnum

from outperform.core.arrays import Floats


class DirectionOrigin(StrEnum):
    """How a direction is known."""

    KNOWN = "known"  # by the name of the metric
    SAID = "said"  # by the user: lower=, higher=, --lower, --higher
    LOG = "log"  # by the file that the scores were read from
    ASSUMED = "assumed"  # by nobody: higher is taken to be better


@dataclass(frozen=True)
class Direction:
    """The direction of a metric as it was given.

    ``Scores`` are always "higher is better": where ``higher`` is False they are the given numbers times -1; of items on
    which systems are only right or wrong, 1 minus them.

    Examples
    --------
    >>> Direction(higher=False, origin=DirectionOrigin.SAID).sign, Direction().assumed
    (-1, True)
    """

    higher: bool = True
    origin: DirectionOrigin = DirectionOrigin.ASSUMED
    swapped: bool = False  # where lower is better: the given scores of items are 0 and 1, and were swapped

    @property
    def sign(self) -> int:
        """What the scores were multiplied by: 1 or -1."""
        return 1 if self.higher else -1

    def turn(self, scores: Floats) -> Floats:
        """Turn scores as they were given so that higher is better, or turn them back."""
        return scores if self.higher else 1.0 - scores if self.swapped else 0.0 - scores

    @property
    def assumed(self) -> bool:
        """Whether neither name, nor user, nor file says it."""
        return self.origin is DirectionOrigin.ASSUMED
