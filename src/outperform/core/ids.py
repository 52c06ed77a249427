"""Ids of rows, independent of their order, and numbers that follow from them."""

import hashlib
import hmac
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

import numpy as np
from numpy.typing import NDArray

from outperform.core.arrays import Ints, Values
from outperform.core.fingerprint import by_value, field_of, fingerprint

_PIECE = 2**14  # rows that are encoded at a time
_NUMBER = np.dtype([("kind", "S1"), ("length", "<u8"), ("value", "<f8")])  # a field that holds a number


@dataclass(frozen=True, eq=False)
class Ids:
    """The ids of rows, in ascending order: SHA-256 of a row's key and of how many such rows came before it.

    Equal rows have different ids, so that they do not stay neighbours; it does not matter which has which.
    """

    digests: tuple[bytes, ...]
    order: Ints  # the former place of each row
    _drawn: dict[tuple[str | int, ...], NDArray[np.uint64]] = field(default_factory=dict, repr=False)

    @classmethod
    def of(cls, keys: Sequence[bytes]) -> "Ids":
        """Make ids from keys; equal keys are numbered."""
        seen: dict[bytes, int] = {}
        found = []
        for key in keys:
            seen[key] = seen.get(key, -1) + 1
            found.append(_digest(key, seen[key]))
        order = sorted(range(len(found)), key=found.__getitem__)
        return cls(tuple(found[row] for row in order), np.array(order, dtype=np.int64))

    def draws(self, *address: str | int) -> NDArray[np.uint64]:
        """Return one number per row at an address; cached, since longer plans reuse those of shorter ones."""
        if address not in self._drawn:
            self._drawn[address] = draws(self.digests, *address)
        return self._drawn[address]

    @property
    def digest(self) -> str:
        """Text that two sets of rows share only if they hold the same rows, in any order."""
        return fingerprint("rows", b"".join(self.digests))

    @property
    def order_digest(self) -> str:
        """Text that two sets of rows share only if they held the same rows in the same order."""
        places = np.argsort(self.order)
        return fingerprint("order", b"".join(self.digests[place] for place in places))

    def __getstate__(self) -> dict[str, Any]:
        """Leave out the cache: a worker does not need it."""
        return {"digests": self.digests, "order": self.order, "_drawn": {}}


def draws(keys: Iterable[bytes], *address: str | int) -> NDArray[np.uint64]:
    """Return, per key, the first 64 bits of its HMAC of an address: random without the key.

    Examples
    --------
    >>> draws([b"a", b"b"], "repeat", 0).tolist() == draws([b"b", b"a"], "repeat", 0).tolist()[::-1]
    True
    """
    message = _digest(*address)
    found = b"".join(hmac.digest(key, message, "sha256")[:8] for key in keys)
    return np.frombuffer(found, dtype=">u8").astype(np.uint64)


def row_keys(head: Sequence[Any], columns: Sequence[Values]) -> list[bytes]:
    """Return one key per row: the SHA-256 of the head and of the row's cells, as ``fingerprint`` writes them.

    A column holds floats, or objects that are text, or NaN where that is missing.

    Examples
    --------
    >>> (key,) = row_keys(["row"], [np.array([-0.0]), np.array(["red"], dtype=object)])
    >>> key.hex() == fingerprint("row", 0.0, "red")
    True
    """
    start = hashlib.sha256(b"".join(field_of(part) for part in head))
    keys = []
    for first in range(0, len(columns[0]), _PIECE):
        for cells in zip(*_cells([column[first : first + _PIECE] for column in columns]), strict=True):
            digest = start.copy()
            digest.update(b"".join(cells))
            keys.append(digest.digest())
    return keys


def _cells(columns: Sequence[Values]) -> Iterator[list[bytes]]:
    """Return the bytes of each row; neighbouring columns of numbers are written together."""
    for numbers, run in groupby(columns, key=lambda column: column.dtype.kind == "f"):
        if numbers:
            yield _numbers(list(run))
            continue
        for column in run:
            values = column.tolist()
            known = {value: field_of(value) for value in set(values)}
            yield [known[value] for value in values]


def _numbers(columns: Sequence[Values]) -> list[bytes]:
    values = by_value(np.column_stack(columns))
    block = np.empty(values.shape, dtype=_NUMBER)
    block["kind"], block["length"], block["value"] = b"f", 8, values
    return [row.tobytes() for row in block]


def _digest(*parts: Any) -> bytes:
    return bytes.fromhex(fingerprint(*parts))
