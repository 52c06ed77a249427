"""Tidy and wide tables and dicts: what is read, what is said, what is refused and where."""

import json
from fractions import Fraction

import numpy as np
import pandas as pd
import polars as pl
import pytest
from tests.refusals import refused

from outperform.core import Note, NoteKind, Unit
from outperform.data import Evals, evals_of, read_evals, scores_of_evals

TIDY = {"item": ["x", "y", "x", "y"], "system": ["a", "a", "b", "b"], "score": [1, 0, 1, 1]}


def tidy(**columns):
    return pd.DataFrame(TIDY | columns)


def kinds(evals):
    return [note.kind for note in evals.notes]


@pytest.mark.parametrize("frame", [pd.DataFrame, pl.DataFrame], ids=["pandas", "polars"])
def test_a_tidy_frame(frame):
    evals = evals_of(frame(TIDY))
    assert evals.systems == ("a", "b")
    assert evals.ids.tolist() == ["x", "y"]
    assert evals.scores.tolist() == [[[1, 0]], [[1, 1]]]
    assert evals.notes == ()


@pytest.mark.parametrize("frame", [pd.DataFrame, pl.DataFrame], ids=["pandas", "polars"])
def test_a_wide_frame_is_the_same(frame):
    evals = evals_of(frame({"item": ["x", "y"], "a": [1, 0], "b": [True, True]}))
    assert evals.systems == ("a", "b")
    assert evals.scores.tolist() == [[[1, 0]], [[1, 1]]]


def test_other_names_are_understood_and_said():
    evals = evals_of(
        tidy().rename(columns={"item": "Question_ID", "system": "model", "score": "Score"}).assign(epoch=1)
    )
    assert evals.ids.tolist() == ["x", "y"]
    assert evals.notes == (
        Note.of(NoteKind.COLUMNS_READ_AS, columns=(("Question_ID", "item"), ("model", "system"), ("epoch", "sample"))),
    )


def test_an_item_is_the_same_however_its_number_is_written():
    evals = evals_of(pd.DataFrame({"item": [1, 2.0, "1", "2"], "system": [*"aabb"], "score": [1, 0, 1, 1]}))
    assert evals.ids.tolist() == ["1", "2"]


def test_the_order_of_rows_does_not_matter():
    rng = np.random.default_rng(3)
    frame = pd.DataFrame(
        [(f"i{i}", s, k, rng.random()) for i in range(20) for s in "ab" for k in range(3)],
        columns=["item", "system", "sample", "score"],
    )
    one, other = evals_of(frame), evals_of(frame.sample(frac=1, random_state=1))
    items = [other.ids.tolist().index(name) for name in one.ids]
    systems = [other.systems.index(name) for name in one.systems]
    assert np.array_equal(one.scores, other.scores[systems][:, :, items])


def test_columns_beside():
    evals = evals_of(tidy(cluster=["p", "q"] * 2, task=["t", "u"] * 2, weight=[1, 2] * 2, sample=[7, 7, 7, 7]))
    assert evals.clusters.tolist() == [0, 1]
    assert evals.task_names == ("t", "u")
    assert evals.weights.tolist() == [1, 2]
    scores = scores_of_evals(evals)
    assert scores.values[:, 0, 0].tolist() == pytest.approx([1 / 3, 1])
    assert scores.items.strata.tolist() == ["t", "u"]


def test_peers_defect_e7_a_column_of_clusters_is_used_unless_it_is_not_wanted():
    frame = tidy(cluster=["p", "p"] * 2, passage=["r", "s"] * 2)
    assert evals_of(frame).clusters.tolist() == [0, 0]
    assert evals_of(frame, cluster="none").clusters is None
    assert evals_of(frame, cluster="passage").clusters.tolist() == [0, 1]
    with refused("cluster", "pasage", "passage"):
        evals_of(frame, cluster="pasage")


