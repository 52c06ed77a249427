"""From what a test says of each pair to judgements: adjust, decide, note."""

from collections.abc import Iterable, Sequence
from functools import partial

import numpy as np

from outperform.core import (
    Decision,
    Direction,
    DirectionOrigin,
    Judgement,
    Note,
    NoteKind,
    Origin,
    Posterior,
    PValue,
    Reason,
    Refusal,
    Replicability,
    Scores,
    Trial,
    as_notes,
    later,
)
from outperform.core.adjust import Adjustment, Pair, adjustment_from
from outperform.significance.no_spread import least_units

Adjusted = tuple[float | None, Decision]
"""The adjusted p-value of a pair, and the decision on it."""


def decided(
    pairs: Sequence[Pair],
    verdicts: Sequence[PValue | Posterior],
    rule: Adjustment,
    level: float,
    pvalues: Sequence[float | None] | None = None,
) -> list[Adjusted]:
    """Adjust the p-values of a family of pairs and decide each: over splits, items and data sets alike.

    ``pvalues`` are those of the verdicts unless others are to decide.
    """
    adjusted = rule.adjust([each.pvalue for each in verdicts] if pvalues is None else pvalues, pairs)
    return [
        (pvalue, verdict.decide(level, pvalue) if isinstance(verdict, PValue) else verdict.decide(level))
        for verdict, pvalue in zip(verdicts, adjusted, strict=True)
    ]


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
    rule, judgements = adjustment_from(adjustment), []
    for metric in dict.fromkeys(trial.scores.metric for trial in trials):
        family = [trial for trial in trials if trial.scores.metric == metric]
        pairs = [(trial.scores.learners[0], trial.scores.learners[1]) for trial in family]
        verdicts = [trial.verdict for trial in family]
        marks = [trial.threshold for trial in family]
        nominal = [v.pvalue if mark is None else mark.pvalue_nominal for v, mark in zip(verdicts, marks, strict=True)]
        own = rule.own_level(level, len(family))  # what p_flip of one pair refers to
        decisions, others = decided(pairs, verdicts, rule, level), decided(pairs, verdicts, rule, level, nominal)
        for trial, (pvalue, decision), (_, other) in zip(family, decisions, others, strict=True):
            refusal = _refusal(trial, own)
            judgements.append(
                Judgement(
                    first=trial.scores.learners[0],
                    second=trial.scores.learners[1],
                    test=given or str(trial.test),
                    full_test=trial.test.full,
                    metric=metric,
                    unit=trial.scores.unit,
                    direction=_direction(trial.scores),
                    level=level,
                    verdict=trial.verdict,
                    pvalue_adjusted=pvalue,
                    adjustment=rule.name,
                    decision=decision,
                    redraws=refusal or later(partial(_redraws, trial, own)),
                    notes=_notes(trial, level, refusal, decision),
                    scores=trial.scores,
                    procedure=procedure,
                    full_procedure=full,
                    threshold=trial.threshold,
                    decision_nominal=None if trial.threshold is None else other,
                )
            )
    return tuple(judgements)


def unadjusted(judgements: Sequence[Judgement]) -> list[Note]:
    """Return a note where the p-values of several pairs were left as they are."""
    pairs = {(each.first, each.second) for each in judgements if each.verdict.pvalue is not None}
    if len(pairs) < 2 or judgements[0].adjustment != "none":
        return []
    return [Note.of(NoteKind.UNADJUSTED, pairs=len(pairs))]


def _direction(scores: Scores) -> Direction:
    """Return the direction of the metric of a pair; of a metric that was computed here, higher is better."""
    computed = scores.plan is not None or getattr(scores.items, "metric", None) is not None
    usual = Direction(origin=DirectionOrigin.KNOWN) if computed else Direction()
    return scores.direction or usual


def _refusal(trial: Trial, level: float) -> Refusal | None:
    """Return why nothing is known of other splits or samples; None where something is."""
    if isinstance(trial.verdict.stability, Refusal):
        return trial.verdict.stability
    values, items = trial.scores.values, trial.scores.items
    if trial.scores.single and items is not None and items.scored is not None:  # items may vary where means are equal
        return Refusal(Reason.ALL_EQUAL) if np.array_equal(items.scored[0], items.scored[1], equal_nan=True) else None
    few = any(note.kind is NoteKind.NO_SPREAD_FEW_SPLITS for note in trial.verdict.caveats(level))
    alike = values[0].size < least_units(level) and np.array_equal(values[0], values[1], equal_nan=True)
    return Refusal(Reason.FEW_EQUAL) if few or alike else None


def _redraws(trial: Trial, level: float) -> Replicability:
    """Ask the verdict how it would fare on other splits or samples."""
    assert not isinstance(trial.verdict.stability, Refusal), "asked only where it is known"
    return trial.verdict.stability.replicability(level)


def _notes(trial: Trial, level: float, refusal: Refusal | None, decision: Decision) -> tuple[Note, ...]:
    """Gather what there is to note of a trial; what its verdict says concerns the pair."""
    scores, why = trial.scores, []
    if refusal is not None:
        why = [Note.of(NoteKind.STABILITY_UNKNOWN, reason=refusal.reason, test=trial.test.slug)]
    elif not isinstance(trial.verdict.stability, Refusal) and trial.verdict.stability.basis == "assumed":
        why = [Note.of(NoteKind.ASSUMED_NOISE)]  # the noise is not measured
    said, why = (
        [note.concerning(*scores.learners) for note in notes]
        for notes in (as_notes([*trial.verdict.notes, *trial.verdict.caveats(level)]), why)
    )
    notes = as_notes([*said, *trial.notes, *why])
    side = {Decision.FIRST: 1, Decision.SECOND: -1}.get(decision, 0)
    if scores.values[0].size > 1 and side * float(np.subtract(*scores.means)) < 0:  # not all splits decided
        notes = [*notes, Note.of(NoteKind.MEAN_OPPOSES, *scores.learners[::side], of="splits")]
    return tuple(notes)


def file_notes(origins: Iterable[Origin], kind: NoteKind = NoteKind.OWN_FACTORS) -> Iterable[Note]:
    """Name the user's files that something was taken from which decides."""
    for origin in origins:
        yield Note.of(kind, file=origin.name, digest=origin.digest)
