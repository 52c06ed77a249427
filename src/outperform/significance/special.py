"""``scipy.special``, loaded when one of its functions is first used: the names and cards of tests need none."""

from importlib import import_module
from typing import Any


def __getattr__(name: str) -> Any:
    """Return a function of scipy.special, and keep it."""
    if name.startswith("__"):
        message = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(message)
    found = globals()[name] = getattr(import_module("scipy.special"), name)
    return found
