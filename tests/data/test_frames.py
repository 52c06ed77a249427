"""Arrays, lists and frames become a Dataset, or are refused in one line that names the argument."""

import datetime
import decimal

import numpy as np
import pandas as pd
import polars as pl
import pytest
from scipy import sparse
from tests.refusals import refused

from outperform.core import Note, NoteKind
from outperform.data import dataset_of
from outperform.words.notes import note_words

LABELS = ["no", "yes", "yes"]
DAY = datetime.date(2024, 1, 1)


@pytest.mark.parametrize("dtype", [np.float64, np.float32, np.int64, np.uint8, bool])
def test_numeric_arrays_become_float64(dtype):
    rows = np.array([[0, 1], [1, 0], [1, 1]], dtype=dtype)
    dataset = dataset_of(rows, LABELS, name="toy")
    assert dataset.rows.dtype == np.float64
    np.testing.assert_array_equal(dataset.rows, rows)
    assert dataset.kinds == ("numeric", "numeric")
    assert (dataset.name, dataset.origin, dataset.groups) == ("toy", "", None)


def test_a_float64_array_is_not_copied():
    rows = np.arange(6.0).reshape(3, 2)
    assert dataset_of(rows, LABELS).rows is rows


def test_missing_numbers_stay_missing():
    np.testing.assert_array_equal(dataset_of([[1, None], [2, 3], [4, 5]], LABELS).rows, [[1, np.nan], [2, 3], [4, 5]])


def test_lists_of_numbers_beside_text_keep_the_numbers():
    dataset = dataset_of([[1, "red"], [2.5, None], [None, "blue"]], LABELS)
    assert dataset.kinds == ("numeric", "nominal")
    assert dataset.rows["x0"].dtype == np.float64
    np.testing.assert_array_equal(dataset.rows["x0"], [1, 2.5, np.nan])
    assert dataset.rows["x1"].dtype == object
    pd.testing.assert_series_equal(dataset.rows["x1"], pd.Series(["red", np.nan, "blue"], name="x1", dtype=object))


MIXED = {
    "whole": [1, None, 3],
    "flag": [True, False, None],
    "real": [0.5, None, 2.5],
    "money": [decimal.Decimal("1.5"), None, decimal.Decimal(2)],
    "word": ["a", None, "b"],
}


def test_a_list_of_numbers_and_text_alone():
    assert dataset_of([[1, "a"], [2, "b"], [3, "a"]], LABELS).kinds == ("numeric", "nominal")


def nullable(data):
    return pd.DataFrame(data).convert_dtypes()


@pytest.mark.parametrize("frame", [dict, pd.DataFrame, pl.DataFrame, nullable], ids=["dict", "pandas", "polars", "NA"])
def test_frames_of_all_makes_give_the_same_rows(frame):
    dataset = dataset_of(frame(MIXED), pd.Series(LABELS))
    assert dataset.kinds == ("numeric",) * 4 + ("nominal",)
    expected = pd.DataFrame(
        {
            "whole": [1, np.nan, 3],
            "flag": [1, 0, np.nan],
            "real": [0.5, np.nan, 2.5],
            "money": [1.5, np.nan, 2],
            "word": pd.Series(["a", np.nan, "b"], dtype=object),
        }
    )
    pd.testing.assert_frame_equal(dataset.rows, expected)


def test_the_fingerprint_does_not_depend_on_the_make_of_the_frame():
    frames = [pd.DataFrame(MIXED), pl.DataFrame(MIXED), pd.DataFrame(MIXED, index=[7, 8, 9])]
    assert len({dataset_of(frame, LABELS).fingerprint for frame in frames}) == 1


@pytest.mark.parametrize("make", [pd.DataFrame, pl.DataFrame], ids=["pandas", "polars"])
def test_frames_of_numbers_become_an_array(make):
    dataset = dataset_of(make({"a": [1, 2, 3], "b": [True, False, True]}), LABELS)
    np.testing.assert_array_equal(dataset.rows, [[1, 1], [2, 0], [3, 1]])


