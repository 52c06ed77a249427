"""Columns that a user names: the same answer as where they are called by their roles, in every door."""

import numpy as np
import pandas as pd
import polars as pl
import pytest
from tests.refusals import refused

from outperform import judge, judge_items, judge_league, judge_predictions, read, read_evals, read_league
from outperform.cli.main import make_parser
from outperform.core import stream
from outperform.data import evals_of
from outperform.data.named_columns import ROLES
from outperform.testing import assert_not_worse

RNG = stream(0, "named")
SIZE = 40
TIDY = pd.DataFrame(
    {
        "item": np.repeat([f"q{at}" for at in range(SIZE)], 4),
        "system": ["new", "new", "old", "old"] * SIZE,
        "sample": [1, 2, 1, 2] * SIZE,
        "score": RNG.random(4 * SIZE).round(2),
        "weight": np.repeat(RNG.integers(1, 4, SIZE), 4),
        "task": np.repeat(["a", "b"], 2 * SIZE),
    }
)
ODD = {"item": "uid", "system": "who", "sample": "go", "score": "grade", "weight": "counts", "task": "part"}
NAMED = {f"{role}_col": column for role, column in ODD.items()}
LEAGUE = pd.DataFrame(
    {
        "dataset": np.repeat([f"set {at}" for at in range(8)], 2),
        "learner": ["nb", "tree"] * 8,
        "score": RNG.random(16).round(3),
    }
)
SPLITS = pd.DataFrame(
    {"learner": ["a", "b"] * 10, "repeat": np.repeat(range(5), 4), "fold": [0, 0, 1, 1] * 5, "score": RNG.random(20)}
)
LABELS = RNG.integers(0, 2, SIZE)
PREDICTED = pd.DataFrame(
    {
        "item": np.repeat(range(SIZE), 2),
        "system": ["a", "b"] * SIZE,
        "truth": np.repeat(LABELS, 2),
        "prediction": RNG.integers(0, 2, 2 * SIZE),
    }
)


def numbers(found):
    return [(each.first, each.second, each.estimate, each.pvalue) for each in found]


@pytest.mark.parametrize(
    "made", [pd.DataFrame, lambda frame: pl.DataFrame(frame.to_dict("list")), dict, "rows", "file"]
)
def test_items_under_other_names(made, tmp_path):
    odd = TIDY.rename(columns=ODD)
    given = {"rows": lambda: odd.to_dict("records"), "file": lambda: str(tmp_path / "odd.csv")}.get(made)
    odd.to_csv(tmp_path / "odd.csv", index=False)
    given = given() if given else made(odd.to_dict("list")) if made is dict else made(odd)
    expected = judge_items(TIDY, metric=None)
    for found in (judge(given, **NAMED), judge_items(given, **NAMED)):
        assert numbers(found) == numbers(expected)
        assert found.scores[0].metric == "grade"  # a name of a metric may say its direction
    assert judge(given, **NAMED, task=["b"]).scores[0].items.size == SIZE // 2


def test_a_column_of_scores_may_be_a_loss():
    odd = TIDY.rename(columns={"score": "loss"})
    with refused("scores", "loss", 'lower="loss"'):
        judge(odd, score_col="loss")
    assert judge(odd, score_col="loss", lower="loss").scores[0].direction.sign == -1
    named = judge(TIDY, score_col="score", metric="accuracy")
    assert named.scores[0].metric == "accuracy"


def test_leagues_and_splits_under_other_names():
    league = LEAGUE.rename(columns={"dataset": "where", "learner": "who", "score": "auc_pct"})
    named = {"dataset_col": "where", "system_col": "who", "score_col": "auc_pct", "metric": "accuracy"}
    expected = judge_league(LEAGUE, metric="accuracy")
    for found in (judge(league, **named), judge_league(league, **named)):
        assert found.to_dict() == expected.to_dict()
    splits = SPLITS.rename(columns={"learner": "who", "score": "grade"})
    found = judge(splits, system_col="who", score_col="grade", n_train=80, n_test=20)
    assert numbers(found) == numbers(judge(SPLITS, n_train=80, n_test=20))


