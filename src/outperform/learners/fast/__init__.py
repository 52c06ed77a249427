"""Exact fast cross-validation: the predictions of scikit-learn's refits on every training set, from shared work.

A fast path is made once for a learner and its data, and then predicts any number of repeats. Where its predictions
might differ from those of a refit (a class is missing, the matrix is ill conditioned, two neighbours are equally far, a
decision depends on rounding) it marks the split, and scikit-learn refits that split.
"""

from collections.abc import Callable
from importlib import import_module
from typing import Any, Protocol

from outperform.core import Bools, Floats, Ints, Values
from outperform.learners.estimator_kind import is_classifier
from outperform.learners.fast._rows import float_rows
from outperform.learners.fast.cut import cut_path
from outperform.learners.fast.discriminant import discriminant_path
from outperform.learners.fast.least_squares import ols_path, ridge_path
from outperform.learners.fast.naive_bayes import naive_bayes_path
from outperform.learners.fast.nearest_row import nearest_row_path
from outperform.learners.fast.neighbours import classifier_path, regressor_path
from outperform.learners.fast.pruned_trees import pruned_tree_path
from outperform.learners.fast.stumps import stump_path

__all__ = ["FastPath", "fast_path"]


class FastPath(Protocol):
    """Predictions over whole repeats at once."""

    def predict(self, labels: Ints) -> tuple[Values, Bools]:
        """Predict every tested row from the rows outside its fold.

        Parameters
        ----------
        labels
            ``labels[repeat, row]`` is the fold in which a row is tested, -1 where it only trains.

        Returns
        -------
        predictions[repeat, row]
            Without meaning where the label is -1.
        ok[repeat, fold]
            False where the split must be refitted: its predictions may be wrong.
        """


def _block_path(block: Any, rows: Floats, target: Values) -> FastPath | None:
    """Return the fast path of a classifier on a block of the columns: that of the inner learner on these columns."""
    from outperform.learners.recipes import inner_learner

    if rows.shape[1] % block.of:
        return None  # refused when it is fitted
    seen = block.seen(rows)
    inner = getattr(inner_learner(block.learner, seen, target), "estimator", None)
    return fast_path(inner, seen, target) if inner is not None and is_classifier(inner) else None


_PATHS: dict[str, tuple[str, Callable[[Any, Floats, Values], FastPath | None]]] = {
    "KNeighborsClassifier": ("sklearn.neighbors", classifier_path),
    "KNeighborsRegressor": ("sklearn.neighbors", regressor_path),
    "GaussianNB": ("sklearn.naive_bayes", naive_bayes_path),
    "LinearDiscriminantAnalysis": ("sklearn.discriminant_analysis", discriminant_path),
    "DecisionTreeClassifier": ("sklearn.tree", stump_path),
    "Ridge": ("sklearn.linear_model", ridge_path),
    "LinearRegression": ("sklearn.linear_model", ols_path),
    "CutRegression": ("outperform.learners.thresholds", cut_path),
    "PrunedTree": ("outperform.learners.rpart", pruned_tree_path),
    "NearestRow": ("outperform.learners.nearest_row", nearest_row_path),
    "BlockEstimator": ("outperform.learners.blocks", _block_path),
}


def fast_path(estimator: Any, rows: Any, target: Values) -> FastPath | None:
    """Return the fast path of an estimator, or None if it has none.

    There is one if the estimator is exactly of a supported class (no subclass, no pipeline) with supported
    parameters, and the rows are a two-dimensional array of finite float64 or integer numbers.

    Examples
    --------
    >>> import numpy as np
    >>> from sklearn.neighbors import KNeighborsClassifier
    >>> rows, target = np.array([[0.0], [1.0], [3.0], [4.5]]), np.array(["a", "a", "b", "b"])
    >>> path = fast_path(KNeighborsClassifier(1), rows, target)
    >>> predictions, ok = path.predict(np.array([[0, 1, 0, 1]]))
    >>> predictions.tolist(), ok.tolist()
    ([['a', 'a', 'b', 'b']], [[True, True]])
    """
    name = type(estimator).__name__
    if name not in _PATHS:
        return None
    module, make = _PATHS[name]
    if type(estimator) is not getattr(import_module(module), name):
        return None
    numbers = float_rows(rows)
    if numbers is None or target.shape != (len(numbers),):
        return None
    return make(estimator, numbers, target)
