"""Probabilities and scores per row: what is no number is refused with its row."""

import numpy as np
import pytest
from tests.refusals import refused

from outperform.data.responses import responses


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
