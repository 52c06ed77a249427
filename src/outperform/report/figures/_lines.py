"""Lines and points along a numeric axis, with labels at the ends of lines."""

from math import isfinite
from typing import Any

from matplotlib.axes import Axes
from matplotlib.transforms import ScaledTranslation

from outperform.core.panels import Panel, Series
from outperform.report.figures._canvas import figure_of
from outperform.report.figures.style import Look, Looks, Theme
from outperform.report.spread import spread

MANY = 40  # points of a series beyond which markers would run into each other


def hollow(theme: Theme, marker: str) -> dict[str, Any]:
    """Return the look of a published point."""
    return {"marker": marker, "markerfacecolor": theme.paper, "markeredgecolor": theme.soft, "markersize": 4.5}


def draw(panel: Panel, axes: Axes, looks: Looks, theme: Theme) -> None:
    """Draw every series as a line with a band, or as points with whiskers."""
    for series in panel.series:
        if series.published:
            marker = looks[series.label].marker if series.label in looks else "D"
            dash = "--" if panel.kind == "lines" else "none"
            axes.plot(series.x, series.y, color=theme.soft, linestyle=dash, linewidth=1, **hollow(theme, marker))
            continue
        look = looks[series.label]
        many = len(series.x) > MANY
        ways: dict[str, Any] = {"linestyle": look.dash, "marker": "" if many else look.marker}
        if panel.kind == "points":
            ways = {"linestyle": "none", "marker": look.marker, "markersize": 2.0 if many else 4.0}
        axes.plot(series.x, series.y, color=look.colour, **ways)
        _interval(series, axes, look.colour, band=panel.kind == "lines")


def _interval(series: Series, axes: Axes, colour: str, *, band: bool) -> None:
    if series.low is None or series.high is None:
        return
    if band:
        axes.fill_between(series.x, series.low, series.high, color=colour, alpha=0.15, linewidth=0)
    else:
        axes.vlines(series.x, series.low, series.high, color=colour, linewidth=1.2)


def label_ends(panel: Panel, axes: Axes, looks: Looks, theme: Theme) -> None:
    """Write the name of each line beside its last point, moved apart where they would overlap."""
    ends = [(series, _end(series)) for series in panel.series if any(map(isfinite, series.y))]
    if len(ends) < 2:
        return
    low, high = axes.get_ylim()
    height = 0.72 * figure_of(axes).get_figheight() * 72  # of the axes, in points, nearly
    wanted = [(y - low) / (high - low) for _, y in ends]
    for (series, _), y in zip(ends, spread(wanted, 9.0 / height), strict=True):
        grey = Look(theme.soft, looks[series.label].marker if series.label in looks else "D", "--")
        _label(series, axes, y, grey if series.published else looks[series.label], theme)


def _label(series: Series, axes: Axes, y: float, look: Look, theme: Theme) -> None:
    """Write one name at a height, a sample of its marker before it."""
    face = theme.paper if series.published else look.colour
    shift = ScaledTranslation(7 / 72, 0, figure_of(axes).dpi_scale_trans)
    axes.plot([1], [y], transform=axes.transAxes + shift, marker=look.marker, color=look.colour, markerfacecolor=face,
              clip_on=False)  # fmt: skip
    axes.annotate(
        f"{series.label} (published)" if series.published else series.label,
        (1, y),
        xycoords="axes fraction",
        xytext=(12, 0),
        textcoords="offset points",
        va="center",
        fontsize=7,
        color=theme.soft if series.published else theme.ink,
        annotation_clip=False,
    )


def _end(series: Series) -> float:
    return max((x, y) for x, y in zip(series.x, series.y, strict=True) if isfinite(y))[1]
