"""Averages over tasks in which every task counts the same."""

from dataclasses import dataclass

import numpy as np

from outperform.core import Bools, Floats, Ints
from outperform.significance._estimate import Estimate, estimate_of, student_estimate
from outperform.significance.differences import EPS

UNITS = 3  # items or clusters from which on a task has an error of its own: with 2 its variance may be near 0
WORK = 2_000_000_000  # shared clusters times tasks squared; beyond, deviations are from the mean over all tasks
PART = 2**20  # numbers in a part of a dense table


@dataclass(frozen=True, eq=False)
class MacroMean:
    """The mean over some of the tasks of their mean differences, with its error (see ``task_facts``).

    Cells (c, t) are the parts of clusters c that lie in task t. The sums over clusters of squares are sums over pairs
    of tasks, kept here so that the error without a task needs no item. Where every cluster lies in one task, only the
    pairs of a task with itself count, and the tables have one axis.
    """

    values: Floats  # [item]
    weights: Floats  # [item]: o_i / O_t
    clusters: Ints | None
    task: Ints  # [item]
    means: Floats  # [task]
    cells: tuple[Ints, Ints, Floats]  # task, cluster and share of the weight of the task [cell]
    units: Ints  # [task]: items, or clusters, of which it consists
    bare: Bools  # [task]: its units all have the same difference, which is not 0
    trace: Floats  # [task]: what it adds to tr M
    squares: Floats | None  # [task] or [task, task]: of the contributions of clusters; None beyond the limit of work
    trace2: Floats  # the same of tr M^2

    @classmethod
    def of(cls, values: Floats, task: Ints, weights: Floats | None, clusters: Ints | None) -> "MacroMean":
        """Prepare the sums; tasks are 0, 1, ..., each present."""
        given = np.ones(len(values)) if weights is None else weights
        share = given / _summed(task, given)[task]
        means = _summed(task, share * values)
        cell_task, cell_cluster, cell = _cells(task, clusters)
        off = share * (values - means[task])
        sums, weight, square = (_summed(cell, each) for each in (off, share, share**2))
        sums[np.abs(sums) <= 8 * EPS * np.abs(values).max() * weight] = 0.0
        units = np.bincount(cell_task)
        near = np.abs(means) <= 8 * EPS * np.abs(values).max()
        bare = (_summed(cell_task, np.abs(sums)) == 0) & ~near
        q = _summed(cell_task, square)
        root = np.sqrt(_factors(weight, square, q[cell_task]))
        parts = _vectors(sums, weight, square, root, q[cell_task])
        made = _tables(parts, cell_task, cell_cluster, len(means))
        cells = cell_task, cell_cluster, weight
        return cls(values, share, clusters, task, means, cells, units, bare, q, *made)

    def average(self, kept: Bools) -> Estimate:
        """Average over some tasks."""
        variance = 0.0 if self.squares is None else max(0.0, float(_within(self.squares, kept).sum()))
        if variance == 0 or (self.units[kept] < UNITS).any():
            found = self._as_one(kept)
        else:
            df = min(self._degrees(kept), self._seen_degrees(kept))
            found = student_estimate(
                float(self.means[kept].mean()), float(np.sqrt(variance)) / int(kept.sum()), max(1.0, df)
            )
        return found if found.se == 0 else self._unsure(kept, found, variance)

    def _unsure(self, kept: Bools, found: Estimate, variance: float) -> Estimate:
        """Return an estimate whose error is not below that with bare tasks as they are where neither is better.

        There the units of a bare task have its difference with either sign. A task of a single unit shows nothing of
        its spread either, but several of them do, unless all have the same difference.
        """
        alone = kept & (self.units == 1)
        ends = self.means[alone] if alone.sum() > 1 else np.array([0.0, 1.0])
        same = bool(np.ptp(ends) <= 8 * EPS * np.abs(ends).max())
        bare = kept & self.bare & ((self.units > 1) | same)
        if not bare.any():
            return found
        task, cluster, weight = self.cells
        here = bare[task]
        squares = _summed(cluster[here], weight[here] * self.means[task[here]]) ** 2
        own = float(squares.sum())
        spread = own**2 / float((squares**2).sum())  # as many units with the same share
        rest = variance**2 / self._seen_degrees(kept) if variance > 0 else 0.0
        df = (own + variance) ** 2 / (own**2 / spread + rest)
        se = float(np.sqrt(own + variance)) / int(kept.sum())
        return student_estimate(found.value, max(found.se, se), min(found.df, df))

    def _degrees(self, kept: Bools) -> float:
        """Return (tr M)^2 / tr M^2: if the variance of an item is the same in all tasks."""
        return float(self.trace[kept].sum()) ** 2 / float(_within(self.trace2, kept).sum())

    def _seen_degrees(self, kept: Bools) -> float:
        """Return Satterthwaite's degrees of freedom: from the variances of the tasks' means as estimated."""
        variances, squares = (_own(each)[kept] for each in (self.squares, self.trace2))  # type: ignore[arg-type]
        shares = variances / variances.sum()
        return 1 / float((shares**2 * squares / self.trace[kept] ** 2).sum())

    def _as_one(self, kept: Bools) -> Estimate:
        """Return the weighted mean of the items of all these tasks, with deviations from this mean."""
        rows = kept[self.task]
        clusters = None if self.clusters is None else self.clusters[rows]
        return estimate_of(self.values[rows], self.weights[rows] / self.weights[rows].max(), clusters)


