"""Readings of the lab as a figure needs them: rows of one measure, sources in short, a parameter that varies."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from outperform.core import InputError, OutperformError
from outperform.core.panels import Panels, Series
from outperform.core.spec import parameters
from outperform.report.figures.base import FigureKind, Rows
from outperform.report.figures.panels import draw as draw_panels
from outperform.report.figures.style import LIGHT, Theme
from outperform.sources import CATALOGUE


@dataclass(frozen=True)
class PanelsFigure(FigureKind):
    """A figure that consists of panels alone."""

    panels: Panels

    @property
    def caption(self) -> str:
        """Return how to read it."""
        return self.panels.caption

    def frame(self) -> list[dict[str, Any]]:
        """Return one row per point or bar."""
        return self.panels.frame()


def draw(figure: PanelsFigure, axes: Any = None, *, looks: Any = None, theme: Theme = LIGHT) -> Any:
    """Draw it, on a figure of its own unless one or its axes are given; looks of learners do not matter here."""
    del looks
    return draw_panels(figure.panels, axes, theme)


def rows_of(rows: Rows, measure: str, **facts: Any) -> list[Mapping[str, Any]]:
    """Keep the rows of one measure, and of the facts that are named."""
    found = [row for row in rows if row["measure"] == measure and all(row[key] == facts[key] for key in facts)]
    if not found:
        raise InputError("readings", f"have no {measure}{' where the null is true' if 'null' in facts else ''}")
    return found


def distinct(rows: Rows, key: str) -> list[Any]:
    """List the values of one column, each once, in order."""
    return list(dict.fromkeys(row[key] for row in rows))


def series(label: str, rows: Rows, places: Iterable[float]) -> Series:
    """Make a series of readings with their intervals."""
    value, low, high = (tuple(float(row[key]) for row in rows) for key in ("value", "low", "high"))
    return Series(label, tuple(places), value, low, high)


def by_category(rows: Rows, label: str, category: str) -> tuple[tuple[Series, ...], tuple[str, ...]]:
    """Make a series for every value of ``label``, its points at the values of ``category``."""
    names = distinct(rows, category)
    made = []
    for value in distinct(rows, label):
        chosen = [row for row in rows if row[label] == value]
        made.append(series(str(value), chosen, (float(names.index(row[category])) for row in chosen)))
    return tuple(made), tuple(map(str, names))


def varying(rows: Rows) -> tuple[str, dict[str, float]]:
    """Find the one number in which the sources differ, and its value at each of them."""
    sources = distinct(rows, "source")
    try:
        entries = {source: CATALOGUE.get_entry(source) for source in sources}
    except OutperformError:
        entries = {}
    settings = {source: parameters(entry) for source, entry in entries.items()}
    names = {name for setting in settings.values() for name in setting}
    found = [name for name in sorted(names) if len({setting.get(name) for setting in settings.values()}) > 1]
    if len(found) != 1 or len({entry.slug for entry in entries.values()}) != 1:
        raise InputError("readings", f"a curve needs sources that differ in one parameter, got {', '.join(sources)}")
    return found[0], {source: float(setting[found[0]]) for source, setting in settings.items()}
