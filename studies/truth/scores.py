"""Scores of a test set, and what each of its rows contributes: its own score, or the pseudo-value of a jackknife."""

from collections.abc import Callable
from typing import Literal

import numpy as np

from outperform.core import Floats

Metric = Literal["accuracy", "squared error", "f1", "balanced accuracy", "auc"]
SET_METRICS = ("f1", "balanced accuracy", "auc")


def row_scores(metric: Metric, y: Floats, said: Floats) -> Floats:
    """Return the scores of rows [fit, row]; larger is better."""
    found: Floats = (said == y).astype(np.float64) if metric == "accuracy" else -((said - y) ** 2)
    return found


def set_score(metric: Metric, y: Floats, said: Floats) -> tuple[float, Floats]:
    """Return the score of a test set of two classes, and the pseudo-values n M - (n - 1) M(without a row)."""
    whole, without = _area(y, said) if metric == "auc" else _of_counts(_FROM_COUNTS[metric], y, said)
    n = len(y)
    return whole, n * whole - (n - 1) * np.where(np.isfinite(without), without, whole)


def _of_counts(score: Callable[[Floats], Floats], y: Floats, said: Floats) -> tuple[float, Floats]:
    cell = (2 * y + said).astype(np.int64)
    counts = np.bincount(cell, minlength=4).astype(np.float64)
    with np.errstate(invalid="ignore", divide="ignore"):
        without = score(counts - np.eye(4))
        return float(score(counts[None])[0]), without[cell]


def _f1(counts: Floats) -> Floats:
    _, wrong, missed, right = counts.T
    found: Floats = np.where(2 * right + wrong + missed > 0, 2 * right / (2 * right + wrong + missed), 0.0)
    return found


def _balanced(counts: Floats) -> Floats:
    first, second = counts[:, :2].sum(axis=1), counts[:, 2:].sum(axis=1)
    found: Floats = (counts[:, 0] / first + counts[:, 3] / second) / 2
    return found


_FROM_COUNTS = {"f1": _f1, "balanced accuracy": _balanced}


def _area(y: Floats, said: Floats) -> tuple[float, Floats]:
    ones = y == 1
    above = (said[ones][:, None] > said[~ones][None]) + 0.5 * (said[ones][:, None] == said[~ones][None])
    total, (p, q) = above.sum(), above.shape
    without = np.empty(len(y))
    with np.errstate(invalid="ignore", divide="ignore"):
        without[ones] = (total - above.sum(axis=1)) / ((p - 1) * q)
        without[~ones] = (total - above.sum(axis=0)) / (p * (q - 1))
    return float(total / (p * q)), without
