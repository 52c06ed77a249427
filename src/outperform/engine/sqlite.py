"""SQLite files: opening, waiting, checking and writing in one way for everything that is kept.

The store, the lab's ledger and the pieces of papers define their tables; only this module uses SQLite.
"""

import ctypes
import os
import sqlite3
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from enum import Enum
from pathlib import Path
from typing import Any
from weakref import finalize

from outperform.core import InputError, OutperformError, check_path
from outperform.core.descriptors import Held, held_of, hold, let_go
from outperform.engine._schema import APPLICATION, VERSION, NotSqliteError, Schema, WantedTables, marks_of
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
    Trouble.READ_ONLY: "; check that the folder exists, and that folder and file can be written",
    Trouble.FULL: "; free some space or choose another disk",
    Trouble.DAMAGED: "; choose another file",
}


def trouble_of(error: Exception) -> Trouble:
    """Classify an error by SQLite's code; an extended code holds the primary one in its last byte."""
    if isinstance(error, UnicodeDecodeError):  # of a definition, or of what SQLite says about it
        return Trouble.DAMAGED
    code = getattr(error, "sqlite_errorcode", None)  # Python's own errors, such as a closed file, have none
    return Trouble.OTHER if code is None else _TROUBLES.get(code & 0xFF, Trouble.OTHER)


class StoreError(OutperformError):
    """A file that keeps results, a store of fits or a ledger, cannot be opened, read or written."""

    def __init__(self, message: str, trouble: Trouble = Trouble.OTHER) -> None:
        super().__init__(message)
        self.trouble = trouble


def store_path(path: Any, argument: str = "store") -> Path:
    """Return the path of a file that keeps results; raise InputError for what can be none.

    Examples
    --------
    >>> store_path(":memory:")
    Traceback (most recent call last):
        ...
    outperform.core.errors.InputError: store: must be the path of a file, got ':memory:'
    """
    check_path(argument, path)
    if path is None or str(path) in ("", ":memory:"):
        raise InputError(argument, f"must be the path of a file, got {path if path is None else str(path)!r}")
    return Path(path)


def is_frozen(path: Path) -> bool:
    """Return whether a file can only be read, and nobody is writing: SQLite then needs no other files beside it."""
    if not os.access(path.parent, os.W_OK):
        return True
    log = path.with_name(f"{path.name}-wal")
    return path.is_file() and not os.access(path, os.W_OK) and not (log.exists() and log.stat().st_size)


