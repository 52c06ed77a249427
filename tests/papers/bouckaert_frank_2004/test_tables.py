"""Bouckaert & Frank (2004): all printed cells are there, and what needs no run is exact."""

import json
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from tests.java import needs_weka

from outperform.comparison.stage import Stage
from outperform.core import seed_at, stream
from outperform.engine import Contest, Runner, Ways
from outperform.lab import procedure_from
from outperform.learners.weka.jar import version
from outperform.metrics import Accuracy
from outperform.papers import CATALOGUE, Agreement, Workbench
from outperform.papers.bouckaert_frank_2004 import runs as runs_module
from outperform.papers.bouckaert_frank_2004 import section_5, table_1, table_5, tables
from outperform.papers.bouckaert_frank_2004.printed import (
    PAIRS,
    printed_rejections,
    printed_se,
    printed_tables,
    summary,
)
from outperform.papers.bouckaert_frank_2004.table_1 import ABSENT, OTHERS
from outperform.papers.bouckaert_frank_2004.uci import FAMILIES, LEARNERS, OURS, WEKA, _learners, find, said_on

PAPER = CATALOGUE.parse("bouckaert-frank-2004")
TINY = Workbench(scale=0.01)
CELLS = {  # printed numbers of each table: pairs x measures x columns, and so on
    "table-1": 27 * (3 + 3) + 9,
    "table-1-recomputed": 9 + 2,
    "table-2": 36,
    "table-3": 36,
    "section-4-3": 6,
    "table-4": 36,
    "table-5": 4 + 5 * 5,
    "section-4-recomputed": 9 + 5,
    "section-5": 0,
}


def forget() -> None:
    """Datasets are looked for once; a test that moves the folder must look again."""
    TINY.kept.clear()
    for cached in (find, _learners):
        cached.cache_clear()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Lay down small files under the names of two datasets of the paper."""
    place = tmp_path_factory.mktemp("uci")
    for name, numeric in (("labor", True), ("zoo", False)):
        place.joinpath(f"{name}.arff").write_text(arff(name, numeric=numeric), encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("OUTPERFORM_DATA", str(place))
        patch.setattr("outperform.papers.bouckaert_frank_2004.uci.BUNDLED", ())
        two = dict.fromkeys(range(1, 5), (0, 1))
        patch.setattr("outperform.papers.bouckaert_frank_2004.rivals.SELECTED", {WEKA: two, OURS: two})
        forget()
        yield place
    forget()


def arff(name: str, *, numeric: bool) -> str:
    """Write a file with a column of names where the paper's has one, and missing values."""
    rng = stream(0, name)
    head = ["@relation r", "@attribute animal string"] if name == "zoo" else ["@relation r"]
    head += ["@attribute x real", "@attribute c {a,b,c}", "@attribute class {p,q}", "@data"]
    rows = []
    for number in range(24):
        x = "?" if number == 3 else f"{rng.normal() + 2 * (number % 2) * numeric:.3f}"
        label = "?" if number == 5 else "abc"[rng.integers(3)]
        named = [f"row{number}"] if name == "zoo" else []
        rows.append(",".join([*named, x, label, "pq"[number % 2]]))
    return "\n".join([*head, *rows]) + "\n"


@pytest.fixture(scope="module")
def found(folder: Path) -> dict[str, Agreement]:
    assert folder.is_dir()
    return {table.id: table for table in PAPER.obtain(TINY)}


def test_every_exhibit_has_its_id_and_all_printed_cells(found: dict[str, Agreement]) -> None:
    assert list(found) == list(CELLS) == list(PAPER.exhibits())
    for name, table in found.items():
        keys = [row.key for row in table.rows]
        assert len(set(keys)) == len(keys)
        assert sum(not isinstance(row.published, str) for row in table.rows) == CELLS[name], name


def test_json_holds_no_nan(found: dict[str, Agreement]) -> None:
    for table in found.values():
        json.dumps(table.as_row(), allow_nan=False)
        if table.panels is not None:
            json.dumps(table.panels.frame(), allow_nan=False)


