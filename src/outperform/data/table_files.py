"""Files of tables, for every command: delimited text, Parquet, Excel, JSON, JSONL, ARFF, or standard input."""

import shlex
import sys
import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from outperform.core import InputError, Ints, check_file
from outperform.data.arff import LineError, cells, parse_arff
from outperform.data.formats.known import is_weka
from outperform.data.jsons import json_lines, json_of, read_bytes, read_json
from outperform.data.tables import (
    DELIMITERS,
    STDIN,
    STDIN_NAME,
    Columns,
    checked_header,
    columns_of_rows,
    objects_of,
    parsed_text,
    read_parquet,
    source_name,
    unpacked,
)
from outperform.data.values import listed
from outperform.surface import command

LINES = (".jsonl", ".ndjson", ".jsonl.gz", ".ndjson.gz")
TEXTS = (*DELIMITERS, *(f"{suffix}.gz" for suffix in DELIMITERS), ".arff", ".arff.gz")
BINARIES = (".parquet", ".xlsx")
MOST_KEPT = 128 * 1024**2  # bytes of the documents that are kept
TABLES = (*TEXTS, *BINARIES, *LINES, ".json")


@dataclass(frozen=True, eq=False)
class TableFile:
    """The columns of a file, and the numbers of its rows where they do not count from 1."""

    columns: Columns
    numbers: Ints | None = None


def read_columns(path: str | Path) -> Columns:
    """Read the columns of a file, or of standard input if the path is ``-``.

    Text stays text (an empty cell is None); callers convert the columns.
    """
    return filled_columns(read_table(path), source_name(str(path)))


def filled_columns(table: TableFile, source: str) -> Columns:
    """Return the columns of a file; raise an InputError where they hold nothing."""
    columns = table.columns
    if not columns or not len(next(iter(columns.values()))):
        raise InputError(source, f"has no rows, only the header {listed(columns)}" if columns else "has no columns")
    return columns


def read_table(path: str | Path, document: Callable[[Path], Any] = read_json) -> TableFile:
    """Read a file as its suffix says, or standard input if the path is ``-`` as its beginning does."""
    if str(path) == STDIN:
        return _of_text(STDIN_NAME, _stdin(), None)
    file, name = Path(path), Path(path).name.lower()
    check_file(file)
    if not name.endswith(TABLES):
        raise InputError(str(path), f"cannot be read: the suffix must be one of {', '.join(TABLES)}")
    try:
        if name.endswith(".parquet"):
            return TableFile(read_parquet(file))
        if name.endswith(".xlsx"):
            return _of_excel(file)
        if name.endswith(LINES):
            return _of_lines(list(json_lines(file)), str(path))
        if name.endswith(".json"):
            return _of_json(document(file), str(path))
        packed = name.endswith(".gz")
        suffix = Path(file.stem).suffix if packed else file.suffix
        return _of_text(str(path), unpacked(file) if packed else read_bytes(file), suffix.lower())
    except (OSError, EOFError, zlib.error) as error:
        raise InputError(str(path), f"cannot be read: {getattr(error, 'strerror', None) or error}") from None


class ReadFiles:
    """Files that were read to look at them, so that none is parsed twice; of many large documents some are not kept."""

    def __init__(self) -> None:
        self.tables: dict[str, TableFile] = {}
        self._documents: dict[Path, Any] = {}
        self._size = 0

    def document(self, path: Path) -> Any:
        """Return what a JSON file holds."""
        if path in self._documents:
            return self._documents[path]
        found = read_json(path)
        self._size += path.stat().st_size
        if self._size <= MOST_KEPT:
            self._documents[path] = found
        return found

    def look(self, path: str) -> TableFile:
        """Return a table, and keep it."""
        if path not in self.tables:
            self.tables[path] = self.table(path)
        return self.tables[path]

    def table(self, path: str) -> TableFile:
        """Return a table."""
        return self.tables.get(path) or read_table(path, self.document)


def rows_of_json(found: Any) -> Sequence[Mapping[str, Any]] | None:
    """Return the rows of a JSON document: a list of objects, alone or under the only key that holds one.

    Examples
    --------
    >>> rows_of_json({"version": 1, "results": [{"item": 1}]}), rows_of_json({"a": [1, 2]})
    ([{'item': 1}], None)
    """
    if isinstance(found, Mapping):
        lists = [value for value in found.values() if _are_rows(value)]
        found = lists[0] if len(lists) == 1 else None
    return found if _are_rows(found) else None


