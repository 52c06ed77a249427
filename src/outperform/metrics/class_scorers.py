"""Which metrics are of a probability per class: ours, and any other scorer of scikit-learn that asks for them."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from outperform.core import Bounds, Floats, InputError, Unit
from outperform.metrics import CATALOGUE
from outperform.metrics.classes import INFLUENCED, MEANS, ClassMean, ClassMetric, InfluencedClasses
from outperform.metrics.given import USUAL
from outperform.metrics.known import Meaning, meaning_of_scorer, name_of
from outperform.metrics.scorers import find_scorer, scorer_names
from outperform.surface import option


@dataclass(frozen=True, eq=False)
class ScoredClasses(ClassMetric):
    """Any other scorer of scikit-learn that asks for probabilities; it knows no influence."""

    scorer: Callable[..., Any]

    @property
    def meaning(self) -> Meaning:
        """Unit and bounds of the function."""
        return meaning_of_scorer(self.scorer)

    @property
    def unit(self) -> Unit:
        """That of the function."""
        return self.meaning.unit

    @property
    def bounds(self) -> Bounds:
        """Those of the function."""
        return self.meaning.bounds

    def score(self, truth: Any, predictions: Any) -> float:
        """Let the scorer ask for the probabilities."""
        hits, chances = self.chances(truth, predictions)
        try:
            value = float(self.scorer(_told(chances), np.zeros((len(hits), 1)), hits.argmax(axis=1)))
        except ValueError as problem:
            raise InputError("metric", f"{self.name}: {str(problem).splitlines()[0]}") from None
        return value


def _told(chances: Floats) -> Any:
    """Return a fitted classifier, as a scorer sees it, that says these probabilities."""
    from sklearn.base import BaseEstimator, ClassifierMixin

    class Told(ClassifierMixin, BaseEstimator):  # type: ignore[misc] # scikit-learn has no types
        classes_ = np.arange(chances.shape[1])

        def predict_proba(self, _rows: Any) -> Floats:
            return chances

    return Told()


def of_classes(spec: Any) -> str | None:
    """Return the name of a metric that needs a probability per class; None for all others.

    Examples
    --------
    >>> of_classes("log_loss"), of_classes("roc_auc_ovr"), of_classes("accuracy")
    ('neg_log_loss', 'roc_auc_ovr', None)
    """
    if isinstance(spec, str):
        lower = spec.strip().lower()
        name = USUAL.get(lower, lower)
        if name in MEANS or name in INFLUENCED:
            return name
        if name.partition("(")[0] in CATALOGUE:
            return None
        known = name in scorer_names()
        return name if known and find_scorer(name)._response_method != "predict" else None
    if getattr(spec, "_response_method", "predict") == "predict":
        return None
    return name_of(getattr(spec, "_score_func", spec))


def class_metric(spec: Any, classes: tuple[str, ...], table: Floats) -> ClassMetric:
    """Return the metric of these probabilities; ``spec`` is one that ``of_classes`` knows."""
    name = of_classes(spec)
    assert name is not None, "of_classes knows it"
    if not isinstance(spec, str):
        return ScoredClasses(name, classes, table, spec)
    if name in MEANS:
        return ClassMean(name, classes, table)
    if name in INFLUENCED:
        return InfluencedClasses(name, classes, table)
    if name in ("roc_auc", "average_precision"):
        other = "" if name == "average_precision" else f" Use {option('metric', 'roc_auc_ovr')} or roc_auc_ovo"
        raise InputError("metric", f"{name} is for two classes, got {len(classes)}.{other}")
    return ScoredClasses(name, classes, table, find_scorer(name))
