"""The door for files: results tables become the table of a league."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from outperform.core import InputError, LeagueTable
from outperform.data.directions import DirectionWords, Named
from outperform.data.jsons import read_json
from outperform.data.leagues.asked import REFUSE, LeagueAsked
from outperform.data.leagues.detect import table_of_sheet
from outperform.data.leagues.doors import league_table_of
from outperform.data.leagues.wide import IN_MEMORY
from outperform.data.sheet import Sheet
from outperform.data.table_files import TableFile, read_table, rows_of_json
from outperform.data.tables import STDIN, source_name


def league_of_file(
    path: str,
    tables: Mapping[str, TableFile],
    *,
    metric: str | None = None,
    higher_is_better: bool | None = None,
    missing: str = REFUSE,
    lower: Named = None,
    higher: Named = None,
    learners: Sequence[str] | None = None,
    runs: int | None = None,
    spread: str | None = None,
) -> LeagueTable:
    """Read a results table, as ``read_league`` does; ``tables`` were read before, by their paths."""
    asked = LeagueAsked.of(metric, DirectionWords.of(lower, higher, higher_is_better), missing, learners, runs, spread)
    if path != STDIN and not Path(path).is_file():
        raise InputError(path, "is a folder, not a file" if Path(path).is_dir() else "there is no such file")
    if path.lower().endswith(".json"):
        found = read_json(Path(path))
        if isinstance(found, Mapping) and rows_of_json(found) is None:
            return _of_object(path, found, asked)
    table = tables.get(path) or read_table(path)
    return table_of_sheet(Sheet.of(table.columns, source_name(path), table.numbers), asked)


def _of_object(source: str, found: Mapping[str, Any], asked: LeagueAsked) -> LeagueTable:
    if not found:
        raise InputError(source, "must hold a list of rows, or an object {learner: {data set: score}}")
    with _named(source):
        return league_table_of(
            found,
            metric=asked.metric,
            lower=asked.words.lower or None,
            higher=asked.words.higher or None,
            higher_is_better=asked.words.whole,
            missing=asked.missing,
            learners=asked.learners or None,
            runs=asked.runs,
            spread=asked.spread,
        )


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
