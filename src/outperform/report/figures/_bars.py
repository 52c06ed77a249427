"""Bars and points at named positions; they lie down where the names are long."""

from collections.abc import Iterable

from matplotlib.axes import Axes

from outperform.core.panels import Panel, Panels, Series
from outperform.report.figures._lines import hollow
from outperform.report.figures.style import Looks, Theme


def lie(panels: Iterable[Panel]) -> bool:
    """Return whether values run to the right: some names are too long to stand side by side."""
    return any(sum(len(name) + 2 for name in panel.categories) > 28 for panel in panels)


def thickness(panels: Panels) -> float:
    """Return the room of a position, in lines of text."""
    counts = [1 + max(_slots(panel).values(), default=0) for panel in panels.panels if panel.categories]
    return max(1.0, 0.6 * max(counts, default=1))


def draw(panel: Panel, axes: Axes, looks: Looks, theme: Theme, *, lies: bool) -> None:
    """Draw the series side by side at each position; a published one lies on ours of the same label."""
    slots = _slots(panel)
    count = 1 + max(slots.values(), default=0)
    width = 0.8 / count
    for series in panel.series:
        shift = (slots[series.label] - (count - 1) / 2) * width
        places = [x + shift for x in series.x]
        if series.published:
            _points(series, places, axes, hollow(theme, "D") | {"color": theme.soft}, lies=lies)
        elif panel.kind == "bars":
            (axes.barh if lies else axes.bar)(places, series.y, 0.92 * width, color=looks[series.label].colour)
            _whiskers(series, places, axes, theme.ink, lies=lies)
        else:
            look = looks[series.label]
            _points(series, places, axes, {"color": look.colour, "marker": look.marker}, lies=lies)
            _whiskers(series, places, axes, look.colour, lies=lies)
    _name(panel, axes, lies=lies)


def names_itself(panel: Panel) -> bool:
    """Return whether every position has one series alone, which bears its name: no key is needed."""
    places = {panel.categories[int(x)] if panel.categories else "": {s.label for s in panel.series if x in s.x}
              for series in panel.series for x in series.x}  # fmt: skip
    return bool(panel.categories) and all(labels == {name} for name, labels in places.items())


def _slots(panel: Panel) -> dict[str, int]:
    """Find the place of every label beside the others at a position."""
    labels = dict.fromkeys(series.label for series in panel.series)
    return dict.fromkeys(labels, 0) if names_itself(panel) else {label: slot for slot, label in enumerate(labels)}


def _points(series: Series, places: list[float], axes: Axes, look: dict[str, object], *, lies: bool) -> None:
    where = (series.y, places) if lies else (places, series.y)
    axes.plot(*where, linestyle="none", zorder=3, **look)  # type: ignore[arg-type]


def _whiskers(series: Series, places: list[float], axes: Axes, colour: str, *, lies: bool) -> None:
    if series.low is not None and series.high is not None:
        (axes.hlines if lies else axes.vlines)(places, series.low, series.high, color=colour, linewidth=1)


def _name(panel: Panel, axes: Axes, *, lies: bool) -> None:
    """Write the names of the positions; the grid runs along the values alone."""
    if not panel.categories:
        return
    positions = range(len(panel.categories))
    if lies:
        axes.set_yticks(positions, panel.categories)
        axes.set_ylim(len(panel.categories) - 0.5, -1.0 if panel.marks else -0.5)  # room for the words of a mark
        axes.tick_params(axis="y", length=0)
        axes.grid(visible=False, axis="y")
    else:
        axes.set_xticks(positions, panel.categories)
        axes.set_xlim(-0.5, len(panel.categories) - 0.5)
        axes.tick_params(axis="x", length=0)
        axes.grid(visible=False, axis="x")
