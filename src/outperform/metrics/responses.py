"""Metrics of probabilities and decision values as functions of truth and responses: rows can then be left out."""

from collections.abc import Callable
from copy import copy
from dataclasses import dataclass
from typing import Any

import numpy as np

from outperform.core import Bools, Dataset, Floats, InputError, Metric, Values
from outperform.metrics.fitted import FittedScorer
from outperform.metrics.scorers import find_scorer

CLIP = float(np.finfo(np.float64).eps)  # of a probability, as scikit-learn's log loss has it


@dataclass(frozen=True)
class ResponseMetric(Metric):
    """A scikit-learn scorer of a binary or numeric target, as a function of the responses that it needs."""

    slug = "response-metric"
    scorer: FittedScorer

    def __str__(self) -> str:
        """Write the scorer's name."""
        return str(self.scorer)

    @property
    def fingerprint(self) -> str | None:
        """Text of the scorer and of what it is applied to."""
        known = self.scorer.fingerprint
        return None if known is None else f"{known} of responses"

    def score(self, truth: Any, predictions: Any) -> float:
        """Call scikit-learn's function."""
        asked: Any = self.scorer.scorer
        try:
            return float(asked._sign * asked._score_func(truth, _numbers(predictions), **asked._kwargs))
        except Exception as problem:
            text = next(iter(str(problem).splitlines()), type(problem).__name__)
            raise InputError("metric", f"{self}: {text}") from problem

    def responses(self, fitted: Any, rows: Any) -> Values:
        """Return the responses of a fitted learner that the scorer needs."""
        heard: list[Values] = []

        def hear(_truth: Values, said: Values, **_: Any) -> float:
            heard.append(said)
            return 0.0

        asked = copy(self.scorer.scorer)
        asked._score_func = hear  # type: ignore[attr-defined] # scikit-learn's scorers have it
        count = rows.shape[0] if hasattr(rows, "shape") else len(rows)
        asked(fitted, rows, np.resize(getattr(fitted, "classes_", np.zeros(1)), count))
        return np.asarray(heard[0])

    @property
    def without_each(self) -> Callable[[Values, Values], Floats] | None:
        """The function that scores a test set without each of its rows, where there is a closed form."""
        asked: Any = self.scorer.scorer
        known = {find_scorer(name)._score_func: found for name, found in CLOSED.items()}
        return None if asked._kwargs else known.get(asked._score_func)


def response_metric(metric: Metric, dataset: Dataset) -> ResponseMetric | None:
    """Return a metric of a fitted learner as one of responses; None where a row has no single response."""
    if not isinstance(metric, FittedScorer) or not hasattr(metric.scorer, "_score_func"):
        return None
    several = dataset.has_classes and len(np.unique(dataset.strata)) != 2
    return None if several else ResponseMetric(metric)


def _numbers(said: Any) -> Floats:
    return np.asarray(said).astype(np.float64)


def _positive(truth: Values) -> Bools:
    found: Bools = truth == np.unique(truth)[-1]
    return found


def _area(truth: Values, said: Values) -> Floats:
    """Return the area under the ROC curve without each row; NaN without the last row of a class."""
    values, positive = _numbers(said), _positive(truth)
    wins = np.empty(len(values))  # of a positive row over negative ones; of a negative row, of those over it
    low, high = np.sort(values[~positive]), np.sort(values[positive])
    wins[positive] = (_below(low, values[positive], "left") + _below(low, values[positive], "right")) / 2
    wins[~positive] = (
        len(high) - (_below(high, values[~positive], "left") + _below(high, values[~positive], "right")) / 2
    )
    pairs = np.where(positive, (len(high) - 1) * len(low), len(high) * (len(low) - 1)).astype(np.float64)
    left = np.full(len(values), np.nan)
    np.divide(wins[positive].sum() - wins, pairs, out=left, where=pairs > 0)
    return left


def _below(ordered: Floats, values: Floats, side: Any) -> Floats:
    return np.searchsorted(ordered, values, side=side).astype(np.float64)


def _log(truth: Values, said: Values) -> Floats:
    chance = np.clip(_numbers(said), CLIP, 1 - CLIP)
    return _mean_without(np.log(np.where(_positive(truth), chance, 1 - chance)))


def _brier(truth: Values, said: Values) -> Floats:
    return _mean_without(-((_positive(truth) - _numbers(said)) ** 2))


def _mean_without(rows: Floats) -> Floats:
    left: Floats = (rows.sum() - rows) / (len(rows) - 1)
    return left


CLOSED = {"roc_auc": _area, "neg_log_loss": _log, "neg_brier_score": _brier}
"""Scores without each row, by scikit-learn's names."""
