"""The verbs that advise and cite."""

import json
import shlex

import pytest


def test_advise_gives_a_command(run):
    code, out, _ = run("advise", "--have", "estimators", "--fits", "10")
    assert code == 0
    assert "--procedure 'blocked-3x2'" in out


def test_advise_as_json(run):
    _, out, _ = run("advise", "--have", "predictions", "--metric", "f1", "--json")
    assert json.loads(out)["test"] == "bootstrap-t"


def test_advise_refuses_what_is_not_valid(refusal):
    err = refusal("advise", "--have", "scores", "--test", "pooled-t")
    assert {"--test:", "pooled-t", "corrected-t"} <= set(err.split())  # what is refused, and what to use instead


@pytest.mark.parametrize("have", ["estimators", "predictions", "evals", "scores", "results-table"])
def test_advice_fits_80_columns_and_its_command_can_be_copied(run, have):
    tests = {"predictions": "mcnemar", "evals": "mcnemar", "results-table": "nemenyi"}
    _, out, _ = run("advise", "--have", have, "--test", tests.get(have, "corrected-t"))
    assert max(map(len, out.splitlines())) <= 80
    _, plain, _ = run("advise", "--have", have, "--json")
    command = out[out.index("  outperform ") :].replace("\\\n", " ")
    assert shlex.split(command) == shlex.split(json.loads(plain)["command"])


def test_advise_lists_the_nine_questions(run):
    _, out, _ = run("advise", "--questions")
    assert out.count("?") == 9
    assert "mcnemar-midp" in out


def test_advise_says_what_is_missing(refusal):
    err = refusal("advise")
    assert all(word in err for word in ("--have", "estimators", "predictions", "evals", "scores"))


def test_advise_asks_on_a_terminal(run, monkeypatch):
    answers = iter(["estimators\n", "\n", "12\n"])
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr("sys.stdin.readline", lambda: next(answers), raising=False)
    _, out, _ = run("advise")
    assert "blocked-3x2" in out


def test_advise_refuses_fits_that_are_no_number(run, monkeypatch):
    answers = iter(["estimators\n", "\n", "many\n"])
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr("sys.stdin.readline", lambda: next(answers), raising=False)
    code, out, err = run("advise")
    assert (code, out) == (2, "")
    assert all(fact in err for fact in ("--fits", "'many'"))


def test_a_flag_with_two_names_is_called_by_its_first(refusal):
    assert refusal("advise", "--have", "estimators", "--budget", "0").startswith("outperform: --fits must ")


def test_cite_prints_each_entry_once(run):
    code, out, _ = run("cite", "mcnemar", "5x2-t")
    assert code == 0
    assert out.count("@article{dietterich1998") == 1
