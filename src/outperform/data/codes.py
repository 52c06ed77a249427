"""A column of names as codes: fast to join, whatever the names are."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from outperform.core import Bools, InputError, Ints, Values
from outperform.data.cells import is_missing

SMALL = 20_000  # rows that take less time than to load pandas
_SPARSE = 8  # times as large as there are keys, from which on they are sorted


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
        codes, distinct = _factorized(given)
    except TypeError:
        raise InputError(label, "holds lists or objects; it must hold text or numbers") from None
    if all(isinstance(value, str) for value in distinct):
        return Codes(codes, _objects(distinct))
    texts = _objects([written(value) for value in distinct])
    again, names = _counted(texts)
    if len(names) == len(texts):
        return Codes(codes, texts)
    return Codes(np.where(codes < 0, -1, again[codes]), _objects(names))


def refuse_alike(label: str, column: Any) -> None:
    """Raise an InputError for a number and a text that are written alike, 1 and "1": they may be the same or not."""
    if getattr(getattr(column, "dtype", None), "kind", "O") != "O":
        return
    values = column.tolist() if hasattr(column, "tolist") else [*column]
    if len(set(map(type, values)) - {type(None)}) < 2:
        return
    distinct = {value for value in values if isinstance(value, str | int | float | np.generic)}
    texts = {value for value in distinct if isinstance(value, str)}
    alike = next((value for value in distinct if texts and value not in texts and written(value) in texts), None)
    if alike is not None:
        both = f"the number {written(alike)} and the text {written(alike)!r}"
        raise InputError(label, f"holds {both}; write both as numbers, or both as text")


def _factorized(column: Any) -> tuple[Ints, list[Any]]:
    """Return codes and distinct values in order of first appearance; None and NaN have code -1."""
    if isinstance(column, np.ndarray) and column.size <= SMALL and column.dtype.kind in "OUSifb":
        return _counted(column)
    import pandas as pd

    found, distinct = pd.factorize(column)
    return np.asarray(found, dtype=np.int64), distinct.tolist()


def _counted(column: Values) -> tuple[Ints, list[Any]]:
    """Return the same as ``_factorized``, in less time than it takes to load pandas."""
    known: dict[Any, int] = {}
    codes = [-1 if is_missing(value) else known.setdefault(value, len(known)) for value in column.tolist()]
    return np.array(codes, dtype=np.int64), list(known)


def numbered(keys: Ints) -> tuple[Ints, Ints]:
    """Return the codes of numbers from 0, in order of first appearance, and the distinct numbers.

    Examples
    --------
    >>> numbered(np.array([7, 2, 7, 0]))
    (array([0, 1, 0, 2]), array([7, 2, 0]))
    """
    if keys.size and keys.max() > _SPARSE * keys.size:
        distinct, keys = np.unique(keys, return_inverse=True)
        codes, order = numbered(keys)
        return codes, distinct[order]
    first = np.full(int(keys.max(initial=-1)) + 1, keys.size)
    first[keys[::-1]] = np.arange(keys.size)[::-1]
    order = np.argsort(first, kind="stable")[: np.count_nonzero(first < keys.size)]
    codes = np.empty(len(first), dtype=np.int64)
    codes[order] = np.arange(len(order))
    return codes[keys], order


def is_again(codes: Ints) -> Bools:
    """Return whether a code, numbered in order of first appearance, occurred before.

    Examples
    --------
    >>> is_again(np.array([0, 1, 0, 2]))
    array([False, False,  True, False])
    """
    found: Bools = codes <= np.maximum.accumulate(np.r_[-1, codes])[:-1]
    return found


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
    if len(parts) == 1:
        return parts[0]
    known = np.concatenate([part.names.astype(object) for part in parts])
    new, names = _factorized(_objects([str(name) for name in known]))
    starts = np.cumsum([0, *(len(part.names) for part in parts)])
    codes = [np.where(p.codes < 0, -1, _at(new, p.codes + s)) for p, s in zip(parts, starts[:-1], strict=True)]
    return Codes(np.concatenate(codes).astype(np.int64), _objects(names))


def _at(new: Values, places: Ints) -> Ints:
    found: Ints = np.asarray(new, dtype=np.int64)[np.clip(places, 0, max(len(new) - 1, 0))] if len(new) else places
    return found


def _objects(values: Sequence[Any]) -> Values:
    """Return an array of objects; numpy would make a table of lists."""
    array = np.empty(len(values), dtype=object)
    array[:] = values
    return array
