"""Pieces of work that were done before, in the same file as the ledger of the studies."""

import inspect
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from outperform.core import Floats, fingerprint
from outperform.engine.sqlite import Database
from outperform.engine.versions import versions
from outperform.lab import Ledger
from outperform.lab.ledger import TIMEOUT

PIECES = {"pieces": "(key TEXT PRIMARY KEY, shape TEXT, numbers BLOB)"}


def piece_key(work: Callable[..., Floats], unit: tuple[Any, ...]) -> str:
    """Name a piece of work by the source of its module, what it is given and the versions."""
    source = inspect.getsource(inspect.getmodule(work) or work)
    return fingerprint("piece", work.__qualname__, source, list(unit), versions())


def _array(shape: Any, numbers: Any) -> Floats | None:
    """Read an array; return None for a damaged one, which is then computed again."""
    try:
        sizes = [int(part) for part in shape.split(",") if part]
        return np.frombuffer(numbers, dtype="<f8").reshape(sizes) if min(sizes, default=0) >= 0 else None
    except (AttributeError, TypeError, ValueError):
        return None


class Pieces:
    """Arrays by key, in the same file as the ledger of the studies."""

    def __init__(self, path: str | Path) -> None:
        Ledger(path).close()  # makes the file, or raises the error
        self.damaged = 0  # arrays that were read and cannot be right
        self._db = Database(Path(path), "results file", PIECES, wait=TIMEOUT, create=True, shared=True)

    def find(self, key: str) -> Floats | None:
        """Return an array; None if it is not there, or damaged."""
        row = next(self._db.rows("SELECT shape, numbers FROM pieces WHERE key = ?", (key,)), None)
        found = None if row is None else _array(*row)
        self.damaged += row is not None and found is None
        return found

    def save(self, key: str, found: Floats) -> None:
        """Keep an array."""
        array = np.asarray(found, dtype="<f8")
        row = (key, ",".join(map(str, array.shape)), array.tobytes())
        with self._db.writing() as file:
            file.write("INSERT OR REPLACE INTO pieces VALUES (?, ?, ?)", [row])

    def close(self) -> None:
        """Close the file."""
        self._db.close()
