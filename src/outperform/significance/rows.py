"""Estimates from rows instead of folds: the standard deviation of a fold, and the noise of a repeat's mean.

With random folds, the variance of fold differences estimates (row variance)/n2. Folds estimate it with a few degrees of
freedom, rows with n - 1. And the noise of a repeat's mean over random splits follows from how much each row's
difference changes between repeats.
"""

from dataclasses import dataclass
from math import inf

import numpy as np

from outperform.core import Floats, Ints, Scores
from outperform.significance import special

REPEATS = 10  # the standard deviation is that of a table of ten repeats
PRIOR_DF = 10.0
PRIOR_PHI = 1.15  # of the noise of a mean over that of as many independent rows; .97 to 1.21 over 11 pairs of learners
CHANCE = 0.01  # that phi is as large if rows vary independently
END = 0.05  # of the distribution of the variance of a single repeat's folds


@dataclass(frozen=True)
class RowNoise:
    """Estimates from the row differences of r repeats of k folds."""

    mean: float
    variance: float  # s^2: that of a table of ten repeats
    mean_noise: float  # V_m: variance over random splits of the mean of one repeat
    df: float  # its degrees of freedom
    phi: float  # the observed noise over that of independent rows
    phi_df: float  # if rows vary independently, phi is about chi-square over these degrees of freedom
    repeats: int
    folds: int

    @property
    def shared(self) -> bool:
        """Whether rows of a fold vary together more than chance explains, as with about as many columns as rows.

        That is ordinary where models are fitted smoothly. With A[i, j] the effect of leaving out row j on the loss of
        row i, A = A^T for a learner that minimises the loss it is judged by, and phi is 2: rows of a fold leave out
        each other. For a difference of two such learners it is larger, up to about 1 + n2/(columns + 2).
        """
        return float(special.chdtrc(self.phi_df, self.phi_df * self.phi)) < CHANCE

    @property
    def theta(self) -> float:
        """Mean over standard deviation; infinite where nothing varies but the mean is not 0."""
        if self.variance == 0:
            return 0.0 if self.mean == 0 else inf if self.mean > 0 else -inf
        return self.mean / float(np.sqrt(self.variance))

    @property
    def tau(self) -> float:
        """Standard deviation over random splits of the theta of one repeat, only from the mean."""
        return float(np.sqrt(self.mean_noise / self.variance)) if self.variance > 0 else 0.0


def rows_of(scores: Scores) -> RowNoise | None:
    """Read the rows of a pair's repeated folds; None without rows, or if the metric is not a mean over rows."""
    d = row_differences(scores)
    if d is None or len(d) < 2 or scores.plan is None or scores.plan.labels is None:
        return None
    return row_noise(d, scores.plan.labels, scores.values.shape[2])


def row_differences(scores: Scores) -> Floats | None:
    """Return the differences [repeat, row] of a pair; None where rows cannot be used.

    Rows of a group are similar and are tested together, so that their variance understates that of a fold.
    """
    items, plan = scores.items, scores.plan
    if items is None or items.tested is not None or plan is None or plan.labels is None:
        return None
    if plan.units is not None:
        return None
    if items.row_scores is not None:
        found: Floats = items.row_scores[0] - items.row_scores[1]
        return found
    by_row = getattr(items.metric, "row_scores", None)
    if by_row is None or items.truth is None or items.predictions is None:
        return None
    d: Floats = by_row(items.truth, items.predictions[0])
    d -= by_row(items.truth, items.predictions[1])
    return d


def row_noise(d: Floats, labels: Ints, folds: int) -> RowNoise:
    """Read row differences d[repeat, row], tested in fold labels[repeat, row].

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> d = np.tile(rng.choice([-1.0, 0.0, 1.0], size=100), (3, 1))  # learners that ignore their training data
    >>> labels = np.stack([rng.permutation(100) % 10 for _ in range(3)])
    >>> found = row_noise(d, labels, 10)
    >>> found.mean_noise, round(found.variance, 5) == round(float(d[0].var(ddof=1)) / 10 * 90 / 99, 5)
    (0.0, True)
    """
    repeats, n = d.shape
    n2 = n / folds
    means = d.mean(axis=1)
    spread = float(d.var(axis=1, ddof=1).mean())
    moved = d.var(axis=0, ddof=1) if repeats > 1 else np.zeros(n)
    moves = float(moved.mean())  # v_e: a row's variance between repeats
    fold_df = (folds - 1) * (repeats - 1)
    between = float(((means - means.mean()) ** 2).sum())
    shared = _fold_noise(d, labels, folds, moves) if repeats > 1 and n2 > 1 else moves / n2
    df = PRIOR_DF + fold_df + repeats - 1
    noise = (PRIOR_DF * PRIOR_PHI * moves / n + fold_df * shared / folds + between) / df
    variance = (REPEATS * (folds - 1) * spread / n2 + (REPEATS - 1) * folds * noise) / (REPEATS * folds - 1)
    seen = n * (fold_df * shared / folds + between)
    phi = seen / ((fold_df + repeats - 1) * moves) if moves > 0 else 1.0
    phi_df = _phi_df(moved, folds, repeats) if moves > 0 else np.inf
    return RowNoise(float(means.mean()), variance, noise, df, phi, phi_df, repeats, folds)


