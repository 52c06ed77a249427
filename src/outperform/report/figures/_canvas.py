"""Where a figure is drawn: on axes of the caller, or on a figure of its own."""

from collections.abc import Iterator
from contextlib import contextmanager

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from outperform.report.figures.style import COLUMN, LIGHT, Theme, new_figure, styled


@contextmanager
def canvas(axes: Axes | None, theme: Theme = LIGHT, width: float = COLUMN, height: float = 2.2) -> Iterator[Axes]:
    """Return axes to draw on in our style."""
    with styled(theme):
        yield new_figure(width, height).add_subplot() if axes is None else axes


def figure_of(axes: Axes) -> Figure:
    """Return the whole figure that the axes are in, through sub-figures."""
    figure = axes.figure
    assert figure is not None, "axes are always in a figure"
    return figure if isinstance(figure, Figure) else figure.figure


def name_rows(axes: Axes, names: list[str], room: float = 0.5) -> None:
    """Write names down the left side, the first at the top; the grid runs along the values alone."""
    axes.set_yticks(range(len(names)), names)
    axes.set_ylim(len(names) - 0.5, -room)
    axes.tick_params(axis="y", length=0)
    axes.grid(visible=False, axis="y")


def write_right(axes: Axes, row: float, words: str, *, bold: bool = False) -> None:
    """Write a note to the right of a row."""
    axes.annotate(
        words,
        (1, row),
        xycoords=axes.get_yaxis_transform(),
        xytext=(4, 0),
        textcoords="offset points",
        va="center",
        fontsize=7,
        fontweight="bold" if bold else "normal",
        annotation_clip=False,
    )


def reference(axes: Axes, value: float, words: str, theme: Theme, *, upright: bool = False) -> None:
    """Draw a reference line with its words: at the right end, or at the top where values run to the right."""
    (axes.axvline if upright else axes.axhline)(value, color=theme.soft, linestyle="--", linewidth=0.9, zorder=1.5)
    axes.annotate(
        words,
        (value, 1) if upright else (1, value),
        xycoords=axes.get_xaxis_transform() if upright else axes.get_yaxis_transform(),
        xytext=(2, -1) if upright else (-1, 2),
        textcoords="offset points",
        ha="left" if upright else "right",
        va="top" if upright else "bottom",
        fontsize=6.5,
        color=theme.soft,
    )
