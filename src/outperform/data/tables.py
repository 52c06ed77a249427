"""Tables of scores or predictions: a file or a frame as columns by name."""

import csv
from collections.abc import Iterable, Mapping
from io import StringIO
from pathlib import Path
from typing import Any

import numpy as np

from outperform.core import Floats, InputError, Ints, MissingDependencyError, Values

Columns = dict[str, Values]

DELIMITERS = {".csv": ",", ".tsv": "\t", ".tab": "\t", ".txt": ","}


def read_columns(path: str | Path) -> Columns:
    """Read a CSV, TSV or Parquet file. Text stays text (an empty cell is None): who uses a column says what it is."""
    path = Path(path)
    suffix = path.suffix.lower()
    if suffix not in {*DELIMITERS, ".parquet"}:
        raise InputError(str(path), f"is not a {', '.join(DELIMITERS)} or .parquet file")
    try:
        columns = _read_parquet(path) if suffix == ".parquet" else _read_text(path, DELIMITERS[suffix])
    except OSError as error:
        raise InputError(str(path), f"cannot be read: {error.strerror or error}") from None
    if not columns or not len(next(iter(columns.values()))):
        raise InputError(str(path), "has no rows")
    return columns


def _read_text(path: Path, delimiter: str) -> Columns:
    try:
        text = path.read_text(encoding="utf-8-sig")
        rows = [row for row in csv.reader(StringIO(text, newline=""), delimiter=delimiter, strict=True) if row]
    except UnicodeDecodeError:
        raise InputError(str(path), "is not UTF-8 text") from None
    except csv.Error as error:
        raise InputError(str(path), f"cannot be read: {error}") from None
    if "\0" in text:
        raise InputError(str(path), "is not text: it holds a NUL byte")
    if not rows:
        raise InputError(str(path), "is empty")
    names = [name.strip() for name in rows[0]]
    _check_names(str(path), names, delimiter)
    for number, row in enumerate(rows[1:], start=2):
        if len(row) != len(names):
            raise InputError(str(path), f"row {number} has {len(row)} cells, but the header has {len(names)}")
    cells = np.array(rows[1:], dtype=object).reshape(-1, len(names))
    cells = np.where(cells == "", None, cells)  # type: ignore[call-overload]
    return {name: cells[:, index] for index, name in enumerate(names)}


def _check_names(source: str, names: list[str], delimiter: str) -> None:
    if len(names) == 1 and any(other in names[0] for other in ",;\t" if other != delimiter):
        raise InputError(source, f"has one column only; cells must be separated by {delimiter!r}")
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise InputError(source, f"has two columns called {twice!r}")
    if "" in names:
        raise InputError(source, f"has no name for column {names.index('') + 1}")


def _read_parquet(path: Path) -> Columns:
    try:
        import pyarrow as arrow
        from pyarrow import parquet
    except ImportError:
        message = 'reading Parquet needs pyarrow: pip install "outperform[parquet]"'
        raise MissingDependencyError(message) from None
    try:
        table = parquet.ParquetFile(path).read()
    except arrow.ArrowException as error:
        raise InputError(str(path), f"is not a Parquet file: {str(error).splitlines()[0]}") from None
    return {name: column.to_numpy() for name, column in zip(table.column_names, table.columns, strict=True)}


def columns_of(frame: Any) -> Columns:
    """Take the columns of a pandas or polars frame, or of a mapping from names to arrays."""
    names: Iterable[Any] = frame if isinstance(frame, Mapping) else frame.columns
    return {str(name): np.asarray(frame[name]) for name in names}


def numbers(name: str, values: Values) -> Floats:
    """Turn a column into finite numbers, or say which row is none."""
    try:
        array = np.asarray(values, dtype=np.float64)
    except (TypeError, ValueError):
        array = np.array([_number(value) for value in values], dtype=np.float64)
    bad = np.flatnonzero(~np.isfinite(array))
    if bad.size:
        shown = "empty" if values[bad[0]] is None else f"{values[bad[0]]!r}, not a finite number"
        raise InputError(f"column {name!r}", f"row {bad[0] + 1} is {shown}")
    return array


def _number(value: Any) -> float:
    try:
        return float(value)
    except (TypeError, ValueError):
        return float("nan")


def whole_numbers(name: str, values: Values) -> Ints:
    """Turn a column into row counts, or say which row is none."""
    array = numbers(name, values)
    bad = np.flatnonzero((array < 1) | (array != np.floor(array)))
    if bad.size:
        raise InputError(f"column {name!r}", f"row {bad[0] + 1} is {array[bad[0]]:g}, not a number of rows")
    return array.astype(np.int64)
