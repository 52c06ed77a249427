"""Commands in odd places: a folder that is gone, a terminal of few letters, warnings as errors, a closed output."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROWS = [
    f"{name},0,{fold},90,10,{0.5 + 0.01 * fold + bonus}"
    for name, bonus in (("名", 0.02), ("日", 0))
    for fold in range(5)
]
MODELS = """
import sys
from sklearn.naive_bayes import GaussianNB

class Closes(GaussianNB):
    def fit(self, X, y):
        sys.stdout.close()
        return super().fit(X, y)
"""
CONTEST = ("--data", "iris", "--procedure", "corrected-cv(repeats=1, folds=3)", "--json", "--quiet")


@pytest.fixture
def table(tmp_path):
    path = tmp_path / "scores.csv"
    path.write_text("\n".join(["learner,repeat,fold,n_train,n_test,score", *ROWS]), encoding="utf-8")
    return path


def outperform(*arguments, flags=(), variables=(), folder=None):
    command = [sys.executable, *flags, "-m", "outperform", *map(str, arguments)]
    return subprocess.run(
        command, capture_output=True, encoding="utf-8", env=os.environ | dict(variables), cwd=folder, check=False
    )


@pytest.mark.skipif(sys.platform == "win32", reason="Windows keeps a folder that is in use")
def test_a_command_runs_in_a_folder_that_is_gone(table, tmp_path):
    gone = tmp_path / "gone"
    gone.mkdir()
    script = f"cd {gone} && rmdir {gone} && exec {sys.executable} -m outperform scores {table} --json"
    done = subprocess.run(["sh", "-c", script], capture_output=True, encoding="utf-8", check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["verdicts"]


def test_two_names_stay_two_where_the_terminal_has_no_letters_for_them(table):
    ascii_only = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "PYTHONIOENCODING": "ascii"}
    done = outperform("scores", table, variables=ascii_only.items())
    assert done.returncode == 0
    assert "\\u540d" in done.stdout
    assert "\\u65e5" in done.stdout


def test_nothing_is_left_open(table):
    done = outperform("scores", table, flags=("-W", "error", "-X", "dev"))
    assert (done.returncode, done.stderr) == (0, "")


def test_a_learner_that_closes_the_output_does_not_take_the_answer_away(tmp_path):
    Path(tmp_path, "models.py").write_text(MODELS)
    done = outperform("compare", "models.py:Closes", "stump", *CONTEST, folder=tmp_path)
    assert done.returncode == 0
    assert json.loads(done.stdout)["verdicts"]
