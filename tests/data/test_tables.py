"""Tables as columns: files and frames, and what in them is no number."""

import gzip
from datetime import date, datetime
from decimal import Decimal

import numpy as np
import pandas as pd
import polars as pl
import pytest
from tests.refusals import refused

from outperform.data import columns_of, read_columns
from outperform.data.cells import is_missing, numbers, shown, whole_numbers
from outperform.data.leftovers import is_text
from outperform.data.tables import INDEX, _arrow_values

arrow = pytest.importorskip("pyarrow")
parquet = pytest.importorskip("pyarrow.parquet")


@pytest.fixture
def written(tmp_path):
    def write(columns, names):
        parquet.write_table(arrow.table(columns, names=names), tmp_path / "t.parquet")
        return read_columns(tmp_path / "t.parquet")

    return write


class TestParquet:
    @pytest.mark.parametrize("values", [["a", None, "b", "a"], [1, None, 2, 1], [0.5, None, 1.0, 0.5]])
    def test_dictionaries_keep_what_is_missing(self, written, values):
        """pyarrow's own to_numpy makes the nulls of a dictionary one of its categories."""
        plain, coded = written(
            [arrow.array(values), arrow.array(values).dictionary_encode()], ["plain", "coded"]
        ).values()
        for column in (plain, coded):
            assert [is_missing(value) for value in column] == [False, True, False, False]
            assert [value for value in column if not is_missing(value)] == [
                value for value in values if value is not None
            ]

    def test_dictionaries_in_several_chunks(self, written):
        parts = [arrow.array(part).dictionary_encode() for part in (["a", "b"], ["b", None], ["c"])]
        column = written([arrow.chunked_array(parts)], ["x"])["x"]
        assert column[[0, 1, 2, 4]].tolist() == ["a", "b", "b", "c"]
        assert is_missing(column[3])

    def test_a_null_within_the_dictionary(self):
        coded = arrow.DictionaryArray.from_arrays(arrow.array([0, 1, 0]), arrow.array(["a", None]))
        assert [is_missing(value) for value in _arrow_values(arrow.chunked_array([coded]))] == [False, True, False]

    @pytest.mark.parametrize("values", [[True, None], [datetime(2026, 1, 1), None], [b"x", None], [[1], None]])
    def test_other_kinds_keep_what_is_missing(self, written, values):
        assert [is_missing(value) for value in written([arrow.array(values)], ["x"])["x"]] == [False, True]

    def test_two_columns_of_one_name_are_refused(self, written):
        with refused(None, "t.parquet", "two", "'a'"):
            written([[1], [2]], ["a", "a"])

    def test_pandas_categories_and_the_index_without_a_name(self, tmp_path):
        frame = pd.DataFrame({"a": pd.Categorical(["x", None, "y"]), "b": [1, 2, 3]}, index=[5, 3, 1])
        frame.to_parquet(tmp_path / "t.parquet")
        columns = read_columns(tmp_path / "t.parquet")
        assert list(columns) == [INDEX, "a", "b"]  # its labels may be the names of items
        assert [is_missing(value) for value in columns["a"]] == [False, True, False]

    def test_large_integers_stay(self, written):
        assert written([[2**53, 2**53 + 1]], ["a"])["a"].tolist() == [2**53, 2**53 + 1]

    def test_no_rows(self, written):
        with refused(None, "t.parquet", "no rows", "header a"):
            written([arrow.array([], type=arrow.string()).dictionary_encode()], ["a"])


def test_cells_of_text_files_are_stripped(tmp_path):
    (tmp_path / "t.csv").write_text("a, b\nx, y\n , z \n")
    columns = read_columns(tmp_path / "t.csv")
    assert {name: column.tolist() for name, column in columns.items()} == {"a": ["x", None], "b": ["y", "z"]}


@pytest.mark.parametrize(
    ("content", "facts"),
    [
        ("", ["empty"]),
        ("\n\n", ["empty"]),
        ("a,b\n", ["no rows", "a, b"]),
        ("a,b\n1,2\n\n1,2,3\n", ["line 4", "3 cells", "header has 2"]),
        ('a,b\n"two\nlines",2\n1\n', ["line 4", "1 cells", "header has 2"]),
        ("a,,c\n1,2,3\n", ["column 2"]),
        ("Table 3,,\na,b,c\n1,2,3\n", ["column 2", "header"]),
        ('a,b\n1,"2\n', ["unexpected end of data"]),
    ],
)
def test_bad_text_files_are_refused_by_line(tmp_path, content, facts):
    path = tmp_path / "t.csv"
    path.write_text(content)
    with refused(str(path), *facts):
        read_columns(path)


def test_a_frame_with_two_columns_of_one_name_is_refused():
    with refused("table", "two", "'a'"):
        columns_of(pd.DataFrame([[1, 2, 3]], columns=["a", "b", "a"]))
    with refused("table", "two", "'1'"):
        columns_of(pd.DataFrame([[1, 2]], columns=[1, "1"]))


@pytest.mark.parametrize("library", [pd, pl])
def test_frames(library):
    columns = columns_of(library.DataFrame({"a": [1, 2], "b": ["x", None]}))
    assert columns["a"].tolist() == [1, 2]
    assert is_missing(columns["b"][1])


