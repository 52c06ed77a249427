"""The noise of samples and of runs in the mean difference of two systems on fixed items.

Given the items, samples are independent draws, as random splits are given the rows. With many items, what a fresh set
of samples would decide is answered by the arithmetic for splits (``flip.Wander``), which takes the standard error as
known. With few items, clusters or runs a fresh set has another standard error, too: see ``fresh``.
"""

from dataclasses import dataclass, field, replace
from typing import Self

import numpy as np

from outperform.core import Floats, InputError, Note, NoteKind, Scores
from outperform.core.replicability import Over
from outperform.significance import special
from outperform.significance.differences import EPS
from outperform.significance.item_values import checked_weights, scored_items

ALARM = 0.005  # per system: a chance so small that samples seem to share something; 1% per pair
USUAL = 0.05  # level at which the degrees of freedom of recipes are exact


@dataclass(frozen=True)
class SamplingVariance:
    """A variance of the mean difference over fresh samples or runs."""

    variance: float  # with as many samples as there are
    single: float  # with one sample per item and system
    df: float  # of the estimate

    @property
    def samples(self) -> float:
        """The number of samples of each that has this variance."""
        return self.single / self.variance

    def with_samples(self, whole: float, samples: Floats | float) -> Floats:
        """Return a variance that this one is part of, with another number of samples.

        The rest stays, this part shrinks. Where chance made this estimate larger than the whole, all of the whole is
        taken as noise of samples.

        Examples
        --------
        >>> SamplingVariance(0.08, 0.4, 8.0).with_samples(0.10, np.array([5.0, 10.0]))
        array([0.1 , 0.06])
        """
        part = min(self.variance, whole)
        ratio = self.samples / np.asarray(samples, dtype=np.float64)
        found: Floats = whole - part + part * ratio
        return found

    @classmethod
    def of(cls, parts: Floats, counts: Floats) -> Self:
        """Add up variances of single samples, each divided by its number of samples; df by Satterthwaite.

        Examples
        --------
        >>> SamplingVariance.of(np.array([0.2, 0.2]), np.array([5.0, 5.0]))
        SamplingVariance(variance=0.08, single=0.4, df=8.0)
        """
        terms = parts / counts
        variance = _sum(terms)
        spread = _sum((terms / variance) ** 2 / (counts - 1)) if variance > 0 else 1.0  # shares: squares may overflow
        return cls(variance, _sum(parts), 1 / spread)


@dataclass(frozen=True, eq=False)
class RunNoise:
    """The variance between runs of a system, or of the difference of two whose runs are shared; a fixed order."""

    between: Floats  # [side]: variance of the mean score over runs
    within: Floats  # [side]: what independent samples explain of it
    counts: Floats  # [side]: runs

    def recipes(self, se: Floats, df: float, between: Floats) -> tuple[Floats, Floats]:
        """Return standard error and degrees of freedom for variances [..., side] between runs: see ``with_runs``."""
        parts, free = between / self.counts, self.counts - 1
        variance = se**2 + _added(np.maximum(0.0, between - self.within) / self.counts)
        total = _added(parts)
        weight = np.minimum(1.0, total / np.where(variance > 0, variance, 1.0))
        share = np.where(total[..., np.newaxis] > 0, parts, 1.0) / np.where(total > 0, total, 1.0)[..., np.newaxis]
        alike = self.counts.min() == self.counts.max()
        runs = _quantile(1 / _added(share**2 / free)) if alike else _added(share * _quantile(free))
        t = (1 - weight) * _quantile(df) + weight * runs
        found: Floats = special.stdtridf(1 - USUAL / 2, t)
        return np.sqrt(variance), np.where(total > 0, np.clip(found, 1.0, df), df)


def _added(parts: Floats) -> Floats:
    """Add up over sides."""
    total: Floats = np.asarray(parts.sum(axis=-1))
    return total


def _quantile(df: Floats | float) -> Floats:
    found: Floats = -special.stdtrit(df, USUAL / 2)
    return found


