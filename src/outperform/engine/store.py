"""The store: all fits in one SQLite file. It holds plain values only; nothing is unpickled."""

import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from outperform.core import InputError
from outperform.engine.log import LOG
from outperform.engine.sqlite import WAIT, Database, store_path
from outperform.engine.stored import DamagedRowError, StoredFit, bounds_of, row_of, stored_fit

SKEW = 60.0  # seconds that the clocks of machines which share a store may differ
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
        predictions BLOB,
        made REAL NOT NULL,        -- when, in seconds since 1970
        code TEXT NOT NULL         -- JSON: module or file of the user's that was loaded -> digest
    ) WITHOUT ROWID""",
}


class Store:
    """A file of fits."""

    def __init__(self, path: str | Path, *, create: bool = True) -> None:
        self.path = store_path(path)
        self.keeps = create  # whether new fits are written
        self.damaged: dict[str, str] = {}  # what is wrong with rows that were read, by key
        self.outdated: dict[str, list[str]] = {}  # which modules have changed since a fit, by key
        self.reused: dict[str, float] = {}  # when the fits were made that a run took from here, by key
        self.fitted = 0  # fits that the run made
        self._bad: set[str] = set()  # keys of damaged and outdated rows that are still in the file
        if not create and not self.path.exists():
            raise InputError("store", f"there is no file {self.path}")
        self._db = Database(self.path, "store", TABLES, wait=WAIT, create=create, shared=True)
        LOG.info("opened the store %s", self.path)

    def close(self) -> None:
        """Close the file."""
        self._db.close()

    def find(self, keys: Iterable[str]) -> dict[str, StoredFit]:
        """Look fits up by key; damaged rows are not found."""
        wanted = list(keys)
        found: dict[str, StoredFit] = {}
        for start in range(0, len(wanted), 500):  # SQLite limits the number of parameters
            part = wanted[start : start + 500]
            marks = ",".join("?" * len(part))
            found |= {row.key: row for row in self._rows(f"WHERE key IN ({marks})", part)}
        return found

    def all(self) -> Iterator[StoredFit]:
        """Return every fit that is not damaged, in the order of dataset, learner, repeat and fold."""
        for fit in self._rows("ORDER BY dataset, learner, repeat, fold", []):
            if self.holds(fit, lambda fit: fit.check_bounds({name: bounds_of(name) for name in fit.scores})):
                yield fit

    def holds(self, fit: StoredFit, check: Callable[[StoredFit], None]) -> bool:
        """Return whether a fit passes a check; one that does not is counted as damaged."""
        try:
            check(fit)
        except DamagedRowError as error:
            self._reject(fit.key, str(error))
            return False
        return True

    @property
    def age(self) -> float | None:
        """How old the oldest fit is that a run took, in seconds; None where the clock was set back since."""
        now, made = time.time(), self.reused.values()
        return None if not made or max(made) > now + SKEW else max(0.0, now - min(made))

    def leave_out(self, key: str, changed: list[str]) -> None:
        """Take note of a fit whose code has changed since."""
        self.outdated[key] = changed
        self._bad.add(key)

    def _rows(self, clause: str, values: list[str]) -> Iterator[StoredFit]:
        for row in self._db.rows(f"SELECT * FROM fits {clause}", values):
            try:
                yield stored_fit(row)
            except DamagedRowError as error:
                self._reject(str(row[0]), str(error))

    def _reject(self, key: str, problem: str) -> None:
        LOG.debug("a damaged row in the store %s: %s", self.path, problem)
        self.damaged[key] = problem
        self._bad.add(key)

    def save(self, fits: Iterable[StoredFit]) -> None:
        """Write fits in one transaction; for a known fit of the same code, scores and predictions are added.

        A row that is damaged, or of code that has changed since, is replaced.
        """
        fresh = {fit.key: fit for fit in fits}
        with self._db.writing() as file:
            known = self.find(fresh.keys() - self._bad)
            rows = [row_of(fit.joined(known.get(key))) for key, fit in fresh.items()]
            file.write(f"INSERT OR REPLACE INTO fits VALUES ({', '.join('?' * len(rows[0]))})" if rows else "", rows)
        self._bad -= fresh.keys()
