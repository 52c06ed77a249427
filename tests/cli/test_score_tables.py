"""Tables of scores and predictions as other tools write them, from files and from standard input."""

import io
import json
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest

A, B = np.random.default_rng(4).normal(0.8, 0.02, (2, 10)).round(4)
WIDE = pd.DataFrame({"fold": range(1, 11), "tree": A, "bayes": B})
LONG = WIDE.melt("fold", var_name="model", value_name="accuracy")
SIZES = ("--n-train", 90, "--n-test", 10)


@pytest.fixture
def pipe(monkeypatch):
    """Pipe a text or bytes into standard input."""

    def into(content, *, terminal=False):
        data = content if isinstance(content, bytes) else content.encode()
        given = SimpleNamespace(buffer=io.BytesIO(data), isatty=lambda: terminal)
        monkeypatch.setattr("sys.stdin", given)

    return into


@pytest.fixture
def answer(run):
    """Run a command that must succeed, and return its JSON without the files, which have names and digests."""

    def call(*arguments):
        code, out, err = run(*arguments, "--json")
        assert (code, err) == (0, "")
        return json.loads(out) | {"files": None}

    return call


class TestSizes:
    def test_they_are_given_as_options(self, answer, tmp_path):
        WIDE.to_csv(tmp_path / "s.csv", index=False)
        WIDE.assign(n_train=90, n_test=10).to_csv(tmp_path / "t.csv", index=False)
        assert answer("scores", tmp_path / "s.csv", *SIZES) == answer("scores", tmp_path / "t.csv")

    @pytest.mark.parametrize(
        ("options", "facts"),
        [
            ((), ["--n-train", "--n-test", "n·9/10"]),
            (("--n-train", 90), ["--n-test", "missing"]),
            (("--n-train", 0, "--n-test", 10), ["--n-train", "got 0"]),
            (("--n-train", "many", "--n-test", 10), ["--n-train", "'many'"]),
        ],
    )
    def test_what_is_missing_or_wrong_is_named(self, refusal, tmp_path, options, facts):
        WIDE.to_csv(tmp_path / "s.csv", index=False)
        message = refusal("scores", tmp_path / "s.csv", *options)
        assert all(fact in message for fact in facts), message

    def test_they_are_not_given_twice(self, refusal, tmp_path):
        WIDE.assign(n_train=90, n_test=10).to_csv(tmp_path / "s.csv", index=False)
        assert "--n-train" in refusal("scores", tmp_path / "s.csv", *SIZES)


class TestStandardInput:
    @pytest.mark.parametrize("separator", [",", "\t"])
    @pytest.mark.parametrize("mark", ["", "\ufeff"])
    def test_csv_and_tsv_are_told_apart(self, answer, pipe, tmp_path, separator, mark):
        WIDE.to_csv(tmp_path / "s.csv", index=False)
        pipe(mark + WIDE.to_csv(sep=separator, index=False))
        assert answer("scores", "-", *SIZES) == answer("scores", tmp_path / "s.csv", *SIZES)

    def test_decimal_commas(self, answer, pipe, tmp_path):
        WIDE.to_csv(tmp_path / "s.csv", index=False)
        pipe(WIDE.to_csv(sep=";", decimal=",", index=False))
        points = answer("scores", tmp_path / "s.csv", *SIZES)
        assert answer("scores", "-", *SIZES)["verdicts"] == points["verdicts"]

    def test_predictions(self, answer, pipe):
        pipe("y\ta\tb\n" + "1\t1\t0\n0\t0\t0\n" * 20)
        assert answer("predictions", "-", "--truth", "y")["verdicts"][0]["decision"] == "first"

    @pytest.mark.parametrize(
        ("content", "facts"),
        [
            ("", ["empty"]),
            ("\n\n", ["empty"]),
            ("fold,a,b\n", ["no rows", "fold, a, b"]),
            ("fold;a;b\n1;0,5;0.6\n", ["column 'a'", "row 1", "0.5"]),
            ("fold\ta\tb\n1\t1,510\t1,600\n", ["column 'a'", "row 1", "'1,510'", "decimal point"]),
            (b"fold,a,b\n1,\xff,2\n", ["UTF-8"]),
            (b"PAR1\x15\x04", ["Parquet"]),
            ("fold,a,b\n1,.5\n", ["line 2", "2 cells"]),
            ("fold,a,a\n1,.5,.6\n", ["two columns", "'a'"]),
            ("fold,a\0,b\n1,.5,.6\n", ["NUL"]),
        ],
        ids=range(10),
    )
    def test_bad_input_is_one_clear_line(self, refusal, pipe, content, facts):
        pipe(content)
        message = refusal("scores", "-")
        assert all(fact in message for fact in facts), message

    def test_a_terminal_is_not_waited_for(self, refusal, pipe):
        pipe("", terminal=True)
        assert "outperform scores - < scores.csv" in refusal("scores", "-")

    def test_a_page_names_it(self, run, pipe, tmp_path):
        pytest.importorskip("matplotlib")
        pipe(WIDE.to_csv(index=False))
        assert run("scores", "-", *SIZES, "--report", tmp_path / "r.html")[0] == 0
        assert "standard input" in (tmp_path / "r.html").read_text(encoding="utf-8")


