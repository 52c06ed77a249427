"""An item is called by its id, whatever is asked and however the table is written."""

import csv
import io
import json

import numpy as np
import pandas as pd
import pytest

from outperform import judge_items, judge_predictions
from outperform.testing import assert_not_worse

SEEDS = range(24)
ID_NAMES = ("item", "id", "question_id", "PassengerId", "filename", "uuid", "key", "", "name", "doc_id", "idx")


def drawn(rng):
    """Draw ids in a random order, a truth, and three systems, of which the first is clearly better."""
    size = int(rng.integers(50, 90))
    ids = rng.permutation(np.arange(1000, 1000 + size))
    names = ids if rng.random() < 0.4 else np.array([f"q{each}" for each in ids], dtype=object)
    truth = rng.integers(0, 2, size)
    said = {name: np.where(rng.random(size) < right, truth, 1 - truth) for name, right in (("old", 0.6), ("mid", 0.8))}
    said["new"] = np.where(rng.random(size) < 0.95, truth, 1 - truth)
    return pd.DataFrame({"id": names, "truth": truth, **said, "part": rng.integers(0, 25, size)})


def written(table, path, rng, *, wide, chosen, scores):
    """Write a table in a random way, and return the options that read it."""
    name = "item" if not wide else str(rng.choice(ID_NAMES))
    clustered = bool(rng.random() < 0.3)
    table = table.rename(columns={"id": name})
    table = table if clustered else table.drop(columns="part")
    if not wide:
        value = "score" if scores else "prediction"
        rest = [each for each in (name, "truth", "part") if each in table]
        table = table.melt(rest, ["new", "old", "mid"], "system", value)
    elif name:  # a column without a name must be the first
        table = table[rng.permutation(table.columns)]
    else:
        table = table[["", *rng.permutation([each for each in table.columns if each])]]
    table.to_csv(path, index=False)
    options = ["--cluster", "part"] if clustered else []
    if scores:
        return [*options, "--system", *chosen]
    return [*options, *(part for each in chosen for part in ("--learner", each))]


@pytest.mark.parametrize("seed", SEEDS)
def test_removing_the_named_predictions_turns_the_decision(run, tmp_path, seed):
    rng = np.random.default_rng(seed)
    table, path = drawn(rng), tmp_path / "t.csv"
    wide, way = bool(rng.random() < 0.7), int(rng.integers(1000))
    chosen = list(rng.permutation(["new", "old"]))
    metric = [["accuracy"], ["balanced_accuracy"], ["accuracy", "f1_macro"]][int(rng.integers(3))]

    def verdict(rows):
        asked = written(rows, path, np.random.default_rng(way), wide=wide, chosen=chosen, scores=False)
        code, out, err = run("predictions", path, "--truth", "truth", "--metric", *metric, *asked, "--json")
        assert code == 0, err
        return json.loads(out)["verdicts"][0]

    found = verdict(table)
    named = set(found["fragility"]["ids"])
    known = table["id"].astype(str)
    assert found["decision"] != "open"
    assert len(named) == found["fragility"]["items"]
    assert named <= set(known)
    assert verdict(table[~known.isin(named)])["decision"] == "open"


@pytest.mark.parametrize("seed", SEEDS)
def test_removing_the_named_items_turns_the_decision(run, tmp_path, seed):
    rng = np.random.default_rng(100 + seed)
    table, path = drawn(rng), tmp_path / "t.csv"
    for name in ("new", "old", "mid"):
        table[name] = (table[name] == table["truth"]).astype(object)
    table = table.drop(columns="truth")
    if gaps := rng.random() < 0.5:
        table.loc[rng.choice(len(table), 5, replace=False), rng.choice(["new", "old"])] = None
    wide, way = bool(rng.random() < 0.7), int(rng.integers(1000))
    chosen = list(rng.permutation(["new", "old"]))

    def answer(rows, *options):
        asked = written(rows, path, np.random.default_rng(way), wide=wide, chosen=chosen, scores=True)
        missing = ["--missing", "drop"] if gaps else []
        code, out, err = run("evals", path, *asked, *missing, *options)
        assert code == 0, err
        return out

    found = json.loads(answer(table, "--json"))["verdicts"][0]
    if found["fragility"] is None:  # few large clusters decide by the random signs of their sums
        assert any("same weight" in note or "large clusters" in note for note in found["notes"]), found["notes"]
        return
    named = set(found["fragility"]["ids"])
    known = table["id"].astype(str)
    assert found["decision"] != "open"
    assert named <= set(known)
    left = json.loads(answer(table[~known.isin(named)], "--json"))["verdicts"][0]
    assert left["decision"] == "open"
    by_id = table.assign(id=known).set_index("id")
    for row in csv.DictReader(io.StringIO(answer(table, "--format", "csv"))):  # the scores are those of this item
        both = by_id.loc[row["item"], [row["first"], row["second"]]]
        assert [float(row["score_first"]), float(row["score_second"])] == [float(each) for each in both]


