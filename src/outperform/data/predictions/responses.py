"""Responses: a probability or a score of the positive class per row and learner, beside true labels of any kind."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from outperform.core import Floats, InputError, Values, unmasked
from outperform.data.cells import (
    POINTS,
    Style,
    advice,
    as_floats,
    is_empty,
    is_mark,
    looks_like_number,
    shown,
    style_of,
)
from outperform.data.predictions.label_columns import place
from outperform.data.predictions.labels import by_learner, check_rows, true_labels
from outperform.surface import option

_LABELS = "for class labels use a metric such as accuracy or f1"
_PERCENTS = 1.5  # the largest of many probabilities in percent is above this


def responses(truth: Any, predictions: Mapping[str, Any], ids: Sequence[Any] | None = None) -> tuple[Values, Floats]:
    """Return true labels [row] and responses [learner, row]: text and numbers are not mixed.

    Examples
    --------
    >>> truth, said = responses(["yes", "no"], {"a": ["0.9", "1e-3"], "b": [0.5, 0]})
    >>> truth.tolist(), said.tolist()
    (['yes', 'no'], [[0.9, 0.001], [0.5, 0.0]])
    """
    named = by_learner(truth, predictions)
    labels = true_labels(truth)
    given = {name: _values(f"predictions of {name!r}", each) for name, each in named.items()}
    style = style_of([values for values in given.values() if values.ndim == 1])
    columns = [numbers_of(f"predictions of {name!r}", each, len(labels), ids, style) for name, each in given.items()]
    return labels, np.array(columns)


def check_probabilities(name: str, column: Floats, metric: str, ids: Sequence[Any] | None = None) -> None:
    """Raise an InputError that names the row of a number that is not a probability."""
    wrong = np.flatnonzero((column < 0) | (column > 1))
    if wrong.size:
        row = int(wrong[0])
        percents = column.min() >= 0 and _PERCENTS < column.max() <= 100
        how = "if these are percent, divide them by 100; " if percents else ""
        problem = f"{place(row, ids)} is {column[row]:g}, but {metric} needs probabilities from 0 to 1"
        raise InputError(f"predictions of {name!r}", f"{problem}; {how}for scores use {option('metric', 'roc_auc')}")


def numbers_of(label: str, given: Any, rows: int, ids: Sequence[Any] | None, style: Style = POINTS) -> Floats:
    """Return a column of finite numbers; raise an InputError that names the row of anything else."""
    values = _values(label, given)
    if values.ndim != 1:
        raise InputError(label, f"must have one number per row, got an array of shape {values.shape}{_which(values)}")
    check_rows(label, len(values), rows)
    if values.dtype.kind in "mMc":
        raise InputError(label, f"holds {'complex numbers' if values.dtype.kind == 'c' else 'dates or times'}")
    numbers = values.astype(np.float64) if values.dtype.kind == "b" else as_floats(values, style, booleans=True)
    bad = np.flatnonzero(~np.isfinite(numbers))
    if bad.size:
        raise InputError(label, f"{place(int(bad[0]), ids)} is {_problem(values[bad[0]], style)}")
    return numbers


def _values(label: str, given: Any) -> Values:
    given = unmasked(given)
    if hasattr(given, "dtype") and not hasattr(given, "categories"):
        return np.asarray(given)
    try:
        return np.array(list(given), dtype=object)
    except (TypeError, ValueError):
        raise InputError(label, "must be a list or array with one number per row") from None


def _which(values: Values) -> str:
    """Return what to pass instead of the columns of both classes."""
    if values.ndim != 2:
        return ""
    if values.shape[1] == 2:
        return "; of what predict_proba returns, pass the column of the positive class: [:, 1]"
    return "; a table with a column per class is needed for every learner"


def _problem(cell: Any, style: Style) -> str:
    """Return what a cell is that holds no number, and what to write instead."""
    if is_empty(cell) or (isinstance(cell, str) and not cell.strip()):
        return "missing; every row needs a number"
    if not isinstance(cell, str) or looks_like_number(cell.strip()):
        return f"{shown(cell)[:80]}, not a finite number{advice(cell, style)}"
    text = cell.strip()
    if is_mark(text):
        return f"{text!r}, which counts as missing; every row needs a number"
    infinite = text.lower().lstrip("+-") in ("inf", "infinity")
    return f"{text[:60]!r}, not a finite number" if infinite else f"{text[:60]!r}, not a number; {_LABELS}"
