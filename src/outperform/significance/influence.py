"""How much more a mean difference varies with the data than the nominal threshold allows, from the data themselves.

Rows of a training set move the learner, and with it the score of all other rows. A learner whose score moves to first
order with its training rows has a mean difference that varies more than its rows do. What a row does by training is
seen where it is left out: the rows are divided into five folds, and for each pair of folds one fit is made without
both and tested on both.
"""

from dataclasses import dataclass

import numpy as np

from outperform.core import Bools, Floats, Ints
from outperform.significance.rows import REPEATS, row_noise

FOLDS = 5  # of a partition; each of its ten pairs of folds is one fit
GATE = 1.5  # standard errors above 1 from which a factor is used ...
MARGIN = 1.07  # ... and then made so much larger
LEAST_SLOPE = -0.5
LEAST_SHARE = 0.1
SAME_LEARNER = (0.7, 1.7)  # squared differences at 60% of the rows over those of ordinary fits, for the same learner


@dataclass(frozen=True)
class Influence:
    """What the fits of the correction say."""

    factor: float  # what the nominal standard error is multiplied by, at least 1
    se: float  # how well it is known
    shown: bool = True  # False: the learner is another one at 60% of the rows


def influence_of(ordinary: Floats, labels: Ints, folds: int, deleted: Floats, tested: Ints) -> Influence:
    """Compute the factor of a pair of learners.

    Parameters
    ----------
    ordinary, labels
        Row differences [repeat, row] of ordinary repeats, and the fold in which each row was tested.
    folds
        Folds of an ordinary repeat.
    deleted, tested
        Row differences [5 R, row] of R partitions, NaN where a row was not tested, and the test set of each row: 0 or
        1, and -1 for the fold that only trains. Each partition has five rows of labels, one per fold that only trains.
    """
    n = ordinary.shape[1]
    noise = row_noise(ordinary, labels, folds)
    spread = float(ordinary.var(axis=1, ddof=1).mean())
    if spread == 0:
        return Influence(1.0, 0.0)
    moves = float(ordinary.var(axis=0, ddof=1).mean()) / spread
    share = max(LEAST_SHARE, 1 - (1 - 1 / len(ordinary)) * moves)
    nominal = noise.variance * (1 / (REPEATS * folds) + 1 / (folds - 1)) * n / spread
    slope, se, product = _training(ordinary.mean(axis=0), deleted, tested)
    square = share + 2 * share * slope + max(product * n / FOLDS / spread, share * slope**2)
    found = float(np.sqrt(max(LEAST_SHARE, square) / nominal))
    unsure = se * float(np.sqrt(share / nominal))
    size = float(np.nanmean(deleted**2) / np.mean(ordinary**2))
    shown = SAME_LEARNER[0] <= size <= SAME_LEARNER[1]
    return Influence(max(1.0, MARGIN * found) if found - 1 > GATE * unsure else 1.0, MARGIN * unsure, shown)


def _training(rows: Floats, deleted: Floats, tested: Ints) -> tuple[float, float, float]:
    """Return the slope of what folds do by training on what they score, its standard error, and the product of halves.

    For a linear functional the effect of fold a is -(S_a - mean S), with S_a the sum of the four fits without it.
    """
    centred = deleted - np.nanmean(deleted, axis=0)
    half = np.random.default_rng(0).permutation(len(rows)) % 2 == 0
    tops, bottoms, products = [], [], []
    for start in range(0, len(tested), FOLDS):
        part = slice(start, start + FOLDS)
        fold = (tested[part] < 0).argmax(axis=0)
        own = np.bincount(fold, rows, FOLDS) / np.bincount(fold, minlength=FOLDS)
        own -= own.mean()
        effect, one, other = (_effects(centred[part], tested[part], fold, kept) for kept in (half | True, half, ~half))
        tops.append(own @ effect)
        bottoms.append(own @ own)
        products.append(one @ other / (FOLDS - 1))
    top, bottom, count = np.array(tops), np.array(bottoms), len(tops)
    if bottom.sum() == 0:
        return 0.0, 0.0, float(np.mean(products))
    slope = max(LEAST_SLOPE, float(top.sum() / bottom.sum()))
    se = float(np.sqrt(((top - slope * bottom) ** 2).sum() * count / max(1, count - 1)) / bottom.sum())
    return slope, se, float(np.mean(products))


def _effects(centred: Floats, tested: Ints, fold: Ints, kept: Bools) -> Floats:
    """Return what each of five folds does by training, seen on the rows that are kept."""
    sums = np.zeros(FOLDS)
    for values, places in zip(centred, tested, strict=True):
        for side in (0, 1):
            seen = places == side
            without = np.unique(fold[seen])
            sums[without] += values[seen & kept].mean() if (seen & kept).any() else 0.0
    found: Floats = sums.mean() - sums
    return found
