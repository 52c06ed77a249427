"""Tables and logs that would be misread: columns, rows and names that are not what they seem."""

import gzip
import io
import json
from types import SimpleNamespace

import numpy as np
import pandas as pd
import polars as pl
import pytest
from tests.data.evals.logs import instance, sample, write_helm, write_inspect
from tests.refusals import refused

from outperform.comparison import judge_items
from outperform.core import Note, NoteKind
from outperform.data import evals_of, read_evals, scores_of_evals
from outperform.data.leftovers import is_measure
from outperform.data.metric_meanings import metric_meaning

RNG = np.random.default_rng(17)
A, B = RNG.integers(0, 2, (2, 30))
LONG = pd.DataFrame(
    [(i, s, k, int(RNG.integers(0, 2))) for i in range(12) for s in "ab" for k in range(3)],
    columns=["item", "system", "sample", "score"],
)


def wide(**columns):
    return pd.DataFrame({"item": range(30), "a": A, "b": B} | columns)


def left_out(evals):
    kinds = NoteKind.IGNORED_COLUMNS, NoteKind.UNNAMED_COLUMNS
    found = [dict(note.facts) for note in evals.notes if note.kind in kinds and note.facts]
    return found[0] if found else {}


def notes(evals, kind):
    return [note for note in evals.notes if note.kind is kind]


class TestOtherColumns:
    @pytest.mark.parametrize(
        "name",
        [
            *("latency", "cost", "Tokens", "difficulty", "length", "time", "price", "n_tokens", "prompt_tokens"),
            *("latency_ms", "total cost (USD)", "word_count", "num_turns", "a_latency", "b cost"),
        ],
    )
    def test_measurements_of_another_kind_are_no_systems(self, name):
        evals = evals_of(wide(**{name: RNG.random(30)}))
        assert evals.systems == ("a", "b")
        assert left_out(evals) == {"other measurements": (name,)}
        chosen = evals_of(wide(**{name: RNG.random(30)}), systems=["a", name])
        assert chosen.systems == ("a", name)

    @pytest.mark.parametrize("name", ["timeliness", "cost-effective", "low-cost", "gpt-4", "length-tuned", "score_b"])
    def test_names_of_systems_stay(self, name):
        assert not is_measure(name, ["a", "b", name])

    def test_a_column_of_identifiers_is_no_system(self):
        assert left_out(evals_of(wide(passage_id=range(30)))) == {"identifiers": ("passage_id",)}

    @pytest.mark.parametrize("name", ["mean", "Average", "avg", "total", "overall"])
    def test_a_column_that_is_the_mean_of_the_others_is_no_system(self, name):
        evals = evals_of(wide(**{name: np.round((A + B) / 2, 2)}))
        assert (evals.systems, left_out(evals)) == (("a", "b"), {"summaries of the others": (name,)})
        assert evals_of(wide(**{name: 1 - A * B})).systems == ("a", "b", name)

    def test_a_total_may_be_a_sum(self):
        assert evals_of(wide(total=A + B)).systems == ("a", "b")

    def test_only_measurements(self):
        with refused("table", "latency, cost", "systems="):
            evals_of(pd.DataFrame({"item": [1, 2], "latency": [1.0, 2.0], "cost": [1.0, 1.0]}))

    def test_other_scales_are_a_caution(self):
        (note,) = notes(evals_of(wide(a=100 * RNG.random(30), b=RNG.random(30))), NoteKind.SCALES_DIFFER)
        assert [each[0] for each in (note["first"], note["second"])] == ["a", "b"]
        assert note["second"][2] <= 1 < note["first"][2]
        assert notes(evals_of(wide(a=RNG.integers(1, 11, 30), b=RNG.random(30))), NoteKind.SCALES_DIFFER)
        assert "caution: " in str(judge_items(wide(a=100 * RNG.random(30))))

    @pytest.mark.parametrize(
        ("a", "b"),
        [
            ([-1, 1], [0, 1]),
            ([-1, 0, 1], [0, 1]),
            ([1, 2, 3, 4, 5], [0, 1, 2, 3, 4]),
            ([0, 1], [1, 2]),
            ([1, 3], [1, 5]),
        ],
    )
    def test_other_marks_are_a_caution(self, a, b):
        one, other = np.resize(a, 30), np.resize(b, 30)
        for table in (wide(a=one, b=other), wide(a=other, b=one)):
            assert notes(evals_of(table), NoteKind.SCALES_DIFFER)
        assert not notes(evals_of(wide(a=one + 0.25, b=other + 0.25)), NoteKind.SCALES_DIFFER)

    @pytest.mark.parametrize(
        ("a", "b"),
        [([-1, 0, 1], [-1, 1]), ([3, 4, 5], [1, 2, 3, 4]), ([0], [-2, -1, 0]), ([0, 1], [1]), ([0, 1, 2], [0, 1])],
    )
    def test_the_same_marks_are_none(self, a, b):
        assert not notes(evals_of(wide(a=np.resize(a, 30), b=np.resize(b, 30))), NoteKind.SCALES_DIFFER)

    @pytest.mark.parametrize("b", [B, 0 * B, 100.0 * B, RNG.random(30)])
    def test_the_same_scale_is_none(self, b):
        scale = 100.0 if b.max() > 1 else 1.0
        assert not notes(evals_of(wide(a=scale * A, b=b)), NoteKind.SCALES_DIFFER)


