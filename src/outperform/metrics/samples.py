"""Metrics of numbers that are not a mean over rows, computed for many samples of rows at once."""

from abc import abstractmethod
from dataclasses import dataclass
from math import inf, isfinite
from typing import Any

import numpy as np

from outperform.core import Floats, InputError, Metric
from outperform.core.units import LOSS
from outperform.metrics.rows import as_numbers


class SampleMetric(Metric):
    """A metric of numbers whose arithmetic runs over the last axis, for any number of samples at once."""

    @abstractmethod
    def scores(self, truth: Floats, predictions: Floats) -> Floats:
        """Score predictions [..., row] against truth [..., row]."""

    def score(self, truth: Any, predictions: Any) -> float:
        """Score one sample."""
        value = float(self.scores(*as_numbers(truth, predictions)))
        if not isfinite(value):
            raise InputError("metric", f"{self} is {value} for these {len(truth)} rows, not a finite number")
        return value


@dataclass(frozen=True)
class R2(SampleMetric):
    """R squared: 1 - sum of squared errors / sum of squared deviations from the mean.

    Examples
    --------
    >>> R2().score([3.0, -0.5, 2.0, 7.0], [2.5, 0.0, 2.0, 8.0])  # scikit-learn's own example
    0.949
    """

    slug = "r2"
    bounds = (-inf, 1.0)

    def scores(self, truth: Floats, predictions: Floats) -> Floats:
        """Return 1 - residual / total; NaN for a single row."""
        if truth.shape[-1] < 2:
            return np.full(truth.shape[:-1], np.nan)
        return _explained(((truth - predictions) ** 2).sum(axis=-1), _squares(truth))

    def without_each(self, truth: Any, predictions: Any) -> Floats:
        """Return the score without each row; NaN where a single row is left."""
        true, said = as_numbers(truth, predictions)
        squares = (true - said) ** 2
        return _left(_explained(squares.sum() - squares, _squares_without_each(true)))


@dataclass(frozen=True)
class ExplainedVariance(SampleMetric):
    """Explained variance: 1 - variance of the errors / variance of the truth; a constant error costs nothing.

    Examples
    --------
    >>> ExplainedVariance().score([3.0, -0.5, 2.0, 7.0], [2.5, 0.0, 2.0, 8.0])  # scikit-learn's own example
    0.957
    """

    slug = "explained_variance"
    bounds = (-inf, 1.0)

    def scores(self, truth: Floats, predictions: Floats) -> Floats:
        """Return 1 - variance of the errors / variance of the truth."""
        return _explained(_squares(truth - predictions), _squares(truth))

    def without_each(self, truth: Any, predictions: Any) -> Floats:
        """Return the score without each row; NaN where a single row is left."""
        true, said = as_numbers(truth, predictions)
        return _left(_explained(_squares_without_each(true - said), _squares_without_each(true)))


@dataclass(frozen=True)
class NegRootMeanSquaredError(SampleMetric):
    """Root of the mean squared error, with a minus sign so that higher is better.

    Examples
    --------
    >>> NegRootMeanSquaredError().score([3.0, -0.5, 2.0, 7.0], [2.5, 0.0, 2.0, 8.0])  # scikit-learn's own example
    -0.612
    """

    slug = "neg_root_mean_squared_error"
    bounds = LOSS

    def scores(self, truth: Floats, predictions: Floats) -> Floats:
        """Return -sqrt(mean of (truth - prediction)^2)."""
        mean: Floats = ((truth - predictions) ** 2).mean(axis=-1)
        return -np.sqrt(mean)

    def without_each(self, truth: Any, predictions: Any) -> Floats:
        """Return the score without each row."""
        true, said = as_numbers(truth, predictions)
        squares = (true - said) ** 2
        left: Floats = -np.sqrt(np.maximum(squares.sum() - squares, 0.0) / (len(squares) - 1))
        return left


@dataclass(frozen=True)
class NegMedianAbsoluteError(SampleMetric):
    """Median absolute error, with a minus sign so that higher is better.

    Examples
    --------
    >>> NegMedianAbsoluteError().score([3.0, -0.5, 2.0, 7.0], [2.5, 0.0, 2.0, 8.0])  # scikit-learn's own example
    -0.5
    """

    slug = "neg_median_absolute_error"
    bounds = LOSS

    def scores(self, truth: Floats, predictions: Floats) -> Floats:
        """Return -median of |truth - prediction|."""
        return -np.median(np.abs(truth - predictions), axis=-1)


@dataclass(frozen=True)
class NegMaxError(SampleMetric):
    """Largest absolute error, with a minus sign so that higher is better.

    Examples
    --------
    >>> NegMaxError().score([3, 2, 7, 1], [4, 2, 7, 1])  # scikit-learn's own example
    -1.0
    """

    slug = "neg_max_error"
    bounds = LOSS

    def scores(self, truth: Floats, predictions: Floats) -> Floats:
        """Return -max of |truth - prediction|."""
        worst: Floats = np.abs(truth - predictions).max(axis=-1)
        return -worst


def _squares(values: Floats) -> Floats:
    """Sum the squared deviations from the mean; exactly 0 for equal values, although their mean may be rounded."""
    total: Floats = ((values - values.mean(axis=-1, keepdims=True)) ** 2).sum(axis=-1)
    return np.where(values.max(axis=-1) == values.min(axis=-1), 0.0, total)


def _squares_without_each(values: Floats) -> Floats:
    """Return the same without each of the values [row]; 0 where all others are equal."""
    n, deviations = len(values), values - values.mean()
    left = (deviations**2).sum() - n / (n - 1) * deviations**2
    ordered = np.sort(values)
    lowest, highest = (
        np.where(values == ordered[end], ordered[after], ordered[end]) for end, after in ((0, 1), (-1, -2))
    )
    return np.where(lowest == highest, 0.0, np.maximum(left, 0.0))


def _left(scores: Floats) -> Floats:
    """Return scores without each row; there is none of a single row."""
    return scores if len(scores) > 2 else np.full(len(scores), np.nan)


def _explained(residual: Floats, total: Floats) -> Floats:
    """Return 1 - residual / total; for a total of 0, 1 if predictions are perfect, else 0 (``force_finite``)."""
    some = total > 0
    share = np.divide(residual, total, out=np.ones_like(residual), where=some)
    return np.where(some | (residual > 0), 1.0 - share, 1.0)
