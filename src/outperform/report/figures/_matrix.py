"""The matrix of all pairs, of a league or of fixed systems: a tile per pair, coloured by the difference."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, Self

import numpy as np
from matplotlib.axes import Axes

from outperform.core import Decision, Floats, Judgement, Unit
from outperform.report.figures._canvas import canvas, figure_of, name_rows
from outperform.report.figures._tiles import bare, name_columns, shares, tiles, write_cell
from outperform.report.figures.style import Theme
from outperform.report.names import middle_names
from outperform.words.league_pairs import flip_share
from outperform.words.numbers import digits, p_short, points_style, signed

FULL, BOTH, NUMBERS = 7, 12, 24  # columns up to which a tile holds everything, difference and p, or one of these
SIGNS = {"better": "▲", "worse": "▼"}


@dataclass(frozen=True)
class MatrixCell:
    """One pair from the side of the row: positive differences, and the first wins, are its own."""

    row: str
    column: str
    difference: float | None  # in the unit of the figure
    wins: int | None
    ties: int | None
    losses: int | None
    pvalue: float | None
    p_flip: float | None
    decision: str  # better, worse or open

    @classmethod
    def of(
        cls,
        judgement: Judgement,
        estimate: float | None,
        wins: tuple[int | None, int | None, int | None],
        *,
        turned: bool,
    ) -> Self:
        """Take a pair from the side of its first name, or turned; wins are those of the first, ties, and losses."""
        names, won = (judgement.first, judgement.second), Decision.SECOND if turned else Decision.FIRST
        factor = (100.0 if judgement.unit is Unit.POINTS else 1.0) * (-1 if turned else 1)
        adjusted, decided = judgement.pvalue_adjusted, judgement.decision in {Decision.FIRST, Decision.SECOND}
        return cls(
            *(names[::-1] if turned else names),
            None if estimate is None else factor * estimate + 0.0,
            *(wins[::-1] if turned else wins),
            judgement.verdict.pvalue if adjusted is None else adjusted,
            judgement.p_flip,
            ("better" if judgement.decision is won else "worse") if decided else "open",
        )


def sides_of(order: Sequence[str], baseline: str | None) -> tuple[tuple[str, ...], tuple[str, ...], tuple[bool, ...]]:
    """Return rows, columns, and from which sides a pair is shown: both, or with a baseline that of the others."""
    if baseline is None:
        return tuple(order), tuple(order), (False, True)
    return tuple(name for name in order if name != baseline), (baseline,), (False,)


def in_order(cells: Iterable[MatrixCell], rows: Sequence[str], columns: Sequence[str]) -> tuple[MatrixCell, ...]:
    """Sort tiles by row, then by column."""
    return tuple(sorted(cells, key=lambda cell: (rows.index(cell.row), columns.index(cell.column))))


class Matrix(Protocol):
    """What is drawn as a matrix."""

    @property
    def rows(self) -> Sequence[str]:
        """Return the names of the rows."""

    @property
    def columns(self) -> Sequence[str]:
        """Return the names of the columns."""

    @property
    def cells(self) -> Sequence[MatrixCell]:
        """Return the tiles."""

    @property
    def unit(self) -> Unit:
        """Return the unit of the metric."""


def size_of(figure: Matrix) -> int:
    """Return how many stand side by side: against a baseline there is one column, with room for everything."""
    return len(figure.columns)


def knows(figure: Matrix, name: str) -> bool:
    """Return whether any tile has this number."""
    return any(getattr(cell, name) is not None for cell in figure.cells)


def colour_words(what: str, unit: Unit) -> str:
    """Return what the number and the colour of a tile mean."""
    points = ", points" if unit is Unit.POINTS else ""
    return f"{what}{points}: + (blue) where the row is better, − (orange) where it is worse; the larger, the deeper."


def decision_words(figure: Matrix, level: float, *, adjusted: bool) -> list[str]:
    """Return what the signs mean, and where the p-value stands."""
    size, p = size_of(figure), "adjusted p-value" if adjusted else "p-value"
    words = [f"▲ and ▼: the row is shown to be better, or worse, at level {level:g}."]
    where = "below the difference" if size <= BOTH else "below the diagonal, in place of the difference"
    words += [f"The {p} stands {where}."] if FULL < size <= NUMBERS else []
    return words + ([f"p is the {p}."] if size <= FULL and adjusted else [])


def draw_matrix(figure: Matrix, axes: Axes | None, theme: Theme, flip: str) -> Any:
    """Draw the tiles; ``flip`` names the share of other decisions."""
    parts = 2 + knows(figure, "wins") + knows(figure, "p_flip")
    size = size_of(figure)
    wide, high = _tile_size(size, parts)
    short = middle_names([*figure.rows, *figure.columns], 20)
    width = 1.5 + wide * size / 72
    with canvas(axes, theme, width=width, height=0.9 + high * len(figure.rows) / 72) as place:
        bare(place)
        tiles(place, shares(_table(figure)), theme)
        style, letters = _style(figure), 6.8 if size <= FULL else 6.4 if size <= NUMBERS else 5.0
        for cell in figure.cells:
            at = figure.columns.index(cell.column), figure.rows.index(cell.row)
            words = _words(cell, style, size, flip, upper=at[0] > at[1])
            write_cell(place, at, words, letters, fontweight="normal" if cell.decision == "open" else "bold")
        name_rows(place, [short[name] for name in figure.rows])
        name_columns(place, [short[name] for name in figure.columns], wide)
    return figure_of(place)


def _tile_size(size: int, parts: int) -> tuple[float, float]:
    """Return width and height of a tile, in points."""
    if size == 1:
        return 60.0 * parts, 15.0
    if size <= FULL:
        return 70.0, 10.0 + 9.0 * parts
    return (40.0, 22.0) if size <= BOTH else (33.0, 14.0) if size <= NUMBERS else (11.0, 11.0)


def _table(figure: Matrix) -> Floats:
    """Return the differences [row, column]; NaN where there is none."""
    found = np.full((len(figure.rows), len(figure.columns)), np.nan)
    for cell in figure.cells:
        if cell.difference is not None:
            found[figure.rows.index(cell.row), figure.columns.index(cell.column)] = cell.difference
    return found


def _style(figure: Matrix) -> str:
    known = [cell.difference for cell in figure.cells if cell.difference is not None]
    if figure.unit is not Unit.POINTS:
        return digits(*known)
    return ".1f" if len(figure.columns) > BOTH and max(map(abs, known), default=0.0) >= 0.5 else points_style(*known)


def _words(cell: MatrixCell, style: str, size: int, flip: str, *, upper: bool) -> str:
    """Write what a tile has room for."""
    sign, p = SIGNS.get(cell.decision, ""), p_short(cell.pvalue)
    difference = f"{sign} {'' if cell.difference is None else signed(cell.difference, style)}".strip()
    if size > NUMBERS:
        return sign
    if size > BOTH:
        return difference if upper or not p else p.replace(" ", "")
    if size > FULL:
        return f"{difference}\n{p}".strip()
    counts = [] if cell.wins is None else [f"{cell.wins} / {cell.ties} / {cell.losses}"]
    lines = [difference, *counts, *([f"p {p}"] if p else [])]
    lines += [] if cell.p_flip is None else [f"{flip} {flip_share(cell.p_flip)}".replace("under ", "< ")]
    return ("   ·   " if size == 1 else "\n").join(lines)
