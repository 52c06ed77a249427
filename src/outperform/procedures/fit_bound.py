"""How a bound on the fits of a learner is shared out among repeats and corrections."""

from dataclasses import dataclass


@dataclass(frozen=True)
class FitBound:
    """The fits per learner that a whole run may take, and what asks for them.

    Examples
    --------
    >>> FitBound(130, least=20, advised=100, costs=(50, 100)).room, FitBound(200, 20, 100, (50, 100)).room
    (50, 100)
    >>> FitBound(69, least=20, advised=100, costs=(50, 100)).room  # 70 would do
    0
    """

    fits: int | None  # None is no bound
    least: int  # of the shortest run of repeats
    advised: int  # of repeats, before a correction gets more than its least cost
    costs: tuple[int, ...] = ()  # of a correction, the least first; none where nothing is corrected
    corrections: int = 1  # that the metrics may ask for, each with fits of its own

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
        """The least bound that has room for a correction."""
        return self.least + self.corrections * sum(self.costs[:1])

    def repeats(self, folds: int, most: int) -> int:
        """Return how many repeats there may be, at most so many."""
        if self.fits is None or self.room is None:
            return most
        return min(most, (self.fits - self.corrections * self.room) // folds)
