"""What a budget holds of one pair: numbers, each with where it comes from."""

from dataclasses import asdict, dataclass
from typing import Any, Literal

from outperform.core.notes import Note
from outperform.core.units import Unit

Basis = Literal["measured", "model", "assumed", "unknown"]


@dataclass(frozen=True)
class Amount:
    """A number, the range it may lie in, and whether it was measured, follows from a model, is assumed, or unknown."""

    value: float | None  # None where it is unknown
    basis: Basis
    why: str
    low: float | None = None
    high: float | None = None

    @property
    def sd(self) -> float | None:
        """Root of a variance."""
        return None if self.value is None else self.value**0.5

    @property
    def plain(self) -> dict[str, Any]:
        """Return plain values."""
        return asdict(self)


@dataclass(frozen=True)
class Step:
    """What a number of repeats buys."""

    repeats: int | None  # None: endless
    sd: float  # of the mean difference over datasets and partitions
    smallest: float  # difference that is found with the power
    agreement: float | None  # chance that a fresh run decides the same
    fits: int | None  # a learner
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
    difference: float  # the one that is wished for
    estimate: float
    repeats: int  # of the pilot
    folds: int
    rows: int | None
    limit: Literal["data", "repeats", "nothing", "no noise"]
    says: str  # the first line
    partition: Amount
    seed: Amount
    run: Amount  # both together, of one repeat
    item: Amount
    data: Amount
    smallest: Amount  # with endless repeats
    steps: tuple[Step, ...]
    repeats_for: int | None  # to show the difference; None where repeats alone cannot
    rows_for: Amount  # rows, or times as many where their number is not known
    fits_for: int  # a learner, at that number of repeats and rows
    seconds_for: float | None  # of both learners, assumed to grow with the rows
    repeats_needed: dict[str, list[int | None]] | None  # for the same decision with probability .90, .95, .99
    notes: tuple[Note, ...] = ()