def cautious_noise(x: Floats, d: Floats | None) -> RowNoise:
    """Read one repeat, its folds x[fold] and its row differences d[row] if there are any, with the most noise possible.

    Notes
    -----
    Formula: a single repeat does not show v, by how much a row's difference varies between repeats. But V, the variance
    over rows of one repeat, is expected to be that of the rows' means over repeats plus v. So v is at most V, and all
    that ``row_noise`` computes with v = V is an upper bound:

        s^2 <= V/n2 (10 (k - 1) + 9 * 1.15)/(10 k - 1),  V_m <= 1.15 V/n,
        tau^2 = V_m/s^2 <= 1.15 (10 k - 1)/(k (10 (k - 1) + 9 * 1.15))

    With the v that learners have (.1 to .5 V) this allows for a phi of 2 to 11 in place of 1.15.

    The variance s_f^2 of the k folds also sees what the rows of a fold share. So s^2 is at least the lower end of its
    interval of 90%, (k - 1) s_f^2 over the 95% quantile of chi-square. Then j folds of k that went astray, with no
    difference elsewhere, reach at most theta = 1.37 sqrt(j (k - 1)/(k (k - j))): .43 for one of ten folds, 3.9 for
    nine, while a clear difference by ten folds exceeds 4.3. Without rows, s^2 is the upper end, 2.7 s_f^2 with ten
    folds: the interval is then wider than that of corrected-t on these folds. V_m is tau^2 s^2 in either case.

    Assumes: folds vary about as independent normal variables, where there are no rows.

    Examples
    --------
    >>> x = np.array([0.1] + [0.0] * 9)  # one fold of ten differs
    >>> round(cautious_noise(x, np.repeat(x, 10)).theta, 2), round(cautious_noise(x, None).theta, 2)
    (0.43, 0.19)
    """
    folds = len(x)
    most = REPEATS * (folds - 1) + (REPEATS - 1) * PRIOR_PHI
    squares = (folds - 1) * float(x.var(ddof=1))
    if d is None:
        centre, variance = float(x.mean()), squares / float(special.chdtri(folds - 1, 1 - END))
    else:
        by_rows = float(d.var(ddof=1)) / (len(d) / folds) * most / (REPEATS * folds - 1)
        centre, variance = float(d.mean()), max(by_rows, squares / float(special.chdtri(folds - 1, END)))
    noise = PRIOR_PHI * (REPEATS * folds - 1) / (folds * most) * variance
    return RowNoise(centre, variance, noise, PRIOR_DF, 1.0, inf, 1, folds)


def _phi_df(moved: Floats, folds: int, repeats: int) -> float:
    """Return 2 / Var(phi) for rows that vary independently of one another and of their folds.

    The squares of rows in phi are fixed by their variances v_i over repeats; products of two rows have mean 0, and are
    uncorrelated with those of any other two. So the variance is a sum over pairs: with q the chance that two rows share
    a fold and b the weight of that in phi,

        2 (r - 1)/(r df^2) (1 - sum v_i^2 / (sum v_i)^2) ((r - 1)(1 + 2 b q + b^2 q) + (1 + b q)^2)
    """
    n = len(moved)
    df = folds * (repeats - 1)
    b = (folds - 1) * enlarged(n, folds, repeats) if n > folds else 0.0
    q = (n / folds - 1) / (n - 1)
    pairs = 1 - float((moved**2).sum() / moved.sum() ** 2)
    alike, apart = 1 + 2 * b * q + b * b * q, (1 + b * q) ** 2
    variance = 2 * (repeats - 1) / (repeats * df**2) * pairs * ((repeats - 1) * alike + apart)
    return 2 / variance if variance > 1e-12 else np.inf  # if a single row varies, phi is not random


def _fold_noise(d: Floats, labels: Ints, folds: int, moves: float) -> float:
    """Return S_u: the variance of what the rows of a fold share in a repeat, unbiased for shared noise."""
    repeats, n = d.shape
    n2 = n / folds
    residual = d - d.mean(axis=0)
    place = (labels + folds * np.arange(repeats)[:, np.newaxis]).ravel()
    sums = np.bincount(place, residual.ravel(), folds * repeats)
    sizes = np.bincount(place, minlength=folds * repeats)
    u = sums / np.maximum(sizes, 1)
    raw = float((u**2).sum()) / (folds * (repeats - 1))
    return float(max(0.0, moves / n2 + (raw - moves / n2) * enlarged(n, folds, repeats)))


def enlarged(n: int, folds: int, repeats: int) -> float:
    """Return the factor that corrects for the part of shared noise that goes into the means of rows."""
    n2 = n / folds
    common = (1 + (n2 - 1) ** 2 / (n - 1)) / n2
    return (1 - 1 / n2) / (1 - 1 / repeats + common / repeats - 1 / n2)
