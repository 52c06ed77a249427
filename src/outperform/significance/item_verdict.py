"""The verdict of a t test on the mean of items."""

from dataclasses import dataclass

from outperform.core import Interval, Note, NoteKind, check_level
from outperform.significance import special
from outperform.significance._reconcile import reconcile
from outperform.significance.student import StudentVerdict
from outperform.significance.unseen import UnseenVerdict


@dataclass(frozen=True, kw_only=True)
class ItemVerdict(UnseenVerdict, StudentVerdict):
    """A t test's verdict on the difference of two systems on items."""

    units: int  # items, or clusters of items
    noise_share: float | None = None  # of the variance of the estimate: noise of the samples; None with one sample

    def interval(self, level: float) -> Interval:
        """Estimate -+ t * se; where nothing varies, what units that were not seen allow, in agreement with p."""
        level = check_level(level)
        return super().interval(level) if self.se > 0 else reconcile(self.allowed(level), self, level)

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


def never_below(units: int) -> float:
    """Return 2/2^G, the smallest p-value by swapping the signs of G units.

    Examples
    --------
    >>> never_below(1), never_below(6)
    (1.0, 0.03125)
    """
    return float(2.0 ** (1 - units)) if units > 0 else 1.0
