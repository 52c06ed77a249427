"""How much more a mean difference varies over datasets than its nominal standard error says, from one dataset.

A row has two effects. As a test row, its own difference enters the mean. As a training row, it changes the scores of
all other rows; with a learner that shrinks, selects or memorises, the change has the direction of the row's own score.
The nominal standard error allows a fixed share for that (11% of the variance with ten folds). Here it is measured: in
repeated 5-fold cross-validation the rows of a fold are left out of training together, and the deviation of their scores
from their average shows the effect that they have by training.
"""

from dataclasses import dataclass

import numpy as np

from outperform.core import Floats, Ints
from outperform.significance.adaptive_t import Basis, FixedRule
from outperform.significance.rows import PRIOR_PHI, REPEATS, RowNoise

FOLDS = 5  # of the repeats from which the effect of training is estimated
RUN = 2  # repeats behind the mean that is judged: the smallest possible number
SAME = 4.0  # largest ratio between the variance of rows here and that of the judged learners
NOTHING = 1e-9  # a smaller nominal variance, in units of that of rows, is only rounding: folds do not differ
LEAST_SLOPE = -0.5
LEAST_SHARE = 0.1


@dataclass(frozen=True)
class Influence:
    """The factor on the nominal standard error of a pair."""

    factor: float  # may be below 1
    se: float  # standard error of the factor


def influence_of(d: Floats, labels: Ints, folds: int, by_fold: Floats | None = None) -> Influence:
    """Compare the variance due to test rows and training rows with what the nominal standard error allows.

    Parameters
    ----------
    d, labels
        Row differences [repeat, row] of repeated 5-fold cross-validation, and the fold in which each row was tested.
    folds
        Folds of the repeats that are judged.
    by_fold
        Differences [repeat, fold] of the same repeats, where the nominal standard error comes from folds.

    Notes
    -----
    V is the mean over repeats of the variance of rows, v the mean over rows of the variance over repeats, g the means
    of rows over repeats, H the effect of rows by training. All follow from r repeats of k = 5 folds:

        H_a    = -(k - 1) r/(r - 1) (y_a - mean y)    y_a the mean in fold a of a row's difference less its own mean
        beta   = sum g_a H_a / sum g_a^2              over all folds of all repeats, g_a centred in each
        square = (1 - v/(2 V) + (2 beta + beta^2) var(g)/V) / nominal
        factor = sqrt(square)

    For a mean over the training rows of any function of a row, H_a is the mean of that function in fold a, centred. The
    nominal variance of a mean, in units of V/n, is that of the adaptive t test: about 1.1 for ten folds.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> own = rng.normal(size=100)  # learners that ignore their training rows: nothing but the rows themselves
    >>> labels = np.stack([rng.permutation(100) % 5 for _ in range(20)])
    >>> found = influence_of(np.tile(own, (20, 1)), labels, 10)
    >>> round(found.factor**-2, 5), round(found.se, 9)  # the nominal variance in units of that of rows
    (1.10101, 0.0)
    """
    spread = float(d.var(axis=1, ddof=1).mean())
    if spread == 0:
        return Influence(1.0, 0.0)
    rows = d.mean(axis=0)
    slope, unsure = _slope(rows, d - rows, labels)
    moves, kept = float(d.var(axis=0, ddof=1).mean()) / spread, float(rows.var(ddof=1)) / spread
    nominal = (
        _nominal_by_rows(moves, folds) if by_fold is None else _nominal_by_folds(by_fold, spread, d.shape[1], folds)
    )
    if nominal < NOTHING:
        return Influence(1.0, 0.0)
    share = max(LEAST_SHARE, 1 - (1 - 1 / RUN) * moves + (2 * slope + slope**2) * kept)
    factor = float(np.sqrt(share / nominal))
    return Influence(factor, unsure * (1 + slope) * kept / (factor * nominal))


def is_same_learner(d: Floats, judged: Floats) -> bool:
    """Return whether learners trained on 80% of the rows differ about as much as those that are judged.

    If not, as with about as many columns as training rows, their effect by training says nothing about the judged ones.
    """
    few, many = (float(each.var(axis=1, ddof=1).mean()) for each in (d, judged))
    return few == many == 0 or many / SAME <= few <= many * SAME


def least_factor(noise: RowNoise, by_fold: Floats) -> float:
    """Return the least factor of a standard error by rows: 1, or that of folds where their rows vary together.

    With about as many columns as rows a bad fit affects a whole fold, and rows understate the variance of folds.
    """
    if not noise.shared or noise.variance == 0:
        return 1.0
    return max(1.0, float(np.sqrt(by_fold.var(ddof=1) / noise.variance)))


def _nominal_by_rows(moves: float, folds: int) -> float:
    """Return the nominal variance of the mean in units of V/n; see `row_noise` for that of a fold."""
    fold = (REPEATS * (folds - 1) * folds + (REPEATS - 1) * folds * PRIOR_PHI * moves) / (REPEATS * folds - 1)
    return fold * _unit(folds, "rows") ** 2


def _nominal_by_folds(by_fold: Floats, spread: float, n: int, folds: int) -> float:
    """Return the same with the variance of the fold differences, which is smaller for larger folds."""
    fold = float(by_fold.var(ddof=1)) * folds / FOLDS
    return fold * _unit(folds, "folds") ** 2 * n / spread


def _unit(folds: int, basis: Basis) -> float:
    return FixedRule(folds, 1.0, basis).unit


def _slope(rows: Floats, residuals: Floats, labels: Ints) -> tuple[float, float]:
    """Return the slope of the effect by training on the rows' own scores, and its standard error over repeats."""
    repeats = len(labels)
    trains, scores = (_by_fold(values, labels) for values in (residuals, np.broadcast_to(rows, labels.shape)))
    trains *= -(FOLDS - 1) * repeats / (repeats - 1)
    top, bottom = (scores * trains).sum(axis=1), (scores**2).sum(axis=1)
    if bottom.sum() == 0:
        return 0.0, 0.0
    slope = max(LEAST_SLOPE, float(top.sum() / bottom.sum()))
    spread = ((top - slope * bottom) ** 2).sum() * repeats / (repeats - 1)
    return slope, float(np.sqrt(spread) / bottom.sum())


def _by_fold(values: Floats, labels: Ints) -> Floats:
    """Return the means in each fold [repeat, fold], centred in each repeat."""
    repeats = len(labels)
    place = (labels + FOLDS * np.arange(repeats)[:, np.newaxis]).ravel()
    sums, sizes = (np.bincount(place, weights, FOLDS * repeats) for weights in (values.ravel(), None))
    means = (sums / np.maximum(sizes, 1)).reshape(repeats, FOLDS)
    centred: Floats = means - means.mean(axis=1, keepdims=True)
    return centred
