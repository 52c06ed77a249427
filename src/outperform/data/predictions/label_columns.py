"""Columns of labels: text, booleans or numbers, one per row, none missing."""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property
from math import isfinite
from typing import Any

import numpy as np

from outperform.core import InputError, Ints, Values, unmasked
from outperform.data.cells import is_missing, shown
from outperform.data.codes import refuse_alike

LONG = 100_000  # rows from which on a column of text is kept as codes
_WORDS = {"true": True, "false": False}
_DECIMAL = re.compile(r"[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d{1,3})?", re.ASCII)
_PADDED = re.compile(r"[-+]?0\d", re.ASCII)
_BIG = 2**63
_LARGEST = 10**300  # of a whole number: larger ones have no float
_INTEGER = re.compile(r"[-+]?\d{1,300}", re.ASCII)


@dataclass(frozen=True, eq=False)
class CodedLabels:
    """A column of text in an eighth of the memory or less: the distinct labels, and which of them each row has."""

    distinct: list[str]
    codes: Ints
    dtype = np.dtype(object)  # of what it stands for

    def __len__(self) -> int:
        return len(self.codes)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Values:  # noqa: FBT001 - numpy's protocol
        """Return the label of every row."""
        return np.array(self.distinct, dtype=object)[self.codes].astype(dtype or object, copy=False)


def compact(column: Values) -> Values | CodedLabels:
    """Return a long column of text as codes; any other column as it is.

    Examples
    --------
    >>> found = compact(np.array(["yes", "no"] * 50_000, dtype=object))
    >>> found.distinct, found.codes.nbytes, np.asarray(found)[:3].tolist()
    (['yes', 'no'], 100000, ['yes', 'no', 'yes'])
    """
    if column.dtype.kind != "O" or len(column) < LONG or set(map(type, column)) != {str} or "" in column.tolist():
        return column
    distinct, codes = _coded(column.tolist())
    return CodedLabels(distinct, codes.astype(np.min_scalar_type(len(distinct))))


@dataclass(frozen=True, eq=False)
class LabelColumn:
    """The labels of all rows as they were given, and their name in messages.

    What is asked of a column of objects is computed for each distinct label, not for each row.
    """

    label: str
    values: Values | CodedLabels  # booleans, numbers, or objects: text, booleans, numbers
    names: Values | None = None  # of the rows, where these were brought into another order than that of their file

    def place(self, row: int) -> str:
        """Name a row as errors do."""
        return place(row, self.names)

    @cached_property
    def coded(self) -> tuple[list[Any], Ints]:
        """The distinct labels, and which of them each row has."""
        if isinstance(self.values, CodedLabels):
            return self.values.distinct, self.values.codes
        if self.values.dtype.kind == "O":
            return _coded(self.values.tolist())
        distinct, codes = np.unique(self.values, return_inverse=True)
        return distinct.tolist(), codes.reshape(-1)

    @cached_property
    def booleans(self) -> Values | None:
        """The labels as booleans, if all of them are, or are the words true and false."""
        if isinstance(self.values, np.ndarray) and self.values.dtype.kind != "O":
            return self.values if self.values.dtype.kind == "b" else None
        distinct, codes = self.coded
        found = [(cell if isinstance(cell, bool) else _WORDS.get(str(cell).lower())) for cell in distinct]
        return None if None in found else np.array(found, dtype=bool)[codes]

    @cached_property
    def numbers(self) -> Values | None:
        """The labels as numbers, if all of them are numbers or numerals; integers if all of them are whole."""
        values = self.values
        if isinstance(values, np.ndarray) and values.dtype.kind == "f":
            values = values.astype(np.float64)  # half precision holds no number as large as the limit
            whole = (values == np.floor(values)) & (np.abs(values) < _BIG)
            return values.astype(np.int64 if whole.all() else np.float64)
        if isinstance(values, np.ndarray) and values.dtype.kind in "bi":
            return None if values.dtype.kind == "b" else values.astype(np.int64)
        distinct, codes = self.coded
        found = [number_of(cell) for cell in distinct]
        return None if None in found else _packed(found)[codes]

    @cached_property
    def texts(self) -> list[str]:
        """The distinct labels as text: as written; the number 1.0 becomes 1."""
        return [cell if isinstance(cell, str) else str(_whole(cell)) for cell in self.coded[0]]

    def text(self, row: int) -> str:
        """Return the label of a row as text."""
        return self.texts[int(self.coded[1][row])]

    def rows_of(self, texts: Collection[str]) -> Ints:
        """Return the rows that have one of these labels, counted from 0."""
        wanted = np.array([text in texts for text in self.texts], dtype=bool)
        return np.flatnonzero(wanted[self.coded[1]])

    def written(self) -> Values:
        """Return the label of every row as text."""
        found: Values = np.array(self.texts)[self.coded[1]]
        return found

    def counted(self) -> dict[str, int]:
        """Return how many rows have each label, as text, in the order of their first rows."""
        found: dict[str, int] = {}
        for text, rows in zip(self.texts, np.bincount(self.coded[1]).tolist(), strict=True):
            found[text] = found.get(text, 0) + rows
        return found


