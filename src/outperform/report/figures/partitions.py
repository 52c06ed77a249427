"""The p-value repeat by repeat: of each repeat alone, and of all repeats so far."""

from dataclasses import asdict, dataclass
from typing import Any, Self

import numpy as np
from matplotlib.axes import Axes

from outperform.comparison import Comparison
from outperform.core import InputError, OutperformError, Scores, SignificanceTest
from outperform.report.figures._canvas import canvas, figure_of, write_right
from outperform.report.figures.base import PairFigure
from outperform.report.figures.style import LIGHT, Looks, Theme
from outperform.report.pairs import level_note, own_level_words, pair_level, seen
from outperform.significance import CATALOGUE
from outperform.words.numbers import short_spec

MOST = 100  # repeats that are shown, evenly spaced
LEAST = 1e-4  # smaller p-values are drawn here
TICKS = {0.0001: "≤ .0001", 0.001: ".001", 0.01: ".01", 0.1: ".1", 1.0: "1"}


@dataclass(frozen=True)
class RepeatStep:
    """One repeat: the p-value of it alone, and of all up to it."""

    repeat: int
    alone: float | None
    so_far: float | None


@dataclass(frozen=True)
class PartitionsFigure(PairFigure):
    """One pair, one metric: the p-value after each repeat, and of each repeat alone."""

    slug = "partitions"
    place = 30

    first: str
    second: str
    name: str
    level: float  # the pair's own
    steps: tuple[RepeatStep, ...]
    of_level: str = ""  # why it is not the level of the comparison

    @classmethod
    def of(cls, comparison: Comparison, pair: int = 0) -> Self:
        """Judge each repeat alone and all repeats so far, by the test of the judgement."""
        judgement = comparison.judgements[pair]
        scores = judgement.scores
        if scores is None or scores.values.shape[1] < 2:
            raise InputError("pair", "needs at least two repeats; these scores have one")
        rule, repeats = CATALOGUE.get_entry(judgement.test), scores.values.shape[1]
        chosen = dict.fromkeys(np.linspace(1, repeats, min(MOST, repeats)).round().astype(int).tolist())
        steps = tuple(RepeatStep(at, _pvalue(rule, scores, at - 1, at), _pvalue(rule, scores, 0, at)) for at in chosen)
        if sum(step.so_far is not None for step in steps) < 2:
            raise InputError("pair", f"{judgement.test} needs all repeats at once, so there is no p-value per repeat")
        side, level = seen(comparison, judgement), pair_level(comparison, judgement)
        return cls(side.better, side.worse, short_spec(judgement.test), level, steps, level_note(comparison, judgement))

    @property
    def title(self) -> str:
        """Return what is shown."""
        return "p-value after each further repeat"

    @property
    def about(self) -> str:
        """Return whom it is about."""
        return f"{self.first} against {self.second}"

    @property
    def caption(self) -> str:
        """Return how to read it, and how many single repeats find a difference."""
        words = " ".join(filter(None, [f"Line: p-value of {self.name} on all repeats so far.", self.of_level]))
        alone = [step.alone for step in self.steps if step.alone is not None]
        if not alone:
            return words
        below = sum(p <= self.level for p in alone)
        words += (
            f" Open circles: each repeat alone, that is one random split into folds; {below} of {len(alone)} of them"
        )
        words += f" find a difference at level {own_level_words(self.level)}."
        return f"{words} This is about splits, not about new data."

    def frame(self) -> list[dict[str, Any]]:
        """Return one row per repeat."""
        return [asdict(step) for step in self.steps]


def _pvalue(rule: SignificanceTest, scores: Scores, start: int, stop: int) -> float | None:
    """Return the p-value of some repeats, or None where the test does not fit so few."""
    try:
        return rule.judge(scores.repeats(np.arange(start, stop))).pvalue
    except OutperformError:
        return None


def draw(
    figure: PartitionsFigure, axes: Axes | None = None, *, looks: Looks | None = None, theme: Theme = LIGHT
) -> Any:  # looks are of learners; a p-value belongs to none
    """Draw p against the number of repeats, on a logarithmic axis."""
    del looks
    alone = [(step.repeat, max(LEAST, step.alone)) for step in figure.steps if step.alone is not None]
    so_far = [(step.repeat, max(LEAST, step.so_far)) for step in figure.steps if step.so_far is not None]
    with canvas(axes, theme, height=2.2) as place:
        place.set_yscale("log")
        if alone:
            hollow: dict[str, Any] = {"color": theme.soft, "markerfacecolor": theme.paper, "markersize": 3.6}
            place.plot(*zip(*alone, strict=True), linestyle="none", marker="o", **hollow)
        place.plot(*zip(*so_far, strict=True), color=theme.ink, marker="o", markersize=3)
        place.axhline(figure.level, color=theme.soft, linestyle="--", linewidth=0.9, zorder=1.5)
        write_right(place, figure.level, f"level\n{own_level_words(figure.level)}")
        place.set_yticks(list(TICKS), list(TICKS.values()))
        place.set_ylim(0.7 * min(0.01, *(p for _, p in [*alone, *so_far])), 1.4)
        place.minorticks_off()
        place.locator_params(axis="x", integer=True)
        place.set_xlabel("repeats")
        place.set_ylabel("p-value")
    return figure_of(place)
