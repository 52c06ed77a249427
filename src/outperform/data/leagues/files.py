"""The door for files: results tables become the table of a league."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from outperform.core import InputError, LeagueTable, check_path
from outperform.data.directions import DirectionWords, Named
from outperform.data.jsons import read_json
from outperform.data.leagues.asked import REFUSE, LeagueAsked
from outperform.data.leagues.detect import table_of_sheet
from outperform.data.leagues.doors import league_table_of
from outperform.data.leagues.wide import IN_MEMORY
from outperform.data.sheet import Sheet
from outperform.data.table_files import TableFile, read_table, rows_of_json
from outperform.data.tables import STDIN, STDIN_NAME


def read_league(
    path: str | Path,
    *,
    metric: str | None = None,
    higher_is_better: bool | None = None,
    missing: str = REFUSE,
    lower: Named = None,
    higher: Named = None,
    learners: Sequence[str] | None = None,
    tables: Mapping[str, TableFile] | None = None,
    runs: int | None = None,
    spread: str | None = None,
) -> LeagueTable:
    """Read the scores of learners on data sets from a file.

    Parameters
    ----------
    path : path
        A wide or long table (.csv, .tsv, .parquet, .xlsx, .arff, .jsonl; text also with .gz), Weka's results (CSV or
        ARFF), a table of OpenML's evaluations, or results.csv of the AutoML benchmark; ``-`` is standard input.
    metric : str, optional
        The metric of the scores, or the one to read where there are several.
    higher_is_better : bool, optional
        The direction of a metric whose name does not tell it.
    lower, higher : str, list of str or bool, optional
        The same by the name of the metric; True is the metric that is read.
    missing : {"refuse", "drop"}
        What a missing score means: an error, or that a pair is judged without that data set.
    learners : list of str, optional
        The learners to read, in this order.
    tables : dict, optional
        Tables that were read before, by their paths.
    runs : int, optional
        Over how many runs deviations beside the scores are (``0.91 ± 0.02``), where no column says it.
    spread : {"std", "se", "none"}, optional
        What stands beside the scores: deviations, standard errors, or what is not to be used.
    """
    asked = LeagueAsked.of(metric, DirectionWords.of(lower, higher, higher_is_better), missing, learners, runs, spread)
    check_path("path", path)
    if path is None:
        raise InputError("path", "None is not a path")
    if str(path) != STDIN and not Path(path).is_file():
        raise InputError(str(path), "is a folder, not a file" if Path(path).is_dir() else "there is no such file")
    if str(path).lower().endswith(".json"):
        found = read_json(Path(path))
        if isinstance(found, Mapping) and rows_of_json(found) is None:
            return _of_object(str(path), found, asked)
    source, table = STDIN_NAME if str(path) == STDIN else str(path), (tables or {}).get(str(path)) or read_table(path)
    return table_of_sheet(Sheet.of(table.columns, source, table.numbers), asked)


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
