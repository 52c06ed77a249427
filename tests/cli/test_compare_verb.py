import csv
import json

import pytest

LINE = ("compare", "nb", "tree", "--data", "iris", "--procedure", "blocked-3x2")


def test_compare_says_the_verdict_first(run):
    code, out, err = run(*LINE)
    assert (code, err) == (0, "")
    assert out.startswith("no evidence that nb and tree differ in accuracy (nb - tree")
    assert "mean accuracy over 6 splits: nb 0.9" in out


def test_compare_json_names_every_parameter(run):
    spec = "corrected-cv( repeats=2, folds=3 )"
    _, out, _ = run(*LINE[:5], "--procedure", spec, "--json")
    (verdict,) = json.loads(out)["verdicts"]
    assert (verdict["procedure"], verdict["test"], verdict["metric"], verdict["fits"]) == (
        "corrected-cv(repeats=2, folds=3)",
        "corrected-t",
        "accuracy",
        6,
    )
    assert set(verdict) >= {"wins", "ties", "losses", "effect", "seconds"}


def test_free_combinations_and_other_tests(run):
    _, out, _ = run(*LINE[:5], "--design", "kfold(folds=5, repeats=2)", "--test", "sorted-runs-t", "--others")
    assert "kfold(folds=5, repeats=2) + sorted-runs-t" in out
    assert "other tests on the same scores:" in out
    assert "corrected-t" in out.split("other tests")[1]
    _, out, _ = run(*LINE, "--others", "--json")
    assert "mx2-t(estimator='V3')" in {verdict["test"] for verdict in json.loads(out)["others"]}


def test_a_file_with_a_target(run, tmp_path):
    path = tmp_path / "own.csv"
    rows = [(number % 7, "a" if number % 3 else "b", "yes" if number % 7 > 3 else "no") for number in range(60)]
    with path.open("w") as file:
        csv.writer(file).writerows([("x", "kind", "answer"), *rows])
    code, out, _ = run(
        "compare",
        "nb",
        "dummy",
        "--data",
        path,
        "--target",
        "answer",
        "--require",
        "first",
        "--metric",
        "accuracy",
        "f1_macro",
    )
    assert code == 0
    assert "nb is better than dummy in f1_macro" in out
    code, _, err = run("compare", "nb", "dummy", "--data", path)
    assert code == 2
    assert "target" in err


def test_regression_takes_r2(run):
    _, out, _ = run("compare", "ridge", "dummy", "--data", "diabetes", "--procedure", "blocked-3x2", "--json")
    assert json.loads(out)["verdicts"][0]["metric"] == "r2"


def test_the_store_can_be_looked_into(run, tmp_path):
    path = tmp_path / "study.db"
    run(*LINE, "--store", path, "--metric", "accuracy", "f1_macro")
    _, out, _ = run("store", "list", path)
    assert len(out.splitlines()) == 4
    assert "iris  nb  accuracy  6 fits  mean 0.9" in out
    _, out, _ = run("store", "show", path, "--learner", "tree", "--metric", "accuracy", "--dataset", "iris")
    assert len(out.splitlines()) == 6
    _, out, _ = run("store", "export", path, "--metric", "accuracy")
    (tmp_path / "scores.csv").write_text(out)
    code, out, _ = run("scores", tmp_path / "scores.csv", "--test", "blocked-3x2-t")
    assert code == 0
    code, _, err = run("store", "list", tmp_path / "none.db")
    assert (code, "there is no file" in err) == (2, True)
    assert run("store", "list", path, "--dataset", "none")[1] == "no fits\n"
    header = run("store", "export", path, "--learner", "no-such")[1]
    assert header == "dataset,metric,learner,repeat,fold,n_train,n_test,score,seconds\n"


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("compare", "nb", "tree"), "required: --data"),
        (("compare", "--data", "iris"), "required: LEARNER"),
        (("compare", "nb", "--data", "iris"), "needs two, got 1"),
        (("compare", "nb", "tre", "--data", "iris"), "did you mean tree"),
        (("compare", "nb", "tree", "--data", "irs"), "did you mean iris"),
        (("compare", "nb", "tree", "--data", "nowhere.csv", "--target", "y"), "nowhere.csv"),
        (("compare", "nb", "tree", "--data", "iris", "--procedure", "10x10"), "is not known"),
        (("compare", "nb", "tree", "--data", "iris", "--metric", "acc"), "is not known"),
        (("compare", "nb", "tree", "--data", "iris", "--baseline", "x"), "is not among the learners"),
        (("compare", "nb", "os.system", "--data", "iris"), "outside scikit-learn"),
    ],
)
def test_bad_calls_give_one_clear_line(run, arguments, problem):
    code, out, err = run(*arguments)
    assert (code, out) == (2, "")
    assert problem in err
    assert err.count("\n") == 1
