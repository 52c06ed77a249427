"""The difference of every pair with its interval, against zero and the range of practically equal."""

from dataclasses import asdict, dataclass
from math import isfinite
from typing import Any, Self

from matplotlib.axes import Axes

from outperform.comparison import Comparison
from outperform.core import Decision, Judgement, Posterior
from outperform.report.figures._canvas import canvas, figure_of, name_rows, write_right
from outperform.report.figures.base import ComparisonFigure
from outperform.report.figures.style import LIGHT, Looks, Theme
from outperform.report.names import short_names
from outperform.report.pairs import SHARES, seen
from outperform.words.numbers import p_short
from outperform.words.pairs import Oriented
from outperform.words.verdicts import Scale, adjustment_of, interval_name, scale_of

MOST = 45  # rows that a figure can hold: the pairs of ten learners


@dataclass(frozen=True)
class DifferenceRow:
    """One pair: the estimate and its interval, in the unit of the figure."""

    first: str
    second: str
    estimate: float
    low: float | None
    high: float | None
    evidence: str
    winner: str | None


@dataclass(frozen=True)
class DifferenceFigure(ComparisonFigure):
    """One metric: the difference of every pair with its interval, one row per pair."""

    slug = "difference"
    place = 10

    rows: tuple[DifferenceRow, ...]
    metric: str
    unit: str
    null: float
    level: float
    rope: float
    left_out: int = 0
    adjustment: str = "Holm"  # of the p-values of several pairs
    by_pvalue: bool = True
    interval: str = ""  # the name of the intervals, where it is not by their level

    @classmethod
    def of(cls, comparison: Comparison, metric: str | None = None, rope: float | None = None) -> Self:
        """Take the judgements of one metric, by default the first; ``rope`` is half the width of practically equal."""
        metric = comparison.judgements[0].metric if metric is None else metric
        found = [judgement for judgement in comparison.judgements if judgement.metric == metric]
        scale, verdict = scale_of(found[0]), found[0].verdict
        region = rope if rope is not None else verdict.rope if isinstance(verdict, Posterior) else 0.0
        rows = tuple(_row(judgement, seen(comparison, judgement), scale) for judgement in found)
        ways: dict[str, Any] = {
            "null": scale.factor * verdict.null,
            "level": found[0].level,
            "rope": scale.factor * region,
        }
        ways |= {"left_out": max(0, len(rows) - MOST), "adjustment": adjustment_of(found[0])}
        ways |= {"by_pvalue": verdict.pvalue is not None, "interval": interval_name(found[0])}
        return cls(rows[:MOST], metric or "score", SHARES.get(verdict.parameter, scale.words), **ways)

    @property
    def title(self) -> str:
        """Return what is shown."""
        what = "Difference" if self.null == 0 else "Share won"
        return f"{what} in {self.metric} with its {self.interval or f'{100 * (1 - self.level):g}% interval'}"

    @property
    def caption(self) -> str:
        """Return how to read it."""
        names = "The one named first minus the other" if self.null == 0 else "The share of the one named first"
        words = [f"{names}: above {self.null:g} it is ahead."]
        if len(self.rows) > 1 and self.by_pvalue:
            done = f"p-values are adjusted for several pairs ({self.adjustment}), intervals are not"
            undone = "neither p-values nor intervals are adjusted for several pairs"
            words.append(f"Grey: no clear difference. {_capital(done if self.adjustment else undone)}.")
        elif self.by_pvalue:
            words.append(f"An interval that contains {self.null:g} is grey: no clear difference.")
        else:
            words.append("Grey: no clear difference.")
            words.append(
                "On the right: probability that the first is better / both are practically equal / the second is."
            )
        if self.rope > 0:
            words.append(f"Within the band, −{self.rope:g} to {self.rope:g}, the two are practically equal.")
        if self.left_out > 0:
            words.append(f"{self.left_out} more pairs are in the table only.")
        return " ".join(words)

    def frame(self) -> list[dict[str, Any]]:
        """Return one row per pair."""
        return [asdict(row) for row in self.rows]


def _capital(words: str) -> str:
    return words if words.startswith("p-values") else f"{words[:1].upper()}{words[1:]}"


def _row(judgement: Judgement, side: Oriented, scale: Scale) -> DifferenceRow:
    low, high = (None, None) if side.interval is None else (scale.factor * end for end in side.interval)
    winner = {Decision.FIRST: judgement.first, Decision.SECOND: judgement.second}.get(judgement.decision)
    masses = side.probabilities
    evidence = f"p {p_short(judgement.pvalue_adjusted)}" if masses is None else "/".join(f"{m:.2f}" for m in masses)
    return DifferenceRow(side.better, side.worse, scale.factor * side.estimate, low, high, evidence, winner)


def draw(
    figure: DifferenceFigure, axes: Axes | None = None, *, looks: Looks | None = None, theme: Theme = LIGHT
) -> Any:
    """Draw a row per pair: in the colour of the better learner, in grey where there is no clear difference."""
    names = [name for row in figure.rows for name in (row.first, row.second)]
    looks, short = looks or Looks.of(names, theme), short_names(names, 16)
    with canvas(axes, theme, height=0.75 + 0.2 * len(figure.rows)) as place:
        if figure.rope > 0:
            place.axvspan(-figure.rope, figure.rope, color=theme.faint, linewidth=0)
        place.axvline(figure.null, color=theme.soft, linewidth=0.9, linestyle="--")
        for number, row in enumerate(figure.rows):
            colour = theme.soft if row.winner is None else looks[row.winner].colour
            ends = [end for end in (row.low, row.high) if end is not None and isfinite(end)]
            place.plot(ends, [number] * len(ends), color=colour, linewidth=1.8, solid_capstyle="butt")
            place.plot([row.estimate], [number], marker="o", color=colour)
            write_right(place, number, row.evidence, bold=row.winner is not None)
        name_rows(place, [f"{short[row.first]} – {short[row.second]}" for row in figure.rows])
        place.set_xlabel(figure.unit)
    return figure_of(place)
