import csv
import json

import pytest

LINE = ("compare", "nb", "tree", "--data", "iris", "--procedure", "blocked-3x2")


def test_compare_says_the_verdict_first(run):
    code, out, err = run(*LINE)
    assert (code, err) == (0, "")
    assert all(name in out.splitlines()[0] for name in ("nb", "tree"))
    assert all(fact in out for fact in ("accuracy", "blocked-3x2"))


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
    assert "corrected-t" in out
    _, out, _ = run(*LINE, "--others", "--json")
    assert "mx2-t(estimator='V3')" in {verdict["test"] for verdict in json.loads(out)["others"]}


def test_a_file_with_a_target(run, refusal, tmp_path):
    path = tmp_path / "own.csv"
    rows = [(number, "a" if number % 3 else "b", "yes" if number > 25 else "no") for number in range(60)]
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
        "--json",
    )
    assert code == 0
    assert [(each["metric"], each["decision"]) for each in json.loads(out)["verdicts"]] == [
        ("accuracy", "first"),
        ("f1_macro", "first"),
    ]
    err = refusal("compare", "nb", "dummy", "--data", path)
    assert all(fact in err for fact in ("--target", "answer"))


def test_regression_takes_r2(run):
    _, out, _ = run("compare", "ridge", "dummy", "--data", "diabetes", "--procedure", "blocked-3x2", "--json")
    assert json.loads(out)["verdicts"][0]["metric"] == "r2"


def test_the_store_can_be_looked_into(run, refusal, tmp_path):
    path = tmp_path / "study.db"
    run(*LINE, "--store", path, "--metric", "accuracy", "f1_macro")
    _, out, _ = run("store", "list", path)
    assert len(out.splitlines()) == 1 + 4
    assert out.splitlines()[1].split()[:4] == ["iris", "nb", "accuracy", "6"]
    assert float(out.splitlines()[1].split()[4]) > 0.9
    _, out, _ = run("store", "show", path, "--learner", "tree", "--metric", "accuracy", "--dataset", "iris")
    assert len(out.splitlines()) == 1 + 6
    assert [line.split()[:5] for line in out.splitlines()[1:3]] == [
        ["iris", "tree", "accuracy", "1", "1"],
        ["iris", "tree", "accuracy", "1", "2"],
    ]
    assert len({len(line) for line in out.splitlines()}) == 1  # aligned
    _, out, _ = run("store", "export", path, "--metric", "accuracy")
    (tmp_path / "scores.csv").write_text(out)
    code, out, _ = run("scores", tmp_path / "scores.csv", "--test", "blocked-3x2-t")
    assert code == 0
    assert "none.db" in refusal("store", "list", tmp_path / "none.db")
    assert run("store", "list", path, "--dataset", "none")[1] == "no fits\n"
    header = run("store", "export", path, "--learner", "no-such")[1]
    assert header == "dataset,metric,learner,repeat,fold,n_train,n_test,score,seconds\n"


def test_a_store_tells_data_that_changed_apart_by_the_number_of_rows(run, tmp_path):
    store, table, data = tmp_path / "x.db", tmp_path / "table.csv", tmp_path / "set.csv"
    rows = [f"{row % 2 + row / 50},{'uv'[row % 2]}" for row in range(40)]
    line = ("compare", "nb", "dummy", "--data", data, "--target", "y", "--store", store, "--procedure", "blocked-3x2")
    for count in (40, 36):
        data.write_text("\n".join(["a,y", *rows[:count]]))
        run(*line)
    _, out, err = run("store", "list", store)
    assert [line.split("  ")[0] for line in out.splitlines()[1:]] == ["set (36 rows)"] * 2 + ["set (40 rows)"] * 2
    assert "the data changed" in err
    _, out, _ = run("store", "export", store)
    table.write_text(out)
    assert run("league", "--table", table, "--test", "t-datasets")[0] == 0
    _, out, err = run("store", "export", store, "--dataset", "set (36 rows)")
    table.write_text(out)
    assert (err, run("scores", table)[0]) == ("", 0)
    run(*line, "--seed", "1")
    assert "same repeat and fold" in run("store", "list", store)[2]