def test_a_cluster_is_the_same_in_all_rows_of_an_item():
    with refused("table, row 3", "'x'", "'p'", "'r'"):
        evals_of(tidy(cluster=["p", "q", "r", "q"]))
    with refused("table, column 'cluster', row 2"):
        evals_of(tidy(cluster=["p", None, "p", "q"]))


def test_a_weight_is_the_same_in_all_rows_of_an_item_and_above_zero():
    with refused("table, row 4", "'y'", 3):
        evals_of(tidy(weight=[1, 2, 1, 3]))
    with refused("table, column 'weight', row 1", 0):
        evals_of(tidy(weight=[0, 1, 0, 1]))


def test_several_columns_of_scores_ask_for_a_metric():
    frame = tidy(f1=[0.5, 0.2, 0.1, 0.4], comment=[*"abcd"]).rename(columns={"score": "acc"})
    with refused("metric", "acc, f1", "metric="):
        evals_of(frame)
    evals = evals_of(frame, metric="f1")
    assert evals.metric == "f1"
    assert evals.scores[0, 0].tolist() == [0.5, 0.2]
    assert dict(evals.notes[0].facts) == {"not chosen": ("acc",), "text": ("comment",)}
    with refused("metric", "f2", "f1"):
        evals_of(frame, metric="f2")


def test_a_column_of_metrics():
    frame = pd.concat([tidy(metric="acc"), tidy(metric="f1", score=[0.1, 0.2, 0.3, 0.4])])
    with refused("metric", "acc, f1"):
        evals_of(frame)
    assert evals_of(frame, metric="f1").scores[1, 0].tolist() == [0.3, 0.4]


def test_peers_defect_e1_a_missing_score_is_refused_with_its_place():
    for gap in (np.nan, None, "NaN", ""):
        with refused("table, row 2", "1 of 4", "'y'", "'a'", "missing="):
            evals_of(tidy(score=[1, gap, 1, 1]))
    with refused(None, "item '2'", "'a'"):
        evals_of({"a": [1.0, float("nan")], "b": [1.0, 1.0]})


def test_missing_scores_may_count_as_wrong_or_leave_out_the_item():
    frame = tidy(score=[1, np.nan, 1, 1])
    wrong = evals_of(frame, missing="wrong")
    assert wrong.scores[:, 0].tolist() == [[1, 0], [1, 1]]
    assert wrong.notes == (Note.of(NoteKind.SCORES_MISSING, "a", scores=1, items=1, how="wrong"),)
    dropped = evals_of(frame, missing="drop")
    assert dropped.ids.tolist() == ["x"]
    assert dropped.notes == (Note.of(NoteKind.SCORES_MISSING, "a", scores=1, items=1, how="drop"),)
    with refused("missing", "[0, 1]", 7):
        evals_of(tidy(score=[1, np.nan, 1, 7]), missing="wrong")
    with refused("missing"):
        evals_of(tidy(score=[np.nan, np.nan, 1, 1]), missing="drop")
    with refused("missing", "guess"):
        evals_of(frame, missing="guess")


