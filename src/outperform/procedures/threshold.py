"""The threshold for a pair: nominal, raised by measured factors, or corrected from the data.

``nominal`` raises nothing. ``cautious`` uses only the table of factors. ``auto`` uses the table if both learners were
measured; else, if the nominal threshold finds a difference that does not exceed it five times, it corrects the
threshold from the data. If that is not possible, the decision is open. Where the nominal threshold finds nothing, no
further fits are made unless requested.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from outperform.core import (
    Arena,
    Dataset,
    FactorOrigin,
    InputError,
    Learner,
    Metric,
    Note,
    NoteKind,
    Origin,
    PValue,
    Reason,
    Refusal,
    Scores,
    Threshold,
    Trial,
    Unmoved,
)
from outperform.metrics import Accuracy, NegMeanSquaredError
from outperform.procedures.caution import (
    Factors,
    PairCaution,
    Table,
    cautious_factors,
    check_factors,
    factors_of,
)
from outperform.procedures.correction import COSTS, SHARED, Correction, FoundFactor, Judge, Place
from outperform.procedures.disjoint import FAR
from outperform.procedures.disjoint import FITS as HALVES_FITS
from outperform.procedures.fit_bound import FitBound
from outperform.procedures.measured import Basis
from outperform.significance.flip import APART, DataFactor, Wander

CLEAR = 5.0  # a difference of so many nominal thresholds needs no check: the largest factor by rows is 3.8
UNCHECKED = DataFactor(1.25, 0.25)  # of a run that checks it where this one did not: over the families of docs/truth.md
DIGITS = 4  # decimals of a factor from the data; more would be rounding noise
Word = Literal["auto", "nominal", "cautious"]
When = Literal["different", "always"]


@dataclass(frozen=True)
class ThresholdRule:
    """The parameters of a procedure about its threshold."""

    word: Word
    correct: When = "different"
    max_fits: int | None = None  # per learner, of the whole run
    factors: Table | None = None
    known: Factors | Refusal | None = None

    def check(self, least_fits: int) -> None:
        """Raise InputError for parameters that contradict each other."""
        if self.factors is not None:
            if self.word == "nominal":
                problem = 'cannot be used with threshold="nominal"; leave it out, or use threshold="cautious"'
                raise InputError("factors", problem)
            if self.factors != () or self.word == "cautious":
                check_factors(self.factors)
        if self.correct == "always" and self.word != "auto":
            raise InputError("correct", f'"always" needs threshold="auto", got threshold="{self.word}"')
        if self.max_fits is not None and self.max_fits < least_fits:
            raise InputError(
                "max_fits", f"must be at least {least_fits}, the fits that a decision may need, got {self.max_fits}"
            )

    def found(self, learners: Iterable[Learner], folds: int, dataset: Dataset) -> dict[str, Any]:
        """Return the parameters ``known`` and ``factors`` for these learners and data."""
        try:
            look_up = cautious_factors if self.word == "cautious" else factors_of
            known = look_up(learners, folds, dataset)
        except InputError as error:
            if self.word == "cautious":
                raise
            return {"known": Refusal(Reason.NO_FACTORS, str(error))}
        tables = {"cautious": known.table, "auto": known.measured, "nominal": None}
        return {"known": known, "factors": tables[self.word]}

    @property
    def origins(self) -> list[Origin]:
        """The user's file of factors, if a factor that decides comes from it."""
        return self.files if self.factors else []

    @property
    def files(self) -> list[Origin]:
        """The user's file of factors, if a factor comes from it."""
        file = self.known.file if isinstance(self.known, Factors) else None
        return [] if file is None else [file]

    def caution(self, learners: Sequence[Learner], basis: Basis, scores: Scores) -> PairCaution | Refusal | None:
        """Return the measured factors of a pair, or why they cannot be looked up; None if there are none."""
        known = Factors(self.factors) if self.known is None and self.factors is not None else self.known
        if not isinstance(known, Factors):
            return known
        if self.word == "auto":
            metric = None if scores.items is None else scores.items.metric
            known = replace(known, table=(self.factors or ()) if is_measured(metric) else ())
        found = known.pair(learners, basis)
        if found is None and self.word == "cautious":
            from outperform.learners.kinds import kind_of

            kinds = " and ".join(map(kind_of, learners))
            raise InputError("factors", f"a factor is missing for {kinds}; leave factors out to look them up")
        return found

    def bound(self, least: int, advised: int, arena: Arena) -> FitBound:
        """Return how repeats, corrections and halves share the fits."""
        costs, shared = (COSTS, SHARED) if self.word == "auto" else ((), ())
        arenas, most = arena.corrections
        halves = arenas * HALVES_FITS if self.word == "auto" and _unguided(arena.learners) else 0
        return FitBound(self.max_fits, least, advised, costs, most, arenas, shared, halves)

    def cost(self, bound: FitBound) -> tuple[int, int] | None:
        """Return the most fits of all corrections where every interval is corrected, and the least limit for them."""
        return (bound.most, bound.needed) if self.correct == "always" else None

    def finished(self, place: Place, trial: Trial, correction: Correction, judge: Judge) -> Trial:
        """Correct the threshold of a trial from the data where ``auto`` needs it."""
        asked = trial.threshold is not None and trial.threshold.origin is FactorOrigin.NOMINAL
        if self.word != "auto" or not asked:
            return trial
        assert isinstance(trial.verdict, PValue), "what has a threshold has a p-value"
        arena, always = correction.arena, self.correct == "always"
        if trial.verdict.pvalue > arena.pair_level and not always:
            verdict = trial.verdict if self.max_fits is not None else _doubted(trial.verdict, UNCHECKED, unchecked=True)
            note = Note.of(NoteKind.NOT_CORRECTED, fits=correction.bound.most or COSTS[-1])
            alike = getattr(verdict, "se", 1.0) == 0  # the same score on every split: no interval to correct
            return _noted(replace(trial, verdict=verdict), *([] if alike else [note]))
        if not always and judge(CLEAR)[1].pvalue <= arena.pair_level:
            return _noted(trial, Note.of(NoteKind.CLEAR_EFFECT, times=CLEAR))
        found = correction.factor(place, trial.scores, judge, always=always)
        return _corrected(trial, found, judge, correction)

    def halved(self, place: Place, trial: Trial, correction: Correction) -> Trial:
        """Check a difference that was found on disjoint halves, where a learner has steps that ignore the target.

        Such a step chooses by luck of the whole data set, which leaving out a fifth of the rows hardly ever undoes, so
        that the correction does not see it. Halves choose anew. This never changes a decision: see docs/truth.md.
        """
        threshold, verdict = trial.threshold, trial.verdict
        assert isinstance(verdict, PValue), "what has a threshold has a p-value"
        se = getattr(verdict, "se", 0.0)
        if threshold is None or threshold.origin is not FactorOrigin.DATA or se == 0:
            return trial
        steps = _unguided(correction.arena.learners[each] for each in place[1])
        if verdict.pvalue > correction.arena.pair_level or not steps:
            return trial
        found = correction.halves(place)
        if isinstance(found, Refusal):
            needed = correction.bound.needed_for_halves if found.reason is Reason.MOST_FITS else None
            return _noted(trial, Note.of(NoteKind.NOT_HALVED, steps=steps, detail=found.detail, needed=needed))
        times = round(found / se, 2)
        kind = NoteKind.HALVES_DISAGREE if times > FAR else NoteKind.HALVES_AGREE
        note = Note.of(kind, steps=steps, times=times, fits=HALVES_FITS)
        return _noted(replace(trial, threshold=replace(threshold, halves=times, halves_fits=HALVES_FITS)), note)


