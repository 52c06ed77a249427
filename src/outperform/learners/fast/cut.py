"""Least squares on two classes, cut at a half: the fast path of the regression, unless a row comes too near the cut."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from outperform.core import Bools, Floats, Ints, Values
from outperform.learners.fast._rows import class_codes
from outperform.learners.fast.least_squares import LeastSquaresPath, ols_path

NEAR = 1e-6  # a fitted value this close to the cut may be on its other side in a refit


def cut_path(estimator: Any, rows: Floats, target: Values) -> "CutPath | None":
    """Return the fast path of a cut LinearRegression on two classes, or None."""
    from sklearn.linear_model import LinearRegression

    coded = class_codes(target)
    if type(estimator.regressor) is not LinearRegression or coded is None or len(coded[0]) != 2:
        return None
    classes, codes = coded
    path = ols_path(estimator.regressor, rows, codes.astype(np.float64))
    return None if path is None else CutPath(classes, codes, path)


@dataclass(frozen=True, eq=False)
class CutPath:
    """A regression of classes coded 0 and 1; above a half is the second."""

    classes: Values
    codes: Ints
    path: LeastSquaresPath

    def predict(self, labels: Ints) -> tuple[Values, Bools]:
        """Predict every tested row from the rows outside its fold; a split that trains on one class is refitted."""
        fitted, ok = self.path.predict(labels)
        unsure = np.abs(fitted - 0.5) < NEAR
        second = self.codes == 1
        for fold in range(ok.shape[1]):
            tested = labels == fold
            both = (~tested & second).any(axis=1) & (~tested & ~second).any(axis=1)
            ok[:, fold] &= both & ~(tested & unsure).any(axis=1)
        return self.classes[(fitted > 0.5).astype(np.int64)], ok