class TestSamplesWithoutRows:
    @staticmethod
    def table(gone, task=None, label=None):
        """Return four samples of six items of two systems, some without a row."""
        cells = [(item, system, sample) for item in range(6) for system in "ab" for sample in range(4)]
        kept = [cell for cell in cells if cell not in gone]
        frame = pd.DataFrame(kept, columns=["item", "system", "sample"])
        frame = frame if label is None else frame.assign(sample=[label(*cell) for cell in kept])
        frame = frame if task is None else frame.assign(task=[task(item) for item, *_ in kept])
        return frame.assign(score=1.0)

    @pytest.mark.parametrize("label", [None, lambda *cell: f"answer {cell}"])
    def test_a_note_says_who_lacks_how_many(self, label):
        evals = evals_of(self.table({(0, "a", 3), (0, "a", 1), (4, "a", 0)}, label=label))
        assert evals.notes == (Note.of(NoteKind.SAMPLES_MISSING, "a", samples=3, items=2),)

    def test_every_item_may_lack_one(self):
        evals = evals_of(self.table({(item, "b", item % 4) for item in range(6)}))
        assert evals.notes == (Note.of(NoteKind.SAMPLES_MISSING, "b", samples=6, items=6),)

    @pytest.mark.parametrize(
        ("gone", "task", "noted"),
        [
            ({(item, "a", sample) for item in range(6) for sample in (2, 3)}, None, True),
            ({(item, "a", sample) for item in range(6) for sample in (1, 2, 3)}, None, False),
            ({(item, system, 3) for item in range(3) for system in "ab"}, None, False),
            ({(item, "a", sample) for item in range(3) for sample in (2, 3)}, lambda item: "xy"[item < 3], True),
        ],
        ids=["fewer runs", "a single run", "both lack the same", "fewer runs of a task"],
    )
    def test_fewer_runs_of_all_items_are_no_gap_but_are_noted(self, gone, task, noted):
        found = evals_of(self.table(gone, task)).notes
        assert found == ((Note.of(NoteKind.SAMPLES_FEWER, "a", samples=2, of=4),) if noted else ())

    def test_they_may_count_as_wrong_or_leave_out_the_item(self):
        frame = self.table({(0, "a", 3), (0, "a", 1), (4, "a", 0)})
        wrong = evals_of(frame, missing="wrong")
        assert wrong.scores[0].sum(axis=0).tolist() == [2, 4, 4, 4, 3, 4]
        assert not np.isnan(wrong.scores).any()
        assert wrong.notes == (Note.of(NoteKind.SCORES_MISSING, "a", scores=3, items=2, how="wrong"),)
        dropped = evals_of(frame, missing="drop")
        assert dropped.ids.tolist() == [*"1235"]
        assert dropped.notes == (Note.of(NoteKind.SCORES_MISSING, "a", scores=3, items=2, how="drop"),)
        with refused("missing", 6):
            evals_of(self.table({(item, "b", item % 4) for item in range(6)}), missing="drop")


@pytest.mark.parametrize(
    "cell", ["abc", np.inf, "1_0", "1,234", [1], {"a": 1}, "1 ± 2", 1j, pd.Timestamp("2020-01-01")]
)
def test_a_cell_that_is_no_score_is_refused_whatever_missing_says(cell):
    column = np.empty(4, dtype=object)
    column[:] = [1, 0, cell, 1]
    with refused("table, column 'score', row 3"):
        evals_of(tidy(score=column), missing="drop")


def test_booleans_and_numeric_text_are_scores():
    assert evals_of(tidy(score=["1", " 0.25 ", "true", "False"])).scores[:, 0].tolist() == [[1, 0.25], [1, 0]]
    assert evals_of(tidy(score=np.array([True, False, True, True]))).scores[0, 0].tolist() == [1, 0]


def test_an_item_twice_is_refused_unless_samples_are_numbered():
    frame = pd.DataFrame({"item": ["x", "x", "x"], "system": ["a", "a", "b"], "score": [1, 0, 1]})
    with refused("table, row 2 and table, row 1", "'a'", "'x'", "sample"):
        evals_of(frame)
    evals = evals_of(frame.assign(sample=[1, 2, 1]))
    assert evals.scores[0, :, 0].tolist() == [1, 0]
    assert np.isnan(evals.scores[1, 1, 0])
    with refused(None, "'x'", "'1'"):
        evals_of(frame.assign(sample=1))


def test_an_item_twice_without_a_column_of_systems_names_the_columns_that_may_hold_them():
    frame = pd.DataFrame({"id": [1, 1, 2, 2], "provider": ["x", "y"] * 2, "passed": [True, False, True, True]})
    with refused("table, row 2 and table, row 1", "call it system", "provider"):
        evals_of(frame)
    assert evals_of(frame.rename(columns={"provider": "system"})).systems == ("x", "y")


def test_a_row_without_an_item_is_named_by_the_column_of_the_file():
    frame = pd.DataFrame({"sample_id": [None, "a"], "model": ["x", "y"], "score": [1, 0]})
    with refused("table, column 'sample_id', row 1", "is empty", "item"):
        evals_of(frame)


