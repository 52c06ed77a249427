"""The test of Diebold and Mariano for predictions in time order, with the correction of Harvey, Leybourne, Newbold."""

from dataclasses import dataclass, replace

import numpy as np

from outperform.core import (
    Bools,
    Floats,
    InputError,
    ItemNeeds,
    Metric,
    MisfitError,
    Needs,
    Note,
    NoteKind,
    Reason,
    Refusal,
    Scores,
    SignificanceTest,
    SpecError,
)
from outperform.metrics.rows import RowMetric
from outperform.significance.differences import EPS, mean, squares
from outperform.significance.student import Student, StudentVerdict

ADVISED = "accuracy for classes, neg_mean_squared_error or neg_mean_absolute_error for numbers"


@dataclass(frozen=True)
class DieboldMariano(SignificanceTest):
    """Compare predictions in time order, row by row, with correlated errors (Diebold, Mariano 1995; Harvey 1997).

    Parameters
    ----------
    horizon
        How many steps ahead each row is predicted; rows fewer steps apart may have correlated errors.

    Notes
    -----
    Asks: which of two learners, trained on the past, has the lower expected loss on what comes next?

    Formula: d_1 ... d_n are the differences of the rows' scores in time order, m their mean. A forecast h steps ahead
    has errors that are correlated up to lag h - 1:

        g_k = (1/n) sum over t > k of (d_t - m)(d_(t-k) - m)
        V   = (g_0 + 2 (g_1 + ... + g_(h-1))) / n         variance of m (Diebold and Mariano)
        c   = (n + 1 - 2h + h(h - 1)/n) / n               its bias in short series (Harvey, Leybourne and Newbold)
        t   = m / sqrt(V / c)                             Student's t with n - 1 degrees of freedom

    n c = (n - h)(n - h + 1)/n, so that the squared standard error is n (g_0 + 2 sum g_k) / ((n - h)(n - h + 1)). For
    h = 1 it is g_0 / (n - 1): the paired t test on the rows.

    Assumes: rows are in time order, test rows come after their training rows, the differences have one mean and one
    variance over time, and correlations of lag h and more are 0. Learners that are refitted share training rows, which
    the test does not allow for.

    Degenerate: if the mean difference is 0, the statistic is 0 and p = 1. If the n differences do not vary, p is 2/2^n,
    with a note. V can be negative for h > 1: the test then uses h = 1, with a note. Metrics without a value per row
    raise an error, and so does a horizon that is not smaller than the number of rows.

    Examples
    --------
    Eight losses, one step ahead: m = -0.25, g_0 = 0.4375, t = -0.25 / sqrt(0.4375 / 7).

    >>> d = np.array([0.0, -1, 0, 0, -1, 1, 0, -1])
    >>> float(DieboldMariano().arithmetic(d).statistic), float(DieboldMariano(horizon=2).arithmetic(d).statistic)
    (-1.0, -1.732)
    """

    slug = "diebold-mariano"
    origins = ("diebold1995", "harvey1997")
    needs = Needs(repeats=(1, 1), items=True, forward=True, grid=False, of_items=ItemNeeds(weights=False))
    horizon: int = 1

    def __post_init__(self) -> None:
        """Raise SpecError for a horizon below 1."""
        super().__post_init__()
        if self.horizon < 1:
            raise SpecError(f"{self.slug}.horizon", f"must be at least 1, got {self.horizon}")

    def arithmetic(self, d: Floats, scale: Floats | float = 1.0) -> Student:
        """T = m / sqrt(V / c) of differences d[..., row] in time order; n - 1 degrees of freedom."""
        n, h = d.shape[-1], self.horizon
        spread, total = self._sums(d, scale)
        with_lags = np.sqrt(np.maximum(total, 0) / ((n - h) * (n - h + 1)))
        se = np.where(_is_positive(total, spread), with_lags, np.sqrt(spread / (n * (n - 1))))
        return Student(mean(d, np.asarray(scale)), se, float(n - 1))

    def misfit(self, scores: Scores) -> str | None:
        """Return why this test does not fit these scores, or None where it does."""
        problem = super().misfit(scores)
        if problem is None and scores.items is not None:
            problem = self.metric_misfit(scores.items.metric, scores.metric)
        return problem

    def metric_misfit(self, metric: Metric | None, name: str | None) -> str | None:
        """Return why this test does not fit a metric, or None where it does."""
        if isinstance(metric, RowMetric):
            return None
        return f"{self} needs a metric with a value per row, but {name} has none; use {ADVISED}"

    def judge(self, scores: Scores) -> StudentVerdict:
        """Judge the first of two learners against the second."""
        self.check(scores)
        if len(scores.learners) != 2 or scores.items is None or not isinstance(scores.items.metric, RowMetric):
            raise MisfitError(f"{self} compares two learners at a time, got {len(scores.learners)}")
        truth, said = scores.items.single()
        first, second = (scores.items.metric.row_scores(truth, each) for each in said)
        if len(truth) <= self.horizon or len(truth) < 2:
            problem = f"needs more test rows than the horizon, {self.horizon}, but there are {len(truth)}"
            raise InputError(str(self), f"{problem}; use a smaller horizon")
        largest = np.maximum(np.abs(first), np.abs(second))
        d = np.where(np.abs(first - second) <= 4 * EPS * largest, 0.0, first - second)
        verdict = self.arithmetic(d, largest.max()).verdict(self._notes(d, largest.max()))
        reason = Reason.ONE_SPLIT if scores.plan is None else Reason.TIME_ORDER
        return replace(verdict, stability=Refusal(reason))

    def _sums(self, d: Floats, scale: Floats | float) -> tuple[Floats, Floats]:
        """Return n g_0 and n (g_0 + 2 sum g_k)."""
        spread = squares(d, np.asarray(scale))
        return spread, spread + 2 * sum((_lagged(d, lag) for lag in range(1, self.horizon)), np.zeros(()))

    def _notes(self, d: Floats, scale: float) -> tuple[Note, ...]:
        spread, total = self._sums(d, scale)
        return () if _is_positive(total, spread) else (Note.of(NoteKind.NEGATIVE_VARIANCE, horizon=self.horizon),)


def _lagged(d: Floats, lag: int) -> Floats:
    """Return n g_k, the sum of products of deviations ``lag`` rows apart."""
    deviations = d - d.mean(axis=-1, keepdims=True)
    found: Floats = np.einsum("...i,...i->...", deviations[..., lag:], deviations[..., :-lag])
    return found


def _is_positive(total: Floats, spread: Floats) -> Bools:
    """Return whether the variance with its lags is above 0 beyond rounding; also where nothing varies."""
    found: Bools = (total > 1e-12 * spread) | (spread == 0)
    return found
