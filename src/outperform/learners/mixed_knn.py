"""Nearest neighbours for mixed data: numeric and nominal columns, with missing values."""

from numbers import Integral
from typing import Any

import numpy as np

from outperform.core import Floats, InputError, Ints
from outperform.learners._tables import TableClassifier
from outperform.learners.tables import UNKNOWN, CodedRows

BLOCK = 2**17  # distances held at once: 1 MB stays in the processor's cache


class MixedKNN(TableClassifier):
    """Nearest neighbours: numbers by their range in training, categories by overlap, missing values as the farthest.

    The squared distance of two rows is the sum over columns of d squared. Numeric: d = (x - y) / range, where values
    beyond the training range are not clipped, and 0 in a column that is constant in training; one missing: the
    larger of u and 1 - u, where u is the other value's place in the range (0 in a constant column); both missing: 1.
    Nominal: d = 0 for the same category; otherwise, or with one missing, 1. Weka's IBk does the same, except that
    its range widens with each predicted row.

    Of training rows at the same distance the earlier one counts as nearer; of classes with equally many votes the
    first in the order of ``classes_`` wins.

    Parameters
    ----------
    n_neighbors : int
        Number of training rows that vote; all of them, if there are fewer.

    Examples
    --------
    >>> import pandas as pd
    >>> rows = pd.DataFrame({"sky": ["sun", "sun", "rain"], "wind": [1.0, 3.0, None]})
    >>> MixedKNN().fit(rows, ["out", "in", "in"]).predict(pd.DataFrame({"sky": ["sun", "snow"], "wind": [0.5, None]}))
    array(['out', 'out'], dtype='<U3')
    """

    def __init__(self, n_neighbors: int = 1) -> None:
        self.n_neighbors = n_neighbors

    def predict_proba(self, X: Any) -> Floats:
        """Return each class's share of the votes, in the order of ``classes_``."""
        votes = self._read_and_support(X)
        shares: Floats = votes / votes.sum(axis=1, keepdims=True)
        return shares

    def _check_parameters(self) -> None:
        if not (isinstance(self.n_neighbors, Integral) and self.n_neighbors >= 1):
            raise InputError("n_neighbors", f"must be a whole number of at least 1, got {self.n_neighbors!r}")

    def _learn(self, table: CodedRows, target: Ints) -> None:
        self._table = CodedRows(np.asfortranarray(table.numbers), table.codes)
        self._target = target
        self._low = np.fmin.reduce(table.numbers, axis=0)
        span = np.fmax.reduce(table.numbers, axis=0) - self._low
        wide = span > np.finfo(np.float64).tiny
        self._per_range = np.divide(1.0, span, out=np.zeros_like(span), where=wide)
        self._farthest = self._squared_farthest(table.numbers)
        self._holes = [np.flatnonzero(np.isnan(column)) for column in table.numbers.T]

    def _squared_farthest(self, numbers: Floats) -> Floats:
        """Return the squared distance of each number from a missing one."""
        place = (numbers - self._low) * self._per_range
        farthest: Floats = np.where(np.isnan(place), 1.0, np.maximum(place, 1.0 - place) ** 2)
        return farthest

    def _support(self, table: CodedRows) -> Floats:
        """Count the votes of the nearest rows, so many rows at a time that the distances stay in the cache."""
        votes = np.zeros((len(table.numbers), len(self.classes_)))
        step = max(1, BLOCK // len(self._target))
        for start in range(0, len(votes), step):
            part = slice(start, start + step)
            self._vote(self._distances(table.numbers[part], table.codes[part]), votes[part])
        return votes

    def _vote(self, distances: Floats, votes: Floats) -> None:
        rows = np.arange(len(distances))
        for _ in range(min(self.n_neighbors, len(self._target))):
            nearest = distances.argmin(axis=1)  # the first among equals
            votes[rows, self._target[nearest]] += 1
            distances[rows, nearest] = np.inf

    def _distances(self, numbers: Floats, codes: Ints) -> Floats:
        """Return the squared distance of each row (first axis) from each training row.

        Column by column, with one rounding per step: equal rows of training get equal distances, to the last bit.
        """
        total = np.zeros((len(numbers), len(self._target)))
        for column, trained in zip(codes.T, self._table.codes.T, strict=True):
            known = np.where(column == UNKNOWN, UNKNOWN - 1, column)  # unequal to all, even to missing
            total += known[:, None] != trained
        gap = np.empty_like(total)
        farthest = self._squared_farthest(numbers)
        for place, per_range in enumerate(self._per_range):
            np.subtract(numbers[:, place, None], self._table.numbers[:, place], out=gap)
            gap *= per_range
            gap *= gap
            gap[:, self._holes[place]] = farthest[:, place, None]
            gap[np.isnan(numbers[:, place])] = self._farthest[:, place]
            total += gap
        return total
