"""Every kind of answer as tables for papers: ``--format latex|markdown|csv|json``. Needs no extra."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from outperform.comparison import Comparison, League
from outperform.comparison.rows import flat_row
from outperform.core import InputError, did_you_mean
from outperform.report.tables.agreements import Obtained, agreement_rows, agreement_table
from outperform.report.tables.comparison import comparison_table, has_standings, standings_table
from outperform.report.tables.layout import LayoutTable, csv_text, latex, markdown
from outperform.report.tables.league import league_pairs_table, results_table
from outperform.report.tables.readings import readings_table

FORMATS = ("latex", "markdown", "csv", "json")
MOST = 10  # decimals
Tabled = Comparison | League | Obtained | Sequence[Mapping[str, Any]]


def tables_text(
    answer: Tabled,
    form: str,
    *,
    digits: int | None = None,
    caption: str | None = None,
    label: str | None = None,
    metric_names: Mapping[str, str] | None = None,
) -> str:
    r"""Write an answer, the lab's readings, or agreements with a paper in one of the formats.

    In LaTeX and Markdown several tables follow one another; CSV has a row per pair, reading, or published number.

    Parameters
    ----------
    answer
        What to write.
    form
        ``latex``, ``markdown``, ``csv`` or ``json``; the other options are for the first two.
    digits
        Decimals of scores; percentages and differences in points have two fewer. By default as many as the scores
        have, at most four.
    caption
        The caption of the first table, in place of ours, which explains the marks.
    label
        The key of the first table for ``\ref`` of LaTeX; those of further tables end in ``-2`` and so on.
    metric_names
        What metrics are called in the tables, by their name.
    """
    if form not in FORMATS:
        raise InputError("format", f"{form!r} is not known; {did_you_mean(form, FORMATS)}")
    ways = {"digits": digits, "caption": caption, "label": label, "metric_names": metric_names}
    check_options(form, **ways)
    if not isinstance(answer, Comparison | League):
        for name in (name for name, value in ways.items() if value is not None):
            raise InputError(name, "is for the tables of a comparison or a league")
    if form == "json":
        values = {"readings": list(answer)} if isinstance(answer, Sequence) else answer.to_dict()
        return json.dumps(values, indent=2, allow_nan=False)
    if form == "csv":
        return csv_text(_rows(answer))
    first, *others = _tables(_renamed(answer, metric_names or {}), digits)
    first = replace(first, caption=caption or first.caption, label=label or "")
    others = [replace(each, label=f"{label}-{at}" if label else "") for at, each in enumerate(others, 2)]
    return "\n\n".join(map(latex if form == "latex" else markdown, [first, *others]))


def check_options(form: str, **options: Any) -> None:
    """Raise InputError for an option that the format has no use for, and for one that cannot be."""
    for name, value in options.items():
        if value is not None and (form not in ("latex", "markdown") or (form == "markdown" and name == "label")):
            wanted = "latex" if name == "label" else "latex or markdown"
            raise InputError(name, f"is for {wanted}, not for {form}")
    digits, label = options["digits"], options["label"]
    if digits is not None and (isinstance(digits, bool) or not isinstance(digits, int) or not 0 <= digits <= MOST):
        raise InputError("digits", f"must be a whole number from 0 to {MOST}, got {digits!r}")
    if label is not None and not re.fullmatch(r"[A-Za-z0-9:.+/_-]+", label):
        raise InputError("label", f"may have letters, digits and any of : . + / _ -, got {label!r}")


def _renamed(answer: Tabled, names: Mapping[str, str]) -> Tabled:
    """Return an answer whose metrics have other names."""
    if not names or not isinstance(answer, Comparison | League):
        return answer
    tables = answer.table.scores if isinstance(answer, League) else answer.scores
    known = {answer.table.metric} if isinstance(answer, League) else {table.metric for table in tables}
    for name in names:
        if name not in known:
            problem = f"{name!r} is no metric of this answer; {did_you_mean(name, [each for each in known if each])}"
            raise InputError("metric_names", problem)

    def renamed(thing: Any) -> Any:
        return replace(thing, metric=names.get(thing.metric, thing.metric))

    if isinstance(answer, League):
        return replace(answer, table=renamed(answer.table))
    judgements = [renamed(each) for each in answer.judgements]
    contest = answer.contest
    if contest is not None:
        contest = replace(contest, metrics={names.get(name, name): each for name, each in contest.metrics.items()})
    return replace(answer, scores=tuple(map(renamed, tables)), judgements=tuple(judgements), contest=contest)


def _tables(answer: Tabled, digits: int | None) -> Iterator[LayoutTable]:
    if isinstance(answer, Obtained):
        yield from (agreement_table(answer, table) for table in answer.tables)
    elif isinstance(answer, League):
        yield from (results_table(answer, digits), league_pairs_table(answer, digits))
    elif isinstance(answer, Comparison):
        if has_standings(answer):
            yield standings_table(answer, digits)
        if answer.judgements or not answer.standings:
            yield comparison_table(answer, digits)
    else:
        yield readings_table(answer)


def _rows(answer: Tabled) -> list[dict[str, Any]]:
    if isinstance(answer, Obtained):
        return agreement_rows(answer)
    if isinstance(answer, Comparison | League):
        return [flat_row(row) for row in answer.to_dict()["verdicts"]]
    return [dict(row) for row in answer]
