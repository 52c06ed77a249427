"""What a test says of true differences: the distribution of its normal scores, for every size of the difference."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Self

import numpy as np

from outperform.core import Floats, LeagueCells, PairOutcomes, PairsTest, stream
from outperform.significance import special

HALF = np.concatenate([np.arange(0, 8, 0.5), [8.0, 9.0, 10.0, 12.0, 14.0, 17.0, 20.0, 25.0, 30.0, 40.0]])
SIZES = np.concatenate([-HALF[:0:-1], HALF])
"""True mean differences, in standard errors of the mean over data sets [size]."""
WIDTHS = np.gradient(SIZES)
DRAWS, ERROR_DRAWS = 2000, 600  # leagues per size; fewer where standard errors are used, which takes longer
MOST = 200  # data sets: with more, the distributions hardly change
NEAR = 1e-9
HALF_BIN = 0.25  # scores so close to one another count as the same, where their likelihood is taken
TINY, FLOOR = 1e-15, 1e-6
FARTHEST = 38.0  # beyond this normal score, p-values are 0


@dataclass(frozen=True, eq=False)
class EffectTable:
    """Chances of normal scores, for differences between data sets that are normal about a true one."""

    below: Callable[[Floats], Floats]  # [...] -> [..., size]: P(score < z)
    up_to: Callable[[Floats], Floats]  # P(score <= z)

    @classmethod
    def simulated(cls, test: PairsTest, datasets: int, known: float | None = None) -> Self:
        """Judge two learners by the test, in many leagues per size of the difference.

        ``known`` is the share of the variance of differences that their standard errors explain, where there are any.
        """
        rows = _simulated(test, min(datasets, MOST), known)
        return cls(lambda z: _share(rows, z - NEAR), lambda z: _share(rows, z + NEAR))

    @classmethod
    def normal(cls) -> Self:
        """Take scores that are normal about the difference, with a standard deviation of 1."""
        chance = _normal
        return cls(chance, chance)

    def likelihood(self, z: Floats) -> Floats:
        """Return the chance of about such a score, at every true difference [..., size].

        With few data sets there is a largest score; all large differences are equally likely to give it.
        """
        size = np.abs(z)
        chance = self.up_to(size + HALF_BIN) - self.up_to(size - HALF_BIN)
        far = np.exp(-((SIZES - size[..., np.newaxis]) ** 2) / 2)  # beyond what was simulated, as if normal
        return _sided(z, chance + FLOOR * far)

    def likely(self, z: Floats) -> Floats:
        """Return how likely each true difference is, given a score and nothing else [..., size]; the sum is 1.

        The chance of a true difference below a size is that of a greater score there, as in a confidence interval.
        """
        size = np.abs(z)
        greater = np.maximum.accumulate(1 - (self.below(size) + self.up_to(size)) / 2, axis=-1)
        deviate = special.ndtri(np.clip(greater, TINY, 1 - TINY))
        between = special.ndtr((deviate[..., 1:] + deviate[..., :-1]) / 2)
        steps = (between[..., :1], np.diff(between, axis=-1), greater[..., -1:] - between[..., -1:])
        weight = np.maximum(np.concatenate(steps, axis=-1), 0.0)
        weight[..., -1] += greater[..., -1] <= TINY  # beyond all sizes
        found: Floats = weight / weight.sum(axis=-1, keepdims=True)
        return _sided(z, found)


def _sided(z: Floats, found: Floats) -> Floats:
    """Turn what holds for the size of a score into what holds for the score."""
    return np.where(np.asarray(z)[..., np.newaxis] < 0, found[..., ::-1], found)


def normal_scores(outcomes: PairOutcomes) -> Floats:
    """Return the normal deviates of two-sided p-values, positive where the first is ahead."""
    found: Floats = outcomes.direction * np.minimum(-special.ndtri(outcomes.pvalue / 2), FARTHEST)
    return found


@lru_cache(maxsize=8)  # of the process: a small table per test and number of data sets
def _simulated(test: PairsTest, datasets: int, known: float | None) -> tuple[Floats, ...]:
    """Return the scores of many leagues in ascending order, for each size."""
    draws = DRAWS if known is None else ERROR_DRAWS
    noise = stream(0, "league", "effect table", datasets).standard_normal((draws // 2, datasets))
    noise = np.concatenate([noise, -noise])
    half = [np.sort(_scores_at(test, size / np.sqrt(datasets) + noise, known)) for size in HALF]
    return (*(-row[::-1] for row in half[:0:-1]), *half)


def _scores_at(test: PairsTest, differences: Floats, known: float | None) -> Floats:
    """Return the normal scores of leagues [league, dataset] of two learners."""
    values = np.stack([differences, np.zeros_like(differences)], axis=-1)
    error = None if known is None else np.broadcast_to(known / 2 * np.eye(2), (*values.shape, 2))
    cells = LeagueCells(tuple(map(str, range(values.shape[1]))), ("first", "second"), values, error)
    return normal_scores(test.outcomes(cells, np.array([[0, 1]])))[:, 0]


def _share(rows: tuple[Floats, ...], z: Floats) -> Floats:
    counts = np.stack([np.searchsorted(row, z, side="right") for row in rows], axis=-1)
    return counts / len(rows[0])


def _normal(z: Floats) -> Floats:
    found: Floats = special.ndtr(np.asarray(z)[..., np.newaxis] - SIZES)
    return found
