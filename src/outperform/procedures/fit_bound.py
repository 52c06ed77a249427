"""How a limit on the fits per learner is shared by repeats and corrections."""

from dataclasses import dataclass


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
    corrections: int = 1  # that the metrics may need, each with its own fits

    @property
    def room(self) -> int | None:
        """Fits that a correction may take; 0 where there is no room for one."""
        if self.fits is None:
            return None
        for cost in reversed(self.costs):
            kept = self.least if cost == self.costs[0] else self.advised
            if self.fits - self.corrections * cost >= kept:
                return cost
        return 0

    @property
    def needed(self) -> int:
        """The lowest limit that has room for a correction."""
        return self.least + self.corrections * sum(self.costs[:1])

    def repeats(self, folds: int, most: int) -> int:
        """Return the number of repeats that fit, at most ``most``."""
        if self.fits is None or self.room is None:
            return most
        return min(most, (self.fits - self.corrections * self.room) // folds)
