"""A classification tree that is grown and pruned as R's ``rpart`` does."""

from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from sklearn.base import BaseEstimator

from outperform.core import Ints, Values
from outperform.learners.recipes import EstimatorRecipe


@dataclass(frozen=True)
class RPart(EstimatorRecipe):
    """A classification tree (Gini impurity), pruned by training errors; the defaults are those of R's rpart.

    Parameters
    ----------
    min_split
        Minimum number of rows in a node that is split.
    min_leaf
        Minimum number of rows on either side of a split.
    cp
        Training errors that each further leaf must save, as a share of the root's errors.
    """

    slug = "rpart"
    min_split: int = 20
    min_leaf: int = 7
    cp: float = 0.01

    def __post_init__(self) -> None:
        """Raise a SpecError for nodes without rows and a negative cp."""
        super().__post_init__()
        self._require("min_split", self.min_split >= 2, "at least 2")
        self._require("min_leaf", self.min_leaf >= 1, "at least 1")
        self._require("cp", self.cp >= 0, "at least 0")

    @property
    def estimator(self) -> Any:
        """The classifier."""
        return PrunedTree(self.min_split, self.min_leaf, self.cp)


class PrunedTree(BaseEstimator):  # type: ignore[misc]  # scikit-learn has no types
    """scikit-learn's tree, pruned by training errors; scikit-learn's own pruning uses the impurity.

    Among equally good columns ``rpart`` takes the first, scikit-learn a random one.
    """

    def __init__(
        self, min_split: int = 20, min_leaf: int = 7, cp: float = 0.01, random_state: int | None = None
    ) -> None:
        self.min_split = min_split
        self.min_leaf = min_leaf
        self.cp = cp
        self.random_state = random_state

    def fit(self, X: Any, y: Any) -> Self:
        """Grow and prune; a node that became a leaf decides for all nodes below it."""
        from sklearn.tree import DecisionTreeClassifier

        limits = {"min_samples_split": self.min_split, "min_samples_leaf": self.min_leaf}
        self.grown_ = DecisionTreeClassifier(**limits, random_state=self.random_state).fit(X, y)
        self.classes_ = self.grown_.classes_
        self.says_ = self._says()
        return self

    def _says(self) -> Ints:
        tree = self.grown_.tree_
        shares = tree.value[:, 0, :]
        shares = shares / shares.sum(axis=1, keepdims=True)
        risk = tree.n_node_samples * (1 - shares.max(axis=1))
        cost = risk + self.cp * risk[0]
        splits = np.flatnonzero(tree.children_left >= 0)
        kept = np.zeros(len(cost), dtype=np.bool_)
        for node in splits[::-1]:  # children come after their parents
            below = cost[tree.children_left[node]] + cost[tree.children_right[node]]
            if below < cost[node] - 1e-9:
                cost[node], kept[node] = below, True
        says: Ints = shares.argmax(axis=1)
        for node in splits:
            if not kept[node]:
                children = [tree.children_left[node], tree.children_right[node]]
                says[children], kept[children] = says[node], False
        return says

    def predict(self, X: Any) -> Values:
        """Return the class of each row's leaf."""
        found: Values = self.classes_[self.says_[self.grown_.apply(X)]]
        return found
