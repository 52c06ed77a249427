"""How much more a mean difference varies over datasets than its nominal standard error says, from one dataset.

A row has two effects. As a test row, its own difference enters the mean. As a training row, it changes the scores of
all other rows; with a learner that shrinks, selects or memorises, the change has the direction of the row's own score.
The nominal standard error allows a fixed share for that (11% of the variance with ten folds). Here it is measured: rows
of a fold are left out of training together. Random folds are much alike, so most folds here are tilted: rows that
favour one learner are likely to be left out together, and how the scores then change shows the effect of training.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np

from outperform.core import Floats, Ints
from outperform.significance.adaptive_t import Basis, FixedRule
from outperform.significance.rows import PRIOR_PHI, REPEATS, RowNoise

FOLDS = 5  # of the repeats from which the effect of training is estimated
RUN = 10  # repeats behind the mean that is judged, as in the nominal threshold
SAME = 4.0  # largest ratio between the variance of rows here and that of the judged learners
SLOPES = (-0.5, 3.0)
ASIDE = (
    0.2  # added to the slope where a score is no mean over rows: rows then have effects unrelated to their own value
)
MOST_MOVES = 0.95
LEAST_SHARE = 0.1
SHIFT = 1.5  # how far tilted folds move the mean of the training rows, in its standard errors
OF_TILT = 0.966  # mean of the upper 40% of a standard normal distribution
STEEPEST = 0.95  # correlation of the order of rows with their differences ...
GENTLE = 0.2  # ... and where the value of a row depends on the rows that are tested with it
UNSURE = 1.2  # true noise of the factor over that of the slope: the rest of the factor has noise, too
MOST_SE = 2.0


@dataclass(frozen=True, eq=False)
class Repeats:
    """Row differences [repeat, row] of repeated 5-fold cross-validation, and the fold in which each row was tested."""

    d: Floats
    labels: Ints

    def with_more(self, other: Self) -> "Repeats":
        """Append repeats."""
        return Repeats(np.concatenate([self.d, other.d]), np.concatenate([self.labels, other.labels]))


@dataclass(frozen=True, eq=False)
class Half:
    """Half of the random repeats, and the repeats whose folds are tilted by its row means."""

    random: Repeats
    tilted: Repeats


@dataclass(frozen=True)
class Influence:
    """The effect of rows by training, relative to their own scores."""

    slope: float
    slope_se: float
    moves: float  # v/V: variance of a row over repeats, relative to the variance of rows
    variance: float  # V/n

    def nominal_se(self, folds: int) -> float:
        """Return the nominal standard error by rows, if the judged learners differ as these do."""
        return float(np.sqrt(_nominal(self.moves, folds) * self.variance))

    def factor(self, folds: int, *, of_means: bool = True, run: int = RUN) -> tuple[float, float]:
        """Return the factor on the nominal standard error by rows, which may be below 1, and its standard error.

        ``of_means`` is whether the metric is a mean over rows, or over pairs of rows. Others weigh some rows more, such
        as those of a rare class, and other rows may decide by training how these are predicted: the factor is larger.
        ``run`` are the repeats behind the mean that is judged: 1 where only one way to split exists.
        """
        if self.variance == 0:
            return 1.0, 0.0
        nominal, kept = _nominal(self.moves, folds), 1 - self.moves
        slope = float(np.clip(self.slope + (0 if of_means else ASIDE), *SLOPES))
        saved = 1 - 1 / run if of_means else 0.0
        share = max(LEAST_SHARE, 1 - saved * self.moves + (2 * slope + slope**2) * kept)
        factor = float(np.sqrt(share / nominal))
        unsure = UNSURE * self.slope_se * (1 + max(self.slope, SLOPES[0])) * kept / (factor * nominal)
        return factor, min(MOST_SE, unsure)


def influence_of(halves: Sequence[Half]) -> Influence:
    """Estimate the effect of rows by training from two halves of random repeats, and repeats tilted by each.

    Notes
    -----
    V is the mean over random repeats of the variance of rows, v the mean over rows of the variance over repeats. For
    each half, z are its row means and g those of the other half. Its tilted repeats and the random ones of the other
    half, none of which determined the tilt, show the slope:

        u_it = -(mean of z in the fold of row i - mean of z)/(k - 1)      the shift of the training rows, k = 5 folds
        w_it = -(mean of g in the fold of row i - mean of g)/(k - 1)      the same as others see it
        e_it = difference of row i in repeat t, all three centred by row and repeat
        slope = sum u e / sum u w                                         over both halves

    If the score of a model changes by the mean of h over its training rows, then the slope is that of h on the rows'
    own differences. z only serves as an instrument: its noise, which has regression to the mean, is not in e or w.
    The standard error counts each fit as one observation.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> own = rng.normal(size=100)
    >>> def repeats(count):  # learners that ignore their training rows: nothing but the rows themselves
    ...     return Repeats(np.tile(own, (count, 1)), np.stack([rng.permutation(100) % 5 for _ in range(count)]))
    >>> found = influence_of([Half(repeats(2), repeats(3)) for _ in range(2)])
    >>> abs(round(found.slope, 9)), round(found.factor(10)[0] ** -2, 5)  # the nominal variance in units of that of rows
    (0.0, 1.10101)
    """
    everything = np.concatenate([half.random.d for half in halves])
    spread = float(everything.var(axis=1, ddof=1).mean())
    if spread == 0:
        return Influence(0.0, 0.0, 0.0, 0.0)
    variance = spread / everything.shape[1]
    moves = min(MOST_MOVES, float(everything.var(axis=0, ddof=1).mean()) / spread)
    top, bottom = 0.0, 0.0
    parts = []
    for half, other in zip(halves, reversed(halves), strict=True):
        both = other.random.with_more(half.tilted)
        shift, seen = (_shifts(each.random.d.mean(axis=0), both.labels) for each in (half, other))
        change = _centred(both.d)
        top += float((shift * change).sum())
        bottom += float((shift * seen).sum())
        parts.append((both.labels, shift, change, seen))
    if bottom <= 0:  # no difference of a row is the same in both halves
        return Influence(0.0, np.inf, moves, variance)
    slope = top / bottom
    squares = 0.0
    for labels, shift, change, seen in parts:
        repeats = len(labels)
        sums = np.bincount(_places(labels), (shift * (change - slope * seen)).ravel())
        squares += float((sums**2).sum()) * repeats / (repeats - 1)
    return Influence(slope, float(np.sqrt(squares)) / bottom, moves, variance)


def steepness(d: Floats, of: int, *, relative: bool = False) -> float:
    """Return the correlation between the order of rows and their means over ``of`` repeats that moves folds enough.

    ``d`` are the differences [repeat, row] of all random repeats. If the values of rows are ``relative`` to the rows
    that are tested with them, as those of a fold's F1, steep tilts would change them for that reason alone.
    """
    n = d.shape[1]
    spread, moves = float(d.var(axis=1, ddof=1).mean()), float(d.var(axis=0, ddof=1).mean())
    stays = max(spread - moves, 0.05 * spread)  # the variance of rows that is the same in all repeats
    reliable = np.sqrt(stays / (stays + moves / of)) if spread > 0 else 1.0
    return min(GENTLE if relative else STEEPEST, float(SHIFT * (FOLDS - 1) / (np.sqrt(n) * OF_TILT * reliable)))


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


def unit_of(folds: int, basis: Basis) -> float:
    """Return the nominal standard error in units of the standard deviation of a fold."""
    return FixedRule(folds, 1.0, basis).unit


def _nominal(moves: float, folds: int) -> float:
    """Return the nominal variance of the mean in units of V/n; see `row_noise` for that of a fold."""
    fold = (REPEATS * (folds - 1) * folds + (REPEATS - 1) * folds * PRIOR_PHI * moves) / (REPEATS * folds - 1)
    return fold * unit_of(folds, "rows") ** 2


def _shifts(rows: Floats, labels: Ints) -> Floats:
    """Return by how much the mean of a row's training rows differs from that of all rows, centred."""
    places = _places(labels)
    sums, sizes = (np.bincount(places, weights) for weights in (np.tile(rows - rows.mean(), len(labels)), None))
    return _centred(-(sums / np.maximum(sizes, 1))[places].reshape(labels.shape) / (FOLDS - 1))


def _centred(values: Floats) -> Floats:
    """Return values less the means of their repeat and of their row."""
    by_repeat = values - values.mean(axis=1, keepdims=True)
    centred: Floats = by_repeat - by_repeat.mean(axis=0)
    return centred


def _places(labels: Ints) -> Ints:
    """Return the number of the fit that tested each row, of all repeats in a row."""
    places: Ints = (labels + FOLDS * np.arange(len(labels))[:, np.newaxis]).ravel()
    return places
