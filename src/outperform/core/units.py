"""What a score is counted in, and between which numbers it lies."""

from enum import StrEnum
from math import inf


class Unit(StrEnum):
    """What a difference of two scores is counted in."""

    POINTS = "points"  # of a hundred: the scores are shares from 0 to 1
    NONE = "none"  # a number of the metric's own kind, or one that nobody told us about


Bounds = tuple[float, float]
"""The least and the greatest score."""
SHARE: Bounds = (0.0, 1.0)
LOSS: Bounds = (-inf, 0.0)
"""Of an error with a minus sign."""
UNKNOWN: Bounds = (-inf, inf)
