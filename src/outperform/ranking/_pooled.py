"""The noise of a repeat's means on every data set, from all data sets together.

Two repeats give a covariance with one degree of freedom per data set. But the noise of a learner's repeats is about the
same part of the noise of its folds on most data sets, so the data sets are pooled, and each one's own repeats are added
to what the others foretell of it.
"""

from collections.abc import Sequence

import numpy as np

from outperform.core import Floats
from outperform.ranking._split_noise import SplitNoise

PRIOR_DF = 4.0  # of what the other data sets foretell: on 32 real ones the logarithm of the part had an sd of .4 to 1
SCALE_DF = 4.0  # of the mean over data sets, where the scale of one of them is estimated


def pooled(parts: Sequence[SplitNoise]) -> Floats | None:
    """Return the covariance of the mean of one repeat [dataset, learner, learner]; None where no data set has two.

    Notes
    -----
    S_i are the products of the means of r_i repeats on data set i, D_i the standard deviations of its folds:

        P    = sum_i D_i^-1 S_i D_i^-1 / sum_i (r_i - 1)
        V_i  = (f D_i P D_i + S_i) / (f + r_i - 1)        f = PRIOR_DF

    D_i is a mean over learners and data sets in part where it would be uncertain or there are no folds. A data set that
    shows no noise at all, with one repeat of one fold, has the mean of the others. Sums of positive semi-definite
    matrices are positive semi-definite.
    """
    if all(part.df == 0 for part in parts):
        return None
    found: list[Floats | None] = [part.by_rows for part in parts]
    scales = _scales(parts)
    for folded in (True, False):
        places = [at for at, part in enumerate(parts) if (part.spread is not None) is folded]
        foretold = _foretold([parts[at] for at in places], scales[places])
        for at in places:
            found[at] = _own(parts[at], scales[at], foretold) if found[at] is None else found[at]
    usual = _mean([(part, each) for part, each in zip(parts, found, strict=True) if each is not None])
    return np.stack([_present(part, usual if each is None else each) for part, each in zip(parts, found, strict=True)])


def _scales(parts: Sequence[SplitNoise]) -> Floats:
    """Return the standard deviation [dataset, learner] that the noise of a repeat is measured by."""
    df = sum(part.df * int(part.present.sum()) for part in parts)
    everywhere = sum(float(np.trace(part.runs)) for part in parts) / max(1, df)  # variance of the mean of a repeat
    rows = []
    for part in parts:
        own = float(np.trace(part.runs)) / max(1, int(part.present.sum()))
        single = np.where(part.present, (SCALE_DF * everywhere + own) / (SCALE_DF + part.df), 0.0)
        rows.append(np.sqrt(single if part.spread is None else part.spread))
    return np.array(rows)


def _foretold(parts: Sequence[SplitNoise], scales: Floats) -> Floats | None:
    """Return P; None where none of these data sets has two repeats.

    A scale with few degrees of freedom is drawn towards the mean of all, so that no small one rules the sum.
    """
    if not any(part.df for part in parts):
        return None
    usual = (scales**2).mean(axis=0)
    top, bottom = np.zeros_like(parts[0].runs), np.zeros_like(usual)
    for part, scale in zip(parts, scales, strict=True):
        weight = _inverse(np.sqrt((SCALE_DF * usual + part.spread_df * scale**2) / (SCALE_DF + part.spread_df)))
        top += weight[:, np.newaxis] * part.runs * weight
        bottom += part.df * (weight * scale) ** 2
    norm = _inverse(np.sqrt(bottom))
    found: Floats = norm[:, np.newaxis] * top * norm
    return found


def _own(part: SplitNoise, scale: Floats, foretold: Floats | None) -> Floats | None:
    """Add a data set's own repeats to what the others foretell; None where neither says anything."""
    if part.alone:
        return part.runs / max(1, part.df)
    if foretold is None:
        return None
    found: Floats = PRIOR_DF * scale[:, np.newaxis] * foretold * scale + part.runs
    return found / (PRIOR_DF + part.df)


def _mean(known: Sequence[tuple[SplitNoise, Floats]]) -> Floats:
    """Return the mean covariance, over the data sets that each learner has."""
    total = np.sum([each for _, each in known], axis=0)
    norm = _inverse(np.sqrt(np.sum([part.present for part, _ in known], axis=0, dtype=np.float64)))
    found: Floats = norm[:, np.newaxis] * total * norm
    return found


def _present(part: SplitNoise, covariance: Floats) -> Floats:
    """Return a covariance with NaN for learners without a score."""
    return np.where(part.present & part.present[:, np.newaxis], covariance, np.nan)


def _inverse(values: Floats) -> Floats:
    """Return 1 / values; 0 for 0."""
    return np.divide(1.0, values, out=np.zeros_like(values), where=values > 0)
