"""The direction of metrics of a user's own: measured on right and wrong predictions, by their name, or said."""

import math
import warnings
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from outperform.core import Direction, DirectionOrigin, InputError, Metric, Values
from outperform.core.data import take
from outperform.data.directions import DirectionWords, better, said_by_name
from outperform.data.metric_meanings import metric_meaning
from outperform.metrics.fitted import FittedScorer
from outperform.metrics.known import meaning_of
from outperform.metrics.labels import aligned
from outperform.metrics.scorers import Function, find_scorer, scorer_names

MOST = 2000  # rows that a function is tried on
_SURE = 0.9  # the probability of the class that is said: a logarithm of it is finite
_TURNED = "make_scorer(..., greater_is_better=False)"


def directed_metric(metric: Metric, name: str, truth: Values, words: DirectionWords, rows: Any = None) -> Metric:
    """Return a metric of which higher is better; raise an InputError for a loss whose direction is not said.

    A function of a user's is tried on right and on wrong predictions: if the right ones score best, higher is better.
    One of (estimator, X, y) gets ``rows`` then, which are those of the truth.

    Examples
    --------
    >>> def gap(truth, predictions):
    ...     return float(np.mean(truth != predictions))
    >>> truth = np.array([0, 1, 1, 0])
    >>> turned = directed_metric(Function(gap), "gap", truth, DirectionWords.of(lower="gap"))
    >>> turned.score(truth, 1 - truth), turned.direction.origin.value
    (-1.0, 'said')
    """
    word = words.word(name)
    if not isinstance(metric, Function | FittedScorer) or (isinstance(metric, FittedScorer) and metric.known):
        if word is False:
            raise _against(name, words)
        return metric
    measured = _measured(metric, truth, rows)
    turned = getattr(getattr(metric, "scorer", None), "_sign", 1) < 0
    if turned:
        _check_turned(name, words, measured)
    higher = True if turned else measured
    if higher is None:
        meaning = metric_meaning(name.partition("(")[0])
        higher = None if meaning is None else meaning.higher
    if word is None and higher is False:
        problem = f"{name} is a loss (lower is better), but higher scores must be better; {_instead(metric, name)}"
        raise InputError("metric", problem)
    if (word is False and higher is True) or (word is True and measured is False and not turned):
        raise _against(name, words)
    if word is not None:
        return replace(metric, direction=Direction(word, DirectionOrigin.SAID))
    return replace(metric, direction=Direction() if higher is None else Direction(origin=DirectionOrigin.KNOWN))


def _check_turned(name: str, words: DirectionWords, measured: bool | None) -> None:  # noqa: FBT001 - three answers
    """Raise an InputError where a scorer with a sign would be turned once more, or was turned the wrong way."""
    word = words.word(name)
    if word is False:
        problem = f"{_TURNED} has turned {name} already, so higher is better: leave it out"
        raise InputError(words.argument_of(name), problem)
    if word is None and measured is False:
        raise InputError("metric", f"{_TURNED} turns {name}, but then wrong predictions score best: leave that out")


def _against(name: str, words: DirectionWords) -> InputError:
    word = bool(words.word(name))
    problem = f"{better(higher=not word)} for the metric {name!r}, but {better(higher=word)} was said; leave it out"
    return InputError(words.argument_of(name), problem)


def _instead(metric: Function | FittedScorer, name: str) -> str:
    """Return what to pass instead of a loss: scikit-learn's scorer that turns it, or a word."""
    function = getattr(metric, "function", None) or getattr(getattr(metric, "scorer", None), "_score_func", None)
    scorers = [each for each in scorer_names() if find_scorer(each)._score_func is function]
    if scorers and isinstance(metric, Function):
        return f"use metric={scorers[0]!r}"
    return f"say so, {said_by_name(name, higher=False)}, or pass a function that returns the loss with a minus sign"


def _measured(metric: Function | FittedScorer, truth: Values, rows: Any) -> bool | None:
    """Return whether right predictions score best (True) or worst (False); None where that is not seen."""
    scorer: Any = getattr(metric, "scorer", None)
    function: Any = metric.function if isinstance(metric, Function) else getattr(scorer, "_score_func", None)
    if function is not None and meaning_of(function).is_loss:
        return bool(getattr(scorer, "_sign", 1) < 0)
    tried = np.unique(np.linspace(0, len(truth) - 1, min(len(truth), MOST)).astype(np.int64))
    true = truth[tried]
    others = [said for said in (np.roll(true, 1), np.roll(true, len(true) // 2), true[::-1]) if (said != true).any()]
    if isinstance(metric, Function):
        higher = _compared(lambda said: function(*aligned(true, said)), [true, *others])
        if higher is None and set(np.unique(true).tolist()) == {0, 1}:  # it may be of probabilities, never quite 0 or 1
            higher = _compared(
                lambda said: function(*aligned(true, said)), [_SURE * said + 0.05 for said in (true, *others)]
            )
        return higher
    given = tried[:, np.newaxis] if rows is None else take(rows, tried)
    return _compared(lambda said: scorer(_answering(said, truth), given, true), [true, *others])


def _compared(score: Callable[[Values], float], predictions: Sequence[Values]) -> bool | None:
    """Return whether the first of the predictions, the right ones, score best or worst."""
    try:
        with warnings.catch_warnings(), np.errstate(all="ignore"):
            warnings.simplefilter("ignore")
            right, *wrong = [float(score(said)) for said in predictions]
    except Exception:  # it says so itself where it is used
        return None
    if not wrong or not all(map(math.isfinite, (right, *wrong))):
        return None
    return True if right > max(wrong) else False if right < min(wrong) else None


def _answering(said: Values, truth: Values) -> Any:
    """Return a fitted learner that gives these answers: labels or values, probabilities, decision values."""
    from sklearn.base import BaseEstimator, ClassifierMixin, RegressorMixin

    class Regressor(RegressorMixin, BaseEstimator):  # type: ignore[misc] # scikit-learn has no types
        def predict(self, _rows: Any) -> Values:
            return said

    if truth.dtype.kind == "f" and (truth % 1).any():
        return Regressor()
    classes = np.unique(truth)
    right = classes == said[:, np.newaxis]

    class Classifier(ClassifierMixin, BaseEstimator):  # type: ignore[misc]
        classes_ = classes

        def predict(self, _rows: Any) -> Values:
            return said

        def predict_proba(self, _rows: Any) -> Values:
            return np.where(right, _SURE, (1 - _SURE) / max(len(classes) - 1, 1))

        def decision_function(self, _rows: Any) -> Values:
            values: Values = right * 2.0 - 1
            return values[:, 1] if len(classes) == 2 else values

    return Classifier()
