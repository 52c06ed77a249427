"""Metrics in another spelling: a function or scorer that is a known metric, or the mean of a value per row."""

import warnings
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from inspect import Parameter, signature
from typing import Any

import numpy as np

from outperform.core import Bounds, Dataset, Direction, EstimatorMetric, Floats, Metric, Unit, Values
from outperform.metrics.counts import Accuracy
from outperform.metrics.known import is_known
from outperform.metrics.labels import aligned
from outperform.metrics.rows import RowMetric
from outperform.metrics.scorers import find_scorer, scorer_names

MOST_CLASSES = 20
TRIED = 400  # rows that a metric is tried on
WRONG = (0.1, 0.3, 0.6, 0.3, 0.3)  # shares of them that are predicted at random
CLOSE = 1e-9  # of two numbers that differ by rounding


def usual_name(metric: Any) -> str | None:
    """Return scikit-learn's name of a scorer, or of a function of truth and predictions, that is the same; else None.

    Examples
    --------
    >>> from sklearn.metrics import accuracy_score, f1_score, make_scorer
    >>> usual_name(make_scorer(f1_score, average="macro")), usual_name(accuracy_score), usual_name(max)
    ('f1_macro', 'accuracy', None)
    """
    wanted = _what(metric)
    if wanted is None:
        return None
    return next((name for name in scorer_names() if _what(find_scorer(name)) == wanted), None)


def _what(metric: Any) -> tuple[Any, ...] | None:
    """Return what a scorer, or a function, computes: function with all options, sign, response; None if not known."""
    function: Any = getattr(metric, "_score_func", metric)
    options = dict(getattr(metric, "_kwargs", {}))
    while isinstance(function, partial) and not function.args:
        function, options = function.func, {**function.keywords, **options}
    if not is_known(function, str(getattr(function, "__name__", ""))):
        return None
    parameters = signature(function).parameters.values()
    usual = {each.name: each.default for each in parameters if each.default is not Parameter.empty}
    given = {**usual, **options}
    if given.get("average", "binary") != "binary":  # then no class is the positive one
        given.pop("pos_label", None)
    written = tuple(sorted((name, repr(value)) for name, value in given.items()))
    return function, written, getattr(metric, "_sign", 1), getattr(metric, "_response_method", "predict")


def by_rows(metric: Metric, dataset: Dataset) -> Metric:
    """Return a metric of labels as a mean over rows where it is one on these classes; else the metric itself.

    It is one if its score of any rows is the mean of its scores of each of them. That is tried on several samples of
    the target with right and wrong predictions.
    """
    if isinstance(metric, RowMetric) or not dataset.has_classes or dataset.target.ndim != 1:
        return metric
    labels = np.unique(dataset.target)
    if len(labels) > MOST_CLASSES:
        return metric
    try:
        with warnings.catch_warnings(), np.errstate(all="ignore"):
            warnings.simplefilter("ignore")
            values = _values(_score_of(metric), labels, np.asarray(dataset.target))
    except Exception:  # it says so itself where it is used
        return metric
    if values is None:
        return metric
    if (values == np.eye(len(labels))).all():
        return OtherAccuracy(metric)
    return CellMean(metric, tuple(labels.tolist()), tuple(map(tuple, values.tolist())))


class Renamed:
    """What a metric under another name keeps of the one that was given."""

    of: Metric

    def __str__(self) -> str:
        """Write the name under which it was given."""
        return str(self.of)

    @property
    def fingerprint(self) -> str | None:
        """That of the metric that was given."""
        return self.of.fingerprint

    @property
    def direction(self) -> Direction:
        """That of the metric that was given."""
        return self.of.direction


@dataclass(frozen=True)
class OtherAccuracy(Renamed, Accuracy):
    """Accuracy under another name."""

    slug = "other-accuracy"
    of: Metric

    @property
    def options(self) -> dict[str, Any]:
        """Those of the metric that was given."""
        return dict(getattr(self.of, "options", {}))


@dataclass(frozen=True)
class CellMean(Renamed, RowMetric):
    """The mean over rows of a value that depends on the true and the predicted class alone."""

    slug = "cell-mean"
    of: Metric
    labels: tuple[Any, ...]  # sorted
    values: tuple[tuple[float, ...], ...]  # [truth, prediction]

    @property
    def unit(self) -> Unit:
        """That of the metric that was given."""
        return self.of.unit

    @property
    def bounds(self) -> Bounds:
        """Those of the metric that was given."""
        return self.of.bounds

    @property
    def options(self) -> dict[str, Any]:
        """Those of the metric that was given."""
        return dict(getattr(self.of, "options", {}))

    def row_scores(self, truth: Any, predictions: Any) -> Floats:
        """Look up the value of every row; NaN where a class is predicted that the target does not have."""
        true, said = aligned(truth, predictions)
        labels = np.asarray(self.labels)
        codes = [np.minimum(np.searchsorted(labels, each), len(labels) - 1) for each in (true, said)]
        found: Floats = np.asarray(self.values)[codes[0], codes[1]]
        return np.where(labels[codes[1]] == said, found, np.nan)


def _score_of(metric: Metric) -> Callable[[Values, Values], float]:
    """Return the score of truth and predicted labels; a scorer that asks for anything else raises."""
    if not isinstance(metric, EstimatorMetric):
        return metric.score
    rows = object()  # a scorer that looks at the rows finds nothing there
    return lambda truth, said: metric.score_fitted(_answering(said, rows), rows, truth)


def _values(score: Callable[[Values, Values], float], labels: Values, target: Values) -> Floats | None:
    """Return the value of each pair of true and predicted class; None where the score is not the mean of these."""
    one = [[score(np.array([true]), np.array([said])) for said in labels] for true in labels]
    values = np.array(one, dtype=np.float64)
    rng = np.random.default_rng(0)
    for number, share in enumerate(WRONG):
        truth = rng.choice(target, min(len(target), TRIED))
        if number:  # with few rows of a class
            truth = truth[(truth != labels[number % len(labels)]) | (rng.random(len(truth)) < share)]
        said = np.where(rng.random(len(truth)) < share, rng.choice(labels, len(truth)), truth)
        codes = [np.searchsorted(labels, each) for each in (truth, said)]
        mean = float(values[codes[0], codes[1]].mean())
        if not abs(score(truth, said) - mean) <= CLOSE * max(1.0, abs(mean)):
            return None
    return values


def _answering(said: Values, asked: object) -> Any:
    """Return a fitted learner that predicts these labels for the rows that it is asked about, and nothing else."""
    from sklearn.base import BaseEstimator, ClassifierMixin

    class Predicting(ClassifierMixin, BaseEstimator):  # type: ignore[misc] # scikit-learn has no types
        classes_ = np.unique(said)

        def predict(self, rows: Any) -> Values:
            if rows is not asked:
                raise ValueError("the scorer asks about other rows")
            return said

        @property
        def predict_proba(self) -> Any:
            raise ValueError("the scorer asks for more than predictions")

        decision_function = predict_log_proba = predict_proba

    return Predicting()
