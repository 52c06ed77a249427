"""The door for predictions that stand in tables: a file or frame of all systems, or one per system."""

from collections.abc import Collection, Mapping
from dataclasses import replace
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np

from outperform.core import InputError, did_you_mean
from outperform.data.evals.files import named_path
from outperform.data.files import split_name
from outperform.data.item_columns import names_items
from outperform.data.predictions.asked import PredictionColumns
from outperform.data.predictions.columns import PredictionTable, prediction_table
from outperform.data.predictions.joined import PredictionFile, joined_predictions, with_truth_apart
from outperform.data.roles import TRUTHS, called, words_of
from outperform.data.shape import TableKind, other_kind
from outperform.data.table_files import TableFile, filled_columns, read_columns
from outperform.data.tables import INDEX, STDIN, STDIN_NAME, Columns, indexed_columns, own_index, source_name
from outperform.data.values import listed
from outperform.surface import option


def read_predictions(
    given: Any, asked: PredictionColumns, truth: Any = None, tables: Mapping[str, TableFile] | None = None
) -> PredictionTable:
    """Read predictions and their truth.

    Parameters
    ----------
    given
        A table (a frame, a dict of columns, a path); or one per system: a dict from names to tables, or a list of paths
        (``name=FILE`` names the system).
    asked
        The columns that the user names; the truth may be a file of its own, too.
    truth
        The table of the truth, where it is one of its own.
    tables
        Tables that were read before, by their paths.
    """
    if isinstance(given, str | PathLike):
        given = [given]
    if isinstance(given, list | tuple) and all(isinstance(each, str | PathLike) for each in given) and given:
        files = [_of_path(str(each), tables or {}) for each in given]
    elif isinstance(given, Mapping) and given and all(map(_is_table, given.values())):
        files = [_of_table(str(name), table) for name, table in given.items()]
    else:
        files = [PredictionFile("table", "table", _columns("table", given), named=False)]
    if truth is None and is_file_of_truth(asked.truth, [name for file in files for name in file.columns]):
        path = asked.truth
        truth = filled_columns((tables or {})[path], path) if path in (tables or {}) else read_columns(path)
        asked = replace(asked, truth=truth_of(truth, asked))
        files = [*files, PredictionFile("truth", path, truth, named=False, only_truth=True)]
    elif truth is not None:
        columns = _columns("truth", truth)
        files = [*files, PredictionFile("truth", "the table of the truth", columns, named=False, only_truth=True)]
    if len(files) > 1 or files[0].named:
        return joined_predictions(with_truth_apart(files, asked), asked)
    alone = files[0]
    if asked.common:
        raise InputError("common", "is for several files; one table has all predictions of an item in its row")
    if asked.truth not in alone.columns:
        other = other_kind(alone.columns, TableKind.PREDICTIONS, alone.source)
        told = f"there is no column {asked.truth!r}; {did_you_mean(asked.truth, alone.columns)}"
        raise InputError("truth", f"{told}. {alone.source} {other}" if other else told)
    return prediction_table(alone.columns, asked)


def is_file_of_truth(truth: Any, columns: Collection[str]) -> bool:
    """Return whether what a user says of the truth is a file, and no column."""
    return isinstance(truth, str) and truth not in columns and bool(truth) and Path(truth).is_file()


def truth_of(table: Any, asked: PredictionColumns) -> str:
    """Return the column of the truth in a table of the truth: called so, or the only one that is nothing else."""
    columns = _columns("truth", table)
    names = list(columns)
    rest = [name for name in names if name not in (INDEX, asked.item, asked.cluster, asked.weight)]
    if asked.item is None:
        rest = [name for name in rest if not names_items(name, columns[name])]
    rest = called(rest, TRUTHS)[:1] or [name for name in rest if words_of(name) != "usage"]  # Kaggle's public, private
    if len(rest) != 1:
        how = f"keep one column beside the items ({option('item_col', asked.item or 'id')})"
        raise InputError("truth", f"is a table with the columns {listed(names)}; {how}")
    return rest[0]


def _is_table(given: Any) -> bool:
    return isinstance(given, str | PathLike | Mapping) or hasattr(given, "columns")


def _of_table(name: str, table: Any) -> PredictionFile:
    if isinstance(table, str | PathLike):
        return PredictionFile(name, str(table), read_columns(str(table)))
    source = f"predictions of {name!r}"
    columns = _columns(source, table)
    if hasattr(table, "iloc") and own_index(table) is None and INDEX not in columns:
        columns = {INDEX: np.asarray(table.index), **columns}  # beside another index it may say which rows are the same
    return PredictionFile(name, source, columns)


def _of_path(given: str, tables: Mapping[str, TableFile]) -> PredictionFile:
    """Read a path, or ``name=FILE``."""
    name, path = named_path(given) if "=" in given and not Path(given).exists() else ("", given)
    system = name or (STDIN_NAME if path == STDIN else split_name(Path(path))[0])
    columns = filled_columns(tables[path], source_name(path)) if path in tables else read_columns(path)
    return PredictionFile(system, source_name(path), columns, named=bool(name))


def _columns(label: str, table: Any) -> Columns:
    if hasattr(type(table), "collect"):
        raise InputError(label, "is a lazy frame; pass table.collect()")
    if hasattr(table, "columns"):
        return indexed_columns(table)
    if not isinstance(table, Mapping):
        wanted = "a frame, a dict of columns or a path; or a dict with one of these per system"
        raise InputError(label, f"must be {wanted}, got {type(table).__name__}")
    columns = {}
    for name, column in table.items():
        values = np.empty(len(column), dtype=object) if not hasattr(column, "dtype") else np.asarray(column)
        if not hasattr(column, "dtype"):
            values[:] = list(column)
        columns[str(name)] = values
    return columns
