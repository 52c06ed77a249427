"""Where the variance of a difference of two learners comes from: data sets, their rows, random splits."""

import numpy as np

from outperform.core import Floats, Ints, LeagueCells, VarianceParts
from outperform.ranking.random_effects import random_effects


def variance_parts(cells: LeagueCells, pairs: Ints) -> VarianceParts | None:
    """Return tau^2, V_D and V / r, means over the pairs [pair, 2] of a league; None where repeats do not tell.

    Notes
    -----
    tau^2 is REML's. The corrected variance of a mean on one data set is about V_D + V / r, and ``wander`` is V, the
    variance of the mean of one repeat, so V_D is the first less the second, at least 0. All are means over data sets.
    """
    if cells.error is None or cells.wander is None or cells.repeats is None or len(cells.datasets) < 2:
        return None
    error = _of_pairs(cells.error, pairs)
    splits = _of_pairs(cells.wander / cells.repeats[:, np.newaxis, np.newaxis], pairs)
    known = ~(np.isnan(error) | np.isnan(splits))
    if (known.sum(axis=1) < 2).any():
        return None
    tau2 = float(random_effects(cells, pairs).tau2.mean())
    both, alone = (float(np.nanmean(np.where(known, each, np.nan), axis=1).mean()) for each in (error, splits))
    return VarianceParts(tau2, max(0.0, both - alone), alone)


def _of_pairs(covariance: Floats, pairs: Ints) -> Floats:
    """Return the variance of the difference of every pair [pair, dataset]."""
    first, second = pairs[:, 0], pairs[:, 1]
    own = covariance[:, first, first] + covariance[:, second, second]
    found: Floats = (own - 2 * covariance[:, first, second]).T
    return found
