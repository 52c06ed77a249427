"""Replicability of one verdict: whether another random partition of the same data would say the same."""

from dataclasses import dataclass
from enum import Enum
from typing import Literal, Protocol

TARGETS = (0.90, 0.95, 0.99)
NoiseBasis = Literal["repeats", "rows", "assumed"]
"""What the noise of a repeat is known from; it is assumed where one repeat cannot tell."""
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
    basis: NoiseBasis = "repeats"

    @property
    def needed(self) -> dict[str, list[int | None]] | None:
        """Repeats needed, by the replicability wanted."""
        if self.repeats_needed is None:
            return None
        return {f"{target:.2f}": list(span) for target, span in zip(TARGETS, self.repeats_needed, strict=True)}


class Stability(Protocol):
    """How a verdict moves from one random partition of the same data to the next: questions, each at a level."""

    def flips_in_the_limit(self, level: float) -> float:
        """Return the chance that endless repeats decide otherwise; cheap."""

    def replicability(self, level: float) -> Replicability:
        """Return all that is known; it looks for the repeats that are needed, which takes its time."""


@dataclass(frozen=True)
class Unmoved:
    """Of a decision that no partition changes: what it lacks does not depend on the partition."""

    def flips_in_the_limit(self, level: float) -> float:  # noqa: ARG002 - the same at every level
        """Return 0."""
        return 0.0

    def replicability(self, level: float) -> Replicability:
        """Return that of a certain decision."""
        return Replicability(0.0, self.flips_in_the_limit(level), (1.0, 1.0), None, borderline=False)


class Reason(Enum):
    """Why something cannot be told: how other partitions would decide, or what another threshold says."""

    NO_ESTIMATE = "the test has no estimate of it"
    ONE_SPLIT = "there is one split"
    LEFT_OUT = "splits were left out"
    NO_OTHER = "every row is tested alone, so there is no other partition"
    NO_FACTORS = "the factors of the learners cannot be looked up"
    FIT_FAILED = "a fit of the correction failed"
    OTHER_LEARNER = "with fewer rows the learners are other ones"
    NO_ROWS = "the metric has no value per row"
    MOST_FITS = "the correction needs more fits than max_fits allows"


@dataclass(frozen=True)
class Refusal:
    """Stands where a value cannot be told."""

    reason: Reason
    detail: str = ""  # the problem in the words of whoever met it
