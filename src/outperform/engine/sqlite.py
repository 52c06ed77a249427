"""SQLite files: opening, waiting, checking and writing in one way for everything that is kept.

The store, the lab's ledger and the pieces of papers define their tables; only this module uses SQLite.
"""

import os
import sqlite3
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from enum import Enum
from pathlib import Path
from typing import Any

from outperform.core import OutperformError
from outperform.engine.log import LOG

WAIT = 5.0  # seconds to wait for another process that is writing


class Trouble(Enum):
    """Why a file cannot be used."""

    LOCKED = "another process is writing"
    READ_ONLY = "it cannot be written"
    FULL = "the disk is full"
    DAMAGED = "it is no SQLite file, or a damaged one"
    FOREIGN = "its tables are not ours"
    OTHER = "something else"


_TROUBLES = {
    sqlite3.SQLITE_BUSY: Trouble.LOCKED,
    sqlite3.SQLITE_LOCKED: Trouble.LOCKED,
    sqlite3.SQLITE_READONLY: Trouble.READ_ONLY,
    sqlite3.SQLITE_PERM: Trouble.READ_ONLY,
    sqlite3.SQLITE_CANTOPEN: Trouble.READ_ONLY,
    sqlite3.SQLITE_FULL: Trouble.FULL,
    sqlite3.SQLITE_CORRUPT: Trouble.DAMAGED,
    sqlite3.SQLITE_NOTADB: Trouble.DAMAGED,
}


_ADVICE = {
    Trouble.LOCKED: "; try again when no other process uses it",
    Trouble.READ_ONLY: "; check that the folder exists and can be written",
    Trouble.FULL: "; free some space or choose another disk",
    Trouble.DAMAGED: "; choose another file",
}


def trouble_of(error: sqlite3.Error) -> Trouble:
    """Classify an error by SQLite's code; an extended code holds the primary one in its last byte."""
    code = getattr(error, "sqlite_errorcode", None)  # Python's own errors, such as a closed file, have none
    return Trouble.OTHER if code is None else _TROUBLES.get(code & 0xFF, Trouble.OTHER)


class StoreError(OutperformError):
    """A file that keeps results, a store of fits or a ledger, cannot be opened, read or written."""

    def __init__(self, message: str, trouble: Trouble = Trouble.OTHER) -> None:
        super().__init__(message)
        self.trouble = trouble


def is_frozen(path: Path) -> bool:
    """Return whether a file is in a folder that cannot be written: SQLite can then only read it."""
    return not os.access(path.parent, os.W_OK)


class Database:
    """Some tables in one SQLite file. Two processes may use it at once; a killed process leaves it intact.

    Parameters
    ----------
    path
        The file. An existing file with tables of the same names but other columns raises StoreError, unchanged.
    word
        The name for such a file in messages.
    tables
        The definition of each table, by name, as in ``CREATE TABLE``.
    wait
        Seconds to wait for another process that is writing.
    create
        False opens for reading only, also in a folder that cannot be written.
    shared
        Whether the tables may be added to a file that has others.
    """

    def __init__(
        self, path: Path, word: str, tables: Mapping[str, str], *, wait: float, create: bool, shared: bool
    ) -> None:
        self._file, self._word, self._wait = path, word, wait
        with self._speaking("opened"):
            self._db = self._connect(create=create)
        try:
            with self._speaking("opened"):
                self._check(tables, create=create, shared=shared)
                if create:
                    self._prepare(tables)
        except StoreError:
            self._db.close()
            raise

    def close(self) -> None:
        """Close the file."""
        self._db.close()

    def rows(self, statement: str, values: Sequence[Any] = ()) -> Iterator[tuple[Any, ...]]:
        """Return what a query finds, row by row."""
        with self._speaking("read"):
            yield from self._db.execute(statement, values)

    @contextmanager
    def writing(self) -> Iterator["Database"]:
        """Write in one transaction: all or nothing. Other writers wait until it ends."""
        with self._speaking("written"):
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield self
                self._db.execute("COMMIT")
            except BaseException:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
                raise

    def write(self, statement: str, rows: Iterable[Sequence[Any]]) -> None:
        """Run a statement for each row, within ``writing``."""
        self._db.executemany(statement, rows)

    def _connect(self, *, create: bool) -> sqlite3.Connection:
        if create:
            return sqlite3.connect(self._file, timeout=self._wait, isolation_level=None)
        frozen = "&immutable=1" if is_frozen(self._file) else ""
        address = f"{self._file.absolute().as_uri()}?mode=ro{frozen}"
        return sqlite3.connect(address, uri=True, timeout=self._wait, isolation_level=None)

    def _check(self, tables: Mapping[str, str], *, create: bool, shared: bool) -> None:
        """Raise StoreError for a file with other tables, before anything is written to it."""
        wanted, found = _columns_of(tables), _columns(self._db)
        missing = wanted.keys() - found.keys()
        other = any(found[name] != wanted[name] for name in wanted.keys() & found.keys())
        if other or (missing and (not create or (found and not shared))):
            problem = f"it is not a {self._word} of this version of outperform; choose another file"
            raise StoreError(f"the {self._word} {self._file} cannot be opened: {problem}", Trouble.FOREIGN)

    def _prepare(self, tables: Mapping[str, str]) -> None:
        self._change_journal()
        self._db.execute("PRAGMA synchronous=NORMAL")
        with self.writing():
            for name, columns in tables.items():
                self._db.execute(f"CREATE TABLE IF NOT EXISTS {name} {columns}")

    def _change_journal(self) -> None:
        """Try again while other processes open the new file too: SQLite does not wait for this change."""
        end = time.monotonic() + self._wait
        while True:
            try:
                self._db.execute("PRAGMA journal_mode=WAL")
            except sqlite3.OperationalError as error:
                if trouble_of(error) is not Trouble.LOCKED or time.monotonic() > end:
                    raise
                LOG.debug("waiting for another process that opens %s", self._file)
                time.sleep(0.01)
            else:
                return

    @contextmanager
    def _speaking(self, done: str) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            trouble = trouble_of(error)
            waited = f", after waiting for {self._wait:g} s" if trouble is Trouble.LOCKED else ""
            kept = "; earlier results are kept" if done == "written" else ""
            message = f"the {self._word} {self._file} cannot be {done}: {error}{waited}{_ADVICE.get(trouble, '')}{kept}"
            raise StoreError(message, trouble) from None


def _columns(db: sqlite3.Connection) -> dict[str, list[str]]:
    """Return the names of the columns of each table, in order."""
    names = [name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    return {name: [row[0] for row in db.execute("SELECT name FROM pragma_table_info(?)", (name,))] for name in names}


def _columns_of(tables: Mapping[str, str]) -> dict[str, list[str]]:
    with closing(sqlite3.connect(":memory:")) as db:
        for name, columns in tables.items():
            db.execute(f"CREATE TABLE {name} {columns}")
        return _columns(db)