class Database:
    """Some tables in one SQLite file. Two processes may use it at once; a killed process leaves it intact.

    Parameters
    ----------
    path
        The file. Another program's file, or one with views, triggers or other columns, raises StoreError, unchanged.
    word
        The name for such a file in messages.
    tables
        The definition of each table, by name, as in ``CREATE TABLE``.
    wait
        Seconds to wait for another process that is writing.
    create
        False opens for reading only, also in a folder that cannot be written.
    shared
        Whether the tables may be added to a file of ours that has others.
    """

    def __init__(
        self,
        path: Path,
        word: str,
        tables: Mapping[str, str],
        *,
        wait: float,
        create: bool,
        shared: bool,
    ) -> None:
        self._file, self._word, self._wait = path, word, wait
        self._held: tuple[Held, ...] = ()
        self._lost = False
        wanted = WantedTables(word, tables, create, shared)
        with self._speaking("opened"):
            marks = self._marks()
            self._refuse(None if marks is None else wanted.problem_with_marks(marks))
            if create:
                self._check_writable()
            parts = [path.with_name(f"{path.name}{end}") for end in ("", "-wal", "-shm")]
            before = {*held_of(parts)}  # of others in this process
            self._db = self._connect(create=create)
        try:
            with self._speaking("opened"):
                self._refuse(wanted.problem_with(Schema.of(self._db)))
                if create:
                    self._prepare(wanted)
                Schema.of(self._db)  # opens the log, too
        except StoreError:
            self._db.close()
            raise
        self._held = tuple({*held_of(parts)} - before)
        hold(*self._held)
        finalize(self, let_go, *self._held)  # where nobody closes it

    def close(self) -> None:
        """Close the file."""
        if self._is_open():
            let_go(*self._held)
            self._db.close()

    def _is_open(self) -> bool:
        """Return whether code of others has left the files open: SQLite would write to what has their numbers now.

        It is then never asked again, not even to close them.
        """
        if not self._lost and not all(each.is_there for each in self._held):
            self._lost = True
            ctypes.pythonapi.Py_IncRef(ctypes.py_object(self._db))
            let_go(*self._held)
        return not self._lost

    def _check_open(self) -> None:
        if not self._is_open():
            problem = "cannot be used any more: a learner, metric or library closed it; earlier results are kept"
            raise StoreError(f"the {self._word} {self._file} {problem}")

    def rows(self, statement: str, values: Sequence[Any] = ()) -> Iterator[tuple[Any, ...]]:
        """Return what a query finds, row by row."""
        self._check_open()
        with self._speaking("read"):
            yield from self._db.execute(statement, values)

    @contextmanager
    def writing(self) -> Iterator["Database"]:
        """Write in one transaction: all or nothing. Other writers wait until it ends."""
        self._check_open()
        with self._speaking("written"):
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield self
                if self._db.in_transaction:
                    self._db.execute("COMMIT")
            except BaseException:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
                raise

    def write(self, statement: str, rows: Iterable[Sequence[Any]]) -> None:
        """Run a statement for each row, within ``writing``."""
        self._db.executemany(statement, rows)

    def _marks(self) -> tuple[int, int] | None:
        """Look at the file before SQLite opens it; raise StoreError for what cannot be read or is not a file."""
        try:
            if not self._file.exists() or self._file.is_file():
                return marks_of(self._file)
        except OSError as error:
            problem, trouble = f"{error.strerror}{_ADVICE[Trouble.READ_ONLY]}", Trouble.READ_ONLY
        except NotSqliteError as error:
            problem, trouble = f"{error}{_ADVICE[Trouble.DAMAGED]}", Trouble.DAMAGED
        else:
            problem = "it is a folder; name a file in it" if self._file.is_dir() else "it is not a file; name another"
            trouble = Trouble.OTHER
        raise StoreError(f"the {self._word} {self._file} cannot be opened: {problem}", trouble)

    def _check_writable(self) -> None:
        """Raise StoreError for a file that can only be read, before SQLite leaves others beside it."""
        if self._file.is_file() and not os.access(self._file, os.W_OK):
            problem = f"it can only be read{_ADVICE[Trouble.READ_ONLY]}"
            raise StoreError(f"the {self._word} {self._file} cannot be opened: {problem}", Trouble.READ_ONLY)

    def _connect(self, *, create: bool) -> sqlite3.Connection:
        frozen = "&immutable=1" if is_frozen(self._file) else ""
        path = self._file.absolute()  # else file:x?mode=memory would be kept in memory
        address = path if create else f"{path.as_uri()}?mode=ro{frozen}"
        made = sqlite3.connect(address, uri=not create, timeout=self._wait, isolation_level=None)
        made.text_factory = _text
        made.execute("PRAGMA trusted_schema=OFF")  # what a definition calls may do no harm
        return made

    def _refuse(self, problem: str | None) -> None:
        """Raise StoreError for a file that is not ours."""
        if problem is not None:
            raise StoreError(f"the {self._word} {self._file} cannot be opened: {problem}", Trouble.FOREIGN)

    def _prepare(self, wanted: WantedTables) -> None:
        """Make tables and marks that are missing; before the log is used, so that the file itself shows whose it is."""
        with self.writing():
            schema = Schema.of(self._db)
            self._refuse(wanted.problem_with(schema))  # another process may have made it meanwhile
            missing = [name for name in wanted.tables if name not in schema.tables]
            for name in missing:
                self._db.execute(f"CREATE TABLE {name} {wanted.tables[name]}")
            self._db.execute(f"PRAGMA application_id = {APPLICATION}")  # fails in a file that can only be read
            self._db.execute(f"PRAGMA user_version = {VERSION}")
            if not schema.is_new and not missing:
                self._db.execute("ROLLBACK")  # that was only an attempt
        self._change_journal()
        self._db.execute("PRAGMA synchronous=NORMAL")

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
        except (sqlite3.Error, UnicodeDecodeError) as error:
            trouble = trouble_of(error)
            waited = f", after waiting for {self._wait:g} s" if trouble is Trouble.LOCKED else ""
            kept = "; earlier results are kept" if done == "written" else ""
            message = f"the {self._word} {self._file} cannot be {done}: {error}{waited}{_ADVICE.get(trouble, '')}{kept}"
            raise StoreError(message, trouble) from None


def _text(found: bytes) -> str:
    """Return text that may not be valid: a row that holds such text is damaged, and the others are read."""
    return found.decode("utf-8", "surrogateescape")
