"""Responses: a probability or a score of the positive class per row and learner, beside true labels of any kind."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from outperform.core import Floats, InputError, Values, unmasked
from outperform.data.prediction_tables import by_learner, check_rows, true_labels
from outperform.data.tables import is_missing, shown

_COMMA = re.compile(r"[-+]?\d*,\d+", re.ASCII)
_PERCENT = re.compile(r"[-+]?\d+\.?\d*\s*%", re.ASCII)
_MISSING = {"", "na", "<na>", "n/a", "nan", "nat", "null", "none"}
_WORDS = {"true": 1.0, "false": 0.0}
_LABELS = "for class labels use a metric such as accuracy or f1"
_STRANGE = bytes, np.ndarray, np.complexfloating  # numpy and Python would make numbers of some of them
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
    columns = [_column(f"predictions of {name!r}", each, len(labels), ids) for name, each in named.items()]
    return labels, np.array(columns)


def check_probabilities(name: str, column: Floats, metric: str, ids: Sequence[Any] | None = None) -> None:
    """Raise an InputError that names the row of a number that is not a probability."""
    wrong = np.flatnonzero((column < 0) | (column > 1))
    if wrong.size:
        row = int(wrong[0])
        percents = column.min() >= 0 and _PERCENTS < column.max() <= 100
        how = "if these are percent, divide them by 100; " if percents else ""
        problem = f"{place(row, ids)} is {column[row]:g}, but {metric} needs probabilities from 0 to 1"
        raise InputError(f"predictions of {name!r}", f"{problem}; {how}for scores use --metric roc_auc")


def place(row: int, ids: Sequence[Any] | None) -> str:
    """Name a row: by its item where items have names."""
    return f"row {row + 1}" if ids is None else f"item {str(ids[row])!r}"


def _column(label: str, given: Any, rows: int, ids: Sequence[Any] | None) -> Floats:
    """Return a column of finite numbers; raise an InputError that names the row of anything else."""
    values = _values(label, given)
    if values.ndim != 1:
        raise InputError(label, f"must have one number per row, got an array of shape {values.shape}{_which(values)}")
    check_rows(label, len(values), rows)
    if values.dtype.kind in "mMc":
        raise InputError(label, f"holds {'complex numbers' if values.dtype.kind == 'c' else 'dates or times'}")
    numbers = _numbers(values)
    bad = np.flatnonzero(~np.isfinite(numbers))
    if bad.size:
        raise InputError(label, f"{place(int(bad[0]), ids)} is {_problem(values[bad[0]])}")
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
    return (
        "; a column per class is not supported: pass the probabilities of one class, and a truth of that class or not"
    )


def _numbers(values: Values) -> Floats:
    """Return cells as numbers, NaN for those that are not; true and false are 1 and 0."""
    if values.dtype.kind in "biuf":
        return values.astype(np.float64)
    cells = values.tolist()
    if any(issubclass(kind, _STRANGE) for kind in {*map(type, cells)}):
        return np.array([_number(cell) for cell in cells])
    try:
        found = np.array(cells, dtype=np.float64)
    except (TypeError, ValueError, OverflowError):
        return np.array([_number(cell) for cell in cells])
    strange = any(isinstance(cell, str) and "_" in cell for cell in cells)  # Python reads 1_000
    return np.array([_number(cell) for cell in cells]) if strange else found


def _number(cell: Any) -> float:
    if isinstance(cell, str):
        text = cell.strip().lower()
        if text in _WORDS or "_" in text:
            return _WORDS.get(text, np.nan)
    try:
        return np.nan if isinstance(cell, _STRANGE) else float(cell)
    except (TypeError, ValueError, OverflowError):
        return np.nan


def _problem(cell: Any) -> str:
    """Return what a cell is that holds no number, and what to write instead."""
    if is_missing(cell) or (isinstance(cell, str) and not cell.strip()):
        return "missing; every row needs a number"
    if not isinstance(cell, str):
        return f"{shown(cell)[:60]}, not a finite number"
    text = cell.strip()
    if text.lower() in _MISSING:
        return f"{text!r}, which counts as missing; every row needs a number"
    if _COMMA.fullmatch(text):
        return f"{text!r}; write decimals with a point: {text.replace(',', '.')}"
    if _PERCENT.fullmatch(text):
        return f"{text!r}; write it as a number from 0 to 1: {float(text.rstrip('% ')) / 100:g}"
    infinite = text.lower().lstrip("+-") in ("inf", "infinity")
    return f"{text[:60]!r}, not a finite number" if infinite else f"{text[:60]!r}, not a number; {_LABELS}"
