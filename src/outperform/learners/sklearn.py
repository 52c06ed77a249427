"""Any object with fit and predict as a learner: cloned for every fit, seeded, with a fingerprint."""

import copy
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from outperform.core import InputError, Learner, Predictor
from outperform.learners.estimator_kind import is_classifier, params_of, predicts_numbers
from outperform.learners.identity import identity_of


@dataclass(frozen=True, eq=False)
class Estimator(Learner):
    """A scikit-learn estimator or pipeline, or anything else with fit and predict.

    It is cloned for every fit and never changed. A ``random_state`` that was set is kept; one left at None, at any
    depth of a pipeline, gets a seed from the address of the fit.
    """

    slug = "estimator"
    estimator: Any
    own: bool = False  # passed by the user: it gets the rows as they were given
    encoding: tuple[str, ...] = ()  # what was put before it, because it cannot take the columns as they are
    coded: Learner | None = None

    def __post_init__(self) -> None:
        """Raise an InputError for objects without fit or predict, and for classes."""
        if isinstance(self.estimator, type):
            raise InputError(
                "learners", f"{self.estimator.__name__} is a class; pass an object: {self.estimator.__name__}()"
            )
        for word in ("fit", "predict"):
            if not _can(self.estimator, word):
                raise InputError(
                    "learners", f"{type(self.estimator).__name__} has no method {word}; a learner needs fit and predict"
                )

    def __str__(self) -> str:
        """Write the estimator as scikit-learn does, on one line."""
        return " ".join(repr(self.estimator).split())

    @property
    def full(self) -> str:
        """The same text: an object has no spec."""
        return str(self)

    def make(self, seed: int) -> Predictor:
        """Clone the estimator and set the seeds that were left at None."""
        template, open_seeds = self._template, self._open_seeds
        made: Any = _clone(self.estimator) if template is None else _copy(template)
        if open_seeds:
            states = np.random.SeedSequence(seed).generate_state(len(open_seeds))
            seeds = dict(zip(open_seeds, (int(state >> 1) for state in states), strict=True))
            made.set_params(**seeds) if template is None else vars(made).update(seeds)
        predictor: Predictor = made
        return predictor

    @cached_property
    def _template(self) -> Any:
        """A clone with plain parameters only, which can be copied instead of cloned: much cheaper; else None."""
        from sklearn.base import BaseEstimator

        fresh = _clone(self.estimator)
        usual = ("__new__", "__setattr__", "__sklearn_clone__", "get_params", "set_params")
        if not isinstance(fresh, BaseEstimator) or any(
            getattr(type(fresh), name) is not getattr(BaseEstimator, name) for name in usual
        ):
            return None
        plain = all(value is None or type(value) in (bool, int, float, str) for value in vars(fresh).values())
        return fresh if plain and set(vars(fresh)) >= set(fresh.get_params(deep=False)) else None

    @cached_property
    def _open_seeds(self) -> list[str]:
        """Names of the seeds that were left at None."""
        if not hasattr(self.estimator, "get_params"):
            return []
        found = params_of(self.estimator, deep=True).items()
        return sorted(name for name, value in found if name.endswith("random_state") and value is None)

    @property
    def classifies(self) -> bool:
        """Whether scikit-learn considers it a classifier."""
        return hasattr(self.estimator, "get_params") and is_classifier(self.estimator)

    @property
    def fingerprint(self) -> str | None:
        """Class, version or source, and parameters; None if these do not identify the estimator."""
        return self._identity[0]

    @property
    def modules(self) -> tuple[str, ...]:
        """The modules of its class, and of the estimators and functions among its parameters."""
        return self._identity[1]

    @cached_property
    def _identity(self) -> tuple[str | None, tuple[str, ...]]:
        return identity_of(self.estimator)


def is_regressor(learner: Learner) -> bool:
    """Return whether scikit-learn considers a learner a regressor."""
    estimator = getattr(learner, "estimator", None)
    return hasattr(estimator, "get_params") and predicts_numbers(estimator)


def _clone(estimator: Any) -> Any:
    if not hasattr(estimator, "get_params"):
        return copy.deepcopy(estimator)
    from sklearn.base import clone

    try:
        return clone(estimator)
    except RuntimeError:  # CatBoost copies a list of cat_features, which scikit-learn does not allow
        return copy.deepcopy(estimator)


def _copy(template: Any) -> Any:
    made = object.__new__(type(template))
    vars(made).update(vars(template))
    return made


def _can(estimator: Any, word: str) -> bool:
    """Return whether an estimator has a method, or will have it when it is fitted, as stacked ones do."""
    if callable(getattr(estimator, word, None)):
        return True
    known = callable(getattr(type(estimator), word, None))
    return known and (is_classifier(estimator) or predicts_numbers(estimator))
