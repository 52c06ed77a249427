"""A one-sided bound of a mean whose units are skewed: Hall's adjusted t, on a sample with a heavier lower tail."""

from dataclasses import dataclass

import numpy as np

from outperform.core import Floats
from outperform.significance import special

STRAIGHT = 1e-6  # a skewness of the mean so small bends nothing


@dataclass(frozen=True, eq=False)
class UnitSpread:
    """What independent units (items, or clusters) add to a mean, for every table along the leading axes.

    Notes
    -----
    Formula: unit u adds s_u to the estimate m; the s_u have the sum 0, and r_u is the unit's share of the weight (1/N).
    With fewer than about ten items that lose a lot, Student's t is wrong at a margin far too often: its standard error
    is small where few of them were sampled. So t is replaced by Hall's (1992) inverse cubic transformation of it, where
    that is larger:

        m' - max(t, h) se',   h = (3 / a) ((1 + a (t - a / 6))^(1/3) - 1),   a = sum s'^3 / (sum s'^2)^(3/2)

    m', se' and s' are those of the sample in which the worst unit counts w times more,

        w = min(1, sum of |s_u|^3 over the units below the mean / (sum s_u^2)^(3/2))

    a is the skewness of the mean, which is that of the units over sqrt(N). k equal losses and no others have w = a =
    1/sqrt(k); of N normal differences w is about .8/sqrt(N), so that one N-th of w moves nothing. With all of Hall's
    transformation but w = 0 the error at a margin was up to .067, where gains hide the skewness of the losses.

    The bound is used to show that a system is not worse, and never to show that it is better: as a test of no
    difference, Hall's transformation rejects .072 of true nulls of 20 differences of Student's t with 3 df (t: .041).
    """

    parts: Floats  # [..., unit]
    shares: Floats  # [unit]
    se: Floats  # [...]
    df: Floats | float  # [...]

    @property
    def mirrored(self) -> "UnitSpread":
        """The same with the systems swapped."""
        return UnitSpread(-self.parts + 0.0, self.shares, self.se, self.df)

    def bound_below(self, estimate: Floats, level: float, error: tuple[Floats, Floats] | None = None) -> Floats:
        """Return the lower bound by the skewness alone.

        ``error`` is standard error and degrees of freedom of the estimate, where more than the units vary.

        Examples
        --------
        One of 30 items loses .5 and the others tie: t alone would show a mean above -.05.

        >>> values = np.array([-0.5] + [0.0] * 29)
        >>> se = values.std(ddof=1) / np.sqrt(30)
        >>> spread = UnitSpread((values - values.mean()) / 30, np.full(30, 1 / 30), se, 29)
        >>> float(values.mean() - special.stdtrit(29, 0.95) * se)
        -0.045
        >>> float(spread.bound_below(values.mean(), 0.05))
        -0.1915
        """
        se, df = (self.se, self.df) if error is None else error
        shares = np.broadcast_to(self.shares, self.parts.shape)  # the order of the units changes no digit
        if np.ptp(self.shares) == 0:
            parts = np.sort(self.parts, axis=-1)
        else:
            order = np.lexsort((shares, self.parts), axis=-1)
            parts, shares = (np.take_along_axis(each, order, axis=-1) for each in (self.parts, shares))
        scale = np.sqrt(np.sum(parts**2, axis=-1))
        still = scale == 0
        unit = np.where(still, 1.0, scale)
        own = np.divide(self.se, se, out=np.ones_like(unit), where=np.asarray(se) > 0)  # of the error, that of items
        parts = parts / unit[..., np.newaxis]
        weight = np.minimum(1.0, -np.sum(np.minimum(parts, 0.0) ** 3, axis=-1) * own**3)
        worst, share = parts[..., 0], shares[..., 0]
        grown = 1 + weight * share
        moved = weight * worst / grown
        parts = (parts - moved[..., np.newaxis] * shares) / grown[..., np.newaxis]
        worst = worst / grown**2
        squares = np.sum(parts**2, axis=-1) + weight * worst**2
        cubes = np.sum(parts**3, axis=-1) + weight * worst**3
        wider = np.sqrt(np.maximum(0.0, se**2 + self.se**2 * (squares - 1)))
        part = np.divide(self.se * np.sqrt(squares), wider, out=np.ones_like(unit), where=wider > 0)
        skewness = np.where(still, 0.0, cubes / np.maximum(squares, STRAIGHT) ** 1.5 * part**3)
        quantile = special.stdtrit(df, 1 - level)
        reach = np.maximum(quantile, hall_quantile(quantile, skewness))
        found: Floats = estimate + np.where(still, 0.0, moved * unit) - reach * np.where(still, se, wider)
        return found


def hall_quantile(quantile: Floats, skewness: Floats) -> Floats:
    """Return the t at which Hall's cubic transformation reaches a quantile, for a mean of this skewness.

    Examples
    --------
    A mean with a long lower tail needs a larger t, one with a long upper tail a smaller one.

    >>> hall_quantile(1.66, np.array([-0.5, 0.0, 0.5])).tolist()
    [2.974, 1.66, 1.283]
    """
    bent = np.abs(skewness) > STRAIGHT
    a = np.where(bent, skewness, 1.0)
    return np.where(bent, 3 / a * (np.cbrt(1 + a * (quantile - a / 6)) - 1), quantile)
