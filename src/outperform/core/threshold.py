"""By which factor the threshold of a verdict was raised, and where the factor comes from."""

from dataclasses import dataclass
from enum import StrEnum


class FactorOrigin(StrEnum):
    """Where the factor of a verdict comes from."""

    TABLE = "table"  # both learners are measured
    DATA = "data"  # the correction was computed from the data
    NOMINAL = "nominal"  # no factor was used
    NOT_SHOWN = "not shown"  # a factor is needed but could not be computed: the decision is open


@dataclass(frozen=True)
class Threshold:
    """The factor on the nominal standard error, and the p-value without it."""

    origin: FactorOrigin
    pvalue_nominal: float
    factor: float | None = None  # None where it is unknown
    fits: int = 0  # per learner, of the correction; an upper bound where a fit failed
    asked: bool = False  # the user asked for the nominal threshold

    @property
    def corrected(self) -> bool:
        """Whether p-value and interval use a factor."""
        return self.factor is not None
