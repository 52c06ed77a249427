"""Defaults of a project in outperform.toml: the command line wins, and the file can neither run nor overwrite."""

import json
import shlex
from pathlib import Path

import pytest

from outperform.cli.config import FILE, find_file

COMPARE = ("compare", "nb", "dummy", "--data", "iris", "--quiet")


@pytest.fixture
def project(tmp_path, monkeypatch):
    """Work in a folder with a file of defaults."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(Path, "home", lambda: tmp_path)

    def write(text):
        (tmp_path / FILE).write_text(text, encoding="utf-8")
        return tmp_path

    return write


def verdict(out):
    return [(each["metric"], each["level"], each.get("procedure")) for each in json.loads(out)["verdicts"]]


def test_a_file_sets_the_defaults_of_a_command_and_one_line_says_so(run, project):
    folder = project(
        '[compare]\nprocedure = "blocked-3x2"\nmetric = ["f1_macro"]\nlevel = 0.01\nstore = "fits.db"\njson = true'
    )
    code, out, err = run(*COMPARE)
    assert code == 0
    assert verdict(out) == [("f1_macro", 0.01, "blocked-3x2")]
    assert err.count("\n") == 1
    assert err.startswith(f"note: from {FILE}: ")
    said = shlex.split(err.partition(f"{FILE}: ")[2])
    assert said[:6] == ["--procedure", "blocked-3x2", "--metric", "f1_macro", "--level", "0.01"]
    assert (folder / "fits.db").is_file()


def test_the_command_line_wins(run, project):
    project('[compare]\nprocedure = "blocked-3x2"\nmetric = ["f1_macro"]\nlevel = 0.01')
    _, out, err = run(*COMPARE, "--metric", "accuracy", "--level", 0.1, "--procedure", "5x2-t", "--json")
    assert verdict(out) == [("accuracy", 0.1, "5x2-t")]
    assert err == ""


def test_a_procedure_of_the_file_gives_way_to_a_typed_design(run, project):
    project('[compare]\nprocedure = "blocked-3x2"')
    _, out, err = run(*COMPARE, "--design", "kfold", "--test", "kfold-t", "--json")
    assert verdict(out)[0][2].startswith("kfold")
    assert err == ""


def test_no_config_ignores_the_file_even_a_broken_one(run, project):
    project("[compare")
    code, _, err = run(*COMPARE, "--no-config")
    assert (code, err) == (0, "")


def test_what_a_command_needs_may_come_from_the_file(run, project):
    folder = project('[predictions]\ntruth = "label"')
    (folder / "p.csv").write_text("label,a,b\n" + "x,x,y\ny,y,y\n" * 9)
    assert run("predictions", "p.csv")[0] == 0


def test_the_help_is_the_same_with_a_file(run, project):
    before = run("compare", "--help")
    project('[compare]\ndata = "iris"')
    assert run("compare", "--help") == before


def test_a_manifest_and_a_page_hold_what_was_taken(run, project):
    folder = project('[compare]\nlevel = 0.2\nprocedure = "blocked-3x2"')
    run(*COMPARE, "--manifest", "m.json")
    manifest = json.loads((folder / "m.json").read_text())
    assert (manifest["level"], manifest["procedure"]) == (0.2, "blocked-3x2")


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("[compare]\nlevle = 0.1", ["[compare] levle", "level"]),
        ("[comapre]\nlevel = 0.1", ["[comapre]", "compare"]),
        ("level = 0.1", ["level", "[compare]"]),
        ("[compare]\nlevel = '0.1'", ["[compare] level", "a number", "'0.1'"]),
        ("[compare]\nlevel = true", ["[compare] level", "a number"]),
        ("[compare]\njobs = 1.5", ["[compare] jobs", "a whole number", "1.5"]),
        ("[compare]\nmetric = 3", ["[compare] metric", "list", "3"]),
        ("[compare]\nmetric = ['f1', 3]", ["[compare] metric", "3"]),
        ("[compare]\nmetric = []", ["[compare] metric", "list"]),
        ("[compare]\nseed = 1.5", ["[compare] seed", "1.5"]),
        ("[compare]\ncorrect = 'alway'", ["[compare] correct", "always"]),
        ("[compare]\nno-fast = 'yes'", ["[compare] no-fast", "true or false"]),
        ("[compare]\nhelp = true", ["[compare] help"]),
        ("[compare", ["TOML"]),
    ],
)
def test_a_file_that_cannot_be_used_is_refused_with_its_name(refusal, project, text, names):
    project(text)
    said = refusal(*COMPARE)
    assert FILE in said
    assert all(name in said for name in names), said


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("allow-module", ["evil"]),
        ("allow_module", ["evil"]),
        ("learners", ["evil.py:make", "nb"]),
        ("baseline", "evil.py:make"),
        ("test", "evil.py:Test"),
        ("metric", ["package:metric"]),
        ("procedure", "evil.py"),
        ("report", "page.html"),
        ("manifest", "m.json"),
    ],
)
def test_a_file_cannot_name_code_to_run_or_a_file_to_write_over(refusal, project, key, value):
    folder = project(f"[compare]\n{key} = {value!r}")
    (folder / "evil.py").write_text("open('ran', 'w')")
    assert key in refusal(*COMPARE)
    assert sorted(path.name for path in folder.iterdir()) == ["evil.py", FILE]


def test_the_nearest_file_counts_up_to_the_repository_or_home_and_not_beyond(tmp_path):
    deep = tmp_path / "home" / "repository" / "a" / "b"
    deep.mkdir(parents=True)
    outside, home, root = tmp_path / FILE, tmp_path / "home" / FILE, deep.parents[1] / FILE
    outside.touch()
    assert find_file(deep, home.parent) is None
    home.touch()
    assert find_file(deep, home.parent) == home
    (deep.parents[1] / ".git").mkdir()
    assert find_file(deep, home.parent) is None
    root.touch()
    assert find_file(deep, home.parent) == root
    assert find_file(tmp_path / "home", tmp_path / "elsewhere") == home
    assert find_file(deep.parents[2] / "x", tmp_path / "elsewhere") is None


def test_a_file_may_say_a_direction_and_a_typed_one_wins(run, project):
    folder = project('[scores]\nlower = "utility"\n')
    rows = [
        f"{who},{at},90,10,{score + at / 100 + at % 3 / 500}"
        for who, score in (("a", 0.5), ("b", 0.3))
        for at in range(10)
    ]
    (folder / "scores.csv").write_text("\n".join(["learner,fold,n_train,n_test,utility", *rows]))
    for words, text, direction in (
        ([], '[scores]\nlower = "utility"\n', "lower"),
        ([], "[scores]\nlower-is-better = true\n", "lower"),
        (["--higher", "utility"], '[scores]\nlower = ["utility"]\n', "higher"),
        (["--higher-is-better"], "[scores]\nlower-is-better = true\n", "higher"),
    ):
        project(text)
        code, out, err = run("scores", *words, "scores.csv", "--json")
        assert (code, json.loads(out)["verdicts"][0]["direction"]) == (0, direction), err
    project('[scores]\nlower = ["utility"]\nhigher = ["utility"]\n')
    assert run("scores", "scores.csv")[0] == 2
