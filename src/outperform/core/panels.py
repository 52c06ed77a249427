"""What a figure shows, as plain numbers: made anywhere, drawn by ``report`` alone."""

from dataclasses import dataclass
from typing import Any

Numbers = tuple[float, ...]


@dataclass(frozen=True)
class Series:
    """One curve, or one set of bars or points."""

    label: str
    x: Numbers
    y: Numbers
    low: Numbers | None = None
    high: Numbers | None = None
    published: bool = False  # a paper's own numbers, drawn apart from ours


@dataclass(frozen=True)
class Panel:
    """One frame with its axes."""

    title: str
    x_label: str
    y_label: str
    series: tuple[Series, ...]
    kind: str = "lines"  # or "bars", "points"
    marks: tuple[tuple[str, float], ...] = ()  # horizontal lines with a word each
    categories: tuple[str, ...] = ()  # names of the places 0, 1, ... on the x axis
    log_x: bool = False
    y_range: tuple[float, float] | None = None
    diagonal: bool = False  # the line y = x, for QQ plots


@dataclass(frozen=True)
class Panels:
    """Frames that belong together: one figure."""

    id: str
    caption: str
    panels: tuple[Panel, ...]

    def frame(self) -> list[dict[str, Any]]:
        """Give all that is drawn as rows."""
        return [
            {"panel": panel.title, "series": series.label, "x": x, "y": y}
            for panel in self.panels
            for series in panel.series
            for x, y in zip(series.x, series.y, strict=True)
        ]
