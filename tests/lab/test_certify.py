import json
from pathlib import Path

import numpy as np
import pytest
from tests.refusals import refused

from outperform.cli.main import main
from outperform.lab import Study, card, certify, run_study
from outperform.lab.battery import BATTERY, ITEM_BATTERY, LEAGUE_BATTERY, BatteryCell
from outperform.lab.truth import is_null, truth_by_fits
from outperform.sources import CATALOGUE as SOURCES

SMALL = (
    BatteryCell("a null", "task-one(n=60)", null=True),
    BatteryCell("a difference", "task-one(step=60, n=200)", null=False),
)
NEAR = BatteryCell("a small difference", "task-one(step=20, n=100)", null=False)
CARDS = Path(__file__).parents[2] / "docs" / "cards"
OWN = """
from dataclasses import dataclass
from outperform.core import Needs, SignificanceTest
from outperform.significance import KFoldT

@dataclass(frozen=True)
class Always(SignificanceTest):
    "Say what the k-fold t says."
    slug = "always"
    needs = Needs(repeats=(1, 1), folds=(2, None))
    def judge(self, scores):
        return KFoldT().judge(scores)

class NotATest:
    pass
"""


@pytest.fixture
def own(tmp_path):
    path = tmp_path / "own.py"
    path.write_text(OWN)
    return path


def test_the_battery_has_nulls_and_alternatives_from_six_sources():
    kinds = {cell.source.partition("(")[0] for cell in BATTERY}
    assert len(kinds) >= 6
    assert kinds <= set(SOURCES)
    assert {cell.null for cell in BATTERY} == {True, False}


@pytest.mark.parametrize(
    ("given", "spec"),
    [
        (("sorted-runs-t",), "sorted-cv"),
        (("corrected-10x10",), "corrected-10x10"),
        (("kfold-t(folds=5)",), "kfold-t(folds=5)"),
        (("pooled-t", "kfold(repeats=10)"), "kfold(repeats=10) + pooled-t"),
    ],
)
def test_what_is_certified(given, spec):
    assert certify.certified_spec(*given) == spec


@pytest.mark.parametrize(
    ("given", "argument", "fact"),
    [("pooled-t", "--design", "pooled-t"), ("x.py:T", "--design", "x.py:T"), ("srted-cv", "test", "sorted-cv")],
)
def test_what_cannot_be_certified(given, argument, fact):
    with refused(argument, fact):
        certify.certified_spec(given)


@pytest.fixture
def small(monkeypatch):
    monkeypatch.setattr(certify, "BATTERY", SMALL)


@pytest.mark.usefixtures("small")
def test_a_card_says_where_a_procedure_is_liberal():
    cards = certify.certify(["kfold(repeats=10) + pooled-t", "corrected-10x10"], counted=200, fitted=2)
    pooled, corrected = cards.values()
    for fact in ("(liberal) for learners that ignore their training rows,", "1 of 1 case ", "(a null)"):
        assert fact in pooled["sentence"]
    assert pooled["liberal"] == ["a null"]
    assert pooled["liberal_kinds"] == ["learners that ignore their training rows"]
    assert corrected["power_against_reference"] == 0
    assert corrected["power_against_reference_interval"] == [0, 0]
    assert corrected["fits"] == 100
    text = certify.card_markdown(pooled)
    assert "| a null | no |" in text  # no true difference
    again = certify.certify(["corrected-10x10"], counted=200, fitted=2)["corrected-10x10"]
    assert again == corrected


def cell(name, value, low, high, null=True, kind="trees"):
    reading = {"value": value, "low": low, "high": high}
    return {
        "name": name,
        "null": null,
        "kind": kind,
        "rejection": reading,
        "simultaneous": [low, high],
        "datasets": 200,
    }


def said(*cells):
    worst = max(cells, key=lambda cell: cell["rejection"]["value"])
    liberal = [cell for cell in cells if cell["simultaneous"][0] > 0.05]
    given = {"cells": cells, "worst": {"name": worst["name"], **worst["rejection"]}}
    given |= {"liberal": [cell["name"] for cell in liberal], "liberal_kinds": [cell["kind"] for cell in liberal]}
    return certify.card_sentence(
        given | {"conservative": [cell["name"] for cell in cells if cell["simultaneous"][1] < 0.05]}
    )


