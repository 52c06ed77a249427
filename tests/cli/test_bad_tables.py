"""Tables that are nearly right: one clear line, never a wrong verdict."""

import json
import subprocess
import sys
from datetime import datetime
from pathlib import Path

import pandas as pd
import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"
LABELS = {"y": "0101010101", "a": "0101010111", "b": "0111010001"}


def labels(**changed):
    return pd.DataFrame({name: list(cells) for name, cells in (LABELS | changed).items()})


def test_the_truth_cannot_be_a_learner(refusal, tmp_path):
    path = tmp_path / "p.csv"
    labels().to_csv(path, index=False)
    own = refusal("predictions", path, "--truth", "y", "--learner", "y", "--learner", "a")
    assert all(fact in own for fact in ("--learner", "'y'", "--truth"))
    twice = refusal("predictions", path, "--truth", "y", "--learner", "a", "--learner", "a")
    assert all(fact in twice for fact in ("--learner", "'a'", "twice"))


@pytest.mark.parametrize(
    ("cell", "fact"), [("NA", "'NA'"), ("inf", "'inf'"), ("", "missing"), ("  ", "missing")], ids=repr
)
def test_one_bad_cell_is_shown(refusal, tmp_path, cell, fact):
    frame = labels()
    frame.loc[6, "b"] = cell
    frame["a"] = frame["a"] + ".0"
    frame.to_csv(tmp_path / "p.csv", index=False)
    message = refusal("predictions", tmp_path / "p.csv", "--truth", "y")
    assert all(each in message for each in ("predictions of 'b'", "row 7", fact))


def without_files(out):
    found = json.loads(out)
    assert found.pop("files")
    return found


def test_words_and_digits_agree(run, tmp_path):
    outputs = []
    for write in (lambda cell: cell, lambda cell: str(cell == "1"), lambda cell: f" {cell}.0"):
        labels().assign(a=lambda frame, write=write: frame["a"].map(write)).to_csv(tmp_path / "p.csv", index=False)
        code, out, _ = run("predictions", tmp_path / "p.csv", "--truth", "y", "--json")
        assert code == 0
        outputs.append(without_files(out))
    assert outputs[1:] == outputs[:1] * 2


def test_labels_that_never_meet_are_refused(refusal, tmp_path):
    labels(b=["no", "yes"] * 5).to_csv(tmp_path / "p.csv", index=False)
    message = refusal("predictions", tmp_path / "p.csv", "--truth", "y")
    assert all(fact in message for fact in ("predictions of 'b'", "no, yes", "0, 1"))


def test_padded_labels_are_kept_apart(run, tmp_path):
    frame = pd.DataFrame({"y": ["01", "1"] * 10, "a": ["01", "1"] * 10, "b": ["1", "1"] * 10})
    frame.to_csv(tmp_path / "p.csv", index=False)
    _, out, _ = run("predictions", tmp_path / "p.csv", "--truth", "y", "--json", "--test", "proportions")
    assert json.loads(out)["verdicts"][0]["estimate"] == 0.5


class TestParquet:
    def test_missing_categories_are_missing(self, refusal, tmp_path):
        pytest.importorskip("pyarrow")
        frame = labels()
        frame.loc[1, "b"] = None
        frame.astype("category").to_parquet(tmp_path / "p.parquet")
        message = refusal("predictions", tmp_path / "p.parquet", "--truth", "y")
        assert all(fact in message for fact in ("predictions of 'b'", "row 2", "missing"))

    def test_categories_agree_with_text(self, run, tmp_path):
        pytest.importorskip("pyarrow")
        labels().to_csv(tmp_path / "p.csv", index=False)
        labels().astype("category").to_parquet(tmp_path / "p.parquet")
        outputs = [run("predictions", tmp_path / name, "--truth", "y", "--json") for name in ("p.csv", "p.parquet")]
        assert [code for code, _, _ in outputs] == [0, 0]
        text, categories = (without_files(out) for _, out, _ in outputs)
        assert text == categories

    def test_two_columns_of_one_name(self, refusal, tmp_path):
        arrow = pytest.importorskip("pyarrow")
        parquet = pytest.importorskip("pyarrow.parquet")
        parquet.write_table(
            arrow.table([[1, 2], [0.5, 0.5], [0.5, 0.5]], names=["fold", "a", "a"]), tmp_path / "s.parquet"
        )
        message = refusal("scores", tmp_path / "s.parquet")
        assert all(fact in message for fact in ("s.parquet", "two", "'a'"))

    @pytest.mark.parametrize(
        ("column", "fact"),
        [([datetime(2026, 1, 1), datetime(2026, 1, 2)], "dates"), ([True, False], "booleans"), ([0.5, None], "row 2")],
        ids=["dates", "booleans", "missing"],
    )
    def test_columns_that_hold_no_scores(self, refusal, tmp_path, column, fact):
        pytest.importorskip("pyarrow")
        frame = pd.DataFrame({"fold": [1, 2], "a": [0.5, 0.6], "b": column})
        frame.to_parquet(tmp_path / "s.parquet")
        message = refusal("scores", tmp_path / "s.parquet")
        assert all(each in message for each in ("column 'b'", fact))


@pytest.mark.parametrize(
    ("content", "facts"),
    [
        ("learner,fold,remark\na,1,good\nb,1,bad\n", ["table", "learner", "score"]),
        ("fold,n_train,n_test,a,b\n1,1e30,10,.5,.5\n", ["column 'n_train'", "row 1", "1e+30"]),
        ("fold,a,b\n1,.5,True\n", ["column 'b'", "row 1", "'True'"]),
        ("learner,fold,score\nNone,1,.5\n,1,.5\n", ["column 'learner'", "empty"]),
    ],
    ids=["no score", "huge size", "a word", "no learner"],
)
def test_bad_score_tables(refusal, tmp_path, content, facts):
    (tmp_path / "s.csv").write_text(content)
    message = refusal("scores", tmp_path / "s.csv")
    assert all(fact in message for fact in facts), message


def test_learners_called_none_and_nan(run, tmp_path):
    rows = [f"{name},{fold},90,10,{score}" for name, score in (("None", 0.5), ("nan", 0.6)) for fold in range(10)]
    (tmp_path / "s.csv").write_text("\n".join(["learner,fold,n_train,n_test,score", *rows]))
    code, out, _ = run("scores", tmp_path / "s.csv", "--json")
    assert code == 0
    assert (json.loads(out)["verdicts"][0]["first"], json.loads(out)["verdicts"][0]["second"]) == ("None", "nan")


@pytest.mark.process
@pytest.mark.usefixtures("untraced_children")
def test_the_example_is_what_its_script_makes():
    script = EXAMPLES / "make_predictions.py"
    made = subprocess.run([sys.executable, script], capture_output=True, check=True).stdout
    assert made.decode().splitlines() == (EXAMPLES / "predictions.csv").read_text(encoding="utf-8").splitlines()
