"""The readings of the lab as a table for papers."""

from collections.abc import Mapping, Sequence
from typing import Any

from outperform import __version__
from outperform.core import InputError
from outperform.report.tables.layout import LayoutCell, LayoutTable


def readings_table(readings: Sequence[Mapping[str, Any]]) -> LayoutTable:
    """Lay out a row per procedure, source and level, a column per measure; rates above their level are marked."""
    if not readings:
        raise InputError("readings", "there are none: run a study first (outperform lab run)")
    measures = list(dict.fromkeys(row["measure"] for row in readings))
    same = {key: found for key in ("source", "level") if len(found := {row[key] for row in readings}) == 1}
    keys = [key for key in ("source", "procedure", "level") if key not in same]
    places = dict.fromkeys(tuple(row[key] for key in keys) for row in readings)
    at = {(*(row[key] for key in keys), row["measure"]): row for row in readings}
    lines = tuple(
        (*(LayoutCell(f"{part:g}" if isinstance(part, float) else str(part)) for part in place),
         *(_reading_cell(at.get((*place, measure))) for measure in measures))
        for place in places
    )  # fmt: skip
    counts = sorted({int(row["datasets"]) for row in readings})
    where = "".join(f", {key} {next(iter(value))}" for key, value in same.items())
    words = (
        f"Measured values with 95% Monte Carlo intervals{where}. * marks a rejection rate whose interval is above the "
    )
    words += "level where the null is true: the procedure gives too many false positives."
    datasets = f"{counts[0]}" if len(counts) == 1 else f"{counts[0]} to {counts[-1]}"
    sentence = f"Procedures were measured on {datasets} data sets per source with outperform {__version__}."
    return LayoutTable(words, (*keys, *measures), lines, sentence)


def _reading_cell(row: Mapping[str, Any] | None) -> LayoutCell:
    if row is None:
        return LayoutCell("")
    liberal = row["measure"] == "rejection" and row["null"] is True and row["low"] > row["level"]
    if row["low"] == row["high"]:
        return LayoutCell(f"{row['value']:.4g}")
    return LayoutCell(f"{row['value']:.3f} ({row['low']:.3f} to {row['high']:.3f})", "*" if liberal else "")
