"""From bootstrap replicates of a difference to p-values and intervals that agree with them exactly."""

from abc import abstractmethod
from dataclasses import dataclass, field
from math import ceil, floor
from typing import ClassVar

import numpy as np

from outperform.core import (
    Decision,
    Floats,
    InputError,
    Interval,
    Note,
    NoteKind,
    Reason,
    Refusal,
    Stability,
    check_level,
)
from outperform.significance import special
from outperform.significance.item_verdict import never_rejects
from outperform.significance.margin_verdict import MarginVerdict
from outperform.significance.skewed_mean import hall_quantile


def equal_tailed_p(replicates: Floats) -> Floats:
    """Return twice the smaller tail at 0 of replicates [..., replicate]; the data count as one more replicate.

    Examples
    --------
    >>> float(equal_tailed_p(np.array([0.1, 0.2, 0.3, -0.1] + 15 * [0.2])))  # 2 (1 + 1) / (19 + 1)
    0.2
    """
    below, above = (np.count_nonzero(tail, axis=-1) for tail in (replicates <= 0, replicates >= 0))
    p: Floats = np.minimum(1.0, 2 * (1 + np.minimum(below, above)) / (replicates.shape[-1] + 1))
    return p


def centred_p(replicates: Floats) -> Floats:
    """Return the share of replicates [..., replicate] at least as far from their mean as 0; the data count as one."""
    centre = replicates.mean(axis=-1, keepdims=True)
    further = np.count_nonzero(np.abs(replicates - centre) >= np.abs(centre), axis=-1)
    share: Floats = (1 + further) / (replicates.shape[-1] + 1)
    return share


@dataclass(frozen=True, kw_only=True)
class PercentileVerdict(MarginVerdict):
    """A verdict by bootstrap replicates: reject if 0 is strictly outside their interval."""

    tails: ClassVar[int]
    is_drawn = True
    replicates: Floats = field(repr=False, compare=False)  # sorted
    rows: int | None = None  # of the test set, where the p-value is bounded by swapping the learners on all of them
    stability: Stability | Refusal = field(default=Refusal(Reason.ONE_SPLIT), compare=False, repr=False)

    @abstractmethod
    def interval(self, level: float) -> Interval:
        """Return the interval whose ends are order statistics, never interpolated."""

    def decide(self, level: float, pvalue: float | None = None) -> Decision:
        """Decide by p-value; raise InputError if there are too few replicates for the level."""
        self.order(level)
        return super().decide(level, pvalue)

    def caveats(self, level: float) -> tuple[Note, ...]:
        """Note fewer than 50 / level replicates (Keller et al. 2005, 2.2), and so few rows that nothing is decided."""
        count, notes = self.replicates.size, () if self.rows is None else never_rejects(self.rows, level)
        if count >= 50 / level:
            return notes
        return (Note.of(NoteKind.FEW_REPLICATES, replicates=count, level=level, advised=ceil(50 / level)), *notes)

    def _agreeing(self, low: float, high: float, level: float) -> Interval:
        """Reach to 0 where p is above the level although the replicates are all on one side: there are too few rows."""
        return (min(low, 0.0), max(high, 0.0)) if self.pvalue > level else (low, high)

    def order(self, level: float) -> int:
        """Return l, the largest number with l * tails / (B + 1) <= level, as p is computed."""
        level, steps = check_level(level), self.replicates.size + 1
        guess = floor(steps * level / self.tails)
        # The product is rounded: 200 * .29 / 2 is below 29. The comparison that p makes decides.
        order = next(k for k in (guess + 1, guess, guess - 1) if self.tails * k / steps <= level)
        if order == 0:
            needed = ceil(self.tails / level) - 1
            problem = f"{self.replicates.size} are too few for level {level:g}; use replicates={needed} or more"
            raise InputError("replicates", problem)
        return order


@dataclass(frozen=True, kw_only=True)
class ResampledVerdict(PercentileVerdict):
    """A verdict by replicates of the difference itself; they show its skewness where items have no values."""

    def skewed(self, level: float, side: int) -> float:
        """Return the bound on a side that the skewness of the items gives, or else that of the replicates."""
        spread = float(self.replicates.std())
        if self.spread is not None or spread == 0:
            return super().skewed(level, side)
        skewness = float((((self.replicates - self.replicates.mean()) / spread) ** 3).mean())
        reach = hall_quantile(-special.ndtri(check_level(level)), np.asarray(-side * skewness))
        return self.estimate + side * spread * float(reach)


@dataclass(frozen=True, kw_only=True)
class EqualTailed(ResampledVerdict):
    """The interval leaves as many replicates below as above."""

    tails = 2

    def interval(self, level: float) -> Interval:
        """[d_(l), d_(B+1-l)], l = floor((B + 1) level / 2)."""
        order = self.order(level)
        return self._agreeing(float(self.replicates[order - 1]), float(self.replicates[-order]), level)

    def direction(self) -> Decision:
        """Return the side of 0 with more replicates."""
        below, above = np.count_nonzero(self.replicates <= 0), np.count_nonzero(self.replicates >= 0)
        if below == above:
            return Decision.OPEN
        return Decision.FIRST if above > below else Decision.SECOND


@dataclass(frozen=True, kw_only=True)
class Centred(ResampledVerdict):
    """The interval reaches equally far to both sides of the replicates' mean."""

    tails = 1

    def interval(self, level: float) -> Interval:
        """Mean -+ the (B+1-l)th distance from it, l = floor((B + 1) level)."""
        centre = self.replicates.mean()
        reach = np.sort(np.abs(self.replicates - centre))[-self.order(level)]
        return self._agreeing(float(centre - reach), float(centre + reach), level)

    def direction(self) -> Decision:
        """Return the side of 0 of the replicates' mean."""
        centre = self.replicates.mean()
        if centre == 0:
            return Decision.OPEN
        return Decision.FIRST if centre > 0 else Decision.SECOND
