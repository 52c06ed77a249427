"""Dietterich (1998) reproduced: every figure runs, exact parts agree to the printed digit."""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path

import numpy as np
import pytest
from scipy.special import stdtr

from outperform.core import Floats, Ints, stream
from outperform.lab.truth import measured_truth
from outperform.learners import DamagedNN, Flipped
from outperform.papers import Dietterich1998, Workbench
from outperform.papers.agreement import Agreement, Measured
from outperform.papers.dietterich_1998 import learners
from outperform.papers.dietterich_1998.discussion import wild_pvalues
from outperform.papers.dietterich_1998.rates import ABSENT, lead, rate_of, rejected
from outperform.papers.dietterich_1998.replications import independent
from outperform.papers.dietterich_1998.runs import GAINS, Calibrated, _solve, calibrated
from outperform.papers.dietterich_1998.simulation import simulated_halves
from outperform.papers.dietterich_1998.tasks import (
    HELD,
    SIZES,
    TASKS,
    TREE,
    _tally,
    deals,
    errors,
    neighbour_right,
    point_errors,
    trials,
)
from outperform.papers.dietterich_1998.type_one import TWO_HALVES, correlation
from outperform.papers.real import dataset_at_hand
from outperform.significance import Differences, FiveByTwoT
from outperform.sources import Exp6

