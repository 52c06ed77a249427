"""``outperform league LEARNER... --data FILE...``: what is typed, what is refused, what is kept."""

import itertools
import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest
from tests.comparison.test_schema import check

FIXED = ("--procedure", "fixed-league(repeats=1, folds=5)", "--quiet")
TWO = ("--test", "t-datasets")
MODELS = """
import time
from sklearn.dummy import DummyClassifier

class Slow(DummyClassifier):
    def fit(self, X, y):
        time.sleep(0.05)
        return super().fit(X, y)

class Loud(DummyClassifier):
    def fit(self, X, y):
        print("{not json")
        return super().fit(X, y)
"""


@pytest.fixture
def files(tmp_path, monkeypatch):
    """Seven files; the target of the last has another name."""
    for number in range(7):
        rng, target = np.random.default_rng(number), np.arange(30) % 2
        frame = pd.DataFrame(rng.normal(target[:, np.newaxis], 1.0, (30, 2)), columns=["a", "b"])
        frame["class" if number < 6 else "kind"] = np.where(target, "yes", "no")
        frame["who"] = np.arange(30) // 3
        frame.to_csv(tmp_path / f"s{number}.csv", index=False)
    names = [f"s{number},{'class' if number < 6 else 'kind'},{'who' if number == 2 else ''}" for number in range(7)]
    (tmp_path / "targets.csv").write_text("\n".join(["Dataset,target,groups", *names]))
    (tmp_path / "misspelt.csv").write_text("\n".join(["dataset,target,groups", *names]).replace("s6,", "s66,"))
    lines = [f's{number} = "{"class" if number < 6 else "kind"}"' for number in range(7) if number != 2]
    (tmp_path / "targets.toml").write_text("\n".join([*lines, "[s2]", 'target = "class"', 'groups = "who"']))
    (tmp_path / "models.py").write_text(MODELS)
    monkeypatch.chdir(tmp_path)
    return [f"s{number}.csv" for number in range(7)]


@pytest.mark.parametrize("targets", ["targets.csv", "targets.toml"])
def test_a_file_names_the_target_and_the_groups_of_each_data_set(run, files, targets):
    code, out, _ = run("league", "nb", "dummy", "--data", *files, "--targets", targets, *FIXED, "--json")
    found = json.loads(out)
    check(found)
    assert (code, found["datasets"], found["run"]["fits"]) == (0, 7, 70)
    assert list(found["run"]["repeats"]) == [f"s{number}" for number in range(7)]


@pytest.mark.parametrize(
    ("options", "facts"),
    [
        (["--target", "class"], ["s6.csv", "no column 'class'"]),
        (["--targets", "none.csv"], ["--targets", "none.csv"]),
        (["--targets", "targets.csv", "--target", "class"], ["--target"]),
        (["--targets", "targets.csv", "--metric", "r2"], ["s0", "r2"]),
        (["--targets", "targets.csv", "--data", "s0.csv"], ["--data", "s0.csv is given twice"]),
        (["--targets", "targets.csv", "--data", "models.py", "none.csv"], ["models.py", "none.csv"]),
        (["--targets", "targets.csv", "--procedure", "corrected-cv"], ["--procedure", "corrected-cv", "fixed-league"]),
        (["--targets", "targets.csv", "--baseline", "nbb"], ["--baseline", "nb"]),
        (["--targets", "targets.csv", "--store", "none/x.db"], ["none/x.db", "--store-optional"]),
        (["--table", "s0.csv"], ["--data"]),
        (["--lower-is-better"], ["--lower-is-better", "--table"]),
        (
            ["--targets", "targets.csv", "--metric", "acuracy"],
            ["outperform: --metric 'acuracy' is not known", "accuracy"],
        ),
        (
            ["--targets", "targets.csv", "--procedure", "fixed-league(repeats=0)"],
            ["fixed-league.repeats", "at least 1"],
        ),
        (["--missing", "drop"], ["--missing", "--table"]),
        (["--targets", "misspelt.csv"], ["--targets", "'s66'", "did you mean s6"]),
    ],
)
def test_what_cannot_be_run_is_refused_in_one_line_before_the_first_fit(refusal, files, options, facts):
    fixed = () if "--procedure" in options else FIXED
    said = refusal("league", "nb", "models.py:Slow", "--data", *files, *fixed, *options)
    assert all(fact in said for fact in facts), said


