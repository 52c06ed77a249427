"""Where everything of a critical-difference diagram lies, in points: for matplotlib and for TikZ alike."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil, floor

from outperform.report.spread import spread

TICK = 4.0  # points, above the axis
FIRST, PITCH = 11.0, 6.5  # from the axis to the first bar, and between levels of bars
REACH = 2.5  # how far a bar goes beyond its ends, where there is room
APART = 9.0  # between bars that share a level
ROW = 11.5  # between labels
NEAREST, DOTS = 2.5, 5.5  # between the lines of two learners, and of two dots: those of the same rank are told apart
SIDE = 10.0  # from the end of the axis to the labels


@dataclass(frozen=True)
class RankBar:
    """A bar that joins learners: strong parts, thin parts that pass others by, and a dot per member where needed."""

    y: float
    strong: tuple[tuple[float, float], ...]
    thin: tuple[tuple[float, float], ...]
    dots: tuple[float, ...]  # () where the bar joins all learners along its way
    hub: float | None = None  # of the baseline, where only pairs with it were compared


@dataclass(frozen=True)
class RankLabel:
    """A learner: its place on the axis, and that of its label; ``side`` is -1 on the left and 1 on the right."""

    learner: str
    words: str
    x: float
    y: float
    end: float  # of the line to the label
    side: int


@dataclass(frozen=True)
class RankAxis:
    """All places of a diagram; the axis runs from (0, 0) to (length, 0), labels lie below it."""

    length: float
    ticks: tuple[tuple[float, str], ...]
    bars: tuple[RankBar, ...]
    labels: tuple[RankLabel, ...]

    @property
    def depth(self) -> float:
        """How far the lowest label lies below the axis."""
        return -min(label.y for label in self.labels)


def rank_axis(
    ranks: Sequence[tuple[str, float]], bars: Sequence[Sequence[str]], words: Sequence[str], hub: str | None = None
) -> RankAxis:
    """Lay out learners, the best first, and the groups that bars join; ``hub`` is the baseline of the only bar.

    Examples
    --------
    >>> made = rank_axis([("a", 1.2), ("b", 1.8)], [("a", "b")], ["a (1.20)", "b (1.80)"])
    >>> [round(label.x) for label in made.labels], [words for _, words in made.ticks]
    ([43, 173], ['1', '1.5', '2'])
    """
    low, high = floor(ranks[0][1]), ceil(ranks[-1][1])
    low, high = (low, high) if high > low else (max(1, low - 1), low + 1)
    length = max(216.0, 15.0 * (high - low)) if len(ranks) <= 10 else max(288.0, 17.0 * (high - low))
    step = 0.5 if high - low <= 2 else 1 if high - low <= 25 else 5
    order = [name for name, _ in ranks]
    near = NEAREST if hub is None and all(_is_whole(bar, order) for bar in bars) else DOTS
    places = spread([(rank - low) / (high - low) for _, rank in ranks], near / length)
    x = {name: length * place for (name, _), place in zip(ranks, places, strict=True)}
    ticks = [low + step * number for number in range(int((high - low) / step) + 1)]
    levels, count = _levels([(x[bar[0]], x[bar[-1]]) for bar in bars])
    made = [_bar(bar, x, -FIRST - PITCH * level, hub) for bar, level in zip(bars, levels, strict=True)]
    top = FIRST + PITCH * count + (4.0 if count else 2.0)
    labels = _labels(order, words, x, length, top)
    return RankAxis(length, tuple((length * (at - low) / (high - low), f"{at:g}") for at in ticks), tuple(made), labels)


def _labels(
    names: Sequence[str], words: Sequence[str], x: dict[str, float], length: float, top: float
) -> tuple[RankLabel, ...]:
    """Put the better half on the left from the top, the others on the right from the bottom: no two lines cross."""
    half = (len(names) + 1) // 2
    rows = [*range(half), *reversed(range(len(names) - half))]
    return tuple(
        RankLabel(name, said, x[name], -top - ROW * row, *((-SIDE, -1) if place < half else (length + SIDE, 1)))
        for place, (name, said, row) in enumerate(zip(names, words, rows, strict=True))
    )


def _levels(spans: Sequence[tuple[float, float]]) -> tuple[list[int], int]:
    """Give every bar the first level on which it does not come near another; return also how many there are."""
    ends: list[float] = []
    levels = []
    for start, stop in spans:
        level = next((number for number, end in enumerate(ends) if end + APART <= start), len(ends))
        ends[level : level + 1] = [stop]
        levels.append(level)
    return levels, len(ends)


def _is_whole(bar: Sequence[str], order: Sequence[str]) -> bool:
    """Return whether a bar joins all learners along its way."""
    start = order.index(bar[0])
    return tuple(order[start : start + len(bar)]) == tuple(bar)


def _bar(bar: Sequence[str], x: dict[str, float], y: float, hub: str | None) -> RankBar:
    """Draw a bar strong between neighbours, and thin where it passes learners that do not belong to it."""
    order = list(x)
    at = {name: place for place, name in enumerate(order)}
    if hub is None and _is_whole(bar, order):
        ends = (x[bar[0]] - _room(order, at[bar[0]], x, -1), x[bar[-1]] + _room(order, at[bar[-1]], x, 1))
        return RankBar(y, (ends,), (), ())
    steps = [(x[one], x[other], hub is None and at[other] == at[one] + 1) for one, other in pairwise(bar)]
    strong, thin = (tuple((one, other) for one, other, near in steps if near is kind) for kind in (True, False))
    return RankBar(y, strong, thin, tuple(x[name] for name in bar), None if hub is None else x[hub])


def _room(order: Sequence[str], place: int, x: dict[str, float], way: int) -> float:
    """Return how far a bar may go beyond its last member without reaching the next learner."""
    beyond = place + way
    if not 0 <= beyond < len(order):
        return REACH
    return min(REACH, 0.4 * abs(x[order[beyond]] - x[order[place]]))