CELLS = {  # printed numbers and sentences of each figure and section
    "section-3": 4,
    "section-3-4": 3,
    "section-3-5": 12,
    "figure-2": 4,
    "figure-3": 4,
    "figure-4": 7,
    "figure-5": 26,
    "figure-6": 20,
    "section-5": 9,
    "section-6-1": 12,
    "figure-7": 13,
    "figure-8": 6,
    "figure-9": 8,
    "figure-10": 9,
    "figure-11": 8,
    "section-7": 6,
}
REAL = ("section-3-4", "figure-2", "section-6-1", "figure-7", "figure-8", "figure-9", "figure-10", "figure-11")
TINY = Workbench(scale=0.001)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Return an empty folder of datasets."""
    monkeypatch.setenv("OUTPERFORM_DATA", str(tmp_path))
    TINY.kept.clear()
    dataset_at_hand.cache_clear()
    yield tmp_path
    TINY.kept.clear()
    dataset_at_hand.cache_clear()


def write_arff(path: Path, rows: Ints, target: list[str]) -> None:
    """Write rows of whole numbers and a class."""
    lines = [f"@relation {path.stem}", *(f"@attribute x{k} numeric" for k in range(rows.shape[1]))]
    lines += [f"@attribute class {{{','.join(sorted(set(target)))}}}", "@data"]
    lines += [",".join([*map(str, row), label]) for row, label in zip(rows.tolist(), target, strict=True)]
    path.write_text("\n".join(lines), encoding="ascii")


def made_up(folder: Path) -> None:
    """Write a letter and a Pima that have the shape of the real ones, and classes that can be learnt."""
    rng = stream(0, "made up")
    centres = rng.integers(0, 16, size=(26, 16))
    codes = rng.integers(26, size=11_000)
    rows = np.clip(centres[codes] + rng.normal(0, 3, size=(len(codes), 16)).astype(np.int64), 0, 15)
    write_arff(folder / "letter.arff", rows, [chr(65 + code) for code in codes])
    rows = rng.integers(0, 100, size=(768, 8))
    write_arff(folder / "diabetes.arff", rows, ["yes" if sick else "no" for sick in rows[:, 0] > 60])


def check(found: list[Agreement], ids: Iterable[str]) -> None:
    assert {table.id: len(table.rows) for table in found} == {place: CELLS[place] for place in ids}
    for table in found:
        json.dumps(table.as_row(), allow_nan=False)
        assert len({row.key for row in table.rows}) == len(table.rows)
        if table.panels is not None:
            assert np.isfinite([[row["x"], row["y"]] for row in table.panels.frame()]).all()


def test_every_figure_without_datasets_names_them(folder: Path) -> None:
    assert not list(folder.iterdir())
    found = Dietterich1998().obtain(TINY, REAL)
    check(found, REAL)
    (power,) = (table for table in found if table.id == "figure-10")
    assert {row.reason for row in power.rows} == {ABSENT}
    assert "letter" in power.notes[0]
    assert not [table.id for table in found if TWO_HALVES in table.notes]


def test_sentences_about_all_experiments_need_all_tasks(folder: Path) -> None:
    """One task of three can neither show nor refute what the highest rate of all experiments is."""
    assert not list(folder.iterdir())
    (table,) = Dietterich1998().obtain(TINY, ["section-7"])
    check([table], ["section-7"])
    assert {row.reason for row in table.absent} == {ABSENT}
    assert [cell.kind for cell in table.cells] == ["ours"]


def test_every_figure_with_datasets(folder: Path) -> None:
    made_up(folder)
    found = Dietterich1998().obtain(TINY)
    check(found, CELLS)
    assert not [row for table in found for row in table.absent]
    assert all(table.panels is not None for table in found if table.id.startswith("figure"))
    assert [table.id for table in found if TWO_HALVES in table.notes] == ["figure-7"]


@pytest.mark.parametrize("place", ["section-3", "figure-4", "section-5"])
def test_what_needs_no_trials_agrees(place: str) -> None:
    (table,) = Dietterich1998().obtain(TINY, [place])
    assert {cell.kind for cell in table.cells} == {"derived"}
    assert table.count("agrees") + table.count("holds") == len(table.cells)


def test_critical_values_to_the_printed_digit() -> None:
    (table,) = Dietterich1998().obtain(TINY, ["section-3"])
    shown = [round(cell.obtained or 0, digits) for cell, digits in zip(table.cells, (6, 2, 5, 1), strict=True)]
    assert shown == [3.841459, 1.96, 2.04523, 0.8]  # sec. 3.1, 3.2, 3.3, 3.4


@pytest.mark.parametrize("damage", [1.0, 7.5, 40.0], ids=str)
def test_the_neighbour_is_that_of_the_library(damage: float) -> None:
    data = Exp6().draw(stream(0, "x"))
    task = TASKS["EXP6"]
    labels = deals(data, 0, 1)
    for deal, right in zip(labels, neighbour_right(task, data, damage, labels), strict=True):
        tested = deal == 0
        made = DamagedNN(omega=damage, groups=task.groups).make(0).fit(data.rows[~tested], data.target[~tested])
        np.testing.assert_array_equal(right[tested], made.predict(data.rows[tested]) == data.target[tested])


def test_errors_are_those_of_the_learners_trained_on_the_first_rows() -> None:
    found = errors("EXP6", 3, 1, 0, ((5.0, 150), (5.0, 270), (9.0, 200)), 30_000)[0]
    data, grid = Exp6().draw(stream(0, "dataset", "EXP6", 3)), Exp6().grid()
    for damage, size, error in ((5.0, 150, found[4]), (5.0, 270, found[5]), (9.0, 200, found[6])):
        made = DamagedNN(omega=damage, groups=TASKS["EXP6"].groups).make(0).fit(data.rows[:size], data.target[:size])
        assert error == pytest.approx(np.mean(made.predict(grid.rows) != grid.target))
    tree = TREE.make(0).fit(data.rows[:150], data.target[:150])
    assert found[0] == pytest.approx(np.mean(tree.predict(grid.rows) != grid.target), abs=0.03)  # but for its seed


def test_trials_count_every_tested_row_once() -> None:
    counts = trials("EXP6", 0, 2, 0, ((1.0, 1.0, 1.0), (50.0, 50.0, 50.0)), 5)
    tested = [*[100] * HELD, *[150] * 10, *[30] * 10]
    np.testing.assert_array_equal(counts.sum(axis=3), np.broadcast_to(tested, (2, 2, HELD + 20)))
    trees = counts[..., 2:].sum(axis=3)
    np.testing.assert_array_equal(trees[:, 0], trees[:, 1])  # the damage of the neighbour is none of the tree's


def test_a_tally_has_the_order_of_paired_counts() -> None:
    labels = np.array([0, 0, 0, 1, 1, -1])
    first, second = np.array([[1, 0, 1, 0, 1, 1], [1, 1, 0, 0, 1, 1]], dtype=np.bool_)
    assert _tally(labels, first, second).tolist() == [[0, 1, 1, 1], [1, 0, 0, 1]]


def test_turned_answers_err_as_the_formula_says() -> None:
    data = Exp6(n=4000).draw(stream(0, "x"))
    target = (data.target >= 3).astype(np.int64)
    tree, turned = (
        made.make(0).fit(data.rows[:500], target[:500]).predict(data.rows[500:]) != target[500:]
        for made in (TREE, Flipped(learner="depth-tree(depth=None, min_leaf=2)", rate=0.2))
    )
    expected = tree.mean() + 0.2 * (1 - 2 * tree.mean())
    assert abs(turned.mean() - expected) < 5 * np.sqrt(0.25 / 3500)


def test_damages_are_found_on_a_known_curve() -> None:
    grid = np.geomspace(1, 100, 9)
    found = _solve(grid.tolist(), 0.1 + 0.02 * np.log(grid) ** 1.5, np.array([0.1, 0.12, 0.15, 0.05]))
    np.testing.assert_allclose(found, [1, np.exp(1), np.exp(2.5 ** (2 / 3)), 1], rtol=0.02)


def halves(datasets: int, repeats: int) -> Floats:
    """Draw differences with few values, so that zeros occur."""
    return stream(0, "halves").integers(-2, 3, size=(datasets, repeats, 2)) / 150


def test_five_replications_are_the_5x2_test_with_each_numerator_in_turn() -> None:
    x = halves(500, 5)
    wanted = np.zeros(500)
    for first in range(5):
        for side in (1, -1):
            turned = np.roll(x, -first, axis=1)[..., ::side]
            wanted += FiveByTwoT().arithmetic(Differences(turned, np.ones(500))).pvalue <= 0.05
    np.testing.assert_allclose(rejected(x, 5), wanted / 10)


@pytest.mark.parametrize("count", [1, 3, 8], ids=str)
def test_replications_are_windows_of_those_there_are(count: int) -> None:
    """Student's t with as many degrees of freedom as replications, which follow each other in a circle."""
    x = halves(200, 8)
    wanted = np.zeros((200, 8, 2))
    for first in range(8):
        window = np.take(x, np.arange(first, first + count) % 8, axis=1)
        spread = np.sqrt(((window[..., 0] - window[..., 1]) ** 2 / 2).mean(axis=1))
        with np.errstate(divide="ignore", invalid="ignore"):
            t = np.where(x[:, first] == 0, 0, np.abs(x[:, first]) / spread[:, np.newaxis])
        wanted[:, first] = 2 * stdtr(count, -t) <= 0.05
    np.testing.assert_allclose(rejected(x, count), wanted.mean(axis=(1, 2)))


