"""Results of the AutoML benchmark (AMLB): a row per task, framework and fold, with the reason of a failure in info."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from outperform.core import Floats, InputError, Note, NoteKind
from outperform.data.cells import cell_of, holds_numbers, is_missing
from outperform.data.choices import chosen
from outperform.data.directions import DirectionWords, MetricScores, unknown
from outperform.data.formats.known import RESULT
from outperform.data.leagues.asked import LeagueAsked
from outperform.data.leagues.long import records_at
from outperform.data.leagues.records import LeagueRecords
from outperform.data.metric_meanings import called_like_metric
from outperform.data.roles import words_of
from outperform.data.sheet import Sheet
from outperform.data.values import listed
from outperform.surface import option

_METRIC, _CONSTRAINT, _INFO = "metric", "constraint", "info"
_ROLES = {"dataset": "task", "learner": "framework", "fold": "fold"}
_FAILED = "they failed, and another run of the same fold succeeded"


def amlb_records(sheet: Sheet, asked: LeagueAsked) -> LeagueRecords:
    """Read the result of every fold.

    Newer files call the metric of an error neg_logloss, and its results are negative; older ones call it logloss. Where
    tasks have different metrics, all results are turned so that higher is better.
    """
    _refuse_constraints(sheet)
    roles = _ROLES | ({"reason": _INFO} if _INFO in sheet.columns else {})
    sheet, column, metrics = _read(sheet, asked.metric)
    sheet = _without_failures(sheet, column)
    found = records_at(sheet, roles, column)
    distinct = list(dict.fromkeys(metrics.values()))
    if len(distinct) == 1:
        return replace(found, metric=distinct[0], notes=sheet.notes)
    own = np.array([metrics[found.datasets.name(row)] for row in range(len(found))])
    asked.words.check(distinct)
    signs = {name: _sign(name, found.scores[own == name], asked.words) for name in distinct}
    by_row = np.array([signs[name] for name in own.tolist()])
    counts = tuple((name, list(metrics.values()).count(name)) for name in distinct)
    notes = (*sheet.notes, Note.of(NoteKind.METRICS_MIXED, metrics=counts))
    return replace(found, scores=found.scores * by_row, metric=RESULT, higher=True, notes=notes)


def _sign(metric: str, scores: Floats, words: DirectionWords) -> float:
    direction = MetricScores.of(metric, scores).direction(words)
    if direction.assumed:
        raise InputError("metric", f"{unknown(metric).problem}, or choose another metric ({option('metric')})")
    return float(direction.sign)


def _refuse_constraints(sheet: Sheet) -> None:
    """Raise an InputError for results under several constraints, such as one hour and four hours."""
    cells = sheet.columns[_CONSTRAINT].tolist() if _CONSTRAINT in sheet.columns else []
    known = list(dict.fromkeys(str(cell) for cell in cells if not is_missing(cell)))
    if len(known) > 1:
        place = f"{sheet.origin}, column {_CONSTRAINT!r}"
        raise InputError(place, f"has several constraints ({listed(known)}); keep the rows of one")


def _read(sheet: Sheet, wanted: str | None) -> tuple[Sheet, str, dict[str, str]]:
    """Return the rows to read, the column of their scores, and the metric of each task."""
    tasks = [str(cell) for cell in sheet.columns["task"].tolist()]
    by_task = _metrics_by_task(sheet, tasks)
    names = list(dict.fromkeys(by_task.values()))
    own = [name for name in sheet.columns if called_like_metric(name) and not name.endswith("duration")]
    own = [name for name in own if holds_numbers(sheet.columns[name])]
    if wanted is None and names:
        return _of_tasks(sheet, tasks, by_task), RESULT, by_task
    metric = chosen("metric", names + [name for name in own if name not in names], wanted, sheet.origin)
    if metric in names:
        of_task = {task: name for task, name in by_task.items() if name == metric}
        return _of_tasks(sheet, tasks, of_task), RESULT, of_task
    scored = [task for task, cell in zip(tasks, sheet.columns[metric].tolist(), strict=True) if _is_score(cell)]
    return _of_tasks(sheet, tasks, dict.fromkeys(scored, metric)), metric, dict.fromkeys(scored, metric)


def _metrics_by_task(sheet: Sheet, tasks: Sequence[str]) -> dict[str, str]:
    """Return the metric of each task; a failed run may not say it."""
    found: dict[str, str] = {}
    cells = sheet.columns[_METRIC].tolist() if _METRIC in sheet.columns else [None] * len(tasks)
    for row, (task, cell) in enumerate(zip(tasks, cells, strict=True)):
        if is_missing(cell) or not str(cell).strip():
            continue
        known = found.setdefault(task, str(cell))
        if known != str(cell) and words_of(known) != words_of(str(cell)):
            raise InputError(sheet.place(_METRIC)(row), f"is {cell}, but other rows of {task} have {known}; keep one")
    return found


def _of_tasks(sheet: Sheet, tasks: Sequence[str], kept: dict[str, str]) -> Sheet:
    """Keep the rows of tasks that have the metric; note the others."""
    gone = tuple(dict.fromkeys(task for task in tasks if task not in kept))
    if not gone:
        return sheet
    note = Note.of(NoteKind.DATASETS_LEFT_OUT, names=gone)
    return sheet.at(np.array([task in kept for task in tasks])).noting(note)


def _is_score(cell: object) -> bool:
    found = cell_of(cell)
    return found is not None and not found.reason


def _without_failures(sheet: Sheet, column: str) -> Sheet:
    """Leave out failed runs of folds that succeeded in another run."""
    keys = [
        tuple(map(str, key)) for key in zip(*(sheet.columns[name].tolist() for name in _ROLES.values()), strict=True)
    ]
    good = [_is_score(cell) for cell in sheet.columns[column].tolist()]
    done = {key for key, fine in zip(keys, good, strict=True) if fine}
    kept = np.array([fine or key not in done for key, fine in zip(keys, good, strict=True)])
    if kept.all():
        return sheet
    return sheet.at(kept).noting(Note.of(NoteKind.RERUNS_LEFT_OUT, runs=int((~kept).sum()), why=_FAILED))
