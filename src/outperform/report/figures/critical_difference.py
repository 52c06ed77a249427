"""The critical-difference diagram: learners by mean rank, with bars from the decisions on pairs."""

from dataclasses import dataclass
from typing import Any, Self

from matplotlib.axes import Axes
from matplotlib.font_manager import FontProperties
from matplotlib.textpath import TextPath

from outperform.comparison.league_result import League
from outperform.report.figures._canvas import canvas, figure_of
from outperform.report.figures.base import LeagueFigure
from outperform.report.figures.style import FONT, LIGHT, Looks, Theme
from outperform.report.rank_axis import TICK, RankAxis, RankBar
from outperform.report.rank_diagram import RankDiagram

SIZE = 8.0  # of the names, in points
ABOVE, BELOW = 26.0, 8.0  # room above the axis and below the last label


@dataclass(frozen=True)
class CriticalDifferenceFigure(LeagueFigure):
    """League: mean ranks, with bars that join learners not shown to differ (critical-difference diagram)."""

    slug = "critical-difference"
    place = 200
    title = "Mean ranks, and who is not shown to differ"

    diagram: RankDiagram

    @classmethod
    def of(cls, league: League) -> Self:
        """Take mean ranks and decisions."""
        return cls(RankDiagram.of(league))

    @property
    def caption(self) -> str:
        """Return how to read it."""
        return self.diagram.caption

    def frame(self) -> list[dict[str, Any]]:
        """Return one row per learner: its mean rank and the bars that it belongs to."""
        return [
            {
                "learner": name,
                "mean_rank": rank,
                "bars": ", ".join(str(place + 1) for place, bar in enumerate(self.diagram.bars) if name in bar),
            }
            for name, rank in self.diagram.ranks
        ]


def draw(
    figure: CriticalDifferenceFigure, axes: Axes | None = None, *, looks: Looks | None = None, theme: Theme = LIGHT
) -> Any:  # looks of learners do not matter here
    """Draw the axis, the bars below it, and a line from every learner's rank to its name."""
    del looks
    laid = figure.diagram.axis
    wide = sum(_width([label.words for label in laid.labels if label.side == side]) for side in (-1, 1))
    width, height = wide + laid.length + 36, ABOVE + laid.depth + BELOW
    with canvas(axes, theme, width=width / 72, height=height / 72) as place:
        place.set_axis_off()
        place.set_xlim(0, laid.length)
        place.set_ylim(-laid.depth - BELOW, ABOVE)
        _axis(laid, place, theme)
        for bar in laid.bars:
            _bar(bar, place, theme)
        for label in laid.labels:
            line = [label.x, label.x, label.end], [0, label.y, label.y]
            place.plot(*line, color=theme.soft, linewidth=0.7, clip_on=False, solid_joinstyle="miter")
            ways: dict[str, Any] = {"ha": "right" if label.side < 0 else "left", "va": "center_baseline"}
            place.text(label.end + 2 * label.side, label.y, label.words, fontsize=SIZE, **ways)
    return figure_of(place)


def _axis(laid: RankAxis, place: Axes, theme: Theme) -> None:
    place.plot([0, laid.length], [0, 0], color=theme.ink, linewidth=0.9, clip_on=False)
    for x, words in laid.ticks:
        place.plot([x, x], [0, TICK], color=theme.ink, linewidth=0.9, clip_on=False)
        place.text(x, TICK + 2, words, fontsize=7, ha="center", va="bottom")
    place.text(0, ABOVE - 1, "← better", fontsize=7, va="top")
    place.text(laid.length, ABOVE - 1, "mean rank", fontsize=7, ha="right", va="top")


def _bar(bar: RankBar, place: Axes, theme: Theme) -> None:
    for ends in bar.strong:
        place.plot(ends, [bar.y] * 2, color=theme.ink, linewidth=2.4, solid_capstyle="butt", zorder=3, clip_on=False)
    for ends in bar.thin:
        place.plot(ends, [bar.y] * 2, color=theme.ink, linewidth=1, linestyle=(0, (1, 1.5)), zorder=3, clip_on=False)
    for x in bar.dots:
        hollow = bar.hub is not None and x != bar.hub
        face = theme.paper if hollow else theme.ink
        place.plot([x], [bar.y], marker="o", markersize=4, color=theme.ink, markerfacecolor=face, zorder=4)


def _width(words: list[str]) -> float:
    """Return the width of the widest label, in points."""
    font = FontProperties(family=FONT)
    return max((TextPath((0, 0), each, size=SIZE, prop=font).get_extents().width for each in words), default=0.0)
