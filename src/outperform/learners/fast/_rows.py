"""What rows, targets and parameters must fulfil for a fast path."""

from numbers import Integral, Real
from typing import Any

import numpy as np

from outperform.core import Floats, Ints, Values

LARGEST, SMALLEST = 1e100, 1e-100  # beyond these, squares overflow or vanish


def float_rows(rows: Any) -> Floats | None:
    """Return rows as float64 if scikit-learn would use float64 too: not float32, no frame, no missing values."""
    if type(rows) is not np.ndarray or rows.ndim != 2 or not _is_double(rows):
        return None
    if len(rows) < 2 or rows.shape[1] == 0:
        return None
    numbers: Floats = rows.astype(np.float64, copy=False)
    reach = np.maximum(np.abs(numbers.max(axis=0)), np.abs(numbers.min(axis=0)))
    if not (((reach > SMALLEST) | (reach == 0)) & (reach < LARGEST)).all():  # false for NaN
        return None
    return numbers


def class_codes(target: Values) -> tuple[Values, Ints] | None:
    """Return the classes in sorted order and the class of each row, if scikit-learn treats the target as classes."""
    if target.dtype.kind == "O" and not all(type(value) is str for value in target.tolist()):
        return None
    if target.dtype.kind == "f" and not (np.isfinite(target) & (target == np.floor(target))).all():
        return None
    if target.dtype.kind not in "biufUO":
        return None
    classes, codes = np.unique(target, return_inverse=True)
    return classes, codes.reshape(-1).astype(np.int64, copy=False)


def float_target(target: Values) -> Floats | None:
    """Return a numeric target as float64, if it has no other precision and no missing values."""
    if not _is_double(target):
        return None
    numbers: Floats = target.astype(np.float64, copy=False)
    return numbers if np.abs(numbers).max() < LARGEST else None


def is_real(value: Any, least: float) -> bool:
    """Whether a parameter is a finite number of at least this size."""
    return isinstance(value, Real) and not isinstance(value, bool | np.bool_) and least <= float(value) < np.inf


def is_count(value: Any) -> bool:
    """Whether a parameter is a whole number of at least one."""
    return isinstance(value, Integral) and not isinstance(value, bool) and int(value) >= 1


def _is_double(values: Values) -> bool:
    return values.dtype.kind in "iu" or values.dtype == np.float64
