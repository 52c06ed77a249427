"""How a limit on the fits per learner is shared by repeats and corrections."""

from dataclasses import dataclass, replace
from itertools import count


@dataclass(frozen=True)
class FitBound:
    """The limit of fits per learner of a whole run, and what needs them.

    Examples
    --------
    >>> FitBound(130, least=20, advised=100, costs=(50, 100)).room, FitBound(200, 20, 100, (50, 100)).room
    (50, 100)
    >>> FitBound(69, least=20, advised=100, costs=(50, 100)).room  # 70 would do
    0
    """

    fits: int | None  # None is no limit
    least: int  # fits of the shortest run
    advised: int  # fits for repeats, before a correction gets more than its lowest cost
    costs: tuple[int, ...] = ()  # fits of a correction, in ascending order; empty where nothing is corrected
    corrections: int = 1  # that a learner may need, one per pair and metric
    arenas: int = 1  # in which the shared fits are made
    shared: tuple[int, ...] = ()  # part of each cost that all corrections in an arena share
    halves: int = 0  # fits in halves of the rows, in all arenas; 0 where no learner needs them

    @property
    def room(self) -> int | None:
        """Fits that a correction may take; 0 where there is no room for one."""
        if self.fits is None:
            return None
        for cost in reversed(self.costs):
            kept = self.least if cost == self.costs[0] else self.advised
            if self.fits - self._all(cost) >= kept:
                return cost
        return 0

    def _all(self, cost: int) -> int:
        """Return the fits of all corrections of a learner, each at this cost."""
        shared = self.shared[self.costs.index(cost)] if self.shared else 0
        return self.arenas * shared + self.corrections * (cost - shared)

    @property
    def most(self) -> int:
        """The most fits of all corrections of a learner, with those in halves."""
        if self.room == 0 or not self.costs:
            return 0
        return self._all(self.room or self.costs[-1]) + self.has_halves * self.halves

    @property
    def needed(self) -> int:
        """The lowest limit that has room for a correction."""
        return self.least + sum(map(self._all, self.costs[:1]))

    @property
    def has_halves(self) -> bool:
        """Whether there is room for fits in halves, after the repeats that are advised and all corrections."""
        return self.fits is None or self.fits >= self.needed_for_halves

    @property
    def needed_for_halves(self) -> int:
        """The lowest limit that has room for fits in halves."""
        return self.advised + sum(map(self._all, self.costs[-1:])) + self.halves

    def further(self, folds: int, made: int, most: int) -> int | None:
        """Return the limit with which the repeats are doubled; None where it is not the limit that bounds them."""
        if self.fits is None or made >= most:
            return None
        limits = (replace(self, fits=fits) for fits in count(self.fits + folds, folds))
        return next(limit.fits for limit in limits if limit.repeats(folds, most) >= min(2 * made, most))

    def repeats(self, folds: int, most: int) -> int:
        """Return the number of repeats that fit, at most ``most``."""
        if self.fits is None or self.room is None:
            return most
        kept = (self._all(self.room) if self.room else 0) + self.has_halves * self.halves
        return min(most, (self.fits - kept) // folds)
