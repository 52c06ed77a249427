"""A classification tree that is grown and pruned as R's ``rpart`` does."""

from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from sklearn.base import BaseEstimator

from outperform.core import Floats, Ints, Values
from outperform.learners.pruned_trees import Limits, TrainingRows, Trees, grow
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
    """A tree that ``rpart`` would grow on complete numbers; nothing about it is random.

    Rows with missing values are left to scikit-learn's tree, which has a side for them, pruned in the same way. Of
    equally good columns ``rpart`` takes the first, scikit-learn a random one.
    """

    def __init__(
        self, min_split: int = 20, min_leaf: int = 7, cp: float = 0.01, random_state: int | None = None
    ) -> None:
        self.min_split = min_split
        self.min_leaf = min_leaf
        self.cp = cp
        self.random_state = random_state

    @property
    def limits(self) -> Limits:
        """The parameters of the tree."""
        return Limits(self.min_split, self.min_leaf, self.cp)

    def fit(self, X: Any, y: Any) -> Self:
        """Grow and prune."""
        self.classes_, codes = np.unique(np.asarray(y), return_inverse=True)
        rows = _complete(X)
        if rows is None:
            self.grown_: Trees | SideTree = SideTree(self.limits, self.random_state, X, codes)
        else:
            self.grown_ = grow(TrainingRows.stacked(rows[np.newaxis], codes, len(self.classes_)), self.limits)
        return self

    def predict(self, X: Any) -> Values:
        """Return the class of each row's leaf."""
        if isinstance(self.grown_, SideTree):
            said = self.grown_.predict(X)
        else:
            rows = np.asarray(X, dtype=np.float64)
            said = self.grown_.predict(np.zeros(len(rows), dtype=np.int64), rows)
        found: Values = self.classes_[said]
        return found


def _complete(rows: Any) -> Floats | None:
    """Return rows as numbers; None if some are missing or are no finite numbers."""
    try:
        numbers: Floats = np.asarray(rows, dtype=np.float64)
    except (TypeError, ValueError):
        return None
    return numbers if numbers.ndim == 2 and numbers.size and np.isfinite(numbers).all() else None


class SideTree:
    """scikit-learn's tree, pruned by training errors; scikit-learn's own pruning uses the impurity."""

    def __init__(self, limits: Limits, seed: int | None, rows: Any, codes: Ints) -> None:
        from sklearn.tree import DecisionTreeClassifier

        self.tree = DecisionTreeClassifier(
            min_samples_split=limits.split, min_samples_leaf=limits.leaf, random_state=seed
        ).fit(rows, codes)
        self.says = self._says(limits.cp)

    def _says(self, cp: float) -> Ints:
        """Return what each node says; one that became a leaf decides for all nodes below it."""
        tree = self.tree.tree_
        shares = tree.value[:, 0, :]
        shares = shares / shares.sum(axis=1, keepdims=True)
        risk = tree.n_node_samples * (1 - shares.max(axis=1))
        cost = risk + cp * risk[0]
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

    def predict(self, rows: Any) -> Ints:
        """Return the code of each row's leaf."""
        said: Ints = self.says[self.tree.apply(rows)]
        return said
