"""The door for files: results tables become the table of a league."""

import sys
import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from outperform.core import InputError, LeagueTable, check_file, check_path
from outperform.data.arff import parse_arff
from outperform.data.evals.doors import in_one_line
from outperform.data.evals.jsons import json_lines, json_of, read_bytes, read_json
from outperform.data.evals.rows import columns_of_rows
from outperform.data.leagues.asked import REFUSE, LeagueAsked
from outperform.data.leagues.detect import table_of_sheet
from outperform.data.leagues.doors import league_table_of
from outperform.data.leagues.sheet import LeagueSheet
from outperform.data.leagues.weka import is_weka, weka_columns
from outperform.data.leagues.wide import IN_MEMORY
from outperform.data.tables import DELIMITERS, STDIN, STDIN_NAME, Columns, parsed_text, read_columns, unpacked

_LINES = (".jsonl", ".ndjson", ".jsonl.gz")
_TEXTS = (*DELIMITERS, ".csv.gz", ".tsv.gz", ".arff", ".arff.gz")
_KNOWN = (*_TEXTS, ".parquet", *_LINES, ".json")


def read_league(
    path: str | Path,
    *,
    metric: str | None = None,
    higher_is_better: bool | None = None,
    missing: str = REFUSE,
    learners: Sequence[str] | None = None,
) -> LeagueTable:
    """Read the scores of learners on data sets from a file.

    Parameters
    ----------
    path : path
        A wide or long table (.csv, .tsv, .parquet, .arff, .jsonl; text also with .gz), Weka's results (CSV or ARFF), a
        table of OpenML's evaluations, or results.csv of the AutoML benchmark; ``-`` is standard input.
    metric : str, optional
        The metric of the scores, or the one to read where there are several.
    higher_is_better : bool, optional
        The direction of a metric whose name does not tell it.
    missing : {"refuse", "drop"}
        What a missing score means: an error, or that a pair is judged without that data set.
    learners : list of str, optional
        The learners to read.
    """
    asked = LeagueAsked.of(metric, higher_is_better, missing, learners)
    check_path("path", path)
    if path is None:
        raise InputError("path", "None is not a path")
    with in_one_line():
        if str(path) == STDIN:
            return table_of_sheet(LeagueSheet.of(_of_text(STDIN_NAME, _stdin(), None), STDIN_NAME), asked)
        file = Path(path)
        check_file(file)
        if not file.is_file():
            raise InputError(str(path), "is a folder, not a file" if file.is_dir() else "there is no such file")
        name = file.name.lower()
        if not name.endswith(_KNOWN):
            raise InputError(str(path), f"cannot be read: the suffix must be one of {', '.join(_KNOWN)}")
        if name.endswith(".json"):
            return _of_json(str(path), read_json(file), asked)
        columns, numbers = _of_lines(file) if name.endswith(_LINES) else (_of_file(file, name), None)
        return table_of_sheet(LeagueSheet.of(columns, str(path), numbers), asked)


def _of_file(path: Path, name: str) -> Columns:
    if name.endswith(".parquet"):
        return read_columns(path)
    packed = name.endswith(".gz")
    delimiter = DELIMITERS.get(Path(path.stem).suffix.lower() if packed else path.suffix.lower())
    try:
        content = unpacked(path) if packed else read_bytes(path)
    except (OSError, EOFError, zlib.error) as error:
        raise InputError(str(path), f"cannot be read: {getattr(error, 'strerror', None) or error}") from None
    return _of_text(str(path), content, delimiter)


def _of_lines(path: Path) -> tuple[Columns, Any]:
    rows = list(json_lines(path))
    if not rows:
        raise InputError(str(path), "is empty")
    return columns_of_rows([row for _, row in rows]), np.array([number for number, _ in rows])


def _of_json(source: str, found: Any, asked: LeagueAsked) -> LeagueTable:
    if isinstance(found, list) and found and all(isinstance(row, Mapping) for row in found):
        return table_of_sheet(LeagueSheet.of(columns_of_rows(found), source), asked)
    if isinstance(found, Mapping) and found:
        with _named(source):
            return league_table_of(
                found,
                metric=asked.metric,
                higher_is_better=asked.higher_is_better,
                missing=asked.missing,
                learners=asked.learners or None,
            )
    raise InputError(source, "must hold a list of rows, or an object {learner: {data set: score}}")


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


def _stdin() -> bytes:
    if sys.stdin is None or sys.stdin.isatty():
        raise InputError(STDIN_NAME, "is empty: pipe a table into it, as in 'outperform league --table - < table.csv'")
    content = sys.stdin.buffer.read()
    if content.startswith(b"PAR1"):
        raise InputError(STDIN_NAME, "is a Parquet file; name the file instead of -")
    return content


def _of_text(source: str, content: bytes, delimiter: str | None) -> Columns:
    """Return the columns of ARFF, JSONL or delimited text, by what it begins with."""
    start = content.lstrip(b"\xef\xbb\xbf \r\n")
    if delimiter is None and start[:1] in (b"%", b"@"):
        return _of_arff(source, content)
    if start[:1] == b"{":
        lines = [line for line in content.splitlines() if line.strip()]
        return columns_of_rows([json_of(line, f"{source}, line {at}") for at, line in enumerate(lines, start=1)])
    header = next((line for line in start.split(b"\n") if line.strip()), b"")
    if is_weka(header.decode("utf-8", errors="replace").strip().split(",")):
        return weka_columns(source, content)
    columns = parsed_text(source, content, _delimiter(header, delimiter or ","))
    if not len(next(iter(columns.values()))):
        raise InputError(source, f"has no rows, only the header {', '.join(columns)}")
    return columns


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
