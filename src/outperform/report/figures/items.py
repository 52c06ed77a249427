"""Which items each of two learners gets right."""

from dataclasses import dataclass
from typing import Any, Self

from matplotlib.axes import Axes

from outperform.comparison import Comparison
from outperform.core import Bools, InputError, Items, Judgement, Parameter
from outperform.report.figures._canvas import canvas, figure_of, name_rows, write_right
from outperform.report.figures.base import PairFigure
from outperform.report.figures.style import LIGHT, Looks, Theme
from outperform.report.names import short_names
from outperform.report.pairs import seen


@dataclass(frozen=True)
class ItemsFigure(PairFigure):
    """One pair: number of items that both, only one, or neither gets right."""

    slug = "items"
    place = 40
    part = "items"
    low = True

    first: str
    second: str
    both: int
    first_only: int  # n10
    second_only: int  # n01
    neither: int
    repeats: int = 1
    metric: str = ""  # what decides, where it does not count all items alike

    @classmethod
    def of(cls, comparison: Comparison, pair: int = 0) -> Self:
        """Count the items of the judgement at this position; of several repeats those of the first."""
        judgement = comparison.judgements[pair]
        right, repeats = _rights(None if judgement.scores is None else judgement.scores.items)
        side = seen(comparison, judgement)
        first, second = right[::-1] if side.swapped else right
        counts = (first & second, first & ~second, ~first & second, ~first & ~second)
        both, first_only, second_only, neither = (int(right.sum()) for right in counts)
        counted = judgement.verdict.parameter in {Parameter.DIFFERENCE_OF_ACCURACIES, Parameter.SHARE_OF_DISCORDANT}
        metric = judgement.metric or "score"
        if _is_weighted(judgement):
            metric = f"weighted {metric}"
        elif counted or metric in {"accuracy", "score"} or _is_given(judgement):
            metric = ""
        return cls(side.better, side.worse, both, first_only, second_only, neither, repeats, metric)

    @property
    def title(self) -> str:
        """Return what is shown."""
        return "Items that each gets right"

    @property
    def about(self) -> str:
        """Return whom it is about."""
        return f"{self.first} against {self.second}"

    @property
    def caption(self) -> str:
        """Return how to read it."""
        words = "Only the items that exactly one gets right show a difference."
        if self.metric:
            words = f"Decided by {self.metric}, which does not count all items alike; these are counts."
            if self.second_only > self.first_only:
                words = f"{self.second} gets more items right, but {self.first} has the better {self.metric}. {words}"
        return f"{words} Counted in the first of {self.repeats} repeats." if self.repeats > 1 else words

    def frame(self) -> list[dict[str, Any]]:
        """Return one row per kind of item."""
        kinds = (
            ("both right", self.both),
            (f"only {self.first} right", self.first_only),
            (f"only {self.second} right", self.second_only),
            ("both wrong", self.neither),
        )
        return [{"items": name, "count": count} for name, count in kinds]


def _is_weighted(judgement: Judgement) -> bool:
    items = None if judgement.scores is None else judgement.scores.items
    return items is not None and items.traits.weighted


def _is_given(judgement: Judgement) -> bool:
    """Return whether the scores of items were given, not predictions: then their mean is what decides."""
    items = None if judgement.scores is None else judgement.scores.items
    return items is not None and items.predictions is None


def _rights(items: Items | None) -> tuple[Bools, int]:
    """Return which items each of two gets right [learner, item], in the first repeat, and the number of repeats."""
    if items is not None and items.predictions is None and items.row_scores is not None:
        traits = items.traits
        if traits.binary and traits.most == 1:
            return items.row_scores[:, 0] == 1, 1
    if items is None or items.truth is None or items.predictions is None or items.truth.dtype.kind == "f":
        raise InputError("pair", "needs the predicted label of every item, or one score of 0 or 1; there are others")
    truth, said = items.single()
    return said == truth, items.predictions.shape[1]


def draw(figure: ItemsFigure, axes: Axes | None = None, *, looks: Looks | None = None, theme: Theme = LIGHT) -> Any:
    """Draw the four counts as bars; items that only one gets right are in that learner's colour."""
    looks = looks or Looks.of([figure.first, figure.second], theme)
    short = short_names([figure.first, figure.second], 18)
    counts = [row["count"] for row in figure.frame()]
    colours = [theme.faint, looks[figure.first].colour, looks[figure.second].colour, theme.faint]
    names = ["both right", *(f"only {short[name]} right" for name in (figure.first, figure.second)), "both wrong"]
    with canvas(axes, theme, height=1.5) as place:
        place.barh(range(4), counts, color=colours)
        for number, count in enumerate(counts):
            write_right(place, number, str(count))
        name_rows(place, names)
        place.locator_params(axis="x", integer=True)
        place.set_xlabel("items")
    return figure_of(place)
