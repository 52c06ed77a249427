"""Decision stumps from cumulative counts of classes: all cuts of all columns and splits at once.

scikit-learn tries the columns in random order, so it may take any of several equally good cuts: such splits are always
left to scikit-learn.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from outperform.core import Bools, Floats, Ints, Values
from outperform.learners.fast._rows import class_codes

CELLS = 1_000_000  # numbers held in one array
NEAR = 1e-9  # a share of the impurity: cuts that are nearer to each other are equally good
ADJACENT = 1e-7  # scikit-learn does not cut between values that are nearer than this
PLAIN: dict[str, Any] = {
    "splitter": "best",
    "max_depth": 1,
    "min_samples_split": 2,
    "min_samples_leaf": 1,
    "min_weight_fraction_leaf": 0.0,
    "max_features": None,
    "max_leaf_nodes": None,
    "min_impurity_decrease": 0.0,
    "class_weight": None,
    "ccp_alpha": 0.0,
    "monotonic_cst": None,
}


def stump_path(estimator: Any, rows: Floats, target: Values) -> "StumpPath | None":
    """Return the fast path of a decision tree of depth one without other limits, or None."""
    given, coded = estimator.get_params(deep=False), class_codes(target)
    plain = all(given[name] == value for name, value in PLAIN.items())
    if not plain or coded is None or given["criterion"] not in ("gini", "entropy", "log_loss"):
        return None
    if np.abs(rows).max() >= np.finfo(np.float32).max:
        return None
    values = rows.astype(np.float32)  # as scikit-learn's trees do
    order = np.argsort(values, axis=0, kind="stable")
    ordered = np.take_along_axis(values, order, axis=0)
    gaps = np.diff(ordered.astype(np.float64), axis=0)
    if ((gaps > 0) & (gaps <= ADJACENT + 2 * np.spacing(np.abs(ordered)).max(axis=0))).any():
        return None  # whether it would cut there hangs on rounding
    classes, codes = coded
    return StumpPath(
        values.astype(np.float64), order, classes, np.eye(len(classes))[codes], given["criterion"] == "gini"
    )


@dataclass(frozen=True, eq=False)
class StumpPath:
    """One cut of one column, and the more frequent class on either side."""

    values: Floats  # [row, column]
    order: Ints  # [place, column]: rows from the smallest value up
    classes: Values
    members: Floats  # [row, class]: 1 for the class of the row
    gini: bool

    def predict(self, labels: Ints) -> tuple[Values, Bools]:
        """Predict every tested row from the rows outside its fold."""
        folds = int(labels.max(initial=-1)) + 1
        codes, ok = np.zeros(labels.shape, dtype=np.int64), np.ones((len(labels), folds), dtype=np.bool_)
        repeat, fold = (index.ravel() for index in np.indices(ok.shape))
        step = max(1, CELLS // (self.values.size * len(self.classes)))
        for first in range(0, len(repeat), step):
            part = slice(first, first + step)
            tested = labels[repeat[part]] == fold[part, np.newaxis]
            said, ok[repeat[part], fold[part]] = self._solve(~tested)
            split, row = np.nonzero(tested)
            codes[repeat[part][split], row] = said[split, row]
        return self.classes[codes], ok

    def _solve(self, training: Bools) -> tuple[Ints, Bools]:
        """Predict all rows [split, row] from training rows [split, row], and which splits are certain."""
        trained = training[:, self.order]  # [split, place, column]
        left = np.cumsum(trained[..., np.newaxis] * self.members[self.order], axis=1)  # [split, place, column, class]
        right = left[:, -1:] - left
        worth = -self._impurity(left) - self._impurity(right)
        ordered = np.take_along_axis(self.values, self.order, axis=0)
        between = np.vstack([ordered[1:] > ordered[:-1], np.zeros((1, ordered.shape[1]), dtype=np.bool_)])
        sizes = left.sum(axis=-1)
        worth[~(between & (sizes > 0) & (right.sum(axis=-1) > 0))] = -np.inf
        return self._cut(trained, ordered, worth, sizes, left[:, -1, 0])

    def _impurity(self, counts: Floats) -> Floats:
        """Return the impurity of a side times its rows, in natural logarithms."""
        total = counts.sum(axis=-1)
        number = np.arange(len(self.values) + 1)
        xlogx = number * np.log(np.maximum(1, number))
        impurity: Floats = (
            total - (counts**2).sum(axis=-1) / np.maximum(1, total)
            if self.gini
            else xlogx[total.astype(np.int64)] - xlogx[counts.astype(np.int64)].sum(axis=-1)
        )
        return impurity

    def _cut(self, trained: Bools, ordered: Floats, worth: Floats, sizes: Floats, counts: Floats) -> tuple[Ints, Bools]:
        splits, places, columns = worth.shape
        flat, each = worth.reshape(splits, -1), np.arange(splits)
        best = flat.argmax(axis=1)
        place, column = np.divmod(best, columns)
        top = flat[each, best]
        none = np.isneginf(top)  # nothing to cut: all is one leaf
        slack = NEAR * places
        near = worth >= np.where(none, np.inf, top - slack)[:, np.newaxis, np.newaxis]
        same = (sizes == sizes[each, place, column][:, np.newaxis, np.newaxis]) & (
            np.arange(columns) == column[:, np.newaxis, np.newaxis]
        )
        sure = ~(near & ~same).any(axis=(1, 2))  # the same cut, but for rows that do not train
        said = self._sides(trained, ordered, place, column, counts)
        said[none] = counts[none].argmax(axis=1)[:, np.newaxis]
        return said, sure

    def _sides(self, trained: Bools, ordered: Floats, place: Ints, column: Ints, counts: Floats) -> Ints:
        """Return the more frequent class on either side of a cut after a place of a column, for rows [split, row]."""
        each, places = np.arange(len(place)), np.arange(ordered.shape[0])
        mine, values = trained[each, :, column], ordered.T[column]  # [split, place]
        below = places <= place[:, np.newaxis]
        low = np.where(mine & below, values, -np.inf).max(axis=1)
        high = np.where(mine & ~below, values, np.inf).min(axis=1)
        with np.errstate(invalid="ignore"):
            threshold = low / 2 + high / 2
        rows = self.order.T[column]
        left = ((mine & below)[..., np.newaxis] * self.members[rows]).sum(axis=1)
        sides = np.stack([(counts - left).argmax(axis=1), left.argmax(axis=1)], axis=1)
        goes = (self.values.T[column] <= threshold[:, np.newaxis]).astype(np.int64)
        return np.take_along_axis(sides, goes, axis=1)
