"""Laws of two systems at a margin: one is worse by it exactly, mostly by rare large losses."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

import numpy as np
from scipy.special import ndtr

from outperform.core import Bools, Floats, Ints
from outperform.significance.delong import Placements
from outperform.significance.item_means import spread_of
from outperform.significance.item_power import Aim, MeanPower
from outperform.significance.item_values import ItemValues
from outperform.significance.skewed_mean import UnitSpread

Group = Literal["named", "at the limit", "other inputs", "rarer", "unknown", "power", "planned"]
Spread = Callable[[np.random.Generator, tuple[int, int]], Floats]
SEEN = 0.01  # with a share q of losers and N items, (1 - q)^N is at most this in a law that has a limit


@dataclass(frozen=True, eq=False)
class Sample:
    """Sets of items: the estimate and the spread of its units, and the differences of the items where these decide."""

    estimate: Floats  # [set]
    spread: UnitSpread
    values: Floats | None = None  # [set, item]


Draw = Callable[[np.random.Generator, int], Sample]


@dataclass(frozen=True)
class MarginLaw:
    """A way to draw sets of items on which the first system is worse by the margin, or as good."""

    name: str
    group: Group
    units: int  # items, or clusters
    share: float  # of the units that lose
    margin: float
    draw: Draw = field(repr=False)
    ties: bool = False  # most items do not differ: what was not sampled is allowed for
    limited: bool = True  # whether the error must be at most .055
    bounded: bool = True  # whether the least and the largest possible score are known; scores reach from 0 to 1

    @property
    def unseen(self) -> float:
        """The chance that no unit of a set loses."""
        return float((1 - self.share) ** self.units)


def of_values(values: Floats, weights: Floats | None = None, clusters: Ints | None = None) -> Sample:
    """Return differences of items [set, item] as a sample."""
    items = ItemValues(values, np.ones(len(values)), weights, clusters)
    whole = np.ones(values.shape[1]) if weights is None else weights
    plain = weights is None and clusters is None
    return Sample(values @ whole / whole.sum(), spread_of(items), values if plain else None)


def normal(sd: float) -> Spread:
    """Return normal noise."""
    return lambda rng, size: sd * rng.standard_normal(size)


def heavy(sd: float) -> Spread:
    """Return noise of Student's t with 3 degrees of freedom, cut at -.5 and .5."""
    return lambda rng, size: np.clip(sd / np.sqrt(3) * rng.standard_t(3, size), -0.5, 0.5)


def gains(mean: float) -> Spread:
    """Return exponential gains."""
    return lambda rng, size: rng.exponential(mean, size)


def between(low: float, high: float) -> Spread:
    """Return losses of any size between two."""
    return lambda rng, size: rng.uniform(low, high, size)


def always(size: float) -> Spread:
    """Return losses of one size."""
    return lambda _, shape: np.full(shape, size)


def losing(
    name: str, units: int, share: float, loss: Spread, mean: float, noise: Spread | None = None, **more: object
) -> MarginLaw:
    """Return a law in which a share of the items loses, ``mean`` on average, and all have noise with mean 0."""

    def draw(rng: np.random.Generator, sets: int) -> Sample:
        size = sets, units
        values = np.where(rng.random(size) < share, -loss(rng, size), 0.0)
        return of_values(values if noise is None else values + noise(rng, size))

    chosen = {"group": "at the limit", "ties": noise is None} | more
    return MarginLaw(f"{name}, N = {units}", units=units, share=share, margin=share * mean, draw=draw, **chosen)  # type: ignore[arg-type]


def with_gains(units: int, share: float, loss: float, gain: float) -> MarginLaw:
    """Return a law in which all items that do not lose gain a little, exponentially."""

    def draw(rng: np.random.Generator, sets: int) -> Sample:
        size = sets, units
        return of_values(np.where(rng.random(size) < share, -loss, rng.exponential(gain, size)))

    margin = share * loss - (1 - share) * gain
    name = f"{share:.2g} lose {loss:g}, the others gain {gain:g} on average (exponential), N = {units}"
    return MarginLaw(name, "at the limit", units, share, margin, draw)


def graded(units: int, sizes: tuple[float, ...], chances: tuple[float, ...]) -> MarginLaw:
    """Return differences of grades: most items tie."""

    def draw(rng: np.random.Generator, sets: int) -> Sample:
        picked = rng.choice(len(sizes) + 1, (sets, units), p=[*chances, 1 - sum(chances)])
        return of_values(np.array([*sizes, 0.0])[picked])

    losers = sum(chance for size, chance in zip(sizes, chances, strict=True) if size < 0)
    margin = -sum(size * chance for size, chance in zip(sizes, chances, strict=True))
    name = "grades: " + ", ".join(f"{chance:.2g} by {size:+g}" for size, chance in zip(sizes, chances, strict=True))
    return MarginLaw(f"{name}, the others tie, N = {units}", "at the limit", units, losers, margin, draw, ties=True)


