"""Metrics for fitted learners: those of predictions, and scorers that need probabilities or decision values."""

from collections.abc import Callable
from copy import copy
from dataclasses import dataclass
from inspect import Parameter, signature
from typing import Any

import numpy as np

from outperform.core import Dataset, Direction, DirectionOrigin, EstimatorMetric, InputError, Metric, SpecError, Values
from outperform.metrics import CATALOGUE
from outperform.metrics.counts import CountMetric
from outperform.metrics.known import LookedUp, Meaning, is_known, meaning_of_scorer, name_of
from outperform.metrics.ratios import Binary, Label
from outperform.metrics.scorers import Scorer, find_scorer, metric_of, split_metric, takes_positive
from outperform.metrics.spelling import usual_name
from outperform.surface import option


def scoring_of(metric: Any, positive: Label = None) -> Metric:
    """Find the metric that scores fitted learners by a name, a scorer or a function.

    A function of two arguments is taken as (truth, predictions), one of three as scikit-learn's scorer
    (estimator, X, y). ``positive`` is the positive class of metrics that need one and have none yet.

    Examples
    --------
    >>> print(scoring_of("roc_auc"))
    roc_auc
    >>> print(scoring_of("average_precision", positive="spam"))
    average_precision(positive='spam')
    """
    if isinstance(metric, str):
        slug, given = split_metric(metric)
        if slug in CATALOGUE or find_scorer(slug)._response_method == "predict":
            return metric_of(metric, positive)
        return _named(slug, given, positive)
    if isinstance(metric, FittedScorer):
        return metric.for_class(positive)
    if isinstance(metric, Metric):
        return metric_of(metric, positive)
    if not callable(metric):
        raise InputError(
            "metric", f"must be a name or a function, got {metric!r}. 'outperform list metrics' shows the names"
        )
    name = usual_name(metric)
    if name is not None:
        return scoring_of(name, positive)
    if hasattr(metric, "_response_method") or _count_arguments(metric) == 3:
        name = name_of(getattr(metric, "_score_func", metric))
        turned = getattr(metric, "_sign", 1) < 0 and not name.startswith("neg_")
        return FittedScorer(metric, f"neg_{name}" if turned else name).for_class(positive)
    return metric_of(metric, positive)


def _named(slug: str, given: dict[str, Any], positive: Label) -> "FittedScorer":
    """Return scikit-learn's scorer of a name, for the positive class that is given with it or apart."""
    found = FittedScorer(find_scorer(slug), slug, known=True)
    allowed = ["positive"] if takes_positive(found.scorer) else []
    unknown = [name for name in given if name not in allowed]
    if unknown:
        takes = "its only parameter is positive" if allowed else f"write {slug} alone"
        raise SpecError(slug, f"has no parameter {', '.join(unknown)}; {takes}")
    return found.for_class(given.get("positive", positive))


@dataclass(frozen=True)
class FittedScorer(LookedUp, EstimatorMetric):
    """A scorer (estimator, X, y) as scikit-learn has them, turned where lower is better."""

    slug = "fitted-scorer"
    scorer: Callable[..., Any]
    name: str
    known: bool = False  # whether it is scikit-learn's own of that name
    direction: Direction = Direction(origin=DirectionOrigin.KNOWN)  # noqa: RUF009 - it never changes

    @property
    def fingerprint(self) -> str | None:
        """The name, if the scorer is scikit-learn's own; None for a user's, whose name identifies nothing."""
        return self.name if self.known else None

    @property
    def meaning(self) -> Meaning:
        """Unit and bounds of the function."""
        found = meaning_of_scorer(self.scorer)
        return found if self.direction.higher else found.turned()

    @property
    def reads_rows(self) -> bool:  # type: ignore[override] # an attribute of other metrics
        """Whether it is a function of a user's; scikit-learn's scorers only hand the rows on."""
        return not hasattr(self.scorer, "_response_method")

    @property
    def options(self) -> dict[str, Any]:
        """What a scorer of a user's passes to its function, beyond what its name says."""
        given = {} if self.known else getattr(self.scorer, "_kwargs", {})
        return {name: value for name, value in given.items() if name != "pos_label" or "positive=" not in self.name}

    def __str__(self) -> str:
        """Write the scorer's name."""
        return self.name

    def for_class(self, positive: Label) -> "FittedScorer":
        """Return the scorer for a positive class; the same one where it has none, or has one already."""
        if positive is None or not takes_positive(self.scorer):
            return self
        label = positive.item() if isinstance(positive, np.generic) else positive
        made: Any = copy(self.scorer)
        made._kwargs = {**made._kwargs, "pos_label": label}
        return FittedScorer(made, f"{self.name}(positive={label!r})", self.known, self.direction)

    def score_fitted(self, fitted: Any, rows: Any, truth: Values) -> float:
        """Call the scorer."""
        return self.direction.sign * float(self.scorer(fitted, rows, truth))


