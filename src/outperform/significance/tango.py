"""Tango's score test of a difference of accuracies: its statistic, its p-value by enumeration, and bounds."""

from collections.abc import Callable
from functools import lru_cache
from math import inf, isinf

import numpy as np

from outperform.core import Floats
from outperform.significance import special

MOST_EXACT = 10**6  # items; for more, the normal threshold of .05 is wrong in .051 at most, at margins of .001 or more
VALUES = 64  # of the share of discordant items that are tried; 2,000 give a p-value that differs by less than .00003
MANY, FEWER = 1000, 32  # with so many items the share is known so well that fewer values do, to .0001
PART = 0.01  # of the level: the chance that the true share of discordant items was not tried
WIDE = 6.5  # standard deviations of the number of losses that are summed over; what lies beyond is below 1e-10
NEAR = 1e-6  # how exactly a bound is found ...
CLOSE = 1e-5  # ... or how close its normal score must be to that of the level


def tango(wins: Floats, losses: Floats, count: Floats, difference: float) -> Floats:
    """Return Tango's score statistic (1998) of a difference of accuracies, for every table; normal if it is true.

    Notes
    -----
    Formula: b = n10, c = n01, d the difference under the null, q the likeliest P(01) given d, P(10) = q + d.

        z = (b - c - n d) / sqrt(n (2 q + d - d^2))
        2 n q^2 - (b + c + (b - c - 2 n) d) q - c d (1 - d) = 0      the derivative of the likelihood; its larger root

    A negative d is computed with the systems swapped. Where the variance is 0, z is 0 if b - c = n d, else infinite.

    With the normal threshold the one-sided test at level .05 is wrong at a margin in up to .091 of cases with 10 items
    or more, and in up to .074 with 30 or more. One bad case is about 2.7 / margin items on which the systems agree,
    which show the margin: .93^36 = .073 for .07. So margins are decided by ``exact_pvalue``.

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


def exact_pvalue(wins: int, losses: int, count: int, difference: float, level: float) -> float:
    """Return the chance of a z at least as large if the true difference is at most this one, one-sided, at most 1.

    Notes
    -----
    Formula: if the share of discordant items is s, the numbers of wins, losses and other items are trinomial with
    P(10) = (s + d)/2 and P(01) = (s - d)/2, so that

        P(Z >= z; s) = sum over c of P(losses = c) P(wins >= b_c | losses = c)

    where b_c is the least number of wins that gives a z as large (Hsueh, Liu and Chen 2001). All tables are in the sum.
    The share is unknown: the p-value is the largest of these over all shares in Clopper and Pearson's interval for the
    discordant items seen, which covers 1 - level/100, plus level/100 (Berger and Boos 1994). So at most the level of
    all cases is wrong, whatever the share between the size of d and 1 is. The largest is searched at 64 shares, or 32.

    Examples
    --------
    No item of 36 is discordant: z = 1.646 is above 1.645. But if 7% are lost, that has the chance .93^36 = .0733.

    >>> exact_pvalue(0, 0, 36, -0.07, 0.05)
    0.0738
    """
    if not -1 < difference < 1:
        return 1.0 if difference >= 1 or (difference == -1 and losses == count) else 0.0
    b, c, n = np.array([wins, losses, count], dtype=np.float64)
    seen, tail = wins + losses, PART * level / 2
    low = float(special.betaincinv(seen, count - seen + 1, tail)) if seen else 0.0
    high = float(special.betaincinv(seen + 1, count - seen, 1 - tail)) if seen < count else 1.0
    low, high = (max(abs(difference), end) for end in (low, high))
    shares = low + (high - low) * np.linspace(0.0, 1.0, VALUES if count < MANY else FEWER) ** 2
    found = chances(float(tango(b, c, n, difference)), count, difference, shares).max()
    return min(1.0, float(found) + PART * level)


def chances(z: float, count: int, difference: float, shares: Floats) -> Floats:
    """Return the chance of a statistic of at least z for each share of discordant items.

    Examples
    --------
    >>> chances(1.645, 36, -0.07, np.array([0.07, 0.2, 1.0]))
    array([0.0733, 0.0544, 0.0559])
    """
    n, least = float(count), z if isinf(z) else z - 1e-9 * max(1.0, abs(z))
    lost, won = (shares - difference) / 2, (shares + difference) / 2
    spread = np.sqrt(n * lost * (1 - lost))
    first = np.clip(np.floor(n * lost - WIDE * spread - WIDE), 0, n)
    width = int(min(n, np.ceil(2 * WIDE * spread.max() + 2 * WIDE))) + 1
    counts = np.arange(first.min(), min(n, first.max() + width) + 1)
    needed = _least_wins(least, count, difference, counts)
    losses = first[:, np.newaxis] + np.arange(width)
    inside = losses <= n
    losses = np.minimum(losses, n)
    wins = needed[np.minimum((losses - counts[0]).astype(np.int64), counts.size - 1)]
    others, q = n - losses, lost[:, np.newaxis]
    ways = special.gammaln(n + 1) - special.gammaln(losses + 1) - special.gammaln(others + 1)
    weight = np.exp(ways + special.xlogy(losses, q) + special.xlog1py(others, -q)) * inside
    share = np.clip(np.divide(won, 1 - lost, out=np.ones_like(won), where=lost < 1), 0.0, 1.0)[:, np.newaxis]
    some = (wins > 0) & (wins <= others)
    tail = special.betainc(np.where(some, wins, 1.0), np.where(some, others - wins + 1, 1.0), share)
    found: Floats = np.sum(weight * np.where(some, tail, wins <= 0), axis=-1)
    return found


def _least_wins(z: float, count: int, difference: float, losses: Floats) -> Floats:
    """Return the least number of wins with a statistic of at least z, for each number of losses; else one too many."""
    low, high = np.full(losses.shape, -1.0), count - losses + 1
    while (open_ := high - low > 1).any():
        middle = np.where(open_, np.floor((low + high) / 2), 0.0)
        enough = tango(middle, losses, np.asarray(float(count)), difference) >= z
        low, high = np.where(open_ & ~enough, middle, low), np.where(open_ & enough, middle, high)
    return high


@lru_cache(maxsize=4096)  # depends on its key alone; many pairs have the same counts
def exact_bound(wins: int, losses: int, count: int, level: float, at: float) -> float:
    """Return the lowest difference that the exact test does not exclude; above ``at`` where it excludes that.

    Examples
    --------
    No item of 36 is lost: that has a chance of .0495 where 8.01% are.

    >>> exact_bound(0, 0, 36, 0.05, -0.07)
    -0.0801
    """

    def excess(difference: float) -> float:
        found = exact_pvalue(wins, losses, count, difference, level)
        return float(np.clip(special.ndtri(level) - special.ndtri(found), -9, 9)) if found < 1 else -9.0

    return _bound(excess, normal_bound(wins, losses, count, level, at), at)


def normal_bound(wins: int, losses: int, count: int, level: float, at: float) -> float:
    """Return the lowest difference at which z is below the normal quantile; above ``at`` where z is not below it there.

    Examples
    --------
    >>> normal_bound(6, 16, 161, 0.025, 0.0)  # the lower limit of Cavo's table
    -0.124
    """
    b, c, n = np.array([wins, losses, count], dtype=np.float64)
    least = float(special.ndtri(level))

    def excess(difference: float) -> float:
        if not -1 <= difference < 1:
            return 9.0 if difference < -1 else -9.0
        return float(np.clip(tango(b, c, n, difference) + least, -9, 9))

    return _bound(excess, (wins - losses) / count, at)


def _bound(excess: Callable[[float], float], guess: float, at: float) -> float:
    """Return where an excess, at or above 0 for the differences that are excluded, falls below 0.

    From a guess the range is widened until it holds that place, and then cut where a line through its ends is 0, or
    halved (Illinois rule).
    """
    value = excess(at)
    if value < 0 and excess(-1.0) < 0:
        return -1.0
    low, high = (at, 1.0) if value >= 0 else (-1.0, min(at, 1.0))
    above, below = (value, -9.0) if value >= 0 else (9.0, value)
    step, cut = 8 * NEAR, min(max(guess, low), high)
    while low < cut < high:
        found = excess(cut)
        low, above, high, below = (cut, found, high, below) if found >= 0 else (low, above, cut, found)
        step, cut = 8 * step, cut + (step if found >= 0 else -step)
    by_line = True
    while high - low > NEAR and not 0 <= above < CLOSE:
        cut = low + (high - low) * (above / (above - below) if by_line else 0.5)
        cut = min(max(cut, low + NEAR / 2), high - NEAR / 2)
        size, found = high - low, excess(cut)
        low, above, high, below = (cut, found, high, below) if found >= 0 else (low, above, cut, found)
        by_line = high - low <= size / 2
    return max(low, float(np.nextafter(at, inf))) if value >= 0 else low
