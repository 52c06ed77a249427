"""Identity of a learner: class, version or source, parameters. Objects with hidden state have none."""

import functools
import inspect
import sys
from collections.abc import Callable
from types import BuiltinFunctionType, FunctionType
from typing import Any

import numpy as np

from outperform.core import fingerprint
from outperform.learners.estimator_kind import params_of
from outperform.learners.local_code import is_installed, own_modules, source_of


class UnknowableError(Exception):
    """The readable parts of a value do not identify it."""


def identity_of(value: Any) -> tuple[str | None, tuple[str, ...]]:
    """Return text that two values share only if they are the same, None if that cannot be known; and their modules."""
    modules: dict[str, None] = {}
    try:
        return fingerprint(_parts(value, modules)), tuple(modules)
    except (UnknowableError, RecursionError):
        return None, tuple(modules)


Modules = dict[str, None]
"""Names of the modules that a value consists of, in the order in which they are met."""


def _parts(value: Any, modules: Modules) -> Any:
    """Take a value apart into what a fingerprint can hold."""
    if value is None or type(value) in (bool, int, float, str, bytes) or isinstance(value, np.generic):
        return value
    if type(value) in _CONTAINERS:
        return [type(value).__name__, *_CONTAINERS[type(value)](value, modules)]
    if isinstance(value, type):
        return _class_parts(value, modules)
    if isinstance(value, FunctionType | BuiltinFunctionType | np.ufunc):
        return _function_parts(value, modules)
    return _object_parts(value, modules)


_CONTAINERS: dict[type, Callable[[Any, Modules], list[Any]]] = {
    np.ndarray: lambda array, modules: [
        str(array.dtype),
        array if array.dtype.kind != "O" else _parts(array.tolist(), modules),
    ],
    list: lambda values, modules: [_parts(value, modules) for value in values],
    tuple: lambda values, modules: [_parts(value, modules) for value in values],
    set: lambda values, modules: sorted(fingerprint(_parts(value, modules)) for value in values),
    frozenset: lambda values, modules: sorted(fingerprint(_parts(value, modules)) for value in values),
    dict: lambda pairs, modules: [[_parts(key, modules), _parts(value, modules)] for key, value in pairs.items()],
}


def _object_parts(value: Any, modules: Modules) -> Any:
    """Take a scikit-learn object apart by its parameters, another by its plain attributes; all else may hide state."""
    kind = type(value)
    if hasattr(value, "__sklearn_clone__") and kind.__sklearn_clone__ is not _usual_clone():
        raise UnknowableError  # a frozen estimator carries what it has learnt
    if isinstance(value, functools.partial) or inspect.ismethod(value) or _has_slots(kind):
        raise UnknowableError
    if hasattr(value, "get_params"):
        state = params_of(value)
    elif hasattr(value, "__dict__"):
        state = vars(value)
    else:
        raise UnknowableError
    return [_class_parts(kind, modules), [[name, _parts(state[name], modules)] for name in sorted(state)]]


def _usual_clone() -> Any:
    from sklearn.base import BaseEstimator

    return BaseEstimator.__sklearn_clone__


def _has_slots(kind: type) -> bool:
    return any(vars(base).get("__slots__") for base in kind.__mro__) or issubclass(
        kind, list | tuple | dict | set | str
    )


def _class_parts(kind: type, modules: Modules) -> list[Any]:
    """Name a class and its bases with their packages' versions; a user's own with the source of its whole module."""
    if "<locals>" in kind.__qualname__:
        raise UnknowableError  # it may close over anything
    return [[base.__module__, base.__qualname__, _origin(base.__module__, modules)] for base in kind.__mro__[:-1]]


def _function_parts(function: Any, modules: Modules) -> list[Any]:
    """Name a function of an installed package; a user's own may read anything, so it stays unknown."""
    module = getattr(function, "__module__", None) or "numpy"
    if not is_installed(module) or "<" in getattr(function, "__qualname__", ""):
        raise UnknowableError
    return [module, function.__name__, _origin(module, modules)]


def _origin(module: str, modules: Modules) -> str:
    """Return the version of an installed module, or the source of a user's own."""
    modules[module] = None
    if is_installed(module):
        top = sys.modules.get(module.partition(".")[0])
        return str(getattr(top, "__version__", sys.version.partition(" ")[0]))
    try:
        return "\n".join(map(source_of, own_modules(sys.modules[module])))
    except (OSError, KeyError):
        raise UnknowableError from None
