"""The matrix of a league's pairs: difference, wins, p and p_flip of every row against every column."""

from dataclasses import asdict, dataclass
from typing import Any, Self

from matplotlib.axes import Axes

from outperform.comparison.league_result import League
from outperform.core import Judgement, Unit
from outperform.report.figures._matrix import (
    FULL,
    MatrixCell,
    colour_words,
    decision_words,
    draw_matrix,
    in_order,
    knows,
    sides_of,
    size_of,
)
from outperform.report.figures.base import LeagueFigure
from outperform.report.figures.style import LIGHT, Looks, Theme
from outperform.words.league_pairs import SPLITS
from outperform.words.verdicts import are_adjusted


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
        rows, columns, sides = sides_of(order, league.baseline)
        found = in_order((_cell(each, turned=side) for each in league.judgements for side in sides), rows, columns)
        adjusted = are_adjusted(league.judgements)
        pooled = any(each.effect.tau is not None for each in league.judgements)
        metric, unit = league.table.metric or "score", league.judgements[0].unit
        return cls(rows, columns, found, metric, unit, league.level, adjusted, pooled)

    @property
    def title(self) -> str:
        """Return what is shown."""
        return "Every pair: the learner of the row against that of the column"

    @property
    def caption(self) -> str:
        """Return how to read it."""
        by = " by random effects" if self.pooled else ""
        words = [colour_words(f"Mean difference in {self.metric} over data sets{by}", self.unit)]
        if size_of(self) <= FULL:
            words.append("Then: data sets that the row wins / ties / loses.")
        if knows(self, "pvalue"):
            words += decision_words(self, self.level, adjusted=self.adjusted)
        if size_of(self) > FULL:
            words.append("The table of pairs has all numbers.")
        elif knows(self, "p_flip"):
            words.append(f"Splits flip: share of {SPLITS} that would decide otherwise.")
        return " ".join(words)

    def frame(self) -> list[dict[str, Any]]:
        """Return one row per tile."""
        return [asdict(cell) for cell in self.cells]


def _cell(judgement: Judgement, *, turned: bool) -> MatrixCell:
    estimate = judgement.effect.estimate
    return MatrixCell.of(judgement, estimate, judgement.wins, turned=turned)


def draw(
    figure: LeaguePairsFigure, axes: Axes | None = None, *, looks: Looks | None = None, theme: Theme = LIGHT
) -> Any:  # looks of learners do not matter here
    """Draw a tile per pair, coloured by the difference; rows and columns in the order of mean ranks."""
    del looks
    return draw_matrix(figure, axes, theme, "splits flip")
