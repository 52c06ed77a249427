"""The difference of two accuracies on the same items: its interval, its margins, and the verdict of paired counts."""

from dataclasses import dataclass, field
from math import sqrt
from typing import TYPE_CHECKING

import numpy as np

from outperform.core import Floats, Interval, Note, NoteKind, Parameter, PValue, Reason, Refusal, Stability, check_level
from outperform.significance import special
from outperform.significance._reconcile import reconcile

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


def tango(wins: Floats, losses: Floats, count: Floats, difference: float) -> Floats:
    """Return Tango's score statistic (1998) of a difference of accuracies, for every table; normal if it is true.

    Notes
    -----
    Formula: b = n10, c = n01, d the difference under the null, q the likeliest P(01) given d, P(10) = q + d.

        z = (b - c - n d) / sqrt(n (2 q + d - d^2))
        2 n q^2 - (b + c + (b - c - 2 n) d) q - c d (1 - d) = 0      the derivative of the likelihood; its larger root

    A negative d is computed with the systems swapped. Where the variance is 0, z is 0 if b - c = n d, else infinite.

    At a margin, the one-sided test at level .05 is wrong in at most .091 of cases with 10 items or more, and in at most
    .074 with 30 or more, computed exactly for 10 to 150 items and margins of .01 to .2; with fewer items it can be .18.
    One bad case is about 2.7 / margin items on which the systems agree, which show the margin: .93^36 = .073 for .07.

    Examples
    --------
    The limits of Cavo's table in the R package contingencytables, -.1240 to -.0054, have z = 1.96 and -1.96.

    >>> [float(tango(np.array(6), np.array(16), np.array(161), end)) for end in (-0.1240, -0.0054)]
    [1.96, -1.96]
    """
    if difference < 0:
        return -tango(losses, wins, count, -difference)
    b, c, n, d = *(np.asarray(each, dtype=np.float64) for each in (wins, losses, count)), difference
    minus = b + c + (b - c - 2 * n) * d
    root = np.sqrt(minus * minus + 8 * n * c * d * (1 - d))
    with np.errstate(divide="ignore", invalid="ignore"):  # the form of the root without cancellation
        q = np.where(minus >= 0, (minus + root) / (4 * n), 2 * c * d * (1 - d) / (root - minus))
        above = b - c - n * d
        z: Floats = np.where(above == 0, 0.0, above / np.sqrt(n * np.maximum(0.0, 2 * q + d * (1 - d))))
    return z


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

    def above(self, bound: float, level: float) -> bool:
        """Return whether the difference is shown to be above a bound, by Tango's one-sided test at the level."""
        level = check_level(level)
        return bound < 1 and (bound < -1 or self._score(bound) >= -float(special.ndtri(level)))

    def below(self, bound: float, level: float) -> bool:
        """Return whether the difference is shown to be below a bound, by Tango's one-sided test at the level."""
        level = check_level(level)
        return bound > -1 and (bound > 1 or self._score(bound) <= float(special.ndtri(level)))

    def _score(self, bound: float) -> float:
        wins, losses, count = np.array([self.wins, self.losses, self.count], dtype=np.float64)
        return float(tango(wins, losses, count, bound))


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
