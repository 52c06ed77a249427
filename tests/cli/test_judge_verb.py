"""``outperform judge`` on the command line: options, defaults of a project, completion, standard input, pages."""

import io
import json
import shutil
import sys
from pathlib import Path

import pytest

from outperform.cli.completion import spots_of
from outperform.cli.main import make_parser

EXAMPLES = Path(__file__).parents[2] / "examples"
EITHER = "\n".join(["nb,tree", *(f"0.{70 + at},0.{72 + at}" for at in range(12))])


@pytest.fixture
def folder(tmp_path, monkeypatch):
    for path in EXAMPLES.glob("*.csv"):
        shutil.copy(path, tmp_path)
    (tmp_path / "either.csv").write_text(EITHER)
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_question_is_answered_by_the_commands_that_it_names(run, refusal, folder):  # noqa: ARG001 - works there
    err = refusal("judge", "either.csv")
    for kind in ("splits", "items"):
        assert f"'outperform judge either.csv --as {kind}'" in err
    code, out, _ = run("judge", "either.csv", "--as", "items", "--json")
    assert (code, json.loads(out)["kind"]) == (0, "items")
    code, out, _ = run("judge", "either.csv", "--n-train", "90", "--n-test", "10", "--json")
    assert (code, json.loads(out)["kind"]) == (0, "splits")


@pytest.mark.parametrize(
    ("line", "facts"),
    [
        (["scores.csv", "--margin", "0.1"], ["--margin", "items", "scores.csv"]),
        (["evals.csv", "--rope", "0.1"], ["--rope", "data sets", "leave it out"]),
        (["evals.csv", "--metric", "a", "b"], ["--metric", "one", "a, b"]),
        (["evals.csv", "--as", "evals"], ["--as", "items"]),
        (["evals.csv", "--item-col", "itm"], ["--item-col", "'itm'", "item"]),
        (["evals.csv", "--item", "item", "--system-col", "item"], ["--system-col", "--item-col", "one role"]),
        (["scores.csv", "--require", "not-worse"], ["--require", "first, second, equal"]),
        (["no.csv"], ["no.csv"]),
        (["evals.csv", "results.csv"], ["different things", "evals.csv holds", "results.csv holds"]),
    ],
)
def test_bad_options_give_one_clear_line(refusal, folder, line, facts):  # noqa: ARG001 - works there
    err = refusal("judge", *line)
    assert all(fact in err for fact in facts), err


def test_names_are_given_at_once_or_one_by_one(run, folder):  # noqa: ARG001 - works there
    lines = [
        ("predictions", "predictions.csv", "--truth", "label", "--learner", "tree", "nb"),
        ("predictions", "predictions.csv", "--truth", "label", "--system", "tree", "--learner", "nb"),
        ("judge", "predictions.csv", "--truth", "label", "--systems", "tree", "nb"),
    ]
    answers = [run(*line, "--json") for line in lines]
    assert {code for code, _, _ in answers} == {0}
    assert {out for _, out, _ in answers} == {answers[0][1]}
    assert json.loads(answers[0][1])["verdicts"][0]["first"] == "tree"


def test_a_project_sets_defaults_of_judge(run, folder):
    (folder / "outperform.toml").write_text('[judge]\nlevel = 0.01\nbaseline = "old"\nas = "items"')
    code, out, err = run("judge", "evals.csv", "--json")
    assert (code, json.loads(out)["verdicts"][0]["level"]) == (0, 0.01)
    assert "--as items" in err
    code, out, err = run("judge", "evals.csv", "--json", "--no-config")
    assert (json.loads(out)["verdicts"][0]["level"], err) == (0.05, "")


def test_shells_complete_judge():
    spot = next(spot for spot in spots_of(make_parser()) if spot.command == "judge")
    assert {"--as", "--item-col", "--item", "--require", "--report"} <= set(spot.options)
    assert spot.values["--as"] == ("splits", "predictions", "items", "league")
    assert "not-worse" in spot.values["--require"]


def test_standard_input_is_judged(run, folder, monkeypatch):
    content = (folder / "results.csv").read_bytes()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content), encoding="utf-8"))
    code, out, _ = run("judge", "-", "--metric", "accuracy")
    assert code == 0
    assert out.startswith("read as: scores of 4 learners on 12 data sets\n\n")
    assert "standard input" in out


def test_a_gate_reads_standard_input_once(run, folder, monkeypatch):
    content = (folder / "evals.csv").read_bytes()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content), encoding="utf-8"))
    code, _, err = run("judge", "-", "--require", "first")
    assert code == 1
    assert "standard input" in err


def test_pages_and_diagrams_are_those_of_the_verb(run, folder):
    pytest.importorskip("matplotlib")
    pytest.importorskip("jinja2")
    code, _, _ = run("judge", "results.csv", "--metric", "accuracy", "--report", "a.html", "--diagram", "a.tex")
    assert (code, (folder / "a.html").exists(), (folder / "a.tex").exists()) == (0, True, True)
    assert run("judge", "scores.csv", "--report", "b.html", "--format", "latex")[0] == 0
    assert (folder / "b.html").exists()


def test_items_as_csv_have_a_row_per_item(run, folder):  # noqa: ARG001 - works there
    assert run("judge", "evals.csv", "--format", "csv")[1] == run("evals", "evals.csv", "--format", "csv")[1]


@pytest.mark.parametrize(
    ("alone", "own"),
    [
        (["scores.csv", "--difference", "0.005"], ["--scores", "scores.csv", "--difference", "0.005"]),
        (["evals.csv", "--cost-per-item", "2"], ["--evals", "evals.csv", "--cost-per-item", "2"]),
    ],
)
def test_a_budget_of_a_file(run, folder, alone, own):  # noqa: ARG001 - works there
    found, expected = run("budget", *alone, "--json"), run("budget", *own, "--json")
    assert found[0] == 0
    assert found[:2] == expected[:2]


@pytest.mark.parametrize(
    ("line", "facts"),
    [
        (["either.csv"], ["'outperform budget either.csv --as splits'", "--as items"]),
        (["results.csv"], ["data sets", "splits"]),
        (["scores.csv", "--cost-per-item", "2"], ["--cost-per-item", "items"]),
        (["evals.csv", "--threshold", "cautious"], ["--threshold", "learners"]),
        (["nb", "tree"], ["--data is missing"]),
    ],
)
def test_a_budget_that_cannot_be(refusal, folder, line, facts):  # noqa: ARG001 - works there
    err = refusal("budget", *line)
    assert all(fact in err for fact in facts), err
