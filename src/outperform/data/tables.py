"""Tables of scores or predictions: a file or a frame as columns by name."""

import csv
import gzip
import re
import sys
import zlib
from collections.abc import Sequence
from decimal import Decimal
from pathlib import Path
from typing import Any

import numpy as np

from outperform.core import Bools, Floats, InputError, Ints, MissingDependencyError, Values, check_file
from outperform.data.text_cells import text_cells
from outperform.data.values import listed

Columns = dict[str, Values]

DELIMITERS = {".csv": ",", ".tsv": "\t", ".tab": "\t", ".txt": ","}
_NOT_NUMBERS = {"b": "booleans", "m": "dates or times", "M": "dates or times"}
_PERCENT = re.compile(r"[-+]?[\d.]+\s*%")
_SPREAD = re.compile(r"[-+]?[\d.]+\s*%?\s*(±|\+/?-|\()\s*[\d.]+\s*%?\)?")
_COMMA = re.compile(r"[-+]?\d*,\d+")
STDIN, STDIN_NAME = "-", "standard input"
INDEX = "Unnamed: 0"  # pandas' name for a column without one
_MOST_UNPACKED = 2 * 1024**3  # bytes of a packed file
_MOST_ROWS = 10**12  # sums of such counts stay exact in 64 bits


def read_columns(path: str | Path) -> Columns:
    """Read a CSV, TSV or Parquet file, or CSV or TSV from standard input if the path is ``-``.

    Text stays text (an empty cell is None); callers convert the columns.
    """
    if str(path) == STDIN:
        source, columns = STDIN_NAME, _read_stdin()
    else:
        source, columns = str(path), _read_file(Path(path))
    if not columns or not len(next(iter(columns.values()))):
        raise InputError(source, f"has no rows, only the header {listed(columns)}" if columns else "has no columns")
    return columns


def source_name(path: str) -> str:
    """Return a path as it is named to people."""
    return STDIN_NAME if path == STDIN else path


def _read_file(path: Path) -> Columns:
    packed = path.suffix.lower() == ".gz"
    suffix = Path(path.stem).suffix.lower() if packed else path.suffix.lower()
    if suffix not in ({".csv", ".tsv"} if packed else {*DELIMITERS, ".parquet"}):
        raise InputError(str(path), f"cannot be read: the suffix must be one of {', '.join(DELIMITERS)}, .parquet")
    check_file(path)
    try:
        if suffix == ".parquet":
            return _read_parquet(path)
        return parsed_text(str(path), unpacked(path) if packed else path.read_bytes(), DELIMITERS[suffix])
    except (OSError, EOFError, zlib.error) as error:
        raise InputError(str(path), f"cannot be read: {getattr(error, 'strerror', None) or error}") from None


def unpacked(path: Path) -> bytes:
    """Return the content of a file that is packed with gzip; raise an InputError where it is too large."""
    with gzip.open(path, "rb") as file:
        content = file.read(_MOST_UNPACKED + 1)
    if len(content) > _MOST_UNPACKED:
        raise InputError(str(path), f"holds more than {_MOST_UNPACKED // 1024**2} MB")
    return content


def _read_stdin() -> Columns:
    """Read CSV, or TSV where the first line has a tab."""
    if sys.stdin is None or sys.stdin.isatty():
        raise InputError(STDIN_NAME, "is empty: pipe a table into it, as in 'outperform scores - < scores.csv'")
    content = sys.stdin.buffer.read()
    if content.startswith(b"PAR1"):
        raise InputError(STDIN_NAME, "is a Parquet file; name the file instead of -")
    first = next(filter(None, (line.strip(b"\r") for line in content.split(b"\n"))), b"")
    return parsed_text(STDIN_NAME, content, "\t" if b"\t" in first else ",")


def parsed_text(source: str, content: bytes, delimiter: str) -> Columns:
    """Return the columns of CSV text; text stays text, and an empty cell is None."""
    try:
        found = text_cells(content, delimiter)
    except UnicodeDecodeError:
        raise InputError(source, "is not UTF-8 text; save it as UTF-8") from None
    except csv.Error as error:
        raise InputError(source, f"cannot be read: {error}") from None
    if b"\0" in content:
        raise InputError(source, "is not a text file: it contains a NUL byte")
    if not found.header:
        raise InputError(source, "is empty; it needs a header and rows")
    if found.ragged:
        line, cells = found.ragged
        names = _header(source, found.header, delimiter)
        raise InputError(source, f"line {line} has {cells} cells, but the header has {len(names)}")
    width = _width(found.header, found.columns)
    names = _header(source, found.header[:width], delimiter)
    return dict(zip(names, found.columns[:width], strict=True))


