"""The door for predictions that stand in tables: a file or frame of all systems, or one per system."""

from collections.abc import Mapping
from dataclasses import replace
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np

from outperform.core import InputError, did_you_mean
from outperform.data.files import split_name
from outperform.data.item_columns import names_items
from outperform.data.paths import is_file_of_truth, named_path
from outperform.data.predictions.columns import prediction_table
from outperform.data.predictions.joined import PredictionFile, joined_predictions, with_truth_apart
from outperform.data.predictions.table import PredictionColumns, PredictionTable
from outperform.data.roles import TRUTHS, called, words_of
from outperform.data.shape import TableKind, other_kind
from outperform.data.table_files import ReadFiles, filled_columns, read_columns
from outperform.data.tables import INDEX, STDIN, STDIN_NAME, Columns, indexed_columns, own_index, source_name
from outperform.data.values import listed
from outperform.surface import option


def read_predictions(
    given: Any, asked: PredictionColumns, truth: Any = None, files: ReadFiles | None = None
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
    files
        Files that were read before.
    """
    read = files or ReadFiles()
    if isinstance(given, str | PathLike):
        given = [given]
    if isinstance(given, list | tuple) and all(isinstance(each, str | PathLike) for each in given) and given:
        parts = [_of_path(str(each), read) for each in given]
    elif isinstance(given, Mapping) and given and all(map(_is_table, given.values())):
        parts = [_of_table(str(name), table) for name, table in given.items()]
    else:
        parts = [PredictionFile("table", "table", _columns("table", given), named=False)]
    if truth is None and is_file_of_truth(asked.truth, [name for file in parts for name in file.columns]):
        path = asked.truth
        truth = filled_columns(read.table(path), path)
        asked = replace(asked, truth=truth_of(truth, asked))
        parts = [*parts, PredictionFile("truth", path, truth, named=False, only_truth=True)]
    elif truth is not None:
        columns = _columns("truth", truth)
        parts = [*parts, PredictionFile("truth", "the table of the truth", columns, named=False, only_truth=True)]
    if len(parts) > 1 or parts[0].named:
        return joined_predictions(with_truth_apart(parts, asked), asked)
    alone = parts[0]
    if asked.common:
        raise InputError("common", "is for several files; one table has all predictions of an item in its row")
    if asked.truth not in alone.columns:
        other = other_kind(alone.columns, TableKind.PREDICTIONS, alone.source)
        told = f"there is no column {asked.truth!r}; {did_you_mean(asked.truth, alone.columns)}"
        raise InputError("truth", f"{told}. {alone.source} {other}" if other else told)
    return prediction_table(alone.columns, asked)


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


def _of_path(given: str, files: ReadFiles) -> PredictionFile:
    """Read a path, or ``name=FILE``."""
    name, path = named_path(given) if "=" in given and not Path(given).exists() else ("", given)
    system = name or (STDIN_NAME if path == STDIN else split_name(Path(path))[0])
    columns = filled_columns(files.table(path), source_name(path))
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
