import gc
import os
import pickle
import shutil
import sqlite3
import threading
import time
from contextlib import closing
from pathlib import Path

import pytest
from tests.refusals import refused

from outperform.core.contained import contained
from outperform.engine import StoreError
from outperform.engine._schema import APPLICATION, VERSION
from outperform.engine.sqlite import Database, Trouble, store_path

TABLES = {"things": "(name TEXT PRIMARY KEY, size INTEGER) WITHOUT ROWID"}
INSERT = "INSERT INTO things VALUES (?, ?)"


def opened(path, *, create=True, shared=False, wait=0.05, tables=TABLES):
    return closing(Database(path, "shelf", tables, wait=wait, create=create, shared=shared))


def names(db):
    return [name for (name,) in db.rows("SELECT name FROM things ORDER BY name")]


@pytest.fixture
def path(tmp_path):
    return tmp_path / "shelf.db"


def _write_and_fail(db):
    with db.writing() as file:
        file.write(INSERT, [("b", 2)])
        raise ZeroDivisionError


def trouble(of):
    with pytest.raises(StoreError) as told:
        of()
    return told.value.trouble


def test_a_transaction_is_all_or_nothing(path):
    with opened(path) as db:
        with db.writing() as file:
            file.write(INSERT, [("a", 1)])
        with pytest.raises(ZeroDivisionError):
            _write_and_fail(db)
        with refused(None, path, "written", "UNIQUE", error=StoreError), db.writing() as file:
            file.write(INSERT, [("c", 3), ("a", 4)])
        assert names(db) == ["a"]
        with db.writing() as file:
            file.write(INSERT, [("d", 5)])
        assert names(db) == ["a", "d"]


def test_who_writes_shuts_out_others_from_the_beginning_and_readers_never(path):
    with opened(path) as db, opened(path) as other:
        with db.writing():  # nothing written so far
            assert trouble(lambda: other.writing().__enter__()) is Trouble.LOCKED
            assert names(other) == []
        with other.writing() as file:
            file.write(INSERT, [("a", 1)])
        assert names(db) == ["a"]


def test_a_new_file_that_another_process_reads_is_waited_for(path):
    with opened(path):
        pass
    with closing(sqlite3.connect(path, check_same_thread=False, isolation_level=None)) as other:
        other.executescript("PRAGMA journal_mode=DELETE; BEGIN")
        other.execute("SELECT * FROM things").fetchall()  # holds a lock on the file, which is not in WAL mode any more
        release = threading.Timer(0.2, lambda: other.execute("ROLLBACK"))
        release.start()
        start = time.monotonic()
        with opened(path, shared=True, wait=30) as db:
            assert 0.1 < time.monotonic() - start < 20
            assert names(db) == []
        release.join()


def test_troubles_are_known_by_their_codes(path, tmp_path):
    with opened(path) as db, opened(path, create=False) as reader:
        assert trouble(lambda: fill(reader)) is Trouble.READ_ONLY
        list(db.rows("PRAGMA max_page_count = 2"))
        assert trouble(lambda: fill(db)) is Trouble.FULL
    assert trouble(lambda: list(db.rows("SELECT 1"))) is Trouble.OTHER  # closed: an error without a code
    assert trouble(lambda: opened(tmp_path / "nowhere" / "shelf.db")) is Trouble.READ_ONLY
    text = tmp_path / "text.db"
    text.write_text("this is no database, and long enough to be read as a header of one " * 9)
    assert trouble(lambda: opened(text)) is Trouble.DAMAGED


def fill(db):
    with db.writing() as file:
        file.write(INSERT, [("a" * 10_000, 1)])


OURS = "CREATE TABLE things (name TEXT PRIMARY KEY, size INTEGER) WITHOUT ROWID;"


def contents(path):
    """Return every file beside the shelf with its bytes."""
    return {each.name: each.read_bytes() for each in path.parent.iterdir()}


