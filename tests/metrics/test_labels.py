"""Labels: what can be compared row by row, and codes in the order of the labels."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays
from tests.refusals import refused

from outperform.metrics.labels import aligned, encode, rank

quick = settings(max_examples=20, deadline=None)


@quick
@given(arrays(np.int64, array_shapes(max_dims=2), elements=st.integers(-5, 5) | st.integers(-(2**62), 2**62)))
def test_ranks_are_those_of_numpy(values):
    distinct, codes = rank(values)
    assert distinct.tolist() == sorted(set(values.ravel().tolist()))
    assert (distinct[codes] == values).all()
    assert distinct.dtype == values.dtype


@pytest.mark.parametrize(
    "values",
    [
        np.array([True, False, True]),
        np.array(["b", "a", "b"]),
        np.array(["b", "a", "b"], dtype=object),
        pd.Series(["b", "a", "b"]),
        pd.Series(["b", "a", "b"], dtype="category"),
        np.array([2, 1, 2], dtype=np.uint8),
        np.array([2.0, 1.0, 2.0]),
        [2, np.int64(1), 2.0],
    ],
)
def test_whatever_holds_labels_will_do(values):
    truth, predictions = aligned(values, values)
    labels, codes = encode(truth, predictions)
    assert codes.tolist() == [[1, 0, 1]] * 2
    assert labels.tolist() == sorted(set(values))


@pytest.mark.parametrize(
    ("values", "fact"),
    [
        (np.array([1.0, np.nan]), "row 2 is nan"),
        (np.array([1.0, np.inf]), "row 2 is inf"),
        (["a", np.nan], "row 2 is nan"),  # numpy would make it the text 'nan'
        (["a", None], "row 2 is None"),
        ([1, 2, "b"], "row 3 is 'b'"),
        ([None, "a"], "row 1 is None"),
        (pd.Series([1, None], dtype="Int64"), "row 2 is "),
        (pd.Series(["a", None]), "row 2 is "),
        (np.array(["2026-11-15", "2026-11-16"], dtype="datetime64[D]"), "row 1 is datetime.date(2026, 11, 15)"),
        ([[1, 2], [3, 4]], "shape (2, 2)"),
        ([], "0 rows"),
    ],
)
def test_what_is_no_label_is_refused(values, fact):
    with refused("truth", fact):
        aligned(values, values)


def test_a_gap_in_the_predictions_of_several_learners_is_named_by_its_row():
    with refused("predictions", "row 2 is nan"):
        aligned([0, 1, 1], np.array([[0, 1, 1], [0, np.nan, 1]]))
    with refused("predictions", "row 3 is None"):
        aligned([0, 1, 1], [[0, 1, 1], [0, 1, None]])


def test_text_is_never_compared_with_numbers():
    with refused("predictions", "hold text", "truth holds numbers"):
        aligned([0, 1], ["0", "1"])
    with refused("predictions", "hold numbers", "truth holds text"):
        aligned(["0", "1"], [0, 1])


def test_a_single_prediction_is_not_one_a_row():
    with refused("predictions", "a single value", "2 rows"):
        aligned([0, 1], 1)
    with refused("predictions", "nan"):
        aligned([0, 1], np.nan)
