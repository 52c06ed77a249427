"""The workbench: the same numbers whatever the workers, and nothing computed twice."""

import sqlite3
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest
from tests.refusals import refused

from outperform.core import Floats, stream
from outperform.lab import Study
from outperform.papers.workbench import Workbench

STUDIES = [Study(f"task-one(step={step}, n=100)", ("mcnemar-holdout",), datasets=20) for step in (0, 50)]


def draw(number: int, size: int) -> Floats:
    """Draw numbers; each call is counted in a file if there is one."""
    return stream(number, "draw").random(size)


@pytest.mark.process
@pytest.mark.parametrize("jobs", [None, 2], ids=["one", "two"])
def test_studies_give_the_same_bits_whatever_the_workers(jobs: int | None) -> None:
    found = Workbench(jobs=jobs).run(STUDIES)
    plain = Workbench().run(STUDIES)
    for one, other in zip(found, plain, strict=True):
        np.testing.assert_array_equal(one["mcnemar-holdout"].pvalue, other["mcnemar-holdout"].pvalue)


def test_what_is_stored_is_not_computed_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bench = Workbench(store=tmp_path / "papers.db")
    first = bench.map(draw, [(1, 3), (2, 3)])
    monkeypatch.setattr(Workbench, "_stream", lambda *_: iter(()))
    again = bench.map(draw, [(2, 3), (1, 3)])
    np.testing.assert_array_equal(first, again[::-1])


def test_studies_share_the_file_with_pieces(tmp_path: Path) -> None:
    bench = Workbench(store=tmp_path / "papers.db")
    bench.map(draw, [(1, 3)])
    found = bench.run(STUDIES)
    np.testing.assert_array_equal(found[0]["mcnemar-holdout"].pvalue, bench.run(STUDIES)[0]["mcnemar-holdout"].pvalue)


def test_budgets_choose_counts() -> None:
    assert [Workbench(budget).pick(10, 100, 1000) for budget in ("quick", "standard", "published")] == [10, 100, 1000]
    assert Workbench(scale=0.001).pick(10, 100, 1000) == 2
    with refused("--budget", "'huge'", "quick, standard, published"):
        Workbench("huge")  # type: ignore[arg-type]


def test_seconds_are_those_of_the_run_that_computed(tmp_path):
    bench = Workbench(store=tmp_path / "kept.db")
    assert [bench.longest("a", 2.0), bench.longest("a", 0.1), bench.longest("b", 0.3)] == [2.0, 2.0, 0.3]
    assert Workbench("standard", store=tmp_path / "kept.db").longest("a", 0.1) == 0.1
    assert Workbench().longest("a", 0.1) == 0.1


@pytest.mark.parametrize("damage", ["numbers = x'00'", "numbers = NULL", "shape = 'x'", "shape = '-1'", "shape = NULL"])
def test_damaged_pieces_are_computed_again(tmp_path, damage):
    store = tmp_path / "papers.db"
    whole = Workbench(store=store).map(_square, [(1,), (2,)])
    with closing(sqlite3.connect(store)) as db, db:
        db.execute(f"UPDATE pieces SET {damage}")
    bench = Workbench(store=store)
    assert [each.tolist() for each in bench.map(_square, [(1,), (2,)])] == [each.tolist() for each in whole]
    assert bench.damaged == [2]
    again = Workbench(store=store)
    again.map(_square, [(1,), (2,)])
    assert again.damaged == [0]


@pytest.mark.parametrize("store", [5, "", ":memory:"])
def test_a_store_must_be_a_file(store):
    with refused("store", "path of a file"):
        Workbench(store=store)


def _square(number):
    return np.array([float(number) ** 2])