def place(row: int, names: Sequence[Any] | Values | None) -> str:
    """Name a row: by its item where items have names."""
    return f"row {row + 1}" if names is None else f"item {str(names[row])!r}"


def label_column(label: str, given: Any, names: Values | None = None) -> LabelColumn:
    """Return one label per row; raise an InputError that names the row of a missing, infinite or impossible label."""
    if isinstance(given, CodedLabels):
        return LabelColumn(label, given, names)
    given = unmasked(given)
    values = np.asarray(given) if hasattr(given, "dtype") else _objects(label, given)
    if values.ndim != 1:
        raise InputError(label, f"must have one label per row, got an array of shape {values.shape}")
    if not values.size:
        raise InputError(label, "has 0 rows")
    if values.dtype.kind in "mM":
        raise InputError(label, "holds dates or times; labels must be text, booleans or numbers")
    refuse_alike(label, values)
    finite = values.dtype.kind in "biu" or (values.dtype.kind == "f" and np.isfinite(values).all())
    return LabelColumn(label, values if finite else _checked(label, values, names), names)


def _objects(label: str, given: Any) -> Values:
    try:
        return np.array(given, dtype=object)
    except ValueError:  # rows of different shapes
        raise InputError(label, "must have one label per row, got rows of different lengths") from None


def _checked(label: str, values: Values, names: Values | None) -> Values:
    """Raise an InputError for the first cell that is not a label; numpy's scalars become Python's."""
    cells = values.tolist()
    if set(map(type, cells)) == {str} and "" not in cells:
        return values if values.dtype.kind == "O" else np.array(cells, dtype=object)
    cells = [cell.item() if isinstance(cell, np.generic) else cell for cell in cells]
    for row, cell in enumerate(cells):
        if is_missing(cell) or (isinstance(cell, str) and not cell):
            raise InputError(label, f"{place(row, names)} is missing; every row needs a label")
        if not isinstance(cell, str | bool | int | float | Decimal):
            raise InputError(label, f"{place(row, names)} is {shown(cell)}; labels must be text, booleans or numbers")
        if isinstance(cell, int) and abs(cell) > _LARGEST:
            raise InputError(label, f"{place(row, names)} is a whole number of too many digits")
        if not isinstance(cell, str) and not isfinite(cell):
            raise InputError(label, f"{place(row, names)} is {cell}, not a finite number")
    return np.array(cells, dtype=object)


def _coded(cells: list[Any]) -> tuple[list[Any], Any]:
    """Return the distinct cells in the order of their first rows, and which of them each row has; 1 is not True."""
    keys = cells if set(map(type, cells)) == {str} else list(zip(map(type, cells), cells, strict=True))
    places = {key: place for place, key in enumerate(dict.fromkeys(keys))}
    codes = np.fromiter(map(places.__getitem__, keys), dtype=np.int32, count=len(keys))
    return [*places] if keys is cells else [cell for _, cell in places], codes


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
