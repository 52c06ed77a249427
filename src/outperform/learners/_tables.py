"""Shared code of the learners for tables of numeric and nominal columns.

The name of this module is part of the keys of those learners in stores and ledgers: do not rename it.
"""

from abc import abstractmethod
from typing import Any, Self

from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils.validation import check_is_fitted

from outperform.core import CodedData, Floats, Ints, Values
from outperform.learners.tables import CodedReader, CodedRows, Reader, classes_of


class TableClassifier(ClassifierMixin, BaseEstimator):  # type: ignore[misc]  # scikit-learn has no types
    """Base of both learners: reads rows and predicts the class with the most support, the first one among equals."""

    def fit(self, X: Any, y: Any) -> Self:
        """Learn from rows and their classes."""
        self._check_parameters()
        self._reader = CodedReader(X) if isinstance(X, CodedData) else Reader(X)
        table = self._reader.read(X)
        self.n_features_in_ = self._reader.width
        self.classes_, target = classes_of(y, len(table.numbers))
        self._learn(table, target)
        return self

    def predict(self, X: Any) -> Values:
        """Return the class of each row."""
        support = self._read_and_support(X)
        labels: Values = self.classes_[support.argmax(axis=1)]
        return labels

    def _read_and_support(self, X: Any) -> Floats:
        check_is_fitted(self)
        return self._support(self._reader.read(X))

    @abstractmethod
    def _check_parameters(self) -> None: ...

    @abstractmethod
    def _learn(self, table: CodedRows, target: Ints) -> None: ...

    @abstractmethod
    def _support(self, table: CodedRows) -> Floats:
        """Return a number for each row and class, the higher the better."""
