"""Nearest neighbours from one list per row: those of them that are in the training set, in order.

Two training rows that are equally far, up to rounding, are a tie. A tie that cannot change the prediction is
ignored; any other leaves the split to scikit-learn, whose own rule depends on how it searches.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from math import isqrt
from typing import Any

import numpy as np

from outperform.core import Bools, Floats, Ints, Values
from outperform.learners.fast._ballots import BallotRule, Choice, Mean, Votes
from outperform.learners.fast._rows import class_codes, float_target, is_count

CELLS = 50_000  # numbers held in one array: memory that stays in the cache
LARGEST_LIST = 400_000_000  # bytes of the lists of neighbours
TREE_COLUMNS = 5  # up to here a tree finds neighbours faster than comparing all rows
MOST_UNKNOWN, FEW_DISTANCES = 0.1, 1_000_000  # how many lists may be too short: a share, or few enough to compute

Lists = Callable[[Ints], tuple[Ints, Floats]]  # of rows: their neighbours in order, and the squares of the distances


def classifier_path(estimator: Any, rows: Floats, target: Values) -> "NeighboursPath | None":
    """Return the fast path of a KNeighborsClassifier with equal votes and Euclidean distance, or None."""
    coded = class_codes(target)
    return None if coded is None else _path(estimator, rows, Votes(*coded))


def regressor_path(estimator: Any, rows: Floats, target: Values) -> "NeighboursPath | None":
    """Return the fast path of a KNeighborsRegressor with equal weights and Euclidean distance, or None."""
    numbers = float_target(target)
    return None if numbers is None else _path(estimator, rows, Mean(numbers))


def _path(estimator: Any, rows: Floats, rule: "BallotRule") -> "NeighboursPath | None":
    euclidean = estimator.metric == "euclidean" or (estimator.metric == "minkowski" and estimator.p == 2)
    if not euclidean or estimator.metric_params is not None or estimator.weights != "uniform":
        return None
    if estimator.algorithm not in ("auto", "brute", "kd_tree", "ball_tree") or not is_count(estimator.n_neighbors):
        return None
    neighbours = int(estimator.n_neighbors)
    if neighbours > len(rows):  # more than a training set has: the estimator says so
        return None
    length = min(2 * neighbours + 3 * isqrt(neighbours) + 1, len(rows) - 1)  # half the rows train: 3% are too short
    if 16 * len(rows) * length > LARGEST_LIST:
        return None
    centred = rows - rows.mean(axis=0)
    norms = np.einsum("ij,ij->i", rows, rows), np.einsum("ij,ij->i", centred, centred)
    blurred = norms[1] + norms[0] * _multiplies(estimator, rows)
    return NeighboursPath(neighbours, rule, centred, norms[0], blurred, *_lists(centred, length))


def _multiplies(estimator: Any, rows: Floats) -> bool:
    """Whether a refit may find distances as x'x - 2 x'y + y'y, whose rounding errors grow with x'x.

    It does so when it compares all rows: on request, or automatically with many columns or many neighbours.
    """
    many = rows.shape[1] > 15 or 20 * estimator.n_neighbors >= len(rows)
    return bool(estimator.algorithm == "brute" or (estimator.algorithm == "auto" and many))


def _lists(rows: Floats, length: int) -> tuple[Ints, Floats]:
    """Return each row's neighbours in order and the squares of their distances."""
    from sklearn.neighbors import NearestNeighbors

    search = "kd_tree" if rows.shape[1] <= TREE_COLUMNS else "brute"
    with _threads().limit(limits=1):  # threads that wait for each other cost more than they save
        distances, near = NearestNeighbors(n_neighbors=length, algorithm=search).fit(rows).kneighbors()
    return near, np.square(distances, out=distances)


@cache  # of the process, like the pools of threads that it knows
def _threads() -> Any:
    from threadpoolctl import ThreadpoolController

    return ThreadpoolController()


