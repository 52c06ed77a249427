"""GaussianNB from sums and squares by class: training = total minus fold."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from outperform.core import Bools, Floats, Ints, Values
from outperform.learners.fast._blocks import SplitBlock, solve_blocks
from outperform.learners.fast._classes import ClassRows, Training, choose
from outperform.learners.fast._rows import is_real


def naive_bayes_path(estimator: Any, rows: Floats, target: Values) -> "NaiveBayesPath | None":
    """Return the fast path of a GaussianNB with priors from the data, or None."""
    if estimator.priors is not None or not is_real(estimator.var_smoothing, 0):
        return None
    data = ClassRows.of(rows, target)
    return None if data is None else NaiveBayesPath(data, float(estimator.var_smoothing))


@dataclass(frozen=True, eq=False)
class NaiveBayesPath:
    """Naive Bayes with a normal distribution for each class and column."""

    data: ClassRows
    smoothing: float

    def predict(self, labels: Ints) -> tuple[Values, Bools]:
        """Predict every tested row from the rows outside its fold."""
        codes, ok = solve_blocks(labels, self.data.rows.shape[1], np.int64, self._solve)
        return self.data.classes[codes], ok

    def _solve(self, block: SplitBlock) -> tuple[Ints, Bools]:
        training = self.data.training(block)
        variances, worn = self._variances(training)
        sound: Bools = np.all(training.counts > 0, axis=1) & np.all(variances > 0, axis=(1, 2))
        means = self.data.means[:-1] + training.shifts
        variances[~sound] = 1
        winner, sure = choose(*self._scores(training, means, variances, worn))
        return winner, sound & (sure | ~block.inside).all(axis=1)

    def _variances(self, training: Training) -> tuple[Floats, Floats]:
        """Return the variances [split, class, column], and the squares per row that rounding errors scale with."""
        counts = np.maximum(training.counts, 1)[..., np.newaxis]
        left = self.data.squares - training.members @ np.square(training.around, out=training.around)
        variances = np.maximum(left / counts - training.shifts**2, 0)
        means = self.data.means[:-1] + training.shifts
        share = counts / counts.sum(axis=1, keepdims=True)
        centre = (share * means).sum(axis=1, keepdims=True)
        overall = (share * (variances + (means - centre) ** 2)).sum(axis=1)
        return variances + self.smoothing * overall.max(axis=1)[:, np.newaxis, np.newaxis], self.data.squares / counts

    def _scores(self, training: Training, means: Floats, variances: Floats, worn: Floats) -> tuple[Floats, Floats]:
        """Return the log joint likelihood [class, split, place], and a bound on its error here or in a refit."""
        grain, columns = self.data.grain, self.data.rows.shape[1]
        shift = grain * (self.data.reach / np.sqrt(variances)).max(axis=2).T[..., np.newaxis]
        relative = grain * (worn / variances).max(axis=2).T[..., np.newaxis] + 2 * shift + grain
        counts = np.maximum(training.counts, 1)
        constant = np.log(counts / counts.sum(axis=1, keepdims=True))
        logs = 0.5 * np.log(2 * np.pi * variances)
        constant = (constant - logs.sum(axis=2)).T[..., np.newaxis]
        distance = np.stack([_distance(training.rows, means[:, c], variances[:, c]) for c in range(means.shape[1])])
        slack = relative * (distance + columns) + 2 * shift * np.sqrt(columns * distance)
        slack += grain * np.abs(logs).sum(axis=2).T[..., np.newaxis]
        return constant - 0.5 * distance, slack


def _distance(rows: Floats, mean: Floats, variance: Floats) -> Floats:
    """Squared distance from the class mean in units of the variances."""
    away = rows - mean[:, np.newaxis]
    np.square(away, out=away)
    distance: Floats = (away @ (1 / variance)[..., np.newaxis])[..., 0]
    return distance