@pytest.mark.parametrize(("word", "number"), [("pass", "1"), ("FAILED", "0"), ("Correct", "1"), ("wrong", "0")])
def test_words_for_right_and_wrong_are_scores(word, number):
    frame = pd.DataFrame({"item": ["q", "q"], "system": ["a", "b"], "score": [word, word]})
    assert evals_of(frame).scores.ravel().tolist() == [float(number)] * 2
    mixed = pd.concat([frame, frame.assign(item="p", score="2.5")], ignore_index=True)
    place, known = "table, column 'score', row 1", f"write {word} as {number}"
    if word == "FAILED":  # among numbers, a mark for a missing one
        place, known = "table, row 1", "2 of 4"
    with refused(place, known):
        evals_of(mixed)


def test_samples_keep_their_order_by_number():
    rows = [(i, s, k, k / 10) for i in "xy" for s in "ab" for k in (10, 9, 1)]
    evals = evals_of(pd.DataFrame(rows, columns=["item", "system", "seed", "score"]))
    assert evals.scores[1, :, 0].tolist() == [0.1, 0.9, 1.0]


def test_samples_with_an_id_of_their_own_are_counted_in_each_item():
    rows = [(i, s, f"{i}{s}{k}", k) for i in "xyz" for s in "ab" for k in range(2)]
    evals = evals_of(pd.DataFrame(rows, columns=["item", "system", "sample", "score"]))
    assert evals.scores.shape == (2, 2, 3)
    assert not np.isnan(evals.scores).any()


def test_two_columns_that_may_number_the_samples_are_refused():
    with refused("table", "epoch, seed", "sample"):
        evals_of(tidy(epoch=[1, 2, 1, 2], seed=[1, 2, 2, 1]))
    assert evals_of(tidy(epoch=1, seed=[1, 2, 1, 2])).samples == 1


def test_samples_that_would_need_a_huge_table_are_refused():
    few = pd.DataFrame({"item": np.arange(40_000), "system": "a", "sample": 1, "score": 1.0})
    many = pd.DataFrame({"item": 1, "system": "a", "sample": np.arange(2, 20_000), "score": 1.0})
    with refused(None, "'1'", "19999"):
        evals_of(pd.concat([few, many]))


def test_an_item_that_a_system_lacks_is_refused_unless_common():
    frame = tidy().iloc[:3]
    with refused("evaluations", "'b'", "'y'", "1 of 2", "common="):
        evals_of(frame)
    evals = evals_of(frame, common=True)
    assert evals.ids.tolist() == ["x"]
    assert evals.notes == (Note.of(NoteKind.ITEMS_DROPPED, "b", items=1, left=1),)
    with refused("common"):
        evals_of(pd.DataFrame({"item": ["x", "y"], "system": ["a", "b"], "score": [1, 1]}), common=True)
    with refused("common"):
        evals_of(frame, common="yes")


def test_tasks_are_kept_by_name_or_named_by_a_column():
    frame = tidy(task=["t", "u"] * 2)
    assert evals_of(frame, task="u").ids.tolist() == ["y"]
    assert evals_of(frame, task=["t", "u"]).task_names == ("t", "u")
    assert evals_of(tidy(subject=["t", "u"] * 2), task="subject").task_names == ("t", "u")
    with refused("task", "'v'", "t, u"):
        evals_of(frame, task="v")
    with refused("task"):
        evals_of(tidy(), task="t")
    with refused("task"):
        evals_of(frame, task=3)


def test_the_same_id_in_two_tasks_is_two_items():
    frame = pd.DataFrame({"item": [1, 1] * 2, "task": ["t", "u"] * 2, "system": [*"aabb"], "score": [1, 0, 1, 1]})
    assert evals_of(frame).ids.tolist() == ["t/1", "u/1"]


