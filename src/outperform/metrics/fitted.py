"""Metrics for fitted learners: those of predictions, and scorers that need probabilities or decision values."""

from collections.abc import Callable
from dataclasses import dataclass
from inspect import Parameter, signature
from typing import Any

from outperform.core import EstimatorMetric, InputError, Metric, SpecError, Values, split_spec
from outperform.metrics import CATALOGUE
from outperform.metrics.known import LookedUp, Meaning, meaning_of_scorer, name_of
from outperform.metrics.scorers import find_scorer, metric_of


def scoring_of(metric: Any) -> Metric:
    """Find the metric that scores fitted learners by a name, a scorer or a function.

    A function of two arguments is taken as (truth, predictions), one of three as scikit-learn's scorer
    (estimator, X, y).

    Examples
    --------
    >>> print(scoring_of("roc_auc"))
    roc_auc
    """
    if isinstance(metric, str):
        slug, given = split_spec(metric)
        if slug in CATALOGUE or find_scorer(slug)._response_method == "predict":
            return metric_of(metric)
        if given:
            raise SpecError(slug, f"takes no parameters, got {', '.join(given)}. Write {slug} alone")
        return FittedScorer(find_scorer(slug), slug, known=True)
    if isinstance(metric, Metric):
        return metric
    if not callable(metric):
        raise InputError(
            "metric", f"must be a name or a function, got {metric!r}. 'outperform list metrics' shows the names"
        )
    if hasattr(metric, "_response_method") or _count_arguments(metric) == 3:
        return FittedScorer(metric, name_of(getattr(metric, "_score_func", metric)))
    return metric_of(metric)


@dataclass(frozen=True)
class FittedScorer(LookedUp, EstimatorMetric):
    """A scorer (estimator, X, y) as scikit-learn has them; higher is better."""

    slug = "fitted-scorer"
    scorer: Callable[..., Any]
    name: str
    known: bool = False  # whether it is scikit-learn's own of that name

    @property
    def fingerprint(self) -> str | None:
        """The name, if the scorer is scikit-learn's own; None for a user's, whose name identifies nothing."""
        return self.name if self.known else None

    @property
    def meaning(self) -> Meaning:
        """Unit and bounds of the function."""
        return meaning_of_scorer(self.scorer)

    def __str__(self) -> str:
        """Write the scorer's name."""
        return self.name

    def score_fitted(self, fitted: Any, rows: Any, truth: Values) -> float:
        """Call the scorer."""
        return float(self.scorer(fitted, rows, truth))


def _count_arguments(function: Callable[..., Any]) -> int:
    """Count the positional arguments without a default."""
    kinds = (Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD)
    try:
        found = signature(function).parameters.values()
    except (TypeError, ValueError):
        return 2
    return sum(each.kind in kinds and each.default is Parameter.empty for each in found)
