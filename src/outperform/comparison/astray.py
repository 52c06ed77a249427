"""The caution for fits that went astray without an error."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from outperform.core import Dataset, Note, NoteKind, Scores, Trial, Unit
from outperform.procedures.astray import fits_astray_of


def with_astray(trials: Sequence[Trial], dataset: Dataset) -> list[Trial]:
    """Note fits that went astray at every pair that uses them; a learner is looked at over its longest run."""
    runs: dict[str, Scores] = {}
    for trial in trials:
        for name in trial.scores.learners:
            if name not in runs or trial.scores.values.shape[1] > runs[name].values.shape[1]:
                runs[name] = trial.scores
    astray = {name: fits_astray_of(scores.whole().of([name]), dataset, len(runs)) for name, scores in runs.items()}
    if not any(astray.values()):
        return list(trials)
    return [replace(trial, notes=(*trial.notes, *_notes(trial, astray))) for trial in trials]


def _notes(trial: Trial, astray: dict[str, list[tuple[int, int]]]) -> list[Note]:
    scores = trial.scores.whole()
    repeats = scores.values.shape[1]
    failed = repeats < trial.scores.values.shape[1] or any(each.kind is NoteKind.REPEATS_FAILED for each in trial.notes)
    return [
        Note.of(
            NoteKind.ASTRAY,
            name,
            fits=tuple((repeat + 1, fold + 1, float(values[repeat, fold])) for repeat, fold in fits),
            usual=float(np.median(values)),
            metric=scores.metric,
            points=scores.unit is Unit.POINTS,
            counted=failed,
        )
        for name, values in zip(scores.learners, scores.values, strict=True)
        if (fits := [fit for fit in astray[name] if fit[0] < repeats])
    ]
