"""Metrics that are a mean over rows."""

from abc import abstractmethod
from dataclasses import dataclass
from typing import Any

import numpy as np

from outperform.core import Floats, InputError, Metric
from outperform.core.units import LOSS
from outperform.metrics.labels import aligned


class RowMetric(Metric):
    """A metric that is the mean of one score per row."""

    @abstractmethod
    def row_scores(self, truth: Any, predictions: Any) -> Floats:
        """Score every row of predictions [..., row]; the mean over rows is the score."""

    def score(self, truth: Any, predictions: Any) -> float:
        """Average over rows."""
        return float(self.row_scores(truth, predictions).mean())

    def influence(self, truth: Any, predictions: Any) -> Floats:
        """Return the influence of every row of predictions [..., row]: its score minus the mean.

        Examples
        --------
        >>> NegMeanAbsoluteError().influence([3.0, -0.5, 2.0, 7.0], [2.5, 0.0, 2.0, 8.0]).tolist()
        [0.0, 0.0, 0.5, -0.5]
        """
        rows = self.row_scores(truth, predictions)
        centred: Floats = rows - rows.mean(axis=-1, keepdims=True)
        return centred


@dataclass(frozen=True)
class NegMeanAbsoluteError(RowMetric):
    """Mean absolute error, with a minus sign so that higher is better.

    Examples
    --------
    >>> NegMeanAbsoluteError().score([3.0, -0.5, 2.0, 7.0], [2.5, 0.0, 2.0, 8.0])  # scikit-learn's own example
    -0.5
    """

    slug = "neg_mean_absolute_error"
    bounds = LOSS

    def row_scores(self, truth: Any, predictions: Any) -> Floats:
        """Return -|truth - prediction|."""
        return -np.abs(_errors(truth, predictions))


@dataclass(frozen=True)
class NegMeanSquaredError(RowMetric):
    """Mean squared error, with a minus sign so that higher is better.

    Examples
    --------
    >>> NegMeanSquaredError().score([3.0, -0.5, 2.0, 7.0], [2.5, 0.0, 2.0, 8.0])  # scikit-learn's own example
    -0.375
    """

    slug = "neg_mean_squared_error"
    bounds = LOSS

    def row_scores(self, truth: Any, predictions: Any) -> Floats:
        """Return -(truth - prediction)^2."""
        return -(_errors(truth, predictions) ** 2)


@dataclass(frozen=True)
class NegMeanAbsolutePercentageError(RowMetric):
    """Mean absolute error relative to the truth, with a minus sign so that higher is better; -1 is 100 percent.

    Examples
    --------
    >>> NegMeanAbsolutePercentageError().score([3.0, -0.5, 2.0, 7.0], [2.5, 0.0, 2.0, 8.0])  # scikit-learn's example
    -0.327
    """

    slug = "neg_mean_absolute_percentage_error"
    bounds = LOSS

    def row_scores(self, truth: Any, predictions: Any) -> Floats:
        """Return -|truth - prediction| / |truth|, a truth of 0 counted as the machine epsilon."""
        true, said = as_numbers(truth, predictions)
        return -np.abs(true - said) / np.maximum(np.abs(true), np.finfo(np.float64).eps)


def _errors(truth: Any, predictions: Any) -> Floats:
    true, said = as_numbers(truth, predictions)
    return true - said


def as_numbers(truth: Any, predictions: Any) -> tuple[Floats, Floats]:
    """Return truth [row] and predictions [..., row] as floats."""
    true, said = aligned(truth, predictions)
    if true.dtype.kind == "U":
        raise InputError("truth", f"this metric needs numbers, got text such as {str(true[0])!r}")
    return true.astype(np.float64), said.astype(np.float64)