@pytest.mark.parametrize(
    ("cells", "facts"),
    [
        (
            [cell("a", 0.05, 0.04, 0.07)],
            ("holds", "within 0.02", "1 case ", "worst case: 0.050 at level 0.05 (a)", "upper bound 0.070"),
        ),
        (
            [cell("a", 0.05, 0.03, 0.071), cell("b", 0.04, 0.03, 0.06)],
            ("not shown", "2 cases", "worst case: 0.050 at level 0.05 (a)", "upper bound 0.071", "200 data sets"),
        ),
        (
            [cell("a", 0.02, 0.01, 0.04), cell("b", 0.03, 0.02, 0.049)],
            (
                "holds",
                "2 cases",
                "worst case: 0.030 at level 0.05 (b)",
                "0.049",
                "conservative) in 2 cases",
                "0.020 (a)",
            ),
        ),
        (
            [cell("a", 0.2, 0.1, 0.3), cell("b", 0.1, 0.06, 0.2, kind="stumps"), cell("c", 0.3, 0.2, 0.4, kind="bees")],
            ("(liberal) for trees, stumps and bees,", "3 of 3 cases", "worst case: 0.300 at level 0.05 (c)"),
        ),
        (
            [cell("a", 0.2, 0.1, 0.3), cell("b", 0.01, 0.0, 0.02, kind="stumps")],
            (
                "(liberal) for trees,",
                "1 of 2 cases",
                "0.200 at level 0.05 (a)",
                "conservative) in 1 case,",
                "0.010 (b)",
            ),
        ),
    ],
)
def test_the_sentence_says_what_the_bounds_support(cells, facts):
    words = said(*cells)
    for fact in facts:
        assert fact in words
    verdicts = ("liberal", "holds", "not shown")
    assert [verdict in words for verdict in verdicts].count(True) == 1
    assert ("conservative" in words) == any("conservative" in fact for fact in facts)


@pytest.mark.usefixtures("small")
def test_a_card_on_a_terminal_has_every_case_and_fits_into_80_columns(capsys):
    assert main(["lab", "certify", "kfold-t", "--datasets", "4", "--quiet"]) == 0
    out = capsys.readouterr().out
    made = certify.certify(["kfold-t"], counted=40, fitted=4)["kfold-t"]
    assert max(map(len, out.splitlines())) <= 80
    for each in made["cells"]:
        (line,) = (line for line in out.splitlines() if line.startswith(f"  {each['name']} "))
        rates = [f"{rate:.3f}" for rate in (each["reference"], each["rejection"]["value"])]
        assert [rate.removeprefix("0") in line for rate in rates] == [True, True]


@pytest.mark.usefixtures("small")
def test_bounds_of_a_card_allow_for_all_its_nulls():
    card = certify.certify(["kfold-t"], counted=300, fitted=2)["kfold-t"]
    null = card["cells"][0]
    assert null["simultaneous"] == [null["rejection"]["low"], null["rejection"]["high"]]  # there is one
    twice = certify.card_of("kfold-t", rounds_of(["kfold-t"], [SMALL[0], SMALL[0], SMALL[1]]), {}, 0)["cells"][0]
    assert twice["simultaneous"][0] < twice["rejection"]["low"]
    assert twice["simultaneous"][1] > twice["rejection"]["high"]


def rounds_of(specs, cells, datasets=300):
    specs = (*specs, "corrected-10x10")
    return [card.Round(each, run_study(Study(each.source, specs, each.learners, datasets, 2))) for each in cells]


def test_power_is_set_against_the_reference_on_the_same_datasets():
    """The interval is that of paired differences: narrower than of two rates apart, and the mean of cells' means."""
    found = rounds_of(["kfold-t"], [SMALL[0], NEAR, NEAR])
    made = certify.card_of("kfold-t", found, {}, 0)
    gains = found[1].rates("kfold-t") - found[1].rates("corrected-10x10")
    one = made["cells"][1]["against_reference"]
    assert one["value"] == pytest.approx(gains.mean(), abs=1e-4)
    reach = 1.96 * gains.std(ddof=1) / np.sqrt(300)
    assert (one["low"], one["high"]) == pytest.approx((gains.mean() - reach, gains.mean() + reach), abs=2e-4)
    assert made["power_against_reference"] == one["value"]  # two cells on one source share their datasets
    assert made["power_against_reference_interval"] == [one["low"], one["high"]]
    low, high = made["cells"][1]["reference_interval"]
    assert low < made["cells"][1]["reference"] < high


