"""Verdicts: the result of a test, its parameter, and its decision at a level."""

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from enum import StrEnum
from math import inf
from typing import ClassVar

from outperform.core.item_facts import MarginBound, MarginMethod
from outperform.core.notes import Note
from outperform.core.parameter import Parameter
from outperform.core.replicability import Reason, Refusal, Stability

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
