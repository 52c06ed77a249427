"""The verb that plans."""

import json
import re

import pytest

WIDE = "repeat,fold,n_train,n_test,a,b\n" + "".join(
    f"{r},{f},90,10,{0.8 + 0.01 * ((r * 7 + f * 3) % 5):.2f},{0.79 + 0.01 * ((r * 3 + f) % 4):.2f}\n"
    for r in range(1, 4)
    for f in range(1, 11)
)


@pytest.fixture
def scores(tmp_path):
    path = tmp_path / "scores.csv"
    path.write_text(WIDE, encoding="utf-8")
    return path


def test_a_pilot_in_words(run):
    code, out, _ = run("budget", "nb", "stump", "--data", "iris", "--folds", "5", "--quiet", "--difference", "0.3")
    assert code == 0
    assert out.startswith("nothing limits this comparison")


def test_a_table_as_json(run, scores):
    code, out, _ = run("budget", "--scores", scores, "--difference", "0.0001", "--json")
    pair = json.loads(out)["pairs"][0]
    assert (code, pair["limit"], pair["rows"], pair["seconds_for"]) == (0, "data", 100, None)


def test_regression_has_its_own_metric(run):
    line = ("budget", "ridge", "dummy", "--data", "diabetes", "--folds", "3", "--repeats", "2", "--quiet", "--json")
    code, out, err = run(*line)
    assert (code, err) == (0, "")
    assert json.loads(out)["pairs"][0]["metric"] == "r2"


@pytest.mark.parametrize(
    ("line", "says"),
    [
        (["nb", "tree"], "--data: is missing"),
        (["nb", "tree", "--scores", "x.csv"], "--scores: is given beside learners"),
        (["nb", "--data", "iris"], "a comparison needs two"),
        (["nb", "tree", "--data", "iris", "--difference", "-1"], "difference: must be a number above 0"),
        (["nb", "tree", "--data", "iris", "--folds", "1"], "folds"),
        (["--scores", "x.csv", "--threshold", "cautious"], "--threshold: cautious needs the learners"),
    ],
    ids=["no data", "both", "one learner", "negative", "one fold", "cautious table"],
)
def test_bad_input_is_told_in_one_line(run, line, says):
    code, _, err = run("budget", *line)
    assert code == 2
    assert says in err
    assert err.count("\n") == 1


def test_an_unknown_threshold_is_refused(run):
    code, _, err = run("budget", "nb", "tree", "--data", "iris", "--threshold", "high")
    assert code == 2
    assert "invalid choice: 'high'" in err


def test_a_cautious_threshold_in_words(run):
    code, out, _ = run(
        *("budget", "nb", "stump", "--data", "iris", "--quiet", "--difference", "0.01", "--threshold", "cautious")
    )
    assert code == 0
    high = re.search(r"power 0.8, threshold (1\.\d+) times the nominal; model", out)
    assert high is not None
    assert f"note: the threshold is {high[1]} times the nominal" in out


def test_a_canonical_pilot(run):
    code, out, _ = run("budget", "nb", "stump", "--data", "iris", "--folds", "5", "--quiet", "--seed", "data")
    assert code == 0
    assert "note: partitions are canonical" in out
    code, _, err = run("budget", "nb", "stump", "--data", "iris", "--seed", "date")
    assert code == 2
    assert "must be a whole number or data, got 'date'" in err


def test_an_empty_cell_is_refused(run, scores):
    scores.write_text(WIDE.replace("0.80", "", 1), encoding="utf-8")
    code, _, err = run("budget", "--scores", scores)
    assert code == 2
    assert "column 'a'" in err


def test_help_has_examples(run):
    code, out, _ = run("budget", "--help")
    assert code == 0
    assert "outperform budget nb tree --data breast_cancer" in out
