"""Replicability of one verdict: whether another random partition of the same data would say the same."""

from dataclasses import dataclass, replace

TARGETS = (0.90, 0.95, 0.99)
MOST_REPEATS = 1000  # beyond, a number of repeats is not worth naming


@dataclass(frozen=True)
class Replicability:
    """How sure a decision is of itself, over the partitions that might have been drawn from the same data.

    It speaks of a pair's own p-value at the level, before any adjustment for several pairs.
    """

    p_flip: float  # the chance that a fresh run with as many repeats decides otherwise
    p_flip_limit: float  # the chance that endless repeats decide otherwise
    pvalue_interval: tuple[float, float]  # where 95% of fresh runs' p-values lie
    repeats_needed: tuple[tuple[int | None, int | None], ...] | None  # for each of TARGETS: from, to; None: over 1000
    borderline: bool | None = None  # of an adaptive procedure: it stopped before it could be sure
    basis: str = "repeats"  # "repeats", "rows", or "assumed" where one repeat cannot tell

    def flagged(self, most: float) -> "Replicability":
        """Say whether the decision is borderline: endless repeats may well decide otherwise."""
        return replace(self, borderline=self.p_flip_limit > most)

    @property
    def needed(self) -> dict[str, list[int | None]] | None:
        """Repeats needed, by the replicability wanted."""
        if self.repeats_needed is None:
            return None
        return {f"{target:.2f}": list(span) for target, span in zip(TARGETS, self.repeats_needed, strict=True)}
