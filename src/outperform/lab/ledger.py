"""The ledger: the records of studies so far, in one SQLite file. It holds plain numbers; nothing is unpickled."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from outperform.core import InputError
from outperform.engine.sqlite import Database
from outperform.engine.versions import versions
from outperform.lab.keys import key_of, procedure_key, procedure_name
from outperform.lab.records import NUMBERS, Records
from outperform.lab.study import Study

TABLES = {
    "settings": """(
    key TEXT PRIMARY KEY,       -- fingerprint of all that records depend on, except their procedure
    source TEXT NOT NULL,       -- for people, as it was given
    learners TEXT NOT NULL,     -- JSON
    seed INTEGER NOT NULL,
    versions TEXT NOT NULL)""",
    "levels": """(
    setting TEXT NOT NULL,
    level REAL NOT NULL,        -- that readings were asked at
    PRIMARY KEY (setting, level))""",
    "procedures": """(
    setting TEXT NOT NULL,
    key TEXT NOT NULL,          -- its spec as we write it, and what the user's file held
    name TEXT NOT NULL,         -- its spec as we write it
    spec TEXT NOT NULL,         -- as it was given
    datasets INTEGER NOT NULL,  -- the most that were asked for: a block of counts holds more
    PRIMARY KEY (setting, key))""",
    "records": """(
    setting TEXT NOT NULL,
    procedure TEXT NOT NULL,
    unit INTEGER NOT NULL,      -- a dataset, or a block of them in the count engine
    datasets INTEGER NOT NULL,
    repetitions INTEGER NOT NULL,
    numbers BLOB NOT NULL,      -- float64 [field, dataset, repetition]
    halves BLOB,                -- float64 [dataset, repeat, 2]
    PRIMARY KEY (setting, procedure, unit))""",
}
TIMEOUT = 30.0  # seconds to wait for another process that is writing


@dataclass(frozen=True)
class Setting:
    """The contents of a ledger under one key."""

    key: str
    source: str
    learners: tuple[str, str] | None
    seed: int
    versions: str
    levels: tuple[float, ...]
    procedures: tuple[tuple[str, str, str, int], ...]  # key, name, spec as given, datasets; in the order last asked


class Ledger:
    """A file of records. Their keys hold all that a record depends on: not their number, not the other procedures.

    Parameters
    ----------
    path
        The file. An existing file that is not a ledger is refused and not changed.
    create
        False opens for reading only.
    """

    def __init__(self, path: str | Path, *, create: bool = True) -> None:
        self.path = Path(path)
        if not create and not self.path.is_file():
            raise InputError("study", f"there is no results file {self.path}; 'outperform lab run' writes one")
        self._db = Database(self.path, "results file", TABLES, wait=TIMEOUT, create=create, shared=False)

    def close(self) -> None:
        """Close the file."""
        self._db.close()

    def note(self, study: Study) -> None:
        """Save what a study asks for, so that it can be shown."""
        key = key_of(study)
        learners = json.dumps(None if study.learners is None else list(study.learners))
        with self._db.writing() as file:
            setting = (key, study.source, learners, study.seed, versions())
            file.write("INSERT OR REPLACE INTO settings VALUES (?, ?, ?, ?, ?)", [setting])
            file.write("INSERT OR REPLACE INTO levels VALUES (?, ?)", [(key, level) for level in study.levels])
            for spec in study.procedures:
                row = (key, procedure_key(study, spec))
                before = file.rows("SELECT datasets FROM procedures WHERE setting = ? AND key = ?", row)
                most = max([study.datasets, *(datasets for (datasets,) in before)])
                asked = (*row, procedure_name(study, spec), spec, most)
                file.write("INSERT OR REPLACE INTO procedures VALUES (?, ?, ?, ?, ?)", [asked])

    def find(self, study: Study, procedure: str) -> dict[int, Records]:
        """Return the records of a procedure in a study, by unit."""
        return self.records(key_of(study), procedure_key(study, procedure))

    def records(self, setting: str, procedure: str) -> dict[int, Records]:
        """Return the records under two keys, by unit; damaged ones are left out."""
        statement = (
            "SELECT unit, datasets, repetitions, numbers, halves FROM records WHERE setting = ? AND procedure = ?"
        )
        found = {unit: _records(*row) for unit, *row in self._db.rows(statement, (setting, procedure))}
        return {unit: records for unit, records in found.items() if records is not None}

    def save(self, study: Study, unit: int, found: dict[str, Records]) -> None:
        """Save the records of one unit, all procedures at once; more repetitions are never replaced by fewer."""
        key = key_of(study)
        with self._db.writing() as file:
            file.write(
                _UPSERT,
                [
                    (key, procedure_key(study, procedure), unit, *records.shape, *_bytes(records))
                    for procedure, records in found.items()
                ],
            )

    def settings(self) -> Iterator[Setting]:
        """Yield what the ledger holds, in the order it was last asked for."""
        for key, source, learners, seed, made in list(self._db.rows("SELECT * FROM settings ORDER BY rowid")):
            levels = self._db.rows("SELECT level FROM levels WHERE setting = ? ORDER BY rowid", (key,))
            procedures = self._db.rows(
                "SELECT key, name, spec, datasets FROM procedures WHERE setting = ? ORDER BY rowid", (key,)
            )
            pair = json.loads(learners)
            asked = tuple(level for (level,) in levels), tuple(procedures)
            yield Setting(key, source, None if pair is None else (pair[0], pair[1]), seed, made, *asked)


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
