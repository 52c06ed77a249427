"""What may lie in items that were not sampled: ends of an interval where few items were seen to differ."""

from dataclasses import dataclass
from math import inf

import numpy as np

from outperform.core import Floats, Interval, PValue, check_level
from outperform.significance import special
from outperform.significance.differences import EPS

ENOUGH_DIFFERENT = 10  # items that differ; with fewer, the loss that matters may not have been sampled


@dataclass(frozen=True)
class Unseen:
    """Units (items, or clusters of items) that nearly all have the same difference, and what others may have.

    Notes
    -----
    Formula: m of N units were seen to have another difference than the usual one, v. Up to a share u of all units may
    have another, Clopper and Pearson's one-sided limit for m of N (1 - level^(1/N) for m = 0). Those that were not seen
    may have the least possible difference a, or the largest one b:

        estimate - (u - m/N) (v - a)    to    estimate + (u - m/N) (b - v)

    Where all others have the difference a, the lower end is exact: the chance that it lies above the true difference is
    at most half the level. With weights, N is the number of units with the same standard error, W^2 / Q.
    """

    units: float  # 0: nothing is known but the least and the largest difference
    differ: float
    usual: float
    least: float
    most: float

    def ends(self, estimate: float, level: float) -> Interval:
        """Return the lowest and the highest mean difference that units not seen allow, each at half the level.

        Examples
        --------
        None of 20 items differs: up to 16.8% of all items may.

        >>> Unseen(20, 0, 0.0, -1.0, 1.0).ends(0.0, 0.05)
        (-0.1684, 0.1684)
        """
        extra = self._share(check_level(level) / 2)
        if extra <= 0:
            return estimate, estimate
        return estimate - extra * (self.usual - self.least), estimate + extra * (self.most - self.usual)

    def mirrored(self) -> "Unseen":
        """Return the same for the systems swapped."""
        return Unseen(self.units, self.differ, -self.usual + 0.0, -self.most, -self.least)

    def _share(self, level: float) -> float:
        """Return u - m/N."""
        if self.units == 0:
            return 1.0
        limit = special.betaincinv(self.differ + 1, self.units - self.differ, 1 - level)
        return float(limit) - self.differ / self.units


def unseen_of(values: Floats, weights: Floats, scale: float, reach: float = inf) -> Unseen | None:
    """Return what units that were not seen may hold; None where enough units, or most of them, differ from the others.

    Parameters
    ----------
    values, weights
        The difference and the weight of every unit.
    scale
        Of the numbers that were rounded: differences closer than 8 roundings are the same.
    reach
        No difference is larger in size. Where it is infinite, units that were not seen are as far from the usual
        difference as the farthest one that was seen; nothing is known where none was seen.

    Examples
    --------
    >>> unseen_of(np.array([0.0] * 19 + [-0.5]), np.ones(20), 1.0, reach=1.0)
    Unseen(units=20.0, differ=1.0, usual=0.0, least=-1.0, most=1.0)
    """
    kept = weights > 0
    values, weights = values[kept], weights[kept]
    low, high = _commonest(values, 8 * EPS * scale)
    other = (values < low) | (values > high)
    count = int(np.count_nonzero(other))
    if count >= ENOUGH_DIFFERENT or 2 * count >= values.size:
        return None
    order = np.argsort(weights, kind="stable")  # neither order nor sign of the units changes a digit
    weights, other, values = weights[order], other[order], values[order]
    total = float(weights.sum())
    usual, units = (low + high) / 2, total**2 / float((weights**2).sum())
    share = float(weights[other].sum()) / total
    furthest = float(np.abs(values[other] - usual).max(initial=0.0))
    if np.isfinite(reach):
        most = max(reach, float(np.abs(values).max()))
        return Unseen(units, share * units, usual, -most, most)
    away = furthest if count else inf
    return Unseen(units, share * units, usual, usual - away, usual + away)


def _commonest(values: Floats, near: float) -> tuple[float, float]:
    """Return the ends of the largest group of values that are the same up to rounding."""
    ranked = np.sort(values)
    starts = np.flatnonzero(np.diff(ranked, prepend=-inf) > near)
    sizes = np.diff(np.append(starts, ranked.size))
    at = int(np.argmax(sizes))
    return float(ranked[starts[at]]), float(ranked[starts[at] + sizes[at] - 1])


@dataclass(frozen=True, kw_only=True)
class UnseenVerdict(PValue):
    """A verdict whose margins allow for items that were not sampled, where few were seen to differ."""

    unseen: Unseen | None = None

    def above(self, bound: float, level: float) -> bool:
        """Return whether the difference is above a bound, one-sided: by the interval, and by what was not seen."""
        return super().above(bound, level) and (self.unseen is None or self.allowed(2 * level)[0] > bound)

    def below(self, bound: float, level: float) -> bool:
        """Return whether the difference is below a bound, one-sided: by the interval, and by what was not seen."""
        return super().below(bound, level) and (self.unseen is None or self.allowed(2 * level)[1] < bound)

    def allowed(self, level: float) -> Interval:
        """Return what units that were not seen allow; unbounded where nothing is known of them."""
        return (-inf, inf) if self.unseen is None else self.unseen.ends(self.estimate, level)
