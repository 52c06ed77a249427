"""What a budget is asked for: a difference, and how surely it should be found."""

from dataclasses import dataclass, replace
from typing import Any, Self

import numpy as np

from outperform.core import InputError, Note, NoteKind, Scores, Unit, check_level, is_number
from outperform.visible import short


@dataclass(frozen=True)
class Wish:
    """The true difference that should be found, at which level, and with which power."""

    difference: float | None  # None: the usual one
    level: float
    power: float

    @classmethod
    def of(cls, difference: Any, level: Any, power: Any) -> Self:
        """Return plain numbers; refuse those that nothing can be planned for."""
        if not is_number(power) or not 0 < power < 1:
            raise InputError("power", f"must be a number above 0 and below 1, got {short(power)}")
        if difference is not None and not (is_number(difference) and difference > 0):
            raise InputError("difference", f"must be a number above 0, got {short(difference)}")
        return cls(None if difference is None else float(difference), check_level(level), float(power))

    def among(self, pairs: int) -> Self:
        """Return the wish for one of several pairs, which share the level."""
        return replace(self, level=self.level / pairs)

    def shared(self, pairs: int) -> list[Note]:
        """Note that several pairs share the level."""
        facts = {"pairs": pairs, "level": self.level, "own": self.level / pairs}
        return [Note.of(NoteKind.SHARED_LEVEL, **facts)] if pairs > 1 else []

    def wished(self, scores: Scores) -> tuple[float, list[Note]]:
        """Return the difference; without one, a point of a share, else 1% of the mean score that is nearer to 0."""
        if self.difference is not None:
            return self.difference, []
        values = scores.values
        share = scores.unit is Unit.POINTS or (scores.metric is None and 0 <= values.min() <= values.max() <= 1)
        usual = 0.01 if share else 0.01 * max(float(np.abs(values.mean(axis=(1, 2))).min()), 1e-12)
        return usual, [Note.of(NoteKind.ASSUMED_DIFFERENCE, difference=usual, unit=scores.unit)]
