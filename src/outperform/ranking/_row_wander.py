"""The noise of a repeat's means from rows, jointly over learners; ``significance.rows`` has it for one difference."""

import numpy as np

from outperform.core import Floats, Ints, Scores
from outperform.significance.rows import PRIOR_DF, PRIOR_PHI, enlarged


def row_wander(scores: Scores) -> Floats | None:
    """Return the covariance of the mean of one repeat over random splits; None where rows cannot be used.

    Every learner must have scored every row in two repeats or more of folds of single rows, not groups.
    """
    items, plan = scores.items, scores.plan
    if items is None or items.tested is not None or plan is None or plan.labels is None or plan.units is not None:
        return None
    repeats, folds = scores.values.shape[1:]
    rows = items.scored if repeats > 1 and folds > 1 else None
    if rows is None or np.isnan(rows).any() or np.isnan(scores.values).any():
        return None
    return wander_of_rows(rows, plan.labels, folds)


def wander_of_rows(rows: Floats, labels: Ints, folds: int) -> Floats:
    """Return V_m as a matrix, from row scores [learner, repeat, row], tested in fold labels[repeat, row].

    Notes
    -----
    With v_e the covariance of a row's scores between repeats, averaged over n rows, S_u the covariance of what the rows
    of a fold share, and B the products of the means of r repeats:

        V = (f0 phi0 v_e/n + f S_u/k + B) / (f0 + f + r - 1)        f = (k - 1)(r - 1), f0 = 10, phi0 = 1.15
    """
    learners, repeats, n = rows.shape
    residual = rows - rows.mean(axis=1, keepdims=True)
    flat = residual.reshape(learners, -1)
    moves = flat @ flat.T / ((repeats - 1) * n)
    means = residual.mean(axis=2)
    df = (folds - 1) * (repeats - 1)
    shared = _shared(flat, labels, folds, moves) if n > folds else moves * folds / n
    total = PRIOR_DF * PRIOR_PHI * moves / n + df * shared / folds + means @ means.T
    found: Floats = total / (PRIOR_DF + df + repeats - 1)
    return found


def _shared(residual: Floats, labels: Ints, folds: int, moves: Floats) -> Floats:
    """Return S_u, the nearest positive semi-definite matrix where it is none."""
    repeats, n = labels.shape
    n2 = n / folds
    place = (labels + folds * np.arange(repeats)[:, np.newaxis]).ravel()
    sizes = np.maximum(1, np.bincount(place, minlength=folds * repeats))
    means = np.stack([np.bincount(place, row, folds * repeats) for row in residual]) / sizes
    raw = means @ means.T / (folds * (repeats - 1))
    found = moves / n2 + (raw - moves / n2) * enlarged(n, folds, repeats)
    values, vectors = np.linalg.eigh(found)
    positive: Floats = (vectors * np.maximum(values, 0.0)) @ vectors.T
    return positive
