"""The study of leagues: its laws and rules are what they say, its files make a page, and a killed run goes on."""

import json

import numpy as np
import pytest
from scipy.stats import binom, nct, wilcoxon
from scipy.stats import t as student
from studies.leagues import datasets, levels, predictions, real, splits
from studies.leagues.bins import Bins, merged, whole
from studies.leagues.fresh_datasets import dataset_flips
from studies.leagues.laws import LAWS, leading, league_of, measured, pairs_of
from studies.leagues.page import write
from studies.leagues.pools import run_pools
from studies.leagues.rules import RULES
from studies.leagues.tell import rates_of

from outperform.core import stream
from outperform.core.adjust import adjustment_from
from outperform.ranking import TDatasets


@pytest.mark.parametrize("name", LAWS)
def test_a_law_has_the_means_that_it_says(name):
    law = LAWS[name]
    means = np.array([0.0, 0.5, 0.5, 2.0])
    found = law.values(stream(0, "law", name), means, 40, 400)
    assert found.shape == (400, 40, 4)
    middle = np.median(found, axis=(0, 1)) if "1.5" in name else found.mean(axis=(0, 1))  # no variance: the median
    np.testing.assert_allclose(middle, means, atol=0.06)


def test_standard_errors_are_those_of_the_noise():
    rng = stream(0, "noise")
    cells = measured(rng, np.zeros((50, 40, 2)))
    assert np.mean(cells.values**2) == pytest.approx(np.mean(np.diagonal(cells.error, axis1=2, axis2=3)), rel=0.1)
    np.testing.assert_array_equal(leading(3, 0.5), [0.5, 0, 0])


def test_rules_of_other_packages():
    """Wilcoxon's approximation by scipy; one-sided p-values at level / (k - 1)."""
    values = np.random.default_rng(1).normal(size=(12, 3)) + np.array([0, 0.5, 0.9])
    pairs = pairs_of(3)
    d = [values[:, a] - values[:, b] for a, b in pairs]
    p = np.array([wilcoxon(each, method="approx", correction=False).pvalue for each in d])
    order = np.sort(p)
    holm = np.maximum.accumulate(order * [3, 2, 1])
    found = RULES["Wilcoxon, approximate, Holm"](league_of(values), pairs)
    assert (found != 0).sum() == (holm <= 0.05).sum()
    least = np.array([min(wilcoxon(each, alternative=side).pvalue for side in ("less", "greater")) for each in d])
    found = RULES["one-sided at level/(k-1)"](league_of(values), pairs)
    np.testing.assert_array_equal(found != 0, least <= 0.025)
    assert set(found[found != 0]) == {-1.0}  # the second of each pair is better


def test_fresh_leagues_have_the_same_data_sets_and_their_own_splits():
    cell = splits.Cell("choose", "normal", 100.0, 2)
    repeats = np.array([2, 1, 2])
    tables = splits._tables(stream(0, "tables"), cell, 3, 2, 1.0, repeats)
    assert tables.shape == (1 + splits.FRESH, 3, 2, 2, 10)
    assert np.isnan(tables[:, 1, :, 1]).all()
    means = np.nanmean(tables, axis=(3, 4))
    assert means.std(axis=0).max() < means.std(axis=1).min()


def test_means_of_the_learners():
    rng = stream(0, "means")
    for means, wanted in (("equal", [0, 0, 0]), ("best", [4, 0, 0]), ("worst", [0, 4, 4]), ("ladder", [0, 2, 4])):
        found = datasets.means_of(rng, datasets.Cell("choose", "normal", 3, 10, means, 4.0))
        np.testing.assert_allclose(found, wanted)


@pytest.mark.calibration
@pytest.mark.parametrize(("law", "count"), [("normal", 6), ("normal, data sets much alike", 10), ("skewed", 20)])
def test_the_next_data_sets_lie_in_the_prediction_interval(law, count):
    held = predictions.run_cell(predictions.Cell(law, count), 2000)["holds"]
    bound = 0.95 - 0.015 * (law == "skewed")  # liberal where few data sets have most of the difference
    assert min(held["next"], held["plain"]) >= binom.ppf(1e-6, 2000, bound)
    assert held["plain"] <= binom.isf(1e-6, 2000, 0.955)


def test_what_was_tried_for_other_data_sets_is_what_the_page_says():
    """Two learners: delta has the distribution function P(T >= t | delta), and a fresh league is decided by T again."""
    rng, grid = np.random.default_rng(1), np.linspace(-4, 11, 601)
    for centre in (0.2, 0.55, 1.0):
        d = centre + rng.normal(size=15)
        seen, limit = d.mean() / d.std(ddof=1) * np.sqrt(15), student.isf(0.025, 14)
        weight = np.diff(np.nan_to_num(nct.sf(seen, 14, grid)))
        middle = (grid[1:] + grid[:-1]) / 2
        up, down = np.nan_to_num(nct.sf(limit, 14, middle), nan=1), np.nan_to_num(nct.cdf(-limit, 14, middle))
        change = 1 - up if seen > limit else 1 - down if seen < -limit else up + down
        cells = league_of(np.column_stack([5 + d, np.full(15, 5.0)]))
        told = dataset_flips(cells, TDatasets(), adjustment_from("none"), pairs_of(2), 0.05)
        assert told[0] == pytest.approx((weight * change).sum() / weight.sum(), abs=0.02)