@pytest.mark.parametrize("value", [None, np.nan, np.float32("nan"), pd.NA, pd.NaT, np.datetime64("NaT")])
def test_what_is_missing(value):
    assert is_missing(value)


@pytest.mark.parametrize("value", ["", "nan", "NA", 0, False, np.inf, [], np.array([1, 2])])
def test_what_is_not_missing(value):
    assert not is_missing(value)


def test_values_are_shown_plain():
    assert [shown(value) for value in (np.str_("x"), np.float64("nan"), 1, True)] == ["'x'", "nan", "1", "True"]


@pytest.mark.parametrize(
    "values", [[1, 2], [1.0, 2.0], ["1", " 2.0 "], [Decimal("1"), np.float32(2)], [np.int8(1), "2e0"]], ids=repr
)
def test_numbers(values):
    assert numbers("a", np.array(values, dtype=object)).tolist() == [1.0, 2.0]
    assert numbers("a", np.asarray(values)).tolist() == [1.0, 2.0]


@pytest.mark.parametrize(
    ("values", "fact"),
    [
        (np.array(["2026-01-01", "2026-01-02"], dtype="datetime64[ns]"), "dates or times"),
        (np.array([1, 2], dtype="timedelta64[s]"), "dates or times"),
        (np.array([True, False]), "booleans"),
        (np.array([0.5, date(2026, 1, 2)], dtype=object), "row 2 is 2026-01-02,"),
        (np.array([0.5, pd.Timestamp("2026-01-02")], dtype=object), "row 2 is 2026-01-02 00:00:00,"),
        (np.array([0.5, pd.Timedelta(1)], dtype=object), "row 2 is 0 days"),
        (np.array([0.5, np.datetime64("2026-01-02")], dtype=object), "row 2 is 2026-01-02,"),
        (np.array([0.5, True], dtype=object), "row 2 is True,"),
        (np.array([0.5, np.bool_(True)], dtype=object), "row 2 is True,"),
        (np.array([0.5, np.nan]), "row 2 is missing;"),
        (np.array([0.5, pd.NA], dtype=object), "row 2 is missing"),
        (np.array([0.5, None], dtype=object), "row 2 is empty"),
        (np.array([0.5, -np.inf]), "row 2 is -inf,"),
        (np.array([0.5, np.str_("x")], dtype=object), "row 2 is 'x',"),
        (np.array(["0.5", "1_000"]), "row 2 is '1_000',"),
        (np.array([0.5, [1]], dtype=object), "row 2 is a list"),
        (np.array([0.5, 10**400], dtype=object), "row 2 is 1" + 79 * "0" + ","),
    ],
)
def test_what_is_no_number_is_refused_by_column(values, fact):
    with refused("column 'a'", fact):
        numbers("a", values)


@pytest.mark.parametrize("value", [0, -1, 1.5, 1e30])
def test_what_is_no_number_of_rows_is_refused(value):
    with refused("column 'n_test'", f"row 2 is {value:g},"):
        whole_numbers("n_test", np.array([1, value]))


@pytest.mark.parametrize(
    ("cell", "fact"),
    [("91.2%", "write it as 0.912"), ("0.91 ± 0.02", "each split"), ("1 (2)", "each split")],
)
def test_a_number_in_a_text_is_answered_with_what_to_write(cell, fact):
    values = np.array([cell, "0.5"], dtype=object)
    assert not is_text(values)
    with refused("column 'a'", repr(cell), fact):
        numbers("a", values)


FORMATS = {
    "t.csv": "a,b\n1,x\n2,y\n",
    "t.tsv": "a\tb\n1\tx\n2\ty\n",
    "semicolons.csv": "a;b\n1;x\n2;y\n",
    "t.txt": "a,b\n1,x\n2,y\n",
    "t.json": '[{"a": "1", "b": "x"}, {"a": "2", "b": "y"}]',
    "inside.json": '{"version": 3, "rows": [{"a": "1", "b": "x"}, {"a": "2", "b": "y"}]}',
    "t.jsonl": '{"a": "1", "b": "x"}\n\n{"a": "2", "b": "y"}\n',
    "t.arff": "@relation t\n@attribute a string\n@attribute b string\n@data\n1,x\n2,y\n",
}


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("packed", [False, True])
def test_the_same_table_in_every_format(tmp_path, name, packed):
    path = tmp_path / (f"{name}.gz" if packed else name)
    path.write_bytes(gzip.compress(FORMATS[name].encode()) if packed else FORMATS[name].encode())
    if packed and name.endswith(".json"):
        with refused(str(path), "suffix"):
            read_columns(path)
        return
    assert {column: values.tolist() for column, values in read_columns(path).items()} == {
        "a": ["1", "2"],
        "b": ["x", "y"],
    }


def test_objects_in_rows_of_json_are_columns(tmp_path):
    (tmp_path / "t.jsonl").write_text('{"item": 1, "score": {"em": 0, "f1": 0.5}}\n')
    assert [*read_columns(tmp_path / "t.jsonl")] == ["item", "score.em", "score.f1"]