class TestChosenSystems:
    def test_of_every_kind_of_table(self, tmp_path):
        frame = LONG[LONG["sample"] == 0]
        for table in (frame, wide(), {"a": A, "b": B}, evals_of(wide())):
            assert evals_of(table, systems="b").systems == ("b",)
            with refused("system", "'c'", "a, b"):
                evals_of(table, systems=["a", "c"])
            with refused("systems"):
                evals_of(table, systems=3)
        path = tmp_path / "t.csv"
        wide(c=1 - A).to_csv(path, index=False)
        evals = read_evals(path, systems=["c", "a"])
        assert (evals.systems, left_out(evals)) == (("c", "a"), {"not chosen": ("b",)})
        assert judge_items(wide(c=1 - A), systems=["b", "c"])[0].second in {"b", "c"}

    def test_over_several_files(self, tmp_path):
        paths = []
        for name, score in (("a", A), ("b", B)):
            paths.append(tmp_path / f"{name}.csv")
            pd.DataFrame({"item": range(30), name: score, "latency": 1.5}).to_csv(paths[-1], index=False)
        assert read_evals(paths, systems=["a", "b"]).systems == ("a", "b")
        assert read_evals([*paths, f"c={paths[0]}"], systems=["b", "c"]).systems == ("b", "c")

    def test_what_a_system_lacks_does_not_matter_where_it_is_not_compared(self):
        assert len(evals_of(LONG[(LONG["system"] == "a") | (LONG["item"] < 5)], systems="a").ids) == 12

    def test_an_empty_name_is_refused(self):
        for table in ({"": A, "b": B}, LONG.replace({"system": {"a": " "}})):
            with refused("system"):
                evals_of(table)


class TestDicts:
    def test_a_dict_with_items_is_a_table(self):
        wanted = evals_of(wide())
        for items in (range(30), list(range(30)), np.arange(30), pd.Series(range(30))):
            found = evals_of({"item": items, "a": list(A), "b": B})
            assert (found.systems, found.ids.tolist()) == (wanted.systems, wanted.ids.tolist())
            assert np.array_equal(found.scores, wanted.scores)
        tidy = evals_of(LONG.to_dict("list"))
        assert np.array_equal(tidy.scores, evals_of(LONG).scores)
        assert evals_of({"item": [1, 2], "cluster": ["p", "p"], "a": [1, 0]}).clusters.tolist() == [0, 0]

    def test_a_list_of_rows_is_a_table(self):
        assert np.array_equal(evals_of(LONG.to_dict("records")).scores, evals_of(LONG).scores)

    @pytest.mark.parametrize("name", ["sample", "cluster", "task", "weight", "score"])
    def test_a_name_that_may_be_a_column_is_refused(self, name):
        with refused("table", name):
            evals_of({name: A, "b": B})

    def test_a_system_may_be_called_system(self):
        assert evals_of({"system": A, "baseline": B}).systems == ("system", "baseline")

    def test_columns_of_another_shape(self):
        with refused("table", 30, 29, "'b'"):
            evals_of({"item": range(30), "a": A, "b": B[1:]})
        for column in (3, "x", {"x": 1}, np.zeros((30, 2))):
            with refused("table", "column 'a'"):
                evals_of({"item": range(30), "a": column})

    @pytest.mark.parametrize("table", [np.array([A, B]), np.zeros((2, 3, 30)), [A, B]])
    def test_arrays_without_names(self, table):
        with refused("table", "{'a': "):
            evals_of(table)

    def test_series_are_joined_by_their_labels(self):
        one, turned = pd.Series(A), pd.Series(A)[::-1]
        assert evals_of({"x": one, "y": turned}).scores[:, 0].tolist() == [A.tolist()] * 2
        assert evals_of({"x": turned, "y": one.sample(frac=1, random_state=1)}).scores[0].tolist() == [A[::-1].tolist()]
        later = pd.Series(A, index=range(100, 130))
        with refused("evaluations", "'0' to '29'", "'100' to '129'"):
            evals_of({"x": one, "y": later})
        with refused("table", "'y'"):
            evals_of({"x": A, "y": turned})
        assert evals_of({"x": one, "y": list(A), "z": pl.Series(A)}).ids.tolist()[:2] == [1, 2]

    def test_pivots(self):
        wanted = evals_of(LONG)
        for values in ("score", ["score"]):
            table = LONG.pivot_table(index="item", columns=["system", "sample"], values=values)
            found = evals_of(table)
            assert (found.systems, found.ids.tolist()) == (wanted.systems, wanted.ids.tolist())
            assert np.array_equal(found.scores, wanted.scores)
        means = LONG.groupby(["item", "system"]).score.mean()
        assert scores_of_evals(evals_of(means)).values.ravel() == pytest.approx(LONG.groupby("system").score.mean())
        swapped = LONG.pivot_table(index="item", columns=["system", "sample"], values="score").rename_axis(
            columns=[None, None]
        )
        with refused("table", "system", "sample"):
            evals_of(swapped)


