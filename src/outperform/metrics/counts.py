"""Metrics that are functions of the confusion counts, under scikit-learn's names and with its values.

The arithmetic of each is one function of three arrays [..., class]: rows of the class that were found (tp), rows
said to be of the class (predicted), rows of the class (actual). It broadcasts over any leading axes.
"""

from abc import abstractmethod
from dataclasses import dataclass
from typing import Any

import numpy as np

from outperform.core import Bools, Floats, Metric, Unit, Values
from outperform.core.units import SHARE
from outperform.metrics.labels import aligned, check_classes, encode
from outperform.metrics.rows import RowMetric


class CountMetric(Metric):
    """A metric that depends on the rows through the confusion counts alone."""

    @abstractmethod
    def of_counts(self, tp: Floats, predicted: Floats, actual: Floats) -> Floats:
        """Compute the metric from counts [..., class]; a class without rows changes nothing."""

    def counted(self, labels: Values) -> Bools:
        """Return which of the labels that occur are the classes of the arithmetic: all, unless one is positive."""
        check_classes(labels)
        return np.ones(labels.size, dtype=bool)

    def score(self, truth: Any, predictions: Any) -> float:
        """Count, then compute."""
        true, said = aligned(truth, predictions)
        labels, (row_truth, row_said) = encode(true, said)
        chosen = self.counted(labels)
        tp, predicted, actual = (
            np.bincount(rows, minlength=labels.size)[chosen].astype(np.float64)
            for rows in (row_truth[row_truth == row_said], row_said, row_truth)
        )
        return float(self.of_counts(tp, predicted, actual))


def ratio(numerator: Floats, denominator: Floats) -> Floats:
    """Divide; return 0 where the denominator is 0, as scikit-learn's ``zero_division=0`` does."""
    nothing = np.zeros(np.broadcast_shapes(np.shape(numerator), np.shape(denominator)))
    return np.divide(numerator, denominator, out=nothing, where=denominator != 0)


@dataclass(frozen=True)
class Accuracy(CountMetric, RowMetric):
    """Share of rows that are predicted correctly.

    Examples
    --------
    >>> Accuracy().score([0, 1, 2, 3], [0, 2, 1, 3])  # scikit-learn's own example
    0.5
    """

    slug = "accuracy"
    unit = Unit.POINTS
    bounds = SHARE

    def of_counts(self, tp: Floats, predicted: Floats, actual: Floats) -> Floats:  # noqa: ARG002
        """Return the share of rows that are predicted correctly."""
        return ratio(tp.sum(axis=-1), actual.sum(axis=-1))

    def score(self, truth: Any, predictions: Any) -> float:
        """Count the rows that are right: the same number, without the counts of each class."""
        true, said = aligned(truth, predictions)
        check_classes(true, said)
        return float(np.count_nonzero(np.equal(said, true)) / true.size)

    def row_scores(self, truth: Any, predictions: Any) -> Floats:
        """Return 1 where the prediction is right, 0 where it is wrong."""
        true, said = aligned(truth, predictions)
        check_classes(true, said)
        return np.equal(said, true).astype(np.float64)


@dataclass(frozen=True)
class BalancedAccuracy(CountMetric):
    """Mean recall over the classes of the truth.

    Examples
    --------
    >>> BalancedAccuracy().score([0, 1, 0, 0, 1, 0], [0, 1, 0, 0, 0, 1])  # scikit-learn's own example
    0.625
    """

    slug = "balanced_accuracy"
    unit = Unit.POINTS
    bounds = SHARE

    def of_counts(self, tp: Floats, predicted: Floats, actual: Floats) -> Floats:  # noqa: ARG002
        """Return the mean recall over the classes that occur in the truth."""
        return ratio(ratio(tp, actual).sum(axis=-1), (actual > 0).sum(axis=-1))


@dataclass(frozen=True)
class MatthewsCorrcoef(CountMetric):
    """Matthews correlation of truth and prediction (for more than two classes, Gorodkin's form).

    Examples
    --------
    >>> MatthewsCorrcoef().score([1, 1, 1, -1], [1, -1, 1, 1])  # scikit-learn's own example
    -0.333
    """

    slug = "matthews_corrcoef"
    bounds = (-1.0, 1.0)

    def of_counts(self, tp: Floats, predicted: Floats, actual: Floats) -> Floats:
        """Return covariance / (both standard deviations); 0 where truth or prediction is constant."""
        total = actual.sum(axis=-1, dtype=np.float64)  # the products below exceed 64-bit integers
        shared = tp.sum(axis=-1) * total - _dot(actual, predicted)
        spread = (total**2 - _dot(predicted, predicted)) * (total**2 - _dot(actual, actual))
        return ratio(shared, np.sqrt(spread))


def _dot(left: Floats, right: Floats) -> Floats:
    product: Floats = np.einsum("...c,...c->...", left, right)
    return product
