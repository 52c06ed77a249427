"""The verb that judges leagues: answers, JSON, gates, files, and errors that say what to type."""

import io
import json
import re
import shutil
from pathlib import Path

import pytest

import outperform
from outperform.cli.options.judging import ADJUSTMENTS, OMNIBUS, PAIRS
from outperform.core import PairsTest
from outperform.core.adjust import ADJUSTMENTS as RULES
from outperform.ranking import CATALOGUE
from outperform.ranking import OMNIBUS as OMNIBUS_TESTS

EXAMPLES = Path(__file__).parents[2] / "examples"
ACC = ("--metric", "accuracy")


@pytest.fixture
def results(tmp_path, monkeypatch):
    """Work in a folder with the two tables of the examples."""
    for name in ("results.csv", "league_splits.csv"):
        shutil.copy(EXAMPLES / name, tmp_path / name)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(folder, text, name="table.csv"):
    (folder / name).write_text(text, encoding="utf-8")
    return name


def wide(columns, datasets=8, start=0.6):
    """Write a wide table: each learner is better than the next one on all data sets but the first."""
    head = ",".join(["dataset", *columns])
    rows = [
        ",".join(
            [
                f"d{row}",
                *(
                    f"{start + 0.04 * row - 0.01 * at * (row > 0) - 0.001 * at * row:.4f}"
                    for at, _ in enumerate(columns)
                ),
            ]
        )
        for row in range(datasets)
    ]
    return "\n".join([head, *rows]) + "\n"


@pytest.mark.usefixtures("results")
def test_a_wide_table_is_judged(run):
    code, out, err = run("league", "--table", "results.csv", *ACC)
    assert (code, err) == (0, "")
    assert out.startswith("forest is better than 1 of 3 others")
    assert "results.csv, 12 data sets, 4 learners" in " ".join(out.split())
    assert max(map(len, out.splitlines())) <= 80


@pytest.mark.usefixtures("results")
def test_a_long_table_knows_about_other_splits(run):
    told = json.loads(run("league", "--table", "league_splits.csv", "--json")[1])
    assert [each["first"] + each["second"] for each in told["verdicts"]][:2] == ["forestknn", "foresttree"]
    assert all(0 <= each["p_flip"] <= 1 and each["effect"]["tau"] >= 0 for each in told["verdicts"])
    assert told["winner"]["p_flip"] is not None
    plain = json.loads(run("league", "--table", "results.csv", *ACC, "--json")[1])
    assert {each["p_flip"] for each in plain["verdicts"]} == {None}


@pytest.mark.usefixtures("results")
def test_json_is_what_python_returns(run):
    told = json.loads(run("league", "--table", "results.csv", *ACC, "--json")[1])
    table = outperform.read_league("results.csv", metric="accuracy")
    assert [file["name"] for file in told.pop("files")] == ["results.csv"]
    known = json.loads(outperform.judge_league(table).to_json())
    assert told == {name: value for name, value in known.items() if name != "files"}


def test_standard_input_is_read(run, results, monkeypatch):
    text = (results / "results.csv").read_bytes()
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text), encoding="utf-8"))
    code, out, _ = run("league", "--table", "-", *ACC)
    assert (code, out.partition("\n")[0]) == (0, run("league", "--table", "results.csv", *ACC)[1].partition("\n")[0])


