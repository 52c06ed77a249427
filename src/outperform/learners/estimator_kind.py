"""What scikit-learn takes an estimator for: asked in one place, since a broken one cannot answer."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from outperform.core import InputError, OutperformError

INNER = ("estimator", "base_estimator", "final_estimator", "regressor", "classifier")


def is_classifier(estimator: Any) -> bool:
    """Return whether scikit-learn considers it a classifier; raise InputError where it cannot tell."""
    from sklearn import base

    return _asked(base.is_classifier, estimator)


def predicts_numbers(estimator: Any) -> bool:
    """Return whether scikit-learn considers it a regressor; raise InputError where it cannot tell."""
    from sklearn import base

    return _asked(base.is_regressor, estimator)


@contextmanager
def looked_into(estimator: Any) -> Iterator[None]:
    """Turn what a user's estimator raises while it is looked into, not fitted, into an InputError."""
    try:
        yield
    except OutperformError:
        raise
    except Exception as error:  # the estimator's own code
        raise InputError("learners", f"{_named(estimator)} cannot be used: {_reason(estimator, error)}") from None


def params_of(estimator: Any, *, deep: bool = False) -> dict[str, Any]:
    """Return the parameters of an estimator by name; raise InputError where it cannot tell them."""
    with looked_into(estimator):
        found: dict[str, Any] = dict(estimator.get_params(deep=deep))
        strange = next((name for name in found if not isinstance(name, str)), None)
        if strange is not None:
            message = f"get_params returned the name {strange!r}, which is not text"
            raise TypeError(message)
    return found


def _asked(question: Callable[[Any], Any], estimator: Any) -> bool:
    with looked_into(estimator):
        return bool(question(estimator))


def _named(estimator: Any) -> str:
    try:
        return " ".join(repr(estimator).split())[:200]
    except Exception:
        return type(estimator).__name__


def _reason(estimator: Any, error: Exception) -> str:
    """Return what is wrong with an estimator: a name where an object is wanted, or what it says itself."""
    for name in INNER:
        inner = getattr(estimator, name, None)
        if isinstance(inner, str | type):
            is_class = isinstance(inner, type)
            got = f"the class {inner.__name__}" if isinstance(inner, type) else f"the text {inner!r}"
            how = f"{inner.__name__}()" if isinstance(inner, type) else "GaussianNB()"
            return f"its {name} is {got}; pass an object{':' if is_class else ' such as'} {how}"
    first: BaseException = error
    while first.__context__ is not None:
        first = first.__context__
    return " ".join(f"{type(first).__name__}: {first}".split())[:300]