def sampled(units: int, share: float, samples: int, *, right: bool) -> MarginLaw:
    """Return several samples per item: a share of the items loses .5, in right and wrong answers or in grades."""

    def draw(rng: np.random.Generator, sets: int) -> Sample:
        lost = rng.random((sets, units)) < share
        if right:
            chance = np.where(lost, 0.4, 0.9)
            answers = rng.binomial(samples, chance) - rng.binomial(samples, 0.9, (sets, units))
            return of_values(answers / samples)
        noise = 0.05 * rng.standard_normal((sets, units)) * np.sqrt(2 / samples)
        return of_values(np.where(lost, -0.5, 0.0) + noise)

    what = "right or wrong, chances .9 and .4" if right else "grades, SD .05 per sample"
    group: Group = "other inputs" if right else "named"
    name = f"{samples} samples, {what}: {share:.2g} lose .5, N = {units}"
    return MarginLaw(name, group, units, share, share / 2, draw)


def weighted(units: int, share: float) -> MarginLaw:
    """Return items of weight 1, 2 and 3."""
    weights = (1.0 + np.arange(units) % 3) / 3

    def draw(rng: np.random.Generator, sets: int) -> Sample:
        size = sets, units
        values = np.where(rng.random(size) < share, -0.5, 0.0) + 0.05 * rng.standard_normal(size)
        return of_values(values, weights)

    alike = int(weights.sum() ** 2 / (weights**2).sum())  # items of the same weight
    name = f"weights 1 to 3: {share:.2g} lose .5, noise .05, N = {units}"
    return MarginLaw(name, "other inputs", alike, share, share / 2, draw)


def clustered(sizes: tuple[int, ...], share: float) -> MarginLaw:
    """Return clusters of items: all items of a share of the clusters lose .5."""
    clusters = np.repeat(np.arange(len(sizes)), sizes)

    def draw(rng: np.random.Generator, sets: int) -> Sample:
        lost = (rng.random((sets, len(sizes))) < share)[:, clusters]
        return of_values(np.where(lost, -0.5, 0.0) + 0.1 * rng.standard_normal(lost.shape), clusters=clusters)

    span = f"{min(sizes)} to {max(sizes)}" if min(sizes) < max(sizes) else f"{sizes[0]}"
    name = f"{len(sizes)} clusters of {span} items: {share:.2g} of the clusters lose .5, noise .1"
    return MarginLaw(name, "other inputs", len(sizes), share, share / 2, draw)


def f1_law(units: int, positive: float, share: float) -> MarginLaw:
    """Return F1 of two classifiers: both find 90% of the positive items, and the first misses a share of these more."""
    recall, false = 0.9, 0.05

    def f1(found: float) -> float:
        return 2 * positive * found / (positive * found + (1 - positive) * false + positive)

    def draw(rng: np.random.Generator, sets: int) -> Sample:
        size = sets, units
        truth = rng.random(size) < positive
        second = np.where(truth, rng.random(size) < recall, rng.random(size) < false)
        first = second & ~(truth & (rng.random(size) < share))
        scores, slopes = zip(*(_f1_influence(truth, said) for said in (first, second)), strict=True)
        apart = scores[0] - scores[1]
        parts = slopes[0] - slopes[1]
        se = np.sqrt((parts**2).sum(axis=1) / (units * (units - 1)))
        return Sample(apart, UnitSpread(parts / units, np.full(units, 1 / units), se, units - 1.0))

    name = f"F1, {positive:.0%} of N = {units} are positive: {share:.2g} of those found are lost"
    losers = positive * recall * share
    return MarginLaw(name, "other inputs", units, losers, f1(recall) - f1(recall * (1 - share)), draw)


def _f1_influence(truth: Bools, said: Bools) -> tuple[Floats, Floats]:
    """Return F1 [set] and the influence of every item on it [set, item]."""
    both, either = (truth & said).astype(float), truth.astype(float) + said
    below = np.maximum(either.mean(axis=1), 1e-300)
    score = 2 * both.mean(axis=1) / below
    return score, (2 * both - score[:, np.newaxis] * either) / below[:, np.newaxis]


