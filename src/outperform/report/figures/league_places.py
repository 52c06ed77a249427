"""Where the learners of a league stand: the places that the decisions on pairs leave open."""

from dataclasses import dataclass
from typing import Any, Self

from matplotlib.axes import Axes

from outperform.comparison.league_result import League
from outperform.core import LeagueStanding
from outperform.report.figures._canvas import canvas, figure_of, name_rows, write_right
from outperform.report.figures.base import LeagueFigure
from outperform.report.figures.style import LIGHT, Looks, Theme
from outperform.report.names import middle_names
from outperform.words.standings import place_words


@dataclass(frozen=True)
class LeaguePlacesFigure(LeagueFigure):
    """League: the places that the decisions leave open to every learner."""

    slug = "league-places"
    place = 210
    title = "Places that the decisions leave open"

    standings: tuple[LeagueStanding, ...]
    baseline: str | None = None

    @classmethod
    def of(cls, league: League) -> Self:
        """Take the standings."""
        return cls(league.standings, league.baseline)

    @property
    def caption(self) -> str:
        """Return how to read it."""
        words = "A place is open unless the decisions exclude it: from 1 + the learners that are shown to be better "
        words += "to the number of learners less those that are shown to be worse."
        if self.baseline is not None:
            words += f" Only pairs with {self.baseline} were compared, so the others stay open among themselves."
        return words

    def frame(self) -> list[dict[str, Any]]:
        """Return one row per learner."""
        return [
            {
                "learner": each.learner,
                "mean_rank": each.mean_rank,
                "mean": each.mean,
                "best_place": each.place[0],
                "worst_place": each.place[1],
            }
            for each in self.standings
        ]


def draw(
    figure: LeaguePlacesFigure, axes: Axes | None = None, *, looks: Looks | None = None, theme: Theme = LIGHT
) -> Any:
    """Draw a bar from the best to the worst place of every learner."""
    names = [each.learner for each in figure.standings]
    looks, short = looks or Looks.of(names, theme), middle_names(names)
    count = len(names)
    with canvas(axes, theme, height=0.62 + 0.19 * count) as place:
        for row, each in enumerate(figure.standings):
            colour = looks[each.learner].colour
            place.plot(each.place, [row, row], color=colour, linewidth=5, marker="o", markersize=5, zorder=3)
            write_right(place, row, place_words(*each.place).replace("-", "–"))
        name_rows(place, [short[name] for name in names])
        step = 1 if count <= 12 else 5 * (1 + count // 60)
        place.set_xticks(sorted({1, *range(step, count + 1, step)}))
        place.set_xlim(0.5, count + 0.5)
        place.set_xlabel("place (1 is best)")
    return figure_of(place)