def _cells(task: Ints, clusters: Ints | None) -> tuple[Ints, Ints, Ints]:
    """Return task and cluster of each cell, and the cell of each item."""
    if clusters is None:
        every = np.arange(len(task))
        return task, every, every
    numbers = np.unique(clusters, return_inverse=True)[1].reshape(-1).astype(np.int64)
    tasks = int(task.max()) + 1
    cells, cell = np.unique(numbers * tasks + task, return_inverse=True)
    return cells % tasks, cells // tasks, cell.reshape(-1)


def _factors(weight: Floats, square: Floats, whole: Floats) -> Floats:
    """Return k_ct, 1 for a cluster that is all of its task: its sum is 0."""
    found = (1 - weight) ** 2 + weight**2 * np.maximum(0.0, whole - square) / square
    return np.where(found > EPS, found, 1.0)


def _vectors(sums: Floats, weight: Floats, square: Floats, root: Floats, whole: Floats) -> Floats:
    """Return u, D, f and g of each cell [vector, cell]: M is D on the diagonal, and F F' - G G' beside it."""
    a, b = square / root, weight / root
    f = np.sqrt(whole) * (b - a / whole)
    f[np.abs(f) <= 16 * EPS * np.sqrt(whole) * b] = 0.0
    return np.stack([sums / root, square, f, a / np.sqrt(whole)])


def _tables(parts: Floats, task: Ints, cluster: Ints, tasks: int) -> tuple[Floats | None, Floats]:
    """Return the sums over clusters of u u' and of the squares of M, by task or pair of tasks."""
    shared = np.bincount(cluster) > 1
    apart = ~shared[cluster]
    count = int(shared.sum())
    if count * tasks**2 > WORK:
        return None, np.zeros(tasks)
    sums = [_summed(task[apart], each[apart], tasks) for each in _products(parts, parts)]
    if count == 0:
        u, d, r, ff, gg, fg, _ = sums
        return u, d - r + ff**2 + gg**2 - 2 * fg**2
    tables = [np.diag(each) for each in sums]
    places = (np.cumsum(shared) - 1)[cluster[~apart]]
    step = max(1, PART // tasks)
    for start in range(0, count, step):
        here = (places >= start) & (places < start + step)
        dense = np.zeros((len(parts), min(step, count - start), tasks))
        dense[:, places[here] - start, task[~apart][here]] = parts[:, ~apart][:, here]
        tables = [before + more for before, more in zip(tables, _grams(dense), strict=True)]
    u, d, r, ff, gg, fg, gf = tables
    return u, d - r + ff**2 + gg**2 - fg**2 - gf**2


def _products(x: Floats, y: Floats) -> list[Floats]:
    """Return the products u u, D D, r r, f f, g g, f g, g f of each cell; r = f^2 - g^2 is on the diagonal."""
    r, s = x[2] ** 2 - x[3] ** 2, y[2] ** 2 - y[3] ** 2
    return [x[0] * y[0], x[1] * y[1], r * s, x[2] * y[2], x[3] * y[3], x[2] * y[3], x[3] * y[2]]


def _grams(dense: Floats) -> list[Floats]:
    """Return the same summed over clusters for every pair of tasks."""
    u, d, f, g = dense
    r = f**2 - g**2
    return [u.T @ u, d.T @ d, r.T @ r, f.T @ f, g.T @ g, f.T @ g, g.T @ f]


def _summed(places: Ints, parts: Floats, size: int = 0) -> Floats:
    return np.bincount(places, parts, size).astype(np.float64)


def _own(table: Floats) -> Floats:
    return table if table.ndim == 1 else np.diag(table)


def _within(table: Floats, kept: Bools) -> Floats:
    return table[kept] if table.ndim == 1 else table[np.ix_(kept, kept)]