@pytest.mark.parametrize(
    ("options", "facts"),
    [
        (["results.csv"], ["--table results.csv"]),
        (["-"], ["--table -"]),
        (["forest", "nb", "--table", "results.csv"], ["--learner forest nb"]),
        (["forest", "nb"], ["--data", "example: outperform league nb tree 1nn --data"]),
        ([], ["--table", "example: outperform league --table"]),
        (["--table", "nothing.csv"], ["nothing.csv"]),
        (["--table", "results.csv"], ["--higher-is-better", "--lower-is-better", "--metric"]),
        (["--table", "results.csv", "--higher-is-better", "--lower-is-better"], ["--lower-is-better"]),
        (["--table", "results.csv", *ACC, "--test", "bayes-signed-rank"], ["--test", "--rope"]),
        (["--table", "results.csv", *ACC, "--test", "friedman"], ["--test", "--omnibus friedman"]),
        (["--table", "results.csv", *ACC, "--test", "iman-davenport"], ["--omnibus iman-davenport"]),
        (["--table", "results.csv", *ACC, "--test", "wilcoxn"], ["--test", "wilcoxon"]),
        (["--table", "results.csv", *ACC, "--omnibus", "anova"], ["--omnibus", "friedman"]),
        (["--table", "results.csv", *ACC, "--baseline", "forst"], ["--baseline", "forest"]),
        (["--table", "results.csv", *ACC, "--learner", "forest", "id3"], ["--learner", "id3"]),
        (["--table", "results.csv", *ACC, "--rope", "1.5"], ["--rope", "0.015"]),
        (["--table", "results.csv", *ACC, "--level", "5"], ["--level", "5"]),
        (["--table", "results.csv", *ACC, "--require", "equal"], ["--require", "first, second"]),
        (["--table", "results.csv", *ACC, "--diagram", "ranks.png"], ["--diagram", ".svg", "ranks.png"]),
        (["--table", "results.csv", *ACC, "--diagram", "no/ranks.tex"], ["--diagram", "no"]),
        (["--table", "results.csv", *ACC, "--report", "page.pdf"], ["--report", "page.html"]),
        (["--table", "results.csv", *ACC, "--test", "random-effects"], ["random-effects", "t-datasets"]),
        (["--table", "results.csv", *ACC, "--test", "nemenyi", "--adjust", "holm"], ["--adjust", "nemenyi"]),
        (["--table", "results.csv", *ACC, "--adjust", "shaffer", "--baseline", "nb"], ["--adjust", "holm"]),
        (["--table", "results.csv", "--scoring", "accuracy"], ["--scoring", "--metric"]),
    ],
)
@pytest.mark.usefixtures("results")
def test_an_error_is_one_line_that_says_what_to_type(refusal, options, facts):
    said = refusal("league", *options)
    assert all(fact in said for fact in facts), said


def test_too_few_data_sets_are_refused_with_the_number_needed(refusal, run, results):
    table = write(results, wide(["forest", "tree"], 5))
    said = refusal("league", "--table", table, *ACC)
    assert all(fact in said for fact in ("--table", "5 data sets", "6", "t-datasets"))
    assert run("league", "--table", table, *ACC, "--test", "t-datasets")[0] == 0
    five = write(results, wide(["forest", "tree", "knn", "svm", "nb"], 8))
    assert "needs 9 or more" in refusal("league", "--table", five, *ACC)
    assert run("league", "--table", five, *ACC, "--baseline", "nb")[0] == 0


def test_missing_cells_are_refused_or_dropped(refusal, run, results):
    text = wide(["forest", "tree", "nb"], 12).replace("d3,0.7200", "d3,", 1)
    table = write(results, text)
    said = refusal("league", "--table", table, *ACC)
    assert all(fact in said for fact in ("d3", "forest", "--missing drop"))
    code, out, _ = run("league", "--table", table, *ACC, "--missing", "drop")
    assert code == 0
    assert "1 missing cell (1 data set): forest on d3 (empty cell); a pair" in " ".join(out.split())
    told = json.loads(run("league", "--table", table, *ACC, "--missing", "drop", "--json")[1])
    assert told["missing"] == [{"dataset": "d3", "learner": "forest", "reason": "empty cell"}]
    assert [each["adjustment"] for each in told["verdicts"]] == ["holm"] * 3
    assert [each["datasets"] for each in told["verdicts"]] == [11, 11, 12]


def test_duplicates_are_refused(refusal, results):
    table = write(results, wide(["forest", "tree"], 8) + "d3,0.5,0.5\n")
    assert "d3" in refusal("league", "--table", table, *ACC)


def test_lower_is_better_by_the_flag_or_by_the_name(run, results):
    table = write(results, wide(["forest", "tree"], 8))
    by_flag, by_name, other = (
        json.loads(run("league", "--table", table, *options, "--json")[1])
        for options in (["--lower-is-better"], ["--metric", "log_loss"], ["--higher-is-better"])
    )
    assert [each["verdicts"][0]["decision"] for each in (by_flag, by_name, other)] == ["second", "second", "first"]
    assert by_flag["standings"][0]["learner"] == "tree"
    assert by_flag["standings"][0]["mean"] == pytest.approx(other["standings"][1]["mean"])
    assert not by_name["higher_is_better"]


@pytest.mark.parametrize(
    ("baseline", "required", "code"), [("tree", "first", 0), ("tree", "second", 1), ("forest", "second", 0)]
)
def test_a_gate_ends_with_its_code(run, results, baseline, required, code):
    table = write(results, wide(["forest", "tree"], 8))
    options = ("--baseline", baseline, "--require", required)
    found, out, err = run("league", "--table", table, *ACC, *options)
    assert found == code
    assert out.startswith("forest is better than tree")
    other = {"forest": "tree", "tree": "forest"}[baseline]
    line, *reasons = err.splitlines()
    words = f"{required} · {other} against {baseline} · accuracy (higher is better) · 8 data sets · level .05"
    assert line.startswith(f"outperform: gate {'closed' if code else 'open'}: {words}")
    assert ["tree" in reason for reason in reasons] == [True] * code


