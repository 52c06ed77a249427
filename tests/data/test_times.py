"""Columns of dates and clocks are found, and nothing else is; rows are ordered by them."""

import datetime

import numpy as np
import pandas as pd
import polars as pl
import pytest
from tests.refusals import refused

from outperform.core import NoteKind
from outperform.data import BUNDLED, dataset_of, in_time_order, load, time_codes
from outperform.data.times import clocks_of, holds_dates

DAYS = ["2024-03-03", "2024-03-01", "2024-03-02"]
CODES = [2, 0, 1]
HELD = [
    pytest.param(DAYS, id="text"),
    pytest.param(["2024-03", "2024-01", "2024-02"], id="months"),
    pytest.param([f"{day}T12:00:00Z" for day in DAYS], id="zone"),
    pytest.param(pd.Series(DAYS), id="series"),
    pytest.param(pd.to_datetime(pd.Series(DAYS)), id="datetime64"),
    pytest.param(pd.to_datetime(pd.Series(DAYS), utc=True), id="aware"),
    pytest.param(pd.Series(pd.PeriodIndex(DAYS, freq="D")), id="period"),
    pytest.param([datetime.date.fromisoformat(day) for day in DAYS], id="objects"),
    pytest.param(pl.Series(DAYS), id="polars text"),
    pytest.param(pl.Series([datetime.date.fromisoformat(day) for day in DAYS]), id="polars dates"),
    pytest.param(np.array(DAYS, dtype="datetime64[D]"), id="numpy"),
]


@pytest.mark.parametrize("column", HELD)
def test_dates_are_found_and_ordered(column):
    assert holds_dates(column)
    assert time_codes(column).tolist() == CODES


@pytest.mark.parametrize(
    "column",
    [
        [2024, 2023, 2022],
        ["red", "blue", "2024-01-01"],
        ["2024", "2023", "2022"],
        ["1234-567", "1111-222", "1-2-3"],
        ["12:30", "13:00", "14:10"],
        [None, None, None],
        [True, False, True],
        pd.Series(["2024-01-01", "2024-01-02"], dtype="category"),  # declared as categories
        pd.Series([1.5, np.nan]),
    ],
    ids=str,
)
def test_what_is_no_date_is_not_taken_for_one(column):
    assert not holds_dates(column)


def test_a_few_strange_values_do_not_hide_dates():
    days = [f"2024-01-{day:02d}" for day in range(1, 31)]
    assert holds_dates([*days, "unknown"])
    assert holds_dates([*days, None, np.nan])
    assert not holds_dates([*days, *["unknown"] * 5])


def test_a_clock_is_called_so_and_never_goes_back():
    up = np.arange(30) // 2
    columns = {"Time": up, "timestamp": up + 0.5, "x": up, "date": up[::-1], "time ": np.zeros(30), "hour": up}
    assert clocks_of(columns) == ("Time", "timestamp")
    whole = 20240101 + np.arange(30) // 2
    months = np.array([202311, 202312, *range(202401, 202413)])
    assert clocks_of({"a": whole, "b": whole + 20, "visit": whole[::-1], "c": whole / 2}) == ("a",)
    assert clocks_of({"m": months, "n": months + 1}) == ("m",)
    called = ("visit_date", "day", "visitDay", "timestamp_ms")
    assert clocks_of(dict.fromkeys((*called, "weekday", "daylight", "times"), up)) == called
    assert clocks_of({"time": np.repeat(np.arange(5), 6)}) == ()  # five steps are conditions, not a clock


@pytest.mark.parametrize("name", BUNDLED)
def test_bundled_data_have_no_time(name):
    assert load(name).given.clocks == ()


@pytest.mark.parametrize(
    ("column", "facts"),
    [
        (["2024-01-01", "never"], ["row 2", "never"]),
        ([1.0, None], ["row 2"]),
        (["a", "b"], ["row 1", "a"]),
        ([3, 3], []),
    ],
)
def test_times_that_cannot_be_read_are_refused(column, facts):
    with refused("time", *facts):
        time_codes(column)


def test_everything_moves_with_the_rows():
    frame = pd.DataFrame({"x": [1.0, 2, 3, 4], "c": list("abcd")})
    dataset = dataset_of(frame, [0, 1, 0, 1], groups=["u", "v", "u", "v"])
    moved = in_time_order(dataset, [3, 1, 2, 1], "when")
    assert moved.rows["x"].tolist() == [2, 4, 3, 1]  # equal times keep their order
    assert moved.target.tolist() == [1, 1, 0, 0]
    assert list(moved.groups) == ["v", "v", "u", "u"]
    assert (moved.times.tolist(), moved.given.time) == ([0, 0, 1, 2], "when")
    with refused("time", 2, 4):
        in_time_order(dataset, [1, 2])


def test_files_are_ordered_by_a_column_or_leave_dates_out(tmp_path):
    path = tmp_path / "sales.csv"
    path.write_text("when,x,y\n" + "".join(f"2024-01-{30 - row:02d},{row},{row % 3 + 0.5}\n" for row in range(29)))
    ordered = load(path, target="y", time="when")
    assert ordered.rows[:, 0].tolist() == list(range(28, -1, -1))
    assert (ordered.given.time, ordered.given.names) == ("when", ("x",))
    with refused("column 'when'", 'time="when"', "shuffle=", 'drop=["when"]'):
        load(path, target="y")
    left = load(path, target="y", shuffle=True)
    assert [note["columns"] for note in left.notes if note.kind is NoteKind.DATES_LEFT_OUT] == [("when",)]
    assert left.given.names == ("x",)
    with refused("time", "whn", "when"):
        load(path, target="y", time="whn")
    with refused("time", "target"):
        load(path, target="y", time="y")


def test_a_table_of_dates_alone_is_refused():
    with refused("rows", "d"):
        dataset_of({"d": DAYS}, [0, 1, 1], shuffle=True)


@pytest.mark.parametrize("missing", [None, float("nan")])
def test_a_missing_time_is_said_to_be_empty(missing, tmp_path):
    with refused("time", "row 2", "empty"):
        time_codes(["2024-01-01", missing, "2024-01-03"])
    path = tmp_path / "gap.csv"
    path.write_text("day,x,y\n2024-01-01,1,2.5\n,2,3.5\n2024-01-03,3,1.5\n")
    with refused("time column 'day'", "row 2", "empty"):
        load(path, target="y", time="day")


@pytest.mark.parametrize("single", [7, 2.5, float("nan"), np.array(1.0), np.datetime64("2024-03-01"), int, object()])
def test_a_single_time_for_all_rows_is_refused(single):
    with refused("time", "one value per row"):
        time_codes(single)
