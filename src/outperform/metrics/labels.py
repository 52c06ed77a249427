"""Labels: truth and predictions as plain arrays that belong together, and as codes."""

from typing import Any

import numpy as np

from outperform.core import InputError, Ints, Values, unmasked
from outperform.surface import option


def _instead() -> str:
    others = "or average_precision, neg_log_loss or neg_brier_score"
    return f"For probabilities use {option('metric', 'roc_auc')} ({others}); for numbers use a metric such as r2"


def aligned(truth: Any, predictions: Any) -> tuple[Values, Values]:
    """Return truth [row] and predictions [..., row] as plain arrays that can be compared row by row.

    Raises an InputError for missing values, and where text would be compared with numbers.

    Examples
    --------
    >>> aligned(["spam", "ham"], ["spam", None])
    Traceback (most recent call last):
        ...
    outperform.core.errors.InputError: predictions: row 2 is None; labels must be all text or all numbers
    """
    true, said = plain("truth", truth), plain("predictions", predictions)
    if true.ndim != 1:
        raise InputError("truth", f"must have one value per row, got an array of shape {true.shape}")
    if said.ndim == 0 or said.shape[-1] != true.size:
        count = "a single value" if said.ndim == 0 else f"{said.shape[-1]} values"
        raise InputError("predictions", f"got {count}, but the truth has {true.size} rows")
    if true.size == 0:
        raise InputError("truth", "has 0 rows")
    if (true.dtype.kind == "U") != (said.dtype.kind == "U"):
        words = {True: "text", False: "numbers"}
        kinds = words[said.dtype.kind == "U"], words[true.dtype.kind == "U"]
        raise InputError("predictions", f"hold {kinds[0]}, but the truth holds {kinds[1]}; convert one of them")
    return true, said


def plain(argument: str, given: Any) -> Values:
    """Return a plain array of text or of finite numbers; raise InputError, which names the argument, for all else."""
    # dtype=object first: numpy would turn a list of text and NaN into text.
    given = unmasked(given)
    values = np.asarray(given) if hasattr(given, "dtype") else np.array(given, dtype=object)
    if values.dtype.kind not in "biufU":
        values = _from_objects(argument, values)
    if values.dtype.kind == "f" and not np.isfinite(values).all():
        bad = int(np.argmin(np.isfinite(values)))
        raise InputError(argument, f"{_place(values, bad)} is {values.flat[bad]}; every row needs a finite value")
    return values


def _place(values: Values, index: int) -> str:
    """Name the row of a flat index: the last axis counts rows."""
    return f"row {index % values.shape[-1] + 1}" if values.ndim else "the value"


def _from_objects(argument: str, values: Values) -> Values:
    """Turn Python objects, which is how frames hold text, into an array of text or of numbers."""
    items = values.ravel().tolist()
    kinds = set(map(type, items))
    text = {kind for kind in kinds if issubclass(kind, str)}
    numbers = {kind for kind in kinds if issubclass(kind, int | float | np.number | np.bool_)}
    if kinds not in (text, numbers):
        usual = text if type(items[0]) in text else numbers
        odd = next((at for at, item in enumerate(items) if type(item) not in usual), 0)
        raise InputError(argument, f"{_place(values, odd)} is {items[odd]!r}; labels must be all text or all numbers")
    return np.array(items).reshape(values.shape)


def check_classes(*arrays: Values) -> None:
    """Raise an InputError for numbers that are not class labels, such as probabilities."""
    for labels in arrays:
        if labels.dtype.kind == "f" and (fractions := labels[labels != np.floor(labels)]).size:
            problem = f"{fractions[0]} is not a class label. {_instead()}"
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