def area_law(positive: int, negative: int, share: float) -> MarginLaw:
    """Return areas under the ROC curve: the first ranks a share of the positive items below all others."""

    def draw(rng: np.random.Generator, sets: int) -> Sample:
        high, low = rng.standard_normal((sets, positive)) + 2, rng.standard_normal((sets, negative))
        lost = rng.random((sets, positive)) < share
        noise = [0.3 * rng.standard_normal(side.shape) for side in (high, low)]
        second = (high[:, :, np.newaxis] > low[:, np.newaxis]).astype(float)
        moved = np.where(lost, -99.0, high + noise[0])
        first = (moved[:, :, np.newaxis] > (low + noise[1])[:, np.newaxis]).astype(float)
        apart = first - second
        found = Placements(apart.sum(axis=2), apart.sum(axis=1))
        return Sample(found.estimate, found.spread)

    margin = float(ndtr(2 / np.sqrt(2.0)) - (1 - share) * ndtr(2 / np.sqrt(2.0 + 2 * 0.3**2)))
    name = f"AUC, {positive} positive and {negative} negative items: {share:.2g} of the positive are ranked last"
    return MarginLaw(name, "other inputs", positive, share, margin, draw)


def equal(name: str, units: int, spread: Spread, sd: float) -> MarginLaw:
    """Return equally good systems, and a margin of 2.6 standard errors: the t bound shows it in about 82%."""
    return _equal("power", f"{name}, N = {units}", units, spread, 2.6 * sd / np.sqrt(units))


def planned(name: str, margin: float, spread: Spread, sd: float) -> MarginLaw:
    """Return equally good systems on as many items as a budget plans for a difference of the margin, power .8."""
    units = int(MeanPower(100, 1.0, sd**2, None, 99.0).items_for(margin, 1.0, Aim(0.05, 0.8)))
    return _equal("planned", f"{name}, margin {margin:g}, N = {units}", units, spread, margin)


def _equal(group: Group, name: str, units: int, spread: Spread, margin: float) -> MarginLaw:
    def draw(rng: np.random.Generator, sets: int) -> Sample:
        return of_values(np.clip(spread(rng, (sets, units)), -1, 1))

    return MarginLaw(name, group, units, 0.0, margin, draw)


def outliers(share: float) -> Spread:
    """Return normal differences of SD .1, and as many gains as losses of .5 on a share of the items."""

    def spread(rng: np.random.Generator, size: tuple[int, int]) -> Floats:
        return 0.1 * rng.standard_normal(size) + np.where(rng.random(size) < share, rng.choice([-0.5, 0.5], size), 0.0)

    return spread


def steps(share: float) -> Spread:
    """Return as many gains as losses of .5 on a share of the items; the others tie."""
    return lambda rng, size: np.where(rng.random(size) < share, rng.choice([-0.5, 0.5], size), 0.0)


def both_sides(rng: np.random.Generator, size: tuple[int, int]) -> Floats:
    """Return noise .05, and gains of .5 on 5% of the items, with mean 0."""
    return 0.05 * rng.standard_normal(size) + 0.5 * ((rng.random(size) < 0.05) - 0.05)


def exponential(mean: float) -> Spread:
    """Return exponential losses."""
    return lambda rng, size: rng.exponential(mean, size)


def rarer(units: int, unseen: float) -> MarginLaw:
    """Return a law of losses so rare that no item of a set loses with a chance."""
    share = 1 - unseen ** (1 / units)
    name = f"{100 * share:.2g}% lose .5, noise .02"
    return losing(name, units, share, always(0.5), 0.5, normal(0.02), group="rarer", limited=False)


def varied(name: str, units: int, share: float, loss: Spread, mean: float) -> MarginLaw:
    """Return a law of losses of so many sizes that the large ones are rarer than the losers."""
    return losing(name, units, share, loss, mean, normal(0.02), group="rarer", limited=False)


def trifling(units: int, *, bounded: bool) -> MarginLaw:
    """Return a law in which few items lose all, and more of them next to nothing."""

    def draw(rng: np.random.Generator, sets: int) -> Sample:
        return of_values(-rng.choice([1.0, 0.001, 0.0], (sets, units), p=[0.04, 0.16, 0.8]))

    name = f"4% lose 1, 16% lose .001, bounds {'known' if bounded else 'unknown'}, N = {units}"
    return MarginLaw(name, "unknown", units, 0.04, 0.04016, draw, ties=True, limited=False, bounded=bounded)


