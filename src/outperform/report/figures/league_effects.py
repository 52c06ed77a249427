"""How every learner of a league does on every data set: its score less the mean of the data set."""

from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from matplotlib.axes import Axes

from outperform.comparison.league_result import League
from outperform.core import Bools, Floats, Unit
from outperform.report.figures._canvas import canvas, figure_of, name_rows
from outperform.report.figures._tiles import bare, name_columns, shares, tiles, write_cell
from outperform.report.figures.base import LeagueFigure
from outperform.report.figures.style import LIGHT, Looks, Theme
from outperform.report.league_cells import best_cells
from outperform.report.names import middle_names
from outperform.words.numbers import digits, points_style, signed

NUMBERS = 12  # learners up to which the numbers stand in the tiles
MOST = 80  # data sets that are drawn: those on which learners differ most
SPREAD = 30.0  # times the usual spread of a data set: beyond it every data set has its own scale


@dataclass(frozen=True, eq=False)
class LeagueEffectsFigure(LeagueFigure):
    """League: score of every learner on every data set, less the mean of the data set."""

    slug = "league-effects"
    place = 240

    datasets: tuple[str, ...]
    learners: tuple[str, ...]  # the best mean rank first
    effects: Floats  # [data set, learner]: positive is better; NaN where a cell is missing
    best: Bools  # [data set, learner]: no learner scores higher
    metric: str
    unit: Unit
    left_out: int = 0

    @classmethod
    def of(cls, league: League) -> Self:
        """Take the mean scores; learners in the order of their mean ranks, data sets in that of the table."""
        cells, learners = league.cells, tuple(each.learner for each in league.standings)
        order = [cells.learners.index(name) for name in learners]
        values = (100.0 if cells.unit is Unit.POINTS else 1.0) * cells.values[:, order]
        known = ~np.isnan(values)
        means = np.nansum(values, axis=1, keepdims=True) / np.maximum(1, known.sum(axis=1, keepdims=True))
        effects = values - means
        sizes = np.where(known.any(axis=1), np.abs(np.nan_to_num(effects)).max(axis=1), -1.0)
        some = int((sizes >= 0).sum())
        shown = np.sort(np.argsort(-sizes, kind="stable")[: min(MOST, some)])
        names, best = tuple(cells.datasets[at] for at in shown), best_cells(league)[:, order]
        metric = league.table.metric or "score"
        return cls(names, learners, effects[shown], best[shown], metric, cells.unit, some - len(shown))

    @property
    def title(self) -> str:
        """Return what is shown."""
        return "Every learner on every data set, against the mean of the data set"

    @property
    def by_row(self) -> bool:
        """Whether every data set has its own scale of colours: their spreads differ too much for one."""
        wide = np.nanmax(np.abs(self.effects), axis=1)
        return bool(wide.max() > SPREAD * np.median(wide))

    @property
    def caption(self) -> str:
        """Return how to read it."""
        points = ", points" if self.unit is Unit.POINTS else ""
        what = f"Score in {self.metric} less the mean of all learners on the data set{points}"
        words = [f"{what}: blue is better, orange is worse; a dot marks the best of a data set."]
        if self.by_row:
            words.append("Every data set has its own scale of colours, as their scores differ much in size.")
        if np.isnan(self.effects).any():
            words.append("× marks missing cells.")
        if self.left_out:
            words.append(f"{self.left_out} more data sets, where learners differ less, are not drawn.")
        return " ".join(words)

    def frame(self) -> list[dict[str, Any]]:
        """Return one row per cell that is not missing."""
        return [
            {"dataset": name, "learner": learner, "effect": float(effect)}
            for name, row in zip(self.datasets, self.effects, strict=True)
            for learner, effect in zip(self.learners, row, strict=True)
            if not np.isnan(effect)
        ]


def draw(
    figure: LeagueEffectsFigure, axes: Axes | None = None, *, looks: Looks | None = None, theme: Theme = LIGHT
) -> Any:  # looks of learners do not matter here
    """Draw a tile per cell, deeper where the learner is farther from the mean of the data set."""
    del looks
    numbers = len(figure.learners) <= NUMBERS
    names = middle_names(figure.learners, 20)
    wide, high = (40.0, 12.0) if numbers else (20.0, 11.0)
    width = 1.6 + wide * max(3, len(figure.learners)) / 72
    with canvas(axes, theme, width=width, height=0.9 + high * len(figure.datasets) / 72) as place:
        bare(place)
        tiles(place, shares(figure.effects, by_row=figure.by_row), theme)
        for row, values in enumerate(figure.effects):
            _write(place, figure, row, values, theme, numbers=numbers)
        name_rows(place, list(middle_names(figure.datasets, 24).values()))
        name_columns(place, [names[name] for name in figure.learners], wide)
    return figure_of(place)


def _write(place: Axes, figure: LeagueEffectsFigure, row: int, values: Floats, theme: Theme, *, numbers: bool) -> None:
    """Write the numbers of a data set where there is room, and mark its best learners and its missing cells."""
    style = _style(figure, values)
    for column, value in enumerate(values):
        if np.isnan(value):
            write_cell(place, (column, row), "×", 6.5, color=theme.soft)
        elif numbers:
            write_cell(place, (column, row), signed(float(value), style), 6.2)
        if figure.best[row, column]:
            x = column - 0.4 if numbers else column
            place.plot([x], [row], marker="o", markersize=2.2, color=theme.ink)


def _style(figure: LeagueEffectsFigure, values: Floats) -> str:
    known = [float(value) for value in values if not np.isnan(value)]
    if figure.unit is Unit.POINTS:
        return points_style(*known) if max(map(abs, known), default=0.0) < 0.05 else ".1f"
    return digits(*known)
