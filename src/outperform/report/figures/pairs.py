"""The matrix of the pairs of fixed systems: difference, items, p and reruns of every row against every column."""

from dataclasses import asdict, dataclass
from typing import Any, Self

from matplotlib.axes import Axes

from outperform.comparison import Comparison
from outperform.core import InputError, Judgement, Unit
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
from outperform.report.figures.base import ComparisonFigure
from outperform.report.figures.style import LIGHT, Looks, Theme
from outperform.words.replicability import Anew, anew_of
from outperform.words.verdicts import are_adjusted


@dataclass(frozen=True)
class PairsFigure(ComparisonFigure):
    """Three or more systems: matrix of all pairs with difference, items, p-value and stability of the decision."""

    slug = "pairs"
    place = 12

    rows: tuple[str, ...]
    columns: tuple[str, ...]
    cells: tuple[MatrixCell, ...]
    metric: str
    unit: Unit
    level: float
    adjusted: bool
    anew: Anew | None  # what is drawn anew; None where nothing is known of it

    @classmethod
    def of(cls, comparison: Comparison, metric: str | None = None) -> Self:
        """Take the pairs of one metric, by default the first, from both sides; with a baseline, from the others'."""
        judgements, baseline = comparison.judgements, comparison.baseline
        metric = judgements[0].metric if metric is None and judgements else metric
        found = [each for each in judgements if each.metric == metric]
        names = list(dict.fromkeys(name for each in found for name in (each.first, each.second)))
        if len(names) < 3 or len(found) not in (len(names) - 1, len(names) * (len(names) - 1) // 2):
            raise InputError("metric", "needs three or more systems and one verdict per pair")
        if not all(each.verdict.parameter.is_difference and each.verdict.pvalue is not None for each in found):
            raise InputError("metric", "needs a test of the difference of the scores, with a p-value")
        order = _order(comparison, metric, names)
        rows, columns, sides = sides_of(order, baseline)
        cells = in_order((_cell(each, turned=side) for each in found for side in sides), rows, columns)
        anew = anew_of(found) if any(cell.p_flip is not None for cell in cells) else None
        ways = found[0].unit, found[0].level, are_adjusted(found), anew
        return cls(rows, columns, cells, metric or "score", *ways)

    @property
    def title(self) -> str:
        """Return what is shown."""
        return "Every pair: the row against the column"

    @property
    def caption(self) -> str:
        """Return how to read it."""
        words = [colour_words(f"Difference in {self.metric}", self.unit)]
        if size_of(self) <= FULL and knows(self, "wins"):
            words.append("Then: items on which the row scores higher / the same / lower.")
        words += decision_words(self, self.level, adjusted=self.adjusted)
        if size_of(self) > FULL:
            words.append("The table of pairs has all numbers.")
        elif self.anew:
            kind = f"{self.anew.kind[:1].upper()}{self.anew.kind[1:]}"
            words.append(f"{kind} flip: share of {self.anew.again} that would decide otherwise, each pair on its own.")
        return " ".join(words)

    def frame(self) -> list[dict[str, Any]]:
        """Return one row per tile."""
        return [asdict(cell) for cell in self.cells]


def _order(comparison: Comparison, metric: str | None, names: list[str]) -> tuple[str, ...]:
    """Return the names, the highest score first."""
    table = next(scores for scores in comparison.scores if scores.metric == metric)
    score = dict(zip(table.learners, table.values.reshape(len(table.learners), -1).mean(axis=1).tolist(), strict=True))
    return tuple(sorted(names, key=lambda name: -score[name]))


def _cell(judgement: Judgement, *, turned: bool) -> MatrixCell:
    flips = None if judgement.items is None else judgement.items.flips
    wins = (None, None, None) if flips is None else (flips.first, flips.tied, flips.second)
    return MatrixCell.of(judgement, judgement.estimate, wins, turned=turned)


def draw(figure: PairsFigure, axes: Axes | None = None, *, looks: Looks | None = None, theme: Theme = LIGHT) -> Any:
    """Draw a tile per pair, coloured by the difference; rows and columns from the highest score on."""
    del looks  # tiles have two colours: better and worse
    return draw_matrix(figure, axes, theme, "" if figure.anew is None else f"{figure.anew.kind} flip")
