"""The first half of Wang et al. (2014): every printed cell is there; batched learners are the project's."""

import json
import math
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from scipy.stats import norm

from outperform.core import Dataset, stream
from outperform.data.datasets import FOLDER
from outperform.designs import Blocked3x2, FiveByTwo, KFold
from outperform.lab.measures.variance import _between, _within
from outperform.learners import learner_of
from outperform.papers import CATALOGUE, Wang2014
from outperform.papers.agreement import Agreement
from outperform.papers.real import dataset_at_hand
from outperform.papers.wang_2014 import errors, experiments, pictures
from outperform.papers.wang_2014.components import PUBLISHED, Components
from outperform.papers.wang_2014.fixed_rules import bayes, line
from outperform.papers.wang_2014.learners import predictions
from outperform.papers.wang_2014.nets import Nets, train
from outperform.papers.wang_2014.printed import ROWS, SIZES, WEIGHTS, printed_tables
from outperform.papers.wang_2014.ratios import ROWS as TESTS
from outperform.papers.wang_2014.ratios import SETTINGS, simulated_ratio
from outperform.papers.wang_2014.units import Batch, run_batches
from outperform.papers.workbench import Workbench

# Pages 221 and 222: Table 2 has 5 columns of 4 rows, Table 3 has 7, Table 4 four learners, nine sizes, two rows.
PRINTED = {"table-2": 20, "table-3": 28, "table-4": 72}
NAMES = [*(f"figure-{n}" for n in range(1, 6)), *(f"table-{n}" for n in range(2, 6))]
EXHIBITS = {name: obtain for name, obtain in Wang2014().exhibits().items() if name in NAMES}


def _forget() -> None:
    for cached in (dataset_at_hand, errors.letters):
        cached.cache_clear()