def test_one_pvalue_means_other_chances_in_other_leagues():
    """Why p_flip_datasets is gone: found among equal learners nearly all turn, beside one that leads few do."""
    shares = {}
    for means in ("equal", "best"):
        bins = Bins()
        for number in range(150 if means == "equal" else 15):
            rng = stream(0, "why", means, number)
            size = LAWS["normal"].unit(12) * datasets.means_of(
                rng, datasets.Cell("choose", "normal", 5, 12, means, 4.0)
            )
            datasets.judged(bins, LAWS["normal"].values(rng, size, 12, 11), pairs_of(5))
        shares[means] = whole([{"bins": bins.kept()}], "found")
    assert shares["equal"]["observed"] > shares["equal"]["predicted"] + 0.1
    assert shares["best"]["observed"] < shares["best"]["predicted"] - 0.1


def test_bins_of_several_leagues_are_added():
    bins = Bins()
    bins.add("pairs", np.array([0.01, 0.15, 0.16]), np.array([0.0, 0.2, 0.0]))
    bins.add("pairs", np.array([0.12, 1.0]), np.array([0.1, 1.0]), np.array([True, False]))
    rows = merged([{"bins": bins.kept()}], "pairs")
    assert [row["cases"] for row in rows] == [1, 3]
    assert rows[1]["predicted"] == pytest.approx((0.15 + 0.16 + 0.12) / 3)
    assert rows[1]["observed"] == pytest.approx(0.1)
    assert rows[1]["se"] == pytest.approx(np.sqrt(0.11**2 + 0.02**2) / 3)  # what the two leagues are off by
    assert whole([{"bins": bins.kept()}], "pairs")["cases"] == 4
    assert merged([], "pairs") == []


def few_cells():
    return [
        levels.Cell(law, learners, 10, lead)
        for law in ("normal", "skewed", "normal, data sets much alike")
        for learners in ((2,) if "alike" in law else (2, 10))
        for lead in (False, True)
    ]


def test_the_study_writes_its_page(tmp_path, monkeypatch):
    docs = tmp_path / "docs"
    docs.mkdir()
    (tmp_path / "real").mkdir()
    for at in range(24):
        scores = 0.7 + 0.1 * np.random.default_rng(at).random((6, 22, 10))
        np.save(tmp_path / "real" / f"d{at}.npy", scores)
    np.save(tmp_path / "real" / "failed.npy", np.zeros((0, 22, 10)))
    monkeypatch.setattr(splits, "PLAIN_DRAWS", 20)
    levels.run_levels(tmp_path, 1, 20, few_cells())
    run_pools(tmp_path, 20)
    datasets.run_datasets(
        tmp_path, 1, 2, [cell for cell in datasets.dataset_cells() if cell.learners in (2, 3, 4)][::7]
    )
    splits.run_splits(tmp_path, 1, 2, splits.split_cells()[::9])
    predictions.run_predictions(tmp_path, 1, 20, predictions.prediction_cells()[::5])
    real.run_real(tmp_path, None, 3)
    card = write(tmp_path, docs)
    assert json.loads((docs / "leagues.json").read_text()) == card
    text = (docs / "leagues.md").read_text()
    assert "{{" not in text
    assert "refused" in text  # 10 learners on 10 data sets
    assert (docs / "figures" / "leagues-flips.svg").exists()
    assert len(card["bins"]["splits, real"]["pairs"]) > 0


def test_a_killed_run_goes_on_with_the_same_numbers(tmp_path):
    cells = few_cells()[:2]
    levels.run_levels(tmp_path, 1, 30, cells[:1])
    (kept,) = tmp_path.glob("*.json")
    when = kept.stat().st_mtime_ns
    levels.run_levels(tmp_path, 1, 30, cells)
    assert kept.stat().st_mtime_ns == when
    files = [json.loads(path.read_text()) for path in sorted(tmp_path.glob("*.json"))]
    assert levels.run_cell(cells[1], 30) in files
    (row,) = rates_of(files)
    assert 0 <= row["false"]["wilcoxon"] <= row["power"]["wilcoxon"] <= 1


def test_names_of_cells_are_their_own():
    names = [cell.name for cell in (*levels.cells_of(), *splits.split_cells(), *datasets.dataset_cells())]
    assert len(names) == len(set(names))
    chosen, confirmed = (
        {(c.law, c.learners, c.datasets, c.means, c.size) for c in datasets.dataset_cells() if c.half == half}
        for half in ("choose", "confirm")
    )
    assert not chosen & confirmed
