"""The ledger: what studies have found so far, in one SQLite file. Plain numbers, nothing is ever unpickled."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from outperform.core import InputError, OutperformError
from outperform.engine.sqlite import look
from outperform.engine.versions import versions
from outperform.lab.keys import key_of, procedure_key, procedure_name
from outperform.lab.records import NUMBERS, Records
from outperform.lab.study import Study

TABLES = {
    "settings": """
    key TEXT PRIMARY KEY,       -- fingerprint of all that records depend on, beside their procedure
    source TEXT NOT NULL,       -- for people, as it was given
    learners TEXT NOT NULL,     -- JSON
    seed INTEGER NOT NULL,
    versions TEXT NOT NULL""",
    "levels": """
    setting TEXT NOT NULL,
    level REAL NOT NULL,        -- that readings were asked at
    PRIMARY KEY (setting, level)""",
    "procedures": """
    setting TEXT NOT NULL,
    key TEXT NOT NULL,          -- its spec as we write it, and what the user's file held
    name TEXT NOT NULL,         -- its spec as we write it
    spec TEXT NOT NULL,         -- as it was given
    datasets INTEGER NOT NULL,  -- the most that were asked for: a block of counts holds more
    PRIMARY KEY (setting, key)""",
    "records": """
    setting TEXT NOT NULL,
    procedure TEXT NOT NULL,
    unit INTEGER NOT NULL,      -- a dataset, or a block of them in the count engine
    datasets INTEGER NOT NULL,
    repetitions INTEGER NOT NULL,
    numbers BLOB NOT NULL,      -- float64 [field, dataset, repetition]
    halves BLOB,                -- float64 [dataset, repeat, 2]
    PRIMARY KEY (setting, procedure, unit)""",
}
TIMEOUT = 30.0  # seconds to wait for another process that is writing


class LedgerError(OutperformError):
    """The ledger cannot be read or written."""


@dataclass(frozen=True)
class Setting:
    """What a ledger holds under one key."""

    key: str
    source: str
    learners: tuple[str, str] | None
    seed: int
    versions: str
    levels: tuple[float, ...]
    procedures: tuple[tuple[str, str, str, int], ...]  # key, name, spec as given, datasets; in the order last asked


class Ledger:
    """A file of records, keyed by what a record depends on: not how many there are, not the other procedures.

    Parameters
    ----------
    path
        The file. One that is there and is not a ledger is refused and left as it is.
    create
        False opens for reading alone.
    """

    def __init__(self, path: str | Path, *, create: bool = True) -> None:
        self.path = Path(path)
        if not create and not self.path.is_file():
            raise InputError("study", f"there is no file {self.path}")
        with self._speaking("opened"):
            self._db = sqlite3.connect(self.path, timeout=TIMEOUT, isolation_level=None) if create else look(self.path)
        try:
            with self._speaking("opened"):
                self._check(empty=create)
                if create:
                    self._prepare()
        except LedgerError:
            self._db.close()
            raise

    def _check(self, *, empty: bool) -> None:
        """Refuse a file with other tables than ours before anything is written to it; a new one has none."""
        names = {name for (name,) in self._db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        if not set(TABLES) <= names and (names or not empty):
            raise LedgerError(f"the ledger {self.path} cannot be opened: it is not a ledger of this version")

    def _prepare(self) -> None:
        self._db.execute("PRAGMA journal_mode=WAL")
        self._db.execute("PRAGMA synchronous=NORMAL")
        with self._writing():
            for name, columns in TABLES.items():
                self._db.execute(f"CREATE TABLE IF NOT EXISTS {name} ({columns})")

    def close(self) -> None:
        """Close the file."""
        self._db.close()

    def note(self, study: Study) -> None:
        """Write down what is asked for, so that it can be shown."""
        key = key_of(study)
        learners = json.dumps(None if study.learners is None else list(study.learners))
        with self._writing():
            setting = (key, study.source, learners, study.seed, versions())
            self._db.execute("INSERT OR REPLACE INTO settings VALUES (?, ?, ?, ?, ?)", setting)
            for level in study.levels:
                self._db.execute("INSERT OR REPLACE INTO levels VALUES (?, ?)", (key, level))
            for spec in study.procedures:
                name = procedure_name(study, spec)
                row = (key, procedure_key(study, spec))
                before = self._db.execute(
                    "SELECT datasets FROM procedures WHERE setting = ? AND key = ?", row
                ).fetchone()
                most = max(study.datasets, *(before or (0,)))
                self._db.execute("INSERT OR REPLACE INTO procedures VALUES (?, ?, ?, ?, ?)", (*row, name, spec, most))

    def find(self, study: Study, procedure: str) -> dict[int, Records]:
        """Give what is known of a procedure in a study, by unit."""
        return self.records(key_of(study), procedure_key(study, procedure))

    def records(self, setting: str, procedure: str) -> dict[int, Records]:
        """Give what is known under two keys, by unit; what is damaged is as good as none."""
        statement = (
            "SELECT unit, datasets, repetitions, numbers, halves FROM records WHERE setting = ? AND procedure = ?"
        )
        with self._speaking("read"):
            rows = self._db.execute(statement, (setting, procedure)).fetchall()
        found = {unit: _records(*row) for unit, *row in rows}
        return {unit: records for unit, records in found.items() if records is not None}

    def save(self, study: Study, unit: int, found: dict[str, Records]) -> None:
        """Write the records of one unit, all procedures at once; a longer repetition is never cut to a shorter."""
        key = key_of(study)
        with self._writing():
            for procedure, records in found.items():
                row = (key, procedure_key(study, procedure), unit, *records.shape, *_bytes(records))
                self._db.execute(_UPSERT, row)

    def settings(self) -> Iterator[Setting]:
        """Give what the ledger holds, in the order it was last asked for."""
        with self._speaking("read"):
            for key, source, learners, seed, made in self._db.execute(
                "SELECT * FROM settings ORDER BY rowid"
            ).fetchall():
                levels = self._db.execute("SELECT level FROM levels WHERE setting = ? ORDER BY rowid", (key,))
                procedures = self._db.execute(
                    "SELECT key, name, spec, datasets FROM procedures WHERE setting = ? ORDER BY rowid", (key,)
                )
                pair = json.loads(learners)
                asked = tuple(level for (level,) in levels), tuple(procedures)
                yield Setting(key, source, None if pair is None else (pair[0], pair[1]), seed, made, *asked)

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """Write in one transaction: all of it or nothing."""
        with self._speaking("written"):
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._db.execute("COMMIT")
            except BaseException:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
                raise

    @contextmanager
    def _speaking(self, word: str) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            kept = "; what was written before is kept" if word == "written" else ""
            raise LedgerError(f"the ledger {self.path} cannot be {word}: {error}{kept}") from None


_UPSERT = """
INSERT INTO records VALUES (?, ?, ?, ?, ?, ?, ?)
ON CONFLICT DO UPDATE SET
    datasets = excluded.datasets,
    repetitions = excluded.repetitions,
    numbers = excluded.numbers,
    halves = excluded.halves
WHERE excluded.repetitions * excluded.datasets >= repetitions * datasets
"""


def cut(records: Records, repetitions: int) -> Records:
    """Keep the first repetitions."""
    return Records.from_numbers([getattr(records, name)[:, :repetitions] for name in NUMBERS], records.halves)


def _bytes(records: Records) -> tuple[bytes, bytes | None]:
    numbers = np.stack([getattr(records, name) for name in NUMBERS]).astype("<f8").tobytes()
    return numbers, None if records.halves is None else records.halves.astype("<f8").tobytes()


def _records(datasets: int, repetitions: int, numbers: bytes, halves: bytes | None) -> Records | None:
    try:
        table = np.frombuffer(numbers, dtype="<f8").reshape(len(NUMBERS), datasets, repetitions)
        pairs = None if halves is None else np.frombuffer(halves, dtype="<f8").reshape(datasets, -1, 2)
        return Records.from_numbers(table, pairs)
    except (TypeError, ValueError):
        return None
