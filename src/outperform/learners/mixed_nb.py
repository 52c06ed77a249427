"""Naive Bayes for mixed data: numeric and nominal columns, with missing values."""

from numbers import Real
from typing import Any, Literal

import numpy as np

from outperform.core import Bools, Floats, InputError, Ints
from outperform.learners._tables import TableClassifier
from outperform.learners.tables import UNKNOWN, CodedRows

VARIANCE_FLOOR = 1e-9  # as a share of the largest variance: scikit-learn's var_smoothing
DEVIATIONS_PER_SPACING = 6.0  # Weka's: a standard deviation is at least a sixth of the spacing
LONE_SPACING = 0.01  # Weka's, for a column without two different values


class MixedNB(TableClassifier):
    """Naive Bayes: Gaussians for numeric columns, smoothed counts for nominal ones, missing values left out.

    A numeric column has a mean and a variance (divisor n) for each class, over the values that are there; a class
    without a value in a column gets the mean and variance of the whole column. The ``floor`` keeps a class whose values
    are all equal from deciding alone. A category has the probability (count + smoothing) / (n + smoothing * K), where n
    counts the class's values in the column and K the categories seen in training; a category that was not seen counts
    as missing. The prior is the relative frequency.

    Parameters
    ----------
    smoothing : float
        What is added to each count, greater than 0; 1 is Laplace's rule.
    floor : {"spacing", "sklearn"}
        How small a variance may be. Under both, each is raised by 1e-9 times the largest variance of any numeric column
        in training (by 1e-9 if all are constant). "sklearn" leaves it at that, and on complete numeric data is
        scikit-learn's ``GaussianNB``. "spacing" is Weka's rule: besides, a standard deviation is at least a sixth of
        the mean gap between neighbouring different values of the column in training, all classes together (of 0.01 if
        there are not two).

    Examples
    --------
    >>> import pandas as pd
    >>> rows = pd.DataFrame({"sky": ["sun", "sun", "rain", None]})
    >>> learner = MixedNB().fit(rows, ["out", "out", "in", "in"])
    >>> learner.predict_proba(rows)[0]  # sun: 1/3 if in, 3/4 if out
    array([0.308, 0.692])
    """

    def __init__(self, smoothing: float = 1.0, floor: Literal["spacing", "sklearn"] = "spacing") -> None:
        self.smoothing = smoothing
        self.floor = floor

    def predict_proba(self, X: Any) -> Floats:
        """Return the probability of each class, in the order of ``classes_``."""
        support = self._read_and_support(X)
        shares = np.exp(support - support.max(axis=1, keepdims=True))
        probabilities: Floats = shares / shares.sum(axis=1, keepdims=True)
        return probabilities

    def _check_parameters(self) -> None:
        if not (isinstance(self.smoothing, Real) and 0 < self.smoothing < np.inf):
            raise InputError("smoothing", f"must be a number greater than 0, got {self.smoothing!r}")
        if self.floor not in ("spacing", "sklearn"):
            raise InputError("floor", f"must be 'spacing' or 'sklearn', got {self.floor!r}")

    def _learn(self, table: CodedRows, target: Ints) -> None:
        self.class_prior_ = np.bincount(target) / len(target)
        self._learn_gaussians(table.numbers, target)
        self._learn_counts(table.codes, target)

    def _learn_gaussians(self, numbers: Floats, target: Ints) -> None:
        seen, mean, variance = _moments(numbers)
        self._silent = seen == 0
        raised = VARIANCE_FLOOR * (variance.max(initial=0.0) or 1.0)
        self.theta_ = np.tile(mean, (len(self.classes_), 1))
        self.var_ = np.tile(variance, (len(self.classes_), 1))
        for place in range(len(self.classes_)):
            seen, mean, variance = _moments(numbers[target == place])
            np.copyto(self.theta_[place], mean, where=seen > 0)
            np.copyto(self.var_[place], variance, where=seen > 0)
        self.var_ += raised
        if self.floor == "spacing":
            least = _spacing(numbers) / DEVIATIONS_PER_SPACING
            np.maximum(self.var_, least**2, out=self.var_)

    def _learn_counts(self, codes: Ints, target: Ints) -> None:
        """Keep the log probability of each category (row) in each class, column after column; UNKNOWN's is last."""
        widths = codes.max(axis=0, initial=UNKNOWN) + 1
        ends, classes = np.cumsum(widths), len(self.classes_)
        self._starts = ends - widths
        known = codes != UNKNOWN
        cells = (codes + self._starts) * classes + target[:, np.newaxis]
        rows = int(widths.sum())
        counts = np.bincount(cells[known], minlength=rows * classes).reshape(rows, classes) + self.smoothing
        totals = [counts[start:end].sum(axis=0) for start, end in zip(self._starts, ends, strict=True)]
        if totals:
            counts = counts / np.repeat(totals, widths, axis=0)
        self._log_table = np.vstack([np.log(counts), np.zeros(classes)])

    def _support(self, table: CodedRows) -> Floats:
        """Add up the logarithms of the prior and of each column's likelihood."""
        numbers = np.where(self._silent, np.nan, table.numbers) if self._silent.any() else table.numbers
        missing = np.isnan(numbers)
        gaussians = [
            _log_gaussians(numbers, missing, mean, variance)
            for mean, variance in zip(self.theta_, self.var_, strict=True)
        ]
        support: Floats = np.log(self.class_prior_) + np.stack(gaussians, axis=1)
        cells = np.where(table.codes == UNKNOWN, UNKNOWN, table.codes + self._starts)
        for column in cells.T:
            support += self._log_table[column]
        return support


def _moments(numbers: Floats) -> tuple[Ints, Floats, Floats]:
    """Return count, mean and variance (divisor n) of what is there of each column; zeros where nothing is."""
    absent = np.isnan(numbers)
    if not absent.any():  # as numpy's mean and var, without their checks
        mean = np.add.reduce(numbers, axis=0) / len(numbers)
        gaps = numbers - mean
        gaps *= gaps
        return np.full(len(mean), len(numbers)), mean, np.add.reduce(gaps, axis=0) / len(numbers)
    there = ~absent
    count: Ints = there.sum(axis=0)
    divisor = np.maximum(count, 1)
    mean = np.where(there, numbers, 0.0).sum(axis=0) / divisor
    variance = (np.where(there, numbers - mean, 0.0) ** 2).sum(axis=0) / divisor
    return count, mean, variance


def _spacing(numbers: Floats) -> Floats:
    """Return the mean gap between neighbouring different values of each column."""
    ordered = np.sort(numbers, axis=0)  # NaN comes last, and is not greater than anything
    gaps = (ordered[1:] > ordered[:-1]).sum(axis=0)
    span = np.fmax.reduce(ordered, axis=0) - ordered[0]
    spacing: Floats = np.divide(span, gaps, out=np.full(len(gaps), LONE_SPACING), where=gaps > 0)
    return spacing


def _log_gaussians(numbers: Floats, missing: Bools, mean: Floats, variance: Floats) -> Floats:
    """Add up one class's log densities of each row, in GaussianNB's order where nothing is missing."""
    scale = np.log(2.0 * np.pi * variance)
    distance = (numbers - mean) ** 2 / variance
    if not missing.any():
        complete: Floats = -0.5 * np.sum(scale) - 0.5 * np.sum(distance, axis=1)
        return complete
    partial: Floats = -0.5 * np.sum(np.where(missing, 0.0, distance + scale), axis=1)
    return partial
