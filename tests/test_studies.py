"""The studies run, at a tiny size, and say what their records hold."""

import json

import numpy as np
import pytest
from statsmodels.stats.proportion import proportion_confint
from studies import factors
from studies.adaptive.families import FAMILIES
from studies.adaptive.page import write
from studies.adaptive.pairs import factors_of
from studies.adaptive.run import Records, path_of, run_family
from studies.adaptive.tell import CellResult, wilson
from studies.balanced import REPEATS, BalancedReplay, calibration, design, evenness, line, together
from studies.balanced import run as run_balanced
from studies.small import RULES, type_one

from outperform.core import Dataset

SMALL = ("training-free, n = 300", "naive Bayes, n = 100", "least squares, squared error, n = 100")


def test_the_study_writes_its_page(tmp_path):
    docs = tmp_path / "docs"
    docs.mkdir()
    for family in FAMILIES:
        if family.name in SMALL:
            run_family(family, factors_of(family), tmp_path, (6, 2), jobs=1)
    card = write(tmp_path, docs)
    assert {row["family"] for row in card["families"]} == set(SMALL)
    assert json.loads((docs / "adaptive.json").read_text()) == card
    assert "{{" not in (docs / "adaptive.md").read_text()
    assert (docs / "figures" / "adaptive-type-one.svg").exists()


@pytest.mark.process
@pytest.mark.usefixtures("untraced_children")
def test_records_are_kept_to_the_bit(tmp_path):
    family = FAMILIES[0]
    run_family(family, factors_of(family), tmp_path, (2, 2), jobs=1)
    first = Records.load(path_of(tmp_path, family, 1, 10))
    run_family(family, factors_of(family), tmp_path / "again", (2, 2), jobs=2)
    again = Records.load(path_of(tmp_path / "again", family, 1, 10))
    np.testing.assert_array_equal(first.decision, again.decision)
    np.testing.assert_array_equal(first.flip, again.flip)


def test_agreement_counts_pairs_of_groups():
    cell = CellResult(np.array([[1, 1, 0, 0], [1, 1, 1, 1], [-1, 1, 0, 0]]), np.ones((3, 4)), np.zeros((3, 4)))
    np.testing.assert_allclose(cell.agreement, [1 / 3, 1, 1 / 6])
    np.testing.assert_allclose(cell.turned[0], [2 / 3] * 4)


def test_wilson_is_statsmodels():
    np.testing.assert_allclose(wilson(7, 120), proportion_confint(7, 120, method="wilson"))


def test_balanced_folds_are_those_of_kfold_and_pairs_meet_evenly():
    sizes, folds = (17, 14), 5
    strata = np.repeat([0, 1], sizes)
    labels = design(sizes, folds, 8)
    for repeat in labels:
        table = np.array([np.bincount(repeat[strata == code], minlength=folds) for code in (0, 1)])
        assert np.ptp(table, axis=1).max() <= 1
        assert np.ptp(table.sum(axis=0)) <= 1
    assert (together(labels[0]) & together(labels[1])).sum() <= 14  # no two folds need share more than two rows
    even = evenness(sizes, folds, 8)
    np.testing.assert_allclose(even[0], 1)
    assert (np.diff(even) < 0).all()
    np.testing.assert_array_equal(design(sizes, folds, 3), labels[:3])  # a longer run contains the shorter


def test_each_balanced_repeat_is_a_uniform_partition():
    target = np.array([0, 1, 0, 0, 1, 0, 1, 0, 0, 1, 1, 0])
    replay = BalancedReplay(Dataset(target[:, np.newaxis], target), [], 0, folds=3)
    draws = np.array([replay._labels(number, 3)[2] for number in range(2000)])
    met = np.mean([together(one) for one in draws], axis=0)
    for first, second in ((0, 0), (1, 1), (0, 1)):
        pairs = met[np.ix_(target == first, target == second)]
        seen = pairs[~np.eye(len(pairs), dtype=bool)] if first == second else pairs
        np.testing.assert_allclose(seen, seen.mean(), atol=0.05)  # five standard errors


def test_the_study_of_balance_writes_its_lines():
    runs = [run_balanced(30, "discriminant", lead, datasets=3, jobs=1) for lead in (0.0, 1.0)]
    assert runs[0].noise.shape == (3, 2, len(REPEATS))
    assert line("small", runs).startswith("| small | ")
    assert calibration(runs, 0).startswith("| random | ")


def test_small_datasets_are_counted_by_rule():
    found = type_one("ols", 30, datasets=4, jobs=1)
    assert tuple(found) == RULES
    assert found["corrected-10x10"][1] == 0.0
    assert all(0 <= share <= 1 for share, _ in found.values())


def test_factors_are_measured_where_they_are_missing(tmp_path, monkeypatch, capsys):
    table = tmp_path / "caution.json"
    parts = (factors.Part("ols", ("regression(n=40)", "real-regression(n=40)"), 4),)
    monkeypatch.setattr(factors, "JOBS", (factors.Job("LinearRegression", parts, folds=(5,)),))
    monkeypatch.setattr("sys.argv", ["factors", "--jobs", "1", "--table", str(table)])
    factors.main()
    told = json.loads(table.read_text())
    (entry,) = told["entries"]
    assert (entry["learner"], entry["folds"], entry["rows"]) == ("LinearRegression", 5, [40, 40])
    assert [one["datasets"] for one in entry["readings"]] == [4, 4]
    assert entry["factors"]["rows"] >= max(one["rows"] for one in entry["readings"])
    assert "ols" in capsys.readouterr().out
    factors.main()  # nothing is missing now
    assert capsys.readouterr().out == ""


def test_the_page_has_the_table_of_factors(tmp_path):
    page = tmp_path / "lab.md"
    page.write_text(factors.PAGE.read_text())
    factors.write_page(page, json.loads(factors.TABLE.read_text())["entries"])
    assert page.read_text() == factors.PAGE.read_text()
