"""Averages over tasks in which every task counts the same."""

from dataclasses import dataclass

import numpy as np

from outperform.core import Bools, Floats, Ints
from outperform.significance._estimate import Estimate, student_estimate


@dataclass(frozen=True, eq=False)
class Moves:
    """What each cluster adds to the error of each task's mean; a cell is the part of a cluster that lies in a task."""

    task: Ints  # [cell]
    cluster: Ints  # [cell]: 0, 1, ...
    amount: Floats  # [cell]

    def shared(self, kept: Bools) -> tuple[float, int | None]:
        """Return twice the covariances of the tasks kept, and the clusters; None where no cluster is in two tasks."""
        cells = kept[self.task]
        cluster, amount = self.cluster[cells], self.amount[cells]
        parts = np.bincount(cluster)
        if parts.size == 0 or parts.max() < 2:
            return 0.0, None
        sums, squares = np.bincount(cluster, amount), np.bincount(cluster, amount**2)
        return float((sums**2 - squares).sum()), int(np.count_nonzero(parts))


@dataclass(frozen=True, eq=False)
class TaskMeans:
    """The mean difference of each task, its variance and degrees of freedom."""

    means: Floats  # [task]
    variances: Floats
    df: Floats
    moves: Moves | None = None  # None where items stand alone

    @classmethod
    def of(cls, found: list[Estimate], moves: Moves | None) -> "TaskMeans":
        """Collect tasks; one with a single unit gets the mean variance of a unit in the others."""
        means, variances, df = (np.array(each) for each in zip(*((e.value, e.se**2, e.df) for e in found), strict=True))
        units = np.array([each.units for each in found])
        known = units > 1
        if known.any():
            variances[~known] = (df * variances * units)[known].sum() / df[known].sum()
            df[~known] = df[known].sum()
        return cls(means, variances, df, moves)

    def average(self, kept: Bools) -> Estimate:
        """Average over some tasks, with Satterthwaite's degrees of freedom."""
        parts, count = self.variances[kept], int(kept.sum())
        vary = parts > 0
        variance = float(parts.sum())
        df = variance**2 / float((parts[vary] ** 2 / self.df[kept][vary]).sum()) if vary.any() else 0.0
        if self.moves is not None:
            both, clusters = self.moves.shared(kept)
            variance, df = max(0.0, variance + both), df if clusters is None else max(1.0, min(df, clusters - 1.0))
        return student_estimate(float(self.means[kept].mean()), float(np.sqrt(variance)) / count, df)
