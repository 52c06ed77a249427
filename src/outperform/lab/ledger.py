"""The ledger: the records of studies so far, in one SQLite file. It holds plain numbers; nothing is unpickled."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from outperform.core import InputError
from outperform.engine.sqlite import Database, store_path
from outperform.engine.versions import versions
from outperform.lab.kept import Setting, bytes_of, kept_records, setting_of
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
        self.path = store_path(path)
        self.damaged = 0  # rows that were read and cannot be right
        self._bad: set[tuple[str, str, Any]] = set()  # setting, procedure and unit of damaged records in the file
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
                most = max([study.datasets, *(datasets for (datasets,) in before if type(datasets) is int)])
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
        found = {unit: kept_records(unit, *row) for unit, *row in self._db.rows(statement, (setting, procedure))}
        bad = {(setting, procedure, unit) for unit, records in found.items() if records is None}
        self.damaged += len(bad - self._bad)
        self._bad |= bad
        return {unit: records for unit, records in found.items() if records is not None}

    def save(self, study: Study, unit: int, found: dict[str, Records]) -> None:
        """Save the records of one unit, all procedures at once; more repetitions are never replaced by fewer."""
        key = key_of(study)
        places = {procedure: (key, procedure_key(study, procedure), unit) for procedure in found}
        mended = self._bad.intersection(places.values())
        with self._db.writing() as file:
            file.write("DELETE FROM records WHERE setting = ? AND procedure = ? AND unit = ?", mended)
            file.write(
                _UPSERT,
                [(*places[procedure], *records.shape, *bytes_of(records)) for procedure, records in found.items()],
            )
        self._bad -= mended

    def settings(self) -> Iterator[Setting]:
        """Yield what the ledger holds, in the order it was last asked for; damaged rows are left out."""
        for row in list(self._db.rows("SELECT * FROM settings ORDER BY rowid")):
            levels = self._db.rows("SELECT level FROM levels WHERE setting = ? ORDER BY rowid", row[:1])
            procedures = self._db.rows(
                "SELECT key, name, spec, datasets FROM procedures WHERE setting = ? ORDER BY rowid", row[:1]
            )
            found, wrong = setting_of(row, levels, procedures)
            self.damaged += wrong
            if found is not None:
                yield found


_UPSERT = """
INSERT INTO records VALUES (?, ?, ?, ?, ?, ?, ?)
ON CONFLICT DO UPDATE SET
    datasets = excluded.datasets,
    repetitions = excluded.repetitions,
    numbers = excluded.numbers,
    halves = excluded.halves
WHERE excluded.repetitions * excluded.datasets >= repetitions * datasets
"""


def first_repetitions(records: Records, repetitions: int) -> Records:
    """Keep the first repetitions."""
    return Records.from_numbers([getattr(records, name)[:, :repetitions] for name in NUMBERS], records.halves)
