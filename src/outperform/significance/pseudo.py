"""The differences of a pair per row or group, under any metric that has a value per row."""

import numpy as np

from outperform.core import EstimatorMetric, Floats, Ints, Metric, Scores, Values
from outperform.metrics.row_values import row_values
from outperform.metrics.rows import RowMetric


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
    first, second = (_values(metric, items.truth, said, labels) for said in items.predictions)
    d = np.where(labels >= 0, first - second, np.nan)
    return (d, labels) if plan.units is None else by_group(d, labels, plan.units)


def _values(metric: Metric, truth: Values, said: Values, labels: Ints) -> Floats:
    if isinstance(metric, RowMetric):
        return metric.row_scores(truth, said)
    found = np.full(labels.shape, np.nan)
    for repeat, folds in enumerate(labels):  # together: in a fold a row's value depends on what is tested with it
        rows = np.flatnonzero(folds >= 0)
        found[repeat, rows] = row_values(metric, truth[rows], said[repeat, rows])
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