def _unguided(learners: Iterable[Learner]) -> tuple[str, ...]:
    """Name the steps of learners that may choose without the target, each once."""
    from outperform.learners.unguided import unguided_steps

    return tuple(dict.fromkeys(step for learner in learners for step in unguided_steps(learner)))


def is_measured(metric: Metric | None) -> bool:
    """Return whether the factors of the table were measured for this metric."""
    return isinstance(metric, Accuracy | NegMeanSquaredError)


def unknown(caution: PairCaution | Refusal | None) -> tuple[Note, ...]:
    """Return a note if measured factors cannot be looked up."""
    return (Note.of(NoteKind.CAUTION_UNKNOWN, problem=caution.detail),) if isinstance(caution, Refusal) else ()


def by_table(trial: Trial, nominal: PValue, caution: PairCaution, arena: Arena, *, told: bool) -> Trial:
    """Record that measured factors raised the threshold; if ``told``, note their effect too."""
    made = replace(trial, threshold=Threshold(FactorOrigin.TABLE, nominal.pvalue, caution.factor))
    if not told:
        return made
    note = Note.of(NoteKind.CORRECTED, factor=caution.factor, origin=caution.words, fits=0)
    raised = [note] if round(caution.factor, 2) != 1 else []
    return _noted(made, *raised, *_changes(made, nominal, caution.factor, arena))


