"""A value per row for every metric: what a row contributes to the score of its test set.

For a metric that is a mean over rows it is the row's own score; for any other the jackknife's pseudo-value, whose mean
over a test set is the score up to its bias. Rows of a group belong together: they have one value per group.
"""

from typing import TYPE_CHECKING

import numpy as np

from outperform.core import EstimatorMetric, Floats, Ints, Metric, Scores, Values
from outperform.metrics.rows import RowMetric
from outperform.metrics.samples import SampleMetric

if TYPE_CHECKING:
    from collections.abc import Callable

MOST_CELLS = 2000  # at most so many distinct pairs of truth and prediction in a test set, each left out once ...
MOST_SCORES = 400  # ... and for metrics that score one test set at a time


def unit_differences(scores: Scores) -> tuple[Floats, Ints] | None:
    """Return differences [repeat, unit] of a pair, NaN where not tested, and the test set of each; None without rows.

    A unit is a row, or a group of rows where groups were split.
    """
    items, plan = scores.items, scores.plan
    if items is None or items.metric is None or plan is None or plan.labels is None:
        return None
    if items.truth is None or items.predictions is None:
        return None
    metric, labels = items.metric, plan.labels
    if isinstance(metric, EstimatorMetric):  # predictions are not enough
        return None
    sides = [_values(metric, items.truth, said, labels) for said in items.predictions]
    if sides[0] is None or sides[1] is None:
        return None
    d = np.where(labels >= 0, sides[0] - sides[1], np.nan)
    return (d, labels) if plan.units is None else by_group(d, labels, plan.units)


def _values(metric: Metric, truth: Values, said: Values, labels: Ints) -> Floats | None:
    if isinstance(metric, RowMetric):
        return metric.row_scores(truth, said)
    found = np.full(labels.shape, np.nan)
    for repeat, folds in enumerate(labels):
        for fold in range(int(folds.max()) + 1):
            rows = np.flatnonzero(folds == fold)
            values = pseudo_values(metric, truth[rows], said[repeat, rows])
            if values is None:
                return None
            found[repeat, rows] = values
    return found


def pseudo_values(metric: Metric, truth: Values, said: Values) -> Floats | None:
    """Return n M - (n - 1) M(without row i) for each row of a test set; None where that needs too many scores.

    Rows with the same truth and prediction have the same value. Where the metric is undefined without a row, that row
    gets the score itself.

    Examples
    --------
    >>> from outperform.metrics import Accuracy
    >>> pseudo_values(Accuracy(), np.array([0, 1, 1, 0]), np.array([0, 1, 0, 0])).round(6).tolist()
    [1.0, 1.0, 0.0, 1.0]
    """
    whole, n = metric.score(truth, said), len(truth)
    if n == 1:
        return np.array([whole])
    closed: Callable[[Values, Values], Floats] | None = getattr(metric, "without_each", None)
    if closed is not None:
        return _scaled(whole, closed(truth, said))
    codes = [np.unique(values, return_inverse=True)[1].reshape(-1) for values in (truth, said)]
    _, first, cell = np.unique(codes[0] * n + codes[1], return_index=True, return_inverse=True)
    if len(first) > (MOST_CELLS if isinstance(metric, SampleMetric) else MOST_SCORES):
        return None
    return _scaled(whole, _without(metric, truth, said, first)[cell.reshape(-1)])


def _scaled(whole: float, left: Floats) -> Floats:
    n = len(left)
    values: Floats = n * whole - (n - 1) * np.where(np.isfinite(left), left, whole)
    return values


def _without(metric: Metric, truth: Values, said: Values, rows: Ints) -> Floats:
    """Score the test set without each of some rows; NaN where the score is undefined."""
    kept = np.arange(len(truth))
    if isinstance(metric, SampleMetric):
        others = np.stack([np.delete(kept, row) for row in rows])
        return metric.scores(truth.astype(np.float64)[others], said.astype(np.float64)[others])
    found = np.empty(len(rows))
    for place, row in enumerate(rows):
        others = np.delete(kept, row)
        try:
            found[place] = metric.score(truth[others], said[others])
        except Exception:  # a user's metric may raise anything where it is undefined
            found[place] = np.nan
    return found


def by_group(d: Floats, labels: Ints, groups: Ints) -> tuple[Floats, Ints]:
    """Return one difference per group [repeat, group], m + (groups / rows) sum of its (d - m), and its test set.

    Examples
    --------
    >>> d, labels = np.array([[1.0, 3.0, 2.0]]), np.array([[0, 0, 1]])
    >>> by_group(d, labels, np.array([0, 0, 1]))[0].round(6).tolist()  # m = 2
    [[2.0, 2.0]]
    """
    count = int(groups.max()) + 1
    of_group = np.zeros((len(d), count), dtype=np.int64)
    of_group[:, groups] = labels
    found = np.full((len(d), count), np.nan)
    for repeat, (values, folds) in enumerate(zip(d, labels, strict=True)):
        tested = folds >= 0
        centre = float(values[tested].mean())
        sums = np.bincount(groups[tested], values[tested] - centre, count)
        kept = of_group[repeat] >= 0
        found[repeat, kept] = centre + kept.sum() / tested.sum() * sums[kept]
    return found, of_group
