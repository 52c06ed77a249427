"""A learner that chooses one of its parameters by cross-validation within its own training rows."""

from dataclasses import dataclass
from typing import Any, Self

import numpy as np

from outperform.core import Ints, SpecError, Values, split_spec
from outperform.learners.recipes import InnerEstimator, Wrapping, inner_learner, probes


@dataclass(frozen=True)
class Tuned(Wrapping):
    """Another learner with one parameter chosen by stratified cross-validation within the training rows.

    Of equally accurate values the first is taken; the chosen learner is then fitted on all training rows.

    Parameters
    ----------
    learner
        Spec of the learner, without the parameter.
    parameter
        Name of the parameter.
    values
        Values to try.
    folds
        Folds of the inner cross-validation.

    Examples
    --------
    >>> Tuned().candidates
    ['knn(k=1)', 'knn(k=5)', 'knn(k=15)']
    """

    slug = "tuned"
    learner: str = "knn"
    parameter: str = "k"
    values: tuple[float | str, ...] = (1, 5, 15)
    folds: int = 3

    def __post_init__(self) -> None:
        """Raise a SpecError for an empty grid, and for values that the learner does not accept."""
        super().__post_init__()
        self._require("folds", self.folds >= 2, "at least 2")
        self._require(
            "values", isinstance(self.values, tuple) and len(self.values) > 0, "a tuple of at least one value"
        )
        for candidate in self.candidates:
            probes(candidate)

    @property
    def candidates(self) -> list[str]:
        """The specs to choose from."""
        name, given = split_spec(self.learner)
        if self.parameter in given:
            raise SpecError(
                f"{self.slug}.parameter", f"{self.learner} already sets {self.parameter}; leave it out there"
            )
        words = [f"{word}={value!r}" for word, value in given.items()]
        return [f"{name}({', '.join([*words, f'{self.parameter}={value!r}'])})" for value in self.values]

    @property
    def estimator(self) -> "TunedEstimator":
        """The search."""
        return TunedEstimator(tuple(self.candidates), self.folds)


class TunedEstimator(InnerEstimator):
    """Fits the best of several specs."""

    def __init__(self, candidates: tuple[str, ...], folds: int = 3, random_state: int | None = None) -> None:
        self.candidates = candidates
        self.folds = folds
        self.random_state = random_state

    def fit(self, X: Any, y: Any) -> Self:
        """Count the correct predictions of each candidate on held-out rows, then fit the best on all rows."""
        rows, target = np.asarray(X), np.asarray(y)
        labels = self._labels(target)
        right = [self._right(spec, rows, target, labels) for spec in self.candidates]
        self.learner_ = self.candidates[int(np.argmax(right))]
        self._fit_inner(rows, target, self.learner_)
        return self

    def _labels(self, target: Values) -> Ints:
        """Return the fold of each row: rows in random order within their class, assigned in turn."""
        rng = np.random.default_rng([2, self.random_state or 0])
        labels = np.empty(len(target), dtype=np.int64)
        labels[np.lexsort((rng.random(len(target)), target))] = np.arange(len(target)) % self.folds
        return labels

    def _right(self, spec: str, rows: Values, target: Values, labels: Ints) -> int:
        right = 0
        for fold in range(self.folds):
            train, test = labels != fold, labels == fold
            made = inner_learner(spec, rows[train], target[train]).make(self.random_state or 0)
            made.fit(rows[train], target[train])
            right += int((made.predict(rows[test]) == target[test]).sum())
        return right
