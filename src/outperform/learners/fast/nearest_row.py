"""The nearest row of all splits from one table of distances."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from outperform.core import Bools, Floats, Ints, Values
from outperform.learners.nearest_row import weighted_squares

MOST_ROWS = 2_000  # whose distances are held at once: 32 MB


def nearest_row_path(estimator: Any, rows: Floats, target: Values) -> "NearestRowPath | None":
    """Return the fast path, or None if there are too many rows."""
    if len(rows) > MOST_ROWS:
        return None
    return NearestRowPath(weighted_squares(rows, rows, estimator.learner.column_weights(rows.shape[1])), target)


@dataclass(frozen=True, eq=False)
class NearestRowPath:
    """Nearest rows; distances are those of refits to the last bit, so that no split is left to them."""

    squares: Floats  # [row, row]
    target: Values

    def predict(self, labels: Ints) -> tuple[Values, Bools]:
        """Predict every tested row from the rows outside its fold."""
        nearest = np.array(
            [np.where(fold[:, np.newaxis] == fold, np.inf, self.squares).argmin(axis=1) for fold in labels]
        )
        ok = np.ones((len(labels), int(labels.max(initial=-1)) + 1), dtype=np.bool_)
        return self.target[nearest.reshape(labels.shape)], ok
