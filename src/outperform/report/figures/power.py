"""Power and replicability in one plot, along the parameter in which the sources differ."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Self

from matplotlib.axes import Axes

from outperform.core.panels import Panel, Panels
from outperform.report.figures._canvas import canvas, figure_of
from outperform.report.figures.base import ReadingsFigure, Rows
from outperform.report.figures.panels import draw_panel, width_for
from outperform.report.figures.readings import PanelsFigure, distinct, rows_of, series, varying
from outperform.report.figures.style import LIGHT, Looks, Theme

__all__ = ["PowerFigure", "draw"]


@dataclass(frozen=True)
class PowerFigure(PanelsFigure, ReadingsFigure):
    """Rejection rate and replicability along one parameter of the source: one pair of lines per procedure."""

    slug = "power"
    place = 100
    title = "Power and replicability"

    @classmethod
    def of(cls, readings: Rows) -> Self:
        """Take the rejection rates and the replicability at the first level."""
        level = distinct(readings, "level")[0]
        rows = rows_of(readings, "rejection", level=level)
        name, at = varying(rows)
        agree = [row for row in readings if row["measure"] == "replicability" and row["level"] == level]
        name = f"{name} of {distinct(rows, 'source')[0].partition('(')[0]}"
        measured = (("rejection", rows), ("replicability", agree))
        panels = tuple(_panel(measure, name, found, at, level) for measure, found in measured if found)
        caption = "How often each procedure finds a difference (solid)"
        caption += ", and how often two runs on the same data agree (dashed)." if agree else "."
        return cls(Panels("power", caption, panels))

    @classmethod
    def each(cls, readings: Rows) -> Iterator[tuple[str, Self]]:
        """Return one per family of sources: a curve runs along one source's parameter, off the null."""
        for number, family in enumerate(_families(readings)):
            for _, figure in super().each(family):
                yield str(number), figure


def _families(readings: Rows) -> list[Rows]:
    """Share the readings out by the name of their source, without those where the null is true everywhere."""
    names = [str(row["source"]).partition("(")[0] for row in readings]
    shared = [[row for row, name in zip(readings, names, strict=True) if name == one] for one in dict.fromkeys(names)]
    return [rows for rows in shared if not all(row["null"] for row in rows)]


def _panel(measure: str, name: str, rows: Rows, at: dict[str, float], level: float) -> Panel:
    curves = tuple(_curve(rows, procedure, at) for procedure in distinct(rows, "procedure"))
    return Panel(measure, name, measure, curves, marks=(("level", level),), y_range=(0, 1))


def _curve(rows: Rows, procedure: str, at: dict[str, float]) -> Any:
    chosen = sorted((row for row in rows if row["procedure"] == procedure), key=lambda row: at[row["source"]])
    return series(procedure, chosen, (at[row["source"]] for row in chosen))


def draw(figure: PowerFigure, axes: Axes | None = None, *, looks: Looks | None = None, theme: Theme = LIGHT) -> Any:
    """Draw both panels on one pair of axes; looks of learners do not matter here."""
    solid, *dashed = figure.panels.panels
    looks = Looks.of((curve.label for curve in solid.series), theme)
    with canvas(axes, theme, width_for(solid), 2.6) as place:
        for panel in dashed:
            for curve in panel.series:
                place.plot(curve.x, curve.y, color=looks[curve.label].colour, linestyle="--", linewidth=1)
        draw_panel(solid, place, looks, theme)
        place.set_title("")
        place.set_ylabel("rejection rate (solid), agreement (dashed)" if dashed else "rejection rate")
    return figure_of(place)
