"""Classes as whole numbers from 0, for estimators that take no others.

The name of this module is part of the keys of such learners in stores: do not rename it.
"""

from collections.abc import Callable
from typing import Any, Self

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin, clone
from sklearn.utils.metaestimators import available_if

from outperform.core import Dataset, Values
from outperform.learners.estimator_kind import is_classifier

NUMBERED = {"xgboost", "skorch"}  # packages whose classifiers want classes 0, 1, ...


def _has(word: str) -> Callable[[Any], bool]:
    return lambda self: hasattr(getattr(self, "estimator_", self.estimator), word)


class LabelCoded(ClassifierMixin, BaseEstimator):  # type: ignore[misc]  # scikit-learn has no types
    """A classifier that is trained on the places of the classes in their order, and answers with the classes.

    Examples
    --------
    >>> from sklearn.tree import DecisionTreeClassifier
    >>> coded = LabelCoded(DecisionTreeClassifier()).fit([[0], [1], [2]], ["no", "yes", "yes"])
    >>> coded.predict([[0], [2]]).tolist(), coded.estimator_.classes_.tolist()
    (['no', 'yes'], [0, 1])
    """

    def __init__(self, estimator: Any) -> None:
        self.estimator = estimator

    def fit(self, X: Any, y: Any) -> Self:
        """Code the classes and fit."""
        self.classes_, codes = np.unique(np.asarray(y), return_inverse=True)
        self.estimator_ = clone(self.estimator).fit(X, codes.astype(np.int64))
        return self

    def predict(self, X: Any) -> Values:
        """Return the classes."""
        labels: Values = self.classes_[np.asarray(self.estimator_.predict(X)).reshape(-1).astype(np.int64)]
        return labels

    @available_if(_has("predict_proba"))  # type: ignore[untyped-decorator]
    def predict_proba(self, X: Any) -> Any:
        """Return the probability of each class, in the order of ``classes_``."""
        return self.estimator_.predict_proba(X)

    @available_if(_has("decision_function"))  # type: ignore[untyped-decorator]
    def decision_function(self, X: Any) -> Any:
        """Return the decision values of the estimator."""
        return self.estimator_.decision_function(X)


def with_codes(estimator: Any, dataset: Dataset) -> Any:
    """Return an estimator for the classes of a dataset: the same one, unless it wants other labels than these."""
    if not dataset.has_classes or _package(_innermost(estimator)) not in NUMBERED:
        return estimator
    classes = np.unique(dataset.target)
    plain = classes.dtype.kind in "biu" and np.array_equal(classes, np.arange(len(classes)))
    return estimator if plain or not is_classifier(_innermost(estimator)) else LabelCoded(estimator)


def _innermost(estimator: Any) -> Any:
    """Return the last step of a pipeline, or the estimator within a search, however deep."""
    if type(estimator).__name__ == "Pipeline" and getattr(estimator, "steps", None):
        return _innermost(estimator.steps[-1][1])
    inner = getattr(estimator, "estimator", None)
    return estimator if inner is None or isinstance(inner, str) else _innermost(inner)


def _package(estimator: Any) -> str:
    return type(estimator).__module__.partition(".")[0]
