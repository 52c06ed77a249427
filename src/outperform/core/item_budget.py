"""The budget of one pair of fixed systems: items and samples, numbers each with its basis."""

from dataclasses import dataclass
from typing import Literal

from outperform.core.budget import Amount
from outperform.core.notes import Note
from outperform.core.units import Unit
from outperform.core.verdict import Decision

ItemLimit = Literal["nothing", "samples", "items", "runs", "no noise"]


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


@dataclass(frozen=True)
class ItemBudget:
    """The budget of one pair of systems. Variances are those of the difference on one item; infinite is never."""

    first: str
    second: str
    metric: str | None
    unit: Unit  # of the metric
    test: str  # that is planned
    level: float  # of this pair
    power: float
    difference: float  # to be found
    estimate: float
    decision: Decision  # of the items that there are
    pvalue: float | None  # adjusted for several pairs
    items: int
    samples: tuple[int, int]  # per item and system: fewest and most
    over: Literal["samples", "runs"]
    clusters: int | None
    design_effect: float | None  # variance of the mean over that of independent items
    limit: ItemLimit
    says: str  # the first line
    discordant: Amount | None  # share of items that only one gets right; None for other scores
    total: Amount  # with the samples that there are
    omega: Amount  # between items, of the true differences
    sigma: Amount  # of one sample of each system
    tau: Amount  # of one run of each system, shared by all items
    smallest: Amount  # on these items, with these samples
    items_for: Amount  # with these samples
    clusters_for: float | None  # for so many items
    samples_for: float | None  # on these items; None where it is unknown
    more_samples: tuple[SampleStep, ...]  # empty where sampling noise is unknown
    more_items: tuple[ItemStep, ...]
    cheapest: EvalPlan | None  # where costs were given
    notes: tuple[Note, ...] = ()
