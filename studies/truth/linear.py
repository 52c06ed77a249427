"""Linear learners that are fitted on many training sets at once: all of them from sums over rows.

Each takes columns [row, column], a target and masks [fit, row] of training rows, and returns what every fit predicts
for every row. They agree with scikit-learn (tests/test_truth.py).
"""

from collections.abc import Callable

import numpy as np

from outperform.core import Bools, Floats

Fit = Callable[[Floats, Floats, Bools], Floats]
ENOUGH = 1e-7
LEAST = 1e-12


class Sums:
    """Means of columns and target, and their centred products, of each training set."""

    def __init__(self, x: Floats, y: Floats, masks: Bools) -> None:
        """Sum over the rows of each training set."""
        w = masks.astype(np.float64)
        self.x, self.n = x, w.sum(axis=1)
        self.means, self.target = w @ x / self.n[:, None], w @ y / self.n
        width = x.shape[1]
        products = (w @ (x[:, :, None] * x[:, None, :]).reshape(len(x), -1)).reshape(-1, width, width)
        self.gram = products - self.n[:, None, None] * self.means[:, :, None] * self.means[:, None, :]
        self.cross = w @ (x * y[:, None]) - self.n[:, None] * self.means * self.target[:, None]
        self.squares = np.maximum(np.einsum("fii->fi", self.gram), LEAST)

    def predict(self, slopes: Floats) -> Floats:
        """Return what each fit predicts for each row."""
        found: Floats = slopes @ self.x.T + (self.target - (slopes * self.means).sum(axis=1))[:, None]
        return found


def ridge(alpha: float) -> Fit:
    """Return ridge regression; the intercept is free."""

    def fit(x: Floats, y: Floats, masks: Bools) -> Floats:
        sums = Sums(x, y, masks)
        penalty = (alpha + 1e-10) * np.eye(x.shape[1])
        return sums.predict(np.linalg.solve(sums.gram + penalty, sums.cross[..., None])[..., 0])

    return fit


def least_squares(x: Floats, y: Floats, masks: Bools) -> Floats:
    """Fit least squares; the shortest solution where there are more columns than rows."""
    sums = Sums(x, y, masks)
    return sums.predict(np.einsum("fij,fj->fi", np.linalg.pinv(sums.gram, rcond=1e-10, hermitian=True), sums.cross))


def elastic_net(alpha: float, ratio: float = 1.0) -> Fit:
    """Return the elastic net; with a ratio of 1 the Lasso."""

    def fit(x: Floats, y: Floats, masks: Bools) -> Floats:
        sums = Sums(x, y, masks)
        gram, cross = sums.gram / sums.n[:, None, None], sums.cross / sums.n[:, None]
        return sums.predict(_descend(gram, cross, alpha * ratio, alpha * (1 - ratio)))

    return fit


def best_columns(count: int) -> Fit:
    """Return least squares on the columns with the highest F statistic."""

    def fit(x: Floats, y: Floats, masks: Bools) -> Floats:
        sums = Sums(x, y, masks)
        kept = chosen(sums.cross**2 / sums.squares, count)
        gram = sums.gram * kept[:, :, None] * kept[:, None, :] + np.eye(x.shape[1]) * (1 - kept)[:, :, None]
        return sums.predict(np.linalg.solve(gram, (sums.cross * kept)[..., None])[..., 0] * kept)

    return fit


def boosted(steps: int, rate: float = 0.1) -> Fit:
    """Return L2 boosting: steps towards the residuals, each along the column that fits them best."""

    def fit(x: Floats, y: Floats, masks: Bools) -> Floats:
        sums = Sums(x, y, masks)
        slopes, fits = np.zeros_like(sums.cross), np.arange(len(sums.n))
        for _ in range(steps):
            left = sums.cross - np.einsum("fij,fj->fi", sums.gram, slopes)
            best = (left**2 / sums.squares).argmax(axis=1)
            slopes[fits, best] += rate * left[fits, best] / sums.squares[fits, best]
        return sums.predict(slopes)

    return fit


def logistic(c: float, *, lasso: bool = False, values: bool = False) -> Fit:
    """Return logistic regression of two classes: L2 with a free intercept, or L1 with the intercept in the penalty.

    With values it returns decision values, else classes.
    """

    def fit(x: Floats, y: Floats, masks: Bools) -> Floats:
        z = np.column_stack([x, np.ones(len(x))])
        width, w = z.shape[1], masks.astype(np.float64)
        outer = (z[:, :, None] * z[:, None, :]).reshape(len(z), -1)
        penalty = np.diag([*np.full(width - 1, 1 / c), 1e-9])
        slopes = np.zeros((len(masks), width))
        for _ in range(25):
            before, chance = slopes, 1 / (1 + np.exp(-np.clip(slopes @ z.T, -30, 30)))
            weight = np.maximum(chance * (1 - chance), 1e-5) * w
            gram = (weight @ outer).reshape(-1, width, width)
            slope = ((y - chance) * w) @ z
            if lasso:
                cross = np.einsum("fij,fj->fi", gram, slopes) + slope
                slopes = _descend(gram, cross, 1 / c, sweeps=60, start=slopes)
            else:
                slopes = slopes + np.linalg.solve(gram + penalty, (slope - slopes @ penalty)[..., None])[..., 0]
            if np.abs(slopes - before).max() < 10 * ENOUGH:
                break
        found: Floats = slopes @ z.T if values else (slopes @ z.T > 0).astype(np.float64)
        return found

    return fit


def chosen(merit: Floats, count: int) -> Floats:
    """Return 1 for the best columns of each fit, else 0; of equal ones the first."""
    kept = np.zeros_like(merit)
    np.put_along_axis(kept, np.argsort(-merit, axis=1, kind="stable")[:, :count], 1.0, axis=1)
    return kept


def _descend(
    gram: Floats, cross: Floats, first: float, second: float = 0.0, sweeps: int = 300, start: Floats | None = None
) -> Floats:
    """Minimise b'Gb/2 - c'b + first |b| + second b'b/2 for each fit, column after column."""
    slopes = np.zeros_like(cross) if start is None else start.copy()
    squares = np.maximum(np.einsum("fii->fi", gram), LEAST)
    for _ in range(sweeps):
        before = slopes.copy()
        for column in range(cross.shape[1]):
            left = cross[:, column] - np.einsum("fi,fi->f", gram[:, column], slopes)
            left += squares[:, column] * slopes[:, column]
            slopes[:, column] = np.sign(left) * np.maximum(np.abs(left) - first, 0) / (squares[:, column] + second)
        if np.abs(slopes - before).max() < ENOUGH:
            break
    return slopes
