"""What the threshold of a verdict was raised by, and how that is known."""

from dataclasses import dataclass
from enum import StrEnum


class FactorOrigin(StrEnum):
    """Where the factor of a verdict comes from."""

    TABLE = "table"  # both learners are measured
    DATA = "data"  # the correction was computed from the data
    NOMINAL = "nominal"  # none was used
    NOT_SHOWN = "not shown"  # one is needed and cannot be known: the decision is open


@dataclass(frozen=True)
class Threshold:
    """What the nominal standard error was multiplied by, and what the nominal threshold says."""

    origin: FactorOrigin
    pvalue_nominal: float
    factor: float | None = None  # None where none is known
    fits: int = 0  # per learner, of the correction; at most so many where one of them failed
    asked: bool = False  # the user asked for the nominal threshold

    @property
    def corrected(self) -> bool:
        """Whether p-value and interval follow a factor."""
        return self.factor is not None
