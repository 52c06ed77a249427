"""The verbs that advise and cite."""

import json


def test_advise_gives_a_command(run):
    code, out, _ = run("advise", "--have", "estimators", "--fits", "10")
    assert code == 0
    assert "--procedure 'blocked-3x2'" in out


def test_advise_as_json(run):
    _, out, _ = run("advise", "--have", "predictions", "--metric", "f1", "--json")
    assert json.loads(out)["test"] == "bootstrap-percentile"


def test_advise_refuses_what_is_not_valid(run):
    code, _, err = run("advise", "--have", "scores", "--test", "pooled-t")
    assert code == 2
    assert "share their rows" in err


def test_advise_lists_the_nine_questions(run):
    _, out, _ = run("advise", "--questions")
    assert out.count("?") == 9


def test_advise_says_what_is_missing(run):
    code, _, err = run("advise")
    assert (code, err.strip()) == (2, "outperform: --have: is missing: estimators, predictions or scores")


def test_advise_asks_on_a_terminal(run, monkeypatch):
    answers = iter(["estimators\n", "\n", "12\n"])
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr("sys.stdin.readline", lambda: next(answers), raising=False)
    _, out, _ = run("advise")
    assert "blocked-3x2" in out


def test_cite_prints_each_entry_once(run):
    code, out, _ = run("cite", "mcnemar", "5x2-t")
    assert code == 0
    assert out.count("@article{dietterich1998") == 1
