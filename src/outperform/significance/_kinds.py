"""Rows of one kind (the same truth and predictions) and the difference of a metric by how many of each there are."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from outperform.core import Floats, InputError, Ints, Items, Values
from outperform.metrics.cells import Cells
from outperform.metrics.counts import CountMetric
from outperform.metrics.labels import aligned, encode
from outperform.significance._resample import subtract
from outperform.significance.differences import EPS


@dataclass(frozen=True, eq=False)
class Effect:
    """The difference of two systems, its variance, and by how much one more row of each kind would change it."""

    difference: Floats  # [...]
    variance: Floats  # [...]
    gaps: Floats  # [..., kind]

    @classmethod
    def of(cls, difference: Floats, gaps: Floats, counts: Ints) -> "Effect":
        """Add up the squared influences."""
        return cls(difference, np.einsum("...c,...c,...c->...", counts, gaps, gaps), gaps)

    @property
    def square(self) -> Floats:
        """The squared statistic, without the factor for few rows: rows that cannot matter do not change it."""
        found: Floats = np.divide(
            self.difference**2, self.variance, out=np.full_like(self.difference, np.inf), where=self.variance > 0
        )
        return found


@dataclass(frozen=True, eq=False)
class Kinds:
    """The kinds of rows of two systems, the better one first, so that exchanged systems have the same kinds."""

    metric: Any
    truth: Values  # [row]
    said: Values  # [2, row]
    kind: Ints  # [row]
    first: Ints  # [kind]: its first row
    cells: Cells  # one per kind
    differ: Ints  # the kinds on which the predictions differ

    @classmethod
    def of(cls, items: Items) -> "Kinds":
        """Sort the rows of a pair into kinds."""
        metric: Any = items.metric
        truth, said = items.single()
        scores = [metric.score(truth, each) for each in said]
        said = said if scores[0] >= scores[1] else said[::-1]
        codes = encode(*aligned(truth, said))[1].astype(np.int64)
        size = int(codes.max()) + 1
        pairs = np.unique(codes[0] * size + codes[1], return_inverse=True)[1].reshape(-1)
        _, first, kind = np.unique(pairs * size + codes[2], return_index=True, return_inverse=True)
        differ = np.flatnonzero(codes[1, first] != codes[2, first])
        return cls(metric, truth, said, kind.reshape(-1), first, Cells.of(truth, said), differ)

    @property
    def counts(self) -> Ints:
        """How many rows there are of each kind."""
        return np.bincount(self.kind)

    @property
    def counted(self) -> bool:
        """Whether the metric is one of counts, so that many tables are measured at once."""
        return isinstance(self.metric, CountMetric)

    def measure(self, counts: Ints) -> Effect | None:
        """Return the difference with so many rows of each kind [kind]; None where the metric has no value."""
        if self.counted:
            return self.measure_all(counts)
        rows = np.repeat(self.first, counts)
        truth, said = self.truth[rows], self.said[:, rows]
        try:
            score = np.array([self.metric.score(truth, each) for each in said])
            influence = [self.metric.influence(truth, each) for each in said]
        except InputError:  # a class is missing
            return None
        gaps = np.zeros(len(counts))
        gaps[self.kind[rows]] = (influence[0] - influence[1]) / len(rows)
        return Effect.of(subtract(score[0], score[1]), gaps, counts)

    def measure_all(self, counts: Ints) -> Effect:
        """Return the differences of many tables ``counts[..., kind]``, for a metric of counts."""
        scores, slopes = self.cells.with_slopes(self.metric, counts)
        gaps = slopes[0] - slopes[1]
        least = EPS * np.maximum(1.0, np.abs(scores).max(axis=0)) / counts.sum(axis=-1)
        gaps[np.abs(gaps) <= 8 * np.maximum(EPS * np.abs(slopes[0]), least[..., np.newaxis])] = 0.0
        return Effect.of(subtract(*scores), gaps, counts)

    def places(self, removed: Ints) -> Ints:
        """Return the first rows of each kind, as many as are removed of it [kind]."""
        order = np.argsort(self.kind, kind="stable")
        counts = self.counts
        within = np.arange(len(order)) - np.repeat(np.cumsum(counts) - counts, counts)
        return np.sort(order[within < np.repeat(removed, counts)])
