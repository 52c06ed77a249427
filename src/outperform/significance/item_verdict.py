"""The verdict of a t test on the mean of items."""

from dataclasses import dataclass
from math import inf

import numpy as np

from outperform.core import Floats, Interval, Note, NoteKind, check_level
from outperform.significance import special
from outperform.significance._reconcile import reconcile
from outperform.significance.margin_verdict import MarginVerdict
from outperform.significance.no_spread import never_below
from outperform.significance.skewed_mean import UnitSpread
from outperform.significance.student import StudentVerdict


@dataclass(frozen=True, kw_only=True)
class ItemVerdict(MarginVerdict, StudentVerdict):
    """A t test's verdict on the difference of two systems on items."""

    units: int  # items, or clusters of items
    noise_share: float | None = None  # of the variance of the estimate: noise of the samples; None with one sample

    def interval(self, level: float) -> Interval:
        """Estimate -+ t * se; where nothing varies, what units that were not seen allow, in agreement with p."""
        level = check_level(level)
        return super().interval(level) if self.se > 0 else reconcile(self.allowed(level), self, level)

    def error(self, spread: UnitSpread) -> tuple[Floats, Floats]:  # noqa: ARG002 - runs vary beside the items
        """Return standard error and degrees of freedom of the estimate."""
        return np.asarray(self.se), np.asarray(inf if self.df is None else self.df)

    def caveats(self, level: float) -> tuple[Note, ...]:
        """Note where nothing varies and so few units could never reject at this level."""
        return never_rejects(self.units, level) if self.se == 0 else ()


def never_rejects(units: int, level: float) -> tuple[Note, ...]:
    """Note a test by swapped signs of so few units that it could never reject at this level."""
    least = never_below(units)
    return (Note.of(NoteKind.NEVER_REJECTS, units=units, least=least, level=level),) if least > level else ()


def labelled(positive: int, negative: int) -> float:
    """Return 2 / C(m + n, m), the smallest p-value by exchanging the labels of m positive and n negative items.

    Examples
    --------
    >>> labelled(3, 3), labelled(2, 20)
    (0.1, 0.00866)
    """
    return min(1.0, 2 / float(special.binom(positive + negative, positive)))
