"""What a SQLite file is, found out without changing a byte of it: new, ours, or another program's."""

import re
import shutil
import sqlite3
import struct
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Self

APPLICATION = 0x6F757470  # "outp" in ASCII: SQLite's application_id of every file of ours
VERSION = 2  # of our tables: SQLite's user_version
MAGIC = b"SQLite format 3\0"
LEAST = 512  # bytes of a SQLite file
_SIZES = ((">H", 16), (">I", 28), (">I", 24), (">I", 92))  # of a page, of the file in pages, two counts of changes
NEWER = "it was written by a newer version of outperform; update outperform or choose another file"
OLDER = "it was written by an earlier version of outperform, which did not keep what code it ran; choose another file"
OTHER = "it is not a {word} of this version of outperform; choose another file"


class NotSqliteError(Exception):
    """A file is no SQLite file, or only a part of one."""


@dataclass(frozen=True)
class WantedTables:
    """What a file must hold to be ours."""

    word: str  # the name for such a file in messages
    tables: Mapping[str, str]  # the definition of each table, as in CREATE TABLE
    beside: Mapping[str, str]  # tables that a file without our mark may have too
    create: bool  # whether missing tables are made
    shared: bool  # whether they may be added to a file of ours that has others

    def problem_with(self, found: "Schema") -> str | None:
        """Return why a file is not ours, None where it is, or is new."""
        other = OTHER.format(word=self.word)
        if found.application == APPLICATION and found.version > VERSION:
            return NEWER
        if found.application == APPLICATION and 0 < found.version < VERSION:
            return OLDER
        if not (found.is_marked or found.is_unmarked) or found.has_code:
            return other
        ours = _definitions(self.tables)
        known = ours | _definitions(self.beside)
        strange = [name for name, text in found.tables.items() if text != known.get(name, "")]
        if any(name in ours for name in strange) or (strange and found.is_unmarked):
            return other
        missing = ours.keys() - found.tables.keys()
        may_grow = self.create and (not found.tables or (self.shared and found.is_marked))
        return other if missing and not may_grow else None


@dataclass(frozen=True)
class Schema:
    """The marks and the definitions of a file."""

    application: int
    version: int
    tables: Mapping[str, str]  # definitions by name, without comments and in one spelling
    has_code: bool  # views or triggers, which would run when we read or write

    @classmethod
    def of(cls, db: sqlite3.Connection) -> Self:
        """Read the schema of an open file, as it is at one moment."""
        alone = not db.in_transaction
        if alone:
            db.execute("BEGIN")
        try:
            return cls._read(db)
        finally:
            if alone and db.in_transaction:
                db.execute("ROLLBACK")

    @classmethod
    def _read(cls, db: sqlite3.Connection) -> Self:
        (application,) = db.execute("PRAGMA application_id").fetchone()
        (version,) = db.execute("PRAGMA user_version").fetchone()
        rows = db.execute("SELECT type, name, sql FROM sqlite_master").fetchall()
        tables = {str(name): _spelled(sql) for kind, name, sql in rows if kind == "table" and not _is_internal(name)}
        return cls(application, version, tables, any(kind not in ("table", "index") for kind, _, _ in rows))

    @property
    def is_marked(self) -> bool:
        """Whether it has our marks."""
        return (self.application, self.version) == (APPLICATION, VERSION)

    @property
    def is_unmarked(self) -> bool:
        """Whether it has no marks at all, as a new file and the files of our first versions."""
        return (self.application, self.version) == (0, 0)


def schema_from_outside(path: Path) -> Schema | None:
    """Read the schema of a file that nobody opened yet; None where SQLite itself may open it.

    That is a file that is new, or that has our mark. Any other one is read as a file that never changes: without
    locks, and without the files that SQLite puts beside it.
    """
    header = _header(path)
    if header is None or header == (APPLICATION, VERSION):
        return None
    found = _read(path)
    log = path.with_name(f"{path.name}-wal")
    if found.tables or not log.exists() or not log.stat().st_size:
        return found
    with TemporaryDirectory() as folder:  # all its tables are in the log so far
        copy = Path(folder) / "copy"
        shutil.copyfile(path, copy)
        shutil.copyfile(log, copy.with_name("copy-wal"))
        with closing(sqlite3.connect(copy)) as db:
            return Schema.of(db)


def _header(path: Path) -> tuple[int, int] | None:
    """Return the marks in the header of a SQLite file, None for a file that is empty or not there."""
    if not path.is_file() or not path.stat().st_size:
        return None
    with path.open("rb") as file:
        start = file.read(LEAST)
    if len(start) < LEAST or not start.startswith(MAGIC):  # SQLite writes over a file of a single letter
        raise NotSqliteError("file is not a database")
    if _is_cut(path, start):
        raise NotSqliteError("the end of the file is missing")
    (version,) = struct.unpack_from(">i", start, 60)
    (application,) = struct.unpack_from(">i", start, 68)
    return application, version


def _is_cut(path: Path, start: bytes) -> bool:
    """Return whether a file has fewer pages than its header says; unknown, so False, while one writes it."""
    size, pages, changes, valid = (struct.unpack_from(kind, start, at)[0] for kind, at in _SIZES)
    if changes != valid or any(path.with_name(f"{path.name}-{beside}").exists() for beside in ("wal", "journal")):
        return False
    return bool(path.stat().st_size < pages * (size if size > 1 else 65536))


def _read(path: Path) -> Schema:
    with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro&immutable=1", uri=True)) as db:
        return Schema.of(db)


def _definitions(tables: Mapping[str, str]) -> dict[str, str]:
    return {name: _spelled(f"CREATE TABLE {name} {columns}") for name, columns in tables.items()}


def _spelled(sql: object) -> str:
    """Return a definition without comments, with one blank between words and none beside punctuation."""
    words = " ".join(re.sub(r"--[^\n]*", "", str(sql)).split())
    return re.sub(r"\s*([(),])\s*", r"\1", words)


def _is_internal(name: object) -> bool:
    return str(name).startswith("sqlite_")