class TestNamesOfColumns:
    def test_a_score_beside_other_numbers_asks(self):
        frame = pd.DataFrame({"item": range(30), "score": A, "b": B})
        with refused("metric", "score, b", 'metric="score"', 'systems=["score", "b"]'):
            evals_of(frame)
        assert evals_of(frame, systems=["score", "b"]).systems == ("score", "b")
        alone = evals_of(frame, metric="score")
        assert (alone.systems, left_out(alone)) == (("table",), {"not chosen": ("b",)})

    @pytest.mark.parametrize("name", ["passed", "correct", "is_correct", "acc", "accuracy", "exact_match", "em"])
    def test_scores_of_one_system_by_their_name(self, tmp_path, name):
        path = tmp_path / "model.csv"
        pd.DataFrame({"task_id": range(30), name: A, "latency": 1.5}).to_csv(path, index=False)
        evals = read_evals(path)
        assert (evals.systems, evals.metric, evals.ids.tolist()[:2]) == (("model",), name, ["0", "1"])

    def test_the_task_of_humaneval_is_an_item(self):
        frame = LONG.rename(columns={"item": "task_id", "system": "model", "score": "passed"})
        evals = evals_of(frame)
        assert (evals.scores.shape, evals.metric) == ((2, 3, 12), "passed")
        assert evals_of(LONG.assign(task_id=7)).ids.tolist() == evals_of(LONG).ids.tolist()

    def test_measurements_beside_the_only_score_do_not_ask(self):
        evals = evals_of(LONG.rename(columns={"score": "correct"}).assign(latency=1.5, cost=2))
        assert (evals.metric, left_out(evals)) == ("correct", {"other measurements": ("latency", "cost")})

    @pytest.mark.parametrize(
        "name",
        [
            *("wer", "CER", "ter", "latency", "cost", "time", "seconds", "duration", "ppl", "perplexity", "loss"),
            *("bits_per_byte", "latency_ms", "response time", "error", "cost_usd", "wer_clean"),
        ],
    )
    def test_metrics_of_which_lower_is_better_are_refused(self, name):
        frame = LONG.rename(columns={"score": name})
        with refused("scores", name, "neg_"):
            evals_of(frame, metric=name)
        assert evals_of(frame.assign(**{name: -frame[name]}), metric=name).metric == name
        with refused("scores"):
            evals_of(pd.DataFrame({"item": range(30), f"x_{name}": A, f"y_{name}": B}))

    @pytest.mark.parametrize(
        "name",
        ["timeliness", "cost_effectiveness", "on_time", "low-cost", "real-time", "neg_wer", "answer", "sincerity"],
    )
    def test_other_metrics_are_not(self, name):
        known = metric_meaning(name)
        assert known is None or known.higher

    def test_the_item_may_be_the_cluster(self):
        evals = evals_of(LONG, cluster="item")
        assert (evals.ids.tolist(), evals.clusters.tolist()) == (evals_of(LONG).ids.tolist(), list(range(12)))


