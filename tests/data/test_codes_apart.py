"""Labels and groups that are written differently stay different: 01 is not 1, and nothing is merged without a word."""

import numpy as np
import pandas as pd
import pytest
from tests.refusals import refused

from outperform import compare, judge_items, judge_predictions
from outperform.core import NoteKind
from outperform.data import load

X = np.random.default_rng(0).normal(size=90).round(3)


def written(tmp_path, codes, name="table.csv", sign=","):
    path = tmp_path / name
    rows = [sign.join([str(x), code, code]) for x, code in zip(X, np.resize(codes, 90), strict=True)]
    path.write_text("\n".join([sign.join(["x", "code", "again"]), *rows]) + "\n")
    return path


def found(kind, dataset):
    return [note for note in dataset.notes if note.kind is kind]


@pytest.mark.parametrize("codes", [["01", "1", "2"], ["1", "1.0", "2"], ["+1", "1", "2"], ["007", "7", "07"]])
def test_classes_that_are_spelt_differently_are_classes(tmp_path, codes):
    dataset = load(written(tmp_path, codes), target="code", drop="again")
    assert sorted(set(dataset.target.tolist())) == sorted(codes)
    (note,) = found(NoteKind.ALIKE_CLASSES, dataset)
    told = {label: rows for each in note["classes"] for label, rows in each}
    assert set(told.values()) == {30}
    assert set(told) >= set(codes) - {"2"}


def test_codes_with_zeros_keep_their_names(tmp_path):
    dataset = load(written(tmp_path, ["01", "02"]), target="code", drop="again")
    assert sorted(set(dataset.target.tolist())) == ["01", "02"]
    assert not found(NoteKind.ALIKE_CLASSES, dataset)
    judged = compare(["nb", "dummy"], dataset, metric="f1", positive="02", max_fits=100)
    assert judged[0].metric == "f1(positive='02')"


@pytest.mark.parametrize(
    ("codes", "kind"), [(["0", "1"], "i"), (["1.0", "2.0"], "i"), (["-1", "1"], "i"), ([f"{x}" for x in X], "f")]
)
def test_numbers_stay_numbers(tmp_path, codes, kind):
    assert load(written(tmp_path, codes), target="code", drop="again").target.dtype.kind == kind


def test_quantities_may_be_written_in_several_ways(tmp_path):
    codes = [*(f"{x}" for x in X[:88]), "1.0", "1"]
    assert load(written(tmp_path, codes), target="code", drop="again").target.dtype.kind == "f"


@pytest.mark.parametrize("name", ["table.csv", "table.tsv"])
def test_groups_too(tmp_path, name):
    codes = [f"{at}" for at in range(1, 10)] + [f"0{at}" for at in range(1, 10)]
    path = written(tmp_path, codes, name, "\t" if name.endswith("tsv") else ",")
    dataset = load(path, target="x", groups="code")
    assert len(set(dataset.groups.tolist())) == 18
    (note,) = found(NoteKind.ALIKE_NAMES, dataset)
    assert ("1", "01") in note["names"] or ("01", "1") in note["names"]


def test_a_number_and_its_text_are_refused():
    mixed = np.array([0, "0", 1] * 30, dtype=object)
    with refused("target", "0", "text"):
        compare(["nb", "dummy"], X.reshape(-1, 1), mixed)
    with refused("groups", "0", "text"):
        compare(["nb", "dummy"], X.reshape(-1, 1), [0, 1] * 45, groups=mixed)
    said = {"a": [0, 1, 1] * 30, "b": [0, 1, 0] * 30}
    with refused("truth", "0", "text"):
        judge_predictions(mixed, said)
    with refused("cluster", "0", "text"):
        judge_predictions([0, 1, 1] * 30, said, cluster=mixed)
    for role in ("cluster", "task"):
        with refused(f"table, column '{role}'", "0", "text"):
            judge_items(pd.DataFrame({"item": range(90), **said, role: mixed}))
    with refused("cluster", "0", "text"):
        judge_items(said, cluster=mixed)
