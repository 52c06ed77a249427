"""Learners made worse on purpose by a parameter: a distorted distance, or random errors."""

from dataclasses import dataclass
from typing import Any, Self

import numpy as np

from outperform.core import Floats, InputError, SpecError, Values
from outperform.learners.nearest_row import NearestRow
from outperform.learners.recipes import EstimatorRecipe, InnerEstimator, Wrapping

LETTERS = ((1, 3, 9, 16), (2, 4, 6, 7, 8, 10, 12, 14, 15), (5, 11, 13))  # C1, C2, C3 of Wang et al. (2014, sec. 6)


@dataclass(frozen=True)
class DamagedNN(EstimatorRecipe):
    """Nearest neighbour with distorted distance weights (Dietterich 1998, sec. 6; Wang et al. 2014, sec. 6).

    The squared distance of two rows is the sum over columns of weight times squared difference; columns are not
    scaled, and of equally near rows the first counts. Weights are given, or come from a distortion omega: the columns
    of group k get omega^(2 - k). With omega = 1 nothing is distorted.

    Parameters
    ----------
    weights
        One weight per column; () uses omega.
    omega
        The distortion; Wang et al. use 25.
    groups
        Columns of each group, counted from 1; a column in no group gets weight 1. Default: those of Wang et al. for
        letters.

    Examples
    --------
    >>> DamagedNN(omega=25, groups=((1,), (2,), (3,))).column_weights(3)
    array([25.  ,  1.  ,  0.04])
    """

    slug = "damaged-1nn"
    weights: tuple[float, ...] = ()
    omega: float = 1
    groups: tuple[tuple[int, ...], ...] = LETTERS

    def __post_init__(self) -> None:
        """Raise a SpecError for negative weights and impossible columns."""
        super().__post_init__()
        self._require("omega", self.omega > 0, "greater than 0")
        numbers = isinstance(self.weights, tuple) and all(isinstance(weight, int | float) for weight in self.weights)
        self._require(
            "weights",
            numbers and all(0 <= weight < np.inf for weight in self.weights),
            "a tuple of numbers, each at least 0",
        )
        if self.weights and self.omega != 1:
            raise SpecError(f"{self.slug}.omega", f"set either omega or weights, not both, got {self}")
        nested = isinstance(self.groups, tuple) and all(isinstance(group, tuple) for group in self.groups)
        places = [place for group in self.groups for place in group] if nested else [0]
        fits = all(isinstance(place, int) and place >= 1 for place in places) and len(set(places)) == len(places)
        self._require("groups", fits, "a tuple of tuples of column numbers from 1, each column in one group")

    def column_weights(self, width: int) -> Floats:
        """Return the weight of each of so many columns."""
        if self.weights:
            if len(self.weights) != width:
                raise InputError("rows", f"have {width} columns, but {self} has {len(self.weights)} weights")
            return np.array(self.weights, dtype=np.float64)
        weights = np.ones(width)
        for number, group in enumerate(self.groups, start=1):
            inside = [place - 1 for place in group if place <= width]
            weights[inside] = float(self.omega) ** (2 - number)
        return weights

    @property
    def estimator(self) -> Any:
        """The nearest row by the weighted distance; of equally near rows the first."""
        return NearestRow(self)


@dataclass(frozen=True)
class Flipped(Wrapping):
    """Another learner with a share of its predictions changed to another class (Dietterich 1998, sec. 6, Pima).

    Each prediction is changed with probability ``rate``, independently of the others: with two classes it is flipped,
    with more it becomes any other class of the training rows with equal probability. The same seed at a higher rate
    changes the same predictions and some more.

    Examples
    --------
    >>> Flipped(learner="dummy", rate=1).make(seed=0).fit(np.zeros((3, 1)), np.array([1, 1, 0])).predict([[0], [0]])
    array([0, 0])
    """

    slug = "flipped"
    learner: str = "tree"
    rate: float = 0.1

    def __post_init__(self) -> None:
        """Raise a SpecError for a rate outside [0, 1]."""
        super().__post_init__()
        self._require("rate", 0 <= self.rate <= 1, "between 0 and 1")

    @property
    def estimator(self) -> "FlippedEstimator":
        """The inner learner before the flips."""
        return FlippedEstimator(self.learner, self.rate)


class FlippedEstimator(InnerEstimator):
    """Fits the learner of a spec and flips some of its predictions."""

    def __init__(self, learner: str = "tree", rate: float = 0.1, random_state: int | None = None) -> None:
        self.learner = learner
        self.rate = rate
        self.random_state = random_state

    def fit(self, X: Any, y: Any) -> Self:
        """Learn as the inner learner does."""
        self._fit_inner(X, np.asarray(y))
        return self

    def predict(self, X: Any) -> Values:
        """Predict, then flip."""
        rng = np.random.default_rng([1, self.random_state or 0])
        codes = np.searchsorted(self.classes_, super().predict(X))
        chance, step = rng.random(len(codes)), rng.random(len(codes))
        if len(self.classes_) > 1:
            moved = codes + 1 + np.floor(step * (len(self.classes_) - 1)).astype(np.int64)
            codes = np.where(chance < self.rate, moved % len(self.classes_), codes)
        labels: Values = self.classes_[codes]
        return labels
