"""k-fold cross-validation, once or repeated."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, Self

from outperform.core import (
    Arena,
    Dataset,
    FactorOrigin,
    Learner,
    Origin,
    ProcedureCard,
    PValue,
    Refusal,
    SignificanceTest,
    Threshold,
    Trial,
    Weakness,
)
from outperform.designs import KFold
from outperform.procedures.caution import Factors, PairCaution, Table
from outperform.procedures.correction import Correction, Judge
from outperform.procedures.fit_bound import FitBound
from outperform.procedures.fixed import FixedProcedure
from outperform.procedures.threshold import ThresholdRule, When, by_table, most_fits, unknown
from outperform.significance import CorrectedT, KFoldT, SortedRunsT


@dataclass(frozen=True)
class KFoldProcedure(FixedProcedure):
    """Paired t test on one k-fold cross-validation; treats the folds as independent (Dietterich 1998, 3.4)."""

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
    """Corrected t test on repeated k-fold cross-validation (Bouckaert & Frank 2004, 3.3).

    Parameters
    ----------
    repeats, folds
        Of the cross-validation.
    threshold
        ``nominal`` is the threshold of the papers. ``auto`` raises it as ``adaptive-cv`` does.
    factors, correct, max_fits
        As in ``adaptive-cv``, for ``threshold="auto"``.
    """

    slug = "corrected-cv"
    repeats: int = 10
    folds: int = 10
    threshold: Literal["nominal", "auto"] = field(default="nominal", kw_only=True, metadata={"later": True})
    factors: Table | None = field(default=None, kw_only=True, metadata={"later": True})
    correct: When = field(default="different", kw_only=True, metadata={"later": True})
    max_fits: int | None = field(default=None, kw_only=True, metadata={"later": True})
    known: Factors | Refusal | None = field(
        default=None, repr=False, compare=False, kw_only=True, metadata={"spec": False}
    )

    def __post_init__(self) -> None:
        """Raise InputError for wrong parameters of the threshold."""
        super().__post_init__()
        self._rule.check(self.repeats * self.folds)

    @property
    def adds_fits(self) -> bool:  # type: ignore[override] # it depends on the threshold
        """Whether a correction may need more fits."""
        return self.threshold == "auto"

    @property
    def weaknesses(self) -> tuple[Weakness, ...]:  # type: ignore[override] # they depend on the threshold
        """Known weaknesses, which depend on the threshold."""
        return (Weakness.UNSTABLE_LEARNERS,) if self.threshold == "nominal" else ()

    @property
    def test(self) -> SignificanceTest:
        """The corrected t test."""
        return CorrectedT()

    def card(self) -> ProcedureCard:
        """Return design, test and number of fits."""
        made, count = super().card(), self.repeats * self.folds
        most = count + (most_fits() if self.threshold == "auto" else 0)
        return replace(made, fits=(count, most if self.max_fits is None else min(most, self.max_fits)))

    def run(self, arena: Arena) -> Sequence[Trial]:
        """Divide, fit, judge every pair under every metric; then correct the threshold if requested."""
        trials = super().run(arena)
        if self.threshold == "nominal":
            return trials
        places = [(metric, pair) for metric in range(len(trials) // len(arena.pairs)) for pair in arena.pairs]
        correction = Correction(arena, self.folds, self._bound(arena), by_folds=True)
        known = [self._by_table(trial, arena, place[1]) for place, trial in zip(places, trials, strict=True)]
        return [
            self._rule.halved(place, self._rule.finished(place, trial, correction, _judge(trial)), correction)
            for place, trial in zip(places, known, strict=True)
        ]

    def correction_cost(self, arena: Arena) -> tuple[int, int] | None:
        """Return the most fits that correct every interval, if that is asked, and the least limit for them."""
        return self._rule.cost(self._bound(arena))

    def _bound(self, arena: Arena) -> FitBound:
        spent = self.repeats * self.folds
        return self._rule.bound(spent, spent, arena)

    def settled(self, learners: Iterable[Learner], dataset: Dataset) -> Self:
        """Look up the factors of learners, if the threshold uses them."""
        if self.threshold == "nominal" or self.factors is not None:
            return self
        return replace(self, **self._rule.found(learners, self.folds, dataset))

    @property
    def origins(self) -> Sequence[Origin]:
        """The user's file of factors, if a factor comes from it."""
        return self._rule.origins

    def _by_table(self, trial: Trial, arena: Arena, pair: tuple[int, int]) -> Trial:
        """Judge by measured factors if there are any."""
        nominal = trial.verdict
        assert isinstance(nominal, PValue), "the corrected t test has a p-value"
        caution = self._rule.caution([arena.learners[place] for place in pair], "folds", trial.scores)
        if not isinstance(caution, PairCaution):
            notes = *trial.notes, *(note.concerning(*trial.scores.learners) for note in unknown(caution))
            return replace(trial, notes=notes, threshold=Threshold(FactorOrigin.NOMINAL, nominal.pvalue))
        test, verdict = _judge(trial)(caution.factor)
        return by_table(replace(trial, test=test, verdict=verdict), nominal, caution, arena, told=True)

    @property
    def _rule(self) -> ThresholdRule:
        return ThresholdRule(self.threshold, self.correct, self.max_fits, self.factors, self.known)


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


def _judge(trial: Trial) -> Judge:
    """Return a judge of a trial's scores by any factor."""
    return lambda factor: (CorrectedT(factor=factor), CorrectedT(factor=factor).judge(trial.scores))  # type: ignore[return-value] # it has a p-value