@dataclass(frozen=True, eq=False)
class SampleNoise:
    """What two or more samples per item, or runs, show of the noise of a mean difference."""

    own: SamplingVariance  # of samples that are independent from item to item
    fresh: SamplingVariance  # what fresh samples or runs would move; the same for samples
    over: Over
    bounded: bool = False  # all samples agree: as if one of them did not
    runs: RunNoise | None = None
    times: float | None = None  # variance between samples' means over that of independent samples, where it is alarming
    terms: Floats = field(default_factory=lambda: np.zeros(0), repr=False)  # [item], in the order given: parts of own
    free: Floats = field(default_factory=lambda: np.zeros(0), repr=False)  # [item]: degrees of freedom of the terms

    @property
    def notes(self) -> tuple[Note, ...]:
        """What a reader should know of it."""
        notes = [Note.of(NoteKind.NOISE_BOUNDED)] if self.bounded else []
        if self.times is not None:
            notes.append(Note.of(NoteKind.SAMPLES_SHARE, times=self.times))
        return tuple(notes)


def sample_noise(scores: Scores, *, shared_runs: bool = False) -> SampleNoise | None:
    """Estimate the noise of the samples of a pair; None with fewer than two samples of an item.

    Notes
    -----
    Formula: s_Ai^2 is the variance of A's K_A samples of item i (divisor K_A - 1), o_i the weight of item i, W their
    sum. The mean difference has the sampling variance

        V = sum_i o_i^2 (s_Ai^2 / K_A + s_Bi^2 / K_B) / W^2        sigma^2 / (N K) without weights, with equal K

    Its degrees of freedom are Satterthwaite's over all items and systems. Where all samples of every item agree, V is
    what it would be if a single sample of a single item differed by the range of the scores.

    Runs share something over all items. With v_A the variance over runs of A's mean score and u_A the part of it that
    independent samples explain, sum_i o_i^2 s_Ai^2 / W^2,

        tau_A^2 = max(0, v_A - u_A)

    is the shared part: fresh runs move the mean difference with variance max(v_A, u_A) / K_A + max(v_B, u_B) / K_B, and
    a verdict on the recipes adds tau_A^2 / K_A + tau_B^2 / K_B to the variance of the items. With ``shared_runs`` (run
    k of A and of B have the same seed) the variance over runs of the difference takes the place of both.

    Samples whose means differ so much more than independent ones that the chance is below 0.5% (chi-square with
    K - 1 degrees of freedom; two systems, so 1% of pairs) are reported: they seem to be runs.
    """
    scored = None if scores.items is None else scored_items(scores.items)
    if scored is None or scores.items is None or scored.shape[1] < 2:
        return None
    weights = checked_weights(scores.items)
    o = np.ones(scored.shape[-1]) if weights is None else weights
    sides = _sides(scored, o, runs=scores.items.runs, shared=shared_runs)
    if sides is None:
        return None
    own = SamplingVariance.of(
        *(np.concatenate(part) for part in zip(*((s.parts, s.counts) for s in sides), strict=True))
    )
    bounded = own.variance == 0
    if bounded:
        own = _bound(scored, o, min(float(side.counts.min()) for side in sides))
    terms, free = (np.asarray(sum(parts)) for parts in zip(*((s.terms, s.counts - 1) for s in sides), strict=True))
    if not scores.items.runs:
        return SampleNoise(own, own, "samples", bounded, times=_alarm(sides), terms=terms, free=free)
    return replace(_of_runs(sides, own, bounded=bounded), terms=terms, free=free)


@dataclass(frozen=True, eq=False)
class _Side:
    """A system, or the difference of two whose runs are shared."""

    parts: Floats  # [item]: o_i^2 s_i^2 / W^2
    counts: Floats  # [item]: samples
    between: float | None  # variance of the mean score over samples; None where samples are incomplete

    @property
    def within(self) -> float:
        """What independent samples give."""
        return _sum(self.parts)

    @property
    def terms(self) -> Floats:
        """The variance of each item's part of the mean score."""
        return self.parts / self.counts


def _sides(scored: Floats, o: Floats, *, runs: bool, shared: bool) -> list[_Side] | None:
    if shared:
        if (np.isnan(scored[0]) != np.isnan(scored[1])).any():
            raise InputError("scores", "runs that share their seeds must be the same of both systems, but some differ")
        scored = (scored[0] - scored[1])[np.newaxis]
    sides = [_side(each, o) for each in scored]
    if min(float(side.counts.min()) for side in sides) < 2:
        return None
    if runs and any(side.between is None for side in sides):
        raise InputError("scores", "each run must have a score on every item, but some are missing")
    return sides


