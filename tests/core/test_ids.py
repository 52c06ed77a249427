"""Ids of rows and the numbers that follow from them."""

import pickle

import numpy as np
import pytest

from outperform.core import Ids, draws, fingerprint, row_keys

NAN = float("nan")


def text(*values):
    return np.array(values, dtype=object)


def test_a_key_is_the_fingerprint_of_head_and_cells():
    columns = [np.array([1.0, NAN]), np.array([0.5, -0.0]), text("red", NAN), np.array([2.0, 3.0])]
    keys = [key.hex() for key in row_keys(["row", ["a", "b"]], columns)]
    assert keys[0] == fingerprint("row", ["a", "b"], 1.0, 0.5, "red", 2.0)
    assert keys[1] == fingerprint("row", ["a", "b"], NAN, 0.0, NAN, 3.0)


@pytest.mark.parametrize(
    ("first", "second", "same"),
    [
        pytest.param([0.0], [-0.0], True, id="zero-has-no-sign"),
        pytest.param([NAN], [-NAN], True, id="one-nan"),
        pytest.param(["é"], ["e\u0301"], True, id="text-is-composed"),
        pytest.param(["1"], [1.0], False, id="text-is-no-number"),
        pytest.param([0.1], [float(np.float32(0.1))], False, id="rounding-counts"),
        pytest.param(["ab", "c"], ["a", "bc"], False, id="cells-have-lengths"),
    ],
)
def test_what_counts_as_the_same_row(first, second, same):
    found = [
        row_keys([], [np.array([cell], dtype=object if isinstance(cell, str) else float) for cell in cells])
        for cells in (first, second)
    ]
    assert (found[0] == found[1]) is same


def test_names_of_columns_count():
    column = [np.array([1.0])]
    assert row_keys(["row", ["a"]], column) != row_keys(["row", ["b"]], column)


def test_many_rows_are_written_in_pieces():
    values = np.arange(20_000.0)
    keys = row_keys([], [values, values % 7])
    assert keys[19_999].hex() == fingerprint(19_999.0, 19_999.0 % 7)
    assert len(set(keys)) == 20_000


def test_equal_rows_have_different_ids_whoever_comes_first():
    ids, turned = Ids.of([b"x", b"y", b"x"]), Ids.of([b"x", b"x", b"y"])
    assert len(set(ids.digests)) == 3
    assert ids.digests == turned.digests
    assert list(ids.digests) == sorted(ids.digests)
    assert ids.digest == turned.digest
    assert ids.order_digest != turned.order_digest
    assert ids.digest != Ids.of([b"x", b"y"]).digest


def test_draws_depend_on_key_and_address_alone():
    ids = Ids.of([b"a", b"b", b"c"])
    first = ids.draws("row", 0)
    assert first is ids.draws("row", 0)
    assert first.tolist() == draws(ids.digests, "row", 0).tolist()
    assert not set(first.tolist()) & set(ids.draws("row", 1).tolist())
    travelled = pickle.loads(pickle.dumps(ids))
    assert travelled.draws("row", 0).tolist() == first.tolist()


def test_draws_are_spread_evenly():
    found = draws([str(number).encode() for number in range(4000)], "row", 0) / 2.0**64
    assert np.abs(np.histogram(found, bins=10, range=(0, 1))[0] - 400).max() < 5 * np.sqrt(400 * 0.9)
