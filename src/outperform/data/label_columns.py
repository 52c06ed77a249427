"""Columns of labels: text, booleans or numbers, one per row, none missing."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property
from math import isfinite
from typing import Any

import numpy as np

from outperform.core import InputError, Values
from outperform.data.tables import is_missing, shown

_WORDS = {"true": True, "false": False}
_DECIMAL = re.compile(r"[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d{1,3})?", re.ASCII)
_PADDED = re.compile(r"[-+]?0\d", re.ASCII)
_BIG = 2**63
_INTEGER = re.compile(r"[-+]?\d{1,300}", re.ASCII)


@dataclass(frozen=True, eq=False)
class LabelColumn:
    """The labels of all rows as they were given, and their name in messages."""

    label: str
    values: Values  # booleans, numbers, or objects: text, booleans, numbers

    @cached_property
    def booleans(self) -> Values | None:
        """The labels as booleans, if all of them are, or are the words true and false."""
        if self.values.dtype.kind != "O":
            return self.values if self.values.dtype.kind == "b" else None
        found = _each(_boolean, self.values)
        return None if None in found else np.array(found, dtype=bool)

    @cached_property
    def numbers(self) -> Values | None:
        """The labels as numbers, if all of them are numbers or numerals; integers if all of them are whole."""
        kind = self.values.dtype.kind
        if kind == "f":
            whole = (self.values == np.floor(self.values)) & (np.abs(self.values) < _BIG)
            return self.values.astype(np.int64 if whole.all() else np.float64)
        if kind in "bi":
            return None if kind == "b" else self.values.astype(np.int64)
        found = _each(number_of, self.values)
        return None if None in found else _packed(found)

    @cached_property
    def texts(self) -> list[str]:
        """The labels as text: as written; the number 1.0 becomes 1."""
        return [cell if isinstance(cell, str) else str(_whole(cell)) for cell in self.values.tolist()]


def label_column(label: str, given: Any) -> LabelColumn:
    """Return one label per row; raise an InputError that names the row of a missing, infinite or impossible label."""
    values = np.asarray(given) if hasattr(given, "dtype") else _objects(label, given)
    if values.ndim != 1:
        raise InputError(label, f"must have one label per row, got an array of shape {values.shape}")
    if not values.size:
        raise InputError(label, "has 0 rows")
    if values.dtype.kind in "mM":
        raise InputError(label, "holds dates or times; labels must be text, booleans or numbers")
    finite = values.dtype.kind in "biu" or (values.dtype.kind == "f" and np.isfinite(values).all())
    return LabelColumn(label, values if finite else _checked(label, values))


def _objects(label: str, given: Any) -> Values:
    try:
        return np.array(given, dtype=object)
    except ValueError:  # rows of different shapes
        raise InputError(label, "must have one label per row, got rows of different lengths") from None


def _checked(label: str, values: Values) -> Values:
    """Raise an InputError for the first cell that is not a label; numpy's scalars become Python's."""
    cells = [cell.item() if isinstance(cell, np.generic) else cell for cell in values.tolist()]
    for row, cell in enumerate(cells, start=1):
        if type(cell) is str and cell:
            continue
        if is_missing(cell) or (isinstance(cell, str) and not cell):
            raise InputError(label, f"row {row} is missing; every row needs a label")
        if not isinstance(cell, str | bool | int | float | Decimal):
            raise InputError(label, f"row {row} is {shown(cell)}; labels must be text, booleans or numbers")
        if not isinstance(cell, str) and not isfinite(cell):
            raise InputError(label, f"row {row} is {cell}, not a finite number")
    return np.array(cells, dtype=object)


def _each(function: Callable[[Any], Any], values: Values) -> list[Any]:
    """Apply a function to all cells; once to each distinct text."""
    cells = values.tolist()
    if not all(type(cell) is str for cell in cells):
        return [function(cell) for cell in cells]
    known = {cell: function(cell) for cell in set(cells)}
    return [known[cell] for cell in cells]


def _boolean(cell: Any) -> bool | None:
    return cell if isinstance(cell, bool) else _WORDS.get(str(cell).lower())


def number_of(cell: Any) -> int | float | None:
    """Return the number of a cell, or None; 01 is not a number, since it may be another label than 1.

    Examples
    --------
    >>> number_of("1.0"), number_of("1e-3"), number_of("01"), number_of("NA"), number_of(True)
    (1, 0.001, None, None, None)
    """
    if isinstance(cell, bool):
        return None
    if not isinstance(cell, str):
        return _whole(cell)
    if not _DECIMAL.fullmatch(cell) or _PADDED.match(cell):
        return None
    if _INTEGER.fullmatch(cell):
        return int(cell)
    return _whole(float(cell)) if isfinite(float(cell)) else None


def _whole(number: int | float | Decimal) -> int | float:
    """Return an integer where the number is whole."""
    if isinstance(number, Decimal):
        return int(number) if number == number.to_integral_value() else float(number)
    return int(number) if isinstance(number, float) and number.is_integer() and abs(number) < _BIG else number


def _packed(found: list[Any]) -> Values:
    """Return floats if there is a fraction, else 64-bit integers, or objects if they are too large for 64 bits."""
    if any(isinstance(number, float) for number in found):
        return np.array(found, dtype=np.float64)
    return np.array(found, dtype=np.int64 if all(-_BIG <= number < _BIG for number in found) else object)


def decimal_of(label: str) -> Decimal | None:
    """Return the number that a label may stand for, also of 01 and true: it is the same for other spellings."""
    if label.lower() in _WORDS:
        return Decimal(_WORDS[label.lower()])
    return Decimal(label) if _DECIMAL.fullmatch(label) else None
