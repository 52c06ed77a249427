"""Keller, Bengio & Wong (2005): every exhibit runs, on populations made and on a small collection of texts."""

import gzip
import json
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from outperform.papers import CATALOGUE, Agreement, Workbench
from outperform.papers.keller_bengio_wong_2005 import text
from outperform.papers.keller_bengio_wong_2005.curves import RejectionCurves
from outperform.papers.keller_bengio_wong_2005.power import FIGURE_2
from outperform.papers.keller_bengio_wong_2005.runs import LEVELS, READINGS, rejections
from outperform.papers.keller_bengio_wong_2005.size_claims import FIGURE_1
from outperform.papers.keller_bengio_wong_2005.tasks import PopulationTask, from_texts, made
from outperform.papers.keller_bengio_wong_2005.text import FILE, LEARNERS, file_at_hand, read_collection, said

PAPER = CATALOGUE.parse("keller-bengio-wong-2005")
TINY = Workbench(scale=0.01)
IDS = ["section-2", "section-3-1", "section-3-2", "figure-1", "figure-2"]


def write_collection(folder: Path, documents: int = 1400) -> Path:
    """Write texts of six categories: two that half of the texts are of, four rare ones; some terms tell of each."""
    rng = np.random.default_rng(0)
    member = rng.random((documents, 6)) < np.array([0.45, 0.3, 0.085, 0.085, 0.085, 0.085])
    member[:, 0] |= ~member.any(axis=1)
    often = 0.3 + 1.5 * np.repeat(member, 4, axis=1)
    counts = np.column_stack([rng.poisson(often), 1 + rng.poisson(0.5, size=(documents, 6))])
    path = folder / FILE
    with gzip.open(path, "wt") as file:
        for labels, row in zip(member, counts, strict=True):
            terms = " ".join(f"{term + 1}:{row[term]}" for term in np.flatnonzero(row))
            file.write(f"{','.join(map(str, np.flatnonzero(labels)))} {terms}\n")
    return path


