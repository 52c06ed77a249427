"""Tables of scores or predictions: text, a Parquet file or a frame as columns by name."""

import csv
import gzip
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO, TextIOWrapper
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from outperform.core import InputError, MissingDependencyError, Values, unmasked
from outperform.data.cells import as_floats
from outperform.data.metric_meanings import called_like_metric
from outperform.data.values import listed

LARGE = 2**20  # bytes from which on it pays to look whether a text is plain
ROWS_AT_A_TIME = 20_000
LINE_END = 10
BLANKS = b"\t\x0b\x0c\x1c\x1d\x1e\x1f "
DISTINCT_CELLS = 50_000  # of a column, of which each is kept once


@dataclass(frozen=True, eq=False)
class TextCells:
    """The first row of a text that is not empty, and the columns below it."""

    header: list[str]
    columns: list[Values]  # text without outer blanks; None where nothing is left
    ragged: tuple[int, int] | None = None  # line and cells of the first row with other cells than the header


def text_cells(content: bytes, delimiter: str) -> TextCells:
    r"""Read a text; raise csv.Error, or UnicodeDecodeError where it is not UTF-8.

    Rows become columns some thousands at a time, and equal cells of a column are one object.

    Examples
    --------
    >>> found = text_cells(b"a,b\n1, 2 \n\n3,\n", ",")
    >>> found.header, [column.tolist() for column in found.columns]
    (['a', 'b'], [['1', '3'], ['2', None]])
    """
    if len(content) > LARGE and _is_plain(content, delimiter):
        return _plain_cells(content, delimiter)
    rows = _rows(content, delimiter)
    header: list[str] = next(filter(None, rows), [])
    known: Sequence[_Cells] = [_Cells() for _ in header]
    parts: list[list[Values]] = [[np.empty(0, dtype=object)] for _ in header]
    ragged = None
    for block in _blocks(rows):
        if ragged is None and any(len(row) != len(header) for row in block):
            ragged = _first_ragged(content, delimiter, len(header))
        if ragged is None and block:
            for column, cells, found in zip(zip(*block, strict=True), known, parts, strict=True):
                found.append(np.fromiter(map(cells.__getitem__, column), dtype=object, count=len(block)))
    return TextCells(header, [_joined(found) for found in parts], ragged)


def _is_plain(content: bytes, delimiter: str) -> bool:
    """Return whether a text can be cut at delimiters and line ends alone.

    It has no quotes, no cell that is empty or has outer blanks, and as many cells in every row.
    """
    if not content.isascii() or any(letter in content for letter in b'"\r\0'):
        return False
    letters = np.frombuffer(content if content.endswith(b"\n") else content + b"\n", dtype=np.uint8)
    ends = (letters == ord(delimiter)) | (letters == LINE_END)
    edges = np.isin(letters, np.frombuffer(BLANKS, dtype=np.uint8)) if any(b in content for b in BLANKS) else ends
    edges = ends | edges
    if edges[0] or (ends[1:] & edges[:-1]).any() or (edges[1:] & ends[:-1]).any():
        return False
    marks = letters[ends] == LINE_END
    width = int(marks.argmax()) + 1
    if marks.size % width:
        return False
    rows = marks.reshape(-1, width)
    return bool(rows[:, -1].all()) and not rows[:, :-1].any()


def _plain_cells(content: bytes, delimiter: str) -> TextCells:
    """Let pandas cut a plain text: in a fifth of the time."""
    import pandas as pd

    lines = BytesIO(content)
    header = lines.readline().decode().rstrip("\n").split(delimiter)
    kinds: Any = {"dtype": object, "na_filter": False, "quoting": csv.QUOTE_NONE, "index_col": False}
    frame = pd.read_csv(lines, sep=delimiter, header=None, names=range(len(header)), **kinds)
    return TextCells(header, [frame[place].to_numpy() for place in range(len(header))])


def _rows(content: bytes, delimiter: str) -> Any:
    lines = TextIOWrapper(BytesIO(content), encoding="utf-8-sig", newline="")
    return csv.reader(lines, delimiter=delimiter, strict=True)


