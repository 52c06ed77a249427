"""Panels: what a figure of small multiples shows, as plain numbers. Other rooms make them; `report` draws them."""

from dataclasses import dataclass
from typing import Any

from outperform.core.errors import InputError

KINDS = ("lines", "bars", "points")


@dataclass(frozen=True)
class Series:
    """One series of points, with or without intervals; published ones are drawn in grey."""

    label: str
    x: tuple[float, ...]
    y: tuple[float, ...]
    low: tuple[float, ...] | None = None
    high: tuple[float, ...] | None = None
    published: bool = False

    def __post_init__(self) -> None:
        """Raise InputError if lengths differ."""
        if (self.low is None) != (self.high is None):
            raise InputError(self.label, "an interval needs both low and high")
        for name in ("y", "low", "high"):
            values = getattr(self, name)
            if values is not None and len(values) != len(self.x):
                raise InputError(self.label, f"x has {len(self.x)} values but {name} has {len(values)}")

    def frame(self) -> list[dict[str, Any]]:
        """Return one row per point."""
        low, high = (end or (None,) * len(self.x) for end in (self.low, self.high))
        return [
            {"series": self.label, "published": self.published, "x": x, "y": y, "low": bottom, "high": top}
            for x, y, bottom, top in zip(self.x, self.y, low, high, strict=True)
        ]


@dataclass(frozen=True)
class Panel:
    """One pair of axes.

    ``marks`` are horizontal reference lines, each with a label; ``categories`` name the positions 0, 1, ... of bars
    and points; ``diagonal`` adds the line x = y, for QQ plots.
    """

    title: str
    x_label: str
    y_label: str
    series: tuple[Series, ...]
    kind: str = "lines"
    marks: tuple[tuple[str, float], ...] = ()
    categories: tuple[str, ...] = ()
    log_x: bool = False
    y_range: tuple[float, float] | None = None
    diagonal: bool = False

    def __post_init__(self) -> None:
        """Raise InputError for an unknown kind or a position without a name."""
        if self.kind not in KINDS:
            raise InputError("kind", f"must be one of {', '.join(KINDS)}, got {self.kind!r}")
        if self.categories:
            known = range(len(self.categories))
            strangers = [x for series in self.series for x in series.x if x not in known]
            if strangers:
                raise InputError(
                    "categories", f"there are {len(self.categories)}, but a point is at position {strangers[0]}"
                )

    def frame(self) -> list[dict[str, Any]]:
        """Return one row per point, with the panel it is in and the name of its position."""
        rows = [row for series in self.series for row in series.frame()]
        names = [{"category": self.categories[int(row["x"])]} if self.categories else {} for row in rows]
        return [{"panel": self.title, **row, **name} for row, name in zip(rows, names, strict=True)]


@dataclass(frozen=True)
class Panels:
    """A figure: panels under one id, with a caption."""

    id: str
    caption: str
    panels: tuple[Panel, ...]

    def frame(self) -> list[dict[str, Any]]:
        """Return one row per point, with the figure and the panel it is in."""
        return [{"figure": self.id, **row} for panel in self.panels for row in panel.frame()]