@pytest.mark.parametrize(
    "column",
    [
        pd.Series([1, 2, None], dtype="category"),
        pd.Series(["1", "2", None], dtype="category"),
        pl.Series(["1", "2", None], dtype=pl.Categorical),
        pl.Series(["1", "2", None], dtype=pl.Enum(["1", "2"])),
    ],
    ids=str,
)
def test_declared_categories_are_nominal_text_without_a_note(column):
    dataset = dataset_of({"code": column}, LABELS)
    assert dataset.kinds == ("nominal",)
    assert dataset.rows["code"].tolist()[:2] == ["1", "2"]
    assert np.isnan(dataset.rows["code"][2])
    assert dataset.notes == ()


def test_number_names_of_columns_become_text():
    assert dataset_of(pd.DataFrame({0: [1, 2, 3], 1: ["a", "b", "a"]}), LABELS).rows.columns.tolist() == ["0", "1"]


@pytest.mark.parametrize(
    ("rows", "argument", "facts"),
    [
        ([], "rows", ["shape (0,)", "rows.reshape(-1, 1)"]),
        (np.empty((0, 2)), "rows", ["0 rows"]),
        (pd.DataFrame({"a": []}), "rows", ["0 rows"]),
        (np.empty((3, 0)), "rows", ["0 columns"]),
        (pd.DataFrame(index=[0, 1, 2]), "rows", ["0 columns"]),
        ([1, 2, 3], "rows", ["shape (3,)", "rows.reshape(-1, 1)"]),
        (pd.Series([1, 2, 3]), "rows", ["shape (3,)", "rows.reshape(-1, 1)"]),
        (np.zeros((3, 1, 1)), "rows", ["shape (3, 1, 1)"]),
        ([[1, 2], [3], [4]], "rows", ["lengths"]),
        ({"a": [1, 2, 3], "b": [1, 2]}, "rows", ["lengths: 2, 3"]),
        ({"a": 1}, "column 'a'", ["got 1"]),
        (sparse.csr_matrix(np.eye(3)), "rows", ["sparse", "rows.toarray()"]),
        (sparse.coo_array(np.eye(3)), "rows", ["sparse", "rows.toarray()"]),
        (pl.LazyFrame({"a": [1, 2, 3]}), "rows", ["lazy", ".collect()"]),
        (pd.DataFrame([[1, 2]] * 3, columns=["a", "a"]), "rows", ["two", "'a'"]),
        (pd.DataFrame([[1, 2]] * 3, columns=[1, "1"]), "rows", ["two", "'1'"]),
        ([[1], [np.inf], [2]], "column 'x0'", ["row 2 is inf"]),
        ({"a": [1, 2, -np.inf]}, "column 'a'", ["row 3 is -inf"]),
        ({"a": [[1], [2], [3, 4]]}, "column 'a'", ["list", 'drop=["a"]', 'drop=["a"]']),
        (np.array([[1j], [2], [3]]), "column 'x0'", ["complex", 'drop=["x0"]']),
        (np.array([[b"a"], [b"b"], [b"c"]]), "column 'x0'", ["bytes", 'drop=["x0"]']),
        ([[1], [2]], "target", ["3 values", "2 rows"]),
    ],
)
def test_bad_rows_are_refused(rows, argument, facts):
    with refused(argument, *facts):
        dataset_of(rows, LABELS)


def test_one_column_is_advised_only_where_there_is_one():
    with refused("rows") as refusal:
        dataset_of(np.zeros((3, 1, 1)), LABELS)
    assert "reshape" not in str(refusal.value)


@pytest.mark.parametrize(
    "column",
    [
        pd.to_datetime(pd.Series(["2024-01-01", None, "2024-01-03"])),
        pd.to_datetime(pd.Series(["2024-01-01", None, "2024-01-03"]), utc=True),
        pd.Series(pd.period_range("2024", periods=3)),
        pd.to_timedelta(pd.Series([1, 2, 3])),
        pl.Series([DAY, None, DAY]),
        pl.Series([datetime.time(1), None, datetime.time(2)]),
        [DAY, None, DAY],
        ["2024-01-01", None, "2024-01-03"],
        ["2024-01-01T10:30", "2024-01-01 10:30:05.25", "2024-01-01T10:30:05+02:00"],
    ],
)
def test_dates_are_refused_with_advice(column):
    with refused("column 'when'", "dates", 'drop=["when"]', 'drop=["when"]'):
        dataset_of({"when": column}, LABELS)


