"""Verdicts by random signs of units: the p-value of the signs, and the interval that inverts it."""

from dataclasses import dataclass, field
from functools import cached_property
from math import floor, inf

import numpy as np

from outperform.core import Floats, Interval, Note, Parameter, Seed, check_level, stream
from outperform.significance._reconcile import reconcile
from outperform.significance.flip_law import ENUMERATED, MOST_MULTIPLES, FlipLaw, all_sums, drawn_sums, flip_law
from outperform.significance.item_stability import FlipRule
from outperform.significance.item_verdict import never_rejects
from outperform.significance.margin_verdict import MarginVerdict
from outperform.significance.samples import SamplingVariance

MOST_KEPT = 2**16  # subset means that a verdict keeps


@dataclass(frozen=True, eq=False)
class FlipUnits:
    """Units whose signs are swapped: items, or clusters of items; in an order that depends on them alone.

    ``sign`` is -1 where the systems were swapped to get there, 0 where swapping them changes nothing.
    """

    sums: Floats  # [unit]: weight times difference
    weights: Floats  # [unit]
    scale: float  # of the numbers that were rounded
    sign: float

    @classmethod
    def of(cls, sums: Floats, weights: Floats, scale: float) -> "FlipUnits":
        """Sort the units; of the two orders that swapping the systems gives, take the greater."""
        ways = [_sorted(sums, weights), _sorted(-sums + 0.0, weights)]
        apart = (ways[0] - ways[1]).T.reshape(-1)
        places = np.flatnonzero(apart)
        sign = 0.0 if places.size == 0 else float(np.sign(apart[places[0]]))
        kept = ways[1] if sign < 0 else ways[0]
        return cls(kept[0], kept[1], scale, sign)

    @property
    def total(self) -> float:
        """The sum over units, in canonical orientation; 0 where it differs from 0 only by rounding."""
        found = float(self.sums.sum())
        return 0.0 if abs(found) <= 4 * self.sums.size * np.finfo(float).eps * self.scale else found

    @property
    def estimate(self) -> float:
        """The mean difference, first less second."""
        return (self.sign or 1.0) * self.total / float(self.weights.sum()) + 0.0

    @property
    def differ(self) -> int:
        """How many units differ."""
        return int(np.count_nonzero(self.sums))

    @property
    def enumerable(self) -> bool:
        """Whether all subsets are tried."""
        return self.sums.size <= ENUMERATED

    def law(self, replicates: int, seed: Seed) -> tuple[FlipLaw, bool]:
        """Return the law of the size of the sum over random signs, and whether it is drawn."""
        return flip_law(self.sums, self.scale, replicates, stream(seed, "flips"))

    def rule(self, law: FlipLaw, noise: SamplingVariance) -> FlipRule:
        """Return when random signs of these units reject, in terms of their mean."""
        weight = float(self.weights.sum())
        return FlipRule(law.thinned(abs(self.total)), weight, float((self.sums**2).sum()) / weight**2, noise)

    def subset_means(self, replicates: int, seed: Seed) -> tuple[Floats, Floats]:
        """Return sums and weights of all subsets; where there are too many, of none and of random ones."""
        parts = np.stack([self.sums, self.weights])
        if self.enumerable:
            sums, weights = all_sums(parts)
            return sums, weights
        drawn = np.zeros((2, replicates + 1))
        drawn[:, 1:] = _drawn(parts, replicates, stream(seed, "subsets"))
        return drawn[0], drawn[1]


def _drawn(parts: Floats, replicates: int, rng: np.random.Generator) -> Floats:
    """Draw sums over random subsets of sorted units; of units that are alike only the number is drawn."""
    new = (np.diff(parts, axis=1, prepend=np.inf) != 0).any(axis=0)
    starts = np.flatnonzero(new)
    if starts.size > MOST_MULTIPLES or 4 * starts.size > parts.shape[1]:
        return drawn_sums(parts, replicates, rng)
    counts = np.diff(np.append(starts, parts.shape[1]))
    found: Floats = parts[:, starts] @ rng.binomial(counts[:, np.newaxis], 0.5, (counts.size, replicates))
    return found


def _sorted(sums: Floats, weights: Floats) -> Floats:
    order = np.lexsort((weights, sums))
    return np.stack([sums[order], weights[order]])


@dataclass(frozen=True, kw_only=True)
class FlipVerdict(MarginVerdict):
    """A verdict by random signs of units."""

    units: FlipUnits = field(repr=False, compare=False)
    differ: int  # units that differ
    replicates: int
    seed: Seed = field(default=0, repr=False)
    noise_share: float | None = None  # of the variance of the estimate: noise of the samples; None with one sample

    @classmethod
    def of(cls, units: FlipUnits, pvalue: float, replicates: int, seed: Seed, notes: tuple[Note, ...]) -> "FlipVerdict":
        """Make a verdict."""
        return cls(
            parameter=Parameter.DIFFERENCE_OF_METRIC,
            estimate=units.estimate,
            statistic=(units.sign or 1.0) * units.total + 0.0,
            pvalue=pvalue,
            units=units,
            differ=units.differ,
            replicates=replicates,
            seed=seed,
            notes=notes,
        )

    def interval(self, level: float) -> Interval:
        """Return the differences that random signs of d - delta would not reject; unbounded for very few units.

        Where all units have the same difference, it holds what units that were not seen allow.
        """
        level = check_level(level)
        if self.unseen is not None and self.unseen.still:
            return reconcile(self.allowed(level), self, level)
        low, high = self._ends(level)
        if self.units.sign == 0:
            low, high = min(low, -high), max(high, -low)
        turned = (-high, -low) if self.units.sign < 0 else (low, high)
        return reconcile((turned[0] + 0.0, turned[1] + 0.0), self, level)

    def caveats(self, level: float) -> tuple[Note, ...]:
        """Note where so few units differ that the test could never reject at this level."""
        return never_rejects(self.differ, level)

    def _ends(self, level: float) -> Interval:
        """Return the k-th smallest and the k-th largest subset mean, with 2k / M above the level."""
        lows, highs, total = self._ranked
        order = next(k for k in (floor(level * total / 2) + shift for shift in (0, 1, 2)) if 2 * k / total > level)
        step = -(-total // lows.size)
        place = (order - 1) // step
        return float(lows[place]), float(highs[place])

    @cached_property
    def _ranked(self) -> tuple[Floats, Floats, int]:
        """Return subset means from below and from above; without weight a subset is beyond both ends."""
        sums, weights = self.units.subset_means(self.replicates, self.seed)
        means = np.divide(sums, weights, out=np.full(sums.size, np.nan), where=weights > 0)
        empty = int(np.count_nonzero(np.isnan(means)))
        ranked, step = np.sort(means)[: sums.size - empty], -(-sums.size // MOST_KEPT)
        lows = np.concatenate([np.full(empty, -inf), ranked])[::step]
        highs = np.concatenate([np.full(empty, inf), ranked[::-1]])[::step]
        return lows, highs, sums.size


@dataclass(frozen=True, kw_only=True)
class DrawnFlipVerdict(FlipVerdict):
    """A verdict by signs that were drawn, or whose interval was."""

    is_drawn = True
