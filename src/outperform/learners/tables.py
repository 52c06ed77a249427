"""Tables of numeric and nominal columns, with missing values, as numbers and codes.

Rows are a 2-D array of numbers, where NaN is missing, or a frame. In a frame a column of numbers is numeric and any
other (text, categories, booleans, objects) nominal; None, NaN and NA are missing. Categories count by value, so the
codes of a categorical column do not matter. Dates and infinite numbers raise an InputError.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from outperform.core import CodedData, Floats, InputError, Ints, Values

UNKNOWN = -1  # the code of a category that is missing, or was not seen in training


@dataclass(frozen=True)
class CodedRows:
    """Rows as numbers."""

    numbers: Floats  # the numeric columns; NaN is missing
    codes: Ints  # the nominal columns; a category's place in the order of training, or UNKNOWN


class Reader:
    """Turns rows into numbers and codes. The first rows read, the training rows, define the categories."""

    def __init__(self, X: Any) -> None:
        rows = _rows(X)
        if 0 in rows.shape:
            raise InputError(
                "X", f"needs at least one row and one column, got {rows.shape[0]} rows and {rows.shape[1]} columns"
            )
        self.width: int = rows.shape[1]
        self.names = None if isinstance(rows, np.ndarray) else list(rows.columns)
        kinds = [False] * self.width if self.names is None else list(map(_is_nominal, self.names, rows.dtypes))
        self.numeric = [place for place, nominal in enumerate(kinds) if not nominal]
        self.nominal = [place for place, nominal in enumerate(kinds) if nominal]
        self.categories: dict[int, dict[Any, int]] = {}  # the code of each category, by column

    def read(self, X: Any) -> CodedRows:
        """Return the rows as numbers; raise an InputError if the columns are not those of training."""
        rows = _rows(X)
        if rows.shape[1] != self.width:
            raise InputError("X", f"has {rows.shape[1]} columns, but the training rows had {self.width}")
        if isinstance(rows, np.ndarray):
            rows = _frame(rows) if self.nominal else rows
        elif self.names is not None and list(rows.columns) != self.names:
            raise InputError("X", f"has the columns {list(rows.columns)}, but the training rows had {self.names}")
        return CodedRows(self._numbers(rows), self._codes(rows))

    def _numbers(self, rows: Any) -> Floats:
        numbers: Floats = rows
        if not isinstance(rows, np.ndarray):
            try:
                numbers = rows.iloc[:, self.numeric].to_numpy(dtype=np.float64, na_value=np.nan)
            except (TypeError, ValueError) as problem:
                raise InputError("X", f"a column that was numeric in training no longer is: {problem}") from None
        if np.isinf(numbers).any():
            row, place = (int(at) for at in np.argwhere(np.isinf(numbers))[0])
            column = self.numeric[place] if self.names is None else repr(self.names[self.numeric[place]])
            raise InputError("X", f"column {column}, row {row + 1} is {numbers[row, place]}; use finite numbers or NaN")
        return numbers

    def _codes(self, rows: Any) -> Ints:
        codes = np.empty((len(self.nominal), len(rows)), dtype=np.int64)
        series = [each for _, each in rows.items()] if self.nominal else []  # by position: much faster than by name
        for place, column in zip(self.nominal, codes, strict=True):
            values, levels = _factorize(series[place])
            known = self.categories.setdefault(place, {level: code for code, level in enumerate(levels)})
            coded = [known.get(level, UNKNOWN) for level in levels]
            column[:] = np.array([*coded, UNKNOWN])[values]
        return codes.T


class CodedReader:
    """Reads rows that are coded once (``Dataset.coded``): only which categories the training rows have is learned.

    Codes are in sorted order, not in that of the training rows, which no prediction depends on: distances ask whether
    codes are equal, and counts with a whole number as smoothing are added without rounding.
    """

    def __init__(self, table: CodedData) -> None:
        self.width = table.shape[1]
        places = table.cells_seen(missing=False)
        so_far = np.concatenate([[0], np.cumsum(places >= 0)])
        starts = np.concatenate([[0], table.ends])[:-1]
        before = np.repeat(so_far[starts], table.ends - starts)
        self._codes: Ints = np.where(places >= 0, places - before, UNKNOWN)

    def read(self, table: CodedData) -> CodedRows:
        """Return the rows as numbers and codes."""
        return CodedRows(table.numbers, self._codes[table.cells].T)


def _rows(X: Any) -> Any:
    """Return a frame, or an array of float64; an array of other values becomes a frame."""
    rows = X if hasattr(X, "iloc") else np.asarray(X)
    if rows.ndim != 2:
        raise InputError("X", f"must be a frame or a 2-D array, got a {type(X).__name__} with {rows.ndim} dimensions")
    if not isinstance(rows, np.ndarray):
        return rows
    return rows.astype(np.float64, copy=False) if rows.dtype.kind in "fiu" else _frame(rows)


def _frame(array: Values) -> Any:
    import pandas as pd

    return pd.DataFrame(array).infer_objects()


def _is_nominal(name: Any, dtype: Any) -> bool:
    if dtype.kind in "mMc":
        raise InputError("X", f"column {name!r} has the type {dtype}; convert it to numbers or categories")
    return dtype.kind not in "fiu"


def _factorize(series: Any) -> tuple[Ints, list[Any]]:
    """Return each value's place in the list of different values (-1, its end, if missing), and the list."""
    places, levels = series.array.factorize()
    return places, levels.tolist()


def classes_of(y: Any, size: int) -> tuple[Values, Ints]:
    """Return the classes in order, and the class of each row as a place among them."""
    labels = np.asarray(y)
    if labels.shape != (size,):
        raise InputError("y", f"must have one class for each of {size} rows, got an array of shape {labels.shape}")
    whole = (
        np.isfinite(labels) & (labels == np.floor(labels)) if labels.dtype.kind == "f" else np.ones(size, dtype=bool)
    )
    if not whole.all():
        row = int(np.argmin(whole))
        raise InputError("y", f"row {row + 1} is {labels[row]}, which is not a class label")
    missing = _frame(labels[:, None]).isna().to_numpy()[:, 0] if labels.dtype.kind == "O" else ~whole
    if missing.any():
        raise InputError("y", f"row {int(np.argmax(missing)) + 1} is missing; every row needs a class")
    classes, target = np.unique(labels, return_inverse=True)
    return classes, target
