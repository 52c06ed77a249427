"""CSV and TSV files: a header, and rows with as many cells."""

import csv
import gzip
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from typing import Any, TextIO

from outperform.core import InputError, Note, NoteKind
from outperform.data.values import listed


@contextmanager
def opened(path: Path) -> Iterator[TextIO]:
    """Open a text file, compressed or not; raise an InputError if it cannot be read."""
    try:
        if path.suffix.lower() == ".gz":
            with gzip.open(path, "rt", encoding="utf-8-sig", newline="") as text:
                yield text
        else:
            with path.open(encoding="utf-8-sig", newline="") as text:
                yield text
    except UnicodeDecodeError:
        raise InputError(str(path), "is not UTF-8 text; save it as UTF-8") from None
    except (OSError, EOFError, zlib.error) as error:
        raise InputError(str(path), f"cannot be read: {getattr(error, 'strerror', None) or error}") from None


MISSING = ("", "?", "NA", "nan", "NaN", "null")  # cells that mean "no value"


def read_delimited(path: Path, delimiter: str) -> tuple[Any, tuple[Note, ...]]:
    """Return a pandas frame and notes for the user.

    A first column without a name, as pandas and R write the index of a table, is left out.
    """
    with opened(path) as text:
        names = _checked_names(path, _clean(path, text), delimiter)
    with opened(path) as text:
        frame = _parsed(path, text, delimiter, names)
    return frame, () if names[0] else (Note.of(NoteKind.ROW_INDEX),)


def column_as_text(path: Path, delimiter: str, name: str) -> Any:
    """Return one column of a file as it is written: 01 is not 1; missing values are NaN."""
    with opened(path) as text:
        names = _header(text, delimiter)
    with opened(path) as text:
        return _parsed(path, text, delimiter, names, only=name)[name]


def _parsed(path: Path, text: TextIO, delimiter: str, names: list[str], only: str | None = None) -> Any:
    import pandas as pd

    # pandas 3 always reads floats exactly and has dropped the option
    exact: dict[str, Any] = {"float_precision": "round_trip"} if pd.__version__.startswith("2.") else {}
    try:
        return pd.read_csv(
            text,
            sep=delimiter,
            header=0,
            names=names,
            usecols=[name for name in names if name] if only is None else [only],
            dtype=None if only is None else str,
            index_col=False,
            keep_default_na=False,
            na_values=list(MISSING),
            skipinitialspace=True,
            low_memory=False,
            **exact,
        )
    except ValueError as error:
        raise InputError(str(path), f"cannot be read: {str(error).splitlines()[0]}") from None


def _clean(path: Path, lines: Iterable[str]) -> Iterator[str]:
    for line in lines:
        if "\0" in line:
            raise InputError(str(path), "is not a text file: it contains a NUL byte")
        yield line


def _checked_names(path: Path, lines: Iterator[str], delimiter: str) -> list[str]:
    """Return the names in the header; raise an InputError if a row has another number of cells."""
    try:
        names = _header(lines, delimiter)
        _check_names(path, names, delimiter)
        sizes = [size for size in _sizes(lines, delimiter) if size]
    except csv.Error as error:
        raise InputError(str(path), f"cannot be read: {error}") from None
    if not sizes:
        raise InputError(str(path), f"has a header ({listed(names)}) but no rows")
    for number, size in enumerate(sizes, start=1):
        if size != len(names):
            raise InputError(str(path), f"row {number} has {size} cells, but the header has {len(names)}")
    return names


def _header(lines: Iterable[str], delimiter: str) -> list[str]:
    """Return the cells of the first row that is not empty."""
    rows = csv.reader(lines, delimiter=delimiter, skipinitialspace=True)
    return [name.strip() for name in next(filter(None, rows), [])]


def _check_names(path: Path, names: list[str], delimiter: str) -> None:
    if not names:
        raise InputError(str(path), "the file is empty; it needs a header and rows")
    if len(names) == 1:
        other = next((each for each in (";", "\t", ",") if each != delimiter and each in names[0]), None)
        raise InputError(str(path), f"has only one column, {names[0]!r}; {_separate(delimiter, other)}")
    twice = next((name for name, times in Counter(names).items() if times > 1), "")
    if twice:
        raise InputError(str(path), f"two columns are called {twice!r}; rename one")
    if "" in names[1:]:
        raise InputError(str(path), f"column {names.index('', 1) + 1} has no name in the header")


def _separate(delimiter: str, other: str | None) -> str:
    """Return how to separate the cells, where they may be separated otherwise."""
    if other is None:
        return f"separate the cells by {delimiter!r}"
    commas = ", and write numbers with a decimal point" if other == ";" else ""
    here = f"its cells are separated by {other!r}"
    return f"{here}: separate them by {delimiter!r}{commas} (pandas: read_csv(..., sep={other!r}))"


def _sizes(lines: Iterator[str], delimiter: str) -> Iterator[int]:
    """Count the cells of each row, quickly up to the first quote; 0 for a blank line."""
    for line in lines:
        if '"' in line:
            yield from map(len, csv.reader(chain([line], lines), delimiter=delimiter, skipinitialspace=True))
        else:
            yield line.count(delimiter) + 1 if line.strip("\r\n") else 0
