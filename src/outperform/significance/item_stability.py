"""Whether fresh samples or runs on the same items would decide otherwise: the rules of the tests on items."""

from dataclasses import dataclass
from math import inf, sqrt

import numpy as np

from outperform.core import Floats, Reason, Refusal, Replicability
from outperform.significance import special
from outperform.significance.differences import ratio_of
from outperform.significance.flip import Rule, Wander
from outperform.significance.flip_law import FlipLaw
from outperform.significance.fresh import Draws
from outperform.significance.samples import SampleNoise, SamplingVariance

BEYOND = 1e9  # times the largest sum: a threshold that nothing reaches


@dataclass(frozen=True)
class MeanRule(Rule):
    """A t test on the mean of items: more samples per item lower its standard error."""

    se: float  # with the samples that there are
    df: float
    noise: SamplingVariance

    def _se(self, samples: Floats | float) -> Floats:
        """sqrt(se^2 - V + V K/K'): the items' part stays, the samples' part shrinks."""
        found: Floats = np.sqrt(self.noise.with_samples(self.se**2, samples))
        return found

    def threshold(self, repeats: Floats, level: float) -> Floats:
        """T * se, with the standard error of so many samples."""
        return -float(special.stdtrit(self.df, level / 2)) * self._se(repeats)

    def pvalue(self, theta: Floats, repeats: float) -> Floats:
        """Two-sided p of theta / se."""
        p: Floats = 2 * special.stdtr(self.df, -ratio_of(np.abs(theta), self._se(repeats)))
        return p


@dataclass(frozen=True, eq=False)
class FlipRule(Rule):
    """A test by random signs: the critical value of its law, whose width shrinks with more samples per item."""

    law: FlipLaw  # of the sums
    weight: float  # of all units: sums are divided by it
    width: float  # variance of the mean over random signs
    noise: SamplingVariance  # of samples, without what runs share

    def _ratio(self, samples: Floats | float) -> Floats:
        """Width with so many samples over the width there is."""
        if self.width == 0:
            return np.ones(np.shape(samples))
        found: Floats = np.sqrt(self.noise.with_samples(self.width, samples) / self.width)
        return found

    def threshold(self, repeats: Floats, level: float) -> Floats:
        """Return the smallest mean that the signs reject; out of reach where they never do."""
        found = self.law.threshold(level) / self.weight
        if np.isfinite(found):
            return found * self._ratio(repeats)
        return np.full(np.shape(repeats), BEYOND * max(float(self.law.points[-1]) / self.weight, 1.0))

    def pvalue(self, theta: Floats, repeats: float) -> Floats:
        """Return the chance of random signs to give so much."""
        return self.law.pvalue(ratio_of(np.abs(theta) * self.weight, self._ratio(repeats)))


@dataclass(frozen=True)
class SampleWander(Wander):
    """The stability of a decision over fresh samples of the same items."""

    all_noise: bool = False  # nothing but noise of samples is seen: how items differ, and so more samples, is unknown
    draws: Draws | None = None  # of fresh runs where units or runs are few; else the closed form serves

    def flips(self, level: float) -> float:
        """Return the chance that a run with other samples decides otherwise."""
        return super().flips(level) if self.draws is None else self._other(self.draws.pvalues, level)

    def flips_in_the_limit(self, level: float) -> float:
        """Return the chance that unlimited samples decide otherwise."""
        return super().flips_in_the_limit(level) if self.draws is None else self._other(self.draws.limits, level)

    def _other(self, pvalues: Floats, level: float) -> float:
        rejects = float(np.mean(pvalues <= level))
        return 1 - rejects if abs(self.theta) >= self._threshold(self.repeats, level) else rejects

    def pvalue_interval(self) -> tuple[float, float]:
        """Return the range that holds the p-values of 95% of runs with other samples."""
        if self.draws is None:
            return super().pvalue_interval()
        low, high = np.quantile(self.draws.pvalues, [0.025, 0.975])
        return float(low), float(high)

    def fresh_pvalues(self) -> Floats:
        """Return the p-values of runs with other samples, in order."""
        return super().fresh_pvalues() if self.draws is None else np.sort(self.draws.pvalues)

    def needed(self, level: float) -> tuple[tuple[int | None, int | None], ...]:
        """Return the samples from which replicability stays at each target: from, to."""
        return tuple(_in_order(*span) for span in super().needed(level))

    def replicability(self, level: float) -> Replicability:
        """Return the full replicability.

        Nothing is said of more samples where noise is all that is seen, and no number of samples where units or runs
        are few: the standard error of more of them is not known well enough.
        """
        if self.draws is None and not self.all_noise:
            return super().replicability(level)
        limit = None if self.all_noise else self.flips_in_the_limit(level)
        return Replicability(self.flips(level), limit, self.pvalue_interval(), None, basis=self.basis, over=self.over)


def _in_order(one: int | None, other: int | None) -> tuple[int | None, int | None]:
    """Order a range; None, more than can be told, comes last."""
    low, high = sorted((one, other), key=lambda end: inf if end is None else end)
    return low, high


def wander_over(
    rule: Rule | None, theta: float, noise: SampleNoise | None, share: float | None, draws: Draws | None = None
) -> SampleWander | Refusal:
    """Return the stability of a decision over fresh samples or runs; a refusal with one sample per item.

    ``share`` is that of the noise in the variance; ``draws`` are of fresh runs, where units or runs are few.
    """
    if noise is None or rule is None:
        return Refusal(Reason.ONE_SAMPLE)
    fresh = noise.fresh
    return SampleWander(
        rule,
        theta,
        sqrt(fresh.single),
        fresh.df,
        fresh.samples,
        basis="samples",
        over=noise.over,
        all_noise=share is not None and share >= 1,
        draws=draws,
    )


def noise_share(noise: SampleNoise | None, se: float) -> float | None:
    """Return the share of the variance of a mean difference that is noise of samples or runs, at most 1.

    Examples
    --------
    >>> noise_share(SampleNoise(SamplingVariance(0.01, 0.05, 40.0), SamplingVariance(0.01, 0.05, 40.0), "samples"), 0.2)
    0.25
    """
    if noise is None:
        return None
    if noise.bounded:
        return 0.0
    return min(1.0, noise.fresh.variance / se**2) if se > 0 else 1.0
