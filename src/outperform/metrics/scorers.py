"""Any other scikit-learn scorer by its name, and any function of truth and predictions. Loaded when asked for."""

import math
import warnings
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from inspect import signature
from typing import Any

import numpy as np

from outperform.core import (
    InputError,
    Metric,
    MissingDependencyError,
    SpecError,
    did_you_mean,
    split_spec,
)
from outperform.metrics import CATALOGUE
from outperform.metrics.known import LookedUp, Meaning, meaning_of, meaning_of_scorer, name_of
from outperform.metrics.labels import aligned
from outperform.metrics.ratios import Binary, Label


def metric_of(metric: Any, positive: Label = None) -> Metric:
    """Find a metric by its spec, or make one of a function ``(truth, predictions) -> float``.

    ``positive`` is the positive label for those metrics that need one and were not given one already.

    Examples
    --------
    >>> print(metric_of("f1", positive="spam"))
    f1(positive='spam')
    >>> metric_of("d2_absolute_error_score").score([1.0, 2.0, 3.0], [1.0, 3.0, 3.0])
    0.5
    """
    found = _find(metric)
    if positive is None or not isinstance(found, Binary | Scorer):
        return found
    if found.positive is not None or not found.takes_positive:
        return found
    return replace(found, positive=positive.item() if isinstance(positive, np.generic) else positive)


def _find(metric: Any) -> Metric:
    if isinstance(metric, Metric):
        return metric
    if isinstance(metric, str):
        slug, given = split_spec(metric)
        return CATALOGUE.parse(metric) if slug in CATALOGUE else _scorer(slug, given)
    if hasattr(metric, "_response_method"):
        raise InputError("metric", "scorers of estimators cannot score predictions; give the function behind it")
    if callable(metric):
        _check_direction(metric)
        return Function(metric)
    raise InputError("metric", f"must be a name or a function (truth, predictions), got {type(metric).__name__}")


def _check_direction(function: Any) -> None:
    """Refuse scikit-learn's losses: higher is better here, as in its scorers."""
    if not meaning_of(function).is_loss:
        return
    scorers = [name for name in scorer_names() if find_scorer(name)._score_func is function]
    instead = f"use the scorer {scorers[0]!r}" if scorers else "give a function that changes its sign"
    raise InputError("metric", f"{name_of(function)} is a loss, and higher must be better; {instead}")


def _scorer(name: str, given: dict[str, Any]) -> "Scorer":
    unknown = sorted(given.keys() - {"positive"})
    if unknown:
        raise SpecError(name, f"has no parameter {unknown[0]!r}")
    return Scorer(name, **given)


@dataclass(frozen=True)
class Scorer(LookedUp):
    """A scikit-learn scorer that looks at predictions alone, with its sign: higher is better."""

    slug = "scorer"
    name: str
    positive: Label = None

    def __post_init__(self) -> None:
        """Refuse what scikit-learn does not have, and what predictions cannot answer."""
        super().__post_init__()
        needed = find_scorer(self.name)._response_method
        if needed != "predict":
            methods = " or ".join([needed] if isinstance(needed, str) else needed)
            raise InputError("metric", f"{self.name} needs an estimator's {methods}, but there are only predictions")
        if self.positive is not None and not self.takes_positive:
            raise SpecError(self.name, "has no parameter 'positive'")

    def __str__(self) -> str:
        """Write the spec: scikit-learn's name."""
        return self.name if self.positive is None else f"{self.name}(positive={self.positive!r})"

    @property
    def meaning(self) -> Meaning:
        """What the function means."""
        return meaning_of_scorer(find_scorer(self.name))

    @property
    def takes_positive(self) -> bool:
        """Whether the scorer looks at one positive class."""
        scorer = find_scorer(self.name)
        return "pos_label" in signature(scorer._score_func).parameters and "pos_label" not in scorer._kwargs

    def score(self, truth: Any, predictions: Any) -> float:
        """Ask scikit-learn."""
        from sklearn.exceptions import UndefinedMetricWarning

        true, said = aligned(truth, predictions)
        scorer = find_scorer(self.name)
        options = scorer._kwargs if self.positive is None else scorer._kwargs | {"pos_label": self.positive}
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UndefinedMetricWarning)
            try:
                value = scorer._sign * scorer._score_func(true, said, **options)
            except Exception as problem:
                raise InputError("metric", f"{self.name}: {_first_line(problem)}") from problem
        return _finite(self.name, value)


@cache  # of the process: scikit-learn has a few dozen
def find_scorer(name: str) -> Any:
    """Find scikit-learn's scorer. Its parts are private there, but for calling it one would need an estimator."""
    try:
        from sklearn.metrics import get_scorer
    except ImportError as problem:
        message = f"the metric {name} is scikit-learn's: pip install scikit-learn"
        raise MissingDependencyError(message) from problem
    if name not in scorer_names():
        raise SpecError(f"metric {name!r}", f"is not known; {did_you_mean(name, {*CATALOGUE, *scorer_names()})}")
    return get_scorer(name)


def scorer_names() -> list[str]:
    """List the names of scikit-learn's scorers."""
    from sklearn.metrics import get_scorer_names

    names: list[str] = get_scorer_names()
    return names


@dataclass(frozen=True)
class Function(LookedUp):
    """A user's own function of truth and predictions; higher must be better."""

    slug = "function"
    function: Callable[..., Any]

    @property
    def fingerprint(self) -> None:
        """Nothing tells a function apart from another of its name."""
        return

    @property
    def meaning(self) -> Meaning:
        """What the function means."""
        return meaning_of(self.function)

    def __str__(self) -> str:
        """Write the function's name."""
        return name_of(self.function)

    def score(self, truth: Any, predictions: Any) -> float:
        """Call the function."""
        true, said = aligned(truth, predictions)
        try:
            value = self.function(true, said)
        except Exception as problem:
            error = type(problem).__name__
            raise InputError("metric", f"{self} failed on these rows: {error}: {_first_line(problem)}") from problem
        return _finite(str(self), value)


def _first_line(problem: Exception) -> str:
    return next(iter(str(problem).splitlines()), type(problem).__name__)


def _finite(name: str, value: Any) -> float:
    try:
        number = float(value)
    except (TypeError, ValueError):
        problem = f"{name} gave a value of type {type(value).__name__}; a score is a finite number"
        raise InputError("metric", problem) from None
    if not math.isfinite(number):
        raise InputError("metric", f"{name} gave {number} for these rows; a score is a finite number")
    return number
