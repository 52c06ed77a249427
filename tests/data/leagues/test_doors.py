"""Tables in memory: frames, dicts, rows, and a table that was read before."""

from pathlib import Path

import numpy as np
import pandas as pd
import polars as pl
import pytest
from tests.data.leagues.tables import cells, kinds
from tests.refusals import refused

from outperform.core import MissingCell, NoteKind
from outperform.data import league_table_of

SCORES = {"nb": {"iris": 0.95, "wine": 0.97, "glass": 0.5}, "tree": {"iris": 0.93, "wine": 0.9, "glass": 0.7}}
CELLS = {"iris": [0.95, 0.93], "wine": [0.97, 0.9], "glass": [0.5, 0.7]}
FRAME = pd.DataFrame(SCORES)
LONG = FRAME.rename_axis("dataset").reset_index().melt("dataset", var_name="learner", value_name="score")
PIVOT = LONG.pivot(index="dataset", columns="learner", values="score")


class TestFrames:
    @pytest.mark.parametrize(
        "frame",
        [
            FRAME,
            FRAME.rename_axis("dataset"),
            FRAME.rename_axis("problem"),
            FRAME.reset_index(names="dataset"),
            FRAME.T.rename_axis("model"),
            FRAME.T.rename_axis(columns="dataset"),
            FRAME.T,  # called iris, wine, glass: data sets
            LONG,
            LONG.set_index(["dataset", "learner"]),
            LONG.set_index(["dataset", "learner"])["score"],
            LONG.astype({"dataset": "category", "learner": "category"}),
            LONG.convert_dtypes(),
            PIVOT,
            PIVOT.T,
            LONG.pivot(index="dataset", columns="learner", values=["score"]),
            pl.DataFrame(LONG),
            pl.DataFrame(FRAME.reset_index(names="dataset")),
        ],
        ids=range(17),
    )
    def test_whatever_holds_data_sets_and_learners(self, frame):
        table = league_table_of(frame, metric="accuracy")
        found = cells(table)
        order = [table.learners.index(name) for name in ("nb", "tree")]
        assert {name: [found[name][at] for at in order] for name in CELLS} == CELLS
        assert not kinds(table) - {NoteKind.TABLE_TURNED, NoteKind.COLUMNS_READ_AS}

    def test_arrow_tables(self):
        table = pytest.importorskip("pyarrow").Table.from_pandas(LONG)
        assert cells(league_table_of(table, metric="accuracy")) == CELLS

    def test_missing_values_of_any_kind(self):
        more = pd.concat([FRAME, pd.DataFrame({"nb": [0.5] * 3, "tree": [0.4] * 3}, index=["a", "b", "c"])])
        for gap, frame in ((np.nan, more), (None, more.astype(object)), (pd.NA, more.astype("Float64"))):
            holed = frame.copy()
            holed.loc["wine", "tree"] = gap
            table = league_table_of(holed, metric="acc", missing="drop")
            assert table.missing == (MissingCell("wine", "tree", "empty cell"),)

    def test_rows_without_names_need_them(self):
        with refused("table", "dataset", "datasets="):
            league_table_of(FRAME.reset_index(drop=True), metric="acc")
        table = league_table_of(FRAME.reset_index(drop=True), metric="acc", datasets=["x", "y", "z"])
        assert table.datasets == ("x", "y", "z")
        with refused("datasets", "2 names", "3 rows"):
            league_table_of(FRAME.reset_index(drop=True), metric="acc", datasets=["x", "y"])

    def test_other_levels_are_refused(self):
        two = LONG.assign(metric="acc").pivot(index="dataset", columns=["learner", "metric"], values="score")
        assert league_table_of(two, metric="acc").learners == ("nb", "tree")
        both = pd.concat([LONG.assign(metric="acc"), LONG.assign(metric="f1")])
        with refused("table", "levels", "metric"):
            league_table_of(both.pivot(index="dataset", columns=["learner", "metric"], values="score"), metric="acc")

    def test_columns_with_the_same_name(self):
        twice = pd.DataFrame([["a", 0.5, 0.6], ["b", 0.5, 0.6]], columns=["dataset", "nb", "nb"])
        with refused("table", "'nb'"):
            league_table_of(twice, metric="acc")

    def test_cells_of_several_values(self):
        rows = {
            "Key_Dataset": [("a", 1), ("b", 1)] * 2,
            "Key_Scheme": ["x", "x", "y", "y"],
            "Percent_correct": [50.0] * 4,
        }
        assert len(league_table_of(pd.DataFrame(rows)).datasets) == 2
        with refused("table", "'nb'"):
            league_table_of({"dataset": ["a", "b"], "nb": np.ones((2, 2)), "tree": [1, 1]}, metric="acc")

    def test_a_lazy_frame(self):
        with refused("table", "collect"):
            league_table_of(pl.DataFrame(LONG).lazy(), metric="acc")

    def test_the_frame_is_not_changed(self):
        before = FRAME.copy()
        league_table_of(FRAME, metric="rmse")
        pd.testing.assert_frame_equal(FRAME, before)


