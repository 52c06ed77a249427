"""What fresh samples or runs would decide where units or runs are few: fresh sums and standard errors, drawn.

A fresh run redraws the standard error with the mean. With few units (items, or clusters of items) or few runs that
decides: with 2 clusters, a standard error that is taken as known foretold 6% of other decisions where 31% were seen.

Model: unit c has the sum u_c with noise of variance V_c, W_c its weight, W their sum, m the mean. The units' true means
vary about a common one, of which nothing is known before. The total variance of m, s^2, has the estimate se^2 with the
test's degrees of freedom and is at least V = sum V_c / W^2, the noise. It is drawn from what that leaves likely
(se^2 df / chi-square, cut off at V), V likewise, and B = V / s^2 is the share of the noise. With e_c of variance V_c
and mean e = sum e_c / W, a fresh run with f times as many samples has

    u'_c = W_c (m + sqrt(1 + 1/f) e) + (1 - B) (u_c - W_c m) + sqrt(1 - B + 1/f) (e_c - W_c e)

On average its standard error is the one seen. Without the share B, units would be drawn further apart than they are:
with 30 items, intervals of 95% then held 73% of fresh p-values.

The variance of a unit's samples is pooled: as if 4 more degrees of freedom had shown the mean over all units.
"""

from dataclasses import dataclass
from functools import cached_property
from math import fsum, inf, sqrt

import numpy as np

from outperform.core import Floats, Scores, Seed, stream
from outperform.significance import special
from outperform.significance.differences import ratio_of
from outperform.significance.item_means import ItemMean, Units, mean_of_units
from outperform.significance.item_values import ItemValues, item_values
from outperform.significance.samples import RunNoise, SampleNoise, SamplingVariance

FEW_UNITS = 30  # with more, the standard error of a fresh run is nearly the same
FEW_RUNS = 10
DRAWS = 4000
POOLED = 4.0  # degrees of freedom of the mean over units, in the variance of a unit's samples
ALL_SIGNS = 11  # units whose patterns of signs are all tried
SIGNS = 1024  # patterns of signs; more units have so many random ones


@dataclass(frozen=True, eq=False)
class FreshUnits:
    """Few units with the noise of their samples, in an order that depends on them alone."""

    sums: Floats  # [unit]: u_c
    weight: Floats  # [unit]: W_c
    squares: Floats  # [unit]: Q_c
    noise: Floats  # [unit]: V_c
    df: float  # of the noise

    @classmethod
    def of(cls, values: ItemValues, noise: SampleNoise) -> "FreshUnits":
        """Add up items in the order that they were given in, with exact sums; the order of units is their own."""
        o = np.ones(values.count) if values.weights is None else values.weights
        parts = np.stack([o * values.values, o, o**2, noise.terms * o.sum() ** 2, noise.free])
        sums, weight, squares, terms, free = _unit_sums(parts, values)
        pooled = terms.sum() * squares / squares.sum()
        mixed = (free * terms + POOLED * pooled) / (free + POOLED)
        rows = np.stack([sums, weight, squares, mixed * (terms.sum() / mixed.sum())])[:, weight > 0]
        ways = _ranked(rows), _ranked(rows * np.array([[-1.0], [1.0], [1.0], [1.0]]) + 0.0)
        apart = (ways[0] - ways[1]).T.reshape(-1)
        first = apart[np.flatnonzero(apart)[:1]]
        kept = ways[int(first.size > 0 and first[0] < 0)]
        return cls(kept[0], kept[1], kept[2], kept[3], noise.own.df)

    def found(self, sums: Floats) -> ItemMean:
        """Return mean and standard error of sums [..., unit]."""
        centre = sums.sum(axis=-1) / self.weight.sum()
        return mean_of_units(
            Units(sums - centre[..., np.newaxis] * self.weight, self.weight, self.squares, np.asarray(centre))
        )

    def drawn(self, rng: np.random.Generator, times: float) -> Floats:
        """Draw the sums [draw, unit] of fresh runs with so many times the samples."""
        here, whole = self.found(self.sums), float(self.weight.sum())
        part = float(self.noise.sum()) / whole**2
        noise = likely(np.full(DRAWS, part), self.df, 0.0, rng.random(DRAWS))
        share = noise / likely(np.full(DRAWS, float(here.se) ** 2), here.df, noise, rng.random(DRAWS))
        e = rng.standard_normal((DRAWS, self.sums.size)) * np.sqrt(self.noise)
        e *= np.sqrt(noise / part)[:, np.newaxis]
        moved = e.sum(axis=-1, keepdims=True) / whole * self.weight
        centre = float(here.estimate) * self.weight
        kept = (1 - share)[:, np.newaxis]
        sums: Floats = centre + sqrt(1 + 1 / times) * moved
        sums += kept * (self.sums - centre) + np.sqrt(kept + 1 / times) * (e - moved)
        return sums


def _unit_sums(parts: Floats, values: ItemValues) -> Floats:
    """Add up parts [part, item] of each cluster, without rounding on the way."""
    if values.clusters is None:
        return parts
    order = np.argsort(values.clusters, kind="stable")
    starts = np.flatnonzero(np.diff(values.clusters[order], prepend=-1))[1:]
    return np.array([[fsum(each) for each in np.split(part, starts)] for part in parts[:, order]])


def _ranked(rows: Floats) -> Floats:
    return rows[:, np.lexsort(rows[::-1])]


