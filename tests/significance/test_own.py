"""A test of the user's own as a plain function: in Python, in a file that they name, in a manifest, in the lab."""

import json

import numpy as np
import pytest
from scipy import stats
from sklearn.datasets import load_iris
from tests.refusals import refused

from outperform import compare, judge, verify
from outperform.cli.main import main
from outperform.significance.own import FunctionTest, load_test

FILE = """
from scipy import stats

def naive(differences, n_train, n_test):
    print("asked")
    return stats.ttest_1samp(differences.ravel(), 0).pvalue

def broken(differences, n_train, n_test):
    return 1 / 0

number = 3
"""
DESIGN = "kfold(folds=5, repeats=2)"
IRIS = load_iris(return_X_y=True)
LEARNERS = ["nb", "stump"]


def naive(differences, n_train, n_test):
    assert differences.shape == n_train.shape == n_test.shape == (2, 5)
    differences *= 1  # its own copy
    return stats.ttest_1samp(differences.ravel(), 0).pvalue


@pytest.fixture(autouse=True)
def file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text(FILE)


def test_a_function_decides_by_its_p_value_and_the_sign_of_the_mean_difference():
    for learners, decision in ((LEARNERS, "first"), (LEARNERS[::-1], "second")):
        found = compare(learners, *IRIS, design=DESIGN, test=naive)
        (judged,) = found.judgements
        differences = found.scores[0].values[0] - found.scores[0].values[1]
        assert judged.pvalue == stats.ttest_1samp(differences.ravel(), 0).pvalue
        assert (judged.decision, judged.estimate, judged.test) == (decision, differences.mean(), "naive")
        assert "naive" in str(found)
        assert "naive" in found.to_json()
        assert judge(found, naive).judgements[0].pvalue == judged.pvalue
        assert compare(learners, *IRIS, design=DESIGN, test="mine.py:naive").judgements[0].pvalue == judged.pvalue
        assert json.loads(json.dumps(found.manifest()))["test"] == "function:naive"


def test_sizes_that_nobody_knows_are_none():
    seen = []

    def look(*given):
        seen.append(given)
        return 0.5

    found = judge({"a": [0.9, 0.8, 0.7], "b": [0.6, 0.9, 0.5]}, look)
    assert (seen[0][0].shape, seen[0][1:], found.judgements[0].decision) == ((3, 1), (None, None), "open")
    judge({"a": [0.9, 0.8, 0.7], "b": [0.6, 0.9, 0.5]}, look, n_train=90, n_test=10)
    assert (seen[1][1] == 90).all()
    assert (seen[1][2] == 10).all()


@pytest.mark.parametrize("said", [1.2, -0.1, np.nan, np.inf, None, True, "0.04", [0.1, 0.2], np.array([[0.1]] * 2)])
def test_what_is_no_p_value_is_refused(said):
    with refused("test", "odd", "0 to 1"):
        judge({"a": [0.9, 0.8], "b": [0.6, 0.9]}, _called("odd", lambda *_: said))


@pytest.mark.parametrize("said", [0, 1, np.float32(0.25), np.array(0.5)])
def test_a_number_of_any_kind_is_a_p_value(said):
    assert judge({"a": [0.9, 0.8], "b": [0.6, 0.9]}, lambda *_: said).judgements[0].pvalue == float(said)


def _called(name, function):
    function.__name__ = name
    return function


def test_what_a_function_raises_is_contained_and_named():
    with refused("test", "mine.py:broken", "line 9", "ZeroDivisionError"):
        compare(LEARNERS, *IRIS, design=DESIGN, test="mine.py:broken")

    def leaves(*_):
        raise SystemExit(3)

    with refused("test", "leaves", "SystemExit"):
        judge({"a": [0.9, 0.8], "b": [0.6, 0.9]}, leaves)
    for name in ("number", "stats", "nobody"):
        with refused("test", "mine.py"):
            compare(LEARNERS, *IRIS, design=DESIGN, test=f"mine.py:{name}")
    with refused("test", "short", "f(differences, n_train, n_test)"):
        judge({"a": [0.9, 0.8], "b": [0.6, 0.9]}, _called("short", lambda _: 0.5))
    with refused("design"):
        compare(LEARNERS, *IRIS, test=naive)


def test_a_manifest_names_the_file_and_does_not_run_it(tmp_path):
    manifest = compare(LEARNERS, *IRIS, design=DESIGN, test="mine.py:naive").manifest()
    assert (manifest["test"], manifest["files"][0]["name"]) == ("mine.py:naive", "mine.py")
    with refused("test", 'allow_files=["mine.py"]', 'allow_files=["mine.py"]'):
        verify(manifest, *IRIS)
    assert verify(manifest, *IRIS, allow_files=["mine.py"]).same
    (tmp_path / "mine.py").write_text(f"{FILE}\n# edited\n")
    assert "mine.py" in verify(manifest, *IRIS, allow_files=["mine.py"]).differences[0]
    with refused("test", "naive", "object"):
        verify(compare(LEARNERS, *IRIS, design=DESIGN, test=naive).manifest(), *IRIS)


def test_the_command_line_runs_the_file_that_is_typed(capsys, tmp_path):
    line = ["compare", *LEARNERS, "--data", "iris", "--design", DESIGN]
    assert main([*line, "--test", "mine.py:naive", "--manifest", "m.json", "--json", "--report", "page.html"]) == 0
    seen = capsys.readouterr()
    assert json.loads(seen.out)["verdicts"][0]["test"] == "mine.py:naive"
    assert main(["verify", "m.json", "--data", "iris"]) == 2
    assert main(["verify", "m.json", "--data", "iris", "--allow-file", "mine.py"]) == 0
    assert main([*line, "--test", "mine.py:broken"]) == 2
    (tmp_path / "outperform.toml").write_text('[compare]\ntest = "mine.py:naive"\n')
    capsys.readouterr()
    assert main(line) == 2
    assert "--test mine.py:naive" in capsys.readouterr().err


def test_the_lab_measures_it(capsys):
    study = ["lab", "measure", "--source", "symmetric(n=40)", "--datasets", "3", "--measure", "rejection", "--json"]
    assert main([*study, "--test", "mine.py:naive", "--design", "kfold(folds=3)"]) == 0
    (row,) = json.loads(capsys.readouterr().out)["readings"]
    assert row["procedure"] == "kfold(folds=3) + mine.py:naive"
    assert main([*study, "--test", "mine.py:broken", "--design", "kfold(folds=3)"]) == 2
    assert "mine.py:broken" in capsys.readouterr().err
    assert main(study) == 2
    assert main([*study, "--procedure", "corrected-10x10", "--design", "kfold"]) == 2


def test_a_class_in_the_file_is_a_test_too(tmp_path):
    (tmp_path / "mine.py").write_text("from outperform.significance import CorrectedT\nclass Mine(CorrectedT): pass\n")
    assert not isinstance(load_test("mine.py:Mine", (tmp_path / "mine.py").read_bytes()), FunctionTest)