@pytest.mark.parametrize("form", ["latex", "markdown", "csv", "json"])
@pytest.mark.usefixtures("results")
def test_every_format_names_the_learners(run, form):
    code, out, err = run("league", "--table", "results.csv", *ACC, "--format", form)
    assert (code, err) == (0, "")
    assert all(name in out for name in ("forest", "tree", "knn", "nb"))


def test_page_and_diagram_are_written(run, results):
    pytest.importorskip("matplotlib")
    options = ("--report", "page.html", "--diagram", "ranks.svg")
    code, out, err = run("league", "--table", "results.csv", *ACC, *options)
    assert (code, err) == (0, "")
    assert out
    assert "outperform league --table results.csv" in (results / "page.html").read_text(encoding="utf-8")
    assert (results / "ranks.svg").read_text(encoding="utf-8").lstrip().startswith("<?xml")


def test_a_diagram_for_latex_needs_no_drawing(run, results):
    assert run("league", "--table", "results.csv", *ACC, "--diagram", "ranks.tex")[0] == 0
    assert "tikzpicture" in (results / "ranks.tex").read_text(encoding="utf-8")


@pytest.mark.usefixtures("results")
def test_a_baseline_a_region_and_another_test_are_passed_on(run):
    options = ("--baseline", "nb", "--rope", "0.01", "--test", "sign", "--level", "0.1", "--omnibus", "friedman")
    told = json.loads(run("league", "--table", "results.csv", *ACC, *options, "--json")[1])
    assert (told["baseline"], told["rope"], told["level"], told["winner"]) == ("nb", 0.01, 0.1, None)
    assert {each["second"] for each in told["verdicts"]} == {"nb"}
    assert {each["test"] for each in told["verdicts"]} == {"sign"}
    assert all(sum(each["probabilities"]) == pytest.approx(1) for each in told["verdicts"])
    assert told["omnibus"]["test"] == "friedman"
    assert [each["learner"] for each in told["standings"]].count("nb") == 1


def test_names_with_control_characters_do_not_reach_the_terminal(run, results):
    table = write(results, wide(["for\x1b[2Jest", "tree"], 8))
    _, out, _ = run("league", "--table", table, *ACC)
    assert "\x1b" not in out


def test_a_project_sets_defaults(run, results):
    (results / "outperform.toml").write_text('[league]\ntable = "results.csv"\nmetric = "accuracy"\nlevel = 0.01\n')
    code, out, err = run("league", "--json")
    assert (code, json.loads(out)["level"]) == (0, 0.01)
    assert "--table" in err
    (results / "outperform.toml").write_text('[league]\ndiagram = "ranks.svg"\n')
    code, _, err = run("league", "--table", "results.csv", *ACC)
    assert code == 2
    assert "--diagram" in err


def test_the_names_to_complete_are_those_that_are_known():
    assert set(PAIRS) == {slug for slug, entry in CATALOGUE.items() if issubclass(entry, PairsTest)}
    assert set(OMNIBUS) == set(OMNIBUS_TESTS)
    assert set(ADJUSTMENTS) == set(RULES)


def test_the_tests_are_listed_advised_and_cited(run):
    _, out, _ = run("list", "league-tests")
    assert all(slug in out for slug in (*PAIRS, *OMNIBUS, "bayes-signed-rank"))
    _, out, _ = run("advise", "--have", "results-table")
    assert "outperform league --table TABLE" in out
    for slug in (*PAIRS, *OMNIBUS, "bayes-signed-rank"):
        code, out, _ = run("cite", slug)
        assert code == 0, slug
        assert re.match(r"@\w+\{", out)


@pytest.mark.parametrize(
    ("have", "test", "facts"),
    [
        ("results-table", "corrected-t", ["corrected-t", "wilcoxon"]),
        ("results-table", "friedman", ["--omnibus"]),
        ("scores", "wilcoxon", ["results-table"]),
    ],
)
def test_advice_refuses_tests_of_another_kind_of_table(refusal, have, test, facts):
    said = refusal("advise", "--have", have, "--test", test)
    assert all(fact in said for fact in facts)


@pytest.mark.parametrize(
    ("test", "fact"), [("sign", "--test sign"), ("nemenyi", "learners"), ("wilcoxon", "recommended")]
)
def test_advice_says_how_a_named_test_can_be_used(run, test, fact):
    assert fact in run("advise", "--have", "results-table", "--test", test)[1]
