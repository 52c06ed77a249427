"""The matrix of a league's pairs: difference, wins, p and p_flip of every row against every column."""

from dataclasses import asdict, dataclass
from typing import Any, Self

import numpy as np
from matplotlib.axes import Axes

from outperform.comparison.league import League
from outperform.core import Decision, Floats, LeagueJudgement, Unit
from outperform.report.figures._canvas import canvas, figure_of, name_rows
from outperform.report.figures._tiles import bare, name_columns, shares, tiles, write_cell
from outperform.report.figures.base import LeagueFigure
from outperform.report.figures.style import LIGHT, Looks, Theme
from outperform.report.names import middle_names
from outperform.words.league_pairs import DATASETS, SPLITS, flip_share, is_adjusted, seen_pair
from outperform.words.numbers import digits, p_short, points_style, signed

FULL, BOTH, NUMBERS = 7, 12, 24  # learners up to which a tile holds everything, difference and p, or one of these
ACROSS = {True: "better", False: "worse"}
SIGNS = {"better": "▲", "worse": "▼"}


@dataclass(frozen=True)
class MatrixCell:
    """One pair from the side of the learner of the row: positive differences, and the first wins, are its own."""

    row: str
    column: str
    difference: float | None  # in the unit of the figure
    wins: int
    ties: int
    losses: int
    pvalue: float | None
    p_flip: float | None
    p_flip_datasets: float | None
    decision: str  # better, worse or open


@dataclass(frozen=True)
class LeaguePairsFigure(LeagueFigure):
    """League: matrix of all pairs with difference, wins, p-value and stability of the decision."""

    slug = "league-pairs"
    place = 220

    rows: tuple[str, ...]
    columns: tuple[str, ...]
    cells: tuple[MatrixCell, ...]
    metric: str
    unit: Unit
    level: float
    adjusted: bool
    pooled: bool  # whether differences are means by random effects

    @classmethod
    def of(cls, league: League) -> Self:
        """Take every pair from both sides; with a baseline, from the side of the others."""
        order = tuple(each.learner for each in league.standings)
        rows = tuple(name for name in order if name != league.baseline)
        columns = order if league.baseline is None else (league.baseline,)
        sides = (False,) if league.baseline is not None else (False, True)
        found = [_cell(each, turned=side) for each in league.judgements for side in sides]
        found.sort(key=lambda cell: (rows.index(cell.row), columns.index(cell.column)))
        adjusted = is_adjusted([*map(seen_pair, league.judgements)])
        pooled = any(each.effect.tau is not None for each in league.judgements)
        metric, unit = league.table.metric or "score", league.judgements[0].unit
        return cls(rows, columns, tuple(found), metric, unit, league.level, adjusted, pooled)

    @property
    def title(self) -> str:
        """Return what is shown."""
        return "Every pair: the learner of the row against that of the column"

    @property
    def size(self) -> int:
        """How many learners stand side by side: against a baseline there is one column, with room for everything."""
        return len(self.columns)

    @property
    def caption(self) -> str:
        """Return how to read it."""
        points = ", points" if self.unit is Unit.POINTS else ""
        by = " by random effects" if self.pooled else ""
        words = [
            f"Mean difference in {self.metric} over data sets{by}{points}: + (blue) where the row is better, "
            "− (orange) where it is worse; the larger, the deeper."
        ]
        if self.size <= FULL:
            words.append("Then: data sets that the row wins / ties / loses.")
        if any(cell.pvalue is not None for cell in self.cells):
            p = "adjusted p-value" if self.adjusted else "p-value"
            words.append(f"▲ and ▼: the row is shown to be better, or worse, at level {self.level:g}.")
            where = "below the difference" if self.size <= BOTH else "below the diagonal, in place of the difference"
            words += [f"The {p} stands {where}."] if FULL < self.size <= NUMBERS else []
            words += [f"p is the {p}."] if self.size <= FULL and self.adjusted else []
        return " ".join([*words, *(self._shares() if self.size <= FULL else ["The table of pairs has all numbers."])])

    def _shares(self) -> list[str]:
        """Return what the shares in the tiles are."""
        kinds = (("p_flip", "splits flip", SPLITS), ("p_flip_datasets", "sets flip", DATASETS))
        known = [(short, what) for name, short, what in kinds if self.knows(name)]
        said = "; ".join(f"{short}: share of {what} that would decide otherwise" for short, what in known)
        return [f"{said[:1].upper()}{said[1:]}."] if said else []

    def knows(self, name: str) -> bool:
        """Return whether any tile has this number."""
        return any(getattr(cell, name) is not None for cell in self.cells)

    def frame(self) -> list[dict[str, Any]]:
        """Return one row per tile."""
        return [asdict(cell) for cell in self.cells]


