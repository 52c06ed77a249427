"""Files, frames, dicts and rows become the table of a league; the columns say which format they have."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np

from outperform.core import InputError, LeagueTable, NoteKind
from outperform.data.formats.known import is_amlb, is_openml, is_weka
from outperform.data.leagues.asked import LeagueAsked
from outperform.data.leagues.join import league_of
from outperform.data.leagues.long import long_records, of_metric
from outperform.data.leagues.records import LeagueRecords
from outperform.data.leagues.roles import roles_of
from outperform.data.leagues.spreads import count_columns, has_spreads
from outperform.data.leagues.wide import IN_MEMORY, first_names, looks_turned, turned, wide_records
from outperform.data.roles import DATASETS, LEARNERS, words_of
from outperform.data.shape import TableKind, check_kind, splits_elsewhere
from outperform.data.sheet import Sheet
from outperform.data.table_files import ReadFiles, rows_of_json
from outperform.data.tables import (
    INDEX,
    STDIN,
    columns_of,
    columns_of_dict,
    columns_of_rows,
    frame_of,
    objects_of,
    source_name,
)
from outperform.data.values import listed


def league_table_of(table: Any, *, datasets: Sequence[str] | None = None, **options: Any) -> LeagueTable:
    """Read the scores of learners on data sets from a frame, a dict or rows.

    Parameters
    ----------
    table : frame, dict, list of dicts or LeagueTable
        A wide frame (a row per data set, whose names are in a column dataset or in the index; a column per learner), a
        long frame (columns dataset, learner, score, and optionally repeat, fold, n_train, n_test), a frame of OpenML's
        evaluations, or a dict: {learner: {data set: score}}, {learner: scores} with ``datasets``, or columns by name.
        A list of dicts is a table of rows.
    datasets : list of str, optional
        The names of the data sets, where the table has none.
    options
        As in ``read_league``.

    Examples
    --------
    >>> table = league_table_of({"nb": {"iris": 0.95, "wine": 0.97}, "tree": {"iris": 0.94, "wine": 0.9}}, metric="acc")
    >>> table.datasets, table.learners, table.higher_is_better
    (('iris', 'wine'), ('nb', 'tree'), True)
    """
    return _in_memory(table, LeagueAsked.of(**options), datasets)


def _in_memory(table: Any, asked: LeagueAsked, datasets: Any = None) -> LeagueTable:
    if isinstance(table, LeagueTable):
        _refuse_names(_given(datasets), table.datasets)
        return _known(table, asked)
    found = table_of_sheet(Sheet.of(_columns(table, _given(datasets)), IN_MEMORY), asked)
    notes = tuple(note for note in found.notes if note.kind is not NoteKind.DATASETS_UNNAMED)  # an index has no name
    return replace(found, notes=notes)


def _known(table: LeagueTable, asked: LeagueAsked) -> LeagueTable:
    """Return a table that was read before, if it is what is asked for."""
    if asked.metric is not None and asked.metric != table.metric:
        raise InputError("metric", f"these are scores of {table.metric}; pass metric= where the table is read")
    if asked.learners and asked.learners != table.learners:
        raise InputError("learners", "pass learners= where the table is read")
    asked.words.check([table.metric])
    word = asked.words.word(table.metric)
    if word not in (None, table.higher_is_better):
        side = "higher" if table.higher_is_better else "lower"
        raise InputError(asked.words.argument_of(table.metric), f"the table was read with {side} scores being better")
    return table


def _given(datasets: Any) -> list[str] | None:
    if datasets is None:
        return None
    if isinstance(datasets, str) or not hasattr(datasets, "__iter__"):
        raise InputError("datasets", f"must be a list of names, got {datasets!r}")
    return [str(name) for name in datasets]


def _columns(table: Any, datasets: list[str] | None) -> dict[str, Any]:
    """Return the columns of a table."""
    if isinstance(table, Mapping):
        columns = _of_dict(table, datasets)
    elif isinstance(table, list | tuple) and table and all(isinstance(row, Mapping) for row in table):
        columns = columns_of_rows(table)
    else:
        columns = _of_frame(table)
    named = next((name for name in columns if words_of(name) in DATASETS), None)
    if datasets is None or named is not None:
        _refuse_names(datasets, columns[named] if named is not None else ())
        return columns
    size = len(next(iter(columns.values()), ()))
    if len(datasets) != size:
        raise InputError("datasets", f"has {len(datasets)} names, but the table has {size} rows")
    return {"dataset": np.array(datasets, dtype=object)} | {k: v for k, v in columns.items() if k != INDEX}


def _refuse_names(datasets: list[str] | None, own: Iterable[Any]) -> None:
    """Raise an InputError for names beside a table that names its data sets otherwise: they choose none."""
    if datasets is not None and datasets != [str(name) for name in own]:
        raise InputError("datasets", "the table names its data sets; leave datasets out, and choose rows in the table")


def _of_dict(table: Mapping[Any, Any], datasets: list[str] | None) -> dict[str, Any]:
    """Return columns of a dict: of columns, or of learners."""
    if not table:
        raise InputError("table", "is an empty dict; pass {learner: {data set: score}}")
    if any(words_of(str(name)) in DATASETS and not isinstance(column, Mapping) for name, column in table.items()):
        return columns_of_dict(table, "a score per data set")
    own = {str(name): _scores_by_name(column) for name, column in table.items()}
    named = [name for name, scores in own.items() if scores is not None]
    if len(named) == len(own):
        keys = list(dict.fromkeys(key for scores in own.values() for key in (scores or {})))
        columns = {name: objects_of([(scores or {}).get(key) for key in keys]) for name, scores in own.items()}
        return {"dataset": np.array(keys, dtype=object), **columns}
    if named:
        raise InputError("table", f"{named[0]} has scores by data set, but {next(iter(set(own) - set(named)))} has not")
    columns = columns_of_dict(table, "a score per data set")
    if datasets is None:
        raise InputError(
            "datasets",
            "name the data sets: {'nb': {'iris': 0.95, …}, …}, or datasets=['iris', …] beside lists of scores"
            " (for the splits of one data set use judge)",
        )
    return columns


def _scores_by_name(column: Any) -> dict[str, Any] | None:
    if hasattr(column, "iloc") and hasattr(column, "to_dict") and not hasattr(column, "columns"):  # a Series
        named = type(column.index).__name__ != "RangeIndex"
        return {str(key): value for key, value in column.items()} if named else None
    return {str(key): value for key, value in column.items()} if isinstance(column, Mapping) else None


def _of_frame(table: Any) -> dict[str, Any]:
    read = "; read a file with read_league(…)" if isinstance(table, str | PathLike) else ""
    table = frame_of(table, "a dict {learner: {data set: score}}", read)
    return columns_of(_flat(table)) if hasattr(table, "iloc") else columns_of(table)


def _flat(frame: Any) -> Any:
    """Return a pandas frame whose index, where it names data sets or learners, is a column."""
    if getattr(frame.columns, "nlevels", 1) > 1:
        alone = [level for level in range(frame.columns.nlevels) if frame.columns.levshape[level] == 1]
        if len(alone) != frame.columns.nlevels - 1:
            levels = ", ".join(str(name) for name in frame.columns.names)
            raise InputError("table", f"its columns have several levels ({levels}); keep one, as in table['accuracy']")
        frame = frame.droplevel(alone, axis=1)
    names = [str(name) for name in frame.columns]
    across = words_of(str(frame.columns.name or ""))
    if across in DATASETS and type(frame.index).__name__ != "RangeIndex":  # learners are the rows
        return frame.rename_axis(index="learner").reset_index()
    index = [name for name in frame.index.names if name is not None]
    own = any(words_of(name) in (*DATASETS, *LEARNERS) for name in names)
    if type(frame.index).__name__ == "RangeIndex" or (
        own and not any(words_of(str(name)) in (*DATASETS, *LEARNERS) for name in index)
    ):
        return frame
    if set(map(str, index)) & set(names):
        raise InputError("table", f"its index is called like a column, {listed(index)}; rename one")
    named = frame.rename_axis(index=INDEX) if not index else frame
    return named.rename_axis(columns=None).reset_index()


def table_of_sheet(sheet: Sheet, asked: LeagueAsked) -> LeagueTable:
    """Make the table of a league from columns."""
    return league_of(records_of(sheet, asked), asked)


def records_of(sheet: Sheet, asked: LeagueAsked) -> LeagueRecords:
    """Read columns by their format."""
    columns = list(sheet.columns)
    if is_weka(columns):
        from outperform.data.formats.weka import weka_records

        return weka_records(sheet, asked)
    if is_openml(columns):
        from outperform.data.formats.openml_evaluations import openml_records

        return openml_records(sheet, asked)
    if is_amlb(columns):
        from outperform.data.formats.amlb import amlb_records

        return amlb_records(sheet, asked)
    return _results_table(sheet, asked)


def _results_table(sheet: Sheet, asked: LeagueAsked) -> LeagueRecords:
    check_kind(sheet.columns, TableKind.LEAGUE, sheet.origin)
    counted = set(count_columns(sheet, [*sheet.columns]).values()) if has_spreads(sheet) else set()
    roles = {role: name for role, name in roles_of(sheet.columns).items() if name not in counted}
    if {"dataset", "learner"} <= roles.keys():
        return long_records(sheet, roles, asked)
    if "learner" in roles:
        if {"fold", "repeat", "score"} & roles.keys():
            raise InputError(
                sheet.origin, f"has a column {roles['learner']}, but no column dataset; {splits_elsewhere()}"
            )
        return _wide(turned(sheet, roles["learner"]), asked)
    if "dataset" not in roles and looks_turned(sheet):
        return _wide(turned(sheet, first_names(sheet)), asked)
    return _wide(sheet, asked)


def _wide(sheet: Sheet, asked: LeagueAsked) -> LeagueRecords:
    counted = set(count_columns(sheet, [*sheet.columns]).values()) if has_spreads(sheet) else set()
    roles = {role: name for role, name in roles_of(sheet.columns).items() if name not in counted}
    if "metric" not in roles:
        return wide_records(sheet, roles, asked)
    sheet, roles, metric = of_metric(sheet, roles, asked.metric)
    kept = sheet.without(roles["metric"]) if "metric" in roles else sheet
    named = replace(asked, metric=metric or asked.metric)
    return wide_records(kept, roles, named)


def league_of_file(path: str, files: ReadFiles, **options: Any) -> LeagueTable:
    """Read a results table, as ``read_league`` does; ``files`` are those that were read before."""
    asked = LeagueAsked.of(**options)
    if path != STDIN and not Path(path).is_file():
        raise InputError(path, "is a folder, not a file" if Path(path).is_dir() else "there is no such file")
    if path.lower().endswith(".json"):
        found = files.document(Path(path))
        if isinstance(found, Mapping) and rows_of_json(found) is None:
            return _of_object(path, found, asked)
    table = files.table(path)
    return table_of_sheet(Sheet.of(table.columns, source_name(path), table.numbers), asked)


def _of_object(source: str, found: Mapping[str, Any], asked: LeagueAsked) -> LeagueTable:
    if not found:
        raise InputError(source, "must hold a list of rows, or an object {learner: {data set: score}}")
    with _named(source):
        return _in_memory(found, asked)


@contextmanager
def _named(source: str) -> Iterator[None]:
    """Name the file in what is wrong with the table in it."""
    try:
        yield
    except InputError as error:
        if error.argument == "datasets":
            raise InputError(source, "must hold {learner: {data set: score}}: it does not name the data sets") from None
        if not error.argument.startswith(IN_MEMORY):
            raise
        raise InputError(f"{source}{error.argument.removeprefix(IN_MEMORY)}", error.problem) from None