def test_independent_folds_keep_their_values_and_leave_their_dataset() -> None:
    folds = np.arange(40.0).reshape(10, 4) // 4  # the number of the dataset
    found = independent(np.ascontiguousarray(folds), 0)
    np.testing.assert_array_equal(np.sort(found, axis=0), folds)
    assert (np.ptp(found, axis=1) > 0).all()


def test_wild_error_rates_keep_the_learners_equal() -> None:
    p = wild_pvalues(4000, 0)
    assert ((p >= 0) & (p <= 1)).all()
    assert 0.02 < (p <= 0.05).mean() < 0.15


def test_correlation_is_that_of_all_pairs_of_folds() -> None:
    rng = stream(0, "folds")
    x = rng.normal(size=(3000, 10)) + 0.5 * rng.normal(size=(3000, 1))
    found, se = correlation(x)
    pairs = [(i, j) for i in range(10) for j in range(10) if i != j]
    first, second = (np.concatenate([x[:, pair[side]] for pair in pairs]) for side in (0, 1))
    assert found == pytest.approx(np.corrcoef(first, second)[0, 1], abs=1e-12)
    assert abs(found - 0.2) < 5 * se
    assert se == pytest.approx((1 - 0.2) * (1 + 9 * 0.2) * np.sqrt(2 / (90 * 3000)), rel=0.1)  # Fisher's formula


def test_rates_and_leads() -> None:
    assert rate_of(np.array([True, True, False, False, False])) == pytest.approx(Measured.rate(0.4, 5))
    assert rate_of(np.zeros(10)).se > 0
    assert rate_of(np.full(400, 0.3)).se < 0.005  # several trials of each dataset: hardly any error is left
    shares = {"a": np.array([[1.0, 1.0], [1.0, 0.0]]), "b": np.array([[0.0, 1.0], [0.0, 0.0]])}
    assert lead(shares, "a", ["b"]) == (0.5, 0.0)


def test_points_err_as_often_as_trees_do() -> None:
    found = point_errors(0, 5, 0)
    assert found[:7670].sum() / 7670 == pytest.approx(found[7670:7675].sum())


@pytest.mark.slow
def test_the_null_holds_on_fresh_datasets() -> None:
    found = calibrated(Workbench(scale=1.5), "EXP6")
    groups = TASKS["EXP6"].groups
    for place, size in enumerate(SIZES[:3]):
        pair = (TREE, DamagedNN(omega=float(found.damages[0, place]), groups=groups))
        truth = measured_truth(Exp6(), pair, size, seed=1, datasets=300)
        assert abs(truth.difference) < 4 * np.hypot(truth.se, truth.se)
    assert found.gap[-1] == pytest.approx(100 * (found.tree - found.neighbour)[-1])
    assert len(found.damages) == len(GAINS)


def test_rates_by_replications_are_shares_of_rejections() -> None:
    """Sec. 3.5, by simulation: each bar is the mean over data sets of the rate at that many replications."""
    bench = Workbench(scale=0.01)
    (table,) = Dietterich1998().obtain(bench, ["section-3-5"])
    assert table.panels is not None
    (panel,) = (panel for panel in table.panels.panels if panel.title == "simulation")
    x = simulated_halves(bench)
    shares = [float(rejected(x, int(count)).mean()) for count in panel.series[0].x]
    assert panel.series[0].y == pytest.approx(shares)
    assert 0 < min(shares) < max(shares) < 1


def test_what_makes_the_learners_equal_is_noted(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first row of the damages: a gain of 0."""
    damages = np.arange(24.0).reshape(6, 4) / 8
    errors = np.full(4, 0.1)
    same = np.tile(errors, (6, 1))
    made = Calibrated(errors, errors, damages, same, same, errors, 7, errors)
    monkeypatch.setattr(learners, "calibrated", lambda _bench, _name: made)
    notes = learners.matched_learners(TINY).notes
    said = [note for note in notes if note.startswith("EXP6: ")]
    assert len(said) == 1
    assert "0, 0.125, 0.25 at 150, 200, 270 rows, over 7 datasets" in said[0]
