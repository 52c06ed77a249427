"""The budget of a pair: what its scores can show, and what a difference needs; numbers each with its basis."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from math import inf
from typing import Any, Literal

from outperform.core.notes import Note
from outperform.core.units import Unit
from outperform.core.verdict import Decision

Basis = Literal["measured", "model", "assumed", "unknown"]
Limit = Literal["data", "repeats", "samples", "items", "runs", "nothing", "no noise"]


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


@dataclass(frozen=True, kw_only=True)
class PairBudget(ABC):
    """What one pair can show under one metric, and what it needs."""

    first: str
    second: str
    metric: str | None
    unit: Unit  # of the metric
    level: float  # of this pair
    power: float
    difference: float  # to be found
    estimate: float
    decision: Decision | None  # by the scores that there are; None where no test fits them
    pvalue: float | None  # adjusted for several pairs
    decided_by: str  # the test of this decision; "" where no test fits
    test: str  # that is planned
    limit: Limit
    says: str = ""  # the answer in a sentence
    smallest: Amount  # difference that is found: with unlimited repeats, or on these items with these samples
    notes: tuple[Note, ...] = ()

    @property
    def is_decided(self) -> bool:
        """Whether one of the two is shown to be better."""
        return self.decision in (Decision.FIRST, Decision.SECOND)

    @property
    @abstractmethod
    def size(self) -> int | None:
        """Items, or rows of the data; None where they are unknown."""

    @property
    @abstractmethod
    def to_separate(self) -> float:
        """How many times as many items or rows would decide, if the true difference is the one seen here."""

    @property
    @abstractmethod
    def as_rows(self) -> Sequence[Mapping[str, Any]]:
        """What each number of repeats, samples or items achieves, one row per number."""


@dataclass(frozen=True)
class Step:
    """What a number of repeats achieves and costs."""

    repeats: int | None  # None: unlimited
    sd: float  # of the mean difference over datasets and partitions
    smallest: float  # difference that the test finds with the given power
    agreement: float | None  # chance that a run with other splits decides the same
    fits: int | None  # per learner
    seconds: float | None  # of both learners


@dataclass(frozen=True, kw_only=True)
class SplitBudget(PairBudget):
    """The budget of a pair of learners on splits of one data set. Variances are those of the mean difference."""

    factor: float  # the threshold over the nominal one
    repeats: int  # of the pilot
    folds: int
    rows: int | None  # of the data
    partition: Amount
    seed: Amount
    run: Amount  # partition and seed together, of one repeat
    item: Amount
    data: Amount
    steps: tuple[Step, ...]
    repeats_for: int | None  # to find the difference; None where repeats alone cannot
    rows_for: Amount  # rows, or a multiple of them where their number is unknown
    rows_to_separate: float  # the same for the difference that is seen, where it is not decided; infinite: none
    fits_for: int  # per learner, at that number of repeats and rows
    seconds_for: float | None  # of both learners, assumed to grow with the rows
    repeats_needed: dict[str, list[int | None]] | None  # for the same decision with probability .90, .95, .99

    @property
    def size(self) -> int | None:
        """Rows of the data."""
        return self.rows

    @property
    def to_separate(self) -> float:
        """How many times the rows would decide; 1 where more repeats would."""
        return self.rows_to_separate / (self.rows or 1)

    @property
    def as_rows(self) -> Sequence[Mapping[str, Any]]:
        """One row per number of repeats."""
        return [asdict(step) | {"repeats": inf if step.repeats is None else step.repeats} for step in self.steps]


@dataclass(frozen=True)
class SampleStep:
    """What a number of samples per item achieves, and the items that the wished difference needs with it."""

    samples: float  # per item and system; infinite: endless
    smallest: float  # difference that is found on the items that there are
    items_for: float  # infinite where no number of items finds the difference
    cost: float | None  # of these items and samples


@dataclass(frozen=True)
class ItemStep:
    """What a number of items achieves, with the samples per item that there are."""

    items: int
    smallest: float  # difference that is found


@dataclass(frozen=True)
class EvalPlan:
    """A set of items and samples, and what it costs."""

    items: int
    samples: int
    cost: float


@dataclass(frozen=True, kw_only=True)
class ItemBudget(PairBudget):
    """The budget of a pair of fixed systems. Variances are those of the difference on one item; infinite is never."""

    items: int
    samples: tuple[int, int]  # per item and system: fewest and most
    over: Literal["samples", "runs"]
    clusters: int | None
    design_effect: float | None  # variance of the mean over that of independent items
    discordant: Amount | None  # share of items that only one gets right; None for other scores
    total: Amount  # with the samples that there are
    omega: Amount  # between items, of the true differences
    sigma: Amount  # of one sample of each system
    tau: Amount  # of one run of each system, shared by all items
    items_for: Amount  # with these samples
    items_to_separate: float  # the same for the difference that is seen, where it is not decided
    clusters_for: float | None  # for so many items
    samples_for: float | None  # on these items; None where it is unknown
    more_samples: tuple[SampleStep, ...]  # empty where sampling noise is unknown
    more_items: tuple[ItemStep, ...]
    cheapest: EvalPlan | None  # where costs were given

    @property
    def size(self) -> int:
        """Items."""
        return self.items

    @property
    def to_separate(self) -> float:
        """How many times the items would decide."""
        return self.items_to_separate / self.items

    @property
    def as_rows(self) -> Sequence[Mapping[str, Any]]:
        """One row per number of samples; with one sample, a row for what there is."""
        same = {"items": self.items, "difference": self.difference}
        if not self.more_samples:
            needs = {"smallest": self.smallest.value, "items_for": self.items_for.value}
            return [same | {"samples": self.samples[1]} | needs]
        return [same | asdict(step) for step in self.more_samples]
