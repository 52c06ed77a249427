"""A column of names as codes: fast to join, whatever the names are."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from outperform.core import Bools, InputError, Ints, Values
from outperform.data.tables import is_missing

SMALL = 20_000  # rows that take less time than to load pandas


@dataclass(frozen=True, eq=False)
class Codes:
    """Which name each record has; -1 is none."""

    codes: Ints  # [record]
    names: Values  # [code], in order of first appearance

    def __len__(self) -> int:
        return len(self.codes)

    def name(self, record: int) -> str:
        """Return the name of a record."""
        return str(self.names[self.codes[record]])

    def at(self, rows: Ints | Bools) -> "Codes":
        """Keep some records; every name stays known."""
        return Codes(self.codes[rows], self.names)


def same(name: str, size: int) -> Codes:
    """Return the codes of records that all have one name.

    Examples
    --------
    >>> same("a", 3).codes
    array([0, 0, 0])
    """
    return Codes(np.zeros(size, dtype=np.int64), _objects([name]))


def codes_of(label: str, column: Any) -> Codes:
    """Return the codes of a column: 1, 1.0 and "1" are one name; None and NaN are none.

    Examples
    --------
    >>> found = codes_of("column 'item'", [2, "a", None, 2.0])
    >>> found.codes, found.names
    (array([ 0,  1, -1,  0]), array(['2', 'a'], dtype=object))
    """
    given = column if hasattr(column, "dtype") else _objects(list(column))
    if getattr(given, "ndim", 1) != 1:
        raise InputError(label, f"must have one value per row, got an array of shape {given.shape}")
    try:
        codes, distinct = _counted(given) if _is_small(given) else _factorized(given)
    except TypeError:
        raise InputError(label, "holds lists or objects; it must hold text or numbers") from None
    if all(isinstance(value, str) for value in distinct):
        return Codes(codes, _objects(distinct))
    texts = _objects([written(value) for value in distinct])
    again, names = _counted(texts)
    if len(names) == len(texts):
        return Codes(codes, texts)
    return Codes(np.where(codes < 0, -1, again[codes]), _objects(names))


def _is_small(column: Any) -> bool:
    """Return whether a column is counted before pandas would be loaded."""
    return isinstance(column, np.ndarray) and column.size <= SMALL and column.dtype.kind in "OUSifb"


def _counted(column: Values) -> tuple[Ints, list[Any]]:
    """Return codes and distinct values in order of first appearance; None and NaN have code -1."""
    known: dict[Any, int] = {}
    codes = [-1 if is_missing(value) else known.setdefault(value, len(known)) for value in column.tolist()]
    return np.array(codes, dtype=np.int64), list(known)


def _factorized(column: Any) -> tuple[Ints, list[Any]]:
    """Return the same as ``_counted``, fast for many rows."""
    import pandas as pd

    found, distinct = pd.factorize(column)
    return np.asarray(found, dtype=np.int64), distinct.tolist()


def written(value: Any) -> str:
    """Return a name as text; a whole number has no decimals.

    Examples
    --------
    >>> written(3.0), written("3.0"), written(True)
    ('3', '3.0', 'True')
    """
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)


def joined(parts: Sequence[Codes]) -> Codes:
    """Return the codes of several columns, one below the other.

    Examples
    --------
    >>> joined([same("a", 1), same("b", 1), same("a", 1)]).codes
    array([0, 1, 0])
    """
    import pandas as pd

    if len(parts) == 1:
        return parts[0]
    known = np.concatenate([part.names.astype(object) for part in parts])
    new, names = pd.factorize(_objects([str(name) for name in known]))
    starts = np.cumsum([0, *(len(part.names) for part in parts)])
    codes = [np.where(p.codes < 0, -1, _at(new, p.codes + s)) for p, s in zip(parts, starts[:-1], strict=True)]
    return Codes(np.concatenate(codes).astype(np.int64), names)


def _at(new: Values, places: Ints) -> Ints:
    found: Ints = np.asarray(new, dtype=np.int64)[np.clip(places, 0, max(len(new) - 1, 0))] if len(new) else places
    return found


def _objects(values: Sequence[Any]) -> Values:
    """Return an array of objects; numpy would make a table of lists."""
    array = np.empty(len(values), dtype=object)
    array[:] = values
    return array