class TestColumns:
    def test_several_columns_of_scores(self, answer, refusal, tmp_path):
        LONG.assign(f1=LONG["accuracy"] - 0.1, run_id=range(20), remark="fine").to_csv(tmp_path / "s.csv", index=False)
        found = answer("scores", tmp_path / "s.csv", *SIZES)
        assert [each["metric"] for each in found["verdicts"]] == ["accuracy", "f1"]
        assert any("run_id" in note and "remark" in note for note in found["notes"])
        (one,) = answer("scores", tmp_path / "s.csv", *SIZES, "--metric", "f1")["verdicts"]
        assert one == found["verdicts"][1]
        wrong = refusal("scores", tmp_path / "s.csv", *SIZES, "--metric", "f2")
        assert all(fact in wrong for fact in ("--metric", "'f2'", "accuracy, f1"))

    def test_a_column_of_metrics(self, answer, tmp_path):
        long = LONG.rename(columns={"accuracy": "score"})
        pd.concat([long.assign(metric="x"), long.assign(metric="y")]).to_csv(tmp_path / "s.csv", index=False)
        found = answer("scores", tmp_path / "s.csv", *SIZES, "--metric", "y")
        assert [each["metric"] for each in found["verdicts"]] == ["y"]

    def test_the_index_that_pandas_writes_is_left_out(self, answer, tmp_path):
        WIDE.to_csv(tmp_path / "s.csv")
        found = answer("scores", tmp_path / "s.csv", *SIZES)
        assert [each["first"] for each in found["verdicts"]] == ["tree"]
        assert any("Unnamed: 0" in note for note in found["notes"])

    def test_two_columns(self, run, tmp_path):
        WIDE[["tree", "bayes"]].to_csv(tmp_path / "s.csv", index=False)
        code, out, _ = run("scores", tmp_path / "s.csv", *SIZES)
        assert code == 0
        assert "rows are read as 10 splits" in " ".join(out.split())

    def test_identifiers_among_predictions(self, answer, tmp_path):
        frame = pd.DataFrame({"id": range(40), "y": [0, 1] * 20, "a": [0, 1] * 20, "b": [0, 0] * 20})
        frame.to_csv(tmp_path / "p.csv", index=False)
        found = answer("predictions", tmp_path / "p.csv", "--truth", "y")
        assert [(each["first"], each["second"]) for each in found["verdicts"]] == [("a", "b")]
        assert any("id (identifiers)" in note for note in found["notes"])
        named = answer("predictions", tmp_path / "p.csv", "--truth", "y", "--learner", "a", "--learner", "b")
        for verdict in (*named["verdicts"], *found["verdicts"]):
            verdict["fragility"].pop("ids")  # without a column of names, items are counted
        assert named["verdicts"] == found["verdicts"]
