"""From what a test said of each pair to judgements: adjust, decide, note."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np

from outperform.core import (
    Decision,
    Judgement,
    Note,
    NoteKind,
    Origin,
    Posterior,
    PValue,
    Reason,
    Refusal,
    Replicability,
    Trial,
    as_notes,
)
from outperform.core.adjust import Adjustment, adjustment_from
from outperform.significance.no_spread import least_units


def judgements_of(
    trials: Sequence[Trial],
    *,
    level: float,
    given: str | None = None,
    procedure: str | None = None,
    full: str | None = None,
    adjustment: str = "holm",
) -> tuple[Judgement, ...]:
    """Decide each trial at the level; p-values are adjusted over the pairs of a metric."""
    rule = adjustment_from(adjustment)
    metrics = dict.fromkeys(trial.scores.metric for trial in trials)
    return tuple(
        replace(judgement, full_procedure=full)
        for metric in metrics
        for judgement in _one_metric([t for t in trials if t.scores.metric == metric], level, given, procedure, rule)
    )


def unadjusted(judgements: Sequence[Judgement]) -> list[Note]:
    """Return a note where the p-values of several pairs were left as they are."""
    pairs = {(each.first, each.second) for each in judgements if each.verdict.pvalue is not None}
    if len(pairs) < 2 or judgements[0].adjustment != "none":
        return []
    return [Note.of(NoteKind.UNADJUSTED, pairs=len(pairs))]


def _one_metric(
    trials: Sequence[Trial], level: float, given: str | None, procedure: str | None, rule: Adjustment
) -> list[Judgement]:
    pairs = [(trial.scores.learners[0], trial.scores.learners[1]) for trial in trials]
    adjusted = rule.adjust([trial.verdict.pvalue for trial in trials], pairs)
    nominal = rule.adjust([_nominal(trial) for trial in trials], pairs)
    own = rule.own_level(level, len(trials))  # what p_flip of one pair refers to
    stands = [_stand(trial, own) for trial in trials]
    decisions = [_decide(trial.verdict, level, pvalue) for trial, pvalue in zip(trials, adjusted, strict=True)]
    return [
        Judgement(
            first=trial.scores.learners[0],
            second=trial.scores.learners[1],
            test=given or str(trial.test),
            full_test=trial.test.full,
            metric=trial.scores.metric,
            level=level,
            verdict=trial.verdict,
            pvalue_adjusted=pvalue,
            adjustment=rule.name,
            decision=decision,
            notes=(*_notes(trial, level, stand), *_of_mean(trial, decision)),
            scores=trial.scores,
            procedure=procedure,
            replicability=stand,
            unit=trial.scores.unit,
            threshold=trial.threshold,
            decision_nominal=None if trial.threshold is None else _decide(trial.verdict, level, other),
        )
        for trial, pvalue, other, stand, decision in zip(trials, adjusted, nominal, stands, decisions, strict=True)
    ]


def _nominal(trial: Trial) -> float | None:
    return trial.verdict.pvalue if trial.threshold is None else trial.threshold.pvalue_nominal


def _stand(trial: Trial, level: float) -> Replicability | Refusal:
    """Ask the verdict once how it would fare on other partitions."""
    stability, scores = trial.verdict.stability, trial.scores.values
    if isinstance(stability, Refusal):
        return stability
    few = any(note.kind is NoteKind.NO_SPREAD_FEW_SPLITS for note in trial.verdict.caveats(level))
    alike = scores[0].size < least_units(level) and np.array_equal(scores[0], scores[1], equal_nan=True)
    return Refusal(Reason.FEW_EQUAL) if few or alike else stability.replicability(level)


def _notes(trial: Trial, level: float, stand: Replicability | Refusal) -> tuple[Note, ...]:
    """Gather what there is to note of a trial; what its verdict says concerns the pair."""
    said, why = as_notes([*trial.verdict.notes, *trial.verdict.caveats(level)]), _why(stand, trial)
    of_pair = [[note.concerning(*trial.scores.learners) for note in notes] for notes in (said, why)]
    return tuple(as_notes([*of_pair[0], *trial.notes, *of_pair[1]]))


def _of_mean(trial: Trial, decision: Decision) -> list[Note]:
    """Note where a test that does not use all splits decides against the mean of them."""
    scores, side = trial.scores, {Decision.FIRST: 1, Decision.SECOND: -1}.get(decision, 0)
    if scores.values[0].size < 2 or side * float(np.subtract(*scores.means)) >= 0:
        return []
    return [Note.of(NoteKind.MEAN_OPPOSES, *scores.learners[::side], of="splits")]


def _why(stand: Replicability | Refusal, trial: Trial) -> list[Note]:
    """Note why replicability is not known, or that it is assumed and not measured."""
    if isinstance(stand, Refusal):
        return [Note.of(NoteKind.STABILITY_UNKNOWN, reason=stand.reason, test=trial.test.slug)]
    return [Note.of(NoteKind.ASSUMED_NOISE)] if stand.basis == "assumed" else []


def _decide(verdict: PValue | Posterior, level: float, pvalue: float | None) -> Decision:
    return verdict.decide(level, pvalue) if isinstance(verdict, PValue) else verdict.decide(level)


def file_notes(origins: Iterable[Origin], kind: NoteKind = NoteKind.OWN_FACTORS) -> Iterable[Note]:
    """Name the user's files that something was taken from which decides."""
    for origin in origins:
        yield Note.of(kind, file=origin.name, digest=origin.digest)
