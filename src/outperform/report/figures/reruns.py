"""The p-values that fresh runs of two systems on the same items would give."""

from dataclasses import asdict, dataclass
from typing import Any, Self

import numpy as np
from matplotlib.axes import Axes

from outperform.comparison import Comparison
from outperform.core import Floats, InputError, Refusal
from outperform.core.adjust import adjustment_from
from outperform.report.figures._canvas import canvas, figure_of, reference
from outperform.report.figures.base import PairFigure
from outperform.report.figures.style import LIGHT, Looks, Theme
from outperform.report.pairs import seen
from outperform.words.numbers import p_short, p_words
from outperform.words.replicability import ANEW, WHOLE, Anew, rounded
from outperform.words.verdicts import is_of_own_p

LEAST = 1e-4  # smaller p-values are in the first bar
STEPS = 4  # bars per power of ten
TICKS = {0.0001: "≤ .0001", 0.001: ".001", 0.01: ".01", 0.1: ".1", 1.0: "1"}


@dataclass(frozen=True)
class RerunBar:
    """The share of fresh runs whose p-value lies in a range."""

    low: float
    high: float
    share: float


@dataclass(frozen=True)
class RerunsFigure(PairFigure):
    """One pair of systems: the p-values that other sampling runs on the same items would give."""

    slug = "reruns"
    place = 32
    part = "reruns"

    first: str
    second: str
    bars: tuple[RerunBar, ...]
    pvalue: float
    level: float
    finds: float  # share of fresh runs with p at most the level
    over: str
    adjusted: float | None = None  # the p-value that decides, where it is another

    @classmethod
    def of(cls, comparison: Comparison, pair: int = 0) -> Self:
        """Take the distribution that the samples of the judgement at this position foretell."""
        judgement = comparison.judgements[pair]
        stand, verdict = judgement.replicability, judgement.verdict
        fresh = getattr(getattr(verdict, "stability", None), "fresh_pvalues", None)
        if isinstance(stand, Refusal) or stand.over == "splits" or fresh is None or verdict.pvalue is None:
            raise InputError("pair", "needs several samples or runs of every item, from which fresh runs are foretold")
        side, family = (
            seen(comparison, judgement),
            [each for each in comparison.judgements if each.metric == judgement.metric],
        )
        level = adjustment_from(judgement.adjustment).own_level(judgement.level, len(family))  # as that of p_flip
        adjusted = judgement.pvalue_adjusted if is_of_own_p(judgement) else None
        finds = 1 - stand.p_flip if verdict.pvalue <= level else stand.p_flip
        bars = bars_of(fresh(), level)
        return cls(side.better, side.worse, bars, verdict.pvalue, level, finds, stand.over, adjusted)

    @property
    def title(self) -> str:
        """Return what is shown."""
        return f"p-values that {self.words.again} would give"

    @property
    def words(self) -> Anew:
        """What is drawn anew, in words."""
        return next(words for over, words in ANEW.items() if over == self.over)

    @property
    def about(self) -> str:
        """Return whom it is about."""
        return f"{self.first} against {self.second}"

    @property
    def caption(self) -> str:
        """Return how to read it."""
        kind, each = self.words.kind, "runs" if self.over == "runs" else "samples"
        many = "Almost all" if self.finds >= WHOLE else "Almost no" if self.finds <= 1 - WHOLE else ""
        many = f"{many} {kind}" if many else f"About {rounded(self.finds)} of {kind}"
        found = f"{many} would find a difference (p at or below {self.level:g}, blue)."
        here = f"Here {p_words(self.pvalue)}"
        if self.adjusted is not None:
            here += f" for this pair alone; adjusted for several pairs, which decides: {p_short(self.adjusted)}"
        return f"{found} {here}. Estimated from the {each}; it says nothing about new items."

    def frame(self) -> list[dict[str, Any]]:
        """Return one row per bar."""
        return [asdict(bar) for bar in self.bars]


def bars_of(pvalues: Floats, level: float) -> tuple[RerunBar, ...]:
    """Count p-values in ranges of the same width on a logarithmic axis; the level is the end of one.

    Examples
    --------
    >>> bar = bars_of(np.array([0.04, 0.045, 0.2, 1e-7]), 0.05)[0]
    >>> bar.low, round(bar.high, 5), bar.share
    (0.0001, 0.00016, 0.25)
    """
    steps = np.arange(-STEPS * 12, STEPS * 12) / STEPS
    inner = level * 10.0**steps
    edges = np.array([LEAST, *inner[(inner > 1.05 * LEAST) & (inner < 0.95)], 1.0])
    places = np.searchsorted(edges[1:-1], np.clip(pvalues, LEAST, 1.0), side="left")  # p = level is below it
    counts = np.bincount(places, minlength=len(edges) - 1)
    shares = counts / len(pvalues)
    return tuple(RerunBar(*map(float, each)) for each in zip(edges[:-1], edges[1:], shares, strict=True))


def draw(figure: RerunsFigure, axes: Axes | None = None, *, looks: Looks | None = None, theme: Theme = LIGHT) -> Any:
    """Draw the shares as bars, those that find a difference in colour."""
    del looks  # of systems; a p-value belongs to none
    with canvas(axes, theme, height=2.2) as place:
        place.set_xscale("log")
        for bar in figure.bars:
            colour = theme.hues[0] if bar.high <= figure.level * (1 + 1e-9) else theme.soft
            left, right = bar.low * 1.03, bar.high / 1.03
            place.bar(left, 100 * bar.share, right - left, align="edge", color=colour)
        top = 100 * max(bar.share for bar in figure.bars)
        place.set_ylim(0, 1.3 * top)
        place.set_yticks([tick for tick in place.get_yticks() if tick <= min(100.0, 1.3 * top)])
        reference(place, figure.level, f"level {figure.level:g}", theme, upright=True)
        at, high = min(1.0, max(LEAST, figure.pvalue)), 1.1 * top
        place.plot([at], [high], marker="v", color=theme.ink)
        side, align = (-5, "right") if at > 0.003 else (5, "left")
        place.annotate("this run", (at, high), xytext=(side, 0), textcoords="offset points", ha=align, va="center",
                       fontsize=6.5)  # fmt: skip
        place.set_xticks(list(TICKS), list(TICKS.values()))
        place.minorticks_off()
        place.set_xlim(LEAST / 1.15, 1.15)
        place.grid(visible=False, axis="x")
        place.set_xlabel("p-value")
        place.set_ylabel(f"% of {figure.words.kind}")
    return figure_of(place)
