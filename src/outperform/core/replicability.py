"""Replicability of one verdict: whether other random splits, or other runs of the systems, would decide the same."""

from dataclasses import dataclass, field
from enum import Enum
from typing import ClassVar, Literal, Protocol

TARGETS = (0.90, 0.95, 0.99)
NoiseBasis = Literal["repeats", "rows", "assumed", "samples"]
"""The source of the noise of a repeat; it is assumed where there is only one repeat."""
Over = Literal["splits", "samples", "runs"]
"""What is drawn anew: random splits of the data, sampled answers to the items, or runs that share something."""
MOST_REPEATS = 1000  # larger numbers are not reported


@dataclass(frozen=True)
class Redraws:
    """How likely it is that other random splits, samples or runs decide otherwise."""

    p_flip: float  # with as many repeats
    over: Over = field(default="splits", kw_only=True)


@dataclass(frozen=True)
class Replicability(Redraws):
    """How stable a decision is over other random splits of the same data, or other samples of the same items.

    It says nothing about new data.

    It is about a pair's own p-value at the level, before any adjustment for several pairs.
    """

    p_flip_limit: float | None  # chance that unlimited repeats decide otherwise; None where it cannot be told
    pvalue_interval: tuple[float, float]  # holds the p-values of 95% of runs with other splits
    repeats_needed: tuple[tuple[int | None, int | None], ...] | None  # for each of TARGETS: from, to; None: over 1000
    borderline: bool | None = None  # of an adaptive procedure: still uncertain when it stopped
    basis: NoiseBasis = "repeats"

    @property
    def needed(self) -> dict[str, list[int | None]] | None:
        """Repeats needed for each target of replicability."""
        if self.repeats_needed is None:
            return None
        return {f"{target:.2f}": list(span) for target, span in zip(TARGETS, self.repeats_needed, strict=True)}


class Stability(Protocol):
    """How a verdict varies over random splits of the same data; each question has a level."""

    @property
    def basis(self) -> NoiseBasis:
        """Where the noise of a repeat comes from."""

    def flips_in_the_limit(self, level: float) -> float:
        """Return the chance that unlimited repeats decide otherwise; fast."""

    def replicability(self, level: float) -> Replicability:
        """Return the full replicability; slow, since it searches for the repeats needed."""


@dataclass(frozen=True)
class Unmoved:
    """The stability of a decision that does not depend on the splits."""

    basis: ClassVar[NoiseBasis] = "repeats"

    def flips_in_the_limit(self, level: float) -> float:  # noqa: ARG002 - the same at every level
        """Return 0."""
        return 0.0

    def replicability(self, level: float) -> Replicability:
        """Return the replicability of a certain decision."""
        return Replicability(0.0, self.flips_in_the_limit(level), (1.0, 1.0), None, borderline=False)


class Reason(Enum):
    """Why something cannot be estimated: stability across splits, or a corrected threshold."""

    NO_ESTIMATE = "the test has no estimate of it"
    ONE_SPLIT = "there is one split"
    ONE_SAMPLE = "there is one sample per item"
    NO_ITEMS = "the items of the runs are not known"
    ONE_BY_ONE = "the items were looked at one by one"
    FEW_EQUAL = "a few splits have the same difference"
    ALL_EQUAL = "both have the same scores on every item"
    LEFT_OUT = "splits were left out"
    NO_OTHER = "every row is tested alone, so there are no other splits"
    ONE_PARTITION = "there are as many folds as groups or rows, so there are no other splits"
    TIME_ORDER = "the splits follow time, so there are no other splits"
    NO_FACTORS = "the factors of the learners cannot be looked up"
    FIT_FAILED = "a fit of the correction failed"
    OTHER_LEARNER = "with fewer rows the learners behave differently"
    UNMEASURED = "the factor of the correction has too much noise"
    NO_ROWS = "the metric has no value per row"
    MOST_FITS = "the correction needs more fits than max_fits allows"


@dataclass(frozen=True)
class Refusal:
    """Takes the place of a value that cannot be estimated."""

    reason: Reason
    detail: str = ""  # the text of the error behind it
