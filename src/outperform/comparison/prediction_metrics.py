"""The metrics that predictions are judged by: of labels or values, or of probabilities and scores."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from outperform.core import Floats, InputError, Metric, Values
from outperform.metrics.class_scorers import of_classes
from outperform.metrics.counts import CountMetric
from outperform.metrics.given import GIVEN, given_metric
from outperform.metrics.scorers import metric_of
from outperform.surface import option


@dataclass(frozen=True, eq=False)
class Wanted:
    """A metric that is asked for."""

    spec: Any  # as the user wrote it
    name: str
    given: bool  # it is of probabilities or scores of the positive class
    classes: bool = False  # it is of class labels
    chances: bool = False  # it needs a probability per class


def wanted_metrics(metric: Any) -> list[Wanted]:
    """Return the metrics that are asked for; raise an error for an unknown name, and for one that is there twice."""
    asked = metric if isinstance(metric, Sequence) and not isinstance(metric, str) else [metric]
    found = [_wanted(each) for each in asked]
    names = [each.name for each in found]
    if not names:
        raise InputError("metric", "no metric is named")
    if len(set(names)) < len(names):
        raise InputError("metric", f"{next(name for name in names if names.count(name) > 1)} is named twice")
    return found


def _wanted(spec: Any) -> Wanted:
    given = given_metric(spec)
    if given is not None:
        usual = not isinstance(spec, str) or spec.split("(")[0].strip() in GIVEN
        return Wanted(spec, str(spec) if usual else str(given), given=True)
    name = of_classes(spec)
    if name is not None:
        return Wanted(spec, name, given=False, chances=True)
    made = metric_of(spec)
    name = str(spec if isinstance(spec, str | Metric) else made)
    return Wanted(spec, name, given=False, classes=isinstance(made, CountMetric))


def check_mixed(wanted: Sequence[Wanted], truth: Values, table: Floats, learners: Sequence[str]) -> None:
    """Raise an InputError for metrics of labels beside others, where the columns hold probabilities or scores."""
    if all(each.given for each in wanted):
        return
    for name, column in zip(learners, table, strict=True):
        odd = column[column != np.floor(column)]
        value = float(odd[0]) if odd.size else float(column[0])
        if (odd.size and any(each.classes for each in wanted)) or truth.dtype.kind == "U":
            raise InputError("metric", f"predictions of {name!r} are numbers such as {value:g}. {fits_words(wanted)}")


def fits_words(wanted: Sequence[Wanted]) -> str:
    """Return which of the metrics fit probabilities and which fit labels."""
    numbers = option("metric", [each.name for each in wanted if each.given])
    labels = option("metric", [each.name for each in wanted if not each.given])
    return f"Judge them apart: {numbers} for probabilities or scores, {labels} for labels"