def _width(header: Sequence[str], columns: Sequence[Any]) -> int:
    """Return how many columns there are, without those that spreadsheets write behind the last one: all empty."""
    width = len(header)
    while width > 1 and not header[width - 1].strip() and all(cell is None for cell in columns[width - 1]):
        width -= 1
    return width


def _header(source: str, cells: Sequence[str], delimiter: str) -> list[str]:
    names = [name.strip() for name in cells]
    _check_delimiter(source, names, delimiter)
    if len(names) > 1 and not names[0]:
        names[0] = INDEX  # as pandas and R write the index of a table
    if len(set(names)) < len(names) and np.isfinite([_number(name) for name in names]).all():
        raise InputError(source, f"its first row must hold the names of the columns, got {listed(names)}")
    _check_names(source, names)
    return names


def _check_delimiter(source: str, names: Sequence[str], delimiter: str) -> None:
    if len(names) == 1 and any(other in names[0] for other in ",;\t" if other != delimiter):
        comma = ", and write decimals with a point (0.91, not 0,91)" if ";" in names[0] else ""
        raise InputError(source, f"has only one column, {names[0]!r}; separate the cells by {delimiter!r}{comma}")


def _check_names(source: str, names: Sequence[str]) -> None:
    if "" in names:
        raise InputError(source, f"column {names.index('') + 1} has no name in the header, its first row")
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise InputError(source, f"two columns are called {twice!r}; rename one")


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
    """Return the values of an Arrow column, NaN where one is missing; a dictionary would hide missing values."""
    import pyarrow as arrow

    if arrow.types.is_dictionary(column.type):
        column = column.cast(column.type.value_type)
    values: Values = column.to_numpy()
    if column.null_count:
        values = np.where(column.is_null().to_numpy(), np.nan, values.astype(object))
    return values


def columns_of(frame: Any) -> Columns:
    """Return the columns of a pandas or polars frame."""
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
    """Return a cell as text for a message: text in quotes, other values plain."""
    return repr(str(value)) if isinstance(value, str) else str(value)


def numbers(name: str, values: Values) -> Floats:
    """Return a column as finite numbers; raise an InputError that names the row that is not a number."""
    label, kind = f"column {name!r}", values.dtype.kind
    if kind in _NOT_NUMBERS:
        raise InputError(label, f"holds {_NOT_NUMBERS[kind]}, but must hold numbers")
    array = as_floats(values)
    bad = np.flatnonzero(~np.isfinite(array))
    if bad.size:
        raise InputError(label, f"row {bad[0] + 1} is {_problem(values[bad[0]])}")
    return array


def _problem(value: Any) -> str:
    if value is None:
        return "empty"
    if is_missing(value):
        return "missing"
    return f"{shown(value)}, not a finite number{_advice(value.strip()) if isinstance(value, str) else ''}"


def _advice(text: str) -> str:
    """Return how to write a number that stands in a text."""
    if _COMMA.fullmatch(text):
        return f"; write decimals with a point: {text.replace(',', '.')}"
    if _PERCENT.fullmatch(text):
        return f"; write it without the percent sign: {text.rstrip('% ')}"
    return "; write the score of each split, not a mean with its spread" if _SPREAD.fullmatch(text) else ""


def as_floats(values: Values) -> Floats:
    """Return cells as floats, NaN for cells that are not numbers."""
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
    """Return a column as row counts; raise an InputError that names the row that is not one."""
    array = numbers(name, values)
    bad = np.flatnonzero(~are_row_counts(array))
    if bad.size:
        raise InputError(
            f"column {name!r}",
            f"row {bad[0] + 1} is {array[bad[0]]:g}, not a number of rows (a whole number, at least 1)",
        )
    return array.astype(np.int64)


def are_row_counts(array: Floats) -> Bools:
    """Return which numbers are possible numbers of rows."""
    counts: Bools = (array >= 1) & (array <= _MOST_ROWS) & (array == np.floor(array))
    return counts