NAMED = (
    *(
        losing("10% lose .5, noise .02", units, 0.1, always(0.5), 0.5, normal(0.02), group="named")
        for units in (30, 60, 100)
    ),
    *(
        losing("4% lose .5, noise .02", units, 0.04, always(0.5), 0.5, normal(0.02), group="named")
        for units in (100, 300)
    ),
    sampled(30, 0.1, 5, right=False),
)
LIMITED = (
    losing("10% lose .5, noise .1", 45, 0.1, always(0.5), 0.5, normal(0.1)),
    losing("10% lose .5, noise .2", 45, 0.1, always(0.5), 0.5, normal(0.2)),
    losing("4.6% lose .5, noise .05", 100, 0.046, always(0.5), 0.5, normal(0.05)),
    losing("4.6% lose .5, noise .1", 100, 0.046, always(0.5), 0.5, normal(0.1)),
    losing("1.6% lose .7, noise .05", 300, 0.016, always(0.7), 0.7, normal(0.05)),
    losing("1.6% lose .5, noise .1", 300, 0.016, always(0.5), 0.5, normal(0.1)),
    losing("0.5% lose .9, noise .02", 1000, 0.005, always(0.9), 0.9, normal(0.02)),
    losing("8% lose .5, heavy-tailed noise .08", 60, 0.08, always(0.5), 0.5, heavy(0.08)),
    losing("3% lose .5, heavy-tailed noise .1", 200, 0.03, always(0.5), 0.5, heavy(0.1)),
    losing("10% lose .25 to .75, noise .05", 60, 0.1, between(0.25, 0.75), 0.5, normal(0.05)),
    losing("4% lose .25 to .75, noise .1", 150, 0.04, between(0.25, 0.75), 0.5, normal(0.1)),
    losing("8% lose 0 to .8, noise .05", 100, 0.08, between(0.0, 0.8), 0.4, normal(0.05)),
    losing("3.5% lose 0 to .8, noise .1", 200, 0.035, between(0.0, 0.8), 0.4, normal(0.1)),
    with_gains(100, 0.05, 0.5, 0.005),
    with_gains(200, 0.03, 0.8, 0.01),
    losing("6% lose .5, the others tie", 100, 0.06, always(0.5), 0.5),
    losing("15% lose .5, the others tie", 100, 0.15, always(0.5), 0.5),
    graded(100, (-1.0, -0.5, 0.5), (0.03, 0.06, 0.04)),
    graded(300, (-1.0, 1.0, 0.5), (0.03, 0.01, 0.02)),
    losing("all lose .05 on average (exponential), noise .01", 50, 1.0, exponential(0.05), 0.05, normal(0.01)),
    losing("5% lose .5, 5% gain .5, noise .05", 100, 0.05, always(0.5), 0.5, both_sides),
)
OTHER_INPUTS = (
    sampled(60, 0.1, 3, right=True),
    sampled(100, 0.06, 5, right=True),
    weighted(80, 0.08),
    clustered((4,) * 40, 0.12),
    clustered(tuple(1 + at % 8 for at in range(50)), 0.12),
    f1_law(200, 0.3, 0.1),
    area_law(50, 60, 0.1),
)
RARER = (
    *(rarer(units, unseen) for units in (30, 100, 300) for unseen in (0.5, 0.3, 0.2, 0.1, 0.05, 0.02)),
    *(
        varied(f"{100 * share:g}% lose .1 on average (exponential), noise .02", 100, share, exponential(0.1), 0.1)
        for share in (0.046, 0.1, 0.2, 0.4)
    ),
    varied("4.6% lose 0 to .8, noise .02", 100, 0.046, between(0.0, 0.8), 0.4),
)
UNKNOWN = tuple(trifling(units, bounded=known) for units in (30, 60, 100) for known in (True, False))
POWER = (
    *(equal("normal differences, SD .3", units, normal(0.3), 0.3) for units in (30, 50, 100, 300, 1000)),
    *(equal("5% outliers of .5, noise .1", units, outliers(0.05), 0.15) for units in (30, 100, 300)),
    *(equal("10% outliers of .5, noise .1", units, outliers(0.1), 0.187) for units in (60, 200)),
    *(equal("20% of grades differ by .5", units, steps(0.2), 0.2236) for units in (50, 100, 300)),
    *(equal("heavy-tailed differences, SD .1", units, heavy(0.1), 0.1) for units in (50, 200)),
)
PLANNED = (
    planned("normal differences, SD .3", 0.1, normal(0.3), 0.3),
    planned("normal differences, SD .3", 0.05, normal(0.3), 0.3),
    planned("5% outliers of .5, noise .1", 0.05, outliers(0.05), 0.15),
    planned("5% outliers of .5, noise .1", 0.03, outliers(0.05), 0.15),
    planned("10% outliers of .5, noise .1", 0.05, outliers(0.1), 0.187),
    planned("20% of grades differ by .5", 0.08, steps(0.2), 0.2236),
    planned("20% of grades differ by .5", 0.04, steps(0.2), 0.2236),
    planned("heavy-tailed differences, SD .1", 0.04, heavy(0.1), 0.1),
)
LAWS = (*NAMED, *LIMITED, *OTHER_INPUTS, *RARER, *UNKNOWN, *POWER, *PLANNED)
