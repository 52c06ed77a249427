import pickle
import sqlite3
import threading
import time
from contextlib import closing

import pytest
from tests.refusals import refused

from outperform.engine import StoreError
from outperform.engine.sqlite import Database, Trouble

TABLES = {"things": "(name TEXT PRIMARY KEY, size INTEGER) WITHOUT ROWID"}
INSERT = "INSERT INTO things VALUES (?, ?)"


def opened(path, *, create=True, shared=False, wait=0.05):
    return closing(Database(path, "shelf", TABLES, wait=wait, create=create, shared=shared))


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
    with closing(sqlite3.connect(path, check_same_thread=False, isolation_level=None)) as other:
        other.executescript("CREATE TABLE mine (x); INSERT INTO mine VALUES (1); BEGIN; SELECT * FROM mine")
        other.execute("SELECT * FROM mine").fetchall()  # holds a lock on the file, which is not in WAL mode yet
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


@pytest.mark.parametrize("table", ["things (name TEXT)", "others (name TEXT)"])
def test_foreign_tables_are_refused_and_left_alone(path, table):
    with closing(sqlite3.connect(path)) as db:
        db.execute(f"CREATE TABLE {table}")
    before = path.read_bytes()
    for create in (True, False):
        assert trouble(lambda create=create: opened(path, create=create)) is Trouble.FOREIGN
    assert path.read_bytes() == before


def test_tables_join_others_where_they_may(path):
    with closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TABLE others (name TEXT)")
    with opened(path, shared=True) as db:
        assert names(db) == []
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("SELECT count(*) FROM others").fetchone() == (0,)


def test_an_error_crosses_a_process_boundary_whole():
    error = pickle.loads(pickle.dumps(StoreError("the shelf cannot be read", Trouble.LOCKED)))
    assert (str(error), error.trouble) == ("the shelf cannot be read", Trouble.LOCKED)