def refused_in_every_way(path):
    for create in (True, False):
        for shared in (True, False):
            assert (
                trouble(lambda ways=(create, shared): opened(path, create=ways[0], shared=ways[1])) is Trouble.FOREIGN
            )


FOREIGN = {
    "other columns": "CREATE TABLE things (name TEXT);",
    "another constraint": OURS.replace("size INTEGER", "size INTEGER CHECK (size > 0)"),
    "our tables without marks": OURS,
    "other tables": "CREATE TABLE others (name TEXT);",
    "ours and others": f"{OURS} CREATE TABLE others (name TEXT);",
    "a view": "CREATE TABLE t (a); CREATE VIEW things AS SELECT a AS name, a AS size FROM t;",
    "a view beside ours": f"{OURS} CREATE VIEW others AS SELECT 1;",
    "a trigger": f"{OURS} CREATE TRIGGER evil AFTER INSERT ON things BEGIN DELETE FROM things; END;",
    "another application": f"PRAGMA application_id = 77; {OURS}",
    "another version": f"PRAGMA user_version = 3; {OURS}",
    "a version of our mark": f"PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {VERSION + 1}; {OURS}",
    "marked alone": "PRAGMA user_version = 3;",
}


@pytest.mark.parametrize("wal", [False, True], ids=["journal", "log"])
@pytest.mark.parametrize("script", FOREIGN.values(), ids=FOREIGN)
def test_the_file_of_another_program_is_refused_and_stays_as_it_is_to_the_byte(path, script, wal):
    with closing(sqlite3.connect(path)) as db:
        db.executescript(("PRAGMA journal_mode=WAL;" if wal else "") + script)
    before = contents(path)
    refused_in_every_way(path)
    assert contents(path) == before


@pytest.mark.parametrize("checkpoint", [True, False], ids=["written", "in the log alone"])
def test_a_file_that_another_program_has_open_stays_as_it_is_to_the_byte(path, checkpoint):
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("PRAGMA journal_mode=WAL")
        db.execute("CREATE TABLE places (url TEXT)")
        if checkpoint:
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        db.execute("INSERT INTO places VALUES ('a')")
        before = contents(path)
        assert set(before) == {"shelf.db", "shelf.db-wal", "shelf.db-shm"}
        refused_in_every_way(path)
        assert contents(path) == before


def test_our_marks_are_set_before_anything_else_is_in_a_file(path):
    with opened(path), closing(sqlite3.connect(path)) as db:
        marks = [db.execute(f"PRAGMA {mark}").fetchone()[0] for mark in ("application_id", "user_version")]
        assert marks == [APPLICATION, VERSION]


@pytest.mark.parametrize("script", ["other columns", "another constraint", "a view", "a view beside ours", "a trigger"])
def test_a_file_with_our_marks_and_other_tables_is_refused_and_stays_as_it_is(path, script):
    with closing(sqlite3.connect(path)) as db:
        db.executescript(f"PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {VERSION}; {FOREIGN[script]}")
    before = contents(path)
    refused_in_every_way(path)
    assert contents(path) == before


def test_tables_join_others_of_ours_where_they_may(path):
    more = {"more": "(x)"}
    with opened(path, tables=more):
        pass
    assert trouble(lambda: opened(path)) is Trouble.FOREIGN
    with opened(path, shared=True) as db:
        assert names(db) == []
    with opened(path, tables=more, create=False) as db:
        assert list(db.rows("SELECT count(*) FROM more")) == [(0,)]


def test_two_who_make_a_file_at_once_both_find_it_ours(path):
    problems = []

    def make():
        try:
            opened(path, wait=30).__enter__().close()
        except Exception as error:
            problems.append(error)

    for _ in range(20):
        both = [threading.Thread(target=make) for _ in range(4)]
        for each in both:
            each.start()
        for each in both:
            each.join()
        path.unlink()
    assert problems == []


