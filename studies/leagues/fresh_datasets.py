"""p_flip_datasets as it was tried: how often other data sets like these would decide otherwise."""

from functools import lru_cache

import numpy as np

from outperform.core import Bools, Floats, Ints, LeagueCells, PairOutcomes, PairsTest, stream
from outperform.core.adjust import Adjustment
from outperform.ranking import differences_of
from outperform.ranking.own_levels import own_levels
from outperform.significance import special

SPREADS = np.concatenate([[0.05], np.arange(0.25, 3, 0.25), np.arange(3, 8, 0.5), [9.0, 11.0, 14.0, 18.0, 25.0]])
"""Standard deviations of the true differences of pairs, in standard errors [spread]."""
USUAL = 3.0  # the scale of the half-Cauchy distribution that spreads have beforehand
HALF = np.concatenate([np.arange(0, 8, 0.5), [8.0, 9.0, 10.0, 12.0, 14.0, 17.0, 20.0, 25.0, 30.0, 40.0]])
SIZES = np.concatenate([-HALF[:0:-1], HALF])
"""True mean differences, in standard errors of the mean over data sets [size]."""
WIDTHS = np.gradient(SIZES)
DRAWS = 2000  # leagues per size
MOST = 200  # data sets: with more, the distributions hardly change
NEAR = 1e-9
HALF_BIN = 0.25  # scores so close to one another count as the same, where their likelihood is taken
TINY, FLOOR = 1e-15, 1e-6
FARTHEST = 38.0  # beyond this normal score, p-values are 0
Rows = tuple[Floats, ...]
"""The normal scores of many leagues, in ascending order, for each size of the true difference."""


def dataset_flips(cells: LeagueCells, test: PairsTest, adjustment: Adjustment, pairs: Ints, level: float) -> Floats:
    """Return for each of all pairs the chance that as many other data sets, exchangeable with these, decide otherwise.

    Notes
    -----
    The p-value of a pair says how likely each true difference delta is (in standard errors), by simulation. All
    pairs of the league say how far true differences spread: delta ~ N(0, omega^2), with a half-Cauchy prior for omega.
    As m pairs of k learners share learners, they count as k - 1. The chance of a decision is that of the test at delta,
    at the level that the other pairs leave to the pair, averaged over delta and omega. For normal scores z this is
    z' ~ N(K z, 1 + K), with K = omega^2 / (1 + omega^2).

    Two learners show no spread: there omega is infinite (K = 1), which is an assumption.
    """
    outcomes = test.outcomes(cells, pairs)
    d = differences_of(cells, pairs).values
    rows = _simulated(test, min(max(2, int(np.median((~np.isnan(d)).sum(axis=-1)))), MOST))
    scores, names = (
        normal_scores(outcomes),
        [(cells.learners[first], cells.learners[second]) for first, second in pairs],
    )
    levels = own_levels(adjustment, outcomes.pvalue, names, level)
    changes = _changes(rows, scores, -special.ndtri(levels / 2), outcomes.pvalue <= levels)
    if len(pairs) == 1:
        found: Floats = (_likely(rows, scores) * changes).sum(axis=-1)
    else:
        likelihood, priors = _likelihood(rows, scores), _priors().T
        norm = np.maximum(likelihood @ priors, 1e-300)
        found = ((likelihood * changes) @ priors / norm) @ _spread(likelihood, len(cells.learners))
    never = ~np.nan_to_num(d).any(axis=-1)  # tied on all data sets
    return np.where(never, 0.0, np.clip(found, 0.0, 1.0))


def normal_scores(outcomes: PairOutcomes) -> Floats:
    """Return the normal deviates of two-sided p-values, positive where the first is ahead."""
    found: Floats = outcomes.direction * np.minimum(-special.ndtri(outcomes.pvalue / 2), FARTHEST)
    return found


def _changes(rows: Rows, scores: Floats, limits: Floats, decided: Bools) -> Floats:
    """Return the chance of another decision [pair, size] at every true difference."""
    first, second = 1 - _share(rows, limits - NEAR), _share(rows, -limits + NEAR)
    same = np.where(scores[:, np.newaxis] > 0, first, second)
    found: Floats = np.where(decided[:, np.newaxis], 1 - same, first + second)
    return found


def _spread(likelihood: Floats, learners: int) -> Floats:
    """Return how likely each spread of true differences is [spread], from all pairs."""
    seen = np.log(np.maximum(likelihood @ _priors().T, 1e-300)).sum(axis=0) * (learners - 1) / len(likelihood)
    weight = np.exp(seen - seen.max()) * np.gradient(SPREADS) / (1 + (SPREADS / USUAL) ** 2)
    found: Floats = weight / weight.sum()
    return found


def _priors() -> Floats:
    """Return the chance of every true difference, for every spread [spread, size]; the sums are 1."""
    weight = np.exp(-((SIZES / SPREADS[:, np.newaxis]) ** 2) / 2) * WIDTHS
    found: Floats = weight / weight.sum(axis=-1, keepdims=True)
    return found


def _likelihood(rows: Rows, z: Floats) -> Floats:
    """Return the chance of about such a score, at every true difference [..., size].

    With few data sets there is a largest score; all large differences are equally likely to give it.
    """
    size = np.abs(z)
    chance = _share(rows, size + HALF_BIN + NEAR) - _share(rows, size - HALF_BIN + NEAR)
    far = np.exp(-((SIZES - size[..., np.newaxis]) ** 2) / 2)  # beyond what was simulated, as if normal
    return _sided(z, chance + FLOOR * far)


def _likely(rows: Rows, z: Floats) -> Floats:
    """Return how likely each true difference is, given a score and nothing else [..., size]; the sum is 1.

    The chance of a true difference below a size is that of a greater score there, as in a confidence interval.
    """
    size = np.abs(z)
    greater = np.maximum.accumulate(1 - (_share(rows, size - NEAR) + _share(rows, size + NEAR)) / 2, axis=-1)
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


@lru_cache(maxsize=8)  # of the process: a small table per test and number of data sets
def _simulated(test: PairsTest, datasets: int) -> Rows:
    """Judge two learners by the test, in many leagues per size of the difference."""
    noise = stream(0, "league", "effect table", datasets).standard_normal((DRAWS // 2, datasets))
    noise = np.concatenate([noise, -noise])
    half = [np.sort(_scores_at(test, size / np.sqrt(datasets) + noise)) for size in HALF]
    return (*(-row[::-1] for row in half[:0:-1]), *half)


def _scores_at(test: PairsTest, differences: Floats) -> Floats:
    """Return the normal scores of leagues [league, dataset] of two learners."""
    values = np.stack([differences, np.zeros_like(differences)], axis=-1)
    cells = LeagueCells(tuple(map(str, range(values.shape[1]))), ("first", "second"), values)
    return normal_scores(test.outcomes(cells, np.array([[0, 1]])))[:, 0]


def _share(rows: Rows, z: Floats) -> Floats:
    """Return the share of leagues with a score up to z [..., size]."""
    return np.stack([np.searchsorted(row, z, side="right") for row in rows], axis=-1) / len(rows[0])
