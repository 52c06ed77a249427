"""Evaluations of OpenML, as openml-python's list_evaluations lists them: a row per run."""

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from outperform.core import InputError, Note, NoteKind, Values
from outperform.data.cells import EMPTY, cell_of, is_missing
from outperform.data.codes import Codes, written
from outperform.data.formats.short_names import last_class, told_apart, without_version
from outperform.data.leagues.asked import LeagueAsked
from outperform.data.leagues.long import of_metric, records_at
from outperform.data.leagues.records import LeagueRecords
from outperform.data.sheet import Sheet

_LEARNER, _DATASET = "learner", "dataset"
_LATEST = "of several runs of a learner on a data set, the latest is kept"


def openml_records(sheet: Sheet, asked: LeagueAsked) -> LeagueRecords:
    """Read evaluations of one function: flows are learners, and so is each setup of a flow that has several.

    Of several runs of a setup on a task the latest is kept, whatever its score.
    """
    roles = {"dataset": _DATASET, "learner": _LEARNER, "metric": "function"}
    sheet, _, metric = of_metric(sheet, roles, asked.metric)
    flows, setups, tasks, data = (_texts(sheet, name) for name in ("flow_name", "setup_id", "task_id", "data_name"))
    learners = _learners(list(zip(flows, setups, strict=True)))
    pairs = list(zip(data, tasks, strict=True))
    named = told_apart(pairs, [lambda pair: pair[0] or f"task {pair[1]}", lambda pair: f"{pair[0]} (task {pair[1]})"])
    columns = sheet.columns | {
        _LEARNER: np.array([learners[each] for each in zip(flows, setups, strict=True)], dtype=object),
        _DATASET: np.array([named[pair] for pair in pairs], dtype=object),
    }
    sheet = replace(sheet, columns=columns)
    kept = _latest(sheet)
    rerun = Note.of(NoteKind.RERUNS_LEFT_OUT, runs=len(sheet) - len(kept), why=_LATEST)
    full = tuple((shown, flow) for (flow, _), shown in learners.items() if shown != flow)
    notes = [Note.of(NoteKind.NAMES_SHORTENED, names=full)] if full else []
    notes += [rerun] if len(kept) < len(sheet) else []
    sheet = sheet.at(np.array(kept, dtype=np.int64))
    found = _by_fold(sheet) or replace(records_at(sheet, roles, "value"), notes=sheet.notes)
    return replace(found, metric=metric, notes=(*sheet.notes, *notes))


def _texts(sheet: Sheet, name: str) -> list[str]:
    column = sheet.columns[name].tolist() if name in sheet.columns else [None] * len(sheet)
    return ["" if is_missing(cell) else written(cell) for cell in column]


def _learners(keys: Sequence[tuple[str, str]]) -> dict[tuple[str, str], str]:
    """Return a readable name per flow and setup."""
    flows = told_apart([flow for flow, _ in keys], [last_class, without_version, lambda flow: flow])
    setups: dict[str, set[str]] = {}
    for flow, setup in keys:
        setups.setdefault(flow, set()).add(setup)
    return {
        (flow, setup): f"{flows[flow]} (setup {setup})" if len(setups[flow]) > 1 else flows[flow]
        for flow, setup in keys
    }


def _latest(sheet: Sheet) -> list[int]:
    """Return the rows of the latest run of each learner on each data set, in order of first appearance."""
    times, runs = _texts(sheet, "upload_time"), _texts(sheet, "run_id")
    best: dict[tuple[str, str], int] = {}
    for row, pair in enumerate(zip(_texts(sheet, _DATASET), _texts(sheet, _LEARNER), strict=True)):
        other = best.setdefault(pair, row)
        if (times[row], runs[row].zfill(20)) > (times[other], runs[other].zfill(20)):
            best[pair] = row
    return list(best.values())


def _by_fold(sheet: Sheet) -> LeagueRecords | None:
    """Return the scores of folds, where every run has them; they are merely numbered."""
    if "values" not in sheet.columns:
        return None
    lists = [_scores(cell, sheet.place("values")(row)) for row, cell in enumerate(sheet.columns["values"].tolist())]
    if not all(lists):
        return None
    row = np.repeat(np.arange(len(lists)), [len(each) for each in lists])
    splits = [split for each in lists for split in each]
    datasets, learners = sheet.names(_DATASET, "data set"), sheet.names(_LEARNER, "learner")
    nested = any(repeat is not None for repeat, _, _ in splits)
    scores = np.array([score for _, _, score in splits])
    return LeagueRecords(
        sheet.origin,
        Codes(datasets.codes[row], datasets.names),
        Codes(learners.codes[row], learners.names),
        scores,
        np.where(np.isnan(scores), EMPTY, "").astype(object),
        sheet.numbers[row],
        repeats=_numbers([repeat or 0 for repeat, _, _ in splits]) if nested else None,
        folds=_numbers([fold for _, fold, _ in splits]),
        plain=not nested,
    )


def _numbers(values: list[int]) -> Values:
    return np.array(values, dtype=np.int64)


def _scores(cell: Any, place: str) -> list[tuple[int | None, int, float]]:
    """Return repeat, fold and score of a list of scores, or of a list of them per repeat."""
    given = _listed(cell, place)
    if any(isinstance(each, list) for each in given):
        if not all(isinstance(each, list) for each in given):
            raise InputError(place, "mixes scores and lists of scores")
        return [
            (repeat, fold, _number(score, place))
            for repeat, folds in enumerate(given)
            for fold, score in enumerate(folds)
        ]
    return [(None, fold, _number(score, place)) for fold, score in enumerate(given)]


def _listed(cell: Any, place: str) -> list[Any]:
    if isinstance(cell, np.ndarray):
        cell = cell.tolist()
    if isinstance(cell, str) and cell.strip().startswith("["):
        try:
            cell = json.loads(cell)
        except (ValueError, RecursionError):
            raise InputError(place, f"is no list of scores: {cell[:40]!r}") from None
    if isinstance(cell, list | tuple):
        return list(cell)
    if is_missing(cell) or (isinstance(cell, str) and cell.strip().lower() in ("", "none", "nan")):
        return []
    raise InputError(place, f"is no list of scores: {str(cell)[:40]!r}")


def _number(score: Any, place: str) -> float:
    found = cell_of(score)
    if found is None:
        raise InputError(place, f"holds {str(score)[:40]!r}, which is no score")
    return found.number
