"""Labels: what can be compared row by row, and codes in the order of the labels."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays

from outperform.core import InputError
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
    ("values", "problem"),
    [
        (np.array([1.0, np.nan]), "missing or infinite"),
        (np.array([1.0, np.inf]), "missing or infinite"),
        (["a", np.nan], "of type float; labels are all text or all numbers"),  # numpy would make it the text 'nan'
        (["a", None], "NoneType"),
        (pd.Series([1, None], dtype="Int64"), "missing|NAType"),
        (pd.Series(["a", None]), "labels are all text or all numbers"),
        (np.array(["2026-11-15", "2026-11-16"], dtype="datetime64[D]"), "of type date"),
        ([[1, 2], [3, 4]], "one value per row"),
        ([], "no rows"),
    ],
)
def test_what_is_no_label_is_refused(values, problem):
    with pytest.raises(InputError, match=f"^truth: .*{problem}"):
        aligned(values, values)


def test_text_is_never_compared_with_numbers():
    with pytest.raises(InputError, match=r"^predictions: are text, but the truth is numbers"):
        aligned([0, 1], ["0", "1"])
    with pytest.raises(InputError, match=r"^predictions: are numbers, but the truth is text"):
        aligned(["0", "1"], [0, 1])


def test_a_single_prediction_is_not_one_a_row():
    with pytest.raises(InputError, match=r"^predictions: have a single value for 2 rows"):
        aligned([0, 1], 1)
