"""Labels: truth and predictions as plain arrays that belong together, and as codes."""

from typing import Any

import numpy as np

from outperform.core import InputError, Ints, Values


def aligned(truth: Any, predictions: Any) -> tuple[Values, Values]:
    """Return truth [row] and predictions [..., row] as plain arrays, refusing what cannot be compared row by row.

    A missing value is neither a right nor a wrong answer, and text never equals a number: both are refused.

    Examples
    --------
    >>> aligned(["spam", "ham"], ["spam", None])
    Traceback (most recent call last):
        ...
    outperform.core.errors.InputError: predictions: has values of type NoneType; labels are all text or all numbers
    """
    true, said = _plain("truth", truth), _plain("predictions", predictions)
    if true.ndim != 1:
        raise InputError("truth", f"must be one value per row, got an array of shape {true.shape}")
    if said.ndim == 0 or said.shape[-1] != true.size:
        count = "a single value" if said.ndim == 0 else f"{said.shape[-1]} values"
        raise InputError("predictions", f"have {count} for {true.size} rows of truth")
    if true.size == 0:
        raise InputError("truth", "there are no rows")
    if (true.dtype.kind == "U") != (said.dtype.kind == "U"):
        words = {True: "text", False: "numbers"}
        kinds = words[said.dtype.kind == "U"], words[true.dtype.kind == "U"]
        raise InputError("predictions", f"are {kinds[0]}, but the truth is {kinds[1]}")
    return true, said


def _plain(argument: str, given: Any) -> Values:
    # Straight to an array, numpy would turn a list of text and NaN into text.
    values = np.asarray(given) if hasattr(given, "dtype") else np.array(given, dtype=object)
    if values.dtype.kind not in "biufU":
        values = _from_objects(argument, values)
    if values.dtype.kind == "f" and not np.isfinite(values).all():
        raise InputError(argument, "has values that are missing or infinite")
    return values


def _from_objects(argument: str, values: Values) -> Values:
    """Turn Python objects, which is how frames hold text, into an array of text or of numbers."""
    items = values.ravel().tolist()
    kinds = set(map(type, items))
    text = {kind for kind in kinds if issubclass(kind, str)}
    numbers = {kind for kind in kinds if issubclass(kind, int | float | np.number | np.bool_)}
    if kinds not in (text, numbers):
        odd = sorted(kind.__name__ for kind in kinds - text)
        raise InputError(argument, f"has values of type {', '.join(odd)}; labels are all text or all numbers")
    return np.array(items).reshape(values.shape)


def check_classes(*arrays: Values) -> None:
    """Refuse numbers that cannot be names of classes, such as probabilities."""
    for labels in arrays:
        if labels.dtype.kind == "f" and (fractions := labels[labels != np.floor(labels)]).size:
            problem = f"{fractions[0]} names no class; classes are text, booleans or whole numbers"
            raise InputError("labels", problem)


def encode(truth: Values, predictions: Values) -> tuple[Values, Ints]:
    """Return the labels that occur, sorted, and every row as positions among them, truth first.

    Examples
    --------
    >>> labels, codes = encode(*aligned(["b", "a", "b"], ["b", "c", "c"]))
    >>> labels.tolist(), codes.tolist()
    (['a', 'b', 'c'], [[1, 0, 1], [1, 2, 2]])
    """
    return rank(np.concatenate([truth[np.newaxis], predictions.reshape(-1, truth.size)]))


def rank(values: Values) -> tuple[Values, Ints]:
    """Return the distinct values, sorted, and every value as a position among them."""
    if values.dtype.kind in "bi":
        low, high = int(values.min()), int(values.max())
        if high - low <= max(values.size, 1000):  # close together: no need to sort
            return _rank_close(values, low)
    distinct, codes = np.unique(values, return_inverse=True)
    return distinct, codes.reshape(values.shape)


def _rank_close(values: Values, low: int) -> tuple[Values, Ints]:
    offsets = np.subtract(values, low, dtype=np.int64)
    present = np.bincount(offsets.ravel()) > 0
    distinct: Values = (np.flatnonzero(present) + low).astype(values.dtype)
    return distinct, (np.cumsum(present) - 1)[offsets]
