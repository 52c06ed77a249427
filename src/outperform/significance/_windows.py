"""The items whose removal lowers |t| of a mean the most: neighbours in the order of their values."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from outperform.core import Floats, Ints
from outperform.significance.differences import EPS
from outperform.significance.no_spread import never_below
from outperform.significance.student import two_sided

TINY = 1e-150
SCANNED = 200  # up to so many items every number of removals is tried; beyond, a bisection


@dataclass(frozen=True, eq=False)
class Windows:
    """Values in ascending order, with the sums that give t without any run of neighbours.

    Notes
    -----
    Let S and Q be the sums of the n values and of their squares, signed so that S > 0, and r = S^2/Q. Then
    t^2 = (n - 1) r / (n - r), so the removal that lowers |t| the most is that with the least r. Without k items whose
    sums are a and b, r = (S - a)^2 / (Q - b) is convex in (a, b), and its gradient there is proportional to
    x^2 - 2 c x with c = (Q - b)/(S - a). So k items that are the nearest ones to their own c, a run of neighbours,
    lower |t| more than any other k items. One removal lowers r by at most 1 if t^2 > 1, which gives ``least``.

    What is left lies before and after a run: its spread is the sum of theirs and of (difference of their means)^2,
    with nothing subtracted that could leave only rounding. Equal values have no t; ``flattest`` looks for them.
    """

    order: Ints  # the places of the items, by value
    x: Floats  # the values in this order, signed so that their mean is not below 0
    before: tuple[Floats, Floats]  # [i]: mean and spread (sum of squared deviations) of the first i values
    after: tuple[Floats, Floats]  # [i]: of the values from i on

    @classmethod
    def of(cls, values: Floats) -> "Windows":
        """Sort the values; equal ones stay in the order of items."""
        signed = values if values.sum() >= 0 else -values
        order = np.argsort(signed, kind="stable")
        x = signed[order]
        after = _running(x[::-1])
        return cls(order, x, _running(x), (after[0][::-1], after[1][::-1]))

    @property
    def near(self) -> float:
        """The largest distance of values that are equal up to rounding."""
        return 8 * EPS * float(max(-self.x[0], self.x[-1]))

    def best(self, k: int) -> tuple[int, float]:
        """Return where the k neighbours start whose removal lowers |t| the most, and the p-value without them."""
        n = len(self.x) - k
        right = self.after[0][k:]
        apart = right - self.before[0][: n + 1]
        moved = np.arange(n + 1.0)  # then share * apart, with the share of what is left that lies before the run
        moved *= apart
        moved /= n
        apart -= moved
        apart *= moved
        apart *= n
        spread = np.add(self.before[1][: n + 1], self.after[1][k:])
        spread += apart
        np.maximum(spread, n * max(self.near, TINY) ** 2 / 4, out=spread)  # equal values have a huge t
        mean = np.subtract(right, moved, out=moved)
        ratio = np.multiply(mean, mean, out=apart)
        ratio /= spread
        start = int(np.argmin(ratio))
        if n == 1 or abs(mean[start]) <= self.near / 2:
            return start, 1.0
        return start, float(two_sided(np.sqrt(ratio[start] * n * (n - 1)), float(n - 1)))

    def flattest(self, level: float) -> Ints:
        """Return the places of the fewest items without which all others are equal and p = 2/2^n is above the level.

        Values that are 0 have p = 1, however many there are.
        """
        enough = next(n for n in range(1, len(self.x) + 2) if n > len(self.x) or never_below(n) <= level) - 1
        starts = self._starts()
        sizes = np.diff(np.append(starts, len(self.x)))
        kept = np.where(np.abs(self.x[starts]) <= self.near / 2, sizes, np.minimum(sizes, max(1, enough)))
        best = int(np.argmax(kept))
        end = int(starts[best] + sizes[best])
        return np.sort(np.delete(self.order, np.arange(end - int(kept[best]), end)))

    def _starts(self) -> Ints:
        """Return where runs of values start that are equal up to rounding."""
        return np.append(0, np.flatnonzero(np.diff(self.x) > self.near / 4) + 1)

    def places(self, start: int, k: int) -> Ints:
        """Return the places of k neighbours; of items with equal values, the first ones."""
        inside = self.x[start : start + k]
        begin, end = (int(np.searchsorted(self.x, inside[0], side)) for side in ("left", "right"))
        edge = min(end, start + k) - start
        return np.sort(np.concatenate([self.order[begin : begin + edge], self.order[start + edge : start + k]]))

    def least(self, level: float) -> int:
        """Return a number of removals that is surely needed while values that differ are left, at least 1."""
        n = len(self.x)
        spread = float(self.before[1][-1])
        rest = spread / (spread / n + float(self.before[0][-1]) ** 2) if spread > 0 else 0.0  # n - r
        if n - rest <= 1 or n < 3 or rest == 0:
            return 1

        def may_turn(k: int) -> bool:
            square = (n - k - 1) * max(0.0, n - rest - k) / rest
            return bool(two_sided(np.sqrt(square), float(n - k - 1)) > level)

        return bisected(may_turn, 0, n - 2) if may_turn(n - 2) else n - 1


def _running(x: Floats) -> tuple[Floats, Floats]:
    """Return mean and spread of the first i values [i], from their distances to the first."""
    y = x - x[0]
    count = np.arange(1, len(x) + 1)
    sums, squares = np.cumsum(y), np.cumsum(y * y)
    spread = np.maximum(0.0, squares - sums * sums / count)
    return np.concatenate([[0.0], x[0] + sums / count]), np.concatenate([[0.0], spread])


def bisected(turned: Callable[[int], bool], low: int, high: int) -> int:
    """Return the least k in (low, high] that turns, where all after it do; high is known to turn."""
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if turned(middle) else (middle, high)
    return high


def fewest(turned: Callable[[int], bool], least: int, most: int, scanned: int = SCANNED) -> int | None:
    """Return the least k from ``least`` to ``most`` that turns a decision; None where none does.

    Up to ``scanned`` every k is tried in turn. For more, steps that double, then a bisection: it finds the least k
    where more removals never restore the decision.
    """
    if most <= scanned:
        return next((k for k in range(least, most + 1) if turned(k)), None)
    below, step, k = least - 1, 1, least
    while not turned(k):
        if k >= most:
            return None
        below, step, k = k, 2 * step, min(most, k + 2 * step)
    return bisected(turned, below, k)
