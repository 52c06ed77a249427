"""Variance components: correlations of the differences, and the variance divided by its estimate."""

from dataclasses import dataclass
from typing import Self

from outperform.core.panels import Panel, Panels
from outperform.report.figures.base import ReadingsFigure, Rows
from outperform.report.figures.readings import PanelsFigure, by_category, distinct, draw, rows_of

__all__ = ["VarianceFigure", "draw"]

SHOWN = {
    "political-ratio": ("Variance / its estimate", (("unbiased", 1.0),)),
    "rho1": ("Within a repeat", (("independent", 0.0),)),
    "rho2": ("Between repeats", (("independent", 0.0),)),
}


@dataclass(frozen=True)
class VarianceFigure(PanelsFigure, ReadingsFigure):
    """Variance over its estimate, and correlations of the differences: one point per procedure and source."""

    slug = "variance"
    place = 90
    title = "Variance components"

    @classmethod
    def of(cls, readings: Rows) -> Self:
        """Take the readings of Wang et al.'s ratio and correlations."""
        known = [measure for measure in SHOWN if measure in distinct(readings, "measure")]
        panels = tuple(_panel(rows_of(readings, measure), measure) for measure in known or ["political-ratio"])
        caption = "A ratio above 1 means that the test underestimates the variance: it gives too many false positives."
        return cls(Panels("variance", caption, panels))


def _panel(rows: Rows, measure: str) -> Panel:
    title, marks = SHOWN[measure]
    levels = distinct(rows, "level")  # a component has nothing to do with the level: every one of them repeats it
    chosen = [row for row in rows if row["level"] == levels[0]]
    points, names = by_category(chosen, "source", "procedure")
    label = "ratio" if measure == "political-ratio" else f"correlation {measure}"
    return Panel(title, "", label, points, "points", marks, names)
