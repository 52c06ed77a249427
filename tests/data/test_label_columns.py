"""Columns of labels: what is asked of them is computed for each distinct label, with the same answers."""

from decimal import Decimal

import numpy as np
import pytest
from tests.refusals import refused

from outperform import judge_predictions
from outperform.cli.main import main
from outperform.data.predictions import label_columns
from outperform.data.predictions import notes as label_notes
from outperform.data.predictions.columns import prediction_table
from outperform.data.predictions.label_columns import CodedLabels, compact, label_column
from outperform.data.predictions.labels import read_labels
from outperform.data.predictions.table import PredictionColumns


def objects(*cells):
    made = np.empty(len(cells), dtype=object)
    made[:] = cells
    return made


def test_labels_that_are_equal_for_python_stay_different():
    """True, 1 and 1.0 have one hash: their texts are not the same."""
    column = label_column("truth", objects(True, 1, 1.0, Decimal("1.50"), "1"))
    assert [column.text(row) for row in range(5)] == ["True", "1", "1", "1.5", "1"]
    assert column.counted() == {"True": 1, "1": 3, "1.5": 1}
    assert column.rows_of({"1"}).tolist() == [1, 2, 4]


def test_half_precision_is_read_without_a_warning():
    column = label_column("truth", np.array([0, 1, 2048], dtype=np.float16))
    assert column.numbers.tolist() == [0, 1, 2048]
    assert column.numbers.dtype == np.int64


def test_counts_follow_the_first_rows():
    found = read_labels(["b", "a", "b"], {"x": ["a", "a", "b"], "y": ["b", "b", "b"]})
    assert [list(each.items()) for each in found.counts] == [[("b", 2), ("a", 1)], [("a", 2), ("b", 1)], [("b", 3)]]
    numbers = read_labels([1, 0, 1], {"x": [1, 1, 1], "y": [0, 1, 0]})
    assert numbers.counts == ({0: 1, 1: 2}, {1: 3}, {0: 2, 1: 1})


@pytest.mark.parametrize("long", [1, 10**9], ids=["coded", "as given"])
@pytest.mark.parametrize(
    ("labels", "metric"), [(("yes", "no"), "accuracy"), (("0", "1"), "f1"), (("0.2", "0.7"), "roc_auc")]
)
def test_codes_change_no_answer(labels, metric, long, monkeypatch):
    rng = np.random.default_rng(0)
    truth = rng.integers(2, size=80)
    columns = {name: objects(*np.array(labels)[rng.integers(2, size=80)].tolist()) for name in "ab"}
    columns["truth"] = objects(*np.array(labels if metric != "roc_auc" else ("0", "1"))[truth].tolist())
    plain = judge_predictions(columns["truth"], {name: columns[name] for name in "ab"}, metric)
    monkeypatch.setattr(label_columns, "LONG", long)
    table = prediction_table(columns, PredictionColumns("truth"))
    assert isinstance(table.truth, CodedLabels) == (long == 1)
    judged = judge_predictions(table.truth, table.predictions, metric)
    assert judged.to_dict() == plain.to_dict()


def test_a_short_column_a_gap_and_numbers_are_kept_as_they_are(monkeypatch):
    words = objects("a", "b")
    assert compact(words) is words
    monkeypatch.setattr(label_columns, "LONG", 1)
    for column in (objects("a", None), objects("a", ""), objects("a", 1), np.array([1, 2])):
        assert compact(column) is column


def test_an_empty_cell_of_many_is_named(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(label_columns, "LONG", 1)
    path = tmp_path / "p.csv"
    path.write_text("truth,a,b\nyes,yes,no\nno,,no\n")
    assert main(["predictions", str(path), "--truth", "truth"]) == 2
    said = capsys.readouterr().err
    assert "predictions of 'a'" in said
    assert "row 2" in said


def test_labels_of_thousands_of_classes_are_not_compared_each_with_each():
    counts = {f"c{number}": 1 for number in range(20_000)}
    unknown = {f"C{number}": 1 for number in range(20_000)}
    (note,) = label_notes.label_notes([counts, unknown], ["a"])
    assert all(other == label.lower() for label, _, other in note["labels"])


def test_masked_labels_are_missing():
    with refused("truth", "row 2"):
        label_column("truth", np.ma.masked_array([1, 0, 1], [False, True, False]))
