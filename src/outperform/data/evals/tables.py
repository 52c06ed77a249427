"""Tables of evaluations: tidy (item, system, score) or wide (item, and a column per system)."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from outperform.core import InputError, Ints, Note, NoteKind, Values
from outperform.data.evals.asked import Asked
from outperform.data.evals.cells import number_of
from outperform.data.evals.records import EvalRecords
from outperform.data.evals.roles import column_named, only, renamed, role_of
from outperform.data.evals.sheet import Sheet
from outperform.data.evals.summary_rows import without_summary_rows
from outperform.data.evals.tidy import is_tidy, tidy_records
from outperform.data.evals.wide import wide_records
from outperform.data.tables import INDEX, is_missing
from outperform.data.values import listed

Columns = dict[str, Any]


def records_of_columns(
    columns: Mapping[str, Any], origin: str, asked: Asked, numbers: Ints | None = None
) -> EvalRecords:
    """Make records of the columns of a table; ``numbers`` are those of its rows, where they do not count from 1."""
    given, unnamed = _indexed({name: np.asarray(column) for name, column in columns.items()})
    size = len(next(iter(given.values()), ()))
    if not size:
        raise InputError(origin, f"has no rows, only the columns {listed(given)}" if given else "has no columns")
    given, numbers = _filled(given, np.arange(1, size + 1) if numbers is None else numbers)
    given, notes = renamed(_clustered(given, asked))
    if asked.filter is not None and "filter" not in given:
        raise InputError("filter", f"{origin} has no column filter; leave it out")
    own_metric = "metric" in given
    given, rows, metric = only(given, "metric", asked.metric, origin)
    numbers = numbers if rows is None else numbers[rows]
    given, rows, filtered = only(given, "filter", asked.filter, origin)
    numbers = numbers if rows is None else numbers[rows]
    sheet = Sheet(given, origin, numbers, (*notes, *unnamed))
    wanted = None if own_metric else asked.metric
    tidy = is_tidy(sheet, wanted, asked.systems)
    found = tidy_records(sheet, wanted) if tidy else wide_records(sheet, wanted, asked.systems)
    named = metric if own_metric else found.measure.metric
    return without_summary_rows(replace(found, measure=replace(found.measure, metric=named, filter=filtered)))


def _indexed(columns: Columns) -> tuple[Columns, tuple[Note, ...]]:
    """Call a first column without a name ``item`` where nothing else names the items; leave it out where it counts."""
    rest = {name: column for name, column in columns.items() if name != INDEX}
    if INDEX not in columns or {role_of(name) for name in rest} & {"item", "system", "score"}:
        return rest, ()
    if _counts(columns[INDEX]):
        return rest, ()
    return {"item": columns[INDEX], **rest}, (Note.of(NoteKind.ITEMS_UNNAMED),)


def _counts(column: Values) -> bool:
    """Return whether a column counts the rows, from 0 or 1."""
    found = np.array([np.nan if number is None else number for number in map(number_of, column.tolist())])
    return bool(len(found)) and found[0] in (0, 1) and bool((np.diff(found) == 1).all())


def _filled(columns: Columns, numbers: Ints) -> tuple[Columns, Ints]:
    """Leave out rows whose cells are all empty, as spreadsheets write them below a table."""
    last = next(iter(columns.values()))
    if last.dtype.kind != "O" or not is_missing(last[-1]):  # the first cell of the last row
        return columns, numbers
    empty = np.array([all(_is_empty(column[row]) for column in columns.values()) for row in range(len(last))])
    if not empty.any() or empty.all():
        return columns, numbers
    return {name: column[~empty] for name, column in columns.items()}, numbers[~empty]


def _is_empty(cell: Any) -> bool:
    return not isinstance(cell, list | tuple | dict | np.ndarray) and (is_missing(cell) or cell == "")


def _clustered(columns: Columns, asked: Asked) -> Columns:
    """Call the column that the user names ``cluster``; leave clusters out where none are wanted."""
    if asked.cluster is None:
        return columns
    rest = {name: column for name, column in columns.items() if name.strip().lower() not in ("cluster", "cluster_id")}
    if not asked.clustered:
        return rest
    found = column_named(columns, "cluster", asked.cluster)
    own = role_of(asked.cluster)  # a column item or task stays what it is
    return {name: column for name, column in rest.items() if name != asked.cluster or own} | {"cluster": found}
