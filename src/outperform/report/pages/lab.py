"""The page of a study of the lab: headline, figures, all measurements, methods."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from outperform.core import InputError
from outperform.engine.versions import versions
from outperform.lab.card import TOLERANCE
from outperform.report.figures import CATALOGUE, QuantilesFigure, ReadingsFigure
from outperform.report.figures.base import Rows
from outperform.report.figures.readings import distinct
from outperform.report.pages.blocks import Facts, Page, PageTable, Paragraph, Section, again, figures
from outperform.report.pages.html import write
from outperform.report.pages.inline import drawn
from outperform.report.pages.summary import page_date


def lab_page(
    readings: Rows,
    path: str | Path | None = None,
    *,
    pvalues: Mapping[str, Sequence[float]] | None = None,
    command: str = "",
) -> str:
    """Make the page of readings; ``pvalues`` of true nulls, by procedure, add a QQ plot."""
    if not readings:
        raise InputError("readings", "there are none: run a study first (outperform lab run)")
    drawings = [drawn(figure, key, numbers=True) for key, figure in _figures(readings, pvalues)]
    sections = [
        *([Section("figures", "Figures", figures(drawings), "Figures")] if drawings else []),
        Section("readings", "All measurements", [_readings(readings)], "All measurements"),
        Section("methods", "Methods", [Facts([*_facts(readings)]), *(again(command) if command else [])], "Methods"),
    ]
    return write(Page(lab_headline(readings), [Paragraph(_basis(readings), "evidence")], sections), path)


def _readings(readings: Rows) -> PageTable:
    heads = ["procedure", "measure", "value", "low", "high", "level", "source", "learners equally good"]
    rows = [
        [
            row["procedure"],
            row["measure"],
            *(("{:g}" if row["low"] == row["high"] else "{:.4f}").format(row[end]) for end in ("value", "low", "high")),
            str(row["level"]),
            row["source"],
            {True: "yes", False: "no", None: "unknown"}[row["null"]],
            str(row["datasets"]),
            str(row["repetitions"]),
        ]
        for row in readings
    ]
    caption = "One row per procedure, measure and source. “low” and “high” are the ends of the 95% confidence interval."
    kinds = ["spec", "", "n", "n", "n", "n", "spec", "", "n", "n"]
    return PageTable([*heads, "data sets", "repetitions"], rows, caption, "All measurements", columns=kinds)


def lab_headline(readings: Rows) -> str:
    """Return one sentence: which procedures were shown to give too many false positives."""
    nulls = [row for row in readings if row["measure"] == "rejection" and row["null"]]
    tested = distinct(nulls, "procedure")
    liberal = list(dict.fromkeys(row["procedure"] for row in nulls if row["low"] > row["level"]))
    if not tested:
        return f"{_count(distinct(readings, 'procedure'), 'procedure')} measured"
    if not liberal:
        who = "Every procedure" if len(tested) > 1 else tested[0]
        if all(row["high"] < row["level"] + TOLERANCE for row in nulls):
            return f"{who} kept its level"
        none = "No procedure was" if len(tested) > 1 else f"{tested[0]} was not"
        return f"{none} shown to give too many false positives"
    return f"{', '.join(liberal)} {'gives' if len(liberal) == 1 else 'give'} too many false positives"


def _basis(readings: Rows) -> str:
    parts = [_count(distinct(readings, key), word) for key, word in (("procedure", "procedure"), ("source", "source"))]
    most = max(row["datasets"] for row in readings)
    return f"{parts[0]} on {parts[1]}, up to {most} data sets each"


def _count(values: list[Any], word: str) -> str:
    return f"{len(values)} {word}{'' if len(values) == 1 else 's'}"


def _figures(readings: Rows, pvalues: Mapping[str, Sequence[float]] | None) -> Iterator[tuple[str, Any]]:
    """Make every figure that these readings allow."""
    for slug, kind in CATALOGUE.items():
        if issubclass(kind, ReadingsFigure):
            yield from ((f"{slug}{number}", figure) for number, figure in kind.each(readings))
    if pvalues:
        yield "quantiles", QuantilesFigure.of(pvalues)


def _facts(readings: Rows) -> Iterator[tuple[str, str]]:
    for name, key in (("Procedures", "procedure"), ("Sources", "source"), ("Measures", "measure"), ("Levels", "level")):
        yield name, ", ".join(map(str, distinct(readings, key)))
    keys = dict.fromkeys(row["key"] for row in readings if "key" in row)  # readings by hand have none
    if keys:
        yield "All parameters", "; ".join(keys)
    yield "Data sets", ", ".join(map(str, distinct(readings, "datasets")))
    yield "Repetitions", ", ".join(map(str, distinct(readings, "repetitions")))
    yield "Date", page_date()
    yield "Versions", versions()
