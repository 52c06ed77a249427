"""What the splits of one data set say: means, their corrected covariance, and the noise of repeats."""

from dataclasses import dataclass
from typing import Self

import numpy as np

from outperform.core import Bools, Floats, Scores
from outperform.ranking._row_wander import row_wander


@dataclass(frozen=True, eq=False)
class SplitNoise:
    """The moments of one data set; learners that are not present have NaN in ``means`` and ``error``, else 0."""

    means: Floats  # [learner]
    error: Floats  # [learner, learner]: corrected covariance of the means
    present: Bools  # [learner]
    repeats: int  # whole ones, at least 1
    runs: Floats  # [learner, learner]: sums of squares and products of the means of repeats
    spread: Floats | None  # [learner]: variance of the folds of one repeat; None for single folds
    spread_df: int
    alone: bool  # every row is tested alone, so that random splits change nothing
    by_rows: Floats | None = None  # [learner, learner]: covariance of the mean of one repeat, where rows are known

    @property
    def df(self) -> int:
        """The degrees of freedom of ``runs``."""
        return self.repeats - 1

    @classmethod
    def of(cls, scores: Scores) -> Self:
        """Measure the splits that all present learners have; each learner's own where they share none."""
        x = np.asarray(scores.values, dtype=np.float64)
        present: Bools = np.asarray(~np.isnan(x).all(axis=(1, 2)))
        known = np.where(present[:, np.newaxis, np.newaxis], x, 0.0)
        there: Bools = np.asarray(~np.isnan(known).any(axis=0))  # [repeat, fold]
        shared = known[:, there]
        nowhere = np.where(present, 0.0, np.nan)
        whole = known[:, there.all(axis=1)]
        return cls(
            nowhere + (shared.mean(axis=1) if there.any() else _means(x)),
            nowhere[:, np.newaxis] + nowhere + _corrected(shared, _ratio(scores)),
            present,
            max(1, whole.shape[1]),
            *_noise(whole),
            alone=_alone(scores),
            by_rows=row_wander(scores),
        )


def _means(x: Floats) -> Floats:
    there = ~np.isnan(x)
    found: Floats = np.where(there, x, 0.0).sum(axis=(1, 2)) / np.maximum(1, there.sum(axis=(1, 2)))
    return found


def _corrected(x: Floats, ratio: float | None) -> Floats:
    """Return (1/J + n2/n1) times the covariance of splits x [learner, split]; NaN where it is unknown."""
    learners, count = x.shape
    if count < 2 or ratio is None:
        return np.full((learners, learners), np.nan)
    apart = x - x.mean(axis=1, keepdims=True)
    found: Floats = (1 / count + ratio) / (count - 1) * (apart @ apart.T)
    return found


def _ratio(scores: Scores) -> float | None:
    """Return test rows over training rows; without sizes 1/(k - 1) for folds."""
    folds = scores.values.shape[2]
    known = scores.traits.ratio
    if known is not None:
        return known
    return 1 / (folds - 1) if folds > 1 and not scores.plain else None


def _noise(x: Floats) -> tuple[Floats, Floats | None, int]:
    """Return the products of the means of repeats, the variance of folds inside repeats, and its degrees of freedom."""
    learners, repeats, folds = x.shape
    if repeats == 0:
        return np.zeros((learners, learners)), None, 0
    means = x.mean(axis=2)
    apart = means - means.mean(axis=1, keepdims=True)
    df = repeats * (folds - 1)
    spread = ((x - means[..., np.newaxis]) ** 2).sum(axis=(1, 2)) / df if df else None
    return apart @ apart.T, spread, df


def _alone(scores: Scores) -> bool:
    sizes = scores.traits.n_test
    return sizes is not None and scores.values.shape[2] > 1 and bool((sizes == 1).all())
