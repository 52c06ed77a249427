"""The distribution of |sum s_i x_i| over random signs s_i: exact on a grid or by enumeration, else drawn."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from outperform.core import Floats, Ints
from outperform.significance import special
from outperform.significance.differences import EPS

ENUMERATED = 20  # values; all 2^20 sign patterns are tried
FINEST = 1e6  # steps of the grid in the largest value, at most
MOST_MULTIPLES = 1000  # of the step, for sums to be drawn by binomial distributions
WORK = 5e8  # multiplications on the grid, at most
KEPT = 4000  # points of a law that a rule keeps
_BATCH = 2**22  # numbers at a time


@dataclass(frozen=True, eq=False)
class FlipLaw:
    """Points in ascending order, each with the chance that random signs give at least as much."""

    points: Floats
    tails: Floats
    near: float  # sums that are closer are equal

    def pvalue(self, size: Floats | float) -> Floats:
        """Return the chance of at least this size; beyond all points it is that of the last."""
        place = np.searchsorted(self.points, np.abs(size) - self.near)
        return self.tails[np.minimum(place, self.points.size - 1)]

    def threshold(self, level: float) -> float:
        """Return the smallest size whose chance is at or below the level; infinite where there is none."""
        found = np.flatnonzero(self.tails <= level)
        return float(self.points[found[0]]) if found.size else float("inf")

    def thinned(self, size: float) -> "FlipLaw":
        """Return a law of a few thousand points, which include the first that is at least ``size``."""
        count = self.points.size
        if count <= KEPT:
            return self
        wanted = np.geomspace(self.tails[-1], 1.0, KEPT)
        kept = count - np.searchsorted(self.tails[::-1], wanted, side="right")
        own = np.searchsorted(self.points, size - self.near)
        places = np.unique(np.clip(np.concatenate([kept, [own, count - 1]]), 0, count - 1))
        return FlipLaw(self.points[places], self.tails[places], self.near)


def flip_law(x: Floats, scale: float, replicates: int, rng: np.random.Generator) -> tuple[FlipLaw, bool]:
    """Return the law of |sum s_i x_i|, and whether it is drawn; ``scale`` is the size of numbers that were rounded.

    On a common grid (values that are multiples of one step, such as shares of 5 samples) the law is a convolution of
    binomial distributions, exact for any number of values. Up to 20 values on no grid are enumerated. For more,
    ``replicates`` sums are drawn, and the sum of the values counts as one more.

    Examples
    --------
    >>> law, drawn = flip_law(np.array([1.0, 1.0, 2.0]), 2.0, 100, np.random.default_rng(0))
    >>> law.points.tolist(), law.tails.tolist(), drawn
    ([0.0, 2.0, 4.0], [1.0, 0.75, 0.25], False)
    """
    near = 4 * EPS * max(1, int(np.count_nonzero(x))) * scale
    sizes = np.sort(np.abs(x))[::-1]
    sizes = sizes[sizes > 4 * EPS * scale]  # all the others together do not move a sum beyond rounding
    if sizes.size == 0:
        return FlipLaw(np.zeros(1), np.ones(1), near), False
    grid = _grid(sizes, 16 * EPS * scale)
    if grid is not None and _work(*grid[1:]) <= WORK:
        return _on_grid(*grid, near), False
    if sizes.size <= ENUMERATED:
        return _merged(np.abs(_all_signs(sizes)), near), False
    if grid is None:
        sums = sizes.sum() - 2 * drawn_sums(sizes[np.newaxis], replicates, rng)[0]
    else:
        step, multiples, counts = grid
        sums = step * ((2 * rng.binomial(counts, 0.5, (replicates, counts.size)) - counts) @ multiples)
    return _merged(np.abs(np.append(sums, x.sum())), near), True


def _merged(sums: Floats, near: float) -> FlipLaw:
    """Sort sums; those within rounding of each other are one point."""
    ranked = np.sort(sums)
    starts = np.flatnonzero(np.diff(ranked, prepend=-np.inf) > near)
    return FlipLaw(ranked[starts], (ranked.size - starts) / ranked.size, near)


def _all_signs(sizes: Floats) -> Floats:
    """Return the sums of all sign patterns whose first sign is plus; the others are their negatives."""
    sums = sizes[:1]
    for size in sizes[1:]:
        sums = np.concatenate([sums + size, sums - size])
    return sums


def _grid(sizes: Floats, near: float) -> tuple[float, Ints, Ints] | None:
    """Return a step, the distinct multiples of it and how often each occurs; None where the grid is too fine."""
    distinct = sizes[np.flatnonzero(np.diff(sizes, prepend=np.inf) < -near)]
    step = _common_step(distinct, near)
    if step is None:
        return None
    steps = np.rint(sizes / step)
    if np.abs(sizes - steps * step).max() > near:
        return None
    multiples, counts = np.unique(steps[steps > 0].astype(np.int64), return_counts=True)  # what rounds to 0 is rounding
    return (step, multiples, counts) if multiples.size <= MOST_MULTIPLES else None


def _work(multiples: Ints, counts: Ints) -> float:
    """Return about how many multiplications a convolution takes; the most frequent multiple costs nothing."""
    return float(multiples @ counts) * (10 + float(counts.sum() - counts.max()))


def _common_step(distinct: Floats, near: float) -> float | None:
    """Return the greatest common divisor of sizes in descending order, up to rounding, by Euclid's algorithm."""
    largest = float(distinct[0])
    step, finest = largest, largest / FINEST
    for size in distinct.tolist():
        rest = size
        while rest > max(finest, 64 * near):
            step, rest = rest, step % rest
            rest = min(rest, step - rest)
        if rest > 64 * near or step < finest:
            return None
        step = largest / round(largest / step)
    return step