@pytest.fixture
def no_data(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    monkeypatch.setenv(FOLDER, str(tmp_path))
    _forget()
    yield
    _forget()


@pytest.fixture
def small_letters(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """Stand in for the letters with a few rows of 16 small numbers."""
    rng = stream(0, "letters")
    names = [chr(65 + code) for code in range(26)]
    rows = [",".join(map(str, [*rng.integers(0, 16, 16), names[row % 26]])) for row in range(260)]
    columns = "".join(f"@attribute a{column} numeric\n" for column in range(16))
    head = f"@relation letter\n{columns}@attribute class {{{','.join(names)}}}\n@data\n"
    (tmp_path / "letter.arff").write_text(head + "\n".join(rows) + "\n")
    monkeypatch.setenv(FOLDER, str(tmp_path))
    monkeypatch.setattr(experiments, "tables", _small_tables)
    _forget()
    yield
    _forget()


def _is_sound(table: Agreement) -> None:
    row = table.as_row()
    json.dumps(row, allow_nan=False)
    for cell in row["cells"]:
        assert cell["obtained"] is None or math.isfinite(cell["obtained"])
    keys = [cell["key"] for cell in row["cells"]]
    assert len(keys) == len(set(keys))


def test_the_exhibits_of_the_paper_are_there():
    assert list(EXHIBITS) == NAMES
    paper = CATALOGUE.parse("wang-2014")
    assert "2014" in paper.citation
    assert paper.left_open


@pytest.mark.usefixtures("small_letters")
@pytest.mark.parametrize("name", [name for name in EXHIBITS if name not in ("figure-3", "table-4")])
def test_each_exhibit_runs_small(name):
    table = EXHIBITS[name](Workbench(scale=0.001))
    assert table.id == name
    _is_sound(table)
    if name.startswith("figure"):
        assert table.panels is not None
        assert table.panels.frame()


@pytest.mark.parametrize("name", ["figure-3", "table-4"])
def test_large_exhibits_run_small(name, monkeypatch):
    """As above, without the largest sizes, which take seconds even for two datasets."""
    monkeypatch.setattr(pictures, "EXPERIMENT_1", {("gauss-3", 40): 1000, ("gauss-300", 64): 30})
    monkeypatch.setattr(experiments, "tables", _small_tables)
    table = EXHIBITS[name](Workbench(scale=0.001))
    _is_sound(table)
    if name == "table-4":
        keys = {cell.key for cell in table.cells}
        wanted = {f"{name} / n = {n} / ρ{row}" for name in printed_tables().table_4 for n in SIZES for row in (1, 2)}
        assert wanted <= keys
        assert len(wanted) == PRINTED["table-4"]
        assert {cell.verdict for cell in table.cells if cell.key.startswith("NN /")} == {"not comparable"}


def _small_tables(bench, work, source, cases):
    """Take 40 rows for every larger size: what is tested is the way from there to the cells."""
    del bench
    runs = {learner: work(source, learner, 40, 0, 0, 12) for learner, _ in cases}
    return {case: runs[case[0]] for case in cases}


def test_cases_are_run_in_pieces():
    cases = {("nb", 40): 40000, ("logreg", 80): 100}
    found = experiments.tables(Workbench(scale=0.001), errors.blocked_errors, "gauss-5", cases)
    assert [len(table) for table in found.values()] == [4, 3]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["figure-3", "table-4"])
def test_large_exhibits_run_at_all_sizes(name):
    _is_sound(EXHIBITS[name](Workbench(scale=0.001)))


@pytest.mark.usefixtures("small_letters")
@pytest.mark.parametrize(
    ("name", "printed"), [("table-2", printed_tables().table_2), ("table-3", printed_tables().table_3)]
)
def test_every_printed_cell_is_compared(name, printed):
    cells = {cell.key: cell.published for cell in EXHIBITS[name](Workbench(scale=0.001)).cells}
    wanted = {
        f"n = {n} / {row}": value for n, column in printed.items() for row, value in zip(ROWS, column, strict=True)
    }
    assert len(wanted) == PRINTED[name]
    assert wanted.items() <= cells.items()


@pytest.mark.usefixtures("no_data")
def test_without_the_letters_their_cells_say_so():
    for name in ("table-3", "figure-5"):
        table = EXHIBITS[name](Workbench(scale=0.001))
        assert not table.cells
        assert {row.reason for row in table.absent} == {experiments.NO_LETTERS}
        assert table.notes == ("missing: letter",)
        _is_sound(table)


@pytest.mark.parametrize("printed", [printed_tables().table_2, printed_tables().table_3], ids=["table-2", "table-3"])
def test_printed_rows_follow_from_rho_with_three_digits(printed):
    """Page 221: the third and fourth row are functions of the first two, to the last digit."""
    for first, second, *rest in printed.values():
        rho = (1 - first) / 2, second / 2
        assert np.allclose(np.round(np.multiply(rho, 1000)), np.multiply(rho, 1000))
        for weights, value in zip(WEIGHTS[2:], rest, strict=True):
            assert round(weights[0] + weights[1] * rho[0] + weights[2] * rho[1], 3) == value


def test_the_letters_of_table_3_contradict_its_prose():
    """Page 220 says that the estimator L underestimates by Tables 2 and 3; from n = 80 on Table 3 says the reverse."""
    assert [first < second for first, second, *_ in printed_tables().table_3.values()] == [True, True, *[False] * 5]
    assert all(first < second for first, second, *_ in printed_tables().table_2.values())


@pytest.mark.parametrize("row", TESTS, ids=lambda row: row.name)
def test_printed_ratios_are_those_of_the_tests(row):
    """Page 226: exact for the moments of the same datasets, but for the corrected test, whose 3 S² has half of it."""
    repeats = 5 if row.halves == "random" else 3
    rng = stream(3, "ratios")
    common = rng.standard_normal((400, 1, 1)) * 0.7
    table = common + rng.standard_normal((400, repeats, 2)) + 0.5 * rng.standard_normal((400, repeats, 1))
    away = table - table.mean()
    plain = Components(table)
    bias = table.mean(axis=(1, 2)).var(ddof=1) / len(table)
    variance, *covariances = plain.sigmas - bias  # with divisor n, as in the ratio
    assert variance == pytest.approx((away**2).mean())
    expected = row.ratio(covariances[0] / variance, covariances[1] / variance)
    value, _ = simulated_ratio(row, table)
    assert value == pytest.approx(expected / 2 if "printed" in row.name else expected)


def test_table_5_compares_every_test_in_every_setting():
    table = EXHIBITS["table-5"](Workbench(scale=0.01))
    assert len(table.cells) == len(TESTS) * len(SETTINGS)
    assert {cell.reason for cell in table.cells if "3 S²" in cell.key} == {TESTS[2].reason}


def test_correlations_are_those_of_the_lab():
    table = errors.blocked_errors("gauss-5", "nb", 40, 0, 0, 3000)
    found = Components(table)
    assert found.rho[0] == pytest.approx(_within(table), abs=2e-3)  # the lab centres each column by itself
    assert found.rho[1] == pytest.approx(_between(table), abs=2e-3)
    _, se, theirs = found.linear(0, 1, 0)
    assert se / theirs == pytest.approx((PUBLISHED / 3000) ** 0.5)


def test_standard_errors_are_right():
    """Delta method against the spread over 40 runs of 250 datasets; the bound is wide enough for chance."""
    table = errors.blocked_errors("gauss-5", "nb", 40, 1, 0, 10000)
    parts = [Components(part).linear(0, 1, 0) for part in np.split(table, 40)]
    spread, stated = np.std([value for value, *_ in parts], ddof=1), np.mean([se for _, se, _ in parts])
    assert 0.6 < spread / stated < 1.6


def test_naive_bayes_gives_the_printed_correlations():
    """Table 4, p. 222: NB at n = 40 has .305 and .334; three standard errors, seed fixed."""
    found = Components(errors.blocked_errors("gauss-5", "nb", 40, 0, 0, 10000))
    for weights, printed in (((0, 1, 0), 0.305), ((0, 0, 1), 0.334)):
        value, se, theirs = found.linear(*weights)
        assert abs(value - printed) < 4 * math.hypot(se, theirs)


def _data(count, rows, columns, seed=0):
    rng = stream(seed, "batch")
    target = rng.permuted(np.tile(np.arange(2 * rows) % 2, (count, 1)), axis=1)
    table = rng.standard_normal((count, 2 * rows, columns)) * (1 + 0.4 * target[..., None]) + target[..., None]
    return table[:, :rows], target[:, :rows], table[:, rows:]


def _one_by_one(spec, rows, target, tested):
    found = []
    for train_rows, classes, test in zip(rows, target, tested, strict=True):
        made = learner_of(spec, Dataset(train_rows, classes)).make(0)
        made.fit(train_rows, classes)
        found.append(made.predict(test))
    return np.stack(found)


@pytest.mark.parametrize(
    ("name", "spec"),
    [
        ("tree", "rpart"),
        ("svm", "svm"),
        ("logreg", "sklearn.linear_model.LogisticRegression(C=1e8, tol=1e-10, max_iter=5000)"),
    ],
    ids=["tree", "svm", "logreg"],
)
@pytest.mark.parametrize("size", [20, 100])
def test_batched_learners_are_the_projects(name, spec, size):
    rows, target, tested = _data(12, size, 5)
    batched = predictions(name, rows, target, tested, stream(0))
    assert (batched == _one_by_one(spec, rows, target, tested)).mean() >= 0.999  # rounding may turn a row on the border


@pytest.mark.parametrize("size", [20, 100])
def test_naive_bayes_is_that_of_r(size):
    """e1071's naiveBayes, written out: normal densities with the standard deviations of R's sd, divisor n - 1."""
    rows, target, tested = _data(12, size, 5)
    found = predictions("nb", rows, target, tested, stream(0))
    for learnt, classes, test, said in zip(rows, target, tested, found, strict=True):
        log = []
        for label in (0, 1):
            mine = learnt[classes == label]
            mean, spread = mine.mean(axis=0), mine.std(axis=0, ddof=1)
            log.append(np.log(len(mine)) - np.log(spread).sum() - (((test - mean) / spread) ** 2).sum(axis=1) / 2)
        assert (said == (log[1] > log[0])).all()


def test_logistic_regression_survives_separable_classes():
    rows, target, tested = _data(3, 10, 5)
    rows = rows + 20 * target[..., None]
    assert np.isfinite(predictions("logreg", rows, target, tested, stream(0))).all()


def test_networks_descend_by_their_slope():
    rows, target, _ = _data(4, 30, 2)
    nets = Nets(np.concatenate([np.ones((4, 30, 1)), rows], axis=2), target)
    weights = stream(1).uniform(-0.7, 0.7, (4, nets.count))
    slope, step = nets.slope(weights), 1e-6
    for place in range(nets.count):
        moved = weights.copy()
        moved[:, place] += step
        assert (nets.loss(moved) - nets.loss(weights)) / step == pytest.approx(slope[:, place], abs=1e-3)
    trained = train(nets, weights)
    assert (nets.loss(trained) < 0.9 * nets.loss(weights)).all()
    alone = [train(nets.some(np.array([net])), weights[[net]])[0] for net in range(4)]
    assert nets.loss(trained) == pytest.approx(nets.loss(np.stack(alone)), rel=1e-3)


def test_letters_are_divided_one_by_one_and_simulated_datasets_together():
    """Table 1, p. 213: halves of two blocks each, of equal size, that share one block with those of other repeats."""
    target = stream(5).integers(2, size=(50, 20))
    labels = errors.divided(Blocked3x2(stratify=True), target, stream(6))
    assert labels.shape == (3, 50, 20)
    assert (labels.sum(axis=2) == 10).all()
    ones = (labels * target).sum(axis=2)
    assert np.abs(2 * ones - target.sum(axis=1)).max() <= 2
    assert (((labels[0] == 1) & (labels[1] == 1)).sum(axis=1) == 5).all()
    alike = np.tile(np.arange(40) >= 20, (30, 1)).astype(np.int64)
    together = errors.divided(FiveByTwo(), alike, stream(0))
    assert together.shape == (5, 1, 40)
    assert (together[:, 0, 20:].sum(axis=1) == 10).all()
    apart = errors.divided(KFold(2, 3, stratify=False), alike, stream(0))
    assert apart.shape == (3, 30, 40)


def test_errors_are_those_of_the_other_half():
    """The fold of a label is tested; the other trains."""
    rows, target = errors.draw("gauss-5", 40, 3, stream(1))
    labels = errors.divided(KFold(2, 1, stratify=False), target, stream(2))
    found = errors.errors_on("tree", rows, target, labels, stream(3))
    for dataset, fold in ((0, 0), (1, 1), (2, 0)):
        tested = labels[0, dataset] == fold
        said = _one_by_one(
            "rpart", *(part[dataset][None] for part in (rows[:, ~tested], target[:, ~tested], rows[:, tested]))
        )
        assert found[dataset, 0, fold] == (said[0] != target[dataset, tested]).mean()


@pytest.mark.parametrize("rule", [line, bayes])
@pytest.mark.parametrize("n", [40, 150])
def test_a_fixed_rule_has_the_correlations_of_proposition_2(rule, n):
    """Proposition 2, p. 220: rho2 = 1/2, also for blocks of unequal size; halves of a pair are independent."""
    rng = stream(7, "fixed", n)
    rows, target = errors.draw("gauss-5", n, 4000, rng)
    labels = np.stack([errors.divided(errors.BLOCKED, target[:1], rng)[:, 0] for _ in range(4000)], axis=1)
    found = Components(errors.shares(rule(rows) != target, labels).swapaxes(0, 1))
    for weights, wanted in (((0, 1, 0), 0.0), ((0, 0, 1), 0.5)):
        value, se, _ = found.linear(*weights)
        assert abs(value - wanted) < 4 * se


def test_the_best_fixed_rule_compares_densities():
    """Two normal distributions, written out with scipy."""
    rows = stream(8).standard_normal((200, 5)) + 0.5
    log = norm.logpdf(rows, 1, 2**0.5).sum(axis=1) - norm.logpdf(rows).sum(axis=1)
    np.testing.assert_array_equal(bayes(rows), log > 0)


@pytest.mark.parametrize(("learner", "n"), [("nb", 400), ("logreg", 400), ("logreg", 150)])
def test_a_fixed_rule_sharpens_the_correlations(learner, n):
    """As precise as about twice as many datasets, and the stated error is the spread over 30 runs of 100 datasets."""
    table = errors.compared_errors("gauss-5", learner, n, 2, 0, 3000)
    plain, sharp = Components(table[:, 0]), Components(table[:, 0], table[:, 1])
    for weights in ((0, 1, 0), (0, 0, 1), (-1, 2, 2)):
        assert sharp.at(*weights).se < 0.9 * plain.at(*weights).se
        assert sharp.linear(*weights)[2] == pytest.approx(
            plain.linear(*weights)[2], rel=0.1
        )  # the authors' run is plain
        taken = (plain.at(*weights).se ** 2 - sharp.at(*weights).se ** 2) ** 0.5  # of a control variate
        assert abs(sharp.at(*weights).value - plain.at(*weights).value) < 4 * taken
        parts = [Components(part[:, 0], part[:, 1]).at(*weights) for part in np.split(table, 30)]
        spread, stated = np.std([value for value, _ in parts], ddof=1), np.mean([se for _, se in parts])
        assert 0.6 < spread / stated < 1.6


def test_few_datasets_are_not_sharpened():
    table = errors.compared_errors("gauss-5", "nb", 40, 2, 0, 5)
    assert Components(table[:, 0], table[:, 1]).at(0, 1, 0) == Components(table[:, 0]).at(0, 1, 0)


def test_a_piece_depends_on_its_first_dataset_alone():
    found = run_batches(Workbench(), errors.blocked_errors, {"all": Batch(("gauss-5", "nb", 40), 20, 8)})["all"]
    assert len(found) == 20
    np.testing.assert_array_equal(found[16:], errors.blocked_errors("gauss-5", "nb", 40, 0, 16, 4))
    assert not np.array_equal(found[:8], found[8:16])
