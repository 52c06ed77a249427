"""Learners that ignore their training data: predictions are read from the row or drawn at random."""

from dataclasses import dataclass
from typing import Any, Literal, Self

import numpy as np

from outperform.core import InputError, Learner, Predictor, SpecError, Values, stream


class _Untrained:
    """A predictor that learns nothing."""

    def fit(self, rows: Any, target: Values) -> Self:  # noqa: ARG002 - uses neither
        """Learn nothing."""
        return self


@dataclass(frozen=True)
class AlwaysOne(Learner, _Untrained):
    """Always predict 1: the first learner of Bouckaert's Task I.

    Examples
    --------
    >>> AlwaysOne().make(seed=0).predict(np.zeros((3, 1)))
    array([1, 1, 1])
    """

    slug = "always-one"
    classifies = True

    def make(self, seed: int) -> Predictor:  # noqa: ARG002 - nothing is drawn
        """Return the learner itself, which holds no state."""
        return self

    def predict(self, rows: Any) -> Values:
        """Return 1 for each row."""
        return np.ones(len(rows), dtype=np.int64)


@dataclass(frozen=True)
class CopyX(Learner, _Untrained):
    """Predict the value of one column, as a whole number: the second learner of Bouckaert's Task I.

    Parameters
    ----------
    column
        Number of the column, from 0.

    Examples
    --------
    >>> CopyX(column=1).make(seed=0).predict(np.array([[0.0, 1.0], [1.0, 0.0]]))
    array([1, 0])
    """

    slug = "copy-x"
    classifies = True
    column: int = 0

    def __post_init__(self) -> None:
        """Raise a SpecError for a negative column."""
        super().__post_init__()
        if self.column < 0:
            raise SpecError(f"{self.slug}.column", f"must be at least 0, got {self.column}")

    def make(self, seed: int) -> Predictor:  # noqa: ARG002 - nothing is drawn
        """Return the learner itself, which holds no state."""
        return self

    def predict(self, rows: Any) -> Values:
        """Return the column."""
        return _column(self, rows, self.column).astype(np.int64)


@dataclass(frozen=True)
class EpsilonSimulated(Learner):
    """Err on each row with a probability that the row holds: Dietterich's simulated learners (1998, sec. 4).

    The correct prediction is 0 and an error predicts 1. Column ``which`` holds the probability. Errors follow from the
    seed of the fit, so every test set has its own; the two learners' errors are independent even with the same seed.

    Examples
    --------
    >>> EpsilonSimulated().make(seed=0).predict(np.array([[0.0, 1.0], [1.0, 0.0]]))
    array([0, 1])
    """

    slug = "epsilon-simulated"
    classifies = True
    which: Literal[1, 2] = 1

    def make(self, seed: int) -> Predictor:
        """Make a predictor whose errors follow from the seed."""
        return _Erring(self, seed)


@dataclass(frozen=True)
class _Erring(_Untrained):
    learner: EpsilonSimulated
    seed: int

    def predict(self, rows: Any) -> Values:
        """Draw the errors."""
        which = self.learner.which
        errors = _column(self.learner, rows, which - 1)
        return (stream(self.seed, "errors", which).random(len(errors)) < errors).astype(np.int64)


def _column(learner: Learner, rows: Any, place: int) -> Values:
    table = np.asarray(rows)
    if table.ndim != 2 or table.shape[1] <= place:
        raise InputError("rows", f"{learner} needs at least {place + 1} columns, got an array of shape {table.shape}")
    column: Values = table[:, place]
    return column
