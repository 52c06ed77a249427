"""Studies and cards of league tests."""

import json

import numpy as np
import pytest
from scipy.stats import wilcoxon
from tests.refusals import refused

from outperform.cli.main import main
from outperform.core import SpecError, stream
from outperform.lab import certify
from outperform.lab.battery import LEAGUE_BATTERY, BatteryCell
from outperform.lab.card_text import card_markdown, index_of
from outperform.lab.leagues import LeagueStudy, is_league, known_tests, league_readings, run_league_study
from outperform.lab.table import card_table, readings_lines
from outperform.sources import LEAGUES

SMALL = (
    BatteryCell("a null", "league(datasets=10)", null=True, unit="leagues"),
    BatteryCell("a lead", "league(datasets=10, learners=3, lead=0.05)", null=False, unit="leagues"),
)


def by_hand(study, run=0):
    """Wilcoxon's p-values of the first leagues of a study, by scipy; there are no ties."""
    name = str(study.supply)
    drawn = study.supply.draw(stream(study.seed, "leagues", name, 0), 250)
    cells = study.supply.run(drawn, stream(study.seed, "run", name, 0, run))
    first, second = cells.values[: study.leagues, :, 0], cells.values[: study.leagues, :, 1]
    return [wilcoxon(x, y, method="exact").pvalue for x, y in zip(first, second, strict=True)]


def test_records_are_the_tests_own_pvalues_per_league_and_run():
    study = LeagueStudy("league(datasets=12)", ("wilcoxon",), leagues=8, runs=2)
    records = run_league_study(study)["wilcoxon"]
    assert records.shape == (8, 2)
    for run in range(2):
        np.testing.assert_allclose(records.pvalue[:, run], by_hand(study, run), rtol=1e-12)
    assert set(np.unique(records.sign)) <= {-1.0, 0.0, 1.0}


def test_more_leagues_and_runs_extend_fewer():
    few = run_league_study(LeagueStudy("league(learners=3)", ("wilcoxon",), leagues=10))["wilcoxon"]
    many = run_league_study(LeagueStudy("league(learners=3)", ("wilcoxon",), leagues=300, runs=2))["wilcoxon"]
    assert np.array_equal(few.pvalue, many.pvalue[:10, :1])
    other = run_league_study(LeagueStudy("league(learners=3)", ("wilcoxon",), leagues=10, seed=1))["wilcoxon"]
    assert not np.array_equal(few.pvalue, other.pvalue)


def test_equal_learners_are_rejected_where_any_pair_is():
    null = run_league_study(LeagueStudy("league(datasets=15, learners=4)", ("wilcoxon",), leagues=500))["wilcoxon"]
    rate = null.rejected(0.05).mean()
    assert rate <= 0.05 + 4.75 * np.sqrt(0.05 * 0.95 / 500)  # binomial, 1e-6
    power = run_league_study(LeagueStudy("league(learners=4, lead=0.05)", ("wilcoxon",), leagues=200))["wilcoxon"]
    assert power.rejected(0.05).mean() > 0.9
    assert (power.sign == 1).all()


def test_readings_have_the_columns_of_other_readings():
    study = LeagueStudy("league(datasets=10)", ("wilcoxon",), leagues=50, runs=2)
    rows = league_readings(study, run_league_study(study), ["rejection", "replicability", "uniformity", "fits"])
    assert [row["measure"] for row in rows] == ["rejection", "replicability", "uniformity"]  # nothing is fitted
    assert {row["null"] for row in rows} == {True}
    assert rows[0]["datasets"] == 50
    assert "50 leagues × 2 repetitions" in readings_lines(rows)
    family = LeagueStudy("league(datasets=10, learners=3)", ("wilcoxon",), leagues=50)
    assert not league_readings(family, run_league_study(family), ["uniformity"])


@pytest.mark.parametrize(
    ("given", "argument", "facts"),
    [
        ({"tests": ()}, "tests", ("wilcoxon",)),
        ({"tests": ("wilcoxn",)}, "league test 'wilcoxn'", ("wilcoxon",)),
        ({"leagues": 0}, "leagues", ("0",)),
        ({"leagues": True}, "leagues", ("True",)),
        ({"levels": (2.0,)}, "level", ("2.0",)),
    ],
)
def test_a_study_that_cannot_be_run_is_refused(given, argument, facts):
    with refused(argument, *facts):
        LeagueStudy(**{"source": "league", "tests": ("wilcoxon",)} | given)


@pytest.mark.parametrize(
    "spec",
    ["league(learners=1)", "league(law='cauchy')", "league(spread=-1)", "league(datasets=10**9)", "league(df=0)"],
)
def test_parameters_that_make_no_league_are_refused(spec):
    with pytest.raises(SpecError):
        LEAGUES.parse(spec)


def test_a_posterior_has_no_card():
    with refused("tests", "bayes-signed-rank"):
        LeagueStudy("league", ("bayes-signed-rank",))
    assert "bayes-signed-rank" not in known_tests()


def test_sources_of_leagues_are_known_by_name():
    assert is_league("league(datasets=3)")
    assert not is_league("task-one")
    assert all(is_league(cell.source) for cell in LEAGUE_BATTERY)
    assert len({cell.source for cell in LEAGUE_BATTERY}) == len(LEAGUE_BATTERY)
    assert [bool(np.ptp(LEAGUES.parse(cell.source).truths) == 0) for cell in LEAGUE_BATTERY] == [
        cell.null for cell in LEAGUE_BATTERY
    ]


def test_a_card_of_a_league_test(monkeypatch):
    monkeypatch.setattr(certify, "LEAGUE_BATTERY", SMALL)
    found = certify.certify_leagues(["sign"], leagues=60)
    card = found["sign"]
    assert card["reference"] == "wilcoxon"
    assert card["fits"] is None
    assert card["unit"] == "leagues"
    assert "leagues" in card_markdown(card)
    assert "Fits per learner" not in card_markdown(card)
    assert "leagues" in card_table(card)
    assert "league test" in index_of(found)
    json.dumps(card, allow_nan=False)


def test_lab_measure_on_leagues(capsys):
    line = ["lab", "measure", "--source", "league(datasets=10, learners=3)", "--procedure", "wilcoxon", "--procedure"]
    assert main([*line, "sign", "--datasets", "40", "--measure", "rejection", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)["readings"]
    assert [row["procedure"] for row in rows] == ["wilcoxon", "sign"]


@pytest.mark.parametrize("more", [["--learner", "nb", "--learner", "tree"], ["--store", "x.db"]])
def test_options_that_leagues_do_not_have(capsys, tmp_path, monkeypatch, more):
    monkeypatch.chdir(tmp_path)
    line = ["lab", "measure", "--source", "league", "--procedure", "wilcoxon", "--datasets", "10", *more]
    assert main(line) == 2
    assert more[0] in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_certify_refuses_a_design_for_a_league_test(capsys):
    assert main(["lab", "certify", "wilcoxon", "--design", "kfold"]) == 2
    assert "--design" in capsys.readouterr().err


def test_a_curve_over_leagues(capsys):
    line = ["lab", "curve", "--source", "league(datasets=8)", "--over", "lead=0:0.04:0.02", "--procedure", "wilcoxon"]
    assert main([*line, "--datasets", "30", "--measure", "rejection", "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)["readings"]) == 3
