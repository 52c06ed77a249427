"""Canonical rows: the same data get the same order and the same bits, independent of the file they came from."""

import unicodedata
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from outperform.core import Dataset, Ids, InputError, Values, fingerprint, row_keys
from outperform.data.values import as_text, is_category, values_of

_EXACT = 2.0**53  # whole numbers from here on are not all floats
_ADVICE = "seed='data' identifies rows by numbers and text; convert the values, or use a number as seed"


def canonical(dataset: Dataset) -> Dataset:
    """Return the rows in the order of their ids, with equal values in equal bits.

    Text is composed (NFC), -0.0 becomes 0.0, and the categories of a frame are sorted by their text unless they are
    declared as ordered: nothing that a learner sees then depends on how a file was written.
    """
    if dataset.ids is not None:
        return dataset
    ids = ids_of(dataset)
    moved = dataset.at(ids.order)
    rows = _written_alike(moved.rows)
    raw = rows if moved.given.rows is moved.rows else _same_bits(moved.given.rows)
    groups = None if moved.groups is None else _written_alike(moved.groups)
    given = replace(moved.given, rows=raw)
    return replace(moved, rows=rows, given=given, target=_written_alike(moved.target), groups=groups, ids=ids)


def _same_bits(raw: Any) -> Any:
    """Return the rows as the user gave them with equal values in equal bits; a dict or a tuple stays."""
    return raw if raw is None or isinstance(raw, Mapping | tuple) else _written_alike(raw)


def ids_of(dataset: Dataset) -> Ids:
    """Return the ids of the rows: columns, target and groups count by value, and columns by their names too.

    Numbers count as binary64, -0 as 0 and every NaN as one; nominal values and classes as composed text, never by
    their codes.
    """
    if dataset.ids is not None:
        return dataset.ids
    names, columns = _cells(dataset)
    aims = dataset.target.reshape(dataset.size, -1).T
    columns += [as_text(aim) if dataset.has_classes else _plain("target", aim) for aim in aims]
    if dataset.groups is not None:
        columns.append(_plain("groups", dataset.groups))
    return Ids.of(row_keys(["row", names, len(aims), dataset.groups is not None], columns))


def names_of(dataset: Dataset) -> list[str]:
    """Name the columns: x0, x1, ... where they have no names."""
    if dataset.given.names:
        return list(dataset.given.names)
    if hasattr(dataset.rows, "columns"):
        return [str(name) for name in dataset.rows.columns]
    shape = dataset.rows.shape if hasattr(dataset.rows, "shape") else _array(dataset.rows).shape
    return [f"x{index}" for index in range(int(np.prod(shape[1:])))]


def dtypes_of(dataset: Dataset) -> list[str]:
    """Name the types of the columns as they were given, each once."""
    if dataset.given.dtypes:
        return list(dataset.given.dtypes)
    if hasattr(dataset.rows, "columns"):
        return list(dict.fromkeys(str(dataset.rows[name].dtype) for name in dataset.rows.columns))
    return [str(dataset.rows.dtype if hasattr(dataset.rows, "dtype") else _array(dataset.rows).dtype)]


def _cells(dataset: Dataset) -> tuple[list[str], list[Values]]:
    """Return the names of the columns and their values as floats or text."""
    names, table = names_of(dataset), dataset.rows
    if hasattr(table, "indptr"):
        return [str(table.shape[1])], [_sparse(table)]
    if hasattr(table, "iloc"):
        given = [table.iloc[:, place] for place in range(len(names))]
    elif hasattr(table, "columns"):
        given = [table[name] for name in table.columns]
    else:
        given = list(_array(table).reshape(dataset.size, -1).T)
    return names, [_plain(f"column {name!r}", column) for name, column in zip(names, given, strict=True)]


def _array(table: Any) -> Values:
    try:
        array = np.asarray(table)
    except ValueError:
        array = np.empty(0, dtype=object)
    if len(array) != len(table):  # no array of these rows
        raise InputError("seed", f"'data' cannot identify these rows: {_ADVICE}")
    return array


def _plain(label: str, given: Any) -> Values:
    values = values_of(label, given, _ADVICE)
    if is_category(given):
        return as_text(values)
    if values.dtype.kind == "O":
        return values
    if values.dtype.kind in "iu" and (np.abs(values.astype(np.float64)) >= _EXACT).any():
        return values.astype(str).astype(object)
    return values.astype(np.float64)


def _sparse(table: Any) -> Values:
    """Return the fingerprint of each row of a sparse matrix: positions and values."""
    tidy = table.tocsr(copy=True)
    tidy.sum_duplicates()
    tidy.eliminate_zeros()
    bounds = zip(tidy.indptr[:-1], tidy.indptr[1:], strict=True)
    found = [fingerprint(tidy.indices[low:high], tidy.data[low:high].astype(np.float64)) for low, high in bounds]
    return np.array(found, dtype=object)


def _written_alike(table: Any) -> Any:
    """Bring equal values to equal bits, in an array, a list or a pandas frame; other tables stay as they are."""
    if hasattr(table, "iloc"):
        made = table.copy()
        for place in range(made.shape[1]):
            made.isetitem(place, _column_alike(made.iloc[:, place]))
        return made
    if isinstance(table, list):
        return [_composed(value) for value in table]
    if isinstance(table, np.ndarray) and table.dtype.kind == "f":
        return table + table.dtype.type(0)
    if isinstance(table, np.ndarray) and table.dtype.kind in "OU":
        flat = [_composed(value) for value in table.reshape(-1).tolist()]
        return np.array(flat, dtype=object if table.dtype.kind == "O" else str).reshape(table.shape)
    return table


def _column_alike(column: Any) -> Any:
    if hasattr(column, "cat"):
        return column if column.cat.ordered else _sorted_categories(column)
    if isinstance(column.dtype, np.dtype) and column.dtype.kind == "f":
        return column + column.dtype.type(0)
    if column.dtype == object:  # made anew with its type, which pandas 3 would guess
        return type(column)([_composed(value) for value in column], index=column.index, dtype=object)
    return column.str.normalize("NFC") if str(column.dtype).startswith("str") else column


def _sorted_categories(column: Any) -> Any:
    used = column.cat.remove_unused_categories()
    return used.cat.set_categories(sorted(used.cat.categories, key=lambda value: _composed(str(value))))


def _composed(value: Any) -> Any:
    return unicodedata.normalize("NFC", value) if isinstance(value, str) else value
