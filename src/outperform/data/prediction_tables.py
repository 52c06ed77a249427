"""Labels: truth and predictions brought to one kind, so that 1, 1.0 and "1" are never taken for different classes."""

from collections.abc import Mapping
from math import isnan
from typing import Any

import numpy as np

from outperform.core import InputError, Values

_WORDS = {"true": True, "false": False}


def aligned(truth: Any, predictions: Mapping[str, Any]) -> tuple[Values, Values]:
    """Give truth [row] and predictions [learner, row] in one kind: booleans, numbers or text."""
    columns = {"truth": _column("truth", truth)} | {
        str(name): _column(f"predictions of {name!r}", values) for name, values in predictions.items()
    }
    if len(predictions) < 2:
        raise InputError("predictions", f"a comparison needs two learners, got {len(predictions)}")
    for name, column in columns.items():
        if len(column) != len(columns["truth"]):
            raise InputError(f"predictions of {name!r}", f"has {len(column)} rows, truth has {len(columns['truth'])}")
    table = _one_kind([columns.pop("truth"), *columns.values()])
    return table[0], table[1:]


def _column(name: str, values: Any) -> Values:
    column = np.asarray(values)
    if column.ndim != 1:
        raise InputError(name, f"must be one label a row, got shape {column.shape}")
    if not column.size:
        raise InputError(name, "has no rows")
    missing = np.array([value is None or (isinstance(value, float) and isnan(value)) for value in column.tolist()])
    if missing.any():
        raise InputError(name, f"row {np.flatnonzero(missing)[0] + 1} is missing")
    return column


def _one_kind(columns: list[Values]) -> Values:
    """Stack columns as booleans if all are, else as numbers if all can be, else as text."""
    for kind in (_booleans, _numbers):
        converted = [kind(column) for column in columns]
        if all(column is not None for column in converted):
            return np.array(converted)
    return np.array([[str(value) for value in column.tolist()] for column in columns])


def _booleans(column: Values) -> Values | None:
    if column.dtype == bool:
        return column
    words = [_WORDS.get(str(value).lower()) for value in column.tolist()]
    return None if None in words else np.array(words, dtype=bool)


def _numbers(column: Values) -> Values | None:
    try:
        array = column.astype(np.float64)
    except (TypeError, ValueError):
        return None
    if not np.isfinite(array).all():
        return None
    whole = bool((array == np.floor(array)).all() and (np.abs(array) < 2**53).all())
    return array.astype(np.int64) if whole else array


def matching_label(positive: Any, labels: Values) -> Any:
    """Find the label that the user means: itself, or the one that is written like it."""
    known = np.unique(labels).tolist()
    for label in known:
        if label == positive or str(label).lower() == str(positive).lower():
            return label
    try:
        return next(label for label in known if label == float(positive))
    except (TypeError, ValueError, StopIteration):
        shown = ", ".join(str(label) for label in known[:10])
        raise InputError("positive", f"{positive!r} is not among the labels: {shown}") from None
