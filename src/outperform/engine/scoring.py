"""The metrics of a contest: with names and a positive class, and refused before anything runs where they do not fit."""

from typing import Any

from outperform.core import Dataset, InputError, Metric
from outperform.data import matching_label
from outperform.data.directions import NOTHING, DirectionWords
from outperform.metrics.directed import directed_metric
from outperform.metrics.fitted import check_target, scoring_of
from outperform.metrics.spelling import by_rows


def scored_metrics(
    metric: Any, dataset: Dataset, positive: Any = None, words: DirectionWords = NOTHING
) -> dict[str, Metric]:
    """Name the metrics, one or several at once; raise before anything runs if one cannot score this target.

    None is the usual metric of the target.
    ``positive`` is the positive class of the metrics that have one; it becomes part of their names. Others ignore it.
    """
    metric = usual_metric(dataset) if metric is None else metric
    several = list(metric) if isinstance(metric, list | tuple) else [metric]
    if not several:
        raise InputError("metric", "none is given; pass a name such as 'accuracy'")
    label = None if positive is None else _label(positive, dataset)
    plain = [scoring_of(each) for each in several]
    found = [scoring_of(each, label) for each in several]
    for made in found:
        check_target(made, dataset)
    names = [
        each if isinstance(each, str) and str(bare) == str(made) else str(made)
        for each, bare, made in zip(several, plain, found, strict=True)
    ]
    if len(set(names)) < len(names):
        raise InputError("metric", f"{next(name for name in names if names.count(name) > 1)} is given twice")
    words.check(names)
    return {
        name: by_rows(directed_metric(made, name, dataset.target, words, dataset.rows), dataset)
        for name, made in zip(names, found, strict=True)
    }


def usual_metric(dataset: Dataset) -> str:
    """Return the metric of a target; rows in time order need one with a value per row."""
    if dataset.has_classes:
        return "accuracy"
    return "r2" if dataset.times is None else "neg_mean_squared_error"


def _label(positive: Any, dataset: Dataset) -> Any:
    """Return the class that the user means."""
    if not dataset.has_classes:
        raise InputError("positive", f"is for classes, but the target of {dataset.name} holds numbers; leave it out")
    return matching_label(positive, dataset.target)