@pytest.fixture(scope="module")
def texts(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(text, "METAS", 3)
        yield write_collection(tmp_path_factory.mktemp("data"))


@pytest.fixture(scope="module")
def tasks(texts: Path) -> list[PopulationTask]:
    collection = read_collection(str(texts), 0)
    return from_texts(collection, *(said(str(texts), "", learner, 0) for learner in LEARNERS))


def check(found: list[Agreement]) -> dict[str, Agreement]:
    assert [table.id for table in found] == IDS
    json.dumps([table.as_row() for table in found], allow_nan=False)
    for table in found:
        for row in table.panels.frame() if table.panels else []:
            assert 0 <= row["y"] <= 1
    return {table.id: table for table in found}


def count(claims: tuple, source: str) -> int:
    return sum(source in one.sources for one in claims)


def test_all_exhibits_without_texts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OUTPERFORM_DATA", raising=False)
    found = check(PAPER.obtain(TINY))
    assert len(found["figure-1"].rows) == count(FIGURE_1, "made")
    assert len(found["figure-2"].rows) == count(FIGURE_2, "made")
    assert found["figure-1"].panels is not None
    assert len(found["figure-1"].panels.panels) == 4 * len(LEVELS)
    for name in ("section-3-1", "section-3-2", "figure-1", "figure-2"):
        assert any(FILE in note for note in found[name].notes)
    assert not found["section-3-2"].cells
    assert len(found["section-3-2"].absent) == 4


def test_all_exhibits_with_texts(monkeypatch: pytest.MonkeyPatch, texts: Path) -> None:
    monkeypatch.setenv("OUTPERFORM_DATA", str(texts.parent))
    found = check(PAPER.obtain(TINY))
    assert len(found["figure-1"].rows) == count(FIGURE_1, "made") + count(FIGURE_1, "texts")
    assert len(found["figure-2"].rows) == count(FIGURE_2, "made") + count(FIGURE_2, "texts") + 2
    assert found["figure-2"].panels is not None
    assert len(found["figure-2"].panels.panels) == 2 * 4 * len(LEVELS)
    assert not any("not found" in note for table in found.values() for note in table.notes)
    assert [cell.obtained for cell in found["section-3-1"].cells[1:]] == [1050, 350, 6]


def test_what_is_printed_exactly() -> None:
    cells = {cell.key: cell for name in IDS[:2] for cell in PAPER.exhibits()[name](TINY).cells}
    assert cells["replicates that α = .01 needs"].obtained == 5000  # section 2.2, p. 654
    assert cells["documents: the sum of both parts"].obtained == 806_791  # section 3.1, p. 654
    for equation in ("eq. 3", "eq. 4", "eq. 5, form 2", "eq. 5, form 3"):  # p. 652, 653
        assert (cells[equation].kind, cells[equation].verdict) == ("derived", "holds")
    for erratum in ("eq. 2", "eq. 5 in words"):
        assert cells[erratum].verdict == "fails"
        assert "erratum" in cells[erratum].reason


def f1_and_errors(task: PopulationTask) -> tuple[list[Fraction], list[int]]:
    truth, first, second = (np.arange(8) >> bit & 1 for bit in (2, 1, 0))
    cells = np.array(task.cells)
    found = [int(cells @ (truth * said)) for said in (first, second)]
    said_so = [int(cells @ said) for said in (first, second)]
    f1 = [Fraction(2 * tp, all_said + int(cells @ truth)) for tp, all_said in zip(found, said_so, strict=True)]
    return f1, [int(cells @ (said != truth)) for said in (first, second)]


def test_populations_made_have_exact_nulls() -> None:
    tasks = made()
    assert len(tasks) == 4 * 6 * 3
    for task in tasks:
        (f1_a, f1_b), (errors_a, errors_b) = f1_and_errors(task)
        assert (f1_a == f1_b) == (task.kind == "equal F1") == task.is_null("dF1")
        assert (errors_a == errors_b) == (task.kind == "equal errors") == task.is_null("dCerr")
        assert min(task.cells) >= 0


def test_exchanged_populations_of_texts_have_exact_nulls(tasks: list[PopulationTask]) -> None:
    assert {task.panel for task in tasks} == set("abcd")
    for task in tasks:
        assert sum(task.cells) == 1050 * (2 if task.kind == "equal" else 1)
        if task.kind == "equal":
            assert task.is_null("dF1")
            assert task.is_null("dCerr")


def test_learners_learn(tasks: list[PopulationTask]) -> None:
    for task in tasks:
        (f1_a, f1_b), _ = f1_and_errors(task)
        assert min(f1_a, f1_b) > 0.3, task.name  # saying yes always would give .16 on the rare categories


def test_tasks_are_rare_categories_and_balanced_unions(texts: Path) -> None:
    collection = read_collection(str(texts), 0)
    shares = collection.tasks.mean(axis=0)
    assert 0 < len(collection.categories) <= 4
    assert shares[: len(collection.categories)].max() < 1 / 11
    assert collection.tasks.shape[1] - len(collection.categories) == 3
    assert ((shares[-3:] >= 0.4) & (shares[-3:] <= 0.6)).all()


@pytest.mark.parametrize("place", [".", "text", "../text"], ids=["folder", "inside", "beside"])
def test_texts_are_found(place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "data"
    (folder / place).mkdir(parents=True)
    monkeypatch.setenv("OUTPERFORM_DATA", str(folder))
    assert file_at_hand() is None
    (folder / place / FILE).touch()
    assert file_at_hand() is not None


def rates(cells: tuple[int, ...], n: int, sets: int) -> dict[str, float]:
    found = rejections(cells, ("dF1", "dCerr"), (n,), sets, 199, (0, "test"))[0]
    return dict(zip(READINGS, found[:, LEVELS.index(0.05)].tolist(), strict=True))


def test_learners_that_say_the_same_are_never_told_apart() -> None:
    found = rates((80, 0, 0, 5, 5, 0, 0, 10), 100, 50)
    assert set(found.values()) == {0.0}


def test_a_learner_that_is_always_right_is_told_from_one_that_never_is() -> None:
    found = rates((0, 60, 0, 0, 0, 0, 40, 0), 100, 50)
    assert set(found.values()) == {1.0}


def test_nobody_errs_as_often_as_it_must() -> None:
    sets, none = 2000, 0.99**100  # P(no error in 100 rows) where both err on the same hundredth
    found = rates((90, 0, 0, 0, 1, 0, 0, 9), 100, sets)
    assert abs(found[READINGS[-1]] - none) < 4.9 * np.sqrt(none * (1 - none) / sets)  # 1e-6
    assert found["proportions dCerr"] == 0


def test_tests_of_the_same_sets_are_compared_on_them() -> None:
    """Joint rejections: on each set where both reject neither leads; the error is that of the single differences."""
    cells, sets = (60, 7, 1, 14, 10, 0, 0, 8), 400  # both err on many rows, the second on few more
    found = rejections(cells, ("dCerr",), (100,), sets, 199, (0, "test"))
    task = PopulationTask("made", "a", "unequal", "test", cells)
    rates, both = np.split(found[np.newaxis].repeat(7, axis=1), [len(LEVELS)], axis=-1)
    curves = RejectionCurves("made", (task,), rates, both, np.array([sets]), 199)
    value, se = curves.lead(2, "a", "McNemar dCerr", "proportions dCerr")
    first, second = (READINGS.index(name) for name in ("McNemar dCerr", "proportions dCerr"))
    level = LEVELS.index(0.05)
    only_first, only_second = (found[0, k, level] - both[0, 0, first, second] for k in (first, second))
    assert value == pytest.approx(only_first - only_second)
    single = np.repeat([1, -1, 0], np.rint(sets * np.array([only_first, only_second, 1])).astype(int))[:sets]
    assert se == pytest.approx(np.std(single) / np.sqrt(sets * 7), rel=0.05)
    assert both[0, 0, first, first] == found[0, first, level]
