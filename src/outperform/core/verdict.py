"""Verdicts: the result of a test, its parameter, and its decision at a level."""

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from enum import StrEnum
from math import inf
from typing import TYPE_CHECKING, ClassVar

from outperform.core.brief import Brief
from outperform.core.item_facts import ItemFacts, MarginBound, MarginMethod
from outperform.core.notes import Note
from outperform.core.parameter import Parameter
from outperform.core.replicability import Reason, Refusal, Replicability, Stability
from outperform.core.threshold import Threshold
from outperform.core.units import Unit

if TYPE_CHECKING:
    from outperform.core.scores import Scores

Interval = tuple[float, float]
"""The two ends of an interval."""
Degrees = float | tuple[float, float] | None
"""Degrees of freedom: one number, two for F, None where the distribution has none."""


class Decision(StrEnum):
    """The decision at a level: first better, second better, practically equal, or open."""

    FIRST = "first"
    SECOND = "second"
    EQUAL = "equal"
    OPEN = "open"


@dataclass(frozen=True, kw_only=True)
class Verdict(ABC):
    """What every verdict has: a parameter, its value under the null hypothesis, and its estimate."""

    parameter: Parameter
    estimate: float
    notes: tuple[Note, ...] = ()
    stability: Stability | Refusal = field(default=Refusal(Reason.NO_ESTIMATE), compare=False, repr=False)
    is_drawn: ClassVar[bool] = False  # whether it depends on the seed of the scores
    anytime: ClassVar[bool] = False  # valid however often one looks; the interval is a confidence sequence

    @property
    def null(self) -> float:
        """Return the value of the parameter under the null hypothesis."""
        return self.parameter.null

    @abstractmethod
    def interval(self, level: float) -> Interval | None:
        """Return the interval that covers 1 - level, or None where it is empty."""

    @abstractmethod
    def decide(self, level: float) -> Decision:
        """Decide at a level."""

    def lower_bound(self, level: float, at: float) -> MarginBound:  # noqa: ARG002 - for thresholds that depend on it
        """Return the one-sided lower bound of the parameter at a level, by the rule that decides at a value."""
        interval = self.interval(2 * level)
        return MarginBound(-inf if interval is None else interval[0], MarginMethod.INTERVAL)

    def upper_bound(self, level: float, at: float) -> MarginBound:  # noqa: ARG002
        """Return the one-sided upper bound of the parameter at a level, by the rule that decides at a value."""
        interval = self.interval(2 * level)
        return MarginBound(inf if interval is None else interval[1], MarginMethod.INTERVAL)

    def above(self, bound: float, level: float) -> bool:
        """Return whether the parameter is shown to be above a bound, by a one-sided test at the level."""
        return self.lower_bound(level, bound).value > bound

    def below(self, bound: float, level: float) -> bool:
        """Return whether the parameter is shown to be below a bound, by a one-sided test at the level."""
        return self.upper_bound(level, bound).value < bound

    def caveats(self, level: float) -> tuple[Note, ...]:  # noqa: ARG002 - for verdicts that depend on it
        """Return notes that belong to this verdict at this level."""
        return ()


@dataclass(frozen=True, kw_only=True)
class PValue(Verdict):
    """A verdict with a p-value; each family of tests defines its interval."""

    statistic: float | None
    df: Degrees = None
    pvalue: float
    probabilities: ClassVar[None] = None

    def decide(self, level: float, pvalue: float | None = None) -> Decision:
        """Decide at a level, by the test's own p-value or by an adjusted one.

        The direction follows from the estimate, never from a mean that the test does not use.
        """
        return self.direction() if (self.pvalue if pvalue is None else pvalue) <= level else Decision.OPEN  # NaN: open

    def direction(self) -> Decision:
        """Return which learner the estimate favours."""
        if self.estimate > self.null:
            return Decision.FIRST
        return Decision.SECOND if self.estimate < self.null else Decision.OPEN


@dataclass(frozen=True, kw_only=True)
class Posterior(Verdict):
    """A verdict with posterior probabilities: first better, practically equal, second better."""

    rope: float
    first: float
    equal: float
    second: float
    df: Degrees = None
    statistic: ClassVar[None] = None
    pvalue: ClassVar[None] = None

    @property
    def probabilities(self) -> tuple[float, float, float]:
        """First better, practically equal, second better."""
        return self.first, self.equal, self.second

    def decide(self, level: float) -> Decision:
        """Decide for the outcome whose probability exceeds 1 - level."""
        parts = zip((Decision.FIRST, Decision.EQUAL, Decision.SECOND), self.probabilities, strict=True)
        return next((decision for decision, mass in parts if mass > 1 - level), Decision.OPEN)


@dataclass(frozen=True, kw_only=True, repr=False)
class Judgement(Brief):
    """One pair of learners under one test and one metric, decided at a level."""

    first: str
    second: str
    test: str
    metric: str | None
    level: float
    verdict: PValue | Posterior
    pvalue_adjusted: float | None
    adjustment: str = "holm"  # of the p-values of several pairs, by name
    decision: Decision
    notes: tuple[Note, ...] = ()
    scores: "Scores | None" = field(default=None, compare=False, repr=False)  # of the pair
    procedure: str | None = None  # the spec as given, where a procedure ran the learners
    full_test: str = ""  # the specs with all their defaults, for records
    full_procedure: str | None = None
    replicability: Replicability | Refusal
    unit: Unit = Unit.NONE  # of the metric
    threshold: Threshold | None = None  # where the procedure may raise the threshold
    decision_nominal: Decision | None = None  # by the nominal threshold
    items: ItemFacts | None = None  # where fixed systems were judged on items

    @property
    def pvalue(self) -> float | None:
        """The p-value before any adjustment for several pairs; None for a test by posterior probabilities."""
        return self.verdict.pvalue

    @property
    def estimate(self) -> float:
        """The estimate of the verdict's parameter, such as the difference first minus second."""
        return self.verdict.estimate

    @property
    def interval(self) -> Interval | None:
        """The interval that covers 1 - level; None where it is empty."""
        return self.verdict.interval(self.level)

    @property
    def p_flip(self) -> float | None:
        """The chance that other random splits, or other samples of the items, decide otherwise; None if unknown."""
        return None if isinstance(self.replicability, Refusal) else self.replicability.p_flip
