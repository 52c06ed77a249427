"""The difference of two systems on every task, and the mean over tasks."""

from dataclasses import asdict, dataclass
from math import isfinite
from typing import Any, Self

from matplotlib.axes import Axes

from outperform.comparison import Comparison
from outperform.core import InputError, Judgement, TaskPart
from outperform.report.figures._canvas import canvas, figure_of, name_rows, write_right
from outperform.report.figures.base import PairFigure
from outperform.report.figures.style import LIGHT, Looks, Theme
from outperform.report.names import middle_names
from outperform.report.pairs import seen
from outperform.words.numbers import many, signed
from outperform.words.pairs import Oriented, cut_to_points
from outperform.words.tasks import MEAN
from outperform.words.verdicts import interval_name, number_style, scale_of

MOST = 40  # tasks that are drawn: those with the largest differences


@dataclass(frozen=True)
class TaskRow:
    """One task, or the mean over all: its items, and the difference in the unit of the figure."""

    task: str
    items: int
    difference: float
    low: float | None
    high: float | None
    is_mean: bool


@dataclass(frozen=True)
class TasksFigure(PairFigure):
    """One pair of systems: the difference on every task with its interval, and the mean over tasks."""

    slug = "tasks"
    place = 44
    part = "tasks"
    numbers = False  # the table of tasks has them

    first: str
    second: str
    rows: tuple[TaskRow, ...]  # tasks by difference, then the mean
    unit: str
    style: str
    interval: str
    left_out: int = 0

    @classmethod
    def of(cls, comparison: Comparison, pair: int = 0) -> Self:
        """Take the tasks of the judgement at this position."""
        judgement = comparison.judgements[pair]
        tasks = None if judgement.items is None else judgement.items.tasks
        if tasks is None:
            raise InputError("pair", "needs items of two or more tasks, and a score of every item")
        side = seen(comparison, judgement)
        rows = [_row(part, judgement, side) for part in tasks.by_task]
        kept = sorted(rows, key=lambda row: -abs(row.difference))[:MOST]
        kept.sort(key=lambda row: -row.difference)
        mean = _row(tasks.macro, judgement, side, is_mean=True)
        words, style = scale_of(judgement).words, number_style([judgement])
        left_out = len(rows) - len(kept)
        return cls(side.better, side.worse, (*kept, mean), words, style, interval_name(judgement), left_out)

    @property
    def title(self) -> str:
        """Return what is shown."""
        return "Difference by task"

    @property
    def about(self) -> str:
        """Return whom it is about."""
        return f"{self.first} against {self.second}"

    @property
    def caption(self) -> str:
        """Return how to read it."""
        words = [f"To the right of 0 {self.first} is better, to the left {self.second}; lines: {self.interval}s."]
        words.append("Grey: the interval contains 0, or is unknown.")
        words.append("Below: the mean of tasks, in which every task counts the same.")
        if self.left_out:
            are = "is" if self.left_out == 1 else "are"
            words.append(f"{many(self.left_out, 'task')} with smaller differences {are} in the table only.")
        return " ".join(words)

    def frame(self) -> list[dict[str, Any]]:
        """Return one row per task, then the mean."""
        return [asdict(row) for row in self.rows]


def _row(part: TaskPart, judgement: Judgement, side: Oriented, *, is_mean: bool = False) -> TaskRow:
    scale = scale_of(judgement)
    sign = -scale.factor if side.swapped else scale.factor
    interval = cut_to_points(part.interval) if scale.factor == 100 else part.interval
    known = interval is not None and all(map(isfinite, interval))
    low, high = sorted(sign * end for end in interval or ()) if known else (None, None)
    return TaskRow(MEAN if is_mean else part.task, part.items, sign * part.estimate, low, high, is_mean)


def draw(figure: TasksFigure, axes: Axes | None = None, *, looks: Looks | None = None, theme: Theme = LIGHT) -> Any:
    """Draw a row per task: in the colour of the better system, in grey where the interval contains 0."""
    looks = looks or Looks.of([figure.first, figure.second], theme)
    short = middle_names([row.task for row in figure.rows], 22)
    with canvas(axes, theme, height=0.8 + 0.17 * len(figure.rows)) as place:
        place.axvline(0, color=theme.soft, linewidth=0.9, linestyle="--")
        for number, row in enumerate(figure.rows):
            colour = _colour(row, figure, looks, theme)
            if row.low is not None and row.high is not None:
                place.plot([row.low, row.high], [number] * 2, color=colour, linewidth=1.8, solid_capstyle="butt")
            place.plot([row.difference], [number], marker="D" if row.is_mean else "o", color=colour)
            write_right(place, number, signed(row.difference, figure.style), bold=row.is_mean)
        place.axhline(len(figure.rows) - 1.5, color=theme.soft, linewidth=0.6)
        name_rows(place, [short[row.task] for row in figure.rows])
        place.set_xlabel(figure.unit)
    return figure_of(place)


def _colour(row: TaskRow, figure: TasksFigure, looks: Looks, theme: Theme) -> str:
    if row.low is None or row.high is None or row.low <= 0 <= row.high:
        return theme.soft
    return looks[figure.first if row.difference > 0 else figure.second].colour