def test_losses_are_refused_unless_they_are_negative():
    with refused("scores", "rmse"):
        evals_of(tidy().rename(columns={"score": "rmse"}))
    assert evals_of(tidy(score=[-1, -2, -1, -1]).rename(columns={"score": "rmse"})).metric == "rmse"
    with refused("scores", "loss"):
        evals_of(pd.DataFrame({"item": ["x", "y"], "loss_a": [1.0, 2], "loss_b": [2.0, 1]}))


@pytest.mark.parametrize(
    ("columns", "facts"),
    [
        ({"system": ["a"], "score": [1]}, ["item"]),
        ({"repeat": [1], "fold": [1], "system": ["a"], "score": [1]}, ["item", "use judge()"]),
        ({"item": ["x"], "system": ["a"]}, ["score"]),
        ({"item": ["x"], "system": ["a"], "answer": ["b"]}, ["score"]),
        ({"fold": [1], "a": [0.5], "b": [0.5]}, ["fold", "use judge()"]),
        ({"item": ["x"], "label": [1], "a": [1], "b": [0]}, ["label", "judge_predictions"]),
        ({"item": ["x"]}, ["system"]),
        ({"item": []}, ["no rows"]),
    ],
)
def test_tables_of_something_else(columns, facts):
    with refused("table", *facts):
        evals_of(pd.DataFrame(columns))


def test_a_frame_without_items_counts_its_rows_and_says_so():
    evals = evals_of(pd.DataFrame({"a": [1, 0, 1], "b": [1, 1, 1]}))
    assert evals.ids.tolist() == [1, 2, 3]
    assert evals.notes == (Note.of(NoteKind.ROWS_AS_ITEMS, items=3),)
    named = evals_of(pd.DataFrame({"a": [1, 0], "b": [1, 1]}, index=["x", "y"]))
    assert named.ids.tolist() == ["x", "y"]
    assert named.notes == ()
    index = pd.Index(["x", "y"], name="item")
    assert evals_of(pd.DataFrame({"a": [1, 0], "b": [1, 1]}, index=index)).ids.tolist() == ["x", "y"]


def test_text_beside_systems_is_left_out_and_said():
    evals = evals_of(pd.DataFrame({"item": [1, 2], "a": [1, 0], "prompt": ["p", "q"]}))
    assert evals.systems == ("a",)
    assert dict(evals.notes[0].facts) == {"text": ("prompt",)}


def test_a_dict_of_scores():
    evals = evals_of({"a": [1, 0, 1], "b": np.array([[1, 1, 0], [0, 1, 0]])})
    assert evals.ids.tolist() == [1, 2, 3]
    assert np.array_equal(evals.scores[0], [[1, 0, 1], [np.nan] * 3], equal_nan=True)
    assert evals.scores[1].tolist() == [[1, 1, 0], [0, 1, 0]]
    by_id = evals_of({"a": {"x": 1, "y": 0}, "b": pd.Series([1, 0], index=["y", "x"])})
    assert by_id.scores[:, 0].tolist() == [[1, 0], [0, 1]]


def test_a_dict_with_clusters():
    assert evals_of({"a": [1, 0, 1], "b": [1, 1, 0]}, cluster=["p", "q", "p"]).clusters.tolist() == [0, 1, 0]
    with refused("cluster", 2, 3):
        evals_of({"a": [1, 0, 1]}, cluster=["p", "q"])
    with refused("cluster", "passage"):
        evals_of({"a": [1, 0, 1]}, cluster="passage")


@pytest.mark.parametrize(
    ("table", "argument"),
    [
        ({}, "table"),
        ({"a": [1, 0], "b": [1]}, "table"),
        ({"a": [[1], [0], [1]]}, "scores of 'a'"),
        ({"a": [[1, 0], [1]]}, "scores of 'a'"),
        ({"a": []}, "scores of 'a'"),
        ({"a": 3}, "scores of 'a'"),
        ({"a": "101"}, "scores of 'a'"),
        ({"a": np.zeros((1, 1, 2))}, "scores of 'a'"),
        ({"a": np.ma.masked_array([1, 0], [True, False])}, "table, row 1"),
        ({"a": {}}, "scores of 'a'"),
        ({"a": {"x": 1}, "b": [1]}, "table"),
        ({1: [1], "1": [0]}, "table"),
        (pl.DataFrame(TIDY).lazy(), "table"),
        ("scores.csv", "table"),
        (None, "table"),
        ([1, 2], "table"),
    ],
)
def test_what_is_no_table(table, argument):
    with refused(argument):
        evals_of(table)