def _corrected(trial: Trial, found: FoundFactor, judge: Judge, correction: Correction) -> Trial:
    nominal = trial.verdict
    assert isinstance(nominal, PValue), "what has a threshold has a p-value"
    if isinstance(found.factor, Refusal):
        return _not_shown(trial, nominal, found.factor, correction, found)
    factor, se = round(found.factor.value, DIGITS), round(found.factor.se, DIGITS)
    needed = min(found.factor.off(APART), CLEAR)
    if found.factor.is_vague and judge(needed)[1].pvalue > correction.arena.pair_level:
        why = Refusal(Reason.UNMEASURED, f"× {factor:.2f} ± {se:.2f}")
        return _not_shown(trial, nominal, why, correction, found)
    test, verdict = judge(factor)
    verdict = _doubted(verdict, found.factor)
    threshold = replace(_spent(FactorOrigin.DATA, nominal, found), factor=factor, factor_se=se)
    made = replace(trial, test=test, verdict=verdict, threshold=threshold)
    facts = {"factor": factor, "origin": None, "fits": found.fits, "se": se, "vague": found.factor.is_vague}
    note = Note.of(NoteKind.CORRECTED, **facts)
    return _noted(made, note, *_changes(made, nominal, factor, correction.arena))


def _doubted(verdict: PValue, factor: DataFactor, *, unchecked: bool = False) -> PValue:
    """Return a verdict whose stability counts that another run on other splits would find another factor."""
    if not isinstance(verdict.stability, Wander):
        return verdict
    return replace(verdict, stability=replace(verdict.stability, doubt=factor, unchecked=unchecked))


def _not_shown(trial: Trial, nominal: PValue, why: Refusal, correction: Correction, found: FoundFactor) -> Trial:
    """Leave the decision open, with p = 1; a decision that was open already stays unchanged."""
    arena, needed = correction.arena, correction.bound.needed if why.reason is Reason.MOST_FITS else None
    facts = {"reason": why.reason, "detail": why.detail, "needed": needed}
    if nominal.pvalue > arena.pair_level:
        threshold = _spent(FactorOrigin.NOMINAL, nominal, found)
        return _noted(replace(trial, threshold=threshold), Note.of(NoteKind.NO_FACTOR, **facts))
    note = Note.of(NoteKind.NOT_SHOWN, **_nominally(nominal, trial, arena), **facts)
    threshold = _spent(FactorOrigin.NOT_SHOWN, nominal, found)
    verdict = replace(nominal, pvalue=1.0, stability=Unmoved())
    return _noted(replace(trial, verdict=verdict, threshold=threshold), note)


def _spent(origin: FactorOrigin, nominal: PValue, found: FoundFactor) -> Threshold:
    return Threshold(origin, nominal.pvalue, fits=found.fits, shared=found.shared, alone=found.alone)


def _changes(trial: Trial, nominal: PValue, factor: float, arena: Arena) -> list[Note]:
    """Note that the factor changed the decision, with the nominal result."""
    assert isinstance(trial.verdict, PValue)
    was, now = (each.pvalue <= arena.pair_level for each in (nominal, trial.verdict))
    if was == now:
        return []
    return [Note.of(NoteKind.CHANGED_BY_FACTOR, factor=factor, finds=now, **_nominally(nominal, trial, arena))]


def _nominally(nominal: PValue, trial: Trial, arena: Arena) -> dict[str, Any]:
    """Return the leading learner and the nominal p-value, adjusted like that of the pair."""
    share = round(arena.level / arena.pair_level)
    leader = trial.scores.learners[0 if nominal.estimate > nominal.null else 1]
    return {"leader": leader, "pvalue": min(1.0, share * nominal.pvalue), "adjusted": share != 1}


def _noted(trial: Trial, *notes: Note) -> Trial:
    return replace(trial, notes=(*trial.notes, *(note.concerning(*trial.scores.learners) for note in notes)))


def least_fits() -> int:
    """Return the fits per learner of the shortest correction."""
    return COSTS[0]


def most_fits(learners: Iterable[Learner] | None = None) -> int:
    """Return the most fits per learner of a correction, with those in halves unless no learner needs them."""
    return COSTS[-1] + (HALVES_FITS if learners is None or _unguided(learners) else 0)
