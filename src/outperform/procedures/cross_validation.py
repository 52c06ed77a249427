"""k-fold cross-validation, once or repeated."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from outperform.core import (
    Arena,
    FactorOrigin,
    ProcedureCard,
    PValue,
    SignificanceTest,
    Threshold,
    Trial,
    Weakness,
)
from outperform.designs import KFold
from outperform.procedures.correction import Judge
from outperform.procedures.fixed import FixedProcedure
from outperform.procedures.threshold import ThresholdRule, When, most_fits
from outperform.significance import CorrectedT, KFoldT, SortedRunsT


@dataclass(frozen=True)
class KFoldProcedure(FixedProcedure):
    """Plain t test on one k-fold cross-validation (Dietterich 1998, 3.4)."""

    slug = "kfold-t"
    folds: int = 10
    weaknesses = (Weakness.SOMEWHAT_LIBERAL,)

    @property
    def design(self) -> KFold:
        """One k-fold."""
        return KFold(folds=self.folds)

    @property
    def test(self) -> SignificanceTest:
        """The plain t test."""
        return KFoldT()


class RepeatedCV(FixedProcedure):
    """A test on repeated k-fold cross-validation."""

    repeats: int
    folds: int
    weaknesses = (Weakness.UNSTABLE_LEARNERS,)

    @property
    def design(self) -> KFold:
        """Repeated k-fold."""
        return KFold(folds=self.folds, repeats=self.repeats)


@dataclass(frozen=True)
class CorrectedCV(RepeatedCV):
    """Corrected t test on repeated k-fold cross-validation (Bouckaert & Frank 2004, 3.3)."""

    slug = "corrected-cv"
    repeats: int = 10
    folds: int = 10
    threshold: Literal["nominal", "auto"] = field(default="nominal", kw_only=True, metadata={"later": True})
    correct: When = field(default="different", kw_only=True, metadata={"later": True})
    max_fits: int | None = field(default=None, kw_only=True, metadata={"later": True})

    def __post_init__(self) -> None:
        """Refuse what cannot be meant of the threshold."""
        super().__post_init__()
        self._rule.check(self.repeats * self.folds)

    @property
    def adds_fits(self) -> bool:  # type: ignore[override] # it depends on the threshold
        """Whether what it finds may call for a correction."""
        return self.threshold == "auto"

    @property
    def weaknesses(self) -> tuple[Weakness, ...]:  # type: ignore[override] # they depend on the threshold
        """What it is known to do wrong."""
        return (Weakness.UNSTABLE_LEARNERS,) if self.threshold == "nominal" else ()

    @property
    def test(self) -> SignificanceTest:
        """The corrected t test."""
        return CorrectedT()

    def card(self) -> ProcedureCard:
        """Return what it is made of and what it costs."""
        made, count = super().card(), self.repeats * self.folds
        most = count + (most_fits() if self.threshold == "auto" else 0)
        return replace(made, fits=(count, most if self.max_fits is None else min(most, self.max_fits)))

    def run(self, arena: Arena) -> Sequence[Trial]:
        """Divide, fit, judge every pair under every metric; then correct the threshold where that is asked for."""
        trials = super().run(arena)
        if self.threshold == "nominal":
            return trials
        places = [(metric, pair) for metric in range(len(trials) // len(arena.pairs)) for pair in arena.pairs]
        found = {place: _nominal(trial) for place, trial in zip(places, trials, strict=True)}
        self._rule.finish(found, arena, self.folds, self.repeats, _judge)
        return list(found.values())

    @property
    def _rule(self) -> ThresholdRule:
        return ThresholdRule(self.threshold, self.correct, self.max_fits)


@dataclass(frozen=True)
class Corrected10x10(CorrectedCV):
    """Corrected t test on ten repeats of ten folds (Bouckaert & Frank 2004, 3.3)."""

    slug = "corrected-10x10"
    repeats: int = field(default=10, init=False)
    folds: int = field(default=10, init=False)


@dataclass(frozen=True)
class SortedCV(RepeatedCV):
    """Sorted-runs t test on repeated k-fold cross-validation (Bouckaert 2005, 2.4)."""

    slug = "sorted-cv"
    repeats: int = 10
    folds: int = 10

    @property
    def test(self) -> SignificanceTest:
        """The sorted-runs t test."""
        return SortedRunsT()


@dataclass(frozen=True)
class Sorted10x10(SortedCV):
    """Sorted-runs t test on ten repeats of ten folds (Bouckaert 2005, 2.4)."""

    slug = "sorted-10x10"
    repeats: int = field(default=10, init=False)
    folds: int = field(default=10, init=False)


def _nominal(trial: Trial) -> Trial:
    assert isinstance(trial.verdict, PValue), "the corrected t test has a p-value"
    return replace(trial, threshold=Threshold(FactorOrigin.NOMINAL, trial.verdict.pvalue))


def _judge(trial: Trial) -> Judge:
    """Return a judge of a trial's scores by any factor."""
    return lambda factor: (CorrectedT(factor=factor), CorrectedT(factor=factor).judge(trial.scores))  # type: ignore[return-value] # it has a p-value
