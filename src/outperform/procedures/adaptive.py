"""Adaptive cross-validation: repeat until more repeats are unlikely to change the decision."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from math import floor
from typing import Any, Self

from outperform.core import (
    Arena,
    Dataset,
    FactorOrigin,
    InputError,
    Learner,
    MisfitError,
    Note,
    NoteKind,
    Origin,
    OutperformError,
    Procedure,
    ProcedureCard,
    PValue,
    Refusal,
    Scores,
    Threshold,
    Trial,
    Weakness,
)
from outperform.designs import KFold
from outperform.procedures.astray import fits_astray_of
from outperform.procedures.caution import Factors, PairCaution, Table
from outperform.procedures.correction import Correction, Judge, Place
from outperform.procedures.fit_bound import FitBound
from outperform.procedures.partitions import Partitions, is_only
from outperform.procedures.threshold import CLEAR, ThresholdRule, When, Word, by_table, most_fits, unknown
from outperform.significance import AdaptiveT
from outperform.significance.adaptive_t import BORDERLINE, Basis, ScoresReading
from outperform.significance.flip import Wander
from outperform.words.numbers import many

FRESH = 20  # repeats of a run with other splits near the threshold: p_flip is calibrated with them (docs/adaptive.md)
FEW = 10  # with fewer repeats at most, the best of several seeds gives too many false positives (docs/adaptive.md)


@dataclass(frozen=True)
class AdaptiveCV(Procedure):
    """Repeated k-fold until more repeats are unlikely to change a decision (outperform, after Bouckaert 2005, sec. 5).

    After each repeat a pair stops if the chance that unlimited repeats decide otherwise is below kappa times the number
    of repeats: later repeats settle fewer and fewer cases, so the tolerated risk grows. A single repeat is enough where
    a difference is so clear that it exceeds the threshold five times even with the most noise that splits can have
    (the chance that more repeats would show less is below kappa), and no fit went astray. The threshold of the test is
    fixed beforehand, so stopping early does not cause rejections. With several pairs, each is judged at level / pairs,
    and a learner is fitted only while one of its pairs goes on.

    With as many folds as groups there is only one way to split. It is used once, with the degrees of freedom of its
    folds; there are no other splits then.

    Parameters
    ----------
    folds
        Folds of a repeat.
    kappa
        Tolerated chance of another decision, per repeat.
    min_repeats, max_repeats
        Repeats before the first decision about a difference that is not clear, and the largest number of repeats; a
        decision that is still uncertain there is marked as borderline.
    threshold
        ``nominal`` is the threshold of the corrected t test on ten repeats. It is too low for learners that shrink,
        select or are unstable. ``auto`` raises it by a factor: measured, if both learners with their settings are in
        the table of factors (``outperform lab calibrate``); else computed from the data, if the nominal threshold
        finds a difference; not where that exceeds it five times, which no factor does. If the factor cannot be
        computed, p is 1 and the decision is open. The stability counts the factor's noise. ``cautious`` uses only
        the table. Notes say where the thresholds lead to different decisions. Where ``auto`` computes a factor and
        still finds a difference, and a learner has a step that may choose without the target (principal components,
        clusters), disjoint halves of the rows are compared too: a caution says if they disagree, and no decision
        changes.
    factors
        The table: for each kind of learner its factor by rows and by folds. None looks them up in the user's file and
        in the shipped table when the learners are known; records hold what was found.
    correct
        When ``auto`` computes a factor that is not in the table: only if the nominal verdict is ``different``, or
        ``always``, so that the interval is corrected in every case.
    max_fits
        Most fits per learner of the whole run, repeats and correction together; None is no limit. Fits for corrections
        are reserved beforehand. If a correction needs more fits than are left, the decision is open; if only the fits
        in halves have no room, a note says so.
    one_repeat
        Whether a clear difference may stop after one repeat. Not with ``correct="always"``.
    """

    slug = "adaptive-cv"
    adjustment = "bonferroni"
    folds: int = 10
    kappa: float = 0.01
    min_repeats: int = 2
    max_repeats: int = 50
    threshold: Word = "auto"
    factors: Table | None = None
    correct: When = field(default="different", metadata={"later": True})
    max_fits: int | None = field(default=None, metadata={"later": True})
    one_repeat: bool = True
    further: int | None = field(default=None, repr=False, compare=False, metadata={"spec": False})
    only: bool = field(default=False, repr=False, compare=False, metadata={"spec": False})
    asked: "AdaptiveCV | None" = field(default=None, repr=False, compare=False, metadata={"spec": False})
    known: Factors | Refusal | None = field(default=None, repr=False, compare=False, metadata={"spec": False})

    def __post_init__(self) -> None:
        """Raise InputError for wrong parameters."""
        super().__post_init__()
        self._rule.check(self.min_repeats * self.folds)
        if self.folds < 3:
            raise InputError(
                "folds", f"must be at least 3, got {self.folds}; for 2 folds use the procedure 5x2-f or blocked-3x2"
            )
        if not self.only and not 2 <= self.min_repeats <= self.max_repeats:
            raise InputError(
                "min_repeats", f"must be between 2 and max_repeats={self.max_repeats}, got {self.min_repeats}"
            )
        if not 0 <= self.kappa < 1:
            raise InputError("kappa", f"must be at least 0 and below 1, got {self.kappa}")

    @property
    def weaknesses(self) -> tuple[Weakness, ...]:  # type: ignore[override] # they depend on the threshold
        """Known weaknesses, which depend on the threshold."""
        known = {"cautious": (Weakness.LEVEL_AS_MEASURED,), "nominal": (Weakness.UNSTABLE_LEARNERS,), "auto": ()}
        return known[self.threshold]

    def card(self) -> ProcedureCard:
        """Return design, test and number of fits."""
        more = most_fits() if self.threshold == "auto" else 0
        most = self.max_repeats * self.folds + more
        least = 1 if self._single else self.min_repeats
        fits = least * self.folds, most if self.max_fits is None else min(most, self.max_fits)
        return ProcedureCard(self.question, KFold(folds=self.folds), AdaptiveT(), fits)

    def settled(self, learners: Iterable[Learner], dataset: Dataset) -> Self:
        """Look up the factors of these learners; for the nominal threshold they are only noted.

        The automatic threshold uses factors that were measured for these settings, on such data, with sources that
        agree.
        """
        return self if self.factors is not None else replace(self, **self._rule.found(learners, self.folds, dataset))

    @property
    def origins(self) -> Sequence[Origin]:
        """The user's file of factors, if a factor comes from it."""
        return self._rule.origins

    def run(self, arena: Arena) -> Sequence[Trial]:
        """Repeat until every pair has stopped."""
        if self.threshold == "cautious" and self.factors is None:
            raise InputError("factors", "are not settled: call settled(learners, dataset) before run")
        if is_only(arena.dataset, self.folds):
            once = replace(self, min_repeats=1, max_repeats=1, only=True, asked=self)
            return once._run(arena, Correction(arena, self.folds, once._bound(arena)))
        bound = self._bound(arena)
        most = bound.repeats(self.folds, self.max_repeats)
        chosen = replace(self, max_repeats=most, further=bound.further(self.folds, most, self.max_repeats), asked=self)
        return chosen._run(arena, Correction(arena, self.folds, bound))

    def correction_cost(self, arena: Arena) -> tuple[int, int] | None:
        """Return the most fits that correct every interval, if that is asked, and the least limit for them."""
        return self._rule.cost(self._bound(arena))

    def _bound(self, arena: Arena) -> FitBound:
        return self._rule.bound(self.min_repeats * self.folds, min(FEW, self.max_repeats) * self.folds, arena)

    def _run(self, arena: Arena, correction: Correction) -> Sequence[Trial]:
        found: dict[Place, Trial] = {}
        partitions = Partitions(arena, self.folds, self.max_repeats)
        needed = list(range(len(arena.learners)))
        repeats = fitted = 1 if self._single else self.min_repeats
        if repeats < self.min_repeats:
            fitted = self._ahead(partitions, repeats, needed, self.min_repeats)
        tables = partitions.tables(repeats, None)
        shared = [self.max_repeats] * len(tables)  # by all pairs of a metric
        wanted = [(metric, pair) for metric in range(len(tables)) for pair in arena.pairs]
        while True:
            for metric, pair in [each for each in wanted if each not in found]:
                scores = tables[metric].pair(needed.index(pair[0]), needed.index(pair[1]))
                trial = self._finished((metric, pair), self._trial(scores, arena, pair), correction, repeats)
                if trial is not None:
                    found[metric, pair] = trial
                    shared[metric] = min(shared[metric], repeats)
            if len(found) == len(wanted):
                break
            needed = sorted({learner for each in wanted if each not in found for learner in each[1]})
            if repeats < self.min_repeats:
                repeats = fitted = self.min_repeats
            else:
                repeats += 1
            if repeats > fitted:
                fitted = self._ahead(partitions, repeats, needed, self.max_repeats)
            tables = partitions.tables(repeats, needed)
        common = {count: partitions.tables(count, None) for count in dict.fromkeys(shared)}
        arena.show([common[count][metric] for metric, count in enumerate(shared)])
        return self._with_unused(arena, [found[each] for each in wanted], fitted - repeats)

    def _ahead(self, partitions: Partitions, repeats: int, needed: Sequence[int], most: int) -> int:
        """Fit as many repeats at once as keep all workers busy; some may turn out not to be needed."""
        wave = max(1, partitions.arena.workers // (self.folds * len(needed)))
        last = min(most, repeats + wave - 1)
        if last == repeats:
            return repeats
        try:
            partitions.tables(last, needed)
        except OutperformError:  # the failed fit may not be needed; if it is, it fails again
            return repeats
        return last

    def _with_unused(self, arena: Arena, trials: list[Trial], unused: int) -> Sequence[Trial]:
        if not unused:
            return trials
        note = Note.of(NoteKind.FITTED_AHEAD, repeats=unused, workers=arena.workers)
        return [replace(trials[0], notes=(*trials[0].notes, note)), *trials[1:]]

    def _trial(self, scores: Scores, arena: Arena, pair: tuple[int, int]) -> Trial | None:
        """Judge a pair by the repeats in which no learner failed; None if it needs more repeats."""
        tried = scores.values.shape[1]
        scores = scores.whole()
        repeats = scores.values.shape[1]
        few = repeats < self.min_repeats and tried < self.max_repeats
        if few and not (self._single and tried == repeats == 1):
            return None
        if repeats < min(2, self.min_repeats) and not few:
            needed, failed = many(min(2, self.min_repeats), "repeat"), f"{tried - repeats} of {tried} repeats"
            problem = f"needs {needed} without a failed fit, but fits failed in {failed}"
            raise MisfitError(f"{self.slug} {problem}")
        reading = self._test(1.0).read(scores)
        caution = self._rule.caution([arena.learners[place] for place in pair], reading.basis, scores)
        tests = {"nominal": self._test(1.0)}
        if isinstance(caution, PairCaution):
            tests["cautious"] = self._test(caution.factor)
        word = "cautious" if self.threshold != "nominal" and "cautious" in tests else "nominal"
        test = tests.pop(word)
        if few and not (self._is_clear(reading, test.factor, arena) and not self._went_astray(scores, arena)):
            return None
        verdict = test.judge_reading(reading)
        stability = verdict.stability
        limit = 0.0 if isinstance(stability, Refusal) else stability.flips_in_the_limit(arena.pair_level)
        if tried < self.max_repeats and _goes_on(limit, self.kappa, repeats):
            return None
        told = () if reading.refusal else self._notes(reading.basis, limit, repeats, tried)
        others = {word: other.judge_reading(reading) for word, other in tests.items()}
        notes = [*told, *self._told_of(caution)]
        if self.threshold != "auto":
            notes += [note for word, other in others.items() for note in self._apart(word, other, verdict, arena)]
        made = Trial(scores, test, verdict, tuple(note.concerning(*scores.learners) for note in notes))
        nominal = others.get("nominal", verdict)
        if word == "nominal" or not isinstance(caution, PairCaution):
            asked = self.threshold == "nominal"
            return replace(made, threshold=Threshold(FactorOrigin.NOMINAL, nominal.pvalue, asked=asked))
        return by_table(made, nominal, caution, arena, told=self.threshold == "auto")

    @property
    def _single(self) -> bool:
        """Whether a pair may stop after one repeat: not where no risk is tolerated, or all factors are computed."""
        return self.one_repeat and self.correct == "different" and self.kappa > 0 and not self.only

    def _is_clear(self, reading: ScoresReading, factor: float, arena: Arena) -> bool:
        """Return whether one repeat shows a difference that more repeats would hardly bring below the clear threshold.

        Folds that do not vary show nothing of how much splits vary, however large their difference is.
        """
        if reading.refusal is not None or not reading.varies:
            return False
        verdict = self._test(max(CLEAR, factor)).judge_reading(reading)
        assert not isinstance(verdict.stability, Refusal), "a reading without refusal has a stability"
        limit = verdict.stability.flips_in_the_limit(arena.pair_level)
        return verdict.pvalue <= arena.pair_level and not _goes_on(limit, self.kappa, 1)

    @staticmethod
    def _went_astray(scores: Scores, arena: Arena) -> bool:
        """Return whether a fit of the pair learned nothing where the others of its learner did: more repeats tell."""
        count = len(arena.learners)
        return any(fits_astray_of(scores.of([name]), arena.dataset, count) for name in scores.learners)

    def _finished(self, place: Place, trial: Trial | None, correction: Correction, repeats: int) -> Trial | None:
        """Correct a trial from the data if requested, then check it on halves; None if it needs more repeats."""
        if trial is None:
            return None
        made = self._rule.finished(place, trial, correction, self._judge(trial))
        origin = None if made.threshold is None else made.threshold.origin
        stability, whole, checked = made.verdict.stability, made.scores.values.shape[1], origin is FactorOrigin.DATA
        doubted = isinstance(stability, Wander) and stability.unchecked
        if not (checked or doubted or origin is FactorOrigin.NOT_SHOWN):  # the chances are those of the trial
            return made
        level = correction.arena.pair_level
        chance = 0.0 if isinstance(stability, Refusal) else stability.flips_in_the_limit(level)
        if checked and repeats < self.max_repeats and _goes_on(chance, self.kappa, whole):
            return None
        notes = [note for note in made.notes if note.kind is not NoteKind.BORDERLINE]
        if chance > BORDERLINE:
            plain = trial.verdict.stability
            limit = chance if checked or isinstance(plain, Refusal) else plain.flips_in_the_limit(level)
            unsure = self._borderline(chance, whole, repeats, limit, correction="same" if checked else "new")
            notes.append(unsure.concerning(*made.scores.learners))
        made = replace(made, notes=tuple(notes))
        return self._rule.halved(place, made, correction) if checked else made

    def _test(self, factor: float) -> AdaptiveT:
        return AdaptiveT(factor=factor, fresh=min(FRESH, self.max_repeats), single=self._single, only=self.only)

    def _judge(self, trial: Trial) -> Judge:
        """Return a judge of a trial's scores by any factor."""

        @cache  # lives as long as this judge: rows are read once, and only if a factor is needed
        def reading() -> ScoresReading:
            return self._test(1.0).read(trial.scores)

        return lambda factor: (self._test(factor), self._test(factor).judge_reading(reading()))

    @property
    def _rule(self) -> ThresholdRule:
        return ThresholdRule(self.threshold, self.correct, self.max_fits, self.factors, self.known)

    def _told_of(self, caution: PairCaution | Refusal | None) -> tuple[Note, ...]:
        if not isinstance(caution, PairCaution) or self.threshold != "cautious":
            return unknown(caution)
        return (Note.of(NoteKind.CAUTIOUS, factor=caution.factor, origin=caution.words),)

    def _apart(self, word: str, other: PValue, verdict: PValue, arena: Arena) -> Iterable[Note]:
        """Note the result of the other threshold where it decides otherwise, and the user's file if it is used."""
        finds, found = (each.pvalue <= arena.pair_level for each in (other, verdict))
        if finds == found:
            return
        share = round(arena.level / arena.pair_level)
        p = min(1.0, share * other.pvalue)
        yield Note.of(NoteKind.OTHER_THRESHOLD, threshold=word, finds=finds, pvalue=p, adjusted=share != 1)
        if self.threshold == "nominal":
            yield from (Note.of(NoteKind.OWN_FACTORS, file=file.name, digest=file.digest) for file in self._rule.files)

    def _notes(self, basis: Basis, limit: float, repeats: int, tried: int) -> tuple[Note, ...]:
        ended = tried >= self.max_repeats and _goes_on(limit, self.kappa, repeats)
        facts = {"repeats": tried, "folds": self.folds, "basis": basis, "kappa": self.kappa, "ended": ended}
        said = [Note.of(NoteKind.STOPPED, **facts)]
        if self.max_repeats < FEW:
            said.append(Note.of(NoteKind.FEW_REPEATS, repeats=self.max_repeats, advised=FEW))
        if repeats < tried:
            said.append(Note.of(NoteKind.REPEATS_FAILED, repeats=tried - repeats))
        if limit > BORDERLINE:
            said.append(self._borderline(limit, repeats, tried, limit, correction="none"))
        return tuple(said)

    def _borderline(self, chance: float, repeats: int, tried: int, limit: float, *, correction: str) -> Note:
        """Note that the decision is borderline, what would continue the run, and its cost.

        ``limit`` is what stopped the run: the chance without the check of a difference that more repeats may find.
        ``correction`` is whether there would be such a check ("new"), or the one that was made is kept ("same").
        """
        kappa = floor(1e4 * limit / repeats) / 1e4  # the largest kappa that would not have stopped here
        ended = tried >= self.max_repeats
        stricter = {} if ended and _goes_on(limit, self.kappa, repeats) else {"kappa": kappa}
        facts = {"chance": chance, "kappa": stricter.get("kappa"), "ended": ended, "correction": correction}
        if ended and self.further is not None and self.max_fits is not None:
            spec = self._asked_with(**stricter, max_fits=None) if stricter else None
            fits = self.further - self.max_fits
            return Note.of(NoteKind.BORDERLINE, **facts, fits=fits, procedure=spec, max_fits=self.further)
        more = {"max_repeats": 2 * tried} if ended else {}
        fits = (tried if ended else self.max_repeats - tried) * self.folds
        return Note.of(NoteKind.BORDERLINE, **facts, fits=fits, procedure=self._asked_with(**stricter, **more))

    def _asked_with(self, **changes: Any) -> str:
        """Write the procedure that was asked for with other parameters, without factors that were looked up."""
        asked = self.asked or self
        return str(replace(asked, factors=asked.factors if asked.known is None else None, **changes))


def _goes_on(limit: float, kappa: float, repeats: int) -> bool:
    """Return whether the chance of another decision exceeds what is tolerated after so many repeats."""
    return limit >= min(0.5, kappa * repeats)
