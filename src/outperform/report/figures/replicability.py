"""Replicability by source: how often two runs on the same data agree."""

from dataclasses import dataclass
from typing import Self

from outperform.core.panels import Panel, Panels
from outperform.report.figures.base import ReadingsFigure, Rows
from outperform.report.figures.readings import PanelsFigure, by_category, distinct, draw, rows_of

__all__ = ["ReplicabilityFigure", "draw"]


@dataclass(frozen=True)
class ReplicabilityFigure(PanelsFigure, ReadingsFigure):
    """How often two runs on the same data agree: one row per source, one point per procedure, one panel per level."""

    slug = "replicability"
    place = 70
    title = "Replicability by source"

    @classmethod
    def of(cls, readings: Rows) -> Self:
        """Take the readings of replicability."""
        rows = rows_of(readings, "replicability")
        panels = tuple(_panel(rows, level) for level in distinct(rows, "level"))
        caption = (
            "The chance that two runs on different random splits of the same data agree: about splits, not new data."
        )
        return cls(Panels("replicability", caption, panels))


def _panel(rows: Rows, level: float) -> Panel:
    points, names = by_category([row for row in rows if row["level"] == level], "procedure", "source")
    return Panel(f"level {level:g}", "", "replicability", points, "points", (("by chance", 0.5),), names)