def likely(found: Floats, df: Floats | float, least: Floats | float, places: Floats) -> Floats:
    """Return the variances at these places of what an estimate leaves likely, from a least one on.

    Examples
    --------
    The estimate 1 with 10 degrees of freedom: the median is about 1.07; from 2 on, it is 2.48.

    >>> likely(np.ones(2), 10.0, np.array([0.0, 2.0]), np.array([0.5, 0.5])).tolist()
    [1.07, 2.476]
    """
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        top = special.gammainc(df / 2, np.where(np.asarray(least) > 0, df * found / least / 2, inf))
        drawn = df * found / (2 * special.gammaincinv(df / 2, places * top))
    some: Floats = np.where((top > 0) & np.isfinite(drawn), np.maximum(drawn, least), least)
    return some


@dataclass(frozen=True, eq=False)
class Draws:
    """P-values of fresh runs of a test; drawn where they are asked for."""

    seed: Seed
    units: FreshUnits | None  # None where there are many: their standard error stays
    mean: float
    se: float  # of the items
    df: float
    own: SamplingVariance
    runs: RunNoise | None = None
    signs: bool = False  # the p-value is that of random signs
    recipes: bool = False  # the standard error holds the variance between runs

    @cached_property
    def pvalues(self) -> Floats:
        """P-values of runs with as many samples or runs."""
        return self._drawn(1.0)

    @cached_property
    def limits(self) -> Floats:
        """P-values with unlimited samples or runs."""
        return self._drawn(inf)

    def _drawn(self, times: float) -> Floats:
        rng = stream(self.seed, "fresh")
        shift, between = self._runs(rng, times)
        if self.units is None:
            noise = likely(np.full(DRAWS, self.own.variance), self.own.df, 0.0, rng.random(DRAWS))
            mean = self.mean + shift + np.sqrt((1 + 1 / times) * noise) * rng.standard_normal(DRAWS)
            se = np.sqrt(self.own.with_samples(self.se**2, self.own.samples * times)) + np.zeros(DRAWS)
            return self._of_recipes(ItemMean(mean, se, self.df, FEW_UNITS + 1), between)
        sums = self.units.drawn(rng, times) + shift[:, np.newaxis] * self.units.weight
        return _signed(sums, rng) if self.signs else self._of_recipes(self.units.found(sums), between)

    def _runs(self, rng: np.random.Generator, times: float) -> tuple[Floats, Floats | None]:
        """Draw how far fresh runs move the mean, and the variance between them; None with unlimited runs."""
        if self.runs is None:
            return np.zeros(DRAWS), None
        runs = self.runs
        size = (DRAWS, runs.counts.size)
        true = likely(runs.between, runs.counts - 1, runs.within, rng.random(size))
        moved = ((true - runs.within) / runs.counts).sum(axis=-1)
        shift = np.sqrt((1 + 1 / times) * moved) * rng.standard_normal(DRAWS)
        between = true * rng.chisquare(runs.counts - 1, size) / (runs.counts - 1)
        return shift, between if times < inf and self.recipes else None

    def _of_recipes(self, found: ItemMean, between: Floats | None) -> Floats:
        if self.runs is None or between is None:
            return found.pvalue
        se, df = self.runs.recipes(found.se, found.df, between)
        p: Floats = 2 * special.stdtr(df, -ratio_of(np.abs(found.estimate), se))
        return p


def _signed(sums: Floats, rng: np.random.Generator) -> Floats:
    """Return the share of patterns of signs that give at least as much, for every row of sums [draw, unit]."""
    count = sums.shape[-1]
    if count <= ALL_SIGNS:
        signs = 1.0 - 2 * ((np.arange(2 ** (count - 1)) >> np.arange(count)[:, np.newaxis]) & 1)
    else:
        signs = np.ones((count, SIGNS))
        signs[:, 1:] = rng.choice([-1.0, 1.0], (count, SIGNS - 1))
    least = np.abs(sums.sum(axis=-1, keepdims=True)) * (1 - 1e-9)
    found: Floats = (np.abs(sums @ signs) >= least).mean(axis=-1)
    return found


def fresh_draws(scores: Scores, used: ItemValues, found: ItemMean, noise: SampleNoise | None) -> Draws | None:
    """Return the draws of a t test, or None where there are many units and runs, and the closed form serves."""
    if noise is None or noise.bounded:
        return None
    units = _few(scores, used, noise)
    if units is None and (noise.runs is None or noise.runs.counts.min() > FEW_RUNS or float(found.se) == 0):
        return None
    mean, se = float(found.estimate), float(found.se)
    return Draws(scores.seed, units, abs(mean), se, found.df, noise.own, noise.runs, recipes=True)


def flip_draws(scores: Scores, used: ItemValues, noise: SampleNoise) -> Draws | None:
    """Return the draws of a test by random signs, or None where there are many units."""
    units = None if noise.bounded else _few(scores, used, noise)
    return None if units is None else Draws(scores.seed, units, 0.0, 0.0, 1.0, noise.own, noise.runs, signs=True)


def _few(scores: Scores, used: ItemValues, noise: SampleNoise) -> FreshUnits | None:
    count = used.count if used.clusters is None else int(used.clusters.max()) + 1
    if count > FEW_UNITS or noise.terms.sum() == 0:
        return None
    given = item_values(scores)
    return FreshUnits.of(given if used.clusters is not None else given.without_clusters(), noise)
