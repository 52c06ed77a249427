"""What may lie in items that were not sampled: ends of an interval where few items were seen to differ."""

from dataclasses import dataclass
from math import inf

import numpy as np

from outperform.core import Floats, Interval, check_level
from outperform.significance import special
from outperform.significance.differences import EPS

ENOUGH_DIFFERENT = 10  # items that differ; with fewer, the loss that matters may not have been sampled
TIED = 1e-6  # of the largest possible difference: differences that are closer say no more than ties
TELLING = 0.1  # of it: where bounds are unknown, smaller differences do not show how large a loss may be


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
    still: bool = False  # all units have the same difference, up to rounding

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
        return Unseen(self.units, self.differ, -self.usual + 0.0, -self.most, -self.least, self.still)

    def _share(self, level: float) -> float:
        """Return u - m/N."""
        if self.units == 0:
            return 1.0
        limit = special.betaincinv(self.differ + 1, self.units - self.differ, 1 - level)
        return float(limit) - self.differ / self.units


def unseen_of(values: Floats, weights: Floats, scale: float, reach: float = inf, extent: float = 0.0) -> Unseen | None:
    """Return what units that were not seen may hold; None where enough units, or most of them, differ from the others.

    Parameters
    ----------
    values, weights
        The difference and the weight of every unit.
    scale
        Of the numbers that were rounded: differences closer than 8 roundings are the same.
    reach
        No difference is larger in size. Differences closer than a millionth of it count as the same.
    extent
        Takes its place where it is infinite: the range of the scores, or the largest of them in size where that is
        more. So the verdict is the same in shares and in percent. Where no unit is a tenth of it away from the usual
        difference, nothing shows how large a loss may be: then nothing is known, as where all units tie. Else a system
        that loses next to nothing on one unit would pass where one that ties does not.

    Examples
    --------
    >>> unseen_of(np.array([0.0] * 19 + [-0.5]), np.ones(20), 1.0, reach=1.0)
    Unseen(units=20.0, differ=1.0, usual=0.0, least=-1.0, most=1.0, still=False)
    """
    kept = weights > 0
    values, weights = values[kept], weights[kept]
    order = np.argsort(weights, kind="stable")  # neither order nor sign of the units changes a digit
    values, weights = values[order], weights[order]
    known = np.isfinite(reach)
    most = max(reach if known else extent, float(np.abs(values).max()))
    rounded = 8 * EPS * scale
    low, high = _commonest(values, weights, max(rounded, TIED * most))
    other = (values < low) | (values > high)
    total = float(weights.sum())
    usual, units = (low + high) / 2, total**2 / float((weights**2).sum())
    share = float(weights[other].sum()) / total
    if round(share * units, 9) >= ENOUGH_DIFFERENT or 2 * share >= 1:  # many light units say little of the heavy ones
        return None
    still = _commonest(values, weights, rounded) == (values.min(), values.max())
    furthest = float(np.abs(values[other] - usual).max(initial=0.0))
    if not known:
        telling = other.any() and furthest >= TELLING * most * (1 - 8 * EPS)
        most = max(most, abs(usual) + furthest) if telling else inf
    return Unseen(units, share * units, usual, -most, most, still)


def _commonest(values: Floats, weights: Floats, near: float) -> tuple[float, float]:
    """Return the ends of the heaviest group of values that are the same up to rounding."""
    order = np.argsort(values, kind="stable")
    ranked = values[order]
    starts = np.flatnonzero(np.diff(ranked, prepend=-inf) > near)
    at = int(np.argmax(np.add.reduceat(weights[order], starts)))
    end = starts[at + 1] if at + 1 < starts.size else ranked.size
    return float(ranked[starts[at]]), float(ranked[end - 1])
