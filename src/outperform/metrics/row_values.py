"""A value per row for every metric: what a row contributes to the score of its test set.

For a metric that is a mean over rows it is the row's own score. For other metrics it is the jackknife's pseudo-value,
n M - (n - 1) M(without the row), or M plus the influence of the row, which differ by terms of order 1/n. Where neither
has a closed form, rows are left out one after another, or whole units of rows in large test sets.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from outperform.core import EstimatorMetric, Floats, Ints, Metric, Values
from outperform.metrics.rows import RowMetric

MOST_SCORES = 400  # of a test set with some rows left out; with more, whole units of rows are left out
UNITS = 500  # of a data set: a unit is then 1% of a test set of one fifth of the rows
READ_UNITS = 100  # the same for a metric that asks the fitted learner again for every score
FEW_CELLS = 25  # pairs of truth and prediction: so few are left out in no time

Score = Callable[[Ints], float]  # of some rows of a test set


def row_values(metric: Metric, truth: Values, predictions: Values, units: Ints | None = None) -> Floats:
    """Return the value of each row of a test set; rows of a unit share theirs where there is no closed form.

    Where the metric is undefined without a row, that row gets the score itself.

    Examples
    --------
    >>> from outperform.metrics import Accuracy, F1
    >>> row_values(Accuracy(), np.array([0, 1, 1, 0]), np.array([0, 1, 0, 0])).tolist()
    [1.0, 1.0, 0.0, 1.0]
    >>> row_values(F1(), np.array([0, 1, 1, 0]), np.array([0, 1, 0, 0])).round(3).tolist()
    [0.667, 2.667, -0.333, 0.667]
    """
    if isinstance(metric, RowMetric):
        return metric.row_scores(truth, predictions)
    closed: Callable[[Values, Values], Floats] | None = getattr(metric, "without_each", None)
    if closed is not None:
        whole, left, n = metric.score(truth, predictions), closed(truth, predictions), len(truth)
        return np.full(n, whole) if n == 1 else _pseudo_values(whole, left, n)
    cells = _cells(truth, predictions)
    if hasattr(metric, "influence") and cells.max() >= MOST_SCORES:
        return metric.score(truth, predictions) + np.asarray(metric.influence(truth, predictions))
    return left_out(lambda kept: metric.score(truth[kept], predictions[kept]), cells, units)


def left_out(score: Score, cells: Ints, units: Ints | None = None) -> Floats:
    """Return values of the rows of a test set by scoring it without each unit, or without one row of each cell.

    Rows in the same cell are alike. Units serve where they are fewer; one of m of n rows has h = n/m in place of n.

    Examples
    --------
    >>> numbers = np.array([1.0, 2.0, 3.0, 6.0])
    >>> left_out(lambda kept: float(numbers[kept].mean()), np.arange(4), np.array([0, 0, 1, 1])).tolist()
    [1.5, 1.5, 4.5, 4.5]
    """
    n = len(cells)
    every = np.arange(n)
    whole = score(every)
    parts = cells if units is None else np.unique(units, return_inverse=True)[1].reshape(-1)
    whole_units = parts.max() < cells.max()
    parts = parts if whole_units else cells
    left, sizes = np.full(parts.max() + 1, np.nan), np.ones(parts.max() + 1)
    for part in range(len(left)):
        rows = np.flatnonzero(parts == part)
        rows = rows if whole_units else rows[:1]
        sizes[part] = len(rows)
        try:
            left[part] = score(np.delete(every, rows))
        except Exception:  # a user's metric may raise anything where it is undefined
            left[part] = np.nan
    return _pseudo_values(whole, left, n / sizes)[parts]


def _pseudo_values(whole: float, left: Floats, share: Any) -> Floats:
    values: Floats = share * whole - (share - 1) * np.where(np.isfinite(left), left, whole)
    return values


def _cells(truth: Values, predictions: Values) -> Ints:
    """Return a number per row that rows share only if they have the same truth and prediction."""
    codes = [np.unique(values, return_inverse=True)[1].reshape(-1) for values in (truth, predictions)]
    cells: Ints = np.unique(codes[0] * len(truth) + codes[1], return_inverse=True)[1].reshape(-1)
    return cells


def is_closed(metric: Metric) -> bool:
    """Return whether values follow from predictions by a formula."""
    return isinstance(metric, RowMetric) or any(hasattr(metric, name) for name in ("without_each", "influence"))


def unit_count(metric: Metric, size: int, folds: int) -> int | None:
    """Return into how many units the rows, or the groups, are put so that few scores are needed; None for few rows."""
    reads = isinstance(metric, EstimatorMetric) and metric.reads_rows
    few, many = (READ_UNITS, READ_UNITS) if reads else (MOST_SCORES * folds, UNITS)
    return None if size <= few else many