def _on_grid(step: float, multiples: Ints, counts: Ints, near: float) -> FlipLaw:
    """Convolve binomial distributions: how many steps have a plus, out of S."""
    order = np.argsort(-counts, kind="stable")
    law = np.ones(1)
    for multiple, count in zip(multiples[order].tolist(), counts[order].tolist(), strict=True):
        law = _with(law, multiple, _binomial(count))
    top = law.size - 1
    half = (top + 1) // 2  # from here on there are more pluses than minuses, or as many
    tails = np.minimum(1.0, 2 * np.cumsum(law[: top - half + 1])[::-1])
    points = step * (2 * np.arange(half, top + 1) - top)
    present = np.append(tails[:-1] > tails[1:], True)
    return FlipLaw(points[present].astype(np.float64), tails[present], near)


def _with(law: Floats, multiple: int, binomial: Floats) -> Floats:
    """Add ``multiple`` times a binomial variable."""
    made = np.zeros(law.size + multiple * (binomial.size - 1))
    if law.size == 1:
        made[::multiple] = binomial
        return made
    for number, chance in enumerate(binomial.tolist()):
        made[number * multiple : number * multiple + law.size] += chance * law
    return made


def _binomial(count: int) -> Floats:
    """Return the chances of 0, 1, ..., count heads of a fair coin."""
    heads = np.arange(count + 1)
    if count <= 1000:
        exact: Floats = special.binom(count, heads) * 2.0**-count
        return exact
    logs = special.gammaln(count + 1) - special.gammaln(heads + 1) - special.gammaln(count - heads + 1)
    large: Floats = np.exp(logs - count * np.log(2))
    return large


def all_sums(parts: Floats) -> Floats:
    """Return the sums over all subsets [part, 2^n] of parts [part, n].

    Examples
    --------
    >>> all_sums(np.array([[1.0, 2.0], [1.0, 1.0]])).tolist()
    [[0.0, 1.0, 2.0, 3.0], [0.0, 1.0, 1.0, 2.0]]
    """
    sums = np.zeros((len(parts), 1))
    for column in parts.T:
        sums = np.concatenate([sums, sums + column[:, np.newaxis]], axis=1)
    return sums


def drawn_sums(parts: Floats, size: int, rng: np.random.Generator) -> Floats:
    """Return the sums [part, size] over random subsets of parts [part, n]; each value is in with a chance of 1/2.

    Eight values are drawn with one random byte, whose sum is looked up in a table of 256.
    """
    sums = np.zeros((len(parts), size))
    padded = np.pad(parts, ((0, 0), (0, -parts.shape[1] % 8)))
    for eights in _batches(padded.reshape(len(parts), -1, 8), max(1, _BATCH // max(size, 256))):
        drawn = rng.integers(0, 256, (eights.shape[1], size), dtype=np.uint8)
        for part, values in enumerate(eights):
            tables = all_sums(values.T.reshape(8, -1).T).reshape(-1, 256)
            sums[part] += np.take_along_axis(tables, drawn.astype(np.intp), axis=1).sum(axis=0)
    return sums


def _batches(values: Floats, size: int) -> Iterator[Floats]:
    for start in range(0, values.shape[1], size):
        yield values[:, start : start + size]