@dataclass(frozen=True, eq=False)
class NeighboursPath:
    """k nearest neighbours with equal weights."""

    neighbours: int
    rule: BallotRule
    rows: Floats  # centred
    norms: Floats  # [row]: x'x before centring
    blurred: Floats  # [row]: what rounding errors of squared distances grow with
    near: Ints  # [row, place]: the nearest other rows in order
    squared: Floats  # [row, place]: the squares of their distances

    def predict(self, labels: Ints) -> tuple[Values, Bools]:
        """Predict every tested row from the rows outside its fold."""
        pairs = np.stack(np.nonzero(labels >= 0))  # [repeat and row, pair]
        values: Values = np.zeros(pairs.shape[1], dtype=self.rule.kind)
        sure, known = np.zeros((2, pairs.shape[1]), dtype=np.bool_)

        def look(unknown: Ints, width: int, lists: Lists) -> Ints:
            for part in _parts(unknown, width + self.rule.width):
                values[part], sure[part], known[part] = self._look(labels, pairs[:, part], *lists(pairs[1, part]))
            return unknown[~known[unknown]]

        few, many = min(self.neighbours + 3, self.near.shape[1]), self.near.shape[1]
        unknown = look(np.arange(pairs.shape[1]), few, lambda row: self._short_lists(row, few))
        unknown = look(unknown, many, lambda row: self._short_lists(row, many))
        if len(unknown) <= max(MOST_UNKNOWN * len(known), FEW_DISTANCES // len(self.rows)):
            look(unknown, len(self.rows), self._full_lists)
        ok = np.ones((len(labels), int(labels.max(initial=-1)) + 1), dtype=np.bool_)
        repeat, row = pairs[:, ~sure]
        ok[repeat, labels[repeat, row]] = False
        predictions: Values = np.zeros(labels.shape, dtype=self.rule.kind)
        predictions[pairs[0], pairs[1]] = values
        return self.rule.name(predictions), ok

    def _look(self, labels: Ints, pairs: Ints, near: Ints, squared: Floats) -> tuple[Values, Bools, Bools]:
        """Predict from lists of neighbours; return also where that is certain, and where the lists were long enough."""
        repeat, row = pairs
        training = labels.take(near + (repeat * len(self.rows))[:, np.newaxis]) != labels[repeat, row][:, np.newaxis]
        place = (training.cumsum(axis=1, dtype=np.int32) < self.neighbours).sum(axis=1)  # of the k-th
        found = place < near.shape[1]
        farthest = squared[np.arange(len(row)), np.minimum(place, near.shape[1] - 1)]
        rounding = self._rounding(row, farthest)
        within = training & (squared <= (farthest + rounding)[:, np.newaxis])
        known = found & ((squared[:, -1] > farthest + rounding) | (near.shape[1] >= len(self.rows) - 1))
        within[~known] = False
        tied = within.sum(axis=1) > self.neighbours
        values: Values = np.zeros(len(row), dtype=self.rule.kind)
        sure = known.copy()
        if tied.any():
            taken = training[tied] & (squared[tied] < (farthest - rounding)[tied, np.newaxis])
            choice = Choice(near[tied], taken, within[tied] & ~taken, self.neighbours - taken.sum(axis=1))
            values[tied], sure[tied] = self.rule.settle(choice)
            within[tied] = False
        values[known & ~tied] = self.rule.plain(near[within].reshape(-1, self.neighbours))
        return values, sure, known

    def _rounding(self, row: Ints, squared: Floats) -> Floats:
        """Return a bound on the rounding error of such squared distances, here or in a refit."""
        grain = 8 * (self.rows.shape[1] + 8) * np.finfo(np.float64).eps
        bound: Floats = grain * (self.blurred[row] + squared + np.sqrt(self.norms[row] * squared))
        return bound

    def _short_lists(self, row: Ints, width: int) -> tuple[Ints, Floats]:
        """Return the first rows in order, and the squares of their distances."""
        return self.near[:, :width].take(row, axis=0), self.squared[:, :width].take(row, axis=0)

    def _full_lists(self, row: Ints) -> tuple[Ints, Floats]:
        """Return all other rows in order, and the squares of their distances."""
        from scipy.spatial.distance import cdist

        squared = cdist(self.rows[row], self.rows, "sqeuclidean")
        near = squared.argsort(axis=1)
        return near, np.take_along_axis(squared, near, axis=1)


def _parts(pairs: Ints, width: int) -> Iterator[Ints]:
    """Cut pairs into parts whose arrays, so many numbers per pair, stay small."""
    step = max(1, CELLS // width)
    for first in range(0, len(pairs), step):
        yield pairs[first : first + step]