@pytest.mark.parametrize(
    "content", [b"{", b"short", b"SQLite format 3\0", b"SQLite format 3\0" + bytes(90), bytes(5000)]
)
def test_a_file_that_is_no_database_is_refused_and_stays_as_it_is(path, content):
    path.write_bytes(content)
    for create in (True, False):
        assert trouble(lambda create=create: opened(path, create=create)) is Trouble.DAMAGED
    assert contents(path) == {"shelf.db": content}


def test_definitions_that_are_not_text_are_damage(path):
    with opened(path):
        pass
    path.write_bytes(path.read_bytes().replace(b"PRIMARY KEY", b"PRIMARY K\xa0Y"))
    for create in (True, False):
        with refused(None, path, error=StoreError):
            opened(path, create=create)


@pytest.mark.parametrize("place", [":memory:", "", None, 5, b"x", "a\0b", Path("./:memory:")])
def test_what_is_no_file_is_no_store(place):
    with refused("store", "path of a file"):
        store_path(place)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="a pipe of Unix")
def test_a_folder_and_a_pipe_are_no_files(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    for place in (tmp_path, tmp_path / "pipe"):
        with refused(None, place, "file", error=StoreError):
            opened(place)


def test_text_that_is_not_valid_is_read(path):
    with opened(path) as db, closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("INSERT INTO things VALUES (CAST(x'61ff' AS TEXT), 1), ('b', 2)")
        assert names(db) == ["a\udcff", "b"]


def test_an_error_crosses_a_process_boundary_whole():
    error = pickle.loads(pickle.dumps(StoreError("the shelf cannot be read", Trouble.LOCKED)))
    assert (str(error), error.trouble) == ("the shelf cannot be read", Trouble.LOCKED)


def test_a_file_whose_end_is_missing_is_refused_and_left_alone(path):
    with opened(path) as db, db.writing() as file:
        file.write(INSERT, [(f"{number:0400}", number) for number in range(200)])
    path.write_bytes(path.read_bytes()[:-5000])
    before = path.read_bytes()
    for create in (True, False):
        assert trouble(lambda create=create: opened(path, create=create)) is Trouble.DAMAGED
    assert path.read_bytes() == before


def test_a_name_like_an_address_is_a_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    path = Path("file:shelf.db?mode=memory")
    with opened(path) as db, db.writing() as file:
        file.write(INSERT, [("a", 1)])
    assert path.exists()
    with opened(path) as db:
        assert names(db) == ["a"]


@pytest.mark.skipif(not Path("/dev/fd").is_dir(), reason="this system does not list open files")
def test_a_file_that_code_of_others_has_closed_is_never_written_to(tmp_path):
    db = Database(tmp_path / "s.db", "store", {"t": "(x INTEGER)"}, wait=1, create=True, shared=False)
    numbers = [each.number for each in db._held]
    assert len(numbers) >= 2
    mine = tmp_path / "mine"
    with mine.open("wb") as other:
        for number in numbers:
            os.dup2(other.fileno(), number)  # closes ours
        for _ in range(2):
            with refused(None, "closed it", error=StoreError), db.writing() as file:
                file.write("INSERT INTO t VALUES (?)", [(1,)])
            with refused(None, "closed it", error=StoreError):
                list(db.rows("SELECT * FROM t"))
        db.close()
    del db
    gc.collect()
    for number in numbers:
        os.close(number)
    assert mine.read_bytes() == b""
    copy = shutil.copytree(tmp_path, tmp_path / "copy") / "s.db"  # SQLite still has locks of the first in this process
    with closing(sqlite3.connect(copy)) as whole:
        assert whole.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_a_file_that_nobody_closes_is_no_fault_of_others(tmp_path):
    db = Database(tmp_path / "s.db", "store", {"t": "(x INTEGER)"}, wait=1, create=True, shared=False)
    del db
    gc.collect()
    with contained():
        pass
