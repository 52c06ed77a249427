"""Rows, target, groups and time that belong together by their index are never taken by their places."""

import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import load_iris
from tests.refusals import refused

from outperform import budget, compare
from outperform.core import InputError

ROWS, TARGET = load_iris(return_X_y=True, as_frame=True)
TURNED = TARGET.sample(frac=1, random_state=0)


@pytest.mark.parametrize("door", [compare, budget])
def test_a_target_in_another_order_is_refused(door):
    with refused("y", "index", "another order", error=InputError):
        door(["nb", "tree"], ROWS, TURNED, progress=False)


@pytest.mark.parametrize("name", ["groups", "time"])
def test_groups_and_times_in_another_order_are_refused(name):
    values = pd.Series(np.arange(150) // 5).sample(frac=1, random_state=0)
    with refused(name, "index", "another order", error=InputError):
        compare(["nb", "tree"], ROWS, TARGET, **{name: values}, progress=False)


def test_an_index_of_other_labels_says_nothing():
    other = TARGET.set_axis(np.arange(1000, 1150))
    found = compare(["nb", "tree"], ROWS, other, procedure="5x2-f", progress=False)
    assert found.scores[0].means.min() > 0.8


def test_plain_arrays_are_taken_by_their_places():
    found = compare(["nb", "tree"], ROWS, TURNED.to_numpy(), procedure="5x2-f", progress=False)
    assert found.scores[0].means.max() < 0.6
