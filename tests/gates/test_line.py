"""The line of a gate and its JSON: on how much was judged, what was typed that leaves something out, what is old."""

import json

import pytest
from tests.gates.ways import write_files

from outperform import judge_items
from outperform.cli.main import main
from outperform.comparison.gate import chosen_words
from outperform.surface import on_command_line
from outperform.testing import assert_outperforms


@pytest.fixture
def judged(tmp_path, monkeypatch, capsys):
    """Judge files of the ways; return the line of the gate, and the gate of the JSON."""
    write_files(tmp_path)
    monkeypatch.chdir(tmp_path)

    def run(words):
        main([*words.split(), "--require", "first", "--json"])
        out, err = capsys.readouterr()
        gate = json.loads(out)["gate"]
        assert f"outperform: {gate['line']}" in err.splitlines()
        return gate["line"], gate

    return run


@pytest.mark.parametrize(
    ("words", "much"),
    [
        ("evals wide.csv", "120 items"),
        ("evals fewer_samples.csv", "80 items, 2 to 4 samples each"),
        ("predictions labels.csv --truth label", "120 items"),
        ("scores scores.csv", "10 repeats of 2 folds"),
        ("league --table league.csv --metric accuracy", "12 data sets"),
    ],
)
def test_on_how_much_was_judged(judged, words, much):
    line, gate = judged(words)
    assert f" · {much} · " in line
    assert gate["pairs"][0]["judged"] == much
    assert (gate["chosen"], gate["defaults"]) == (None, None)


@pytest.mark.parametrize(
    ("words", "chosen"),
    [
        ("evals tasks.csv --task maths", "--task maths"),
        ("evals three.csv --system good bad", "--system good bad"),
        ("evals holes.csv --missing drop", "--missing drop"),
        ("evals old=old.csv half=half.csv --common", "--common"),
        ("evals attempts.csv --system new old --cluster none", "--system new old --cluster none"),
        ("predictions labels.csv --truth label --learner new old", "--learners new old"),
        ("league --table league.csv --metric accuracy --learner new old", "--learners new old"),
        ("evals wide.csv --missing refuse", None),
    ],
)
def test_what_was_typed_that_leaves_something_out(judged, words, chosen):
    line, gate = judged(words)
    assert gate["chosen"] == chosen
    assert (f" · as typed: {chosen} · " in line) == (chosen is not None)


def test_what_an_option_left_out_is_told(judged):
    _, gate = judged("evals old=old.csv half=half.csv --common")
    assert ["60 items that" in sentence for sentence in gate["told"]] == [True]
    assert judged("evals wide.csv")[1]["told"] == []


def test_a_file_of_defaults_is_told_once(judged, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path / "config")
    line, gate = judged("evals wide.csv")
    assert gate["chosen"] is None
    assert line.count("--system") == line.count("outperform.toml") == 1


def test_fits_from_a_store_are_told(judged):
    words = "compare nb dummy --data iris --quiet --store fits --procedure blocked-3x2"
    assert judged(words)[1]["told"] == []
    line, gate = judged(words)
    assert len(gate["told"]) == 1
    assert gate["told"][0].startswith("12 of 12 fits came from the store fits")
    assert gate["told"][0] in line


def test_in_python(capsys):
    table = {"new": [1] * 60, "old": [0, 1] * 30}
    assert_outperforms(table, systems=["new", "old"], missing="drop")
    assert (
        ' · 60 items · level .05 · no margin · mcnemar-midp · as typed: systems=["new", "old"], missing="drop" · '
        in (capsys.readouterr().err)
    )
    assert judge_items(table).gated("first").gate.chosen == ""


def test_words_are_those_of_the_surface():
    options = {
        "task": ["t 1"],
        "systems": ("a", "b"),
        "common": True,
        "cluster": [1, 2],
        "missing": "refuse",
        "level": 1,
    }
    assert chosen_words(options) == 'task="t 1", systems=["a", "b"], common=True'
    with on_command_line():
        assert chosen_words(options) == "--task 't 1' --system a b --common"
    assert chosen_words({"task": None, "common": False, "cluster": "passage"}) == 'cluster="passage"'
