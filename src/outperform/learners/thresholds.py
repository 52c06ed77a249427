"""Regressions cut at a half: least squares and a regression tree as classifiers (Wang et al. 2014, sec. 6)."""

from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from sklearn.base import BaseEstimator

from outperform.core import Floats, InputError, Values
from outperform.learners.recipes import EstimatorRecipe


@dataclass(frozen=True)
class ThresholdOLS(EstimatorRecipe):
    """Least-squares regression on classes coded 0 and 1; predicts the second class above .5."""

    slug = "threshold-ols"

    @property
    def estimator(self) -> Any:
        """The cut regression."""
        from sklearn.linear_model import LinearRegression

        return CutRegression(LinearRegression())


@dataclass(frozen=True)
class ThresholdTree(EstimatorRecipe):
    """A regression tree on classes coded 0 and 1, cut at .5; the defaults are those of R's tree.

    Parameters
    ----------
    min_size
        Minimum number of rows in a node that is split.
    min_cut
        Minimum number of rows on either side of a split.
    min_dev
        A node is split only if its sum of squares is at least this share of the root's.
    """

    slug = "threshold-tree"
    min_size: int = 10
    min_cut: int = 5
    min_dev: float = 0.01

    def __post_init__(self) -> None:
        """Raise a SpecError for nodes without rows and a negative min_dev."""
        super().__post_init__()
        self._require("min_size", self.min_size >= 2, "at least 2")
        self._require("min_cut", self.min_cut >= 1, "at least 1")
        self._require("min_dev", self.min_dev >= 0, "at least 0")

    @property
    def estimator(self) -> Any:
        """The cut tree."""
        return CutRegression(DevianceTree(self.min_size, self.min_cut, self.min_dev))


class CutRegression(BaseEstimator):  # type: ignore[misc]  # scikit-learn has no types
    """A regression of two classes coded 0 and 1, cut at .5; exactly .5 is the first class."""

    def __init__(self, regressor: Any) -> None:
        self.regressor = regressor

    def fit(self, X: Any, y: Any) -> Self:
        """Code the classes and fit."""
        from sklearn.base import clone

        self.classes_, codes = np.unique(np.asarray(y), return_inverse=True)
        if len(self.classes_) > 2:
            raise InputError(
                "target", f"this learner (a regression cut at .5) needs two classes, got {len(self.classes_)}"
            )
        self.regressor_ = clone(self.regressor).fit(X, codes.astype(np.float64))
        return self

    def predict(self, X: Any) -> Values:
        """Return the class on the regression's side of .5."""
        above = self.regressor_.predict(X) > 0.5
        labels: Values = self.classes_[above.astype(np.int64)]
        return labels


class DevianceTree(BaseEstimator):  # type: ignore[misc]  # scikit-learn has no types
    """A regression tree that stops as R's ``tree`` does.

    scikit-learn has no limit on a node's own sum of squares. That sum does not depend on the nodes below; so a tree
    grown without the limit, in which a node under the limit decides for all nodes below it, is the same tree.
    """

    def __init__(
        self, min_size: int = 10, min_cut: int = 5, min_dev: float = 0.01, random_state: int | None = None
    ) -> None:
        self.min_size = min_size
        self.min_cut = min_cut
        self.min_dev = min_dev
        self.random_state = random_state

    def fit(self, X: Any, y: Any, *, check_input: bool = True) -> Self:
        """Grow; the first node under the limit on each path decides for all nodes below it.

        ``check_input=False``, as in scikit-learn's trees, uses rows of float32 without checks: for many small fits.
        """
        from sklearn.tree import DecisionTreeRegressor

        limits = {"min_samples_split": self.min_size, "min_samples_leaf": self.min_cut}
        self.grown_ = DecisionTreeRegressor(**limits, random_state=self.random_state)
        self.grown_.fit(X, y, check_input=check_input)
        self.values_ = self._values()
        return self

    def _values(self) -> Floats:
        tree = self.grown_.tree_
        values: Floats = tree.value.reshape(-1).copy()
        deviance = tree.impurity * tree.n_node_samples
        final = deviance < self.min_dev * deviance[0]
        for node in range(tree.node_count):  # parents come before their children
            for child in (tree.children_left[node], tree.children_right[node]):
                if final[node] and child >= 0:
                    final[child], values[child] = True, values[node]
        return values

    def predict(self, X: Any, *, check_input: bool = True) -> Floats:
        """Return the value of each row's leaf."""
        found: Floats = self.values_[self.grown_.apply(X, check_input=check_input)]
        return found
