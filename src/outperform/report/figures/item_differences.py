"""How the difference of two systems is distributed over items."""

import math
from dataclasses import asdict, dataclass
from typing import Any, Self

import numpy as np
from matplotlib.axes import Axes

from outperform.comparison import Comparison
from outperform.core import Floats, InputError, Unit
from outperform.report.figures._canvas import canvas, figure_of
from outperform.report.figures.base import PairFigure
from outperform.report.figures.style import LIGHT, Looks, Theme
from outperform.report.names import short_names
from outperform.report.pairs import seen
from outperform.significance.item_values import item_values

FEW = 25  # distinct differences up to which each has a bar of its own
BINS = 24  # of more, about so many bars
DIGITS = 11  # of the largest difference: what is smaller is rounding


@dataclass(frozen=True)
class DifferenceBar:
    """Items whose difference lies in a range, in the unit of the figure; both ends are the same for a single value."""

    low: float
    high: float
    items: int


@dataclass(frozen=True)
class ItemDifferencesFigure(PairFigure):
    """One pair of systems: how many items have which difference of their scores."""

    slug = "item-differences"
    place = 42
    part = "items"

    first: str
    second: str
    bars: tuple[DifferenceBar, ...]
    unit: str
    mean: float
    samples: int
    runs: bool  # the samples are runs
    rights: bool  # every score is 0 or 1, with one sample per item

    @classmethod
    def of(cls, comparison: Comparison, pair: int = 0) -> Self:
        """Count the differences of the items of the judgement at this position."""
        judgement = comparison.judgements[pair]
        scores = judgement.scores
        if judgement.items is None or judgement.items.flips is None or scores is None or scores.items is None:
            raise InputError("pair", "needs a score of every item; these systems have none")
        side, traits, points = seen(comparison, judgement), scores.items.traits, judgement.unit is Unit.POINTS
        given = item_values(scores)
        found = (100.0 if points else 1.0) * (-1 if side.swapped else 1) * given.values
        return cls(
            side.better,
            side.worse,
            bars_of(found),
            f"difference of an item in {judgement.metric or 'score'}{', points' if points else ''}",
            float(np.average(found, weights=given.weights)),
            traits.most,
            scores.items.runs,
            traits.binary and traits.most == 1,
        )

    @property
    def tells(self) -> bool:
        """Whether it shows more than the counts of right and wrong items."""
        return not self.rights

    @property
    def title(self) -> str:
        """Return what is shown."""
        return "Differences of the items"

    @property
    def about(self) -> str:
        """Return whom it is about."""
        return f"{self.first} against {self.second}"

    @property
    def caption(self) -> str:
        """Return how to read it."""
        noun = "runs" if self.runs else "samples"
        each = f" An item's score is the mean of its {self.samples} {noun}." if self.samples > 1 else ""
        ranges = "" if all(bar.low == bar.high for bar in self.bars) else " Each bar is a range of differences."
        words = f"{self.first} minus {self.second}: items to the right of 0 favour {self.first}."
        return f"{words}{ranges}{each} Dashed line: the mean."

    def frame(self) -> list[dict[str, Any]]:
        """Return one row per bar."""
        return [asdict(bar) for bar in self.bars]


def bars_of(differences: Floats) -> tuple[DifferenceBar, ...]:
    """Count differences: each value where there are few, else ranges of the same width; 0 has a bar of its own.

    Examples
    --------
    >>> bars_of(np.array([0.0, 20.0, 0.0]))
    (DifferenceBar(low=0.0, high=0.0, items=2), DifferenceBar(low=20.0, high=20.0, items=1))
    >>> [bar.items for bar in bars_of(np.array([2e-12, 1e-12, -3e-12, 1e-12]))]
    [1, 2, 1]
    """
    reach = float(np.abs(differences).max())
    rounded = np.round(differences, DIGITS - math.ceil(math.log10(reach or 1.0))) + 0.0
    values, counts = np.unique(rounded, return_counts=True)
    if values.size <= FEW:
        return tuple(DifferenceBar(float(at), float(at), int(count)) for at, count in zip(values, counts, strict=True))
    width = 2 * reach / BINS
    ties = int(counts[values == 0].sum())
    edges = width * np.arange(-BINS // 2, BINS // 2 + 1)
    inside, _ = np.histogram(np.clip(rounded[rounded != 0], edges[0], edges[-1]), edges)
    bars = [DifferenceBar(float(low), float(low + width), int(n)) for low, n in zip(edges, inside, strict=False) if n]
    return tuple(
        sorted([*bars, *([DifferenceBar(0.0, 0.0, ties)] if ties else [])], key=lambda bar: bar.low + bar.high)
    )


def draw(
    figure: ItemDifferencesFigure, axes: Axes | None = None, *, looks: Looks | None = None, theme: Theme = LIGHT
) -> Any:
    """Draw a bar per difference: in the colour of the system that it favours, ties in grey."""
    looks = looks or Looks.of([figure.first, figure.second], theme)
    short = short_names([figure.first, figure.second], 18)
    width = _width(figure.bars)
    with canvas(axes, theme, height=2.2) as place:
        for bar in figure.bars:
            centre, wide = (bar.low + bar.high) / 2, (bar.high - bar.low) or width
            colour = theme.soft if centre == 0 else looks[figure.first if centre > 0 else figure.second].colour
            place.bar(centre, bar.items, 0.92 * wide, color=colour)
        place.axvline(figure.mean, color=theme.ink, linestyle="--", linewidth=0.9)
        reach = max(max(abs(bar.low), abs(bar.high)) for bar in figure.bars) or 1.0
        place.set_xlim(-1.06 * reach - width / 2, 1.06 * reach + width / 2)
        place.set_ylim(0, 1.22 * max(bar.items for bar in figure.bars))
        place.locator_params(axis="y", integer=True)
        place.grid(visible=False, axis="x")
        place.set_xlabel(figure.unit)
        place.set_ylabel("items")
        beside: dict[str, Any] = {"transform": place.transAxes, "va": "top", "fontsize": 6.5}
        place.text(0.02, 1.0, f"← {short[figure.second]}\nhigher", ha="left", **beside)
        place.text(1.0, 1.0, f"{short[figure.first]} →\nhigher", ha="right", **beside)
    return figure_of(place)


def _width(bars: tuple[DifferenceBar, ...]) -> float:
    """Return the width of the bar of a single value: the least distance of two, or that of a range."""
    ranges = [bar.high - bar.low for bar in bars if bar.high > bar.low]
    if ranges:
        return 0.35 * ranges[0]
    gaps = np.diff([bar.low for bar in bars])
    reach = max((abs(bar.low) for bar in bars), default=0.0) or 1.0
    return float(max(gaps.min(), 2 * reach / 60)) if gaps.size else 0.2 * reach