class TestRows:
    @pytest.mark.parametrize("name", ["Average", "mean", "TOTAL", "overall"])
    def test_a_row_of_means_is_no_item(self, name):
        frame = wide().astype({"item": object, "a": float, "b": float})
        frame.loc[30] = [name, round(A.mean(), 3), round(B.mean(), 3)]
        evals = evals_of(frame)
        assert len(evals.ids) == 30
        assert notes(evals, NoteKind.SUMMARY_ROWS) == [Note.of(NoteKind.SUMMARY_ROWS, column="item", names=(name,))]
        tidy = evals_of(frame.melt("item", var_name="system", value_name="score"))
        assert np.array_equal(tidy.scores, evals.scores)
        frame.loc[30] = [name, 1 - A.mean() / 2, 0]
        assert len(evals_of(frame).ids) == 31

    def test_words_of_a_vocabulary_are_items(self):
        """Right and wrong answers to items called mean, median and all hold the median of the others by chance."""
        words = [*"abcdefghijkl", "mean", "total", "average", "median", "all", "max", "std"]
        frame = pd.DataFrame({"item": words, "a": [1, 0] * 6 + [1] * 7, "b": [0, 1] * 6 + [0] * 7})
        evals = evals_of(frame)
        assert len(evals.ids) == 19
        assert notes(evals, NoteKind.CALLED_SUMMARY)[0]["names"] == tuple(words[12:])

    def test_what_stands_below_a_mean_is_no_item_either(self):
        frame = wide().astype({"item": object, "a": float, "b": float})
        frame.loc[30] = ["mean", A.mean(), B.mean()]
        frame.loc[31] = ["std", A.std(), B.std()]
        assert len(evals_of(frame).ids) == 30

    def test_empty_rows_below_a_table_are_skipped(self, tmp_path):
        path = tmp_path / "t.csv"
        path.write_text("item,a,b\n1,1,0\n,,\n2,0,1\n,,\n,,\n")
        assert read_evals(path).ids.tolist() == ["1", "2"]
        path.write_text("item,a,b\n1,1,0\n,1,\n")
        with refused(f"{path}, column 'item', row 2"):
            read_evals(path)

    def test_systems_as_rows(self, tmp_path):
        path = tmp_path / "t.csv"
        frame = pd.DataFrame([A, B], index=["a", "b"], columns=[f"q{i}" for i in range(30)])
        frame.to_csv(path)
        evals = read_evals(path)
        assert evals.ids.tolist() == ["a", "b"]
        assert notes(evals, NoteKind.ITEMS_UNNAMED)
        assert notes(evals, NoteKind.MORE_SYSTEMS) == [Note.of(NoteKind.MORE_SYSTEMS, systems=30, items=2)]
        frame.rename_axis("system").to_csv(path)
        with refused(str(path), "item", "table.T"):
            read_evals(path)
        frame.T.to_csv(path)
        turned = read_evals(path)
        assert turned.systems == ("a", "b")
        assert [note.kind for note in turned.notes] == [NoteKind.ITEMS_UNNAMED]

    def test_an_index_that_counts_names_no_items(self, tmp_path):
        path = tmp_path / "t.csv"
        wide().drop(columns="item").to_csv(path)
        assert [note.kind for note in read_evals(path).notes] == [NoteKind.ROWS_AS_ITEMS]

    @pytest.mark.parametrize("first", ["0,1,0", "0,1,2"])
    def test_a_table_without_names_of_columns(self, tmp_path, first):
        path = tmp_path / "t.csv"
        path.write_text(f"{first}\n1,1,0\n")
        with refused(str(path), "first row", ", ".join(first.split(","))):
            read_evals(path)

    @pytest.mark.parametrize(
        ("cell", "fact"),
        [("0,412", 0.412), ("C", 1), ("P", 0.5), ("I", 0), ("no", 0), ("Y", 1), ("right", 1), ("41.2%", 0.412)],
    )
    def test_scores_that_are_written_otherwise(self, cell, fact):
        evals = evals_of(pd.DataFrame({"item": [1, 2], "system": "a", "acc": [cell, cell]}))
        assert evals.scores.ravel().tolist() == [fact, fact]
        wide = pd.DataFrame({"item": [1, 2], "a": [1, 0], "b": [cell, cell]})
        if "%" in cell:
            with refused("table, column 'b', row 1", repr(cell), str(fact)):
                evals_of(wide)
        else:
            assert evals_of(wide).scores[1, 0].tolist() == [fact, fact]

    def test_an_empty_weight(self):
        with refused("table, column 'weight', row 2", "is empty"):
            evals_of(wide(weight=[1, None, *[1] * 28]))

    @pytest.mark.parametrize("other", ["{}.0", "{:03}"])
    def test_numbers_of_items_that_are_written_differently(self, other):
        frame = pd.DataFrame({"item": [str(i) for i in range(5)] + [other.format(i) for i in range(5)]})
        with refused("evaluations", "'0'", repr(other.format(0)), "alike"):
            evals_of(frame.assign(system=["a"] * 5 + ["b"] * 5, score=1))


