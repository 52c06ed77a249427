"""Units and bounds of scores."""

from enum import StrEnum
from math import inf


class Unit(StrEnum):
    """The unit of a difference of two scores."""

    POINTS = "points"  # percentage points: the scores are shares from 0 to 1
    NONE = "none"  # the metric's own unit, or unknown


Bounds = tuple[float, float]
"""The least and the greatest score."""
SHARE: Bounds = (0.0, 1.0)
LOSS: Bounds = (-inf, 0.0)
"""The bounds of an error with a minus sign."""
UNKNOWN: Bounds = (-inf, inf)
