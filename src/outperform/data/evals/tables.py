"""Tables of evaluations: tidy (item, system, score) or wide (item, and a column per system)."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from outperform.core import InputError, Ints, Note, NoteKind
from outperform.data.evals.asked import Asked, chosen
from outperform.data.evals.cells import holds_numbers, score_numbers
from outperform.data.evals.codes import Codes, codes_of, same
from outperform.data.evals.records import EvalMeasure, EvalRecords
from outperform.data.evals.roles import column_named, only, renamed
from outperform.data.evals.sheet import Sheet
from outperform.data.tables import INDEX
from outperform.data.values import listed

ALL_ITEMS = "all items"  # what stands for the items of a run where they are not known
_BESIDE = ("item", "system", "sample", "cluster", "task", "weight")
_SPLITS = ("fold", "split", "cv_fold")
_TRUTHS = ("truth", "y_true", "label", "target", "gold", "answer", "ground_truth")
_SCORES = "for scores of splits use 'outperform scores' (in Python: judge)"


def records_of_columns(
    columns: Mapping[str, Any], origin: str, asked: Asked, numbers: Ints | None = None
) -> EvalRecords:
    """Make records of the columns of a table; ``numbers`` are those of its rows, where they do not count from 1."""
    given = {name: np.asarray(column) for name, column in columns.items() if name != INDEX}
    size = len(next(iter(given.values()), ()))
    if not size:
        raise InputError(origin, f"has no rows, only the columns {listed(given)}" if given else "has no columns")
    given, notes = renamed(_clustered(given, asked))
    numbers = np.arange(1, size + 1) if numbers is None else numbers
    if asked.filter is not None and "filter" not in given:
        raise InputError("filter", f"{origin} has no column filter; leave it out")
    own_metric = "metric" in given
    given, rows, metric = only(given, "metric", asked.metric, origin)
    numbers = numbers if rows is None else numbers[rows]
    given, rows, filtered = only(given, "filter", asked.filter, origin)
    numbers = numbers if rows is None else numbers[rows]
    sheet = Sheet(given, origin, numbers, notes)
    wanted = None if own_metric else asked.metric
    found = _tidy(sheet, wanted) if {"system", "score"} & given.keys() else _wide(sheet, wanted)
    named = metric if own_metric else found.measure.metric
    return replace(found, measure=replace(found.measure, metric=named, filter=filtered))


def _clustered(columns: dict[str, Any], asked: Asked) -> dict[str, Any]:
    """Call the column that the user names ``cluster``; leave clusters out where none are wanted."""
    if asked.cluster is None:
        return columns
    rest = {name: column for name, column in columns.items() if name.strip().lower() not in ("cluster", "cluster_id")}
    if not asked.clustered:
        return rest
    found = column_named(columns, "cluster", asked.cluster)
    return {name: column for name, column in rest.items() if name != asked.cluster} | {"cluster": found}


def _tidy(sheet: Sheet, metric: str | None) -> EvalRecords:
    """Read one row per item, system and sample."""
    splits = {name.strip().lower() for name in sheet.columns} & {*_SPLITS, "n_train", "n_test"}
    totals = "item" not in sheet.columns and {"system", "sample"} <= sheet.columns.keys() and not splits
    if "item" not in sheet.columns and not totals:
        raise InputError(sheet.origin, f"needs a column item, found only {listed(sheet.columns)}; {_SCORES}")
    rest = [name for name in sheet.columns if name not in _BESIDE]
    if metric is not None or "score" not in rest:
        known = [name for name in rest if name == metric or holds_numbers(sheet.columns[name], empty=False)]
        if not known:
            raise InputError(sheet.origin, f"needs a column score, found only {listed(sheet.columns)}")
        name = chosen("metric", known, metric, sheet.origin)
    else:
        name = "score"
    scores = score_numbers(sheet.columns[name], sheet.place(name), name)
    own = "system" in sheet.columns
    systems = sheet.codes("system") if own else same(_stem(sheet.origin), len(scores))
    items = same(ALL_ITEMS, len(scores)) if totals else sheet.codes("item")
    found = sheet.records(systems, items, scores, [each for each in rest if each != name])
    return replace(found, measure=EvalMeasure(None if name == "score" else name, totals=totals))


def _stem(origin: str) -> str:
    return origin.replace("\\", "/").rsplit("/", 1)[-1].split(".")[0] or "system"


def _wide(sheet: Sheet, metric: str | None) -> EvalRecords:
    """Read one row per item (and sample), one column per system."""
    rest = [name for name in sheet.columns if name not in _BESIDE]
    splits = [name for name in rest if name.strip().lower() in _SPLITS]
    if splits and "item" not in sheet.columns:
        raise InputError(sheet.origin, f"has a column {splits[0]}, but no column item; {_SCORES}")
    names = [name for name in rest if holds_numbers(sheet.columns[name], empty=True)]
    _refuse_truth(names, sheet.origin)
    if not names:
        raise InputError(sheet.origin, f"needs a column of scores per system, found only {listed(sheet.columns)}")
    if metric is not None:
        problem = "cannot be chosen: a table with a column per system does not say which metric it holds"
        raise InputError("metric", f"{problem}; leave it out")
    return _widened(sheet, names, [name for name in rest if name not in names])


def _refuse_truth(names: list[str], origin: str) -> None:
    """Raise an InputError for a table of predictions, whose column of right answers is no system."""
    truth = next((name for name in names if name.strip().lower() in _TRUTHS), None)
    if truth is not None:
        verb = f"'outperform predictions TABLE --truth {truth}' (in Python: judge_predictions)"
        raise InputError(origin, f"has a column {truth!r} beside the systems: for predictions use {verb}, or drop it")


def _widened(sheet: Sheet, names: list[str], ignored: list[str]) -> EvalRecords:
    """Repeat what stands beside the scores for every system."""
    scores = [score_numbers(sheet.columns[name], sheet.place(name), name) for name in names]
    size = len(scores[0])
    own = "item" in sheet.columns
    items = sheet.codes("item") if own else Codes(np.arange(size), np.arange(1, size + 1))
    found = sheet.records(same("", size), items, scores[0], ignored)
    wide = found.at(np.tile(np.arange(size), len(names)))
    systems = Codes(np.repeat(np.arange(len(names)), size), codes_of("header", names).names)
    notes = found.notes if own else (*found.notes, Note.of(NoteKind.ROWS_AS_ITEMS, items=size))
    return replace(wide, systems=systems, scores=np.concatenate(scores), notes=notes)
