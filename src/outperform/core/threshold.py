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
    shared: int = 0  # of them, fits that serve the learner's other pairs and metrics, too
    alone: bool = False  # whether these serve no other metric
    asked: bool = False  # the user asked for the nominal threshold
    factor_se: float | None = None  # standard error of a factor from the data, if its own splits were drawn anew
    halves: float | None = None  # the standard error from disjoint halves over the corrected one; None: not computed
    halves_fits: int = 0  # per learner, for all of its pairs and metrics

    @property
    def checks(self) -> tuple[int, int]:
        """Fits per learner that check the threshold, and how many of them serve the learner's other pairs, too."""
        return self.fits + self.halves_fits, self.shared + self.halves_fits

    @property
    def corrected(self) -> bool:
        """Whether p-value and interval use a factor."""
        return self.factor is not None