class TestDicts:
    @pytest.mark.parametrize(
        "given",
        [
            SCORES,
            {name: pd.Series(scores) for name, scores in SCORES.items()},
            FRAME.reset_index(names="dataset").to_dict("list"),
            LONG.to_dict("list"),
            LONG.to_dict("records"),
            tuple(FRAME.reset_index(names="dataset").to_dict("records")),
        ],
        ids=range(6),
    )
    def test_by_learner_by_column_or_by_row(self, given):
        assert cells(league_table_of(given, metric="acc")) == CELLS

    def test_lists_of_scores_need_the_names_of_data_sets(self):
        lists = {name: list(scores.values()) for name, scores in SCORES.items()}
        assert cells(league_table_of(lists, metric="acc", datasets=list(CELLS))) == CELLS
        arrays = {name: np.array(scores) for name, scores in lists.items()}
        assert cells(league_table_of(arrays, metric="acc", datasets=list(CELLS))) == CELLS
        with refused("datasets", "judge"):
            league_table_of(lists, metric="acc")

    def test_a_data_set_that_a_learner_lacks(self):
        with refused("missing", "wine × tree"):
            league_table_of({"nb": SCORES["nb"], "tree": {"iris": 0.9, "glass": 0.8}}, metric="acc")

    def test_keys_need_not_be_text(self):
        assert league_table_of({1: {31: 0.5, 59: 0.6}, 2: {31: 0.5, 59: 0.6}}, metric="acc").datasets == ("31", "59")

    @pytest.mark.parametrize(
        ("given", "fact"),
        [
            ({}, "empty"),
            ({"nb": [0.5, 0.6], "tree": [0.5]}, "2 rows"),
            ({"nb": SCORES["nb"], "tree": [0.5]}, "tree"),
            ({"nb": "0.5", "tree": [0.5]}, "'nb'"),
            ({"nb": np.ones((2, 2)), "tree": [0.5, 0.5]}, "(2, 2)"),
        ],
    )
    def test_other_dicts(self, given, fact):
        with refused("table", fact):
            league_table_of(given, metric="acc")

    def test_several_scores_per_data_set(self):
        given = {"nb": {"a": [0.5, 0.6], "b": [0.5, 0.6]}, "tree": {"a": 0.5, "b": 0.6}}
        with refused(None, "'nb'", "row 1"):
            league_table_of(given, metric="acc")


class TestOthers:
    @pytest.mark.parametrize("given", ["table.csv", None, 3, [], [1, 2], np.ones((3, 2))], ids=str)
    def test_what_is_no_table(self, given):
        with refused("table", type(given).__name__):
            league_table_of(given, metric="acc")

    def test_a_file_is_read_by_another_function(self):
        for given in ("table.csv", Path("table.csv")):
            with refused("table", "read_league"):
                league_table_of(given, metric="acc")

    @pytest.mark.parametrize(
        ("options", "argument"),
        [
            ({"metric": 3}, "metric"),
            ({"metric": " "}, "metric"),
            ({"missing": "impute"}, "missing"),
            ({"missing": None}, "missing"),
            ({"higher_is_better": "yes"}, "higher_is_better"),
            ({"higher_is_better": 1}, "higher_is_better"),
            ({"learners": 3}, "learners"),
            ({"learners": ["nb", "nb"]}, "learners"),
            ({"learners": ["nb", "knn"]}, "learners"),
            ({"learners": []}, "learners"),
            ({"datasets": "iris"}, "datasets"),
            ({"datasets": ["iris"]}, "datasets"),  # it names rows, and chooses none
        ],
    )
    def test_options_that_cannot_be_meant(self, options, argument):
        with refused(argument):
            league_table_of(SCORES, **({"metric": "acc"} | options))


class TestKnown:
    def test_a_table_that_was_read_stays_what_it_is(self):
        table = league_table_of(SCORES, metric="rmse")
        assert league_table_of(table) is table
        assert league_table_of(table, metric="rmse", higher_is_better=False) is table

    @pytest.mark.parametrize(
        ("options", "argument", "fact"),
        [
            ({"metric": "mae"}, "metric", "rmse"),
            ({"higher_is_better": True}, "higher_is_better", "lower"),
            ({"learners": ["nb"]}, "learners", "learners="),
            ({"datasets": ["iris"]}, "datasets", "leave"),
        ],
    )
    def test_it_cannot_be_read_otherwise(self, options, argument, fact):
        with refused(argument, fact):
            league_table_of(league_table_of(SCORES, metric="rmse"), **options)
