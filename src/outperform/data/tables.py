"""Tables of scores or predictions: a file or a frame as columns by name."""

import csv
from collections.abc import Sequence
from decimal import Decimal
from io import StringIO
from pathlib import Path
from typing import Any

import numpy as np

from outperform.core import Bools, Floats, InputError, Ints, MissingDependencyError, Values

Columns = dict[str, Values]

DELIMITERS = {".csv": ",", ".tsv": "\t", ".tab": "\t", ".txt": ","}
_NOT_NUMBERS = {"b": "booleans", "m": "dates or times", "M": "dates or times"}
_MOST_ROWS = 10**12  # sums of such counts stay exact in 64 bits


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
    _check_delimiter(str(path), names, delimiter)
    _check_names(str(path), names)
    for number, row in enumerate(rows[1:], start=2):
        if len(row) != len(names):
            raise InputError(str(path), f"row {number} has {len(row)} cells, but the header has {len(names)}")
    cells = np.array([[cell.strip() or None for cell in row] for row in rows[1:]], dtype=object)
    return dict(zip(names, cells.reshape(-1, len(names)).T, strict=True))


def _check_delimiter(source: str, names: Sequence[str], delimiter: str) -> None:
    if len(names) == 1 and any(other in names[0] for other in ",;\t" if other != delimiter):
        raise InputError(source, f"has one column only; cells must be separated by {delimiter!r}")


def _check_names(source: str, names: Sequence[str]) -> None:
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
    _check_names(str(path), table.column_names)
    named = zip(table.column_names, table.columns, strict=True)
    # pandas writes an index without a name as a column with such a name
    return {name: _arrow_values(column) for name, column in named if not name.startswith("__index_level_")}


def _arrow_values(column: Any) -> Values:
    """Return the values of an Arrow column, NaN where one is missing; a dictionary would hide what is missing."""
    import pyarrow as arrow

    if arrow.types.is_dictionary(column.type):
        column = column.cast(column.type.value_type)
    values: Values = column.to_numpy()
    if column.null_count:
        values = np.where(column.is_null().to_numpy(), np.nan, values.astype(object))
    return values


def columns_of(frame: Any) -> Columns:
    """Take the columns of a pandas or polars frame."""
    names = list(frame.columns)
    _check_names("table", [str(name) for name in names])
    return {str(name): np.asarray(frame[name]) for name in names}


def is_missing(value: Any) -> bool:
    """Return whether a cell is None, NaN, NaT or NA.

    Examples
    --------
    >>> is_missing(None), is_missing(float("nan")), is_missing("nan"), is_missing(0)
    (True, True, False, False)
    """
    try:
        return value is None or bool(value != value)  # noqa: PLR0124 - as NaN and NaT do
    except TypeError:  # pandas' NA is neither true nor false
        return True
    except ValueError:  # an array
        return False


def shown(value: Any) -> str:
    """Write a cell for a message: text in quotes, all else plain."""
    return repr(str(value)) if isinstance(value, str) else str(value)


def numbers(name: str, values: Values) -> Floats:
    """Turn a column into finite numbers, or say which row is none; booleans, dates and times are not numbers."""
    label, kind = f"column {name!r}", values.dtype.kind
    if kind in _NOT_NUMBERS:
        raise InputError(label, f"holds {_NOT_NUMBERS[kind]}, not numbers")
    array = as_floats(values)
    bad = np.flatnonzero(~np.isfinite(array))
    if bad.size:
        raise InputError(label, f"row {bad[0] + 1} is {_problem(values[bad[0]])}")
    return array


def _problem(value: Any) -> str:
    if value is None:
        return "empty"
    return "missing" if is_missing(value) else f"{shown(value)}, not a finite number"


def as_floats(values: Values) -> Floats:
    """Turn cells into floats, NaN for what is no number."""
    if values.dtype.kind in "iuf":
        return values.astype(np.float64)
    return np.array([_number(value) for value in values.tolist()], dtype=np.float64)


def _number(value: Any) -> float:
    if isinstance(value, str) and "_" in value:  # Python reads 1_000
        return float("nan")
    if isinstance(value, bool) or not isinstance(value, str | int | float | Decimal | np.integer | np.floating):
        return float("nan")
    try:
        return float(value)
    except (ValueError, OverflowError):
        return float("nan")


def whole_numbers(name: str, values: Values) -> Ints:
    """Turn a column into row counts, or say which row is none."""
    array = numbers(name, values)
    bad = np.flatnonzero(~are_row_counts(array))
    if bad.size:
        raise InputError(f"column {name!r}", f"row {bad[0] + 1} is {array[bad[0]]:g}, not a number of rows")
    return array.astype(np.int64)


def are_row_counts(array: Floats) -> Bools:
    """Return which numbers can be numbers of rows."""
    counts: Bools = (array >= 1) & (array <= _MOST_ROWS) & (array == np.floor(array))
    return counts
