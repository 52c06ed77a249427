"""Probabilities and scores per row: what is no number is refused with its row."""

import numpy as np
import pytest
from tests.refusals import refused

from outperform.data.predictions.responses import responses


@pytest.mark.parametrize(
    "cells", [([1.5, 2], [1, 2]), ([1.5, 2], [1]), ([1 + 2j],)], ids=["alike", "ragged", "complex"]
)
def test_cells_that_are_arrays_are_refused(cells):
    column = np.empty(len(cells), dtype=object)
    column[:] = [np.array(cell) for cell in cells]
    with refused("predictions of 'a'", "row 1"):
        responses([1.0, 2.0][: len(cells)], {"a": column, "b": [1.0, 2.0][: len(cells)]})


@pytest.mark.parametrize(
    "cell", [1 + 2j, np.complex64(1 + 2j), [1.0], b"1"], ids=lambda each: f"{type(each).__name__} {each!r}"
)
def test_a_cell_that_is_no_number_is_refused(cell):
    column = np.empty(2, dtype=object)
    column[:] = [0.5, cell]
    with refused("predictions of 'a'", "row 2"):
        responses([1.0, 2.0], {"a": column, "b": [1.0, 2.0]})


def test_probabilities_are_read_however_they_are_written():
    written = {"a": ["90 %", "5%"], "b": ["85%", "0"]}
    assert responses(["y", "n"], written)[1].tolist() == [[0.9, 0.05], [0.85, 0.0]]
    commas = {"a": ["0,9", "0,05"], "b": ["0,85", "1e-3"]}
    assert responses(["y", "n"], commas)[1].tolist() == [[0.9, 0.05], [0.85, 0.001]]
    with refused("predictions of 'a'", "row 1 is '90 %'", "write it as 0.9"):
        responses(["y", "n"], {"a": ["90 %", "5%"], "b": [0.8, 0.1]})
    with refused("predictions of 'a'", "row 2 is '-'", "counts as missing"):
        responses(["y", "n"], {"a": ["0.9", "-"], "b": [0.8, 0.1]})
