"""Ids that repeat among rows that count as items: no new evidence."""

import numpy as np
import pandas as pd
import pytest

from outperform import judge_items, judge_predictions
from outperform.core import NoteKind
from outperform.data.item_columns import repeated_ids

ROWS = 40


def ids(distinct, rows=ROWS):
    return np.array([f"q{at % distinct}" for at in range(rows)], dtype=object)


def found(notes):
    return [
        (note["column"], note["distinct"], note["rows"], note["surely"])
        for note in notes
        if note.kind is NoteKind.IDS_REPEAT
    ]


@pytest.mark.parametrize(
    ("name", "surely"),
    [
        *((name, True) for name in ("item", "id", "question_id", "ID", "doc-id", "sampleId", "uuid", "example")),
        *((name, False) for name in ("patient", "user_id", "customerID", "filename", "Session", "store id")),
    ],
)
def test_a_column_called_like_ids_that_repeats(name, surely):
    assert found(repeated_ids({name: ids(10)})) == [(name, 10, ROWS, surely)]
    assert found(repeated_ids({name: ids(ROWS)})) == []


@pytest.mark.parametrize("name", ["seed", "index", "run_id", "fold_id", "class_id", "model", "text", "score", "row"])
def test_other_columns_may_repeat(name):
    assert found(repeated_ids({name: ids(10)})) == []


def test_a_constant_and_few_groups_are_no_ids():
    assert found(repeated_ids({"id": ids(1), "user_id": ids(3)})) == []


def test_ids_inside_of_clusters_may_repeat():
    assert found(repeated_ids({"id": ids(20)}, ids(10))) == []
    assert found(repeated_ids({"id": ids(10)}, ids(20))) == [("id", 10, ROWS, True)]


class TestPredictions:
    truth = np.array([0, 1] * (ROWS // 2))
    said = {"a": truth, "b": 1 - truth}  # noqa: RUF012

    def frame(self, **more):
        return pd.DataFrame({"y": self.truth, **self.said, **more})

    def judged(self, frame, **words):
        return found(judge_predictions("y", frame, learners=["a", "b"], **words).notes)

    def test_a_table_with_a_column_per_learner(self):
        frame = self.frame(item=ids(10), patient=ids(20))
        assert self.judged(frame) == [("item", 10, ROWS, True), ("patient", 20, ROWS, False)]
        assert self.judged(frame, cluster="item") == []  # each patient has the rows of one item
        assert self.judged(frame, cluster="patient") == [("item", 10, ROWS, True)]
        notes = judge_predictions("y", frame, learners=["a", "b"], cluster="none").notes
        assert [note["apart"] for note in notes if note.kind is NoteKind.IDS_REPEAT] == [True, True]

    def test_a_row_per_item_and_system(self):
        frame = self.frame(item=range(ROWS), user_id=ids(10))
        long = frame.melt(["item", "y", "user_id"], ["a", "b"], "system", "prediction")
        assert self.judged(long) == [("user_id", 10, ROWS, False)]

    def test_a_table_per_system(self):
        frame = self.frame(id=range(ROWS), question_id=ids(10)).sample(frac=1, random_state=1)
        tables = {name: frame[["id", "question_id", "y", name]] for name in "ab"}
        assert self.judged(tables, item_col="id") == [("question_id", 10, ROWS, True)]

    def test_names_of_rows_in_python(self):
        assert found(judge_predictions(self.truth, self.said, ids=ids(10)).notes) == [("ids", 10, ROWS, True)]
        assert found(judge_predictions(self.truth, self.said, ids=ids(10), cluster=ids(10)).notes) == []
        series = pd.Series(self.truth, index=ids(10))
        others = {name: pd.Series(each, index=ids(10)) for name, each in self.said.items()}
        assert found(judge_predictions(series, others).notes) == [("truth.index", 10, ROWS, False)]


class TestEvaluations:
    def test_attempts_that_are_called_items(self):
        frame = pd.DataFrame({"item": range(ROWS), "question_id": ids(10), "a": [0, 1] * 20, "b": [1.0, 0] * 20})
        expected = [("question_id", 10, ROWS, True)]
        assert found(judge_items(frame, systems=["a", "b"]).notes) == expected
        assert found(judge_items(frame.melt(["item", "question_id"], ["a", "b"], "system", "score")).notes) == expected
        assert found(judge_items(frame, systems=["a", "b"], cluster="question_id").notes) == []

    def test_a_column_that_says_the_same_of_each_item_does_not_repeat(self):
        frame = pd.DataFrame({"item": range(ROWS), "question_id": ids(ROWS), "a": [0, 1] * 20, "b": [1.0, 0] * 20})
        assert found(judge_items(frame.melt(["item", "question_id"], ["a", "b"], "system", "score")).notes) == []
