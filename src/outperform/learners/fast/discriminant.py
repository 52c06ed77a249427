"""Linear discriminant analysis from the pooled scatter within classes: training = total minus fold."""

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from outperform.core import Bools, Floats, Ints, Values
from outperform.learners.fast._blocks import SplitBlock, solve_blocks
from outperform.learners.fast._classes import ClassRows, Training, choose
from outperform.learners.fast._inverse import scaled_inverse, worn_by
from outperform.learners.fast._rows import is_real

WORST = 1e8  # largest norm of the inverse correlation matrix that is trusted
SAFETY = 4  # scikit-learn drops directions below its tolerance; ours stay this factor (of the square) away from it


def discriminant_path(estimator: Any, rows: Floats, target: Values) -> "DiscriminantPath | None":
    """Return the fast path of a LinearDiscriminantAnalysis with default parameters, or None."""
    unset = (estimator.shrinkage, estimator.priors, estimator.n_components, estimator.covariance_estimator)
    if estimator.solver != "svd" or any(value is not None for value in unset) or not is_real(estimator.tol, 0):
        return None
    data, lost = ClassRows.of(rows, target), _lost_per_class()
    if data is None or lost is None or (rows.max(axis=0) == rows.min(axis=0)).any():
        return None
    if (data.squares.sum(axis=0) == 0).any() or rows.shape[1] >= len(rows):
        return None
    scatter: Floats = np.sum([part.T @ part for part in data.parts()], axis=0)
    return DiscriminantPath(data, scatter, float(estimator.tol), lost)


@dataclass(frozen=True, eq=False)
class DiscriminantPath:
    """Classes of normal distributions with one covariance matrix."""

    data: ClassRows
    scatter: Floats  # [column, column], within classes
    tolerance: float
    lost: int  # degrees of freedom that scikit-learn's covariance loses for each class

    def predict(self, labels: Ints) -> tuple[Values, Bools]:
        """Predict every tested row from the rows outside its fold."""
        codes, ok = solve_blocks(labels, self.data.rows.shape[1], np.int64, self._solve)
        return self.data.classes[codes], ok

    def _solve(self, block: SplitBlock) -> tuple[Ints, Bools]:
        training = self.data.training(block)
        sound = (training.counts > 0).all(axis=1) & (training.counts.sum(axis=1) > len(self.data.classes))
        training.counts[~sound] = self.data.counts  # arbitrary valid numbers
        scatter = self.scatter - training.around.swapaxes(1, 2) @ training.around
        scatter -= training.sums.swapaxes(1, 2) @ training.shifts
        winner, sure, trusted = self._decide(training, scatter)
        return winner, sound & trusted & (sure | ~block.inside).all(axis=1)

    def _decide(self, training: Training, scatter: Floats) -> tuple[Ints, Bools, Bools]:
        counts = training.counts.sum(axis=1)
        scales, inverse, norm = scaled_inverse(scatter)
        priors = training.counts / counts[:, np.newaxis]
        means = self.data.means[:-1] + training.shifts
        centre = (priors[:, np.newaxis] @ means)[:, 0]
        scales *= np.sqrt(1 / (counts - self.lost * len(self.data.classes)))[:, np.newaxis]
        away = (means - centre[:, np.newaxis]) / scales[:, np.newaxis]
        weights = away @ inverse  # [split, class, column]
        between = weights @ away.swapaxes(1, 2)  # [split, class, class]: in units of the variance within
        constant = np.log(priors) - 0.5 * np.diagonal(between, axis1=1, axis2=2)
        weights /= scales[:, np.newaxis]
        condition = norm * worn_by(self.scatter, scatter)
        trusted = (condition < WORST) & (norm < 1 / (SAFETY * max(self.tolerance**2, 1 / WORST**2)))
        condition = np.minimum(condition, WORST)
        scores, slack = self._scores(training.rows, centre, weights, constant, condition)
        return *choose(scores, slack), trusted & self._keeps_all(between, training.counts)

    def _scores(
        self, rows: Floats, centre: Floats, weights: Floats, constant: Floats, condition: Floats
    ) -> tuple[Floats, Floats]:
        """Return the discriminant [class, split, place], and a bound on its rounding error here or in a refit."""
        away = np.subtract(rows, centre[:, np.newaxis], out=rows)
        scores = away @ weights.swapaxes(1, 2) + constant[:, np.newaxis]
        size = np.abs(weights)
        unsure = np.abs(away, out=away) @ size.swapaxes(1, 2) + np.abs(constant)[:, np.newaxis]
        slack = self.data.grain * (
            condition[:, np.newaxis, np.newaxis] * unsure + (size @ self.data.reach)[:, np.newaxis]
        )
        return np.moveaxis(scores, 2, 0), np.moveaxis(slack, 2, 0)

    def _keeps_all(self, between: Floats, counts: Floats) -> Bools:
        """Return whether scikit-learn keeps every direction between the class means: with two classes there is one."""
        if counts.shape[1] == 2:
            return np.ones(len(counts), dtype=np.bool_)
        root = np.sqrt(counts)
        spread = np.linalg.eigvalsh(between * root[:, :, np.newaxis] * root[:, np.newaxis])
        directions = min(counts.shape[1] - 1, self.data.rows.shape[1])
        kept: Bools = spread[:, -directions] > SAFETY * self.tolerance**2 * spread[:, -1]
        return kept


@cache  # of the process: it follows from the version of scikit-learn
def _lost_per_class() -> int | None:
    """Return how the installed scikit-learn divides the scatter: by n, or in older versions by n minus the classes.

    The scatter within these two classes is 5 and their means are 3 apart.
    """
    from sklearn.discriminant_analysis import LinearDiscriminantAnalysis

    weight = LinearDiscriminantAnalysis().fit(np.array([[0.0], [1.0], [2.0], [5.0]]), np.array([0, 0, 1, 1])).coef_
    return {4.0: 0, 2.0: 1}.get(round(float(weight[0, 0]) * 5 / 3, 6))
