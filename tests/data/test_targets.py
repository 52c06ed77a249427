"""Which targets name classes, and which are refused."""

import datetime

import numpy as np
import pandas as pd
import polars as pl
import pytest
from tests.refusals import refused

from outperform.core import Note, NoteKind
from outperform.data.targets import target_of


@pytest.mark.parametrize(
    ("given", "kind"),
    [
        (["a", "b", "a"], "U"),
        (["a", 1, 2.5], "U"),
        (np.array(["a", "b", "a"], dtype=object), "U"),
        ([True, False, True], "b"),
        ([0, 1, 1], "i"),
        ([0.0, 1.0, 1.0], "i"),
        (np.array([0, 1, 1], dtype=np.uint8), "i"),
        (list(range(20)) * 2, "i"),
        (pd.Series(["a", "b", "a"]), "U"),
        (pd.Series(["a", "b", "a"], dtype="category"), "U"),
        (pd.Series(range(50), dtype="category"), "i"),
        (pd.Series([0.5, 1.5], dtype="category"), "U"),
        (pd.Series([1, 2, 2], dtype="Int64"), "i"),
        (pd.DataFrame({"y": ["a", "b"]}), "U"),
        (pl.DataFrame({"y": ["a", "b"]}), "U"),
        (pl.Series(["a", "b"], dtype=pl.Categorical), "U"),
        (pl.Series([1, 2]), "i"),
        (np.array([[1], [2]]), "i"),
        ([[1], [2]], "i"),
    ],
)
def test_classes(given, kind):
    target = target_of(given)
    assert target.classes
    assert target.values.dtype.kind == kind
    assert target.values.ndim == 1
    assert target.notes == ()


@pytest.mark.parametrize(
    "given", [[0.5, 1.0, 1.5], [0.5, 1.5], [1.0, 2.0, 3.0], np.arange(21.0).repeat(2), [2**70, 2**71, 2**72]]
)
def test_quantities(given):
    target = target_of(given)
    assert not target.classes
    assert target.values.dtype == np.float64
    assert target.notes == ()


@pytest.mark.parametrize("given", [np.arange(21).repeat(9), [1, 2, 3]])
def test_integers_taken_as_quantities_are_noted(given):
    target = target_of(given)
    assert not target.classes
    assert target.values.dtype == np.float64
    count = len(set(given))
    assert target.notes == (Note.of(NoteKind.QUANTITIES, distinct=count),)


@pytest.mark.parametrize(
    ("given", "facts"),
    [
        ([], ["0 rows"]),
        ("class", ["shape ()"]),
        ([[1, 2], [3, 4]], ["shape (2, 2)"]),
        (pd.DataFrame({"a": [1], "b": [2]}), ["shape (1, 2)"]),
        (["a", None], ["row 2", "missing"]),
        (["a", np.nan], ["row 2", "missing"]),
        (pd.Series(["a", pd.NA], dtype="string"), ["row 2", "missing"]),
        ([np.nan, 1.0], ["row 1", "missing"]),
        (pl.Series([1, None]), ["row 2", "missing"]),
        ([True, None], ["row 2", "missing"]),
        ([1.0, np.inf], ["row 2", "inf;"]),
        (["a", "a"], ["2 rows", "class, a;"]),
        ([1, 1], ["2 rows", "class, 1;"]),
        ([True, True], ["2 rows", "class, True;"]),
        ([0.5, 0.5], ["2 rows", "value, 0.5;"]),
        ([f"id {row}" for row in range(60)], ["60 classes", "60 rows"]),
        (["2024-01-01", "2024-01-02"], ["dates;"]),
        ([datetime.date(2024, 1, 1)] * 2, ["dates or times;"]),
        ([[1], [2, 3]], ["list"]),
    ],
)
def test_bad_targets_are_refused(given, facts):
    with refused("target", *facts):
        target_of(given)