def test_predictions_under_other_names(tmp_path):
    odd = PREDICTED.rename(columns={"item": "uid", "system": "who", "truth": "gold_label", "prediction": "out"})
    odd.to_csv(tmp_path / "odd.csv", index=False)
    named = {"item_col": "uid", "system_col": "who", "score_col": "out"}
    expected = numbers(judge_predictions("truth", PREDICTED))
    for given in (odd, tmp_path / "odd.csv"):
        assert numbers(judge(given, truth="gold_label", **named)) == expected
        assert numbers(judge_predictions("gold_label", given, **named)) == expected


def test_doors_for_files_take_columns_by_name(tmp_path):
    odd = TIDY.rename(columns={"item": "uid", "system": "who", "sample": "go", "score": "grade"})
    odd.to_csv(tmp_path / "odd.csv", index=False)
    named = {"item_col": "uid", "system_col": "who", "sample_col": "go", "score_col": "grade"}
    found, expected = read_evals(tmp_path / "odd.csv", **named), evals_of(TIDY)
    assert (found.systems, found.metric) == (expected.systems, "grade")
    assert np.array_equal(found.scores, expected.scores, equal_nan=True)
    assert_not_worse([str(tmp_path / "odd.csv")], margin=0.9, higher=True, **named)
    weighed = odd.drop(columns="weight").assign(how_much=2)
    weighed.to_csv(tmp_path / "weighed.csv", index=False)
    assert set(read_evals(tmp_path / "weighed.csv", weight_col="how_much", **named).weights) == {2.0}
    league = LEAGUE.rename(columns={"dataset": "where", "learner": "who", "score": "accuracy"})
    league.to_csv(tmp_path / "league.csv", index=False)
    table = read_league(tmp_path / "league.csv", dataset_col="where", system_col="who", score_col="accuracy")
    assert (table.datasets, table.metric) == (tuple(dict.fromkeys(LEAGUE["dataset"])), "accuracy")
    with refused("item_col", "scores on several data sets"):
        read_league(tmp_path / "league.csv", item_col="where")
    with pytest.raises(TypeError, match="item_column"):
        read_evals(tmp_path / "odd.csv", item_column="uid")


def test_a_named_column_takes_the_place_of_one_that_is_called_so():
    odd = TIDY.rename(columns={"item": "uid"}).assign(Item="one", system="x", who=TIDY["system"])
    found = read(odd, item_col="uid", system_col="who")
    assert (found.content.systems, len(found.content.ids)) == (("new", "old"), SIZE)


@pytest.mark.parametrize(
    ("given", "named", "argument", "facts"),
    [
        (TIDY, {"item_col": "itm"}, "item_col", ["'itm'", "item"]),
        (TIDY, {"item_col": "system", "system_col": "system"}, "system_col", ["'system'", "item_col", "one role"]),
        (TIDY, {"item_col": "item", "cluster": "item"}, "cluster", ["item_col"]),
        (TIDY, {"item_col": 3}, "item_col", ["3"]),
        (TIDY, {"items_col": "item"}, "items_col", ["item_col"]),
        (TIDY, {"dataset_col": "task"}, "dataset_col", ["data sets", "items"]),
        ({"a": [[1.0, 2], [2, 3]], "b": [[1, 2], [1, 2]]}, {"system_col": "a"}, "system_col", ["no table"]),
    ],
)
def test_columns_that_cannot_be_meant(given, named, argument, facts):
    with refused(argument, *facts):
        judge(given, **named)


def test_logs_have_no_columns(tmp_path):
    path = tmp_path / "log.json"
    path.write_text('{"version": 2, "status": "success", "eval": {"task": "t", "model": "m"}, "samples": []}')
    with refused("item_col", "no table"):
        judge([str(path)], item_col="id")


@pytest.mark.parametrize("option", [*ROLES, "weights"])
def test_every_column_has_a_flag(option):
    assert option in {action.dest for action in make_parser(["judge"]).verbs["judge"]._actions}
