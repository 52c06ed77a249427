"""Learners with one or two parameters, for studies over k, depth or hidden units. Numeric columns only."""

from dataclasses import dataclass
from typing import Any, Literal

from outperform.learners.recipes import EstimatorRecipe


@dataclass(frozen=True)
class NearestNeighbours(EstimatorRecipe):
    """The k nearest neighbours on unscaled columns (scikit-learn's classifier, which has an exact fast path)."""

    slug = "knn"
    k: int = 5

    def __post_init__(self) -> None:
        """Raise a SpecError for no neighbours."""
        super().__post_init__()
        self._require("k", self.k >= 1, "at least 1")

    @property
    def estimator(self) -> Any:
        """The classifier."""
        from sklearn.neighbors import KNeighborsClassifier

        return KNeighborsClassifier(n_neighbors=self.k)


@dataclass(frozen=True)
class DepthTree(EstimatorRecipe):
    """A decision tree (entropy) with a maximum depth and a minimum leaf size.

    Parameters
    ----------
    depth
        Maximum number of splits above a leaf; None for no limit, 1 is a stump.
    min_leaf
        Minimum number of training rows in a leaf.
    """

    slug = "depth-tree"
    depth: int | None = 3
    min_leaf: int = 1

    def __post_init__(self) -> None:
        """Raise a SpecError for a tree without splits or rows."""
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
    """A full decision tree that considers a few random columns per split, as one tree of a random forest does.

    Parameters
    ----------
    columns
        Number of columns that each split may choose from: a number, or the root or the logarithm of all.
    """

    slug = "random-tree"
    columns: int | Literal["sqrt", "log2"] = "sqrt"

    def __post_init__(self) -> None:
        """Raise a SpecError for no columns."""
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
    """A neural network with one hidden layer on standardised columns (mlp without parameters is the short name).

    Every fit draws its initial weights.

    Parameters
    ----------
    hidden
        Number of hidden units.
    steps
        Maximum number of iterations of L-BFGS.
    """

    slug = "mlp"
    hidden: int  # no default: ``mlp`` alone is a short name
    steps: int = 200

    def __post_init__(self) -> None:
        """Raise a SpecError for an empty layer or no steps."""
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
