"""The arithmetic of agreement: how often two runs with other splits decide the same, for many numbers of repeats."""

from functools import lru_cache

import numpy as np

from outperform.core import Floats
from outperform.core.replicability import MOST_REPEATS
from outperform.significance import special

GRID = 201  # points for an expectation over theta
REPEATS = np.arange(1.0, MOST_REPEATS + 1)
ROOTS, GROWTH = np.sqrt(REPEATS[1:]), np.diff(np.log(REPEATS))
STEP = 0.08  # largest change between neighbouring numbers of repeats in the first search
SURE = 8.5  # a chance p of a deviate beyond is below 1e-17 or above 1 - 1e-17, so that 1 - 2 p (1 - p) is exactly 1
NEVER = -12.5  # a chance below 4e-36 changes no sum with one above 1e-17, and a smaller one gives exactly 1 as above


@lru_cache(maxsize=64)  # of the process: 2 kB each, and pairs of a table share their degrees of freedom
def deviates(df: float) -> Floats:
    """Return the middle of each of ``GRID`` equal shares of the t distribution, in ascending order."""
    found: Floats = special.stdtrit(df, (np.arange(GRID) + 0.5) / GRID)
    found.flags.writeable = False
    return found


def corrected_reach(folds: int, ratio: float, repeats: Floats, level: float) -> Floats:
    """T * sqrt(1/J + n2/n1), J - 1 degrees of freedom, J = folds * repeats, which may be infinite."""
    count = folds * np.asarray(repeats, dtype=np.float64)
    reach: Floats = -special.stdtrit(np.minimum(count - 1, 1e9), level / 2) * np.sqrt(1 / count + ratio)
    return reach


@lru_cache(maxsize=64)  # of the process: 8 kB each, and pairs of a table share their folds and sizes
def corrected_reaches(folds: int, ratio: float, level: float) -> Floats:
    """Return the same of 1, 2, ... repeats."""
    found = corrected_reach(folds, ratio, REPEATS, level)
    found.flags.writeable = False
    return found


def mean_agreement(theta: Floats, threshold: Floats, sd: Floats) -> Floats:
    """Return E[1 - 2 pi (1 - pi)] over limits ``theta[limit]``, ascending, for each threshold and noise [repeats]."""
    threshold, sd = threshold[:, np.newaxis], sd[:, np.newaxis]
    z = (theta - threshold) / sd
    both = ~((-theta[0] - threshold) / sd <= NEVER)[:, 0]  # where the other direction can be rejected at all
    rejects = (z > 0).astype(np.float64)
    unsure = ~(np.abs(z) > SURE)
    unsure[both] = True
    rejects[unsure] = special.ndtr(z[unsure])
    rejects[both] += special.ndtr((-theta - threshold[both]) / sd[both])
    agreed: Floats = (1 - 2 * rejects * (1 - rejects)).mean(axis=-1)
    return agreed


def coarse_repeats(thresholds: Floats, tau: float) -> Floats:
    """Choose repeats between which the noise and the threshold, in units of the noise, change little.

    ``thresholds`` are those of 1, 2, ... repeats.
    """
    moves = -np.diff(thresholds) * ROOTS / max(tau, 1e-12)
    steps = np.floor(np.cumsum(GROWTH + np.nan_to_num(moves)) / STEP)
    coarse: Floats = REPEATS[np.concatenate([[True], steps[1:] > steps[:-1], [True]])]
    return coarse
