"""Anything with fit and predict as a learner: cloned, seeded by address, known by its fingerprint."""

import copy
import inspect
import sys
from dataclasses import dataclass
from functools import cached_property
from types import BuiltinFunctionType, FunctionType
from typing import Any

import numpy as np

from outperform.core import InputError, Learner, Predictor, fingerprint


class UnknowableError(Exception):
    """Something in an estimator cannot be told apart from something else by its text."""


@dataclass(frozen=True, eq=False)
class Estimator(Learner):
    """A scikit-learn estimator or pipeline, or anything else with fit and predict.

    It is cloned for every fit and never touched. A ``random_state`` that was set is kept; one left at None, however
    deep in a pipeline, gets a seed from the address of the fit.
    """

    slug = "estimator"
    estimator: Any
    own: bool = False  # the user's: it gets the rows as they were given

    def __post_init__(self) -> None:
        """Refuse what cannot learn, and a class where an object is meant."""
        if isinstance(self.estimator, type):
            raise InputError("learners", f"{self.estimator.__name__} is a class; give an object: add ()")
        for word in ("fit", "predict"):
            if not callable(getattr(self.estimator, word, None)):
                raise InputError("learners", f"{type(self.estimator).__name__} has no {word}")

    def __str__(self) -> str:
        """Write the estimator as scikit-learn does, on one line."""
        return " ".join(repr(self.estimator).split())

    def make(self, seed: int) -> Predictor:
        """Clone the estimator and set the seeds that were left open."""
        made: Predictor = _clone(self.estimator)
        open_seeds = self._open_seeds
        if open_seeds:
            seeds = np.random.SeedSequence(seed).generate_state(len(open_seeds))
            made.set_params(  # type: ignore[attr-defined]
                **dict(zip(open_seeds, (int(state >> 1) for state in seeds), strict=True))
            )
        return made

    @cached_property
    def _open_seeds(self) -> list[str]:
        """Names of the seeds that were left open."""
        if not hasattr(self.estimator, "get_params"):
            return []
        found = self.estimator.get_params(deep=True).items()
        return sorted(name for name, value in found if name.endswith("random_state") and value is None)

    @property
    def seeded(self) -> bool:
        """Whether a seed was left open."""
        return bool(self._open_seeds)

    @property
    def classifies(self) -> bool:
        """Whether scikit-learn knows it for a classifier."""
        from sklearn.base import is_classifier

        return hasattr(self.estimator, "get_params") and bool(is_classifier(self.estimator))

    @property
    def fingerprint(self) -> str | None:
        """Class, version or source, and parameters; None where one of them is a function of the user's own."""
        try:
            return fingerprint(_parts(self.estimator))
        except UnknowableError:
            return None


def _clone(estimator: Any) -> Any:
    if not hasattr(estimator, "get_params"):
        return copy.deepcopy(estimator)
    from sklearn.base import clone

    return clone(estimator)


def _parts(value: Any) -> Any:
    """Take a value apart into what a fingerprint can hold."""
    if value is None or isinstance(value, bool | int | float | str | bytes | np.generic | np.ndarray):
        return value
    if isinstance(value, list | tuple | set | frozenset):
        parts = [_parts(part) for part in value]
        return [type(value).__name__, *(sorted(parts, key=str) if isinstance(value, set | frozenset) else parts)]
    if isinstance(value, dict):
        return ["dict", *[[_parts(key), _parts(part)] for key, part in value.items()]]
    if isinstance(value, type):
        return _class_parts(value)
    if isinstance(value, FunctionType | BuiltinFunctionType | np.ufunc):
        return _function_parts(value)
    return _object_parts(value)


def _object_parts(value: Any) -> Any:
    if hasattr(value, "get_params"):
        state = value.get_params(deep=False)
    elif hasattr(value, "__dict__"):
        state = vars(value)
    else:
        raise UnknowableError
    return [_class_parts(type(value)), [[name, _parts(state[name])] for name in sorted(state)]]


def _class_parts(kind: type) -> list[Any]:
    """Name a class with the version of its package; a user's own also with its source, and that of its bases."""
    sources = [_source(base) for base in kind.__mro__ if _version(base.__module__) is None]
    return [kind.__module__, kind.__qualname__, _version(kind.__module__), *sources]


def _function_parts(function: Any) -> list[Any]:
    """Name a function of an installed package; a user's own may read anything, so it stays unknown."""
    module = getattr(function, "__module__", None) or "numpy"
    if _version(module) is None or "<" in getattr(function, "__qualname__", ""):
        raise UnknowableError
    return [module, function.__name__, _version(module)]


def _version(module: str) -> str | None:
    """Give the version of the package that a module belongs to; None for a user's own file."""
    top = module.partition(".")[0]
    if top in sys.stdlib_module_names and top != "__main__":
        return sys.version.partition(" ")[0]
    return getattr(sys.modules.get(top), "__version__", None)


def _source(kind: type) -> str:
    try:
        return inspect.getsource(kind)
    except (OSError, TypeError):
        raise UnknowableError from None
