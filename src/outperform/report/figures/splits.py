"""The paired scores of two learners, split by split."""

from dataclasses import asdict, dataclass, replace
from typing import Any, Self

import numpy as np
from matplotlib.axes import Axes

from outperform.comparison import Comparison
from outperform.core import InputError
from outperform.report.figures._canvas import canvas, figure_of
from outperform.report.figures.base import PairFigure
from outperform.report.figures.style import LIGHT, Looks, Theme
from outperform.report.names import short_names
from outperform.report.pairs import seen
from outperform.significance import Differences
from outperform.words.verdicts import scale_of

MOST = 500  # splits that are drawn: more would only hide each other


@dataclass(frozen=True)
class SplitPoint:
    """One split: both scores, and their difference in the unit of the figure."""

    repeat: int
    fold: int
    first: float
    second: float
    difference: float


@dataclass(frozen=True)
class SplitsFigure(PairFigure):
    """One pair, one metric: the difference in every split."""

    slug = "splits"
    place = 20
    numbers = False  # they stand in a table of their own

    first: str
    second: str
    metric: str
    unit: str
    points: tuple[SplitPoint, ...]

    @classmethod
    def of(cls, comparison: Comparison, pair: int = 0) -> Self:
        """Take the judgement at this position."""
        judgement = comparison.judgements[pair]
        scores = judgement.scores
        if scores is None or np.count_nonzero(~np.isnan(scores.values[0])) < 2:
            raise InputError("pair", "needs at least two splits; these scores have one")
        scale, side = scale_of(judgement), seen(comparison, judgement)
        first, second = scores.values[::-1] if side.swapped else scores.values
        metric = judgement.metric or "score"
        label = scale.words if judgement.verdict.parameter.is_difference else f"difference in {metric}"
        x = scale.factor * Differences.between(np.nan_to_num(first), np.nan_to_num(second)).x
        points = tuple(
            SplitPoint(
                repeat + 1, fold + 1, float(first[repeat, fold]), float(second[repeat, fold]), float(x[repeat, fold])
            )
            for repeat, fold in zip(*np.nonzero(~np.isnan(first)), strict=True)
        )
        return cls(side.better, side.worse, metric, label, points)

    @property
    def wins(self) -> tuple[int, int, int]:
        """Number of splits that the first wins, that are tied, and that the second wins."""
        signs = [np.sign(point.difference) for point in self.points]
        return signs.count(1), signs.count(0), signs.count(-1)

    @property
    def title(self) -> str:
        """Return what is shown."""
        return "Difference in every split"

    @property
    def about(self) -> str:
        """Return whom it is about."""
        return f"{self.first} against {self.second}"

    @property
    def caption(self) -> str:
        """Return how to read it."""
        wins, ties, losses = self.wins
        tied = f", {ties} {'are' if ties > 1 else 'is'} tied" if ties else ""
        words = f"Of {len(self.points)} splits, {self.first} is better in {wins} and {self.second} in {losses}{tied}."
        if not self._single:
            words += " Points are splits; a bar is the mean of a repeat."
        return f"{words} The first {MOST} are drawn." if len(self.points) > MOST else words

    @property
    def _single(self) -> bool:
        """One split at each position."""
        return len({point.fold for point in self.points}) == 1 or len({point.repeat for point in self.points}) == 1

    def frame(self) -> list[dict[str, Any]]:
        """Return one row per split, with both scores."""
        return [asdict(point) for point in self.points]


def draw(figure: SplitsFigure, axes: Axes | None = None, *, looks: Looks | None = None, theme: Theme = LIGHT) -> Any:
    """Draw the difference of every split, in the colour of the learner that scores higher."""
    looks = looks or Looks.of([figure.first, figure.second], theme)
    figure = replace(figure, points=figure.points[:MOST])
    one_repeat = len({point.repeat for point in figure.points}) == 1
    where = np.array([point.fold if one_repeat else point.repeat for point in figure.points], dtype=float)
    x = np.array([point.difference for point in figure.points])
    with canvas(axes, theme, height=2.4) as place:
        place.axhline(0, color=theme.soft, linewidth=0.9)
        shift = np.zeros(len(x)) if figure._single else _shift(figure)
        for side, name in ((1, figure.first), (-1, figure.second), (0, None)):
            here = np.sign(x) == side
            colour, marker = (theme.soft, "o") if name is None else (looks[name].colour, looks[name].marker)
            place.plot(
                where[here] + shift[here], x[here], marker=marker, color=colour, linestyle="none", markersize=2.6
            )
            if figure._single:
                place.vlines(where[here], 0, x[here], color=colour, linewidth=1)
        if not figure._single:
            _means(place, where, x, theme)
        _sides(place, figure, looks)
        place.set_xlabel("fold" if one_repeat else "repeat" if not figure._single else "split")
        place.set_ylabel(figure.unit)
    return figure_of(place)


def _shift(figure: SplitsFigure) -> Any:
    """Spread the folds of a repeat side by side."""
    folds = max(point.fold for point in figure.points)
    return np.array([0.6 * ((point.fold - 1) / max(1, folds - 1) - 0.5) for point in figure.points])


def _means(axes: Axes, where: Any, x: Any, theme: Theme) -> None:
    for repeat in np.unique(where):
        mean = x[where == repeat].mean()
        axes.plot([repeat - 0.36, repeat + 0.36], [mean, mean], color=theme.ink, linewidth=1.4)


def _sides(axes: Axes, figure: SplitsFigure, looks: Looks) -> None:
    """Write on either side of zero which learner is better there."""
    short = short_names([figure.first, figure.second])
    ends = [0.0, *(point.difference for point in figure.points)]
    room = 0.16 * max(1e-12, max(ends) - min(ends))
    axes.set_ylim(min(ends) - room, max(ends) + room)
    axes.locator_params(axis="x", integer=True)
    for name, y in ((figure.first, 0.955), (figure.second, 0.045)):
        look = looks[name]
        axes.plot([0.025], [y], transform=axes.transAxes, marker=look.marker, color=look.colour)
        axes.text(0.05, y, f"{short[name]} better", transform=axes.transAxes, va="center_baseline", fontsize=7)