def _blocks(rows: Iterator[list[str]]) -> Iterator[list[list[str]]]:
    """Yield rows that are not empty, some thousands at a time."""
    while block := [*islice(rows, ROWS_AT_A_TIME)]:
        yield [row for row in block if row]


def _first_ragged(content: bytes, delimiter: str, width: int) -> tuple[int, int]:
    reader = _rows(content, delimiter)
    return next((reader.line_num, len(row)) for row in reader if row and len(row) != width)


def _joined(parts: list[Values]) -> Values:
    """Put the parts of a column together, and let go of them."""
    column = np.concatenate(parts)
    parts.clear()
    return column


class _Cells(dict[str, str | None]):
    """Cells without outer blanks, None where nothing is left, each made once."""

    def __missing__(self, cell: str) -> str | None:
        """Make a cell; forget the others where nearly all are different."""
        if len(self) >= DISTINCT_CELLS:
            self.clear()
        self[cell] = found = cell.strip() or None
        return found


Columns = dict[str, Values]

DELIMITERS = {".csv": ",", ".tsv": "\t", ".tab": "\t", ".txt": ","}
STDIN, STDIN_NAME = "-", "standard input"
INDEX = "Unnamed: 0"  # pandas' name for a column without one
_MOST_UNPACKED = 2 * 1024**3  # bytes of a packed file


def source_name(path: str) -> str:
    """Return a path as it is named to people."""
    return STDIN_NAME if path == STDIN else path


def unpacked(path: Path) -> bytes:
    """Return the content of a file that is packed with gzip; raise an InputError where it is too large."""
    with gzip.open(path, "rb") as file:
        content = file.read(_MOST_UNPACKED + 1)
    if len(content) > _MOST_UNPACKED:
        raise InputError(str(path), f"holds more than {_MOST_UNPACKED // 1024**2} MB")
    return content


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
        names = checked_header(source, found.header, delimiter)
        raise InputError(source, f"line {line} has {cells} cells, but the header has {len(names)}")
    width = _width(found.header, found.columns)
    names = checked_header(source, found.header[:width], delimiter)
    return dict(zip(names, found.columns[:width], strict=True))


def _width(header: Sequence[str], columns: Sequence[Any]) -> int:
    """Return how many columns there are, without those that spreadsheets write behind the last one: all empty."""
    width = len(header)
    while width > 1 and not header[width - 1].strip() and all(cell is None for cell in columns[width - 1]):
        width -= 1
    return width


def checked_header(source: str, cells: Sequence[str], delimiter: str) -> list[str]:
    """Return the names of the columns; raise an InputError where the first row holds none."""
    names = [name.strip() for name in cells]
    _check_delimiter(source, names, delimiter)
    if len(names) > 1 and not names[0]:
        names[0] = INDEX  # as pandas and R write the index of a table
    if len(set(names)) < len(names) and are_numbers(names):
        raise InputError(source, f"its first row must hold the names of the columns, got {listed(names)}")
    _check_names(source, names)
    return names


def are_numbers(names: Iterable[str]) -> bool:
    """Return whether the cells of a first row are numbers, and so no names of columns."""
    return bool(np.isfinite(as_floats(np.array(list(names), dtype=object))).all())


def _check_delimiter(source: str, names: Sequence[str], delimiter: str) -> None:
    if delimiter and len(names) == 1 and any(other in names[0] for other in ",;\t" if other != delimiter):
        comma = ", and write decimals with a point (0.91, not 0,91)" if ";" in names[0] else ""
        raise InputError(source, f"has only one column, {names[0]!r}; separate the cells by {delimiter!r}{comma}")


def _check_names(source: str, names: Sequence[str]) -> None:
    if "" in names:
        raise InputError(source, f"column {names.index('') + 1} has no name in the header, its first row")
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise InputError(source, f"two columns are called {twice!r}; rename one")


def read_parquet(path: Path) -> Columns:
    """Return the columns of a Parquet file."""
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
    found = {name: _arrow_values(column) for name, column in zip(table.column_names, table.columns, strict=True)}
    # pandas writes an index without a name as a column with such a name, behind the others
    index = found.pop("__index_level_0__", None)
    named = {name: column for name, column in found.items() if not name.startswith("__index_level_")}
    return named if index is None or INDEX in named else {INDEX: index, **named}