class TestFiles:
    def test_packed_tables(self, tmp_path):
        for name, mark in (("t.csv.gz", ","), ("t.tsv.gz", "\t")):
            path = tmp_path / name
            path.write_bytes(gzip.compress(wide().to_csv(index=False, sep=mark).encode()))
            assert read_evals(path).scores[0, 0].tolist() == A.tolist()
            path.write_bytes(path.read_bytes()[:-9])
            with refused(str(path), "cannot be read"):
                read_evals(path)
            path.unlink()
        (tmp_path / "t.parquet.gz").write_bytes(b"")
        with refused(None, ".csv.gz"):
            read_evals(tmp_path / "t.parquet.gz")

    def test_standard_input(self, monkeypatch):
        def typed(text):
            monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(text.encode()), isatty=lambda: False))

        typed(wide().to_csv(index=False))
        assert read_evals("-").systems == ("a", "b")
        typed("item\tscore\n1\t1\n")
        assert read_evals("mine=-").systems == ("mine",)
        typed("1,2\n3,4\n")
        with refused("standard input"):
            read_evals("-")

    def test_a_log_without_samples_is_refused_where_another_model_has_some(self, tmp_path):
        empty = write_inspect(tmp_path / "a.json", [], "a", task_id="same")
        write_inspect(tmp_path / "b.json", [sample(1)], "b", task_id="same")
        with refused(empty, "no samples"):
            read_evals(tmp_path)
        write_inspect(tmp_path / "c.json", [sample(1)], "a", task_id="same", run="s")
        evals = read_evals(tmp_path)
        assert [note["files"] for note in notes(evals, NoteKind.LOGS_LEFT_OUT)] == [(empty,)]

    def test_the_advice_on_an_unfinished_log_works(self, tmp_path):
        broken = write_inspect(tmp_path / "a.json", [sample(1)], "a", status="error")
        write_inspect(tmp_path / "b.json", [sample(1), sample(2)], "b")
        with refused(broken, "'error'", 'missing="drop", common=True', 'missing="drop", common=True'):
            read_evals(tmp_path)
        assert read_evals(tmp_path, missing="drop", common=True).ids.tolist() == ["1"]

    def test_a_run_of_helm_with_the_same_ids_in_two_splits(self, tmp_path):
        runs = [instance("id1", 0.5, split=split) for split in ("valid", "test")]
        path = write_helm(tmp_path / "a", runs)
        with refused("filter", "valid, test", 'filter="test"'):
            read_evals(path)
        assert len(read_evals(path, filter="test").ids) == 1

    def test_trials_of_helm_share_their_examples(self, tmp_path):
        for model in "ab":
            runs = [instance(f"id{i}", float(RNG.random()), trial=k) for i in range(6) for k in range(3)]
            write_helm(tmp_path / model, runs, f"lab/{model}")
        evals = read_evals(tmp_path)
        assert notes(evals, NoteKind.TRIALS_SHARE) == [Note.of(NoteKind.TRIALS_SHARE, trials=3)]
        assert notes(judge_items(evals), NoteKind.TRIALS_SHARE)
        assert not notes(judge_items(evals, runs=True), NoteKind.TRIALS_SHARE)

    def test_an_error_of_json_is_said_once(self, tmp_path):
        path = tmp_path / "a.json"
        path.write_text(json.dumps({"status": "success"})[:-3])
        with refused(str(path), "at column") as refusal:
            read_evals(path)
        assert "at at" not in str(refusal.value)
