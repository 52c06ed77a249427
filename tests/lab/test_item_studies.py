"""Studies and cards of tests on items."""

import json

import numpy as np
import pytest
from tests.refusals import refused

from outperform.cli.main import main
from outperform.core import MisfitError, SpecError
from outperform.lab import certify
from outperform.lab.battery import ITEM_BATTERY, BatteryCell
from outperform.lab.card_text import card_markdown, index_of
from outperform.lab.item_studies import CHOSEN, ItemStudy, is_of_items, item_readings, run_item_study
from outperform.significance import ItemT
from outperform.sources import ITEMS

SMALL = (
    BatteryCell("a null", "fixed-items(law='normal', items=30)", null=True, unit="sets of items"),
    BatteryCell("a lead", "fixed-items(law='normal', items=30, lead=1)", null=False, unit="sets of items"),
    BatteryCell("clusters", "fixed-items(law='normal', items=30, clusters=6)", null=True, unit="sets of items"),
)
OWN = """
from dataclasses import dataclass
from outperform.core import ItemNeeds, Needs, SignificanceTest
from outperform.significance import ItemT

@dataclass(frozen=True)
class Mine(SignificanceTest):
    "A t test over items that prints."
    slug = "mine"
    needs = Needs(items=True, of_items=ItemNeeds(least=2, means=True))
    def judge(self, scores):
        print("judging")
        return ItemT().judge(scores)
"""


def test_records_are_the_tests_own_pvalues():
    study = ItemStudy("fixed-items(law='normal', items=25)", ("item-t",), sets=6, runs=1)
    records = run_item_study(study)["item-t"]
    expected = [ItemT().judge(study.table(number, 0)).pvalue for number in range(6)]
    assert records.pvalue[:, 0].tolist() == expected
    assert np.isnan(records.fits).all()


def test_another_run_has_the_same_items_and_fresh_samples():
    study = ItemStudy("fixed-items(items=200, samples=2)", ("item-t",), sets=3, runs=2)
    one, again = study.table(0, 0).items.row_scores, study.table(0, 1).items.row_scores
    assert not np.array_equal(one, again)
    assert np.corrcoef(one.mean(axis=(0, 1)), again.mean(axis=(0, 1)))[0, 1] > 0.3  # items keep their difficulty
    fixed = ItemStudy("fixed-items(law='normal', items=20)", ("item-t",), sets=3, runs=2)
    records = run_item_study(fixed)["item-t"]
    assert np.array_equal(records.pvalue[:, 0], records.pvalue[:, 1])  # without samples nothing is drawn anew


def test_the_type_one_error_of_item_t_on_normal_scores():
    study = ItemStudy("fixed-items(law='normal', items=30)", ("item-t",), sets=600)
    rate = run_item_study(study)["item-t"].rejected(0.05).mean()
    assert abs(rate - 0.05) < 4.9 * np.sqrt(0.05 * 0.95 / 600)  # binomial, 1e-6


def test_the_default_test_is_chosen_per_table():
    study = ItemStudy("fixed-items(items=40)", (CHOSEN, "mcnemar-midp"), sets=4)
    found = run_item_study(study)
    assert np.array_equal(found[CHOSEN].pvalue, found["mcnemar-midp"].pvalue)


def test_readings_have_the_columns_of_other_readings():
    study = ItemStudy("fixed-items(law='normal', items=20, lead=0.5)", ("item-t",), sets=20)
    rows = list(item_readings(study, run_item_study(study), ["rejection", "coverage", "fits"]))
    assert [row["measure"] for row in rows] == ["rejection", "coverage"]
    assert rows[0]["null"] is False
    assert rows[0]["truth"] == 0.5


@pytest.mark.parametrize(
    ("given", "argument", "facts"),
    [
        ({"tests": ()}, "tests", ()),
        ({"tests": ("item-tt",)}, "test 'item-tt'", ("item-t",)),
        ({"sets": 0}, "sets", ("0",)),
        ({"levels": (0,)}, "level", ("0",)),
    ],
)
def test_a_study_that_cannot_be_run_is_refused(given, argument, facts):
    with refused(argument, *facts):
        ItemStudy(**{"source": "fixed-items", "tests": ("item-t",)} | given)


def test_a_test_that_does_not_fit_the_items_is_refused():
    with refused(None, "clustered-t", error=MisfitError):
        ItemStudy("fixed-items", ("clustered-t",))


@pytest.mark.parametrize(
    "settings",
    [
        "law='coins'",
        "items=0",
        "clusters=200",
        "law='labels', samples=2",
        "lead=0.7",
        "lead=-0.1",
        "law='labels', lead=0.5",
        "noise=-1",
        "items=10**9",
    ],
)
def test_parameters_that_make_no_items_are_refused(settings):
    with pytest.raises(SpecError):
        ITEMS.parse(f"fixed-items({settings})")


def test_the_battery_has_nulls_and_alternatives_for_every_test_of_the_wing():
    for spec in certify.item_tests():
        kinds = {cell.null for cell in ITEM_BATTERY if certify._fits(spec, cell)}
        assert kinds == {True, False}, spec
    assert all(is_of_items(cell.source) for cell in ITEM_BATTERY)
    assert [ITEMS.parse(cell.source).truth.difference == 0 for cell in ITEM_BATTERY] == [
        cell.null for cell in ITEM_BATTERY
    ]


def test_a_card_of_a_test_on_items(monkeypatch):
    monkeypatch.setattr(certify, "ITEM_BATTERY", SMALL)
    found = certify.certify_items(["item-t"], sets=20)
    card = found["item-t"]
    assert [cell["name"] for cell in card["cells"]] == ["a null", "a lead"]
    assert card["fits"] is None
    assert card["reference"] == CHOSEN
    assert "sets of items" in card_markdown(card)
    assert "test of items" in index_of(found)
    json.dumps(card, allow_nan=False)


def test_a_users_own_test_on_items_is_certified_without_a_design(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(certify, "ITEM_BATTERY", SMALL)
    path = tmp_path / "own.py"
    path.write_text(OWN)
    assert main(["lab", "certify", f"{path}:Mine", "--datasets", "5", "--json", "--quiet"]) == 0
    printed = capsys.readouterr()
    assert json.loads(printed.out)["unit"] == "sets of items"
    assert "judging" in printed.err


def test_lab_measure_on_items(capsys):
    line = ["lab", "measure", "--source", "fixed-items(items=30)", "--procedure", "mcnemar-midp", "--datasets", "20"]
    assert main([*line, "--measure", "rejection", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)["readings"]
    assert rows[0]["datasets"] == 20
    assert main([*line, "--learner", "nb", "--learner", "tree"]) == 2
    assert "--learner" in capsys.readouterr().err