class TestPython:
    def table(self):
        return drawn(np.random.default_rng(5)).set_index("id")

    def ids(self, judged):
        return set(judged[0].items.fragility.ids)

    @pytest.mark.parametrize("whose", ["truth", "predictions"])
    def test_the_index_of_a_series_names_its_rows(self, whose):
        table = self.table()
        truth = table["truth"] if whose == "truth" else table["truth"].to_numpy()
        judged = judge_predictions(truth, {name: table[name] for name in ("new", "old")})
        assert self.ids(judged) <= set(map(str, table.index))

    def test_rows_that_were_left_out_keep_their_names(self):
        table = self.table().reset_index(drop=True).iloc[7:]  # a range that does not begin at 0
        judged = judge_predictions(table["truth"], {name: table[name] for name in ("new", "old")})
        worse = table["old"] != table["truth"]
        assert all(worse[int(name)] for name in self.ids(judged))

    def test_a_frame_with_clusters_keeps_its_index(self):
        table = self.table().rename(columns={"part": "cluster"})
        for name in ("new", "old"):
            table[name] = (table[name] == table["truth"]).astype(int)
        judged = judge_items(table[["new", "old", "cluster"]])
        assert self.ids(judged) <= set(map(str, table.index))

    @pytest.mark.parametrize("kept", [slice(9, None), slice(None, None, 2)])
    def test_a_part_of_a_frame_keeps_its_numbers(self, kept):
        table = self.table().reset_index(drop=True)
        right = table[["new", "old"]].eq(table["truth"], axis=0).astype(int)[kept]
        assert all(right.loc[int(name), "old"] == 0 for name in self.ids(judge_items(right)))

    def test_ids_that_occur_twice_are_told_apart(self):
        table = self.table()
        truth, said = table["truth"].to_numpy(), {name: table[name].to_numpy() for name in ("new", "old")}
        names = self.ids(judge_predictions(truth, said, ids=["same"] * len(table)))
        rows = {int(name.removeprefix("same (row ").removesuffix(")")) for name in names}
        assert all(said["old"][row - 1] != truth[row - 1] for row in rows)

    def test_a_gate_on_a_frame_names_its_index(self):
        table = self.table()
        with pytest.raises(AssertionError) as closed:
            assert_not_worse(table[["truth", "old", "new"]], truth="truth", margin=0.01, systems=["old", "new"])
        lost = table.index[(table["old"] != table["truth"]) & (table["new"] == table["truth"])]
        assert str(lost[0]) in str(closed.value)


def test_an_index_in_a_parquet_file_names_the_items(run, tmp_path):
    table = drawn(np.random.default_rng(5)).set_index("id").drop(columns="part")
    table.index.name = None
    table.to_parquet(tmp_path / "t.parquet")
    chosen = ["--learner", "new", "--learner", "old"]
    code, out, _ = run("predictions", tmp_path / "t.parquet", "--truth", "truth", *chosen, "--json")
    assert code == 0
    assert set(json.loads(out)["verdicts"][0]["fragility"]["ids"]) <= set(map(str, table.index))


@pytest.mark.parametrize("start", [0, 1])
def test_an_index_that_counts_names_the_items_of_the_file(run, tmp_path, start):
    """A reader looks for item 7 in the file: there it is the row whose first cell is 7."""
    right = pd.DataFrame({"new": [1] * 30, "old": [0, 1] * 15}, index=range(start, start + 30))
    right.to_csv(tmp_path / "t.csv")
    code, out, _ = run("evals", tmp_path / "t.csv", "--json")
    assert code == 0
    assert all(right.loc[int(name), "old"] == 0 for name in json.loads(out)["verdicts"][0]["fragility"]["ids"])


def test_empty_rows_do_not_shift_the_numbers(run, tmp_path):
    lines = ["new,old", *(["1,0", "1,1", ","] * 12)]
    (tmp_path / "t.csv").write_text("\n".join(lines))
    code, out, _ = run("evals", tmp_path / "t.csv", "--json")
    assert code == 0
    assert all(lines[int(name)] == "1,0" for name in json.loads(out)["verdicts"][0]["fragility"]["ids"])
