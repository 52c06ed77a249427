"""Type I error: how often procedures find a difference where the null is true, against the level."""

from dataclasses import dataclass
from typing import Self

from outperform.core.panels import Panel, Panels
from outperform.report.figures.base import ReadingsFigure, Rows
from outperform.report.figures.readings import PanelsFigure, by_category, distinct, draw, rows_of

__all__ = ["TypeOneFigure", "draw"]


@dataclass(frozen=True)
class TypeOneFigure(PanelsFigure, ReadingsFigure):
    """How often a difference is found where there is none: one bar per procedure, one panel per source and level."""

    slug = "type-one"
    place = 60
    title = "False positives (Type I error)"

    @classmethod
    def of(cls, readings: Rows) -> Self:
        """Take the rejection rates of true nulls."""
        rows = rows_of(readings, "rejection", null=True)
        caption = "How often each procedure finds a difference where there is none. Above the level: too many."
        places = dict.fromkeys((row["source"], row["level"]) for row in rows)
        return cls(Panels("type-one", caption, tuple(_panel(rows, *place) for place in places)))


def _panel(rows: Rows, source: str, level: float) -> Panel:
    chosen = [row for row in rows if (row["source"], row["level"]) == (source, level)]
    bars, names = by_category(chosen, "procedure", "procedure")
    levels = len(distinct(rows, "level")) > 1
    title = f"{source} at {level:g}" if levels else source
    most = 1.05 * max(1.3 * level, *(float(row["high"]) for row in rows))
    return Panel(title, "", "rejection rate", bars, "bars", (("level", level),), names, y_range=(0, most))
