"""kill -9 at random instants: nothing is lost that was kept, nothing stays behind, and the answer is the same."""

import json
import random
import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pytest
from tests.processes import Family, needs_proc

KILLS, FITS = 20, 2000
STARTING, FITTING = 3.0, 2.0  # seconds, about
CONTEST = ("compare", "tree", "stump", "--data", "iris", "--procedure", "corrected-cv(repeats=100, folds=10)", "--json")
SHARED = Path("/dev/shm")  # where Linux keeps semaphores


def answer(family, jobs, store):
    run = start(family, jobs, store)
    out, err = run.communicate()
    assert run.returncode == 0, err
    return timeless(json.loads(out))


def timeless(value):
    """Leave out how long it took."""
    if isinstance(value, dict):
        return {key: timeless(each) for key, each in value.items() if "seconds" not in key}
    return [timeless(each) for each in value] if isinstance(value, list) else value


def rows(path):
    """Return all fits of an intact store."""
    if not path.exists():
        return set()
    with closing(sqlite3.connect(path)) as file:
        assert file.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        if not file.execute("SELECT name FROM sqlite_master").fetchall():
            return set()  # killed before the table was made
        return set(file.execute("SELECT key, learner, repeat, fold, scores, dtype, predictions FROM fits"))


def has_fits(path):
    if not path.exists():
        return False
    try:
        with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as file:
            return file.execute("SELECT count(*) FROM fits").fetchone() > (0,)
    except sqlite3.OperationalError:  # it is being made
        return False


def left_behind(family):
    """Return what lies in the temporary folder, and semaphores of processes that have ended."""
    named = [path.name for path in SHARED.glob("sem.loky-*")] if SHARED.exists() else []
    dead = [name for name in named if not Path("/proc", name.split("-")[1]).exists()]
    return sorted(path.name for path in family.temporary.iterdir()) + dead


def start(family, jobs, store):
    return family.command(*CONTEST, "--quiet", "--jobs", jobs, "--store", store)


def killed(family, jobs, store, instants, *, anywhere):
    """Start a contest, kill it at a random instant, anywhere or while it fits; return after how many seconds."""
    begun = time.monotonic()
    run = start(family, jobs, store)
    if not anywhere:
        family.wait_until(lambda: has_fits(family.folder / store))
    time.sleep(instants.uniform(0, STARTING + FITTING if anywhere else FITTING))
    run.kill()
    after = time.monotonic() - begun
    gone = family.wait_until(lambda: not family.alive, 20)
    run.communicate()
    assert gone < 10
    return after, gone


@pytest.mark.calibration
@pytest.mark.process
@needs_proc
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_contest_of_2000_fits_survives_20_kills(tmp_path, capsys, jobs):
    family = Family(tmp_path)
    whole, everything = answer(family, jobs, "whole.db"), rows(tmp_path / "whole.db")
    assert len(everything) == FITS
    assert left_behind(family) == []
    instants = random.Random(f"kills with {jobs} workers")
    table = []
    try:
        for number in range(KILLS):
            store = f"{number}.db"
            after, gone = killed(family, jobs, store, instants, anywhere=number % 4 == 0)
            kept, files = rows(tmp_path / store), len(left_behind(family))
            table.append((after, len(kept), gone, files))
            assert kept <= everything
            assert answer(family, jobs, store) == whole
            assert rows(tmp_path / store) == everything
            assert (family.alive, left_behind(family)) == ([], [])
    finally:
        family.end()
        lines = [f"jobs {jobs}: killed after, fits kept, all processes gone after, files until the next run"]
        lines += [f"{after:6.2f} s {fits:6d} {gone:6.2f} s {files:3d}" for after, fits, gone, files in table]
        with capsys.disabled():
            print("", *lines, sep="\n")  # noqa: T201 - the table is what one runs this for
    assert sum(0 < fits < FITS for _, fits, _, _ in table) >= KILLS / 4
