"""How a verdict on repeated splits varies with the random splits, and how often the decision would change.

Given the data, repeats with random splits are independent draws. A test uses only theta, the mean of the differences
over their standard deviation. Its noise from repeat to repeat is estimated by the influence of each repeat on theta,
which allows for the dependence of the folds within a repeat.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, replace
from math import inf

import numpy as np

from outperform.core import Floats, Reason, Refusal, Replicability, Scores
from outperform.core.replicability import MOST_REPEATS, TARGETS, NoiseBasis, Over
from outperform.significance import special
from outperform.significance._agreement import (
    REPEATS,
    coarse_repeats,
    corrected_reach,
    corrected_reaches,
    deviates,
    mean_agreement,
)
from outperform.significance.differences import Differences, mean, squares
from outperform.significance.no_spread import never_below
from outperform.significance.rows import RowNoise

PRIOR_DF = 4.0  # degrees of freedom of the prior knowledge of the noise
PRIOR_SD = 0.10  # of the mean of one repeat of ten folds, in standard deviations of the differences
PLACES = (np.arange(4000) + 0.5) / 4000  # of p-values in their distribution
TURNED = PLACES[np.argsort(np.arange(4000) * (5**0.5 - 1) / 2 % 1)]  # the same in an order unrelated to the first
VAGUE = 1.0  # standard error of a factor from which it can hide what the difference needs: see `DataFactor.is_vague`
APART = 2.0  # standard errors of a factor within which a decision should be the same
LOOK = 16  # numbers of repeats looked at together, from the largest on
DIP = 1e-3  # between two neighbours R is lower than both by less than this


class Rule(ABC):
    """When a test rejects, in terms of theta and the number of repeats."""

    factor: float = 1.0  # by which the threshold is raised

    @abstractmethod
    def threshold(self, repeats: Floats, level: float) -> Floats:
        """Return the smallest absolute theta that is rejected."""

    def thresholds(self, level: float) -> Floats:
        """Return the thresholds of 1, 2, ... repeats, up to the most that are reported."""
        return self.threshold(np.arange(1.0, MOST_REPEATS + 1), level)

    @abstractmethod
    def pvalue(self, theta: Floats, repeats: float) -> Floats:
        """Return the p-value of theta."""


@dataclass(frozen=True)
class CorrectedRule(Rule):
    """The corrected t test on ``folds`` splits per repeat; ``ratio`` is test rows over training rows."""

    folds: int
    ratio: float
    factor: float = 1.0  # divisor of theta, for learners for which the nominal threshold is too low

    def threshold(self, repeats: Floats, level: float) -> Floats:
        """T * sqrt(1/J + n2/n1) * factor, J - 1 degrees of freedom, J = folds * repeats, which may be infinite."""
        return corrected_reach(self.folds, self.ratio, repeats, level) * self.factor

    def thresholds(self, level: float) -> Floats:
        """Return the thresholds of 1, 2, ... repeats; pairs of one table share all but the factor."""
        return corrected_reaches(self.folds, self.ratio, level) * self.factor

    def pvalue(self, theta: Floats, repeats: float) -> Floats:
        """Two-sided p of theta / (sqrt(1/J + n2/n1) * factor)."""
        count = self.folds * repeats
        p: Floats = 2 * special.stdtr(count - 1, -np.abs(theta) / (np.sqrt(1 / count + self.ratio) * self.factor))
        return p


@dataclass(frozen=True)
class SortedRule(Rule):
    """The sorted-runs t test: the number of repeats changes the noise, not the threshold."""

    folds: int

    def threshold(self, repeats: Floats, level: float) -> Floats:
        """T / sqrt(k), k - 1 degrees of freedom."""
        reach = -special.stdtrit(self.folds - 1, level / 2) / np.sqrt(self.folds)
        return np.full(np.shape(repeats), reach)

    def pvalue(self, theta: Floats, repeats: float) -> Floats:  # noqa: ARG002 - the same for any number of repeats
        """Two-sided p of theta * sqrt(k)."""
        p: Floats = 2 * special.stdtr(self.folds - 1, -np.abs(theta) * np.sqrt(self.folds))
        return p


@dataclass(frozen=True)
class DataFactor:
    """A factor of the threshold that was computed from the data, with noise of its own."""

    raw: float  # may be below the least
    se: float
    least: float = 1.0

    @property
    def value(self) -> float:
        """The factor that is used."""
        return max(self.least, self.raw)

    def off(self, times: float) -> float:
        """Return the factor that would be used if the raw one were so many standard errors larger."""
        return max(self.least, self.raw + times * self.se)

    @property
    def is_vague(self) -> bool:
        """Whether so little was measured that a difference must exceed the factor by `APART` standard errors."""
        return self.se > VAGUE

    @property
    def moving(self) -> float:
        """The standard error, as far as the factor is not fixed at the least one."""
        return self.se * float(special.ndtr((self.raw - self.least) / self.se)) if self.se > 0 else 0.0

    def fresh(self, places: Floats) -> Floats:
        """Return the factors of other runs at some places of their distribution, before the least one is applied."""
        found: Floats = self.raw + np.sqrt(2) * self.se * special.ndtri(places)
        return found

    def exceeded(self, theta: Floats) -> Floats:
        """Return the chance that the factor of another run is below each theta, in units of the nominal threshold.

        The factors of both runs have the same noise, so that theirs differ by sqrt(2) standard errors.
        """
        away = theta - self.raw
        chance = special.ndtr(away / (np.sqrt(2) * self.se)) if self.se > 0 else (away >= 0).astype(np.float64)
        found: Floats = np.where(theta >= self.least, chance, 0.0)
        return found


@dataclass(frozen=True)
class Wander:
    """The value of theta, and how it varies across random splits."""

    rule: Rule
    theta: float
    tau: float  # estimated standard deviation over random splits of the theta of a single repeat
    df: float  # of that estimate
    repeats: float  # of samples, where their numbers differ, the number that has the same noise
    centre: float | None = None  # a better estimate of the limit with unlimited repeats, from rows
    basis: NoiseBasis = "repeats"
    fresh: int = 0  # least number of repeats of a run with other splits
    unsure: float | None = None  # a decision is borderline if its chance to change in the limit is above this
    over: Over = "splits"  # what is drawn anew
    flat: float = 0.0  # the p-value where nothing varies and theta is infinite
    doubt: DataFactor | None = None  # the factor that another run would compute anew; None: it has the same
    unchecked: bool = False  # whether no factor was needed so far: more repeats may need one, which is in doubt

    @property
    def _fresh_sd(self) -> float:
        """Standard deviation of theta between this run and one with other splits, of as many repeats or more."""
        return float(self.tau * np.sqrt(1 / self.repeats + 1 / max(self.repeats, self.fresh)))

    def flips(self, level: float) -> float:
        """Return the chance that a run with other splits and as many repeats decides otherwise."""
        sd = self._fresh_sd
        if self.doubt is not None and self.doubt.se > 0 and np.isfinite(self.theta):
            return self._flips_with_factor(self.doubt, level)
        return self._against(self.theta, sd, self._threshold(self.repeats, level), level)

    def _flips_with_factor(self, factor: DataFactor, level: float) -> float:
        """Return the chance that a run whose factor is computed anew, from other splits, decides otherwise."""
        threshold = self._threshold(self.repeats, level)
        theta = np.abs(abs(self.theta) + self._fresh_sd * special.stdtrit(self.df, PLACES))
        other = float(factor.exceeded(theta * self.rule.factor / threshold).mean())
        return 1 - other if abs(self.theta) >= threshold else other

    def flips_in_the_limit(self, level: float) -> float:
        """Return the chance that unlimited repeats decide otherwise; may exceed one half.

        A difference that more repeats find would be checked before it counts, where this run had none to check.
        """
        centre = self.theta if self.centre is None else self.centre
        end, sd = self._threshold(np.inf, level), float(self.tau / np.sqrt(self.repeats))
        if self.unchecked and self.doubt is not None and np.isfinite(self.theta):
            theta = np.abs(abs(centre) + sd * special.stdtrit(self.df, PLACES))
            return float(self.doubt.exceeded(theta / end).mean())
        return self._against(centre, sd, end, level)

    def _threshold(self, repeats: float, level: float) -> float:
        return float(self.rule.threshold(np.array(repeats), level))

    def _against(self, centre: float, sd: float, threshold: float, level: float) -> float:
        here = abs(self.theta) >= self._threshold(self.repeats, level)
        other = chance_of_rejection(abs(centre), sd, threshold, self.df)
        return 1 - other if here else other

    def pvalue_interval(self) -> tuple[float, float]:
        """Return the range that holds the p-values of 95% of runs with other splits."""
        if not np.isfinite(self.theta):
            return self.flat, self.flat
        if self.doubt is not None:
            low, high = np.quantile(self.fresh_pvalues(), (0.025, 0.975))
            return float(low), float(high)
        reach = float(-special.stdtrit(self.df, 0.025)) * self._fresh_sd
        near, far = abs(self.theta) - reach, abs(self.theta) + reach
        p = self.rule.pvalue(np.array([far, max(near, 0.0)]), self.repeats)
        return float(p[0]), float(p[1]) if near > 0 else 1.0

    def fresh_pvalues(self) -> Floats:
        """Return the p-values of runs with other splits, at evenly spaced places of their distribution, in order."""
        if not np.isfinite(self.theta):
            return np.array([self.flat])
        theta = abs(self.theta) + self._fresh_sd * special.stdtrit(self.df, PLACES)
        if self.doubt is not None:
            theta = theta * self.rule.factor / np.maximum(self.doubt.least, self.doubt.fresh(TURNED))
        return np.sort(self.rule.pvalue(theta, self.repeats))

    def needed(self, level: float) -> tuple[tuple[int | None, int | None], ...]:
        """Return the repeats from which replicability stays at each target, for small and for large noise.

        The noise is only estimated, so the answer is a range: with the noise at the 10% and at the 90% point of its
        distribution.
        """
        spans, thresholds = [], self.rule.thresholds(level)
        for share in (0.9, 0.1):
            scale = np.sqrt(self.df / special.chdtri(self.df, 1 - share))
            spans.append(self._least_repeats(self.tau * float(scale), thresholds))
        return tuple(zip(*spans, strict=True))

    def _least_repeats(self, tau: float, thresholds: Floats) -> list[int | None]:
        """Return the repeats from which R stays at each target: a coarse search, then one by one."""
        known = np.zeros(len(thresholds), dtype=bool)
        values = np.empty(len(thresholds))

        def agreed(repeats: Floats) -> Floats:
            at = repeats.astype(np.intp) - 1
            new = at[~known[at]]
            if new.size:
                values[new], known[new] = self._agreement(tau, REPEATS[new], thresholds[new]), True
            return values[at]

        coarse = coarse_repeats(thresholds, tau)
        found = agreed(coarse)
        return [_least(target, coarse, found, agreed) for target in TARGETS]

    def agreement(self, tau: float, repeats: Floats, level: float) -> Floats:
        """Return R for each number of repeats: E[1 - 2 pi (1 - pi)] over the possible limits of unlimited repeats."""
        return self._agreement(tau, repeats, self.rule.threshold(repeats, level))

    def _agreement(self, tau: float, repeats: Floats, thresholds: Floats) -> Floats:
        if not np.isfinite(self.theta):
            return np.ones(len(repeats))
        fixed = 0.0
        if self.doubt is not None:  # other runs compute the factor anew: more repeats do not reduce its noise
            nominal = thresholds / self.rule.factor
            thresholds, fixed = nominal * self.doubt.value, self.doubt.moving * nominal[0]
        theta = abs(self.theta) + np.hypot(tau / np.sqrt(self.repeats), fixed) * deviates(self.df)
        return mean_agreement(theta, thresholds, np.maximum(np.hypot(tau / np.sqrt(repeats), fixed), 1e-12))

    def replicability(self, level: float) -> Replicability:
        """Return the full replicability."""
        limit = self.flips_in_the_limit(level)
        return Replicability(
            self.flips(level),
            limit,
            self.pvalue_interval(),
            self.needed(level),
            borderline=None if self.unsure is None else limit > self.unsure,
            basis=self.basis,
            over=self.over,
        )


def _least(target: float, coarse: Floats, found: Floats, agreed: Callable[[Floats], Floats]) -> int | None:
    """Return the repeats from which R stays at the target, by its values at the coarse numbers of repeats."""
    below, near = (np.flatnonzero(~(found >= least)) for least in (target, target + DIP))  # R of one split is NaN
    if below.size and below[-1] == len(coarse) - 1:
        return None
    if not near.size:
        return 1
    start = coarse[below[-1]] if below.size else 1.0
    fine = np.arange(start, coarse[min(near[-1] + 1, len(coarse) - 1)] + 1)
    for end in range(len(fine), 0, -LOOK):
        part = fine[max(0, end - LOOK) : end]
        short = part[~(agreed(part) >= target)]
        if short.size:
            return int(short[-1]) + 1
    return 1


def chance_of_rejection(centre: float, sd: float, threshold: float, df: float) -> float:
    """P(|theta'| >= threshold) where theta' is t-distributed about the centre."""
    if sd == 0 or not np.isfinite(centre):
        return float(centre >= threshold)
    inside = special.stdtr(df, (threshold - centre) / sd) - special.stdtr(df, (-threshold - centre) / sd)
    return float(1 - inside)


def refusal_of(scores: Scores) -> Refusal | None:
    """Return why the stability of a pair's verdict cannot be estimated, or None where it can."""
    traits = scores.traits
    if traits.missing:
        return Refusal(Reason.LEFT_OUT)
    if traits.n_test is not None and traits.folds > 1 and bool((traits.n_test == 1).all()):
        return Refusal(Reason.NO_OTHER)
    units = None if scores.plan is None else scores.plan.units
    if units is not None and int(units.max()) + 1 == traits.folds:
        return Refusal(Reason.ONE_PARTITION)
    return None


def wander_of_corrected(differences: Differences) -> Wander:
    """Estimate how theta = m/s of a corrected t test varies; random splits are repeats of a single difference."""
    repeats, folds = differences.x.shape
    rule = CorrectedRule(folds, _ratio(differences))
    theta, influence = _mean_over_sd(differences)
    if influence is None:
        return _still(rule, theta, repeats, repeats * folds)
    prior = 1 + theta**2 / 2 if folds == 1 else PRIOR_SD**2 * 10 / folds + theta**2 / (2 * (folds - 1))
    return _wander(rule, theta, influence, prior)


def wander_under(rule: Rule, differences: Differences) -> Wander:
    """Estimate how theta = m/s of repeated folds varies, for a test with its own rule."""
    return replace(wander_of_corrected(differences), rule=rule)


def wander_of_sorted(differences: Differences) -> Wander:
    """Estimate how theta of the sorted-runs t test varies."""
    x = differences.x
    repeats, folds = x.shape
    ranked = np.sort(x, axis=1)
    y = ranked.mean(axis=0)
    centre = float(mean(y, differences.scale))
    variance = float(squares(y, differences.scale)) / (folds - 1)
    if variance == 0:
        return _still(SortedRule(folds), _sign_of_infinity(centre), repeats, folds)
    theta = centre / float(np.sqrt(variance))
    turned = ((ranked - y) * (y - centre)).sum(axis=1) / ((folds - 1) * variance)
    influence = (x.mean(axis=1) - centre) / np.sqrt(variance) - theta * turned
    prior = PRIOR_SD**2 * 10 / folds + theta**2 / (2 * (folds - 1))
    return _wander(SortedRule(folds), theta, influence, prior)


def wander_of_rows(differences: Differences, rows: RowNoise) -> Wander:
    """Estimate how theta of a corrected t test varies, from row differences.

    The noise of the mean is that of the rows; the noise of the standard deviation, theta^2 / (2(k - 1)) per repeat, is
    that of folds of independent rows.
    """
    repeats, folds = differences.x.shape
    rule = CorrectedRule(folds, _ratio(differences))
    theta, influence = _mean_over_sd(differences)
    if influence is None or rows.variance == 0:
        return _still(rule, theta, repeats, repeats * folds)
    tau = float(np.sqrt(rows.mean_noise / rows.variance + theta**2 / (2 * (folds - 1))))
    return Wander(rule, theta, tau, rows.df, repeats, rows.theta, "rows")


def _mean_over_sd(differences: Differences) -> tuple[float, Floats | None]:
    """Theta, and the influence of each repeat: (m_i - m)/s - theta (mean_j (x_ij - m)^2 - s^2)/(2 s^2).

    None where nothing varies.
    """
    x, pooled = differences.x, differences.pooled
    centre = float(mean(pooled, differences.scale))
    variance = float(squares(pooled, differences.scale)) / max(1, x.size - 1)
    if variance == 0:
        return _sign_of_infinity(centre), None
    theta = centre / float(np.sqrt(variance))
    spread = ((x - centre) ** 2).mean(axis=1)
    return theta, (x.mean(axis=1) - centre) / np.sqrt(variance) - theta * (spread - variance) / (2 * variance)


def _ratio(differences: Differences) -> float:
    assert differences.ratio is not None, "needs.sizes promises the ratio"
    return differences.ratio


def _sign_of_infinity(centre: float) -> float:
    return 0.0 if centre == 0 else inf if centre > 0 else -inf


def _still(rule: Rule, theta: float, repeats: int, units: int) -> Wander:
    """Return a stability without noise: nothing varies in so many units, which other splits are taken to show too."""
    return Wander(rule, theta, 0.0, PRIOR_DF + repeats - 1, repeats, flat=never_below(units))


def _wander(rule: Rule, theta: float, influence: Floats, prior: float) -> Wander:
    repeats = len(influence)
    df = PRIOR_DF + repeats - 1
    spread = float(((influence - influence.mean()) ** 2).sum())
    tau = float(np.sqrt((PRIOR_DF * prior + spread) / df))
    return Wander(rule, theta, tau, df, repeats, basis="repeats" if repeats > 1 else "assumed")
