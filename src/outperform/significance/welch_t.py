"""Welch's t test on the scores of independent runs, such as training seeds, without the items behind them."""

from collections.abc import Callable
from dataclasses import dataclass, field
from math import inf

import numpy as np

from outperform.core import (
    Floats,
    InputError,
    MarginBound,
    MarginMethod,
    Needs,
    Note,
    NoteKind,
    Parameter,
    Reason,
    Refusal,
    Scores,
    SignificanceTest,
    Stability,
    check_level,
    check_size,
)
from outperform.significance import special
from outperform.significance.differences import EPS, mean, ratio_of, squares
from outperform.significance.no_spread import never_below
from outperform.significance.student import StudentVerdict, student_quantile


@dataclass(frozen=True, kw_only=True)
class WelchVerdict(StudentVerdict):
    """The verdict of Welch's t test, with the scores of the runs."""

    first: tuple[float, ...]
    second: tuple[float, ...]
    stability: Stability | Refusal = field(default=Refusal(Reason.NO_ITEMS), compare=False, repr=False)

    def lower_bound(self, level: float, at: float) -> MarginBound:
        """Return the lower end of the interval at twice the level; none where no run differs from another."""
        return super().lower_bound(level, at) if self.se > 0 else MarginBound(-inf, MarginMethod.INTERVAL)

    def upper_bound(self, level: float, at: float) -> MarginBound:
        """Return the upper end of the interval at twice the level; none where no run differs from another."""
        return super().upper_bound(level, at) if self.se > 0 else MarginBound(inf, MarginMethod.INTERVAL)

    def caveats(self, level: float) -> tuple[Note, ...]:
        """Note the chance that a run of the first is better, and that nothing is known about other items."""
        share, low, high = chance_better(np.array(self.first), np.array(self.second), level)
        runs = len(self.first), len(self.second)
        alone = Note.of(NoteKind.RUNS_ALONE, share=share, low=low, high=high, runs=runs, level=level)
        return (*super().caveats(level), alone)


@dataclass(frozen=True, eq=False)
class Welch:
    """Welch's t for every table along the leading axes."""

    estimate: Floats
    se: Floats
    df: Floats
    units: int  # runs of the system that has fewer

    @property
    def statistic(self) -> Floats:
        """Estimate over standard error."""
        return ratio_of(self.estimate, self.se)

    @property
    def pvalue(self) -> Floats:
        """Two-sided p-value; 2/2^K where no run differs from others of its system, but the systems do."""
        p: Floats = 2 * special.stdtr(self.df, -np.abs(self.statistic))
        return np.where((self.se == 0) & (self.estimate != 0), never_below(self.units), p)


