"""Tables of numeric and nominal columns, with missing values, as numbers and codes.

Rows are a 2-D array of numbers, where NaN is missing, or a frame. In a frame a column of numbers is numeric and any
other (text, categories, booleans, objects) nominal; None, NaN and NA are missing. Categories count by value, so the
codes of a categorical column do not matter. Dates and infinite numbers are refused.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from outperform.core import Floats, InputError, Ints, Values

UNKNOWN = -1  # the code of a category that is missing, or was not seen in training


@dataclass(frozen=True)
class CodedRows:
    """Rows as numbers."""

    numbers: Floats  # the numeric columns; NaN is missing
    codes: Ints  # the nominal columns; a category's place in the order of training, or UNKNOWN


class Reader:
    """Turns rows into a table. The first rows read, those of training, say what the categories are."""

    def __init__(self, X: Any) -> None:
        rows = _rows(X)
        if 0 in rows.shape:
            raise InputError("X", f"needs rows and columns to learn from, got {rows.shape[0]} x {rows.shape[1]}")
        self.width: int = rows.shape[1]
        self.names = None if isinstance(rows, np.ndarray) else list(rows.columns)
        kinds = [False] * self.width if self.names is None else list(map(_is_nominal, self.names, rows.dtypes))
        self.numeric = [place for place, nominal in enumerate(kinds) if not nominal]
        self.nominal = [place for place, nominal in enumerate(kinds) if nominal]
        self.categories: dict[int, dict[Any, int]] = {}  # the code of each category, by column

    def read(self, X: Any) -> CodedRows:
        """Refuse columns that are not those of training, and give the rows as numbers."""
        rows = _rows(X)
        if rows.shape[1] != self.width:
            raise InputError("X", f"has {rows.shape[1]} columns, but there were {self.width} in training")
        if isinstance(rows, np.ndarray):
            rows = _frame(rows) if self.nominal else rows
        elif self.names is not None and list(rows.columns) != self.names:
            raise InputError("X", f"has the columns {list(rows.columns)}, but in training they were {self.names}")
        return CodedRows(self._numbers(rows), self._codes(rows))

    def _numbers(self, rows: Any) -> Floats:
        numbers: Floats = rows
        if not isinstance(rows, np.ndarray):
            try:
                numbers = rows.iloc[:, self.numeric].to_numpy(dtype=np.float64, na_value=np.nan)
            except (TypeError, ValueError) as problem:
                raise InputError("X", f"a column that was numeric in training is not: {problem}") from None
        if np.isinf(numbers).any():
            raise InputError("X", "holds an infinite number")
        return numbers

    def _codes(self, rows: Any) -> Ints:
        codes = np.empty((len(self.nominal), len(rows)), dtype=np.int64)
        series = [each for _, each in rows.items()] if self.nominal else []  # by place, far faster than asking for each
        for place, column in zip(self.nominal, codes, strict=True):
            values, levels = _factorize(series[place])
            known = self.categories.setdefault(place, {level: code for code, level in enumerate(levels)})
            coded = [known.get(level, UNKNOWN) for level in levels]
            column[:] = np.array([*coded, UNKNOWN])[values]
        return codes.T


def _rows(X: Any) -> Any:
    """Take a frame, or an array of float64; an array of anything else becomes a frame."""
    rows = X if hasattr(X, "iloc") else np.asarray(X)
    if rows.ndim != 2:
        raise InputError("X", f"must be a frame or a 2-D array, got {type(X).__name__} with {rows.ndim} dimensions")
    if not isinstance(rows, np.ndarray):
        return rows
    return rows.astype(np.float64, copy=False) if rows.dtype.kind in "fiu" else _frame(rows)


def _frame(array: Values) -> Any:
    import pandas as pd

    return pd.DataFrame(array).infer_objects()


def _is_nominal(name: Any, dtype: Any) -> bool:
    if dtype.kind in "mMc":
        raise InputError("X", f"column {name!r} holds {dtype}; turn it into numbers or categories")
    return dtype.kind not in "fiu"


def _factorize(series: Any) -> tuple[Ints, list[Any]]:
    """Return each value's place in the list of different values (-1, the end of it, if missing), and the list."""
    places, levels = series.array.factorize()
    return places, levels.tolist()


def classes_of(y: Any, size: int) -> tuple[Values, Ints]:
    """Return the classes in order, and the class of each row as a place among them."""
    labels = np.asarray(y)
    if labels.shape != (size,):
        raise InputError("y", f"must hold a class for each of {size} rows, got an array of shape {labels.shape}")
    if labels.dtype.kind == "f" and not (np.isfinite(labels) & (labels == np.floor(labels))).all():
        raise InputError("y", "must name classes, but has fractions or missing values")
    if labels.dtype.kind == "O" and _frame(labels[:, None]).isna().any(axis=None):
        raise InputError("y", "has missing values")
    classes, target = np.unique(labels, return_inverse=True)
    return classes, target