def test_a_file_in_a_dict_says_how_files_are_read():
    with refused("scores of 'new'", "logs/new.csv", "read_evals"):
        evals_of({"new": "logs/new.csv", "old": "logs/old.csv"})


@pytest.mark.parametrize("cell", [Fraction(1, 2), "abc", [1], np.inf])
def test_cells_of_a_dict(cell):
    column = np.empty(2, dtype=object)
    column[:] = [1, cell]
    with refused("scores of 'a', item 2"):
        evals_of({"a": column})


def test_a_metric_cannot_be_chosen_where_none_is_named():
    with refused("metric"):
        evals_of({"a": [1]}, metric="acc")
    with refused("metric"):
        evals_of(pd.DataFrame({"item": [1], "a": [1]}), metric="acc")
    with refused("metric"):
        evals_of(tidy(), metric=3)


def test_evals_may_be_chosen_from_again():
    evals = evals_of(tidy(task=["t", "u"] * 2, cluster=["p", "q"] * 2, weight=[1, 2] * 2))
    assert evals_of(evals) is evals
    one = evals_of(evals, task="u", cluster="none")
    assert (one.ids.tolist(), one.clusters, one.weights.tolist()) == (["y"], None, [2])
    assert evals_of(evals, task="u").clusters.tolist() == [0]
    for options in ({"metric": "f1"}, {"cluster": "passage"}, {"task": "v"}):
        with refused(next(iter(options))):
            evals_of(evals, **options)


def test_scores_of_evals():
    frame = pd.DataFrame({"item": ["x", "y"], "a": [1, 0], "b": [0.5, 1]})
    scores = scores_of_evals(evals_of(frame), runs=True, seed=3)
    assert scores.single
    assert scores.learners == ("a", "b")
    assert scores.values.tolist() == [[[0.5]], [[0.75]]]
    assert (scores.unit, scores.n_test.tolist(), scores.seed, scores.items.runs) == (Unit.POINTS, [[2]], 3, True)
    assert scores_of_evals(evals_of(frame.assign(a=[2, 0]))).unit is Unit.NONE


def test_the_mean_is_over_items_of_the_means_over_samples():
    """3 samples of x and 1 of y: each item counts the same."""
    rows = [("x", "a", 1, 1), ("x", "a", 2, 1), ("x", "a", 3, 1), ("y", "a", 1, 0)]
    evals = evals_of(pd.DataFrame(rows, columns=["item", "system", "sample", "score"]))
    assert scores_of_evals(evals).values.ravel().tolist() == [0.5]


def test_the_repr_is_a_line():
    assert repr(evals_of(tidy())) == "Evals(2 systems: a, b; 2 items)"
    shown = repr(evals_of(tidy(system=["a\n\x1b[2J"] * 2 + ["b"] * 2, task="t", cluster="p", sample=1)))
    assert "\n" not in shown
    assert "\x1b" not in shown
    assert "tasks t; 1 clusters" in shown


def test_names_with_control_characters_stay_but_errors_are_one_line():
    evals = evals_of(tidy(system=["a\n"] * 2 + ["b"] * 2))
    assert evals.systems[0] == "a\n"
    with refused("metric") as refusal:
        evals_of(tidy(**{"e\n\x1b[2J": 1.0}).drop(columns="score").assign(other=1.0))
    assert "\x1b" not in str(refusal.value)


