"""What is known of a pair of fixed systems beside the verdict, and where systems stand."""

from dataclasses import dataclass
from enum import StrEnum

from outperform.core.brief import Brief
from outperform.core.later import fact

Range = tuple[float, float]
Needed = dict[str, list[int | None]]
"""From, to, for each share of reruns that should agree; None is more than we report."""


@dataclass(frozen=True)
class Flips:
    """On how many items each of two systems scores higher."""

    first: int
    second: int
    tied: int


@dataclass(frozen=True, repr=False)
class Fragility(Brief):
    """Few items whose removal turns a decision that was found: the fewest for right and wrong answers and means."""

    items: int
    share: float  # of all items
    ids: tuple[str, ...]


@dataclass(frozen=True)
class TaskPart:
    """The difference of two systems on some tasks: one of them, all but one, or the mean over all."""

    task: str
    items: int
    estimate: float
    interval: Range | None  # None where it cannot be estimated, such as for a single item
    pvalue: float | None


@dataclass(frozen=True, repr=False)
class TaskFacts(Brief):
    """The difference of two systems by task."""

    by_task: tuple[TaskPart, ...]
    macro: TaskPart  # every task counts the same; these tasks
    without: tuple[TaskPart, ...]  # the macro average without each task
    other_tasks: TaskPart | None = None  # t over the means of tasks, from six tasks: another choice of tasks


class LookOrder(StrEnum):
    """The order in which items were looked at."""

    RANDOM = "random"  # by the seed
    AS_THEY_COME = "as-they-come"  # that of the file


@dataclass(frozen=True)
class SequentialFacts:
    """When the decision on a pair fell, where a test looked at the items one by one."""

    decided_at: int | None  # after so many items; None where no decision fell
    looked_at: int  # items
    order: LookOrder
    evalue: float  # after the last item
    interval: Range | None  # the confidence sequence after the last item
    covers: str  # what the confidence sequence covers


class MarginMethod(StrEnum):
    """How the one-sided bound that decides a margin was made."""

    INTERVAL = "interval"  # the end of the test's own interval at twice the level
    SKEWNESS = "skewness-adjusted-t"  # Hall's transformation of t
    UNSEEN = "unseen-items"  # what items that were not sampled may hold
    TANGO = "tango"  # Tango's score statistic, a normal threshold
    TANGO_EXACT = "tango-exact"  # Tango's score statistic, its threshold by enumeration
    BETTING = "betting"  # valid for any distribution between known bounds


@dataclass(frozen=True)
class MarginBound:
    """A one-sided bound of a difference, and how it was made."""

    value: float
    method: MarginMethod


@dataclass(frozen=True, repr=False)
class ItemFacts(Brief):
    """What is known of a pair of fixed systems on one set of items; what takes time is computed when asked for."""

    items: int | None  # None where only the scores of whole runs are known
    samples: int  # per item and system, at least; or runs per system
    clusters: int | None = None
    noise_share: float | None = fact(None)  # of the variance of the difference: sampling noise; None with one sample
    flips: Flips | None = fact(None)  # None for a metric without a score per item
    fragility: Fragility | None = fact(None)  # None where no difference was found
    prediction: Range | None = fact(None)  # of the difference on the next set of as many items
    samples_needed: Needed | None = fact(None)
    margin: float | None = None
    not_worse: bool | None = None  # the first is not worse than the second by more than the margin
    equivalent: bool | None = None  # the two differ by less than the margin
    margin_bound: float | None = None  # one-sided lower bound of first - second: not worse where it is above -margin
    margin_bound_upper: float | None = None  # one-sided upper bound: equivalent where it is also below the margin
    margin_method: MarginMethod | None = None  # how the lower bound was made
    guarantee: bool | None = None  # whether bounds that hold for any distribution were asked for
    losers_unseen: float | None = None  # 1 - level^(1/N): a larger share of losers would have shown one of them
    tasks: TaskFacts | None = fact(None)
    sequential: SequentialFacts | None = fact(None)  # None where all items were looked at once


@dataclass(frozen=True)
class Standing:
    """The score of a system with its interval, and the places that the decisions leave open for it."""

    system: str
    score: float
    interval: Range | None = fact()
    place: tuple[int, int] = fact()  # 1 is best
