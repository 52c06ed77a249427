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
from outperform.report.html import render, shown, write
from outperform.report.summary import page_date


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
    text = render(
        "lab.html",
        title=lab_headline(readings),
        basis=_basis(readings),
        figures=[shown(figure, key, numbers=True) for key, figure in _figures(readings, pvalues)],
        rows=readings,
        facts=[*_facts(readings)],
        command=command,
    )
    return write(text, path)


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