@pytest.mark.parametrize("suffix", ["csv", "tsv", "parquet", "jsonl", "json"])
def test_tables_from_files(tmp_path, suffix):
    path = tmp_path / f"t.{suffix}"
    frame = tidy(sample=1)
    if suffix == "parquet":
        frame.to_parquet(path)
    elif suffix.startswith("json"):
        frame.to_json(path, orient="records", lines=suffix == "jsonl")
    else:
        frame.to_csv(path, index=False, sep="\t" if suffix == "tsv" else ",")
    evals = read_evals(path)
    assert isinstance(evals, Evals)
    assert evals.scores[:, 0].tolist() == [[1, 0], [1, 1]]


def test_a_place_in_a_file_of_lines_is_its_line(tmp_path):
    path = tmp_path / "t.jsonl"
    rows = [json.dumps({"item": i, "system": "a", "score": s}) for i, s in ((1, 1), (2, "no"))]
    path.write_text("\n\n".join(rows))
    with refused(f"{path}, column 'score', row 3", "'no'"):
        read_evals(path)


def test_a_table_of_one_system_is_called_like_its_file_or_as_one_says(tmp_path):
    for name, scores in (("good", [1, 1]), ("bad", [0, 1])):
        pd.DataFrame({"item": [1, 2], "score": scores}).to_csv(tmp_path / f"{name}.csv", index=False)
    evals = read_evals([tmp_path / "good.csv", f"worse={tmp_path / 'bad.csv'}"])
    assert evals.systems == ("good", "worse")
    assert evals.scores[:, 0].tolist() == [[1, 1], [0, 1]]


def test_the_join_is_that_of_a_pivot_table():
    """A second route: pandas' pivot table, on shuffled rows with tasks, samples, clusters and weights."""
    rng = np.random.default_rng(5)
    rows = [
        (task, f"{item}", system, sample, rng.normal(), f"c{item % 4}", 1.0 + item)
        for task in ("t", "u")
        for item in range(9)
        for system in "abc"
        for sample in range(1, 1 + int(rng.integers(1, 4)))
    ]
    names = ["task", "item", "system", "sample", "score", "cluster", "weight"]
    frame = pd.DataFrame(rows, columns=names).sample(frac=1, random_state=2)
    evals = evals_of(frame)
    table = frame.pivot_table(index=["task", "item"], columns=["system", "sample"], values="score")
    for place, (task, name) in enumerate(zip(evals.tasks, evals.ids, strict=True)):
        for system, scores in zip(evals.systems, evals.scores[:, :, place], strict=True):
            wanted = table.loc[(task, name.removeprefix(f"{task}/"))][system].reindex([1, 2, 3])
            assert np.array_equal(scores, wanted, equal_nan=True)
    told = frame.drop_duplicates(["task", "item"])  # in order of first appearance, as the items are
    assert np.array_equal(evals.clusters, pd.factorize(told.cluster)[0])
    assert np.array_equal(evals.weights, told.weight)
    means = (
        frame.groupby(["system", "task", "item"]).agg(score=("score", "mean"), weight=("weight", "first")).reset_index()
    )
    wanted = [np.average(part.score, weights=part.weight) for part in (means[means.system == s] for s in evals.systems)]
    assert scores_of_evals(evals).values.ravel() == pytest.approx(wanted, rel=1e-12)


def test_scores_of_whole_runs_need_no_items():
    frame = pd.DataFrame({"run": [1, 2, 3, 1, 2], "system": list("aaabb"), "score": [0.8, 0.9, 0.7, 0.6, 0.7]})
    evals = evals_of(frame)
    assert (evals.totals, evals.samples) == (True, 3)
    scores = scores_of_evals(evals)
    assert scores.items is None
    assert np.array_equal(scores.values[:, :, 0], [[0.8, 0.9, 0.7], [0.6, 0.7, np.nan]], equal_nan=True)
    assert "3 runs" in repr(evals)


def test_clusters_are_one_value_per_item():
    with refused("cluster", "(2, 3, 2)"):
        evals_of({"a": [1, 0], "b": [0, 1]}, cluster=np.zeros((2, 3, 2), dtype=np.uint8))
