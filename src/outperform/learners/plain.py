"""Learners with a parameter or two, for studies over k, depth or the number of hidden units. Numbers only."""

from dataclasses import dataclass
from typing import Any, Literal

from outperform.learners.recipes import EstimatorRecipe


@dataclass(frozen=True)
class NearestNeighbours(EstimatorRecipe):
    """The k nearest neighbours, columns unscaled: scikit-learn's, so that the exact fast path applies."""

    slug = "knn"
    k: int = 5

    def __post_init__(self) -> None:
        """Refuse to ask nobody."""
        super().__post_init__()
        self._require("k", self.k >= 1, "at least 1")

    @property
    def estimator(self) -> Any:
        """The classifier."""
        from sklearn.neighbors import KNeighborsClassifier

        return KNeighborsClassifier(n_neighbors=self.k)


@dataclass(frozen=True)
class DepthTree(EstimatorRecipe):
    """A decision tree, by entropy, of limited depth and least leaf size.

    Parameters
    ----------
    depth
        Most splits above a leaf; None for no limit, 1 is a stump.
    min_leaf
        Fewest training rows in a leaf.
    """

    slug = "depth-tree"
    depth: int | None = 3
    min_leaf: int = 1

    def __post_init__(self) -> None:
        """Refuse a tree without a split or a row."""
        super().__post_init__()
        self._require("depth", self.depth is None or self.depth >= 1, "at least 1")
        self._require("min_leaf", self.min_leaf >= 1, "at least 1")

    @property
    def estimator(self) -> Any:
        """The classifier."""
        from sklearn.tree import DecisionTreeClassifier

        return DecisionTreeClassifier(criterion="entropy", max_depth=self.depth, min_samples_leaf=self.min_leaf)


@dataclass(frozen=True)
class RandomTree(EstimatorRecipe):
    """A full decision tree that looks at a few random columns for each split: one tree of a random forest.

    Parameters
    ----------
    columns
        How many columns each split may choose from: a number, or the root or logarithm of all.
    """

    slug = "random-tree"
    columns: int | Literal["sqrt", "log2"] = "sqrt"

    def __post_init__(self) -> None:
        """Refuse to look at nothing."""
        super().__post_init__()
        self._require("columns", isinstance(self.columns, str) or self.columns >= 1, "at least 1")

    @property
    def estimator(self) -> Any:
        """The classifier."""
        from sklearn.tree import DecisionTreeClassifier

        return DecisionTreeClassifier(criterion="entropy", max_features=self.columns)


@dataclass(frozen=True)
class Perceptron(EstimatorRecipe):
    """A linear perceptron on standardised columns (LP of Wang et al. 2014)."""

    slug = "perceptron"

    @property
    def estimator(self) -> Any:
        """The classifier behind the scaler."""
        from sklearn import linear_model
        from sklearn.pipeline import make_pipeline
        from sklearn.preprocessing import StandardScaler

        return make_pipeline(StandardScaler(), linear_model.Perceptron())


@dataclass(frozen=True)
class MultilayerPerceptron(EstimatorRecipe):
    """A neural network with one hidden layer on standardised columns; its first weights are drawn at every fit.

    Parameters
    ----------
    hidden
        Units of the layer.
    steps
        Most iterations of L-BFGS.
    """

    slug = "mlp"
    hidden: int  # no default: plain ``mlp`` is a short name, made for the data at hand
    steps: int = 200

    def __post_init__(self) -> None:
        """Refuse an empty layer."""
        super().__post_init__()
        self._require("hidden", self.hidden >= 1, "at least 1")
        self._require("steps", self.steps >= 1, "at least 1")

    @property
    def estimator(self) -> Any:
        """The classifier behind the scaler."""
        from sklearn.neural_network import MLPClassifier
        from sklearn.pipeline import make_pipeline
        from sklearn.preprocessing import StandardScaler

        net = MLPClassifier(hidden_layer_sizes=(self.hidden,), solver="lbfgs", max_iter=self.steps)
        return make_pipeline(StandardScaler(), net)
