"""Keywords that scikit-learn's users type: answered with the word that is used here.

They are answered and not accepted, so that every record, page and script has one name for one thing; and ``cv`` chooses
splits alone there, while here splits and test belong together. Only ``learners`` and ``systems`` are one word.
"""

from collections.abc import Callable
from functools import wraps
from inspect import signature
from typing import Any, ParamSpec, TypeVar

from outperform.core import InputError
from outperform.words.familiar import OURS

TWINS = {"learners": "systems", "systems": "learners"}
P = ParamSpec("P")
R = TypeVar("R")


def answers_familiar(function: Callable[P, R]) -> Callable[P, R]:
    """Make a function answer a keyword of scikit-learn with its own, in a typed error; learners are systems, too.

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
            ours = next((each for each in OURS.get(name, ()) if each in own), None)
            if name not in own and ours is not None:
                raise InputError(name, _answer(name, ours, value))
        for name, twin in TWINS.items():
            if name in keywords and name not in own and twin in own:
                if twin in keywords:
                    raise InputError(name, f"is the same as {twin}: pass one of them")
                keywords[twin] = keywords.pop(name)
        return function(*args, **keywords)

    return checked


def _answer(name: str, ours: str, value: Any) -> str:
    """Say which argument to pass instead."""
    if name == "cv" and ours == "design" and isinstance(value, int) and not isinstance(value, bool):
        return f"splits and test are chosen by procedure here; pass procedure='adaptive-cv(folds={value})'"
    shown = repr(bool(value) if ours == "progress" else value)
    return f"is called {ours} here; pass {ours}={shown if len(shown) <= 40 and chr(10) not in shown else '...'}"
