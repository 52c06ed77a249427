"""Ridge and ordinary least squares from cross products on centred data: training = total minus fold."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from outperform.core import Bools, Floats, Ints, Values
from outperform.learners.fast._blocks import SplitBlock, solve_blocks
from outperform.learners.fast._inverse import column_norm, scaled_inverse, worn_by
from outperform.learners.fast._rows import float_target, is_real

WORST = 1e6  # largest norm of the scaled inverse for which predictions agree to about 1e-9 of their scale
FARTHEST = 1e6  # largest value of a column in units of its standard deviation: centring loses that much
SAFETY = 4  # scikit-learn drops directions below its tolerance; ours stay this factor (of the square) away from it
LEAST_TOLERANCE = 1e-7


def ridge_path(estimator: Any, rows: Floats, target: Values) -> "LeastSquaresPath | None":
    """Return the fast path of a Ridge with one penalty and a direct solver, or None."""
    if estimator.solver not in ("auto", "cholesky", "svd") or not is_real(estimator.alpha, 0):
        return None
    if 3 * rows.shape[1] > len(rows):  # scikit-learn's solution then costs less than our inverse
        return None
    return _path(estimator, rows, target, penalty=float(estimator.alpha), tolerance=0.0)


def ols_path(estimator: Any, rows: Floats, target: Values) -> "LeastSquaresPath | None":
    """Return the fast path of a LinearRegression, or None."""
    tolerance = getattr(estimator, "tol", LEAST_TOLERANCE)  # new in 1.7
    if not is_real(tolerance, 0):
        return None
    return _path(estimator, rows, target, penalty=0.0, tolerance=max(float(tolerance), LEAST_TOLERANCE))


def _path(
    estimator: Any, rows: Floats, target: Values, *, penalty: float, tolerance: float
) -> "LeastSquaresPath | None":
    numbers = float_target(target)
    if numbers is None or estimator.positive is not False or not isinstance(estimator.fit_intercept, bool):
        return None
    (size, columns), intercept = rows.shape, estimator.fit_intercept
    if columns >= size:
        return None
    table = np.zeros((size + 1, columns + 2))
    centre, level = (rows.mean(axis=0), float(numbers.mean())) if intercept else (np.zeros(columns), 0.0)
    np.subtract(rows, centre, out=table[:size, :columns])
    table[:size, columns] = numbers - level
    table[:size, -1] = 1
    products = table.T @ table
    spread = np.sqrt(np.diagonal(products)[:columns] / size + penalty / size)
    if (np.abs(centre) >= FARTHEST * spread).any() or (spread == 0).any():
        return None
    return LeastSquaresPath(table, products, level, penalty, tolerance, intercept)


@dataclass(frozen=True, eq=False)
class LeastSquaresPath:
    """Least squares with a penalty on the squared weights, none for ordinary least squares."""

    table: Floats  # [row, column]: centred rows, the centred target and ones; and a row of zeros
    products: Floats  # [column, column] over all rows
    level: float  # mean of the target
    penalty: float
    tolerance: float  # singular values below this share of the largest are dropped by scikit-learn
    intercept: bool

    def predict(self, labels: Ints) -> tuple[Values, Bools]:
        """Predict every tested row from the rows outside its fold."""
        return solve_blocks(labels, self.table.shape[1], np.float64, self._solve)

    def _solve(self, block: SplitBlock) -> tuple[Floats, Bools]:
        table = block.take(self.table)
        products = self.products - table.swapaxes(1, 2) @ table
        count = np.maximum(products[:, -1, -1], 1)[:, np.newaxis]
        sums = products[:, -1, :-1] / count if self.intercept else np.zeros_like(products[:, -1, :-1])
        products = products[:, :-1, :-1] - sums[:, :, np.newaxis] * sums[:, np.newaxis] * count[..., np.newaxis]
        weights, ok = self._weights(products)
        away = table[..., :-2] - sums[:, np.newaxis, :-1]
        values = (away @ weights[..., np.newaxis])[..., 0] + (sums[:, -1:] + self.level)
        return values, ok & (
            count[:, 0] > weights.shape[1]
        )  # else scikit-learn solves another, worse conditioned problem

    def _weights(self, products: Floats) -> tuple[Floats, Bools]:
        """Return the weights [split, column], and which of them are accurate enough."""
        columns = products.shape[1] - 1
        matrix = products[:, :columns, :columns] + self.penalty * np.eye(columns)
        scales, inverse, norm = scaled_inverse(matrix)
        total = self.products[:columns, :columns] + self.penalty * np.eye(columns)
        trusted = norm * worn_by(total, matrix) < WORST
        inverse /= scales[:, :, np.newaxis] * scales[:, np.newaxis]
        if self.tolerance:
            trusted &= column_norm(inverse) * column_norm(matrix) * SAFETY * self.tolerance**2 < 1
        return (inverse @ products[:, :columns, columns:])[..., 0], trusted
