"""The verb that plans."""

import json

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
    first, *rest = out.splitlines()
    assert first.endswith("3 repeats can find a difference of 30.0 points.")  # the answer is the first line
    assert max(map(len, rest)) <= 80


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
    ("line", "facts"),
    [
        (["nb", "tree"], ["--data is missing", "--scores"]),
        (["nb", "tree", "--scores", "x.csv"], ["--scores", "learners"]),
        (["nb", "--data", "iris"], ["learners", "two", "1"]),
        (["nb", "tree", "--data", "iris", "--difference", "-1"], ["--difference", "-1"]),
        (["nb", "tree", "--data", "iris", "--folds", "1"], ["--folds", "2", "1"]),
        (["nb", "tree", "--data", "iris", "--halvings", "few"], ["--halvings", "'few'"]),
        (["--scores", "x.csv", "--threshold", "cautious"], ["--threshold", "cautious", "--scores"]),
        (["nb", "tree", "--data", "iris", "--threshold", "high"], ["--threshold", "nominal, cautious, auto", "'high'"]),
    ],
    ids=["no data", "both", "one learner", "negative", "one fold", "a word", "cautious table", "another threshold"],
)
def test_bad_input_is_refused_with_its_flag(refusal, line, facts):
    err = refusal("budget", *line)
    assert all(fact in err for fact in facts), err


def test_a_cautious_threshold_in_words(run):
    line = ("budget", "nb", "stump", "--data", "iris", "--quiet", "--difference", "0.01", "--threshold", "cautious")
    code, out, _ = run(*line)
    factor = json.loads(run(*line, "--json")[1])["pairs"][0]["factor"]
    assert code == 0
    assert factor > 1
    assert out.count(f"{factor:.3g}") == 2  # in the head of the table, and in a note


def test_a_canonical_pilot(run, refusal):
    _, plain, _ = run("budget", "nb", "stump", "--data", "iris", "--folds", "5", "--seed", "data", "--json")
    drawn = run("budget", "nb", "stump", "--data", "iris", "--folds", "5", "--seed", "0", "--json")[1]
    assert len(json.loads(plain)["notes"]) == len(json.loads(drawn)["notes"]) + 1  # that splits follow from the data
    assert refusal("budget", "nb", "stump", "--data", "iris", "--seed", "date").startswith("outperform: --seed must ")


def test_an_empty_cell_is_refused(refusal, scores):
    scores.write_text(WIDE.replace("0.80", "", 1), encoding="utf-8")
    assert "column 'a'" in refusal("budget", "--scores", scores)