def test_datasets_that_are_not_at_hand_are_named(found: dict[str, Agreement]) -> None:
    notes = " ".join(found["table-1"].notes)
    assert "Run on 2 of 27" in notes
    assert "hepatitis" in notes.split("Not found: ")[1].split(".")[0]
    row = next(row for row in found["table-1"].absent if row.key == "hepatitis / NB vs NN")
    assert (row.published, row.reason) == (10, ABSENT)


@needs_weka
def test_with_weka_the_learners_are_those_of_the_paper(found: dict[str, Agreement]) -> None:
    for name in ("table-1", "table-2", "table-3", "table-4", "table-5"):
        assert f"in Weka {version()}; the paper had Weka 3.3" in " ".join(found[name].notes)
    draws = [row for row in found["table-1"].cells if row.key == "zoo / NB vs C4.5"]
    assert [row.verdict for row in draws] != ["not comparable"]


def test_without_weka_other_learners_are_run_and_the_notes_say_what_is_missing(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert folder.is_dir()
    for module in (runs_module, table_5):
        monkeypatch.setattr(module, "made_by", lambda: OURS)
    table, simulated = PAPER.obtain(TINY, ["table-1", "table-5"])
    for one in (table, simulated):
        assert "outperform[weka]" in " ".join(one.notes)
    draws = [row for row in table.cells if row.key == "zoo / NB vs C4.5"]
    assert [(row.verdict, row.reason) for row in draws] == [("not comparable", OTHERS)]


def test_rows_are_not_learnt_by_their_names(folder: Path) -> None:
    assert folder.is_dir()
    zoo = find("zoo")
    assert zoo is not None
    assert list(zoo.rows.columns) == ["x", "c"]


def test_without_any_file_all_cells_are_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OUTPERFORM_DATA", raising=False)
    monkeypatch.setattr("outperform.papers.bouckaert_frank_2004.uci.BUNDLED", ())
    forget()
    ids = ["table-1", "table-2", "table-3", "section-4-3", "table-4", "section-5"]
    for table in PAPER.obtain(TINY, ids):
        assert len([row for row in table.rows if not isinstance(row.published, str)]) == CELLS[table.id]
        json.dumps(table.as_row(), allow_nan=False)
    forget()


def test_table_1_recomputes_to_the_printed_digit(found: dict[str, Agreement]) -> None:
    # Table 1, p. 8: consistent 9, 12, 13; almost consistent 14, 17, 17; R 0.737, 0.783, 0.816.
    scores = summary(printed_rejections(list(printed_tables().table_1)))
    assert scores[0].sum(axis=0).tolist() == [9, 12, 13]
    assert scores[1].sum(axis=0).tolist() == [14, 17, 17]
    assert scores[2].mean(axis=0).round(3).tolist() == [0.737, 0.783, 0.816]
    wrong = [cell for cell in found["table-1-recomputed"].cells if cell.verdict not in ("agrees", "holds")]
    # P. 9: R cannot be smaller than .5; by the formula of p. 5, 5 rejections of 10 give (20 + 20) / 90.
    assert [(cell.key, cell.obtained) for cell in wrong] == [("R never below .5", pytest.approx(4 / 9))]
    assert {cell.kind for cell in found["table-1-recomputed"].cells} == {"derived"}


def test_the_text_of_section_4_holds_but_for_one_sentence(found: dict[str, Agreement]) -> None:
    # P. 9 names one exception to growth with the number of runs; Table 2 (p. 10) has two: 18 to 17 and 15 to 14.
    wrong = [cell for cell in found["section-4-recomputed"].cells if cell.verdict not in ("agrees", "holds")]
    assert [(cell.key, cell.obtained) for cell in wrong] == [("one exception", 2)]


def test_of_more_than_ten_repetitions_the_measures_are_means_over_all_choices_of_ten() -> None:
    """Count by hand: 12 repetitions of which 2 reject leave 66 choices of ten, by how many of the two are left out."""
    tens = [len(set(ten) & {0, 1}) for ten in combinations(range(12), 10)]
    consistent, almost, level = summary(np.array([2]), 12)[:, 0]
    assert consistent == pytest.approx(np.mean([k == 0 for k in tens])) == pytest.approx(1 / 66)
    assert almost == pytest.approx(np.mean([k <= 1 for k in tens]))
    assert level == pytest.approx(np.mean([summary(np.array([k]))[2, 0] for k in tens]))


def test_one_or_two_datasets_decide_no_claim(monkeypatch: pytest.MonkeyPatch) -> None:
    """All ten runs on iris may say the same; of 27 data sets that is no evidence, though no run differs."""

    def given(_bench: Workbench, family: str) -> runs_module.Runs:
        blocks = [FAMILIES[family].blocks(place) for place in range(len(FAMILIES[family].tests))]
        said = np.full((2, 10, max(blocks), len(blocks), 3), np.nan)  # [dataset, run, block, test, pair]
        for place, count in enumerate(blocks):
            said[:, :, :count, place] = 1.0
        return runs_module.Runs(("iris", "zoo"), family, said, np.ones_like(said), ())

    for module in (table_1, tables, section_5):
        monkeypatch.setattr(module, "runs", given)
    made = (tables.table_2, tables.table_3, tables.section_4_3, tables.table_4, section_5.section_5)
    both = next(cell for cell in table_1.table_1(TINY).cells if cell.key == "both directions")
    assert (both.obtained_se, both.verdict) == (10, "undecided")
    claims = [cell for make in made for cell in make(TINY).cells if cell.kind == "claim"]
    assert len(claims) == 13
    assert {(cell.obtained_se >= 1, cell.verdict) for cell in claims} == {(True, "undecided")}


def test_with_fewer_than_27_datasets_the_error_of_a_claim_is_that_over_datasets() -> None:
    """The jackknife of a mean is its standard error; each data set has another share of rejections."""
    rejected = np.array([0, 3, 5, 10])
    pvalue = np.where(np.arange(10) < rejected[:, np.newaxis], 0.0, 1.0)[:, :, np.newaxis, np.newaxis, np.newaxis]
    found = runs_module.Runs(("a", "b", "c", "d"), "halves", pvalue, np.ones_like(pvalue), ())
    measured = runs_module.jackknifed(lambda one: float(one.rejections(0).mean()), found)
    assert measured == pytest.approx((rejected.mean(), rejected.std(ddof=1) / 2))


def test_tens_are_experiments_like_the_printed_one() -> None:
    said = np.zeros((1, 25, 1, 1, 3))
    said[0, :, 0, 0, 0] = np.arange(25)
    tens = runs_module.Runs(("a",), "halves", said, said, ()).tens
    assert [ten.pvalue[0, :, 0, 0, 0].tolist() for ten in tens] == [list(range(10)), list(range(10, 20))]
    assert [ten.repetitions(0) for ten in tens[0].without(0).tens] == [9]


@pytest.mark.parametrize(
    ("family", "specs"),
    [
        ("halves", ["5x2-t"]),
        ("resampling", [f"corrected-resampled(repeats={runs}, share=0.1)" for runs in (10, 20, 50, 100)]),
        ("stratified", ["subsampling(repeats=10, share=0.1, stratify=True) + corrected-t"]),
        (
            "cv",
            [
                *(f"corrected-cv(repeats={repeats})" for repeats in (1, 2, 5, 10)),
                *("kfold-t", "kfold(repeats=10) + pooled-t"),
            ],
        ),
    ],
)
def test_the_first_block_of_a_test_is_what_the_procedure_says(folder: Path, family: str, specs: list[str]) -> None:
    assert folder.is_dir()
    said = said_on(LEARNERS[OURS], "labor", family, 3, 0)
    dataset, learners = _learners("labor", LEARNERS[OURS])
    contest = Contest(dataset, learners, {"accuracy": Accuracy()}, seed_at(0, "repetition", "labor", 3))
    stage = Stage(Runner(contest, Ways(jobs=1)), 0.05, ((0, 1), (0, 2), (1, 2)))
    verdicts = [[trial.verdict for trial in procedure_from(spec).run(stage)] for spec in specs]
    np.testing.assert_allclose(said[0, 0], [[one.pvalue for one in row] for row in verdicts], rtol=1e-9)
    np.testing.assert_array_equal(said[1, 0], [[np.sign(one.estimate) for one in row] for row in verdicts])
    counts = [FAMILIES[family].blocks(place) for place in range(len(specs))]
    assert (~np.isnan(said[0, :, :, 0])).sum(axis=0).tolist() == counts


def test_errors_of_printed_r_follow_from_its_two_counts() -> None:
    exact = summary(printed_rejections(list(printed_tables().table_1)))[2].std(axis=0, ddof=1) / 27**0.5
    for place in range(len(PAIRS)):
        column = (
            printed_tables().below_1[0][place],
            printed_tables().below_1[1][place],
            printed_tables().below_1[2][place],
        )
        assert printed_se(column)[2] == pytest.approx(exact[place], rel=0.05)


def test_printed_tables_have_their_shape() -> None:
    assert all(
        np.shape(table) == (3, 3, 4)
        for table in (printed_tables().table_2, printed_tables().table_3, printed_tables().table_4)
    )
    assert len(printed_tables().table_1) == 27
    assert all(len(row) == 5 for row in printed_tables().table_5.values())


def test_a_quick_look_leaves_the_costly_datasets_out() -> None:
    wanted = [name for name in printed_tables().table_1 if name not in runs_module.COSTLY]
    assert len(wanted) == 12
    assert set(runs_module.COSTLY) < set(printed_tables().table_1)


def test_the_plain_t_tests_are_those_of_the_family_of_cross_validations(monkeypatch: pytest.MonkeyPatch) -> None:
    """On three datasets the plain test of 10 folds always says the same, that of 10x10 folds on one, no other ever."""

    def given(_bench: Workbench, family: str) -> runs_module.Runs:
        tests = FAMILIES[family].tests
        blocks = [FAMILIES[family].blocks(place) for place in range(len(tests))]
        said = np.full((3, 10, max(blocks), len(tests), 3), np.nan)  # [dataset, run, block, test, pair]
        for place, (test, _) in enumerate(tests):
            said[:, ::2, : blocks[place], place] = 1.0
            said[:, 1::2, : blocks[place], place] = 0.0
            said[: {"kfold-t": 3, "pooled-t": 1}.get(str(test), 0), :, : blocks[place], place] = 0.0
        return runs_module.Runs(("a", "b", "c"), family, said, np.ones_like(said), ())

    monkeypatch.setattr(tables, "runs", given)
    cells = {cell.key: cell.obtained for cell in tables.section_4_3(Workbench(scale=0.1)).cells}
    plain = {key: ours for key, ours in cells.items() if key.startswith("plain t on ")}
    assert len(plain) == 6
    for key, ours in plain.items():
        assert ours == pytest.approx(27 if "on 10-fold cv" in key else 9)


@pytest.mark.parametrize(
    ("shares", "printed", "verdict"),
    [
        ((0.5, 0.5, 0.5), 52, "agrees"),  # networks alike
        ((0.2, 0.5, 0.8), 52, "not comparable"),  # the printed network is one more of such
        ((0.45, 0.5, 0.55), 99, "differs"),  # none of them is like it
    ],
)
def test_a_percentage_that_hangs_on_the_network_is_not_comparable(
    shares: tuple[float, ...], printed: float, verdict: str
) -> None:
    """Three networks, 2,000 training sets of each: sqrt(52 x 48 / 1000) = 1.6 points are left open in print."""
    consistent = 100.0 * (np.arange(2000)[np.newaxis, :] < 2000 * np.array(shares)[:, np.newaxis])
    found = table_5.Found(np.zeros((3, 2000)), consistent[..., np.newaxis])
    cell = table_5._percentage("x", printed, table_5._printed_se(printed, found, 0), found, 0)
    assert cell.verdict == verdict
