"""scikit-learn's other scorers by name, and any function of truth and predictions. Loaded on demand."""

import math
import warnings
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache, partial
from inspect import signature
from typing import Any

import numpy as np

from outperform.core import (
    Direction,
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
from outperform.surface import either, option

_USUAL = {
    "acc": "accuracy",
    "auc": "roc_auc",
    "auroc": "roc_auc",
    "auprc": "average_precision",
    "bacc": "balanced_accuracy",
    "brier_loss": "neg_brier_score",
    "brier_score_loss": "neg_brier_score",
    "logloss": "neg_log_loss",
    "cross_entropy": "neg_log_loss",
    "mae": "neg_mean_absolute_error",
    "mape": "neg_mean_absolute_percentage_error",
    "mcc": "matthews_corrcoef",
    "mse": "neg_mean_squared_error",
    "rmse": "neg_root_mean_squared_error",
    "rmsle": "neg_root_mean_squared_log_error",
}
"""Usual names of metrics, which scikit-learn calls otherwise."""


def metric_of(metric: Any, positive: Label = None) -> Metric:
    """Return the metric of a spec, or of a function ``(truth, predictions) -> float``.

    ``positive`` is the positive label of metrics that need one and have none yet.

    Examples
    --------
    >>> print(metric_of("f1", positive="spam"))
    f1(positive='spam')
    >>> metric_of("d2_absolute_error_score").score([1.0, 2.0, 3.0], [1.0, 3.0, 3.0])
    0.5
    """
    found = _find(metric)
    label: Any = positive.item() if isinstance(positive, np.generic) else positive
    if label is None:
        return found
    if isinstance(found, Function) and takes_positive(found.function):
        return Function(partial(found.function, pos_label=label), found.direction)
    if not isinstance(found, Binary | Scorer) or found.positive is not None or not found.takes_positive:
        return found
    return replace(found, positive=label)


def takes_positive(metric: Any) -> bool:
    """Return whether a function or scorer of scikit-learn has one positive class, which is not chosen yet."""
    function: Any = getattr(metric, "_score_func", metric)
    given = getattr(metric, "_kwargs", {})
    if isinstance(function, partial):
        function, given = function.func, {**function.keywords, **given}
    if getattr(function, "__module__", "").partition(".")[0] != "sklearn" or "pos_label" in given:
        return False
    return "pos_label" in signature(function).parameters and given.get("average", "binary") == "binary"


def _find(metric: Any) -> Metric:
    if isinstance(metric, Metric):
        return metric
    if isinstance(metric, str):
        slug, given = split_metric(metric)
        return CATALOGUE.parse(metric) if slug in CATALOGUE else _scorer(slug, given)
    if hasattr(metric, "_response_method"):
        name = name_of(getattr(metric, "_score_func", metric))
        raise InputError(
            "metric", f"{name} is a scorer of fitted estimators; pass a function of truth and predictions, or a name"
        )
    if callable(metric):
        return Function(metric)
    raise InputError("metric", f"must be a name or a function (truth, predictions), got {metric!r}")


def split_metric(metric: str) -> tuple[str, dict[str, Any]]:
    """Return the name and the parameters of a metric; raise SpecError for several names in one text."""
    if "," in metric and "(" not in metric:
        how = f"separate metrics: {option('metric', metric.replace(',', ' ').split())}"
        raise SpecError(f"metric {metric!r}", f"is not one name; {how}")
    return split_spec(metric)


def _scorer(name: str, given: dict[str, Any]) -> "Scorer":
    unknown = sorted(given.keys() - {"positive"})
    if unknown:
        raise SpecError(name, f"has no parameter {unknown[0]!r}; the only parameter of a scorer is positive")
    return Scorer(name, **given)


@dataclass(frozen=True)
class Scorer(LookedUp):
    """A scikit-learn scorer that needs predictions only, with its sign: higher is better."""

    slug = "scorer"
    name: str
    positive: Label = None

    def __post_init__(self) -> None:
        """Raise an error for unknown names, and for scorers that need a fitted estimator."""
        super().__post_init__()
        needed = find_scorer(self.name)._response_method
        if needed != "predict":
            methods = " or ".join([needed] if isinstance(needed, str) else needed)
            raise InputError(
                "metric",
                f"{self.name} needs a fitted learner ({methods}), but here are only predictions. "
                "Use compare, or a metric of predictions such as accuracy or f1_macro",
            )
        if self.positive is not None and not self.takes_positive:
            raise SpecError(self.name, f"has no parameter 'positive'; write {self.name} alone")

    def __str__(self) -> str:
        """Write the spec: scikit-learn's name."""
        return self.name if self.positive is None else f"{self.name}(positive={self.positive!r})"

    @property
    def meaning(self) -> Meaning:
        """Unit and bounds of the function."""
        return meaning_of_scorer(find_scorer(self.name))

    @property
    def takes_positive(self) -> bool:
        """Whether the scorer has one positive class."""
        return takes_positive(find_scorer(self.name))

    def score(self, truth: Any, predictions: Any) -> float:
        """Call scikit-learn's function."""
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
    """Return scikit-learn's scorer. Its private parts are used, because calling it would need an estimator."""
    try:
        from sklearn.metrics import get_scorer
    except ImportError as problem:
        message = f"the metric {name} needs scikit-learn: pip install scikit-learn"
        raise MissingDependencyError(message) from problem
    if name not in scorer_names():
        near = _nearest(name, {*CATALOGUE, *scorer_names()})
        raise SpecError(f"metric {name!r}", f"is not known; {near} ('outperform list metrics' shows all)")
    return get_scorer(name)


def _as_function(name: str) -> str:
    """Return how to use a function of scikit-learn that has no name as a scorer; "" where there is none."""
    from sklearn import metrics

    function = next((each for each in (f"{name}_score", name) if callable(getattr(metrics, each, None))), None)
    made = f"make_scorer({function}), from sklearn.metrics"
    return "" if function is None else either(f"in Python pass metric={made}", f"pass metric={made}")


def _nearest(name: str, known: set[str]) -> str:
    """Return what may be meant by an unknown name: a usual name, that of a function or of a loss, or a typo."""
    lower = name.lower().replace("-", "_").replace(" ", "_")
    plain = lower.removesuffix("_score")
    for each in (lower, plain, f"neg_{lower}", f"neg_{plain}", f"neg_{plain}_score", _USUAL.get(plain, "")):
        if each in known:
            return f"did you mean {each}?"
    return _as_function(lower) or did_you_mean(name, known)


def scorer_names() -> list[str]:
    """Return the names of scikit-learn's scorers."""
    from sklearn.metrics import get_scorer_names

    names: list[str] = get_scorer_names()
    return names


@dataclass(frozen=True)
class Function(LookedUp):
    """A user's own function of truth and predictions, turned where lower is better."""

    slug = "function"
    function: Callable[..., Any]
    direction: Direction = Direction()  # noqa: RUF009 - it never changes

    @property
    def fingerprint(self) -> None:
        """None: the name of a function does not identify it."""
        return

    @property
    def meaning(self) -> Meaning:
        """Unit and bounds of the function."""
        found = meaning_of(self.function)
        return found if self.direction.higher else found.turned()

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
            how = "For probabilities pass make_scorer(function, response_method='predict_proba')"
            raise InputError(
                "metric",
                f"{self} failed on these rows: {error}: {_first_line(problem)}. It gets predicted labels. {how}",
            ) from problem
        return self.direction.sign * _finite(str(self), value)


def _first_line(problem: Exception) -> str:
    return next(iter(str(problem).splitlines()), type(problem).__name__)


def _finite(name: str, value: Any) -> float:
    try:
        number = float(value)
    except (TypeError, ValueError):
        problem = f"{name} returned a {type(value).__name__}; a score must be a finite number"
        raise InputError("metric", problem) from None
    if not math.isfinite(number):
        raise InputError("metric", f"{name} is {number} for these rows; a score must be a finite number")
    return number
