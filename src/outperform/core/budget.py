"""The budget of one pair: numbers, each with its basis."""

from dataclasses import asdict, dataclass
from typing import Any, Literal

from outperform.core.notes import Note
from outperform.core.units import Unit

Basis = Literal["measured", "model", "assumed", "unknown"]


@dataclass(frozen=True)
class Amount:
    """A number with its range and its basis: measured, from a model, assumed, or unknown."""

    value: float | None  # None where it is unknown
    basis: Basis
    why: str
    low: float | None = None
    high: float | None = None

    @property
    def sd(self) -> float | None:
        """The square root of a variance."""
        return None if self.value is None else self.value**0.5

    @property
    def plain(self) -> dict[str, Any]:
        """Return plain values."""
        return asdict(self)


@dataclass(frozen=True)
class Step:
    """What a number of repeats achieves and costs."""

    repeats: int | None  # None: unlimited
    sd: float  # of the mean difference over datasets and partitions
    smallest: float  # difference that the test finds with the given power
    agreement: float | None  # chance that a run with other splits decides the same
    fits: int | None  # per learner
    seconds: float | None  # of both learners


@dataclass(frozen=True)
class PairBudget:
    """The budget of one pair of learners under one metric. Variances are those of the mean difference."""

    first: str
    second: str
    metric: str | None
    unit: Unit  # of the metric
    level: float
    power: float
    factor: float  # the threshold over the nominal one
    difference: float  # to be found
    estimate: float
    repeats: int  # of the pilot
    folds: int
    rows: int | None
    limit: Literal["data", "repeats", "nothing", "no noise"]
    says: str  # the first line
    partition: Amount
    seed: Amount
    run: Amount  # partition and seed together, of one repeat
    item: Amount
    data: Amount
    smallest: Amount  # with unlimited repeats
    steps: tuple[Step, ...]
    repeats_for: int | None  # to find the difference; None where repeats alone cannot
    rows_for: Amount  # rows, or a multiple of them where their number is unknown
    fits_for: int  # per learner, at that number of repeats and rows
    seconds_for: float | None  # of both learners, assumed to grow with the rows
    repeats_needed: dict[str, list[int | None]] | None  # for the same decision with probability .90, .95, .99
    notes: tuple[Note, ...] = ()
