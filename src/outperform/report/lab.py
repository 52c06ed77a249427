"""The page of a study of the lab: what its readings say, figures, all readings, methods."""

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


def lab_page(
    readings: Rows,
    path: str | Path | None = None,
    *,
    pvalues: Mapping[str, Sequence[float]] | None = None,
    command: str = "",
) -> str:
    """Make the page of readings; ``pvalues`` of true nulls, by procedure, add a QQ plot."""
    if not readings:
        raise InputError("readings", "there are none to show")
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
    """Return one sentence: which procedures rejected true nulls too often, as far as the intervals tell."""
    nulls = [row for row in readings if row["measure"] == "rejection" and row["null"]]
    tested = distinct(nulls, "procedure")
    liberal = list(dict.fromkeys(row["procedure"] for row in nulls if row["low"] > row["level"]))
    if not tested:
        return f"{_count(distinct(readings, 'procedure'), 'procedure')} measured"
    if not liberal:
        who = "Every procedure" if len(tested) > 1 else tested[0]
        if all(row["high"] < row["level"] + TOLERANCE for row in nulls):
            return f"{who} held its level"
        return f"{'No procedure was' if len(tested) > 1 else f'{tested[0]} was not'} shown to be liberal"
    return f"{', '.join(liberal)} rejected true nulls more often than the level allows"


def _basis(readings: Rows) -> str:
    parts = [_count(distinct(readings, key), word) for key, word in (("procedure", "procedure"), ("source", "source"))]
    most = max(row["datasets"] for row in readings)
    return f"{parts[0]} on {parts[1]}, up to {most} datasets each"


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
        yield "With all that decides", "; ".join(keys)
    yield "Datasets", ", ".join(map(str, distinct(readings, "datasets")))
    yield "Repetitions", ", ".join(map(str, distinct(readings, "repetitions")))
    yield "Versions", versions()
