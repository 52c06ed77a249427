"""Every kind of answer as tables for papers: ``--format latex|markdown|csv|json``. Needs no extra."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from outperform.comparison import Comparison, League
from outperform.comparison.rows import flat_row
from outperform.core import InputError, did_you_mean
from outperform.report.tables.agreements import Obtained, agreement_rows, agreement_table
from outperform.report.tables.comparison import comparison_table, standings_table
from outperform.report.tables.layout import LayoutTable, csv_text, latex, markdown
from outperform.report.tables.league import league_pairs_table, results_table
from outperform.report.tables.readings import readings_table

FORMATS = ("latex", "markdown", "csv", "json")
Tabled = Comparison | League | Obtained | Sequence[Mapping[str, Any]]


def tables_text(answer: Tabled, form: str) -> str:
    """Write an answer, the lab's readings, or agreements with a paper in one of the formats.

    In LaTeX and Markdown several tables follow one another; CSV has a row per pair, reading, or published number.
    """
    if form not in FORMATS:
        raise InputError("format", f"{form!r} is not known; {did_you_mean(form, FORMATS)}")
    if form == "json":
        values = {"readings": list(answer)} if isinstance(answer, Sequence) else answer.to_dict()
        return json.dumps(values, indent=2, allow_nan=False)
    if form == "csv":
        return csv_text(_rows(answer))
    return "\n\n".join(map(latex if form == "latex" else markdown, _tables(answer)))


def _tables(answer: Tabled) -> Iterator[LayoutTable]:
    if isinstance(answer, Obtained):
        yield from (agreement_table(answer, table) for table in answer.tables)
    elif isinstance(answer, League):
        yield from (results_table(answer), league_pairs_table(answer))
    elif isinstance(answer, Comparison):
        if answer.standings:
            yield standings_table(answer)
        if answer.judgements or not answer.standings:
            yield comparison_table(answer)
    else:
        yield readings_table(answer)


def _rows(answer: Tabled) -> list[dict[str, Any]]:
    if isinstance(answer, Obtained):
        return agreement_rows(answer)
    if isinstance(answer, Comparison | League):
        return [flat_row(row) for row in answer.to_dict()["verdicts"]]
    return [dict(row) for row in answer]