def test_the_mean_replicability_has_an_interval_over_datasets():
    found = rounds_of(["kfold-t"], [SMALL[0], NEAR])
    made = certify.card_of("kfold-t", found, {}, 0)
    values = [each.agreements("kfold-t") for each in found]
    reach = 1.96 * np.sqrt(sum(each.var(ddof=1) / 300 for each in values)) / 2
    low, high = made["replicability_interval"]
    assert made["replicability"] == pytest.approx(np.mean([each.mean() for each in values]), abs=1e-4)
    assert (high - low) / 2 == pytest.approx(reach, abs=2e-4)


def test_cells_of_one_source_share_their_datasets_even_where_one_has_fewer():
    """The mean of two equal cells varies as one of them; of two that share nothing half as much."""
    values = np.random.default_rng(0).normal(size=100)
    alone = card._mean([("a", values)])
    assert card._mean([("a", values), ("a", values)]) == alone
    reach = [each["high"] - each["value"] for each in (alone, card._mean([("a", values), ("b", values)]))]
    assert reach[1] == pytest.approx(reach[0] / np.sqrt(2), abs=1e-4)
    fewer = values[:50]
    error = np.sqrt(np.var(values, ddof=1) / 100 + np.var(fewer, ddof=1) / 50 + 2 * np.var(fewer, ddof=0) / 100) / 2
    found = card._mean([("a", values), ("a", fewer)])
    assert found["high"] - found["value"] == pytest.approx(1.96 * error, rel=0.03)


def test_tests_of_single_tables_get_as_many_datasets_as_fits_do():
    study = Study("task-one(n=60)", ("kfold-t", "bootstrap-holdout"), datasets=4)
    quick, slow = certify._by_size(study, 50)
    assert (quick.procedures, quick.datasets) == (("kfold-t",), 50)
    assert (slow.procedures, slow.datasets) == (("bootstrap-holdout",), 4)
    fitted = Study("symmetric", ("kfold-t", "bootstrap-holdout"), datasets=4)
    assert certify._by_size(fitted, 50) == [fitted]


@pytest.mark.usefixtures("small")
def test_the_reference_is_read_on_the_same_datasets():
    made = certify.certify(["bootstrap-holdout"], counted=50, fitted=4)["bootstrap-holdout"]
    assert [cell["datasets"] for cell in made["cells"]] == [4, 4]
    reference = run_study(Study("task-one(n=60)", ("corrected-10x10",), datasets=4, repetitions=2))
    assert made["cells"][0]["reference"] == reference["corrected-10x10"].rejected(0.05).mean()
    assert made["datasets"] == {"counted": 50, "fitted": 4}


@pytest.mark.usefixtures("small")
def test_a_procedure_that_adds_repeats_is_certified_by_fits_beside_its_own_reference():
    both = certify.certify(["adaptive-cv", "corrected-10x10"], counted=50, fitted=4)
    made = both["adaptive-cv"]
    assert [cell["datasets"] for cell in made["cells"]] == [4, 4]
    beside = run_study(Study("task-one(n=60)", ("adaptive-cv", "corrected-10x10"), datasets=4, repetitions=2))
    assert made["cells"][0]["reference"] == beside["corrected-10x10"].rejected(0.05).mean()
    assert made["fits"] == pytest.approx(np.mean([cell["fits"] for cell in made["cells"]]), abs=0.05)
    assert both["corrected-10x10"]["cells"][0]["datasets"] == 50


def test_what_never_differs_still_has_an_interval():
    found = rounds_of(["kfold-t"], [SMALL[0], BatteryCell("far", "task-one(step=100, n=200)", null=False)], 50)
    made = certify.card_of("kfold-t", found, {}, 0)["cells"][1]["against_reference"]
    assert made["value"] == 0
    assert made["low"] < 0 < made["high"]


@pytest.mark.usefixtures("small")
def test_cards_are_written_with_a_table_of_contents(tmp_path):
    found = certify.certify(["kfold-t", "5x2-f"], counted=60, fitted=2)
    certify.write_cards(tmp_path / "cards", found)
    assert {path.name for path in (tmp_path / "cards").iterdir()} == {
        "README.md",
        *(f"{spec}.{end}" for spec in found for end in ("json", "md")),
    }
    index = (tmp_path / "cards" / "README.md").read_text()
    assert f"| [5x2-f](5x2-f.md) | 10 | {found['5x2-f']['power_against_reference']:+.3f} |" in index
    assert found["kfold-t"]["sentence"] in index
    assert json.loads((tmp_path / "cards" / "kfold-t.json").read_text()) == found["kfold-t"]


