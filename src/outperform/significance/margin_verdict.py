"""A verdict whose margins are decided by more than its interval: by the skewness, and by what was not sampled."""

from collections.abc import Callable
from dataclasses import dataclass, field
from math import inf

import numpy as np

from outperform.core import Floats, Interval, MarginBound, MarginMethod, PValue, check_level
from outperform.significance.accuracy_difference import AccuracyVerdict
from outperform.significance.skewed_mean import UnitSpread
from outperform.significance.unseen import Unseen


@dataclass(frozen=True, kw_only=True)
class MarginVerdict(PValue):
    """A verdict whose one-sided bounds are the widest of three: its interval's, the skewness-adjusted, the unseen.

    Where all samples are copies of right and wrong answers, the bound of one answer per item is the fourth.
    """

    unseen: Unseen | None = None
    copied: AccuracyVerdict | None = None
    spread: Callable[[], UnitSpread] | None = field(default=None, compare=False, repr=False)  # of first - second

    def lower_bound(self, level: float, at: float) -> MarginBound:
        """Return the lowest of all."""
        skewed = self.skewed(level, -1)
        unseen = inf if self.unseen is None else self.allowed(2 * level)[0]
        copied = () if self.copied is None else (self.copied.lower_bound(level, at),)
        return min(super().lower_bound(level, at), *_known(skewed, unseen), *copied, key=lambda bound: bound.value)

    def upper_bound(self, level: float, at: float) -> MarginBound:
        """Return the highest of all."""
        skewed = self.skewed(level, 1)
        unseen = -inf if self.unseen is None else self.allowed(2 * level)[1]
        copied = () if self.copied is None else (self.copied.upper_bound(level, at),)
        return max(super().upper_bound(level, at), *_known(skewed, unseen), *copied, key=lambda bound: bound.value)

    def allowed(self, level: float) -> Interval:
        """Return what units that were not seen allow; unbounded where nothing is known of them."""
        return (-inf, inf) if self.unseen is None else self.unseen.ends(self.estimate, level)

    def error(self, spread: UnitSpread) -> tuple[Floats, Floats]:
        """Return standard error and degrees of freedom of the estimate; by default those of its units."""
        return spread.se, np.asarray(spread.df)

    def skewed(self, level: float, side: int) -> float:
        """Return the bound on a side that the skewness of the units gives; none where they do not vary."""
        spread = None if self.spread is None else self.spread()
        if spread is None:
            return -side * inf
        error = self.error(spread)
        if not error[0] > 0:
            return -side * inf if self.unseen is not None else side * inf
        turned = spread if side < 0 else spread.mirrored
        found = turned.bound_below(np.asarray(-side * self.estimate), check_level(level), error)
        return -side * float(found)


def _known(skewed: float, unseen: float) -> tuple[MarginBound, MarginBound]:
    return MarginBound(skewed, MarginMethod.SKEWNESS), MarginBound(unseen, MarginMethod.UNSEEN)
