"""Identity of a learner: class, version or source, parameters. Objects with hidden state have none."""

import functools
import inspect
import sys
import sysconfig
from collections.abc import Callable
from pathlib import Path
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any

import numpy as np

from outperform.core import fingerprint
from outperform.learners.estimator_kind import params_of


class UnknowableError(Exception):
    """The readable parts of a value do not identify it."""


def identity_of(value: Any) -> str | None:
    """Return text that two values share only if they are the same; None if that cannot be known."""
    try:
        return fingerprint(_parts(value))
    except (UnknowableError, RecursionError):
        return None


def _parts(value: Any) -> Any:
    """Take a value apart into what a fingerprint can hold."""
    if value is None or type(value) in (bool, int, float, str, bytes) or isinstance(value, np.generic):
        return value
    if type(value) in _CONTAINERS:
        return [type(value).__name__, *_CONTAINERS[type(value)](value)]
    if isinstance(value, type):
        return _class_parts(value)
    if isinstance(value, FunctionType | BuiltinFunctionType | np.ufunc):
        return _function_parts(value)
    return _object_parts(value)


_CONTAINERS: dict[type, Callable[[Any], list[Any]]] = {
    np.ndarray: lambda array: [str(array.dtype), array if array.dtype.kind != "O" else _parts(array.tolist())],
    list: lambda values: [_parts(value) for value in values],
    tuple: lambda values: [_parts(value) for value in values],
    set: lambda values: sorted(fingerprint(_parts(value)) for value in values),
    frozenset: lambda values: sorted(fingerprint(_parts(value)) for value in values),
    dict: lambda pairs: [[_parts(key), _parts(value)] for key, value in pairs.items()],
}


def _object_parts(value: Any) -> Any:
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
    return [_class_parts(kind), [[name, _parts(state[name])] for name in sorted(state)]]


def _usual_clone() -> Any:
    from sklearn.base import BaseEstimator

    return BaseEstimator.__sklearn_clone__


def _has_slots(kind: type) -> bool:
    return any(vars(base).get("__slots__") for base in kind.__mro__) or issubclass(
        kind, list | tuple | dict | set | str
    )


def _class_parts(kind: type) -> list[Any]:
    """Name a class and its bases with their packages' versions; a user's own with the source of its whole module."""
    if "<locals>" in kind.__qualname__:
        raise UnknowableError  # it may close over anything
    return [[base.__module__, base.__qualname__, _origin(base.__module__)] for base in kind.__mro__[:-1]]


def _function_parts(function: Any) -> list[Any]:
    """Name a function of an installed package; a user's own may read anything, so it stays unknown."""
    module = getattr(function, "__module__", None) or "numpy"
    if not _installed(module) or "<" in getattr(function, "__qualname__", ""):
        raise UnknowableError
    return [module, function.__name__, _origin(module)]


def _origin(module: str) -> str:
    """Return the version of an installed module, or the source of a user's own."""
    if _installed(module):
        top = sys.modules.get(module.partition(".")[0])
        return str(getattr(top, "__version__", sys.version.partition(" ")[0]))
    try:
        found = own_modules(sys.modules[module])
        return "\n".join(inspect.getsource(each) for each in found)
    except (OSError, TypeError, KeyError):
        raise UnknowableError from None


def own_modules(module: ModuleType) -> list[ModuleType]:
    """Return a user's own module and the user's other modules whose contents it uses; none for an installed one."""
    found = [] if _installed(module.__name__) else [module]
    for each in found:  # which grows
        for value in list(vars(each).values()):
            name = value.__name__ if isinstance(value, ModuleType) else getattr(value, "__module__", None)
            other = sys.modules.get(name) if isinstance(name, str) else None
            if other is not None and other not in found and not _installed(other.__name__):
                found.append(other)
    return found


def _installed(module: str) -> bool:
    """Return whether a module came with Python or by an installer, not from a folder of the user's."""
    top = module.partition(".")[0]
    if top in ("outperform", "builtins"):
        return True
    path = getattr(sys.modules.get(module), "__file__", None)
    if path is None:
        return top in sys.stdlib_module_names and top != "__main__"
    return _came_along(path)


@functools.cache  # of the process: as many as there are modules
def _came_along(path: str) -> bool:
    return any(Path(path).is_relative_to(folder) for folder in _folders())


@functools.cache  # of the process: the folders of its Python
def _folders() -> tuple[Path, ...]:
    paths = sysconfig.get_paths()
    return tuple(Path(paths[name]).resolve() for name in ("stdlib", "platstdlib", "purelib", "platlib"))
