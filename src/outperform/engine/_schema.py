"""What a SQLite file is, found out without changing a byte of it: new, ours, or another program's."""

import re
import sqlite3
import struct
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Self

APPLICATION = 0x6F757470  # "outp" in ASCII: SQLite's application_id of every file of ours
VERSION = 2  # of our tables: SQLite's user_version
MAGIC = b"SQLite format 3\0"
LEAST = 512  # bytes of a SQLite file
_SIZES = ((">H", 16), (">I", 28), (">I", 24), (">I", 92))  # of a page, of the file in pages, two counts of changes
NEWER = "it was written by a newer version of outperform; update outperform or choose another file"
OTHER = "it is not a {word} of this version of outperform; choose another file"


class NotSqliteError(Exception):
    """A file is no SQLite file, or only a part of one."""


@dataclass(frozen=True)
class WantedTables:
    """What a file must hold to be ours."""

    word: str  # the name for such a file in messages
    tables: Mapping[str, str]  # the definition of each table, as in CREATE TABLE
    create: bool  # whether missing tables are made
    shared: bool  # whether they may be added to a file of ours that has others

    def problem_with_marks(self, marks: tuple[int, int]) -> str | None:
        """Return why a file with these marks is not ours, None where it is."""
        if marks[0] == APPLICATION and marks[1] > VERSION:
            return NEWER
        return None if marks == (APPLICATION, VERSION) else OTHER.format(word=self.word)

    def problem_with(self, schema: "Schema") -> str | None:
        """Return why a file is not ours, None where it is, or is new."""
        problem = None if schema.is_new else self.problem_with_marks(schema.marks)
        if problem is not None:
            return problem
        ours = {name: _spelled(f"CREATE TABLE {name} {columns}") for name, columns in self.tables.items()}
        changed = any(schema.tables.get(name, text) != text for name, text in ours.items())
        missing = ours.keys() - schema.tables.keys()
        may_grow = self.create and (self.shared or not schema.tables)
        return OTHER.format(word=self.word) if schema.has_code or changed or (missing and not may_grow) else None


@dataclass(frozen=True)
class Schema:
    """The marks and the definitions of a file."""

    marks: tuple[int, int]  # SQLite's application_id and user_version
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
        own = [(str(name), sql) for kind, name, sql in rows if kind == "table"]
        tables = {name: _spelled(sql) for name, sql in own if not name.startswith("sqlite_")}
        return cls((application, version), tables, any(kind not in ("table", "index") for kind, _, _ in rows))

    @property
    def is_new(self) -> bool:
        """Whether nothing is in it so far."""
        return self.marks == (0, 0) and not self.tables


def marks_of(path: Path) -> tuple[int, int] | None:
    """Return the marks in the header of a SQLite file that nobody opened yet, None where it is empty or not there."""
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


def _spelled(sql: object) -> str:
    """Return a definition without comments, with one blank between words and none beside punctuation."""
    words = " ".join(re.sub(r"--[^\n]*", "", str(sql)).split())
    return re.sub(r"\s*([(),])\s*", r"\1", words)