def test_text_that_is_not_all_dates_is_nominal():
    assert dataset_of({"when": ["2024-01-01", "never", "2024-01-03"]}, LABELS).kinds == ("nominal",)


def many(count, rows):
    return {"full name": [f"person {row % count}" for row in range(rows)]}


def halves(rows):
    return ["a", "b"] * (rows // 2)


def test_free_text_is_refused_with_advice():
    counts = "51 distinct values in 100 rows"
    with refused("column 'full name'", counts, 'drop=["full name"]', 'drop=["full name"]'):
        dataset_of(many(51, 100), halves(100))


@pytest.mark.parametrize(("count", "rows"), [(50, 60), (51, 102)])
def test_fewer_distinct_texts_are_nominal(count, rows):
    assert dataset_of(many(count, rows), halves(rows)).kinds == ("nominal",)


def test_a_declared_category_with_many_values_is_kept_and_noted():
    dataset = dataset_of(pd.DataFrame(many(100, 100), dtype="category"), halves(100))
    assert dataset.notes == (Note.of(NoteKind.IDENTIFIER, column="full name", distinct=100, rows=100),)


def test_numbers_with_a_stray_word_are_nominal_and_noted():
    dataset = dataset_of({"age": ["31", "?!", "42"]}, LABELS)
    assert dataset.notes == (Note.of(NoteKind.TAKEN_AS_NOMINAL, column="age", row=2, value="?!"),)


def test_many_numbers_with_a_stray_word_are_refused_with_the_word():
    ages = [str(age) for age in range(99)] + ["old"]
    with refused("column 'age'", "row 100", "'old'"):
        dataset_of({"age": ages}, halves(100))


def test_numbers_written_as_text_are_noted():
    dataset = dataset_of(np.array([["1", "a"], ["2", "b"], ["3", "a"]]), LABELS)
    assert dataset.kinds == ("nominal", "nominal")
    assert dataset.notes == (Note.of(NoteKind.TAKEN_AS_NOMINAL, column="x0", row=None, value=""),)


def test_constant_and_empty_columns_are_kept_and_noted():
    rows = {"a": [1, 1, 1], "b": ["u", "u", "u"], "c": [None] * 3, "d": [1, None, 1], "e": ["u", None, "u"]}
    dataset = dataset_of(rows | {"f": pd.Categorical([None] * 3, ["u"])}, LABELS)
    assert dataset.kinds == ("numeric", "nominal", "numeric", "numeric", "nominal", "nominal")
    assert dataset.notes == (
        Note.of(NoteKind.CONSTANT_COLUMNS, columns=("a", "b")),
        Note.of(NoteKind.EMPTY_COLUMNS, columns=("c", "f")),
    )


def test_notes_name_ten_columns_at_most():
    (note,) = dataset_of(np.ones((3, 12)), LABELS).notes
    assert note.kind is NoteKind.CONSTANT_COLUMNS
    assert "x0, x1, x2, x3, x4, x5, x6, x7, x8, x9 and 2 more" in note_words(note)


def test_a_column_that_numbers_the_rows_is_noted():
    dataset = dataset_of({"id": range(1, 13), "x": [1, 2] * 6}, ["a", "b"] * 6)
    assert dataset.notes == (Note.of(NoteKind.COUNTING_COLUMNS, columns=("id",)),)


@pytest.mark.parametrize(
    "groups", [[1, 1, 2], ["u", "u", "v"], pd.Series([1, 1, 2]), pl.Series(["u", "u", "v"]), np.array([[1], [1], [2]])]
)
def test_groups_are_kept(groups):
    kept = dataset_of(np.eye(3), LABELS, groups=groups).groups
    assert kept.shape == (3,)
    assert kept[0] == kept[1] != kept[2]


@pytest.mark.parametrize(
    ("groups", "facts"),
    [
        ([1, 2], ["2 values", "3 rows"]),
        ([1, None, 2], ["row 2", "missing"]),
        ([1, 1, 1], ["group, 1;"]),
        ([[1, 2]] * 3, ["shape (3, 2)"]),
    ],
)
def test_bad_groups_are_refused(groups, facts):
    with refused("groups", *facts):
        dataset_of(np.eye(3), LABELS, groups=groups)
