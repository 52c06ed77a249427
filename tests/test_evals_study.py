"""The study of fixed systems on items: its laws have the differences that they say, its files make a page."""

import json

import numpy as np
import pytest
from statsmodels.stats.proportion import proportion_confint
from studies.evals import flips
from studies.evals.cells import LAWS, cells_of
from studies.evals.flips import binned, decided, gpqa, run_flips, run_gpqa, single_runs
from studies.evals.laws import pair_of
from studies.evals.others import OTHERS
from studies.evals.page import write
from studies.evals.run import path_of, run_cell, run_cells
from studies.evals.sampled_laws import Sampled
from studies.evals.tell import bins_of, shown, wilson

from outperform.core import stream
from outperform.significance import ItemT

FEW = ("right/wrong, accuracy 0.6, 40% discordant", "normal differences", "normal, equal sizes, correlation 0.3")
FEW += ("F1, 30% positive, the same recall and precision", "AUC, 30% positive, normal scores", "log loss, equal noise")
FEW += ("normal, 3 runs, shared part 1", "right/wrong, K = 3, noise share 0.2")


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.name)
def test_a_law_has_the_difference_that_it_says(law):
    size = law.sizes[-1]
    for lead in (0.0, 1.0):
        rng = stream(0, "laws", law.name, str(lead))
        drawn = [pair_of(law.draw(rng, size, lead)).values.ravel() for _ in range(60)]
        apart = np.array([first - second for first, second in drawn])
        wanted = lead * law.truth(size)
        assert abs(apart.mean() - wanted) <= 4.5 * apart.std(ddof=1) / np.sqrt(len(apart)) + 0.002  # F1 is biased


def test_the_laws_of_a_kind_have_names_of_their_own():
    names = [cell.name for cell in cells_of()]
    assert len(names) == len(set(names))
    assert {law.kind for law in LAWS} == set(OTHERS)


@pytest.mark.parametrize("law", flips.LAWS, ids=lambda law: law.name)
def test_the_noise_share_of_a_sampled_law_is_the_one_it_names(law):
    rng = stream(0, "share", law.name)
    chances = law.items(rng, 40_000, 0.0)
    noise = (chances * (1 - chances)).mean(axis=1).sum() / (law.samples * law.parts)
    between = np.var(chances[0] - chances[1])
    assert noise / (noise + between) == pytest.approx(law.share, abs=0.02)
    assert np.sqrt(noise + between) == pytest.approx(law.sd, rel=0.02)


def test_decisions_of_many_runs_are_those_of_judge():
    law = Sampled(3, 0.3)
    rng = stream(0, "decided")
    runs = law.answers(rng, law.items(rng, 50, 1.96), 12)
    found = decided(runs)
    for table, decision in zip(runs, found, strict=True):
        verdict = ItemT().judge(pair_of(flips.Items(row_scores=table)))
        assert decision == {"open": 0, "first": 1, "second": -1}[verdict.decide(0.05).value]
    assert len(set(found.tolist())) > 1


def test_the_study_writes_its_page(tmp_path, monkeypatch):
    docs = tmp_path / "docs"
    docs.mkdir()
    monkeypatch.setattr(flips, "ITEMS", (50,))
    cells = [cell for cell in cells_of() if cell.law_name in FEW and cell.size in (6, 50, 200)]
    run_cells(cells, tmp_path, 1, 4)
    run_flips(tmp_path, 3, 1, (Sampled(2, 0.3), Sampled(2, 0.9)))
    run_gpqa(tmp_path, 5)
    card = write(tmp_path, docs)
    assert {row["law"] for row in card["levels"]} == set(FEW)
    assert json.loads((docs / "evaluations.json").read_text()) == card
    assert "{{" not in (docs / "evaluations.md").read_text()
    assert (docs / "figures" / "evaluations-flips.svg").exists()


def test_a_killed_run_goes_on_with_the_same_numbers(tmp_path):
    cells = [cell for cell in cells_of() if cell.law_name == FEW[0] and cell.size == 50]
    run_cells(cells[:1], tmp_path, 1, 5)
    kept = path_of(tmp_path, cells[0].name)
    when = kept.stat().st_mtime_ns
    run_cells(cells, tmp_path, 1, 5)
    assert kept.stat().st_mtime_ns == when
    assert json.loads(path_of(tmp_path, cells[1].name).read_text()) == run_cell(cells[1], 5)


def test_the_real_scores_are_read_by_model_epoch_and_item():
    table = gpqa()
    assert table.shape == (2, 5, 198)
    np.testing.assert_allclose(abs(np.diff(table.mean(axis=(1, 2)))), 0.0586, atol=5e-5)  # +5.9 points
    said = single_runs(table)
    assert (said["pairs"], said["significant"]) == (25, 0.24)
    np.testing.assert_allclose(said["pvalues"], [0.002, 0.53], atol=0.005)


def test_bins_of_several_files_are_added():
    told, saw = np.array([0.01, 0.03, 0.15, 0.5]), np.array([0.0, 0.1, 0.2, 1.0])
    whole = bins_of([{"bins": binned(told, saw)}])
    halves = bins_of([{"bins": binned(told[:2], saw[:2])}, {"bins": binned(told[2:], saw[2:])}])
    assert [row["cases"] for row in whole] == [2, 1, 1]
    for row, other in zip(whole, halves, strict=True):
        assert row == pytest.approx(other)
    assert whole[0]["seen"] == pytest.approx(0.05)


def test_holm_names_only_what_is_shown():
    rows = [{"above": p} for p in (0.001, 0.02, 0.04)]
    assert shown(rows, "above") == rows
    rows[1]["above"] = 0.03
    assert shown(rows, "above") == rows[:1]


def test_wilson_is_statsmodels():
    np.testing.assert_allclose(wilson(7, 120), proportion_confint(7, 120, method="wilson"))
