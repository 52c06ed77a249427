"""Small multiples from plain numbers: lines, bars and points, ours in colour, published ones hollow and grey."""

from collections.abc import Sequence
from math import ceil
from textwrap import wrap
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.ticker import NullFormatter

from outperform.core.panels import Panel, Panels
from outperform.report.figures import _bars, _lines
from outperform.report.figures._canvas import figure_of, reference
from outperform.report.figures.save import save, svg
from outperform.report.figures.style import COLUMN, LIGHT, PAGE, Looks, Theme, new_figure, styled

__all__ = ["draw", "save", "svg"]

HEIGHT = 2.2  # inches per row of panels


def draw(panels: Panels, axes: Figure | Sequence[Axes] | None = None, theme: Theme = LIGHT) -> Figure:
    """Draw all panels: on a new figure, on one that is given, or on axes of the caller, one per panel."""
    looks = Looks.of(
        (series.label for panel in panels.panels for series in panel.series if not series.published), theme
    )
    with styled(theme):
        figure, places = _places(panels, axes)
        lies = _bars.lie(panels.panels)
        direct = len(panels.panels) == 1 and _has_ends(panels.panels[0])
        for panel, place in zip(panels.panels, places, strict=True):
            draw_panel(panel, place, looks, theme, direct=direct, lies=lies and bool(panel.categories))
        _share(panels, places, lies=lies)
        if not direct and not all(map(_bars.names_itself, panels.panels)):
            _key(figure, panels, looks, theme)
    return figure


def draw_panel(
    panel: Panel, axes: Axes, looks: Looks, theme: Theme = LIGHT, *, direct: bool = True, lies: bool = False
) -> None:
    """Draw one panel; call it inside ``styled``. Lines are labelled at their ends if ``direct``."""
    if panel.log_x:
        axes.set_xscale("log")
        axes.xaxis.set_major_formatter(lambda value, _: f"{value:g}")
        axes.xaxis.set_minor_formatter(NullFormatter())
    if _has_ends(panel):
        _lines.draw(panel, axes, looks, theme)
    else:
        _bars.draw(panel, axes, looks, theme, lies=lies)
    if panel.diagonal:
        axes.axline((0, 0), slope=1, color=theme.soft, linestyle=":", linewidth=1)
    if panel.y_range is not None:
        _limit(panel, axes, lies=lies)
    for words, value in panel.marks:
        reference(axes, value, words, theme, upright=lies)
    _write(panel, axes, lies=lies)
    if direct and _has_ends(panel):
        _lines.label_ends(panel, axes, looks, theme)


def _has_ends(panel: Panel) -> bool:
    """Return whether the series run along a numeric axis, so that each has an end to write its name at."""
    return panel.kind != "bars" and not panel.categories


def _limit(panel: Panel, axes: Axes, *, lies: bool) -> None:
    low, high = panel.y_range or (0.0, 1.0)
    room = 0.0 if panel.kind == "bars" else 0.025 * (high - low)  # for markers that lie at the very end
    (axes.set_xlim if lies else axes.set_ylim)(low - room, high + room)


def _write(panel: Panel, axes: Axes, *, lies: bool) -> None:
    """Write title and labels; a title that is wider than its panel is broken."""
    spec = axes.get_subplotspec()
    columns = 1 if spec is None else spec.get_gridspec().ncols
    axes.set_title("\n".join(wrap(panel.title, int(10.5 * figure_of(axes).get_figwidth() / columns))))
    axes.set_xlabel(panel.y_label if lies else panel.x_label)
    axes.set_ylabel(panel.x_label if lies else panel.y_label)


def _places(panels: Panels, axes: Figure | Sequence[Axes] | None) -> tuple[Figure, list[Axes]]:
    if axes is not None and not isinstance(axes, Figure):
        return figure_of(axes[0]), list(axes)
    count = len(panels.panels)
    columns = count if count < 4 else 2 if count == 4 else 3
    rows = ceil(count / columns)
    tall = max((len(panel.categories) for panel in panels.panels), default=0) if _bars.lie(panels.panels) else 0
    height = max(HEIGHT, 0.6 + 0.19 * tall * _bars.thickness(panels))
    width = width_for(panels.panels[0]) if count == 1 else PAGE
    figure = axes or new_figure(width, height * rows + 0.25 * (count > 1))
    return figure, [figure.add_subplot(rows, columns, number + 1) for number in range(count)]


def width_for(panel: Panel) -> float:
    """Return the width of a single panel: a column, and more for long names at the ends of lines or before bars."""
    beside = panel.categories if _bars.lie([panel]) else [one.label for one in panel.series] if _has_ends(panel) else []
    return min(PAGE, COLUMN + 0.045 * max(0, max(map(len, beside), default=0) - 10))


def _share(panels: Panels, places: list[Axes], *, lies: bool) -> None:
    """Show only once per row what all panels say: names of positions, and the label of the upright axis."""
    inner = [axes for axes in places if (spec := axes.get_subplotspec()) is not None and not spec.is_first_col()]
    if lies and len({panel.categories for panel in panels.panels}) == 1:
        for axes in inner:
            axes.tick_params(labelleft=False)
    if len({(panel.y_label, panel.x_label) for panel in panels.panels}) == 1:
        for axes in inner:
            axes.set_ylabel("")


def _key(figure: Figure, panels: Panels, looks: Looks, theme: Theme) -> None:
    """Put one key above all panels: they share their colours."""
    kinds = {panel.kind for panel in panels.panels}
    dashed: Any = (lambda dash: dash) if "lines" in kinds else lambda _: "none"
    handles = [
        Line2D([], [], color=look.colour, marker="s" if "bars" in kinds else look.marker, linestyle=dashed(look.dash))
        for look in looks.values()
    ]
    names = list(looks)
    if any(series.published for panel in panels.panels for series in panel.series):
        handles.append(Line2D([], [], color=theme.soft, linestyle=dashed("--"), **_lines.hollow(theme, "D")))
        names.append("published")
    if len(handles) > 1:
        names = [f" {name}" if name.startswith("_") else name for name in names]  # matplotlib hides a leading _
        letters = max(map(len, names)) + 5
        columns = max(1, min(len(handles), int(figure.get_figwidth() * 15 / letters)))
        figure.legend(handles, names, loc="outside upper left", ncols=columns, borderaxespad=0.2)
