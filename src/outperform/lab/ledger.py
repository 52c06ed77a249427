"""The ledger: what a study has found so far, in one SQLite file. Plain numbers, nothing is ever unpickled."""

import json
import sqlite3
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

import numpy as np

from outperform.core import InputError, OutperformError, fingerprint
from outperform.engine.versions import versions
from outperform.lab.records import NUMBERS, Records
from outperform.lab.study import Study

SCHEMA = """
CREATE TABLE IF NOT EXISTS studies (key TEXT PRIMARY KEY, study TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS records (
    study TEXT NOT NULL,
    procedure TEXT NOT NULL,
    unit INTEGER NOT NULL,      -- a dataset, or a block of them in the count engine
    datasets INTEGER NOT NULL,
    repetitions INTEGER NOT NULL,
    numbers BLOB NOT NULL,      -- float64 [field, dataset, repetition]
    halves BLOB,                -- float64 [dataset, repeat, 2]
    PRIMARY KEY (study, procedure, unit)
) WITHOUT ROWID;
"""


class LedgerError(OutperformError):
    """The ledger cannot be read or written."""


class Ledger:
    """A file of records, keyed by what a record depends on: not the number of datasets, not the other procedures."""

    def __init__(self, path: str | Path, *, create: bool = True) -> None:
        self.path = Path(path)
        if not create and not self.path.is_file():
            raise InputError("study", f"there is no file {self.path}")
        try:
            self._db = sqlite3.connect(self.path, timeout=30, isolation_level=None)
            self._db.execute("PRAGMA journal_mode=WAL")
            self._db.executescript(SCHEMA)
        except sqlite3.Error as error:
            raise LedgerError(f"the ledger {self.path} cannot be opened: {error}") from None

    def close(self) -> None:
        """Close the file."""
        self._db.close()

    def find(self, study: Study, procedure: str) -> dict[int, Records]:
        """Give what is known of a procedure in a study, by unit."""
        rows = self._run(
            "SELECT unit, datasets, repetitions, numbers, halves FROM records WHERE study = ? AND procedure = ?",
            (key_of(study), procedure),
        )
        return {unit: _records(*row) for unit, *row in rows}

    def save(self, study: Study, unit: int, found: dict[str, Records]) -> None:
        """Write the records of one unit, all procedures at once."""
        with self._db:
            self._run("BEGIN IMMEDIATE", ())
            self._run("INSERT OR REPLACE INTO studies VALUES (?, ?)", (key_of(study), json.dumps(asdict(study))))
            for procedure, records in found.items():
                row = (key_of(study), procedure, unit, *records.shape, *_bytes(records))
                self._run("INSERT OR REPLACE INTO records VALUES (?, ?, ?, ?, ?, ?, ?)", row)

    def studies(self) -> Iterator[Study]:
        """Give the studies that the ledger holds."""
        for (text,) in self._run("SELECT study FROM studies", ()):
            given = json.loads(text)
            pair = given["learners"]
            learners = None if pair is None else (pair[0], pair[1])
            lists = {name: tuple(given[name]) for name in ("procedures", "levels")}
            yield Study(**{**given, **lists, "learners": learners})

    def _run(self, statement: str, values: tuple[object, ...]) -> sqlite3.Cursor:
        try:
            return self._db.execute(statement, values)
        except sqlite3.Error as error:
            raise LedgerError(f"the ledger {self.path} cannot be used: {error}") from None


def key_of(study: Study) -> str:
    """Text of what a record depends on beside its procedure and its unit."""
    return fingerprint("study", str(study.supply), list(study.pair), study.repetitions, study.seed, versions())


def _bytes(records: Records) -> tuple[bytes, bytes | None]:
    numbers = np.stack([getattr(records, name) for name in NUMBERS]).astype("<f8").tobytes()
    return numbers, None if records.halves is None else records.halves.astype("<f8").tobytes()


def _records(datasets: int, repetitions: int, numbers: bytes, halves: bytes | None) -> Records:
    table = np.frombuffer(numbers, dtype="<f8").reshape(-1, datasets, repetitions)
    pairs = None if halves is None else np.frombuffer(halves, dtype="<f8").reshape(datasets, -1, 2)
    return Records.from_numbers(table, pairs)