def test_learners_and_data_that_are_missing_are_named(refusal, files):
    assert "compare" in refusal("league", "nb", "dummy", "--data", "iris")
    assert "needs 6" in refusal("league", "nb", "dummy", "--data", "iris", "wine")
    assert "LEARNER" in refusal("league", "nb", "--data", *files, "--targets", "targets.csv")
    assert "'nbb'" in refusal("league", "nb", "nbb", "--data", *files, "--targets", "targets.csv")
    assert "--data s0.csv" in refusal("league", "nb", "dummy", "s0.csv")


@pytest.mark.usefixtures("files")
def test_files_of_one_name_are_told_apart_by_their_folder_or_suffix(run, tmp_path):
    (tmp_path / "more").mkdir()
    pd.read_csv("s1.csv").assign(b=0.5).to_csv(tmp_path / "more" / "s0.csv", index=False)
    pd.read_csv("s2.csv").to_csv(tmp_path / "s1.tsv", index=False, sep="\t")
    given = ("s0.csv", "more/s0.csv", "s1.csv", "s1.tsv")
    _, out, _ = run("league", "nb", "dummy", "--data", *given, "--target", "class", *FIXED, *TWO, "--json")
    assert list(json.loads(out)["run"]["repeats"]) == ["s0.csv", "more/s0.csv", "s1.csv", "s1.tsv"]


def test_a_learner_that_prints_leaves_the_json_valid(run, files):
    code, out, _ = run("league", "nb", "models.py:Loud", "--data", *files, "--targets", "targets.csv", *FIXED, "--json")
    assert code == 0
    check(json.loads(out))


def test_the_page_says_how_it_was_run(run, files, tmp_path):
    line = ("league", "nb", "dummy", "--data", *files, "--targets", "targets.csv", *FIXED)
    assert run(*line, "--report", tmp_path / "page.html")[0] == 0
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    for words in ("fixed-league(repeats=1, folds=5)", "70 fits in 14 cells", "no cell", "--targets targets.csv"):
        assert words in page


@pytest.mark.process
@pytest.mark.skipif(not hasattr(os, "killpg"), reason="needs process groups")
def test_a_league_that_is_killed_goes_on_with_the_same_bits(files, tmp_path):
    ours = [sys.executable, "-m", "outperform", "league", "nb", "models.py:Slow", "--data", *files, "--targets"]
    line = [*ours, "targets.csv", *FIXED, "--json", "--jobs", "2"]
    child = subprocess.Popen([*line, "--store", "fits.db"], stderr=subprocess.DEVNULL, start_new_session=True)
    while child.poll() is None and _stored(tmp_path / "fits.db") < 15:
        time.sleep(0.02)
    os.killpg(child.pid, signal.SIGKILL)
    assert child.wait() != 0
    kept = _stored(tmp_path / "fits.db")
    assert 15 <= kept < 70
    again, whole = (json.loads(subprocess.run(each, capture_output=True, check=True).stdout) for each in (
        [*line, "--store", "fits.db"], line))  # fmt: skip
    assert again["run"]["computed"] == 70 - kept
    assert (again["store"]["reused"], again["store"]["fitted"], whole["store"]) == (kept, 70 - kept, None)
    assert again["notes"].pop(0).startswith(f"{kept} of 70 fits came from the store")
    for each in (again, whole):
        del each["run"]["computed"], each["run"]["seconds"], each["store"]
    assert again == whole


def _stored(path):
    try:
        with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as file:
            return file.execute("SELECT COUNT(*) FROM fits").fetchone()[0]
    except sqlite3.Error:
        return 0


def test_a_line_shows_the_cells_that_are_done_and_who_is_ahead(run, files, monkeypatch):
    clock = itertools.count(step=3)
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    monkeypatch.setattr("outperform.words.progress.time", SimpleNamespace(monotonic=lambda: next(clock)))
    line = ("league", "nb", "dummy", "--data", *files, "--targets", "targets.csv", *FIXED[:2])
    code, out, err = run(*line)
    assert code == 0
    assert "13 of 14 cells, about" in err
    assert "mean ranks so far: nb 1." in err
    assert run(*line, "--quiet") == (0, out, "")
