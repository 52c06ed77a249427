"""The noise of a repeat's means on every data set, from all data sets together.

Two repeats give a covariance with one degree of freedom per data set. But the noise of a repeat is about the same part
of the noise of its folds on most data sets, so the data sets are pooled, and each one's own repeats are added to what
the others foretell of it.
"""

from collections.abc import Sequence

import numpy as np

from outperform.core import Floats
from outperform.ranking._split_noise import SplitNoise

PRIOR_DF = 4.0  # of what the other data sets foretell
SCALE_DF = 4.0  # of the mean over data sets, where the scale of one of them is estimated


def pooled(parts: Sequence[SplitNoise]) -> Floats | None:
    """Return the covariance of the mean of one repeat [dataset, learner, learner]; None where no data set has two.

    Notes
    -----
    S_i are the products of the means of r_i repeats on data set i, d_i the standard deviations of its folds:

        P    = sum_i D_i^-1 S_i D_i^-1 / sum_i (r_i - 1)
        V_i  = (f D_i P D_i + S_i) / (f + r_i - 1)        f = PRIOR_DF

    A data set without folds has a scale from its own repeats and those of the others. Sums of positive semi-definite
    matrices are positive semi-definite.
    """
    if all(part.df == 0 for part in parts):
        return None
    scales = _scales(parts)
    folded = np.array([part.spread is not None for part in parts])
    found = np.zeros((len(parts), *parts[0].runs.shape))
    for group in (folded, ~folded):
        places = np.flatnonzero(group)
        foretold = _foretold([parts[at] for at in places], scales[places])
        for at in places:
            found[at] = _own(parts[at], scales[at], foretold)
    return found


def _scales(parts: Sequence[SplitNoise]) -> Floats:
    """Return the standard deviation [dataset, learner] that the noise of a repeat is measured by."""
    everywhere = _mean_run(parts)
    rows = []
    for part in parts:
        if part.spread is not None:
            rows.append(np.sqrt(part.spread))
        else:
            own = np.trace(part.runs) / max(1, part.present.sum())
            variance = (SCALE_DF * everywhere + own) / (SCALE_DF + part.df)
            rows.append(np.where(part.present, np.sqrt(variance), 0.0))
    return np.array(rows)


def _mean_run(parts: Sequence[SplitNoise]) -> float:
    """Return the mean variance of a repeat's mean, over learners and data sets."""
    df = sum(part.df * int(part.present.sum()) for part in parts)
    return float(sum(np.trace(part.runs) for part in parts)) / max(1, df)


def _foretold(parts: Sequence[SplitNoise], scales: Floats) -> Floats | None:
    """Return P; None where none of these data sets has two repeats."""
    if not any(part.df for part in parts):
        return None
    usual = np.sqrt((scales**2).mean(axis=0))
    top, bottom = 0.0, 0.0
    for part, scale in zip(parts, scales, strict=True):
        steady = np.sqrt((SCALE_DF * usual**2 + part.spread_df * scale**2) / (SCALE_DF + part.spread_df))
        weight = np.divide(1.0, steady, out=np.zeros_like(steady), where=steady > 0)
        top = top + weight[:, np.newaxis] * part.runs * weight
        bottom = bottom + part.df * (weight * scale) ** 2
    norm = np.sqrt(np.divide(1.0, bottom, out=np.zeros_like(usual), where=np.asarray(bottom) > 0))
    found: Floats = norm[:, np.newaxis] * top * norm
    return found


def _own(part: SplitNoise, scale: Floats, foretold: Floats | None) -> Floats:
    """Add a data set's own repeats to what the others foretell."""
    if part.alone or foretold is None:
        return part.runs / max(1, part.df)
    found: Floats = PRIOR_DF * scale[:, np.newaxis] * foretold * scale + part.runs
    return found / (PRIOR_DF + part.df)