def _arrow_values(column: Any) -> Values:
    """Return the values of an Arrow column, NaN where one is missing; a dictionary would hide missing values."""
    import pyarrow as arrow

    if arrow.types.is_dictionary(column.type):
        column = column.cast(column.type.value_type)
    values: Values = column.to_numpy()
    if column.null_count:
        values = np.where(column.is_null().to_numpy(), np.nan, values.astype(object))
    return values


def own_index(given: Any) -> Values | None:
    """Return the labels of a pandas index; None where there is none, or where it counts the rows from 0.

    Examples
    --------
    >>> import pandas as pd
    >>> own_index(pd.Series([1, 0, 1])), own_index(pd.Series([1, 0, 1])[1:]).tolist()
    (None, [1, 2])
    """
    if not hasattr(given, "iloc") or not hasattr(given, "index"):
        return None
    index = given.index
    counts = type(index).__name__ == "RangeIndex" and (index.start, index.step) == (0, 1)
    return None if counts else np.asarray(index)


def indexed_columns(frame: Any) -> Columns:
    """Return the columns of a frame, and the labels of its index before them unless it counts the rows from 0."""
    columns, index = columns_of(frame), own_index(frame)
    if index is None:
        return columns
    name = INDEX if frame.index.name is None else str(frame.index.name)
    return columns if name in columns else {name: index, **columns}


def columns_of(frame: Any) -> Columns:
    """Return the columns of a pandas or polars frame."""
    names = list(frame.columns)
    _check_names("table", [str(name) for name in names])
    return {str(name): np.asarray(frame[name]) for name in names}


def series_name(series: Any) -> str:
    """Return what the column of a Series is called: by its metric where its name is one."""
    return str(series.name) if called_like_metric(str(series.name)) else "score"


def frame_of(table: Any, must: str, instead: str = "") -> Any:
    """Return a frame, a Series or a table of Arrow as a frame; raise an InputError for anything else."""
    if hasattr(type(table), "collect"):
        raise InputError("table", "is a lazy frame; pass table.collect()")
    if hasattr(table, "column_names") and hasattr(table, "to_pandas"):  # Arrow
        return table.to_pandas()
    if hasattr(table, "iloc") and not hasattr(table, "columns"):  # a Series, such as means by item and system
        return table.to_frame(series_name(table))
    if not hasattr(table, "columns"):
        raise InputError("table", f"must be a frame, or {must}, got a {type(table).__name__}{instead}")
    return table


def columns_of_dict(given: Mapping[Any, Any], must: str) -> Columns:
    """Return the columns of a dict of columns; raise an InputError where they do not have one value per row."""
    columns: Columns = {}
    for name, column in given.items():
        problem = f"column {str(name)!r} must hold {must}"
        if isinstance(column, str | bytes | Mapping) or not hasattr(column, "__iter__"):
            raise InputError("table", f"{problem}, got {str(column)[:40]!r}")
        column = unmasked(column)
        columns[str(name)] = np.asarray(column) if hasattr(column, "dtype") else objects_of(list(column))
        if columns[str(name)].ndim != 1:
            raise InputError("table", f"{problem}, got an array of shape {columns[str(name)].shape}")
    sizes = {name: len(column) for name, column in columns.items()}
    first = next(iter(sizes), "")
    other = next((name for name, size in sizes.items() if size != sizes[first]), None)
    if other is not None:
        raise InputError("table", f"column {first!r} has {sizes[first]} rows, but {other!r} has {sizes[other]}")
    return columns


def columns_of_rows(rows: Sequence[Mapping[str, Any]]) -> Columns:
    """Return the columns of rows that are dicts; what a row does not have is missing.

    Examples
    --------
    >>> columns_of_rows([{"item": 1}, {"item": 2, "score": 1}])
    {'item': array([1, 2], dtype=object), 'score': array([None, 1], dtype=object)}
    """
    names = dict.fromkeys(name for row in rows for name in row)
    return {str(name): objects_of([row.get(name) for row in rows]) for name in names}


def objects_of(values: Sequence[Any]) -> Any:
    """Return an array of objects; numpy would make a table of lists."""
    array = np.empty(len(values), dtype=object)
    array[:] = values
    return array
