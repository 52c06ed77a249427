"""What a test says of true differences: the distribution of its normal scores, for every size of the difference."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Self

import numpy as np

from outperform.core import Floats, LeagueCells, PairOutcomes, PairsTest, stream
from outperform.significance import special

HALF = np.concatenate([np.arange(0, 8, 0.5), [8.0, 9.0, 10.0, 12.0, 14.0, 17.0, 20.0, 25.0, 30.0, 40.0]])
SIZES = np.concatenate([-HALF[:0:-1], HALF])
"""True mean differences, in standard errors of the mean over data sets [size]."""
DRAWS = 2000
MOST = 200  # data sets: with more, the distributions hardly change
NEAR = 1e-9
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
        count = min(datasets, MOST)
        noise = stream(0, "league", "effect table", count).standard_normal((DRAWS // 2, count))
        noise = np.concatenate([noise, -noise])
        half = [np.sort(_scores_at(test, size / np.sqrt(count) + noise, known)) for size in HALF]
        rows = [-row[::-1] for row in half[:0:-1]] + half
        return cls(lambda z: _share(rows, z - NEAR), lambda z: _share(rows, z + NEAR))

    @classmethod
    def normal(cls) -> Self:
        """Take scores that are normal about the difference, with a standard deviation of 1."""
        chance = _normal
        return cls(chance, chance)

    def likely(self, z: Floats) -> Floats:
        """Return how likely each true difference is, given a score and nothing else [..., size]; the sum is 1.

        The chance of a true difference below a size is that of a greater score there, as in a confidence interval.
        """
        greater = 1 - (self.below(z) + self.up_to(z)) / 2
        greater = np.maximum.accumulate(greater, axis=-1)
        between = np.diff(greater, axis=-1, prepend=0.0, append=1.0)
        between[..., -1] *= greater[..., -1] == 0  # beyond all sizes; otherwise, as likely as the others say
        weight = (between[..., :-1] + between[..., 1:]) / 2
        found: Floats = weight / weight.sum(axis=-1, keepdims=True)
        return found


def normal_scores(outcomes: PairOutcomes) -> Floats:
    """Return the normal deviates of two-sided p-values, positive where the first is ahead."""
    found: Floats = outcomes.direction * np.minimum(-special.ndtri(outcomes.pvalue / 2), FARTHEST)
    return found


def _scores_at(test: PairsTest, differences: Floats, known: float | None) -> Floats:
    """Return the normal scores of leagues [league, dataset] of two learners."""
    values = np.stack([differences, np.zeros_like(differences)], axis=-1)
    error = None if known is None else np.broadcast_to(known / 2 * np.eye(2), (*values.shape, 2))
    cells = LeagueCells(tuple(map(str, range(values.shape[1]))), ("first", "second"), values, error)
    return normal_scores(test.outcomes(cells, np.array([[0, 1]])))[:, 0]


def _share(rows: list[Floats], z: Floats) -> Floats:
    counts = np.stack([np.searchsorted(row, z, side="right") for row in rows], axis=-1)
    return counts / len(rows[0])


def _normal(z: Floats) -> Floats:
    found: Floats = special.ndtr(np.asarray(z)[..., np.newaxis] - SIZES)
    return found