def _cell(judgement: LeagueJudgement, *, turned: bool) -> MatrixCell:
    names = (judgement.first, judgement.second)
    wins, won = judgement.wins, Decision.SECOND if turned else Decision.FIRST
    decided = judgement.decision in {Decision.FIRST, Decision.SECOND}
    factor = (100.0 if judgement.unit is Unit.POINTS else 1.0) * (-1 if turned else 1)
    estimate = judgement.effect.estimate
    p = judgement.verdict.pvalue if judgement.pvalue_adjusted is None else judgement.pvalue_adjusted
    return MatrixCell(
        *(names[::-1] if turned else names),
        None if estimate is None else factor * estimate,
        *(wins[::-1] if turned else wins),
        p,
        judgement.p_flip,
        judgement.p_flip_datasets,
        ACROSS[judgement.decision is won] if decided else "open",
    )


def draw(
    figure: LeaguePairsFigure, axes: Axes | None = None, *, looks: Looks | None = None, theme: Theme = LIGHT
) -> Any:  # looks of learners do not matter here
    """Draw a tile per pair, coloured by the difference; rows and columns in the order of mean ranks."""
    del looks
    wide, high = _tile_size(figure)
    short = middle_names([*figure.rows, *figure.columns], 20)
    width = 1.5 + wide * figure.size / 72
    with canvas(axes, theme, width=width, height=0.9 + high * len(figure.rows) / 72) as place:
        bare(place)
        tiles(place, shares(_table(figure)), theme)
        style, letters = _style(figure), 6.8 if figure.size <= FULL else 6.4 if figure.size <= NUMBERS else 5.0
        for cell in figure.cells:
            at = figure.columns.index(cell.column), figure.rows.index(cell.row)
            words = _words(cell, style, figure.size, upper=at[0] > at[1])
            write_cell(place, at, words, letters, fontweight="normal" if cell.decision == "open" else "bold")
        name_rows(place, [short[name] for name in figure.rows])
        name_columns(place, [short[name] for name in figure.columns], wide)
    return figure_of(place)


def _tile_size(figure: LeaguePairsFigure) -> tuple[float, float]:
    """Return width and height of a tile, in points."""
    parts = 3 + sum(map(figure.knows, ("p_flip", "p_flip_datasets")))
    if figure.size == 1:
        return 60.0 * parts, 15.0
    if figure.size <= FULL:
        return 70.0, 10.0 + 9.0 * parts
    return (40.0, 22.0) if figure.size <= BOTH else (33.0, 14.0) if figure.size <= NUMBERS else (11.0, 11.0)


def _table(figure: LeaguePairsFigure) -> Floats:
    """Return the differences [row, column]; NaN where there is none."""
    found = np.full((len(figure.rows), len(figure.columns)), np.nan)
    for cell in figure.cells:
        if cell.difference is not None:
            found[figure.rows.index(cell.row), figure.columns.index(cell.column)] = cell.difference
    return found


def _style(figure: LeaguePairsFigure) -> str:
    known = [cell.difference for cell in figure.cells if cell.difference is not None]
    if figure.unit is not Unit.POINTS:
        return digits(*known)
    return ".1f" if len(figure.columns) > BOTH and max(map(abs, known), default=0.0) >= 0.5 else points_style(*known)


def _words(cell: MatrixCell, style: str, size: int, *, upper: bool) -> str:
    """Write what a tile has room for."""
    sign, p = SIGNS.get(cell.decision, ""), p_short(cell.pvalue)
    difference = f"{sign} {'' if cell.difference is None else signed(cell.difference, style)}".strip()
    if size > NUMBERS:
        return sign
    if size > BOTH:
        return difference if upper or not p else p.replace(" ", "")
    if size > FULL:
        return f"{difference}\n{p}".strip()
    lines = [difference, f"{cell.wins} / {cell.ties} / {cell.losses}", *([f"p {p}"] if p else [])]
    chances = (("splits flip", cell.p_flip), ("sets flip", cell.p_flip_datasets))
    lines += [f"{name} {flip_share(chance)}".replace("under ", "< ") for name, chance in chances if chance is not None]
    return ("   ·   " if size == 1 else "\n").join(lines)
