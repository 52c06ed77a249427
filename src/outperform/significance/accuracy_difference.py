"""The difference of two accuracies on the same items: its interval, and the verdict of paired counts."""

from dataclasses import dataclass, field, replace
from math import sqrt
from typing import TYPE_CHECKING

import numpy as np

from outperform.core import (
    Floats,
    Interval,
    MarginBound,
    MarginMethod,
    Note,
    NoteKind,
    Parameter,
    PValue,
    Reason,
    Refusal,
    Stability,
    check_level,
)
from outperform.significance import special
from outperform.significance._reconcile import reconcile
from outperform.significance.tango import MOST_EXACT, exact_bound, normal_bound

if TYPE_CHECKING:
    from outperform.significance.paired_counts import PairedCounts


def bonett_price(wins: int, losses: int, count: int, level: float) -> Interval:
    """Return Bonett and Price's interval of the difference of two accuracies (2012): Wald's with two items added.

    ``wins`` are the items that only the first gets right (n10), ``losses`` those that only the second gets right (n01).
    The interval is cut to [-1, 1].

    Examples
    --------
    Cavo et al. 2012, 6 against 16 of 161: -.1195 to -.0032 in the R package contingencytables.

    >>> bonett_price(6, 16, 161, 0.05)
    (-0.1195, -0.0032)
    """
    p, q, n = (wins + 1) / (count + 2), (losses + 1) / (count + 2), count + 2
    centre = (wins - losses) / n
    reach = -float(special.ndtri(level / 2)) * sqrt(max(0.0, p + q - centre * centre) / n)
    return max(-1.0, centre - reach), min(1.0, centre + reach)


@dataclass(frozen=True, kw_only=True)
class AccuracyVerdict(PValue):
    """A verdict on the difference of two accuracies; the interval is Bonett and Price's, the margins are Tango's."""

    wins: int  # n10
    losses: int  # n01
    count: int  # items in all
    se: float | None = None  # that the statistic divides by, where it is one of the difference
    least: float | None = None  # the smallest p-value of this test on so many items; None where nobody asked
    stability: Stability | Refusal = field(default=Refusal(Reason.ONE_SPLIT), compare=False, repr=False)

    def interval(self, level: float) -> Interval:
        """Return Bonett and Price's interval, with the estimate; an end moves to 0 where it contradicts the p-value.

        Such an end at 0 does not exclude 0.
        """
        level = check_level(level)
        low, high = bonett_price(self.wins, self.losses, self.count, level)
        return reconcile((min(low, self.estimate), max(high, self.estimate)), self, level)

    def caveats(self, level: float) -> tuple[Note, ...]:
        """Note where so few items could never reject at this level, even if only one learner got all of them right."""
        if self.least is None or self.least <= level:
            return ()
        return (Note.of(NoteKind.NEVER_REJECTS, units=self.count, least=self.least, level=level, of="item"),)

    def lower_bound(self, level: float, at: float) -> MarginBound:
        """Return the difference at which Tango's one-sided test has its threshold, exact or normal."""
        exact = self.count <= MOST_EXACT
        bound = (exact_bound if exact else normal_bound)(self.wins, self.losses, self.count, check_level(level), at)
        return MarginBound(bound, MarginMethod.TANGO_EXACT if exact else MarginMethod.TANGO)

    def upper_bound(self, level: float, at: float) -> MarginBound:
        """Return the difference at which Tango's one-sided test has its threshold, from above."""
        mirrored = replace(self, wins=self.losses, losses=self.wins).lower_bound(level, -at)
        return MarginBound(-mirrored.value, mirrored.method)


@dataclass(frozen=True, eq=False)
class AccuracyResult:
    """Statistic and p-value of every table."""

    counts: "PairedCounts"
    statistic: Floats
    pvalue: Floats
    df: float | None = None
    se: Floats | None = None  # of the difference, where the statistic is a difference over its standard error

    @property
    def estimate(self) -> Floats:
        """The difference of the accuracies, first less second."""
        return (self.counts.n10 - self.counts.n01) / np.maximum(1, self.counts.n)

    def verdict(self, notes: tuple[Note, ...]) -> AccuracyVerdict:
        """Make the verdict of a single table."""
        return AccuracyVerdict(
            parameter=Parameter.DIFFERENCE_OF_ACCURACIES,
            estimate=float(self.estimate),
            statistic=float(self.statistic),
            df=self.df,
            pvalue=float(self.pvalue),
            wins=int(self.counts.n10),
            losses=int(self.counts.n01),
            count=int(self.counts.n),
            se=None if self.se is None else float(self.se),
            notes=notes,
        )
