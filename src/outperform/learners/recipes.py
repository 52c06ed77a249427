"""Base classes of the learners with parameters: around a scikit-learn estimator, or around another learner."""

from abc import abstractmethod
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
from sklearn.base import BaseEstimator

from outperform.core import Dataset, InputError, Learner, Predictor, SpecError, Values, fingerprint
from outperform.learners.named import learner_of
from outperform.learners.sklearn import Estimator


class EstimatorRecipe(Learner):
    """A learner whose parameters define an estimator; the fast paths look at ``estimator``."""

    @property
    @abstractmethod
    def estimator(self) -> Any:
        """The estimator, without seeds."""

    def make(self, seed: int) -> Predictor:
        """Make the estimator and set its seeds."""
        return self._made.make(seed)

    @cached_property
    def _made(self) -> Estimator:
        """The estimator as a learner, made once for all fits."""
        return Estimator(self.estimator)

    @property
    def classifies(self) -> bool:
        """True, unless the learner wraps one that does not classify."""
        return True

    def _require(self, name: str, fits: bool, wanted: str) -> None:  # noqa: FBT001 - it is the condition itself
        if not fits:
            raise SpecError(f"{self.slug}.{name}", f"must be {wanted}, got {getattr(self, name)!r}")


class Wrapping(EstimatorRecipe):
    """A learner around another one, ``learner``, which is given by its spec."""

    learner: str

    def __post_init__(self) -> None:
        """Raise an InputError for an unknown inner learner."""
        super().__post_init__()
        probes(self.learner)

    @property
    def candidates(self) -> list[str]:
        """The specs of all possible inner learners."""
        return [self.learner]

    @property
    def fingerprint(self) -> str | None:
        """The spec and the inner learners, with their defaults."""
        inner = [learner.fingerprint for spec in self.candidates for learner in probes(spec)]
        return None if None in inner else f"{self.full} of {fingerprint(inner)}"

    @property
    def foreign(self) -> tuple[str, ...]:
        """The packages of the inner learners."""
        inner = [learner for spec in self.candidates for learner in probes(spec)]
        return tuple(dict.fromkeys(package for learner in inner for package in learner.foreign))

    @property
    def classifies(self) -> bool:
        """Whether the inner learner classifies."""
        return any(inner.classifies for inner in probes(self.learner))


class InnerEstimator(BaseEstimator):  # type: ignore[misc]  # scikit-learn has no types
    """An estimator around the learner of a spec, which is made for the training rows."""

    learner: str
    random_state: int | None

    def predict(self, X: Any) -> Values:
        """Return the predictions of the inner learner."""
        return np.asarray(self.inner_.predict(X))

    def _fit_inner(self, rows: Any, target: Values, learner: str | None = None) -> Predictor:
        made = inner_learner(learner or self.learner, rows, target).make(self.random_state or 0)
        made.fit(rows, target)
        self.inner_ = made
        self.classes_ = np.unique(target)
        return made


def inner_learner(spec: str, rows: Any, target: Values) -> Learner:
    """Return the learner of a spec for these rows; on complete tables of numbers it is always the same."""
    dataset = Dataset(rows, np.asarray(target))
    complete = type(rows) is np.ndarray and rows.dtype.kind in "fiu" and not np.isnan(rows).any()
    return _plain_learner(spec, dataset.has_classes) if complete else learner_of(spec, dataset)


def _make_plain(spec: str, classes: bool) -> Learner:  # noqa: FBT001 - part of a key
    return learner_of(spec, Dataset(np.zeros((2, 1)), np.array([0, 1] if classes else [0.0, 0.5])))


_plain_learner = lru_cache(maxsize=64)(_make_plain)  # of the process: it follows from the spec


@lru_cache(maxsize=256)  # of the process: they follow from the spec
def probes(spec: str) -> tuple[Learner, ...]:
    """Return the learners of a spec for classes and for numbers, as far as it has both."""
    found, problem = [], None
    for classes in (True, False):
        try:
            found.append(_make_plain(spec, classes))
        except InputError as error:
            problem = error
    if problem is not None and not found:
        raise problem
    return tuple(found)


def columns_at(rows: Any, places: Values) -> Any:
    """Take columns by number from an array or a frame."""
    return rows.iloc[:, places] if hasattr(rows, "iloc") else np.asarray(rows)[:, places]
