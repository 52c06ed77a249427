"""Keywords that scikit-learn's users type: answered with the word that is used here.

They are answered and not accepted, so that every record, page and script has one name for one thing; and ``cv`` chooses
splits alone there, while here splits and test belong together.
"""

from collections.abc import Callable
from functools import wraps
from inspect import signature
from typing import Any, ParamSpec, TypeVar

from outperform.core import InputError

OURS = {"scoring": "metric", "cv": "design", "n_jobs": "jobs", "random_state": "seed", "estimators": "learners"}
P = ParamSpec("P")
R = TypeVar("R")


def answers_familiar(function: Callable[P, R]) -> Callable[P, R]:
    """Make a function answer a keyword of scikit-learn with its own keyword, in a typed error.

    Examples
    --------
    >>> @answers_familiar
    ... def run(*, jobs=1):
    ...     return jobs
    >>> run(n_jobs=2)
    Traceback (most recent call last):
        ...
    outperform.core.errors.InputError: n_jobs: is called jobs here; pass jobs=2
    """
    own = signature(function).parameters

    @wraps(function)
    def checked(*args: P.args, **keywords: P.kwargs) -> R:
        for name, value in keywords.items():
            if name not in own and OURS.get(name) in own:
                raise InputError(name, f"is called {OURS[name]} here; pass {_instead(name, value)}")
        return function(*args, **keywords)

    return checked


def _instead(name: str, value: Any) -> str:
    """Write the argument to pass instead."""
    if name == "cv" and isinstance(value, int) and not isinstance(value, bool):
        return f"procedure='adaptive-cv(folds={value})'"
    shown = repr(value)
    return f"{OURS[name]}={shown if len(shown) <= 40 and chr(10) not in shown else '...'}"
