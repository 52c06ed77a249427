"""Learners that see a part of the columns: one block of them, or those chosen from the training rows."""

from dataclasses import dataclass
from typing import Any, Self

import numpy as np

from outperform.core import Floats, InputError, Ints, Values
from outperform.learners.recipes import InnerEstimator, Wrapping, columns_at


@dataclass(frozen=True)
class Block(Wrapping):
    """Another learner that sees one of several equal blocks of the columns.

    Two of them with the same inner learner on the source ``symmetric`` are an exact null.

    Parameters
    ----------
    learner
        Spec of the learner.
    which
        The block, counted from 1.
    of
        Number of blocks; the number of columns must be a multiple of it.

    Examples
    --------
    >>> block = Block(learner="1nn", which=2).make(seed=0)
    >>> _ = block.fit(np.array([[0, 1], [1, 0]]), np.array([0, 1]))
    >>> block.predict(np.array([[9, 0]]))
    array([1])
    """

    slug = "block"
    learner: str = "nb"
    which: int = 1
    of: int = 2

    def __post_init__(self) -> None:
        """Raise a SpecError for a block that does not exist."""
        super().__post_init__()
        self._require("of", self.of >= 1, "at least 1")
        self._require("which", 1 <= self.which <= self.of, f"between 1 and {self.of}")

    @property
    def estimator(self) -> "BlockEstimator":
        """The inner learner behind the choice of columns."""
        return BlockEstimator(self.learner, self.which, self.of)


class BlockEstimator(InnerEstimator):
    """Fits the learner of a spec on a block of the columns."""

    def __init__(self, learner: str = "nb", which: int = 1, of: int = 2, random_state: int | None = None) -> None:
        self.learner = learner
        self.which = which
        self.of = of
        self.random_state = random_state

    def fit(self, X: Any, y: Any) -> Self:
        """Learn from the block."""
        self._fit_inner(self.seen(X), np.asarray(y))
        return self

    def predict(self, X: Any) -> Values:
        """Predict from the block."""
        return super().predict(self.seen(X))

    def seen(self, X: Any) -> Any:
        """Return the columns of the block."""
        width, rest = divmod(np.shape(X)[1], self.of)
        if rest or not width:
            raise InputError("rows", f"{np.shape(X)[1]} columns cannot be divided into {self.of} equal blocks")
        return columns_at(X, np.arange(width) + width * (self.which - 1))


@dataclass(frozen=True)
class FeatureSelecting(Wrapping):
    """Another learner, fitted on the few columns that differ most between the classes of its training rows.

    Columns of numbers are ranked by the share of their variance between classes (the order of the F statistic);
    of equal ones the first is taken. Every fit chooses again, which makes a stable learner unstable.

    Parameters
    ----------
    learner
        Spec of the learner.
    keep
        Number of columns; all, if there are fewer.
    """

    slug = "feature-selecting"
    learner: str = "lda"
    keep: int = 1

    def __post_init__(self) -> None:
        """Raise a SpecError if no column would be kept."""
        super().__post_init__()
        self._require("keep", self.keep >= 1, "at least 1")

    @property
    def estimator(self) -> "SelectingEstimator":
        """The inner learner behind the selection."""
        return SelectingEstimator(self.learner, self.keep)


class SelectingEstimator(InnerEstimator):
    """Fits the learner of a spec on the best columns."""

    def __init__(self, learner: str = "lda", keep: int = 1, random_state: int | None = None) -> None:
        self.learner = learner
        self.keep = keep
        self.random_state = random_state

    def fit(self, X: Any, y: Any) -> Self:
        """Choose the columns, then learn from them."""
        shares = between_share(np.asarray(X, dtype=np.float64), np.asarray(y))
        self.columns_: Ints = np.sort(np.argsort(-shares, kind="stable")[: self.keep])
        self._fit_inner(columns_at(X, self.columns_), np.asarray(y))
        return self

    def predict(self, X: Any) -> Values:
        """Predict from the chosen columns."""
        return super().predict(columns_at(X, self.columns_))


def between_share(rows: Floats, target: Values) -> Floats:
    """Return the share of each column's variance between the classes; 0 where the column is constant."""
    total = ((rows - rows.mean(axis=0)) ** 2).sum(axis=0)
    within = sum(
        ((rows[target == label] - rows[target == label].mean(axis=0)) ** 2).sum(axis=0) for label in np.unique(target)
    )
    share: Floats = np.divide(total - within, total, out=np.zeros_like(total), where=total > 0)
    return share
