"""The nearest training row by a weighted distance, with a rule for ties: of equally near rows the first."""

from typing import Any, Self

import numpy as np
from sklearn.base import BaseEstimator
from sklearn.utils import check_array

from outperform.core import Floats, Values


class NearestRow(BaseEstimator):  # type: ignore[misc]  # scikit-learn has no types
    """The class of the nearest training row.

    A distance depends on its two rows alone, to the last bit, so that predictions are the same however many rows are
    asked for at once. That is what the fast path rests on.
    """

    def __init__(self, learner: Any = None) -> None:
        self.learner = learner  # it has ``column_weights``

    def fit(self, X: Any, y: Any) -> Self:
        """Keep the rows."""
        self._rows = check_array(X, dtype=np.float64)
        self._weights = self.learner.column_weights(self._rows.shape[1])
        self.classes_, self._codes = np.unique(np.asarray(y), return_inverse=True)
        return self

    def predict(self, X: Any) -> Values:
        """Return the class of the nearest row."""
        nearest = weighted_squares(check_array(X, dtype=np.float64), self._rows, self._weights).argmin(axis=1)
        said: Values = self.classes_[self._codes[nearest]]
        return said


def weighted_squares(rows: Floats, others: Floats, weights: Floats) -> Floats:
    """Return the weighted squared distances [row, other row]; each depends on its pair alone."""
    from scipy.spatial.distance import cdist

    found: Floats = cdist(rows, others, "sqeuclidean", w=weights)
    return found