def test_the_nulls_of_the_battery_are_exact_and_the_others_are_none():
    for cell in BATTERY:
        study = Study(cell.source, ("kfold-t",), cell.learners)
        for share in (0.9, 0.5):
            found = truth_by_fits(study.supply, study.pair, round(share * study.supply.n), sets=0)
            if found is None:
                assert not cell.null
            else:
                assert (found.difference == 0) == cell.null


@pytest.mark.slow
def test_the_alternatives_of_the_battery_differ():
    for cell in BATTERY:
        study = Study(cell.source, ("kfold-t",), cell.learners)
        found = truth_by_fits(study.supply, study.pair, round(0.9 * study.supply.n), sets=60)
        assert is_null(found) is cell.null


@pytest.mark.usefixtures("small")
def test_a_users_own_test_is_certified_from_its_file(own, capsys):
    assert main(["lab", "certify", f"{own}:Always", "--design", "kfold(folds=5)", "--datasets", "4", "--json"]) == 0
    card = json.loads(capsys.readouterr().out)
    assert card["fits"] == 5
    mine = run_study(Study("task-one(n=60)", (f"kfold(folds=5) + {own}:Always",), datasets=20))
    known = run_study(Study("task-one(n=60)", ("kfold(folds=5) + kfold-t",), datasets=20))
    assert next(iter(mine.values())).pvalue == pytest.approx(next(iter(known.values())).pvalue)


def test_files_that_hold_no_test_are_refused(own, tmp_path):
    (tmp_path / "broken.py").write_text("raise RuntimeError('no')")
    for place, fact in [
        (f"{own}:NotATest", "SignificanceTest"),
        (f"{own}:Nothing", "Always"),
        (f"{tmp_path}/broken.py:T", "RuntimeError: no"),
        (f"{tmp_path}/none.py:T", f"{tmp_path}/none.py"),
    ]:
        with refused("test", fact):
            Study("task-one", (f"kfold + {place}",))


def test_the_bootstrap_judges_counts_as_rows():
    found = run_study(Study("task-one(n=60)", ("bootstrap-holdout", "mcnemar-holdout"), datasets=2))
    assert ((found["bootstrap-holdout"].pvalue > 0) & (found["bootstrap-holdout"].pvalue <= 1)).all()
    assert (found["bootstrap-holdout"].sign == found["mcnemar-holdout"].sign).all()


def test_cards_speak_of_the_battery_and_of_this_version():
    found = {path.stem: json.loads(path.read_text()) for path in CARDS.glob("*.json")}
    for name, kept in found.items():
        names = [cell["name"] for cell in kept["cells"]]
        if card.drawn_unit(kept) == "sets of items":
            assert names == [cell.name for cell in ITEM_BATTERY if certify._fits(name, cell)]
        else:
            battery = LEAGUE_BATTERY if card.drawn_unit(kept) == "leagues" else BATTERY
            assert names == [cell.name for cell in battery]
        assert kept["sentence"] == certify.card_sentence(kept)
        assert (CARDS / f"{name}.md").read_text() == certify.card_markdown(kept) + "\n"
        assert f"| {kept['sentence']} |" in (CARDS / "README.md").read_text()


@pytest.mark.slow
def test_a_committed_card_comes_out_again_to_the_same_bits():
    path = CARDS / "mcnemar-holdout.json"
    if not path.exists():
        pytest.skip("no cards are committed yet: make cards")
    kept = json.loads(path.read_text())
    again = certify.certify([kept["procedure"]], **kept["datasets"], seed=kept["seed"], jobs=2)
    assert again[kept["procedure"]] == {"unit": "data sets", **kept}


def test_a_card_of_a_league_test_comes_out_again_to_the_same_bits(monkeypatch):
    kept = json.loads((CARDS / "sign.json").read_text())
    few = [
        cell
        for cell in LEAGUE_BATTERY
        if cell.name in ("2 learners, 10 data sets", "2 learners, 20 data sets, lead .02")
    ]
    monkeypatch.setattr(certify, "LEAGUE_BATTERY", tuple(few))
    again = certify.certify_leagues(["sign"], **kept["datasets"], seed=kept["seed"])["sign"]
    known = {cell["name"]: cell["rejection"] for cell in kept["cells"]}
    assert {cell["name"]: cell["rejection"] for cell in again["cells"]} == {cell.name: known[cell.name] for cell in few}
