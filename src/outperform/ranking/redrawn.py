"""Differences that a league with other random splits of the same data sets might show."""

from dataclasses import dataclass
from typing import Self

import numpy as np

from outperform.core import Floats, Ints, LeagueCells


@dataclass(frozen=True, eq=False)
class Redrawn:
    """Contrasts of learners on data sets, and their noise over random splits.

    Notes
    -----
    d_i is the observed contrast on data set i of N, w_i the variance of its noise. True contrasts vary between data
    sets with a variance t^2 = b s^2, where s^2 is the variance of d and b = 1 - (N - 3)/(N - 1) mean(w)/s^2, at least 0
    (James and Stein's factor). Given the data sets, with B_i = t^2/(t^2 + w_i) and a flat prior for the centre,

        true_i = mean(d) + B_i (d_i - mean(d)) + mean(e) + sqrt(B_i) (e_i - mean(e))      e_i ~ N(0, w_i)
        d_i'   = true_i + e_i'                                                           e_i' ~ N(0, w_i)

    Where the data sets differ far more than the noise, B = 1 and d' ~ N(d, 2 w). Without B, redrawn leagues would vary
    more between data sets than this one does, and too few of them would find what this one found.
    """

    seen: Floats  # d [contrast, dataset]; NaN where a learner is missing
    kept: Floats  # B [contrast, dataset]
    root: Floats  # [dataset, learner, learner]: square root of the covariance of the means of this league
    pairs: Ints | None  # learners of each contrast; None: each learner against the mean of all

    @classmethod
    def of(cls, cells: LeagueCells, pairs: Ints | None) -> Self:
        """Measure contrasts of pairs [pair, 2], or of each learner with the mean of all."""
        assert cells.wander is not None, "repeats were looked for"
        assert cells.repeats is not None, "repeats were looked for"
        root = _root(np.nan_to_num(cells.wander) / cells.repeats[:, np.newaxis, np.newaxis])
        seen = _contrasts(cells.values, pairs)
        noise = (_contrasts(np.moveaxis(root, -1, 0), pairs) ** 2).sum(axis=0)
        return cls(seen, _kept(seen, noise), root, pairs)

    def draw(self, rng: np.random.Generator, count: int) -> Floats:
        """Draw so many leagues [league, contrast, dataset]."""
        there = ~np.isnan(self.seen)
        own, other = self._noise(rng, count), self._noise(rng, count)
        centre, shift = _mean(self.seen, there), _mean(own, there)
        true = centre + self.kept * (self.seen - centre) + shift + np.sqrt(self.kept) * (own - shift)
        found: Floats = true + other
        return found

    def _noise(self, rng: np.random.Generator, count: int) -> Floats:
        draws = rng.standard_normal((count, *self.root.shape[:2]))
        return _contrasts(np.einsum("nij,mnj->mni", self.root, draws, optimize=True), self.pairs)


def _contrasts(values: Floats, pairs: Ints | None) -> Floats:
    """Return contrasts [..., contrast, dataset] of values [..., dataset, learner]."""
    if pairs is None:
        apart = values - values.mean(axis=-1, keepdims=True)
    else:
        apart = values[..., pairs[:, 0]] - values[..., pairs[:, 1]]
    return np.swapaxes(apart, -1, -2)


def _mean(values: Floats, there: Floats) -> Floats:
    """Return the mean over data sets that are there [..., 1]."""
    count = np.maximum(1, there.sum(axis=-1, keepdims=True))
    found: Floats = np.where(there, values, 0.0).sum(axis=-1, keepdims=True) / count
    return found


def _kept(seen: Floats, noise: Floats) -> Floats:
    """Return B [contrast, dataset]."""
    there = ~np.isnan(seen)
    count = there.sum(axis=-1, keepdims=True)
    squares = np.where(there, seen - _mean(seen, there), 0.0) ** 2
    spread = squares.sum(axis=-1, keepdims=True) / np.maximum(1, count - 1)
    part = np.maximum(0, count - 3) / np.maximum(1, count - 1)
    true = np.maximum(0.0, spread - part * _mean(noise, there))
    found: Floats = np.divide(true, true + noise, out=np.ones_like(noise), where=noise > 0)
    return found


def _root(covariance: Floats) -> Floats:
    """Return square roots of positive semi-definite matrices."""
    values, vectors = np.linalg.eigh(covariance)
    found: Floats = vectors * np.sqrt(np.maximum(values, 0.0))[..., np.newaxis, :]
    return found
