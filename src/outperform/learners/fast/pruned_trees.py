"""R's ``rpart`` on all splits at once: columns are sorted once, and the trees of many splits grow together."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from outperform.core import Bools, Floats, Ints, Values
from outperform.learners.fast._rows import class_codes
from outperform.learners.pruned_trees import Limits, TrainingRows, grow

ROWS = 30_000  # training rows of all trees that grow together: few enough for the cache, many enough to share the work


def pruned_tree_path(estimator: Any, rows: Floats, target: Values) -> "PrunedTreePath | None":
    """Return the fast path of a pruned tree, or None if the target has no classes."""
    coded = class_codes(target)
    if coded is None:
        return None
    columns = np.ascontiguousarray(rows.T)
    return PrunedTreePath(estimator.limits, rows, columns, columns.argsort(axis=1), *coded)


@dataclass(frozen=True, eq=False)
class PrunedTreePath:
    """Trees of all splits; nothing is random, so that predictions are those of refits."""

    limits: Limits
    rows: Floats  # [row, column]
    columns: Floats  # [column, row]
    orders: Ints  # [column, place]: rows from the smallest value up
    classes: Values
    codes: Ints

    def predict(self, labels: Ints) -> tuple[Values, Bools]:
        """Predict every tested row from the rows outside its fold."""
        folds = int(labels.max(initial=-1)) + 1
        said, ok = np.zeros(labels.shape, dtype=np.int64), np.zeros((len(labels), folds), dtype=np.bool_)
        repeat, fold = (index.ravel() for index in np.indices(ok.shape))
        step = max(1, ROWS // len(self.rows))
        for first in range(0, len(repeat), step):
            part = slice(first, first + step)
            tested = labels[repeat[part]] == fold[part, np.newaxis]
            sound = self._sound(~tested)
            ok[repeat[part], fold[part]] = sound
            split, row = np.nonzero(tested[sound])
            if len(split):
                trees = grow(self._training(~tested[sound]), self.limits)
                said[repeat[part][sound][split], row] = trees.predict(split, self.rows[row])
        return self.classes[said], ok

    def _sound(self, training: Bools) -> Bools:
        """Return which splits train on every class; a refit without one counts others, and may round otherwise."""
        found: Bools = (training @ (self.codes[:, np.newaxis] == np.arange(len(self.classes)))).all(axis=1)
        return found

    def _training(self, training: Bools) -> TrainingRows:
        """Put the training sets [split, row] one after the other; what is sorted stays so."""
        places = np.cumsum(training.ravel()).reshape(training.shape) - 1  # of a row in its set, counted on
        row = np.nonzero(training)[1]
        orders = []
        for order in self.orders:
            which, place = np.nonzero(training[:, order])
            orders.append(places[which, order[place]])
        sizes = training.sum(axis=1)
        return TrainingRows(self.columns[:, row], self.codes[row], len(self.classes), sizes, orders)
