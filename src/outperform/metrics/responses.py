"""The values per row of any metric, computed where the fit is: from predictions, responses or the fitted learner."""

from copy import copy
from dataclasses import dataclass
from math import isclose, nan
from typing import Any

import numpy as np

from outperform.core import Bounds, Floats, InputError, Ints, Metric, Unit, Values, take, unmasked
from outperform.core.units import UNKNOWN
from outperform.metrics.class_values import explained_log_loss, log_likelihood, one_against_one, one_against_rest
from outperform.metrics.fitted import FittedScorer
from outperform.metrics.given import AveragePrecision, GivenMetric, NegBrierScore, NegLogLoss, RocAuc
from outperform.metrics.known import is_known
from outperform.metrics.row_values import left_out, row_values
from outperform.metrics.rows import RowMetric

Closed = tuple[float, Floats]  # a score, and the value of each row by a formula

TWO_CLASSES: dict[str, type[GivenMetric]] = {
    "roc_auc_score": RocAuc,
    "average_precision_score": AveragePrecision,
    "log_loss": NegLogLoss,
    "brier_score_loss": NegBrierScore,
}
"""Functions of scikit-learn of a response per row, and ours that have values per row."""
ADDITIVE = ("roc_auc_score", "log_loss", "brier_score_loss")
"""Those of them that are means over rows, or over pairs of rows."""
CHOICES = frozenset({"pos_label", "multi_class", "average"})
"""Parameters of scikit-learn's functions that the formulas know."""


@dataclass(frozen=True)
class RowValues(RowMetric):
    """The values of a metric per row, which the fit returns in place of predictions; their mean is the score."""

    slug = "row-values"
    metric: Metric

    def __str__(self) -> str:
        """Write the metric's name."""
        return str(self.metric)

    @property
    def unit(self) -> Unit:
        """That of the metric."""
        return self.metric.unit

    @property
    def bounds(self) -> Bounds:
        """None: values without a row may leave the bounds of the metric, and so may their mean."""
        return UNKNOWN

    @property
    def fingerprint(self) -> str | None:
        """Text of the metric and of what is made of it."""
        known = self.metric.fingerprint
        return None if known is None else f"row values of {known}"

    @property
    def is_relative(self) -> bool:
        """Whether the value of a row depends on which rows are tested with it, beyond its place among them."""
        scorer = getattr(self.metric, "scorer", None)
        function = getattr(scorer, "_score_func", None)
        return function is None or not any(is_known(function, name) for name in ADDITIVE)

    def row_scores(self, truth: Any, predictions: Any) -> Floats:  # noqa: ARG002 - it is in the values
        """Return the values."""
        return np.asarray(predictions, dtype=np.float64)

    def of_fit(self, fitted: Any, rows: Any, truth: Values, units: Ints | None = None) -> Floats:
        """Return the values of the rows of a test set."""
        if not isinstance(self.metric, FittedScorer):
            predictions = np.asarray(unmasked(fitted.predict(rows)))
            return row_values(self.metric, truth, predictions.reshape(truth.shape), units)
        return self.metric.direction.sign * self._of_scorer(self.metric.scorer, fitted, rows, truth, units)

    def _of_scorer(self, scorer: Any, fitted: Any, rows: Any, truth: Values, units: Ints | None) -> Floats:
        """Return the values of a scorer as it is."""
        if not hasattr(scorer, "_score_func"):
            return left_out(lambda kept: float(scorer(fitted, take(rows, kept), truth[kept])), _each(truth), units)
        responses = _responses(scorer, fitted, rows, truth)
        whole = float(scorer(fitted, rows, truth))
        score, values = _closed(scorer, fitted, truth, responses) or (nan, np.empty(0))
        if isclose(score, whole, rel_tol=1e-6, abs_tol=1e-9):
            return values

        def without(kept: Ints) -> float:
            return float(scorer._sign * scorer._score_func(truth[kept], responses[kept], **scorer._kwargs))

        return left_out(without, _alike(truth, responses), units)


def _responses(scorer: Any, fitted: Any, rows: Any, truth: Values) -> Values:
    """Return what the scorer asks the fitted learner for: a value or a row of values per row."""
    heard: list[Values] = []

    def hear(_truth: Values, responses: Values, **_: Any) -> float:
        heard.append(responses)
        return 0.0

    asked = copy(scorer)
    asked._score_func = hear
    asked(fitted, rows, truth)
    return np.asarray(heard[0])


def _each(truth: Values) -> Ints:
    return np.arange(len(truth))


def _alike(truth: Values, responses: Values) -> Ints:
    """Return a number per row that rows share only if they have the same truth and the same responses."""
    _, codes = np.unique(truth, return_inverse=True)
    table = responses.reshape(len(truth), -1)
    columns = [np.unique(column, return_inverse=True)[1].reshape(-1) for column in table.T]
    cells: Ints = np.unique(np.column_stack([codes.reshape(-1), *columns]), axis=0, return_inverse=True)[1].reshape(-1)
    return cells


def has_closed_form(metric: Metric) -> bool:
    """Return whether the values of a scorer probably follow from responses by a formula; the fit makes sure."""
    scorer = getattr(metric, "scorer", None)
    function, given = getattr(scorer, "_score_func", None), getattr(scorer, "_kwargs", {})
    if function is None:
        return False
    named = [name for name in (*TWO_CLASSES, "d2_log_loss_score") if is_known(function, name)]
    return bool(named) and not set(given) - CHOICES


def of_labels(metric: Metric) -> bool:
    """Return whether a scorer asks a fitted learner for its predictions alone."""
    return getattr(getattr(metric, "scorer", None), "_response_method", None) == "predict"


def _closed(scorer: Any, fitted: Any, truth: Values, responses: Values) -> Closed | None:
    """Return score and values by a formula; None where there is none."""
    given = scorer._kwargs
    classes = np.asarray(getattr(fitted, "classes_", np.unique(truth)))
    if set(given) - CHOICES:
        return None
    try:
        if responses.ndim == 1 and classes.size == 2:
            label = given.get("pos_label", classes[-1])
            return _of_two(scorer._score_func, label, truth, responses)
        if responses.ndim == 2 and responses.shape[1] == classes.size:
            values = _of_several(scorer._score_func, given, truth[:, np.newaxis] == classes, responses)
            return None if values is None else (float(values.mean()), values)
    except InputError:  # undefined on these rows; the scorer itself says how it treats them
        return None
    return None


def _of_two(function: Any, label: Any, truth: Values, responses: Values) -> Closed | None:
    name = next((each for each in TWO_CLASSES if is_known(function, each)), None)
    if name is not None:
        metric = TWO_CLASSES[name](positive=label.item() if isinstance(label, np.generic) else label)
        return metric.score(truth, responses), row_values(metric, truth, responses)
    if is_known(function, "d2_log_loss_score"):
        hits = np.column_stack([truth != label, truth == label])
        values = explained_log_loss(hits, np.column_stack([1 - responses, responses]))
        return float(values.mean()), values
    return None


def _of_several(function: Any, given: Any, hits: Values, chances: Floats) -> Floats | None:
    """Return values for probabilities [row, class]; ``hits`` are the true classes."""
    if is_known(function, "log_loss"):
        return log_likelihood(hits, chances)
    if is_known(function, "d2_log_loss_score"):
        return explained_log_loss(hits, chances)
    if is_known(function, "roc_auc_score") and hits.any(axis=0).all():
        ways = {"ovr": one_against_rest, "ovo": one_against_one}
        way = ways.get(given.get("multi_class", ""))
        return None if way is None else way(hits, chances, given.get("average", "macro"))
    return None
