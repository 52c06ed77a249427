"""Cells: the distinct rows (truth, first, second), how often each occurs, and metrics of such tables."""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from outperform.core import Bools, Floats, Ints, Values
from outperform.metrics.counts import CountMetric, Counts, row_slopes
from outperform.metrics.labels import aligned, encode, rank

DENSE = 2**16  # classes times cells up to which a matrix of all of them is the fastest way


@dataclass(frozen=True, eq=False)
class Cells:
    """A table of rows that two learners predicted; the order of the rows is not kept.

    Examples
    --------
    >>> cells = Cells.of(truth=[1, 1, 0, 1], predictions=[[1, 1, 0, 0], [1, 1, 1, 1]])
    >>> cells.codes.T.tolist(), cells.counts.tolist()
    ([[0, 0, 1], [1, 0, 1], [1, 1, 1]], [1, 1, 2])
    """

    labels: Values  # sorted
    codes: Ints  # [3, cell]: truth, first and second as positions among the labels; cells in lexicographic order
    counts: Ints  # [cell]

    @classmethod
    def of(cls, truth: Any, predictions: Any) -> "Cells":
        """Count the rows of truth [row] and predictions [2, row]."""
        labels, codes = encode(*aligned(truth, predictions))
        return cls(labels, *_tally(codes, np.ones(codes.shape[1], dtype=np.int64)))

    def swapped(self) -> "Cells":
        """Exchange the learners."""
        codes, counts = _tally(self.codes[[0, 2, 1]], self.counts)
        return replace(self, codes=codes, counts=counts)

    def compare(self, other: "Cells") -> int:
        """Return -1, 0 or 1: whether this table comes before its exchange ``other``, is the same, or comes after."""
        mine, theirs = (np.vstack([cells.codes, cells.counts]) for cells in (self, other))
        differing = (mine != theirs).any(axis=0)
        if not differing.any():
            return 0
        at = int(differing.argmax())
        return -1 if tuple(mine[:, at]) < tuple(theirs[:, at]) else 1

    def rows(self) -> tuple[Values, Values]:
        """Return truth [row] and predictions [2, row], in the order of the cells."""
        truth, first, second = np.repeat(self.codes, self.counts, axis=1)
        return self.labels[truth], self.labels[np.stack([first, second])]

    def scores(self, metric: CountMetric, counts: Ints) -> Floats:
        """Score both learners [2, ...] by a count metric on every table ``counts[..., cell]`` over these cells."""
        first, second = self._counts(metric.counted(self.labels), counts)
        return np.stack([metric.of_counts(*first), metric.of_counts(*second)])

    def with_slopes(self, metric: CountMetric, counts: Ints) -> tuple[Floats, Floats]:
        """Return the scores [2, ...], and by how much one more row of each cell would change them [2, ..., cell].

        This is for every table ``counts[..., cell]``; times the number of rows a slope is the influence.
        """
        chosen = metric.counted(self.labels)
        both = self._counts(chosen, counts)
        slopes = []
        for each, said in zip(both, self.codes[1:], strict=True):  # cells with the same truth and prediction share one
            _, at, place = np.unique(self.codes[0] * chosen.size + said, return_index=True, return_inverse=True)
            slopes.append(row_slopes(metric.slopes(*each), chosen, self.codes[0, at], said[at]).take(place, axis=-1))
        return np.stack([metric.of_counts(*each) for each in both]), np.stack(slopes)

    def _counts(self, chosen: Bools, counts: Ints) -> tuple[Counts, Counts]:
        """Count tp, predicted and actual of each chosen class [..., class], for both learners."""
        if np.count_nonzero(chosen) * self.codes.shape[1] > DENSE:
            return self._sparse_counts(chosen, counts)
        classes = np.flatnonzero(chosen)
        actual, first, second = self.codes[:, np.newaxis] == classes[:, np.newaxis]
        # One product counts everything: rows of a class, rows predicted to be, and rows found, per learner.
        columns = np.stack([actual, first, second, first & actual, second & actual]).astype(np.float64)
        totals = np.tensordot(columns, counts.astype(np.float64), axes=(-1, -1))  # [what, class, ...]
        rows, said_a, said_b, found_a, found_b = np.moveaxis(totals, 1, -1)
        return (found_a, said_a, rows), (found_b, said_b, rows)

    def _sparse_counts(self, chosen: Bools, counts: Ints) -> tuple[Counts, Counts]:
        """Add up the cells of each class: the same numbers, in memory that does not grow with classes times cells."""
        true, *said = self.codes
        rows = _summed(counts, true, chosen)
        first, second = (
            (_summed(counts, each, chosen, each == true), _summed(counts, each, chosen), rows) for each in said
        )
        return first, second


def _summed(counts: Ints, codes: Ints, chosen: Bools, kept: Bools | None = None) -> Floats:
    """Add up counts [..., cell] by the codes of the cells, some of them: [..., chosen class]."""
    order = np.argsort(codes, kind="stable")
    order = order if kept is None else order[kept[order]]
    starts = np.flatnonzero(np.diff(codes[order], prepend=-1))
    found = np.zeros((*counts.shape[:-1], chosen.size))
    if order.size:
        found[..., codes[order[starts]]] = np.add.reduceat(counts[..., order], starts, axis=-1)
    sums: Floats = found[..., chosen]
    return sums


def _tally(codes: Ints, weights: Ints) -> tuple[Ints, Ints]:
    """Sum the weights of equal columns; two steps, since three codes in one number could overflow."""
    size = codes.max() + 1
    _, pairs = rank(codes[0] * size + codes[1])
    _, cells = rank(pairs * size + codes[2])
    counts = np.bincount(cells, weights=weights).astype(np.int64)
    sample = np.empty_like(counts)
    sample[cells] = np.arange(cells.size)
    return codes[:, sample], counts
