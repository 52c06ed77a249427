"""Codes of numbers, counted without pandas, against pandas."""

import numpy as np
import pandas as pd
import pytest

from outperform.data.codes import codes_of, is_again, joined, numbered


@pytest.mark.parametrize("high", [1, 5, 300, 10**12])  # the last is too sparse for a table of all numbers
def test_numbers_are_coded_as_pandas_does(high):
    keys = np.random.default_rng(high).integers(0, high, 200)
    codes, distinct = numbered(keys)
    wanted, names = pd.factorize(keys)
    assert (codes.tolist(), distinct.tolist()) == (wanted.tolist(), names.tolist())
    assert is_again(codes).tolist() == pd.Series(keys).duplicated().tolist()


def test_no_numbers_have_no_codes():
    codes, distinct = numbered(np.empty(0, dtype=np.int64))
    assert codes.size == distinct.size == is_again(codes).size == 0


@pytest.mark.parametrize("size", [3, 30_000])  # below and above the size from which pandas is loaded
def test_joined_columns_have_one_code_per_name(size):
    both = joined([codes_of("a", np.arange(size)), codes_of("b", np.array([None, 1, "x"], dtype=object))])
    assert both.codes[[0, 1, size, size + 1, size + 2]].tolist() == [0, 1, -1, 1, size]
    assert both.names[[1, size]].tolist() == ["1", "x"]