def by_learner_elsewhere(found: Any, source: str) -> str:
    """Return what reads {learner: {data set: score}}; "" for another document."""
    if not isinstance(found, Mapping) or not found or not all(isinstance(each, Mapping) for each in found.values()):
        return ""
    reader = command("league", f"--table {shlex.quote(source)}")
    return f"; an object {{learner: {{data set: score}}}} is read by {reader}"


def _are_rows(found: Any) -> bool:
    return isinstance(found, list) and bool(found) and all(isinstance(row, Mapping) for row in found)


def _of_excel(path: Path) -> TableFile:
    from outperform.data.excel import read_excel

    names, rows, numbers = read_excel(path)
    names = checked_header(str(path), names, "")
    columns = {name: objects_of([row[place] for row in rows]) for place, name in enumerate(names)}
    return TableFile(columns, np.array(numbers, dtype=np.int64))


def _of_json(found: Any, source: str) -> TableFile:
    rows = rows_of_json(found)
    if rows is None:
        must = "must hold a list of rows: [{column: value, ...}, ...]"
        raise InputError(source, f"{must}{by_learner_elsewhere(found, source)}")
    return TableFile(columns_of_rows([_flat(row) for row in rows]))


def _of_lines(lines: Sequence[tuple[int, Mapping[str, Any]]], source: str) -> TableFile:
    if not lines:
        raise InputError(source, "is empty")
    numbers = np.array([number for number, _ in lines])
    return TableFile(columns_of_rows([_flat(row) for _, row in lines]), numbers)


def _flat(row: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a row whose objects are columns of their own: {"score": {"em": 1}} has the column score.em."""
    if not any(isinstance(value, Mapping) for value in row.values()):
        return row
    found: dict[str, Any] = {}
    for name, value in row.items():
        found |= {f"{name}.{key}": each for key, each in value.items()} if isinstance(value, Mapping) else {name: value}
    return found


def _stdin() -> bytes:
    if sys.stdin is None or sys.stdin.isatty():
        raise InputError(STDIN_NAME, "is empty: pipe a table into it, as in 'outperform scores - < scores.csv'")
    content = sys.stdin.buffer.read()
    if content.startswith(b"PAR1"):
        raise InputError(STDIN_NAME, "is a Parquet file; name the file instead of -")
    if content.startswith(b"PK\x03\x04"):
        raise InputError(STDIN_NAME, "is an Excel file or another archive; name the file instead of -")
    return content


def _of_text(source: str, content: bytes, suffix: str | None) -> TableFile:
    """Return the columns of text: by its suffix, or without one by what it begins with."""
    start = content.lstrip(b"\xef\xbb\xbf \r\n")
    if suffix == ".arff" or (suffix is None and start[:1] in (b"%", b"@")):
        return TableFile(_of_arff(source, content))
    if suffix is None and start[:1] == b"[":
        return _of_json(json_of(content, source), source)
    if suffix is None and start[:1] == b"{":
        lines = ((at, line) for at, line in enumerate(content.splitlines(), start=1) if line.strip())
        return _of_lines([(at, json_of(line, f"{source}, line {at}")) for at, line in lines], source)
    header = next((line for line in start.split(b"\n", 100) if line.strip()), b"")
    if is_weka(header.decode("utf-8", errors="replace").strip().split(",")):
        return TableFile(weka_columns(source, content))
    return TableFile(parsed_text(source, content, _delimiter(header, DELIMITERS.get(suffix or "", ","))))


def _delimiter(header: bytes, usual: str) -> str:
    """Return what separates the cells of a header: the usual sign, unless it has none of them but others."""
    if usual.encode() in header:
        return usual
    return next((sign for sign in ("\t", ";", ",") if sign.encode() in header), usual)


def _of_arff(source: str, content: bytes) -> Columns:
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InputError(source, "is not UTF-8 text; save it as UTF-8") from None
    arff = parse_arff(text.splitlines(), source)
    return {attribute.name: column for attribute, column in zip(arff.attributes, arff.columns, strict=True)}


def weka_columns(source: str, content: bytes) -> Columns:
    """Return the columns of Weka's CSV, which puts text with blanks or commas between single quotes."""
    try:
        return parsed_text(source, content, ",")
    except InputError:
        lines = [line for line in content.decode("utf-8-sig", errors="replace").splitlines() if line.strip()]
        try:
            header, *rows = [cells(line) for line in lines]
        except (LineError, ValueError):
            header, rows = [], []
        if not rows or any(len(row) != len(header) for row in rows):
            raise
        table = np.array(rows, dtype=object).reshape(-1, len(header))
        return {str(name): column for name, column in zip(header, table.T, strict=True)}
