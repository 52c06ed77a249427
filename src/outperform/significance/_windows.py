"""The items whose removal lowers |t| of a mean the most: neighbours in the order of their values."""

from collections.abc import Callable
from dataclasses import dataclass
from math import ceil, log2

import numpy as np

from outperform.core import Floats, Ints
from outperform.significance.differences import EPS
from outperform.significance.item_verdict import never_below
from outperform.significance.student import two_sided

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
    """

    order: Ints  # the places of the items, by value
    x: Floats  # the values in this order, signed so that their mean is not below 0
    sums: Floats  # [i]: of the first i values, as deviations from their mean
    squares: Floats
    centre: float

    @classmethod
    def of(cls, values: Floats) -> "Windows":
        """Sort the values; equal ones stay in the order of items."""
        signed = values if values.sum() >= 0 else -values
        order = np.argsort(signed, kind="stable")
        x = signed[order]
        centre = float(x.mean())
        y = x - centre
        sums, squares = (np.concatenate([[0.0], np.cumsum(each)]) for each in (y, y * y))
        return cls(order, x, sums, squares, centre)

    @property
    def scale(self) -> float:
        """The largest size of a value."""
        return float(max(-self.x[0], self.x[-1]))

    def best(self, k: int) -> tuple[int, float]:
        """Return where the k neighbours start whose removal lowers |t| the most, and the p-value without them."""
        n = len(self.x) - k
        total = self.sums[-1] - (self.sums[k:] - self.sums[: n + 1])
        spread = self.squares[-1] - (self.squares[k:] - self.squares[: n + 1])
        spread -= total * total / n
        np.maximum(spread, 0.0, out=spread)
        total /= n
        total += self.centre
        total[np.abs(total) <= 4 * EPS * self.scale] = 0.0
        total *= total
        ratio = np.divide(total, spread, out=np.where(total == 0, 0.0, np.inf), where=spread > 0)
        start = int(np.argmin(ratio))
        p = float(two_sided(np.sqrt(ratio[start] * n * (n - 1)), float(n - 1))) if n > 1 else 1.0
        return self._flat(k, spread, start, p)

    def _flat(self, k: int, spread: Floats, start: int, p: float) -> tuple[int, float]:
        """Return the neighbours that leave equal values alone, if p is larger so, by swapped signs of n values."""
        n = len(self.x) - k
        if never_below(n) <= p:
            return start, p
        near = n * (8 * EPS * self.scale) ** 2
        flat = np.flatnonzero(spread <= near)
        return (int(flat[0]), never_below(n)) if flat.size else (start, p)

    def places(self, start: int, k: int) -> Ints:
        """Return the places of k neighbours; of items with equal values, the first ones."""
        inside = self.x[start : start + k]
        begin, end = (int(np.searchsorted(self.x, inside[0], side)) for side in ("left", "right"))
        edge = min(end, start + k) - start
        return np.sort(np.concatenate([self.order[begin : begin + edge], self.order[start + edge : start + k]]))

    def least(self, level: float) -> int:
        """Return a number of removals that is surely needed, at least 1."""
        n = len(self.x)
        few = max(1, n - ceil(log2(2 / level)) + 1)  # what is left could not reject even if all values were equal
        spread = float(self.squares[-1])
        rest = spread / (spread / n + self.centre**2) if spread > 0 else 0.0  # n - r
        if n - rest <= 1 or n < 3:
            return 1

        def may_turn(k: int) -> bool:
            square = (n - k - 1) * max(0.0, n - rest - k) / rest
            return bool(two_sided(np.sqrt(square), float(n - k - 1)) > level)

        return few if rest == 0 or not may_turn(n - 2) else min(few, bisected(may_turn, 0, n - 2))


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
