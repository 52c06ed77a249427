"""Files that are none, numbers that no float holds, and tables that are very wide."""

import os
from pathlib import Path

import numpy as np
import pytest
from tests.refusals import refused

from outperform import Dataset, budget_of_items, judge_items, judge_league, judge_predictions, read_league
from outperform.cli.main import main
from outperform.data import load

TABLE = {name: {f"d{i}": 0.5 + 0.01 * i + 0.02 * at for i in range(8)} for at, name in enumerate("ab")}
ITEMS = {"a": [0.1, 0.5] * 10, "b": [0.2, 0.4] * 10}
DOORS = [
    ("scores", "odd.csv"),
    ("predictions", "odd.csv", "--truth", "t"),
    *(("evals", f"odd.{kind}") for kind in ("csv", "jsonl", "json", "eval", "parquet")),
    ("league", "--table", "odd.csv", "--metric", "accuracy"),
    ("budget", "--scores", "odd.csv"),
    ("compare", "nb", "tree", "--data", "odd.csv", "--target", "c"),
    ("compare", "odd.py:Model", "tree", "--data", "iris"),
    ("verify", "odd.json", "--data", "iris"),
    ("lab", "run", "odd.toml"),
]


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="needs the devices of Unix")
@pytest.mark.parametrize("kind", ["pipe", "device"])
@pytest.mark.parametrize("command", DOORS, ids=lambda command: "-".join(command[:2]))
def test_a_pipe_or_a_device_is_refused_at_once(command, kind, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    name = next(word for word in command if word.startswith("odd")).partition(":")[0]
    os.mkfifo(name) if kind == "pipe" else Path(name).symlink_to("/dev/zero")
    assert main(command) == 2
    assert f"{name}" in capsys.readouterr().err


def test_whole_numbers_that_no_float_holds_are_infinite(tmp_path):
    path = tmp_path / "huge.csv"
    path.write_text("x,c\n" + "".join(f"{'9' * 400 if i == 3 else i},{'ab'[i % 2]}\n" for i in range(40)))
    with refused("column 'x'", "row 4"):
        load(str(path), target="c")


def test_a_table_of_many_columns(tmp_path, capsys):
    path = tmp_path / "wide.csv"
    path.write_text(",".join(f"v{i}" for i in range(30_000)) + "\n" + ",".join(["1"] * 30_000) + "\n")
    assert main(["compare", "nb", "tree", "--data", str(path), "--target", "c"]) == 2
    assert "'c'" in capsys.readouterr().err


def test_a_very_long_cell_is_cut_in_the_error(tmp_path, capsys):
    path = tmp_path / "long.csv"
    path.write_text(f"learner,repeat,fold,score\na,0,0,{'9' * 5000}\nb,0,0,1\n")
    assert main(["scores", str(path)]) == 2
    assert len(capsys.readouterr().err) < 500


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ('{"a": 3, "b": 4}', "'a'"),
        ('{"a": {"x": 1}, "b": [1]}', "by data set"),
        ('{"a": [1, 2], "b": [1, 2]}', "learner"),
        ('{"dataset": ["x"], "a": [1, 2]}', "2"),
    ],
)
def test_a_json_object_of_a_league_is_named_by_its_file(text, fact, tmp_path):
    path = tmp_path / "league.json"
    path.write_text(text)
    with refused(str(path), fact):
        read_league(path, metric="accuracy")


@pytest.mark.parametrize("path", [3, None, b"x.svg", ["x.svg"], "x\0.svg"])
def test_what_is_no_path_is_refused_by_what_writes_a_file(path):
    league = judge_league(TABLE, metric="accuracy")
    with refused("path"):
        league.diagram(path)
    if path is not None:  # it returns the page alone
        with refused("path"):
            league.to_html(path)
        with refused("path"):
            judge_items(ITEMS).to_html(path)


@pytest.mark.parametrize("figure", [{}, [1], 3, None])
def test_what_names_no_figure_is_refused(figure):
    with refused("figure"):
        judge_items(ITEMS).plot(figure)


@pytest.mark.parametrize("huge", [10**400, -(10**5000)], ids=["401 digits", "5001 digits"])
def test_numbers_of_hundreds_of_digits_are_refused(huge):
    with refused("margin"):
        judge_items(ITEMS, margin=huge)
    with refused("rope"):
        judge_league(TABLE, metric="accuracy", rope=huge)
    for argument in ("difference", "cost_per_item"):
        with refused(argument):
            budget_of_items(ITEMS, **{argument: huge})
    with refused("predictions of 'a'", "row 1"):
        judge_predictions([0, 1] * 5, {"a": [huge] * 10, "b": [1] * 10})


def test_a_baseline_that_is_an_array_is_refused():
    with refused("baseline"):
        budget_of_items(ITEMS, baseline=np.array([1, 2]))


@pytest.mark.parametrize("rows", [None, 3, object()])
def test_rows_that_are_no_array_are_refused(rows):
    with refused("rows"):
        Dataset(rows, [0, 1])


@pytest.mark.parametrize(
    ("column", "scores", "weights"),
    [("scores", (1e308, 0), 1), ("scores", (1e308, -1e308), 1), ("weights", (0.5, 0), 1e308)],
)
def test_scores_and_weights_too_large_to_square_are_refused_without_a_warning(column, scores, weights):
    cells = [(item, at, scores[(item + at) % 2]) for item in range(9) for at in (0, 1)]
    rows = [{"item": item, "system": "ab"[at], "score": score, "weight": weights} for item, at, score in cells]
    with refused(column, "1e+308"):
        judge_items(rows)
