"""Tables of coloured tiles: one hue for above 0, one for below, deeper where a value is larger."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import PathPatch
from matplotlib.path import Path

from outperform.core import Floats
from outperform.report.figures.style import Theme

STEPS, DEEPEST = 8, 0.6  # of colours, and how much of its hue the deepest has: ink stays readable on it
LETTER = 4.3  # points: the usual width of a letter of a name


def shares(values: Floats, *, by_row: bool = False) -> Floats:
    """Scale values to [-1, 1]: by the 90 % quantile of their sizes, so that a single giant does not hide the rest."""
    sizes = np.abs(values)
    axis = 1 if by_row else None
    known = np.where(np.isnan(sizes), 0.0, sizes)
    top = known.max(axis=axis, keepdims=True) if by_row else np.quantile(known[known > 0], 0.9) if known.any() else 1.0
    found: Floats = np.clip(values / np.where(top == 0, 1.0, top), -1, 1)
    return found


def tiles(axes: Axes, values: Floats, theme: Theme) -> None:
    """Draw values [row, column] of [-1, 1] as tiles around whole numbers; NaN has none."""
    depths = np.ceil(np.abs(np.nan_to_num(values)) * STEPS - 1e-9).astype(int)
    for side, hue in ((1, theme.hues[0]), (-1, theme.hues[1])):
        for depth in range(1, STEPS + 1):
            here = np.argwhere((depths == depth) & (np.sign(np.nan_to_num(values)) == side))
            if len(here):
                path = Path.make_compound_path(*(_tile(column, row) for row, column in here))
                axes.add_patch(PathPatch(path, facecolor=hue, alpha=DEEPEST * depth / STEPS, linewidth=0, zorder=1.2))


def _tile(x: float, y: float) -> Path:
    reach = 0.47
    corners = [(x - reach, y - reach), (x + reach, y - reach), (x + reach, y + reach), (x - reach, y + reach)]
    return Path([*corners, corners[0]], closed=True)


def name_columns(axes: Axes, names: Sequence[str], wide: float) -> None:
    """Write names above the columns, upright where one is wider than its column of so many points."""
    turned = max(map(len, names)) * LETTER > wide - 2
    axes.set_xticks(range(len(names)), names, rotation=90 if turned else 0)
    axes.tick_params(axis="x", length=0, labeltop=True, labelbottom=False)
    axes.set_xlim(-0.5, len(names) - 0.5)


def bare(axes: Axes) -> None:
    """Take frame and grid away."""
    axes.grid(visible=False)
    for spine in axes.spines.values():
        spine.set_visible(False)


def write_cell(axes: Axes, at: tuple[int, int], words: str, size: float, **ways: Any) -> None:
    """Write into the middle of a tile."""
    axes.text(*at, words, fontsize=size, ha="center", va="center", linespacing=1.25, **ways)
