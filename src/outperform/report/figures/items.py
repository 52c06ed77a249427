"""Who is right where: the items of one test set under two learners."""

from dataclasses import dataclass
from typing import Any, Self

from matplotlib.axes import Axes

from outperform.comparison import Comparison
from outperform.core import InputError
from outperform.report.figures._canvas import canvas, figure_of, name_rows, write_right
from outperform.report.figures.base import PairFigure
from outperform.report.figures.style import LIGHT, Looks, Theme
from outperform.report.names import short_names


@dataclass(frozen=True)
class ItemsFigure(PairFigure):
    """Items of one test set: both right, only the first, only the second, both wrong."""

    slug = "items"
    place = 40
    low = True

    first: str
    second: str
    both: int
    first_only: int  # n10
    second_only: int  # n01
    neither: int

    @classmethod
    def of(cls, comparison: Comparison, pair: int = 0) -> Self:
        """Count the items of the judgement of this number."""
        judgement = comparison.judgements[pair]
        items = None if judgement.scores is None else judgement.scores.items
        if items is None or items.truth.dtype.kind == "f":
            raise InputError("pair", "there are no labels of single items to show")
        truth, said = items.single()
        first, second = said[0] == truth, said[1] == truth
        counts = (first & second, first & ~second, ~first & second, ~first & ~second)
        return cls(judgement.first, judgement.second, *(int(right.sum()) for right in counts))

    @property
    def title(self) -> str:
        """Return what is shown."""
        return "Who is right where, item by item"

    @property
    def about(self) -> str:
        """Return whom it is about."""
        return f"{self.first} against {self.second}"

    @property
    def caption(self) -> str:
        """Return how to read it."""
        return "Only items that one gets right and the other wrong tell the two apart."

    def frame(self) -> list[dict[str, Any]]:
        """Return one row per kind of item."""
        kinds = (
            ("both right", self.both),
            (f"only {self.first} right", self.first_only),
            (f"only {self.second} right", self.second_only),
            ("both wrong", self.neither),
        )
        return [{"items": name, "count": count} for name, count in kinds]


def draw(figure: ItemsFigure, axes: Axes | None = None, *, looks: Looks | None = None, theme: Theme = LIGHT) -> Any:
    """Draw the four counts as bars, those that tell the two apart in the learners' colours."""
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
