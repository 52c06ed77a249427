"""Metrics that are functions of the confusion counts, under scikit-learn's names and with its values.

The arithmetic of each is one function of three arrays [..., class]: rows of the class that were found (tp), rows
said to be of the class (predicted), rows of the class (actual). It broadcasts over any leading axes.
"""

from abc import abstractmethod
from dataclasses import dataclass
from typing import Any

import numpy as np

from outperform.core import Bools, Floats, Ints, Metric, Unit, Values
from outperform.core.units import SHARE
from outperform.metrics.labels import aligned, check_classes, encode
from outperform.metrics.rows import RowMetric

Counts = tuple[Floats, Floats, Floats]
"""Numbers of rows [..., class]: tp, predicted, actual."""
Slopes = tuple[Floats, Floats, Floats]
"""The derivatives of a metric by tp, predicted and actual, each [..., class]."""
_ROUNDING = 16 * float(np.finfo(np.float64).eps)
_STEP = 1e-4  # of a derivative by differences, as a share of all rows; its error is about the square


class CountMetric(Metric):
    """A metric that depends on the rows through the confusion counts alone."""

    @abstractmethod
    def of_counts(self, tp: Floats, predicted: Floats, actual: Floats) -> Floats:
        """Compute the metric from counts [..., class]; a class without rows changes nothing."""

    def slopes(self, tp: Floats, predicted: Floats, actual: Floats) -> Slopes:
        """Return the derivatives by the counts; 0 where a class has no such rows.

        Our metrics have formulas. A metric without one gets central differences.
        """
        counts = np.stack(np.broadcast_arrays(tp, predicted, actual)).astype(np.float64)
        step = _STEP * np.maximum(1.0, counts[2].sum(axis=-1))
        found = np.zeros_like(counts)
        for place in np.ndindex(3, counts.shape[-1]):
            moved = np.zeros_like(counts)
            moved[place[0], ..., place[1]] = step
            apart = self.of_counts(*(counts + moved)) - self.of_counts(*(counts - moved))
            found[place[0], ..., place[1]] = apart / (2 * step)
        tp_slope, said_slope, true_slope = np.where(counts > 0, found, 0.0)
        return tp_slope, said_slope, true_slope

    def counted(self, labels: Values) -> Bools:
        """Return which of the labels that occur are the classes of the arithmetic: all, unless one is positive."""
        check_classes(labels)
        return np.ones(labels.size, dtype=bool)

    def score(self, truth: Any, predictions: Any) -> float:
        """Count, then compute."""
        labels, (true, said) = encode(*aligned(truth, predictions))
        return float(self.of_counts(*_count(true, said, self.counted(labels))))

    def influence(self, truth: Any, predictions: Any) -> Floats:
        """Return the influence of every row: on a sample of such rows the metric is about M + mean of its influences.

        Examples
        --------
        >>> BalancedAccuracy().influence([0, 1, 0, 0, 1, 0], [0, 1, 0, 0, 0, 1])  # tp rates 3/4 and 1/2
        array([ 0.1875,  0.75  ,  0.1875,  0.1875, -0.75  , -0.5625])
        """
        labels, (true, said) = encode(*aligned(truth, predictions))
        chosen = self.counted(labels)
        rows = row_slopes(self.slopes(*_count(true, said, chosen)), chosen, true, said)
        centred: Floats = true.size * (rows - rows.mean())
        return centred


def _count(true: Ints, said: Ints, chosen: Bools) -> Counts:
    """Count the rows of each chosen class: found, said to be, and truly of it."""
    tp, predicted, actual = (
        np.bincount(rows, minlength=chosen.size)[chosen].astype(np.float64) for rows in (true[true == said], said, true)
    )
    return tp, predicted, actual


def row_slopes(slopes: Slopes, chosen: Bools, true: Ints, said: Ints) -> Floats:
    """Return by how much one more row changes the metric [..., row], for rows with these codes of truth and prediction.

    ``chosen`` says which labels are the classes of the slopes.
    """
    place = np.where(chosen, np.cumsum(chosen) - 1, chosen.sum())  # the last place is for other labels
    tp, predicted, actual = (
        np.concatenate([each, np.zeros((*each.shape[:-1], 1))], axis=-1) for each in np.broadcast_arrays(*slopes)
    )
    truly = place[true]
    hit = np.where(true == said, tp.take(truly, axis=-1), 0.0)
    found: Floats = predicted.take(place[said], axis=-1) + actual.take(truly, axis=-1)
    largest = np.abs(found)
    found += hit
    found[np.abs(found) <= _ROUNDING * largest] = 0.0  # what cancels up to rounding has no influence
    return found


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

    def slopes(self, tp: Floats, predicted: Floats, actual: Floats) -> Slopes:
        """Return the derivatives of tp / rows, each by the quotient rule."""
        rows = np.broadcast_to(actual.sum(axis=-1, keepdims=True), actual.shape)
        return (
            ratio(np.ones(1), rows),
            np.zeros_like(predicted),
            ratio(-ratio(tp.sum(axis=-1, keepdims=True), rows), rows),
        )

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

    def influence(self, truth: Any, predictions: Any) -> Floats:
        """Return 1 or 0 minus the accuracy: the same, without the counts of each class."""
        return RowMetric.influence(self, truth, predictions)


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

    def slopes(self, tp: Floats, predicted: Floats, actual: Floats) -> Slopes:
        """Return the derivatives of each recall over the number of classes that occur."""
        each = actual * (actual > 0).sum(axis=-1, keepdims=True)
        return ratio(np.ones(1), each), np.zeros_like(predicted), ratio(-ratio(tp, actual), each)


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

    def slopes(self, tp: Floats, predicted: Floats, actual: Floats) -> Slopes:
        """Return dS / sqrt(XY) - M (dX / X + dY / Y) / 2, M = S / sqrt(XY); 0 where M is 0 by convention."""
        total = actual.sum(axis=-1, dtype=np.float64)[..., np.newaxis]
        said, true = (total**2 - _dot(each, each)[..., np.newaxis] for each in (predicted, actual))  # X, Y
        root = np.sqrt(said * true)
        value = ratio(tp.sum(axis=-1, keepdims=True) * total - _dot(actual, predicted)[..., np.newaxis], root)
        by_said, by_true = -2 * predicted * ratio(value / 2, said), 2 * total * ratio(value / 2, said)
        by_true = by_true + 2 * (total - actual) * ratio(value / 2, true)
        return (
            ratio(np.broadcast_to(total, tp.shape), root),
            ratio(-actual, root) - np.where(root > 0, by_said, 0.0),
            ratio(tp.sum(axis=-1, keepdims=True) - predicted, root) - np.where(root > 0, by_true, 0.0),
        )


def _dot(left: Floats, right: Floats) -> Floats:
    product: Floats = np.einsum("...c,...c->...", left, right)
    return product