def check_target(metric: Metric, dataset: Dataset) -> None:
    """Raise an InputError, before anything is fitted, for a metric that cannot score this target."""
    if isinstance(metric, FittedScorer) and dataset.has_classes:
        _check_classes(metric, metric.scorer, dataset.target)
    if isinstance(metric, Scorer) and metric.takes_positive:
        if metric.positive is None and dataset.has_classes:
            _check_classes(metric, find_scorer(metric.name), dataset.target)
        metric.score(dataset.target, dataset.target)
    if isinstance(metric, CountMetric):
        if isinstance(metric, Binary) and metric.positive is None and dataset.has_classes:
            _check_positive(metric, dataset.target)
        metric.score(dataset.target, dataset.target)


def _check_positive(metric: Metric, target: Values) -> None:
    """Raise an InputError where two classes are not 0 and 1, with the rarer one to type."""
    classes = np.unique(target).tolist()
    if len(classes) == 2 and not {*classes} <= {0, 1}:
        raise _without_positive(metric, target)


def _without_positive(metric: Metric, target: Values) -> InputError:
    """Return the error about a positive class that is not known; the rarer class is advised."""
    labels, counts = np.unique(target, return_counts=True)
    classes, label = labels.tolist(), labels.tolist()[-1 if counts[-1] <= counts[0] else 0]
    how = f"Pass {option('positive', label)}"
    return InputError("positive", f"{metric} needs the positive label, one of {classes[0]}, {classes[-1]}. {how}")


def _check_classes(metric: Metric, scorer: Any, target: Values) -> None:
    """Raise an InputError for a scorer of two classes where there are more, or whose positive class is not known."""
    classes = np.unique(target).tolist()
    function, given = getattr(scorer, "_score_func", None), getattr(scorer, "_kwargs", {})
    if len(classes) > 2:
        if is_known(function, "roc_auc_score") and "multi_class" not in given:
            raise InputError(
                "metric", f"{metric} is for two classes, got {len(classes)}. Use roc_auc_ovr or roc_auc_ovo"
            )
        if "pos_label" in given:
            raise InputError("metric", f"{metric} is for two classes, got {len(classes)}. Leave the positive class out")
    elif takes_positive(scorer) and not _has_usual(function, classes):
        raise _without_positive(metric, target)


def _has_usual(function: Any, classes: list[Any]) -> bool:
    """Return whether a function of scikit-learn finds its positive class among these: 1, or the higher number."""
    usual = signature(function).parameters["pos_label"].default
    return usual in classes if usual is not None else not isinstance(classes[-1], str)


def _count_arguments(function: Callable[..., Any]) -> int:
    """Count the positional arguments without a default."""
    kinds = (Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD)
    try:
        found = signature(function).parameters.values()
    except (TypeError, ValueError):
        return 2
    return sum(each.kind in kinds and each.default is Parameter.empty for each in found)
