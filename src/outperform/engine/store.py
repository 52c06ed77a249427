"""The store: all fits in one SQLite file. It holds plain values only; nothing is unpickled."""

import json
import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from outperform.core import InputError, Values
from outperform.engine.log import LOG
from outperform.engine.sqlite import WAIT, Database

TABLES = {
    "fits": """(
        key TEXT PRIMARY KEY,      -- fingerprint of dataset, learner, split, learner seed, versions
        dataset TEXT NOT NULL,     -- for people: names and places in the first contest that needed it
        learner TEXT NOT NULL,
        spec TEXT NOT NULL,
        repeat INTEGER NOT NULL,
        fold INTEGER NOT NULL,
        n_train INTEGER NOT NULL,
        n_test INTEGER NOT NULL,
        scores TEXT NOT NULL,      -- JSON: metric -> score
        seconds REAL NOT NULL,
        dtype TEXT,                -- of the predictions
        predictions BLOB
    ) WITHOUT ROWID""",
}


@dataclass(frozen=True, eq=False)
class StoredFit:
    """One row of the store."""

    key: str
    dataset: str
    learner: str
    spec: str
    repeat: int
    fold: int
    n_train: int
    n_test: int
    scores: Mapping[str, float]
    seconds: float
    predictions: Values | None = None


class Store:
    """A file of fits."""

    def __init__(self, path: str | Path, *, create: bool = True) -> None:
        self.path = Path(path)
        self.keeps = create  # whether new fits are written
        if not create and not self.path.exists():
            raise InputError("store", f"there is no file {self.path}")
        self._db = Database(self.path, "store", TABLES, wait=WAIT, create=create, shared=True)
        LOG.info("opened the store %s", self.path)

    def close(self) -> None:
        """Close the file."""
        self._db.close()

    def find(self, keys: Iterable[str]) -> dict[str, StoredFit]:
        """Look fits up by key."""
        wanted = list(keys)
        found: dict[str, StoredFit] = {}
        for start in range(0, len(wanted), 500):  # SQLite limits the number of parameters
            part = wanted[start : start + 500]
            marks = ",".join("?" * len(part))
            found |= {row.key: row for row in self._rows(f"WHERE key IN ({marks})", part)}
        return found

    def all(self) -> Iterator[StoredFit]:
        """Return every fit, in the order of dataset, learner, repeat and fold."""
        return self._rows("ORDER BY dataset, learner, repeat, fold", [])

    def _rows(self, clause: str, values: list[str]) -> Iterator[StoredFit]:
        found = map(_fit, self._db.rows(f"SELECT * FROM fits {clause}", values))
        return (fit for fit in found if fit is not None)

    def save(self, fits: Iterable[StoredFit]) -> None:
        """Write fits in one transaction; for a known fit, missing scores and predictions are added."""
        rows = [_values(fit) for fit in fits]
        with self._db.writing() as file:
            file.write(_UPSERT, rows)


_UPSERT = """
INSERT INTO fits VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (key) DO UPDATE SET
    scores = json_patch(scores, excluded.scores),
    dtype = coalesce(excluded.dtype, dtype),
    predictions = coalesce(excluded.predictions, predictions)
"""


def _fit(row: tuple[Any, ...]) -> StoredFit | None:
    """Read a row; return None for a damaged one, which is then computed again."""
    *plain, text, seconds, dtype, blob = row
    try:
        array = _array(dtype, blob)
        scores = {str(name): float(value) for name, value in json.loads(text).items()}
    except (TypeError, ValueError, AttributeError):
        return None
    if not all(math.isfinite(value) for value in scores.values()):
        return None
    values = [*plain, scores, seconds, array]
    return StoredFit(*values)


def _values(fit: StoredFit) -> tuple[Any, ...]:
    dtype, blob = _bytes(fit.predictions)
    plain = (fit.key, fit.dataset, fit.learner, fit.spec, fit.repeat, fit.fold, fit.n_train, fit.n_test)
    return *plain, json.dumps(dict(fit.scores)), fit.seconds, dtype, blob


def _bytes(array: Values | None) -> tuple[str | None, bytes | None]:
    """Write an array as its dtype and its bytes; text of any kind becomes fixed-width text."""
    if array is None:
        return None, None
    natural = np.array(array.tolist()) if array.dtype.kind == "O" else array
    plain = natural.astype(str) if natural.dtype.kind in "OUS" else natural
    little = plain.astype(plain.dtype.newbyteorder("<"))
    return little.dtype.str, little.tobytes()


def _array(dtype: str | None, blob: bytes | None) -> Values | None:
    if dtype is None or blob is None:
        return None
    kind = np.dtype(dtype)
    if kind.hasobject:
        message = "object arrays are not read from a file"
        raise ValueError(message)
    return np.frombuffer(blob, dtype=kind)
