"""What every applicable test decides on the same scores."""

from dataclasses import asdict, dataclass
from typing import Any, Self

from matplotlib.axes import Axes

from outperform.comparison import Comparison
from outperform.core import Decision, Judgement, Posterior, entry_name, known_weaknesses
from outperform.report.figures._canvas import canvas, figure_of, name_rows, reference, write_right
from outperform.report.figures.base import PairFigure
from outperform.report.figures.style import LIGHT, Looks, Theme
from outperform.report.names import short_names
from outperform.report.pairs import level_note, own_level_words, pair_level, seen
from outperform.significance import CATALOGUE
from outperform.words.numbers import p_short, short_spec

LEAST = 1e-4  # smaller p-values are drawn here


@dataclass(frozen=True)
class DecisionRow:
    """One test on the scores of the pair."""

    name: str
    pvalue: float | None
    probabilities: tuple[float, float, float] | None
    winner: str | None
    decision: str
    chosen: bool
    warned: bool  # has a known weakness


@dataclass(frozen=True)
class DecisionsFigure(PairFigure):
    """One pair, one metric: the p-value of every test that applies to the same scores."""

    slug = "decisions"
    place = 50

    first: str
    second: str
    level: float  # the pair's own
    rows: tuple[DecisionRow, ...]
    of_level: str = ""  # why it is not the level of the comparison

    @classmethod
    def of(cls, comparison: Comparison, pair: int = 0, others: Comparison | None = None) -> Self:
        """Take the judgement at this position and those of all other tests on its scores, at the pair's own level."""
        chosen = comparison.judgements[pair]
        if others is None:
            others = Comparison(scores=comparison.scores, judgements=(chosen,)).others()
        same = [other for other in others.judgements if _pair(other) == _pair(chosen)]
        level, side = pair_level(comparison, chosen), seen(comparison, chosen)
        rows = [_row(chosen, level, chosen=True), *(_row(other, level, chosen=False) for other in same)]
        return cls(side.better, side.worse, level, tuple(rows), level_note(comparison, chosen))

    @property
    def tells(self) -> bool:
        """Whether there are other tests: the chosen one alone is in the table of pairs."""
        return len(self.rows) > 1

    @property
    def title(self) -> str:
        """Return what is shown."""
        return "The same scores under other tests"

    @property
    def about(self) -> str:
        """Return whom it is about."""
        return f"{self.first} against {self.second}"

    @property
    def caption(self) -> str:
        """Return how to read it."""
        agree = sum(row.decision == self.rows[0].decision for row in self.rows[1:])
        words = f"{agree} of {len(self.rows) - 1} other tests give the same decision as {self.rows[0].name}. "
        words += f"{self.of_level} " if self.of_level else ""
        words += f"At or below {own_level_words(self.level)} a test finds a difference, and the better one is named."
        if any(row.probabilities is not None for row in self.rows):
            words += " P is the largest posterior probability."
        return f"{words} † has a known weakness." if self._warns else words

    @property
    def _warns(self) -> bool:
        return any(row.warned for row in self.rows)

    def frame(self) -> list[dict[str, Any]]:
        """Return one row per test."""
        return [asdict(row) for row in self.rows]


def _pair(judgement: Judgement) -> tuple[str, str, str | None]:
    return judgement.first, judgement.second, judgement.metric


def _row(judgement: Judgement, level: float, *, chosen: bool) -> DecisionRow:
    slug = entry_name(judgement.test)
    verdict = judgement.verdict
    of_mass = isinstance(verdict, Posterior)  # a probability is not adjusted
    decision = judgement.decision if chosen else verdict.decide(judgement.level if of_mass else level)
    winner = {Decision.FIRST: judgement.first, Decision.SECOND: judgement.second}.get(decision)
    warned = slug in CATALOGUE and bool(known_weaknesses(CATALOGUE[slug]))
    name = short_spec(judgement.test.rpartition("/")[2] if ".py:" in judgement.test else judgement.test)
    return DecisionRow(name, verdict.pvalue, verdict.probabilities, winner, decision.value, chosen, warned)


def draw(figure: DecisionsFigure, axes: Axes | None = None, *, looks: Looks | None = None, theme: Theme = LIGHT) -> Any:
    """Draw the p-value of every test on a logarithmic axis, in the colour of the better learner if there is one."""
    looks = looks or Looks.of([figure.first, figure.second], theme)
    short = short_names([figure.first, figure.second], 14)
    with canvas(axes, theme, height=0.85 + 0.19 * len(figure.rows)) as place:
        place.set_xscale("log")
        reference(place, figure.level, f"level {own_level_words(figure.level)}", theme, upright=True)
        for number, row in enumerate(figure.rows):
            colour = theme.soft if row.winner is None else looks[row.winner].colour
            marker = "o" if row.winner is None else looks[row.winner].marker
            if row.pvalue is not None:
                place.plot([max(LEAST, row.pvalue)], [number], marker=marker, color=colour, markersize=5)
            who = "" if row.winner is None else f": {short[row.winner]}"
            said = ": equal" if row.decision == "equal" else who
            write_right(place, number, f"{_evidence(row)}{said}", bold=row.chosen)
        name_rows(place, [f"{row.name}{' †' if row.warned else ''}" for row in figure.rows], room=1.1)
        place.get_yticklabels()[0].set_fontweight("bold")
        place.set_xlim(0.7 * LEAST, 1.4)
        place.set_xticks([LEAST, 0.001, 0.01, 0.1, 1], ["≤ .0001", "", ".01", "", "1"])
        place.minorticks_off()
        place.set_xlabel("p-value")
    return figure_of(place)


def _evidence(row: DecisionRow) -> str:
    if row.probabilities is None:
        return f"p {p_short(row.pvalue)}"
    return f"P {max(row.probabilities):.2f}"