def _side(samples: Floats, o: Floats) -> _Side:
    """Return the variances of samples [sample, item], and of their means; a run without any score does not count."""
    there = samples[~np.isnan(samples).all(axis=1)]
    ranked = np.sort(there, axis=0)  # the order of samples changes no digit; NaN comes last
    counts = np.count_nonzero(~np.isnan(ranked), axis=0).astype(np.float64)
    means = np.nansum(ranked, axis=0) / counts
    squares = np.nansum((ranked - means) ** 2, axis=0)
    flat = np.nanmax(ranked, axis=0) - ranked[0] <= 8 * EPS * np.abs(ranked[0])
    variances = np.where(flat, 0.0, squares) / np.maximum(1, counts - 1)
    whole = not np.isnan(there).any() and len(there) > 1
    between = float(np.var(np.sort([_sum(o * row) for row in there]) / o.sum(), ddof=1)) if whole else None
    return _Side(o**2 * variances / o.sum() ** 2, counts, between)


def _of_runs(sides: list[_Side], own: SamplingVariance, *, bounded: bool) -> SampleNoise:
    """Return the noise of runs; the order of the two systems does not matter."""
    ranked = sorted((float(side.counts[0]), float(side.between or 0.0), side.within) for side in sides)
    counts, between, within = np.array(ranked).T
    moved = np.maximum(between, within)
    fresh = SamplingVariance.of(moved, counts) if moved.any() else own
    return SampleNoise(own, fresh, "runs", bounded and not moved.any(), RunNoise(between, within, counts))


def _bound(scored: Floats, o: Floats, count: float) -> SamplingVariance:
    """Return the noise if one of ``count`` samples of one item differed: s^2 = range^2 / K."""
    high, low = float(np.nanmax(scored)), float(np.nanmin(scored))
    apart = (high - low) or abs(high) or 1.0
    single = apart**2 * float(o.max()) ** 2 / (count * float(o.sum()) ** 2)
    return SamplingVariance(single / count, single, count - 1)


def _alarm(sides: list[_Side]) -> float | None:
    """Return how much more the means of samples vary than independent ones would, where chance does not explain it."""
    found = []
    for side in sides:
        within, df = side.within, float(side.counts[0]) - 1
        if side.between is not None and within > 0:
            times = side.between / within
            found += [times] if special.chdtrc(df, df * times) < ALARM else []
    return max(found, default=None)


def _sum(values: Floats) -> float:
    """Add up in an order of the values' own."""
    return float(np.sort(values).sum())


def with_runs(se: float, df: float, noise: SampleNoise) -> tuple[float, float]:
    """Return standard error and degrees of freedom of a verdict on recipes: fresh runs, and fresh items.

    Notes
    -----
    Formula: the variance is se^2 + tau_A^2 / K_A + tau_B^2 / K_B (see ``sample_noise``). The critical value is a mean
    of quantiles of t (Cochran and Cox 1950): q(df) of the items and q(K_A - 1), q(K_B - 1) of the runs, the runs with
    the weights (v_A / K_A) / variance and (v_B / K_B) / variance, the items with the rest. Where K_A = K_B, both are a
    single part with Satterthwaite's degrees of freedom. The degrees of freedom returned have this critical value at 5%.

    Satterthwaite's formula for all parts is liberal with 2 or 3 runs: where chance makes the variance between runs
    small, it takes the degrees of freedom of the items. False positives at 5% in simulations (normal scores, 50 items;
    runs that do not vary, to more than ten times as much as the mean of the items; ranges over 9 such laws, 20,000
    tables each), Satterthwaite before:

        runs       (2, 2)      (3, 3)      (5, 5)      (2, 5)      (2, 10)     (2, 30)     (3, 30)
        before     .022-.093   .028-.067   .037-.055   .029-.113   .030-.121   .030-.124   .035-.079
        here       .007-.041   .017-.055   .031-.052   .008-.053   .011-.062   .010-.059   .017-.048

    Examples
    --------
    >>> some = SamplingVariance(0.01, 0.02, 4.0)
    >>> runs = RunNoise(np.array([0.02, 0.03]), np.array([0.0, 0.0]), np.array([4.0, 6.0]))
    >>> with_runs(0.1, 99.0, SampleNoise(some, some, "runs", runs=runs))
    (0.1414, 6.173)
    """
    if noise.runs is None:
        return se, df
    found = noise.runs.recipes(np.asarray(se), df, noise.runs.between)
    return float(found[0]), float(found[1])