@pytest.mark.parametrize(
    ("arguments", "facts"),
    [
        (("nb", "tree"), ["--data", "outperform compare nb tree --data iris"]),
        (("--data", "iris"), ["LEARNER", "outperform compare nb tree --data iris"]),
        (("nb", "--data", "iris"), ["learners", "two", "1"]),
        (("nb", "tre", "--data", "iris"), ["'tre'", "did you mean tree?"]),
        (("nb", "tree", "--data", "irs"), ["--data 'irs'", "iris"]),
        (("nb", "tree", "--data", "nowhere.csv", "--target", "y"), ["--data 'nowhere.csv'"]),
        (("nb", "tree", "--data", "iris", "--procedure", "10x10"), ["--procedure '10x10'"]),
        (("nb", "tree", "--data", "iris", "--metric", "acc"), ["--metric 'acc'"]),
        (("nb", "tree", "--data", "iris", "--baseline", "x"), ["--baseline", "'x'", "nb, tree"]),
        (("nb", "tree", "--data", "iris", "--level", "2"), ["--level must ", "2"]),
        (("nb", "tree", "--data", "iris", "--level", "high"), ["--level must be a number", "'high'"]),
        (("nb", "tree", "--data", "iris", "--max-fits", "3"), ["--max-fits", "3"]),
        (("nb", "tree", "--data", "iris", "--max-fits", "few"), ["--max-fits must be a whole number", "'few'"]),
        (("nb", "tree", "--data", "iris", "--on-error", "skp"), ["--on-error", "raise, skip", "did you mean skip?"]),
        (("nb", "tree", "--data", "iris", "--metrics", "f1"), ["--metrics", "did you mean --metric?"]),
        (("nb", "tree", "--data", "iris", "--zzz"), ["--zzz", "outperform compare --help"]),
        (("nb", "os.system", "--data", "iris"), ["os.system", "--allow-module os"]),
    ],
)
def test_bad_calls_give_one_clear_line(refusal, arguments, facts):
    err = refusal("compare", *arguments)
    assert all(fact in err for fact in facts), err


def test_what_a_store_exports_can_be_judged_though_the_threshold_was_checked(run, tmp_path):
    store, table = tmp_path / "study.db", tmp_path / "scores.csv"
    options = ("--data", "breast_cancer", "--store", store, "--quiet", "--json")
    code, out, _ = run("compare", "logreg", "stump", *options)
    (verdict,) = json.loads(out)["verdicts"]
    assert code == 0
    assert verdict["fits_correction"] > 0
    _, listed, _ = run("store", "list", store)
    assert listed.count("(threshold check)") == 2
    _, exported, _ = run("store", "export", store)
    assert exported.count("\n") == 1 + 2 * verdict["fits"]
    table.write_text(exported)
    code, out, err = run("scores", table, "--json")
    assert (code, err) == (0, "")
    assert json.loads(out)["verdicts"][0]["decision"] == verdict["decision"]


NAMED = ("a=nb", "rf=sklearn.ensemble.RandomForestClassifier(n_estimators=5)", "mine=models.py:make")


@pytest.fixture
def models(tmp_path, monkeypatch):
    (tmp_path / "models.py").write_text(
        "import sklearn.dummy\n\ndef make():\n    return sklearn.dummy.DummyClassifier()\n"
    )
    monkeypatch.chdir(tmp_path)


@pytest.mark.usefixtures("models")
def test_learners_are_named_on_the_command_line_of_every_verb(run):
    code, out, _ = run("compare", *NAMED, *LINE[3:], "--baseline", "a", "--manifest", "m.json", "--json")
    assert code == 0
    assert [(each["first"], each["second"]) for each in json.loads(out)["verdicts"]] == [("rf", "a"), ("mine", "a")]
    for typed in (NAMED, [name.partition("=")[2] for name in NAMED]):
        assert run("verify", "m.json", "--data", "iris", "--learners", *typed)[0] == 0
    assert run("verify", "m.json", "--data", "iris", "--allow-file", "models.py")[0] == 0
    code, out, _ = run("budget", *NAMED, "--data", "iris", "--repeats", 1, "--seeds", 1, "--json")
    assert next((each["first"], each["second"]) for each in json.loads(out)["pairs"]) == ("a", "rf")
    ways = ("--test", "t-datasets", "--procedure", "fixed-league(repeats=1)", "--metric", "accuracy", "--json")
    code, out, _ = run("league", *NAMED, "--data", "iris", "wine", *ways)
    assert (code, {each["learner"] for each in json.loads(out)["standings"]}) == (0, {"a", "rf", "mine"})


@pytest.mark.usefixtures("models")
@pytest.mark.parametrize("verb", ["compare", "budget", "league"])
@pytest.mark.parametrize(
    ("learner", "fact"), [("forst", "forest"), ("rf=models.py:mke", "make"), ("a=forst", "forest")]
)
def test_a_typing_error_in_a_learner_is_told_before_data_are_read(refusal, verb, learner, fact):
    assert fact in refusal(verb, "nb", learner, "--data", "there-is-no.csv")


@pytest.mark.usefixtures("models")
def test_two_learners_of_a_name_are_refused(refusal):
    assert "'a'" in refusal("compare", "a=nb", "a=tree", "--data", "iris")