@dataclass(frozen=True)
class WelchT(SignificanceTest):
    """Welch's t test on two independent lists of run scores; for tables of runs without items.

    Notes
    -----
    Asks: would fresh runs of the two systems differ on average, on these very items?

    Formula: m_A, m_B are the means of K_A and K_B runs, v_A = s_A^2 / K_A and v_B = s_B^2 / K_B.

        t = (m_A - m_B) / sqrt(v_A + v_B)    df = (v_A + v_B)^2 / (v_A^2 / (K_A - 1) + v_B^2 / (K_B - 1))

    Assumes: independent runs of both systems, not paired by seed; about normal scores. All runs are scored on the same
    items, so nothing is known about other items: a note says so, with P(A > B), the chance that one run of the first is
    better than one of the second, and its interval (Newcombe 2006, method 5).

    Degenerate: at least two runs of each. Equal means: t = 0, p = 1. Where the means differ but no run does, t is
    infinite, and p is 2/2^K for K runs of the system that has fewer, as by swapping the systems at random in K pairs of
    runs: fewer than 6 runs decide nothing at level .05. The interval then has no far end, and no margin is shown. NaN
    is a run fewer.

    Examples
    --------
    >>> found = WelchT().arithmetic(np.array([0.80, 0.82, 0.84]), np.array([0.78, 0.79]))  # .035 / sqrt(.000158)
    >>> round(float(found.statistic), 3), round(float(found.df), 3)
    (2.782, 2.635)
    """

    slug = "welch-t"
    origins = ("welch1947",)
    needs = Needs(repeats=(2, None), folds=(1, 1), grid=False)

    def misfit(self, scores: Scores) -> str | None:
        """Return why this test does not fit these scores, or None where it does."""
        if scores.plan is not None or scores.items is not None:
            return f"{self} is for scores of independent runs without items; here items or splits are known"
        return super().misfit(scores)

    def arithmetic(self, first: Floats, second: Floats) -> Welch:
        """Welch's t on run scores [..., run] of two systems."""
        sides, counts = (first, second), (first.shape[-1], second.shape[-1])
        scales = [np.abs(side).max(axis=-1) for side in sides]
        means = [mean(side, scale) for side, scale in zip(sides, scales, strict=True)]
        a, b = (squares(x, scale) / (k - 1) / k for x, scale, k in zip(sides, scales, counts, strict=True))
        below = a**2 / (counts[0] - 1) + b**2 / (counts[1] - 1)
        df = np.divide((a + b) ** 2, below, out=np.full_like(a + b, sum(counts) - 2), where=below > 0)
        estimate = means[0] - means[1]
        near = np.abs(estimate) <= 4 * EPS * np.maximum(*scales)
        return Welch(np.where(near, 0.0, estimate), np.sqrt(a + b), df, min(counts))

    def judge(self, scores: Scores) -> WelchVerdict:
        """Judge the runs of the first of two systems against those of the second."""
        self.check(scores)
        if len(scores.learners) != 2:
            raise InputError("scores", f"{self} compares two systems at a time, got {len(scores.learners)}")
        check_size(scores.values)
        first, second = (_runs(side, name) for side, name in zip(scores.values, scores.learners, strict=True))
        found = self.arithmetic(first, second)
        return WelchVerdict(
            parameter=Parameter.EXPECTED_DIFFERENCE,
            estimate=float(found.estimate),
            statistic=float(found.statistic),
            df=float(found.df),
            pvalue=float(found.pvalue),
            se=float(found.se),
            first=tuple(first.tolist()),
            second=tuple(second.tolist()),
        )


def chance_better(first: Floats, second: Floats, level: float) -> tuple[float, float, float]:
    """Return P(A > B) for one run of each, ties counting half, and the interval that covers 1 - level.

    Notes
    -----
    The interval holds all shares s with (S - s)^2 <= z^2 V(s), S the share seen among all K_A K_B pairs of runs and

        V(s) = s (1 - s) (1 + k ((1 - s)/(2 - s) + s/(1 + s))) / (K_A K_B)    k = (K_A + K_B)/2 - 1

    (Newcombe 2006, method 5). Simulated coverage with normal runs: .93 to .98 from five runs each, .88 to .97 for
    three.

    Examples
    --------
    >>> [round(each, 3) for each in chance_better(np.array([3.0, 4, 5]), np.array([1.0, 2, 3]), 0.05)]
    [0.944, 0.448, 0.997]
    """
    level = check_level(level)
    ordered = np.sort(second)
    below, upto = (np.searchsorted(ordered, first, side) for side in ("left", "right"))
    pairs = first.size * second.size
    seen = float((below + upto).sum() / (2 * pairs))
    z, k = student_quantile(inf, level), (first.size + second.size) / 2 - 1

    def outside(share: float) -> bool:
        spread = share * (1 - share) * (1 + k * ((1 - share) / (2 - share) + share / (1 + share))) / pairs
        return (seen - share) ** 2 > z * z * spread

    return seen, _edge(outside, 0.0, seen), 1 - _edge(lambda share: outside(1 - share), 0.0, 1 - seen)


def _edge(outside: Callable[[float], bool], low: float, high: float) -> float:
    """Return the least share inside, between one that is outside and the share seen."""
    while low < (middle := (low + high) / 2) < high:
        low, high = (middle, high) if outside(middle) else (low, middle)
    return high if high > 1e-300 else 0.0


def _runs(scores: Floats, name: str) -> Floats:
    runs = np.sort(scores[~np.isnan(scores)])  # their order changes no digit
    if runs.size < 2 or not np.isfinite(runs).all():
        raise InputError("scores", f"{name} needs at least 2 runs with finite scores, got {runs.size}")
    return runs
