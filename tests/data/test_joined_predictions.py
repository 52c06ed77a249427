"""Predictions of several files: joined by their items, and refused where they do not fit together."""

import json

import numpy as np
import pandas as pd
import pytest
from tests.refusals import refused

from outperform import judge_predictions
from outperform.cli.main import main
from outperform.testing import assert_outperforms

RNG = np.random.default_rng(33)
COUNT = 60
TRUTH = np.where(RNG.random(COUNT) < 0.5, "yes", "no")
NEW, OLD = (np.where(RNG.random(COUNT) < share, np.where(TRUTH == "yes", "no", "yes"), TRUTH) for share in (0.05, 0.3))
TABLE = pd.DataFrame({"id": [f"q{row}" for row in range(COUNT)], "y": TRUTH})
FIRST, SECOND = TABLE.assign(prediction=NEW), TABLE.assign(prediction=OLD).sample(frac=1, random_state=3)
TOGETHER = judge_predictions(TRUTH, {"new": NEW, "old": OLD})


def joined(new=FIRST, old=SECOND, truth="y", **options):
    return judge_predictions(truth, {"new": new, "old": old}, **options)


def told(comparison):
    return {note.kind.value for note in comparison.notes}


@pytest.mark.parametrize("item", ["id", None], ids=["named", "by-its-name"])
@pytest.mark.parametrize("without", [(), (0,), (1,)], ids=["both", "second", "first"])
def test_files_say_what_one_table_says(item, without):
    tables = [table.drop(columns="y") if at in without else table for at, table in enumerate((FIRST, SECOND))]
    comparison = joined(*tables, item_col=item)
    assert comparison[0].pvalue == TOGETHER[0].pvalue
    assert comparison[0].items.flips.first == TOGETHER[0].items.flips.first > 0
    assert comparison.scores[0].items.names.tolist() == TABLE["id"].tolist()
    assert "joined-by-order" not in told(comparison)


def test_the_truth_may_have_a_table_of_its_own():
    tables = [table.drop(columns="y") for table in (FIRST, SECOND)]
    shuffled = TABLE.sample(frac=1, random_state=5)
    assert joined(*tables, truth=shuffled, item_col="id")[0].pvalue == TOGETHER[0].pvalue
    with refused("truth", "id", "y", "topic"):
        joined(*tables, truth=shuffled.assign(topic="a"), item_col="id")


@pytest.mark.parametrize(
    ("old", "facts"),
    [
        (SECOND.sort_index().iloc[3:], ["'old'", "3 of 60", "'q0'", "'q2'", "common=True"]),
        (pd.concat([SECOND.sort_index(), SECOND.sort_index().iloc[:1]]), ["'q0'", "twice", "rows 1 and 61"]),
        (SECOND.assign(y=np.where(SECOND["id"] == "q7", "maybe", SECOND["y"])), ["'q7'", "'maybe'", "1 of 60"]),
        (SECOND.assign(id=SECOND["id"].where(SECOND["id"] != "q7")), ["'id'", "empty"]),
        (SECOND.assign(prediction=SECOND["prediction"].where(SECOND["id"] != "q7")), ["'q7'", "no prediction"]),
        (SECOND.assign(id=[f"p{row}" for row in range(COUNT)]), ["no item", "'p0' to 'p59'"]),
        (SECOND.rename(columns={"id": "name_of_item"}), ["'id'", "name_of_item"]),
        (SECOND.assign(other="yes", prediction2="no").rename(columns={"prediction": "mine"}), ["mine", "other"]),
        (SECOND.drop(columns="prediction"), ["no column of predictions"]),
        (SECOND.assign(prediction=np.where(SECOND["id"] == "q7", "NA", SECOND["prediction"])), ["'q7'", "'NA'"]),
    ],
    ids=[
        *("missing", "twice", "truths", "empty", "gap", "others", "column", "several", "none", "marks"),
    ],
)
def test_what_does_not_fit_is_refused_with_the_item(old, facts):
    with refused(None, *facts):
        joined(old=old, item_col="id")


def test_numbers_of_items_that_are_written_apart_are_told():
    padded = FIRST.assign(id=[f"{row:03d}" for row in range(COUNT)])
    with refused("predictions", "'000'", "'0'", "look like the same number"):
        joined(padded, SECOND.sort_index().assign(id=range(COUNT)), item_col="id")


def test_common_leaves_out_what_a_file_lacks_and_says_so():
    kept = SECOND[~SECOND["id"].isin(["q0", "q1"])]
    comparison = joined(old=kept, item_col="id", common=True)
    alone = judge_predictions(TRUTH[2:], {"new": NEW[2:], "old": OLD[2:]})
    assert comparison[0].pvalue == alone[0].pvalue
    note = next(note for note in comparison.notes if note.kind.value == "items-dropped")
    assert (note.about, note["items"], note["left"]) == (("old",), 2, COUNT - 2)


def test_rows_are_joined_by_order_only_without_ids_and_with_equal_truths():
    new, old = FIRST.drop(columns="id"), SECOND.sort_index().drop(columns="id")
    comparison = joined(new, old)
    assert comparison[0].pvalue == TOGETHER[0].pvalue
    assert "joined-by-order" in told(comparison)
    assert not comparison.gated("first").gate.met
    assert joined(item_col="id").gated("first").gate.met
    with refused("column 'y'", "row"):
        joined(new, SECOND.drop(columns="id").reset_index(drop=True))
    with refused("item_col", "'id'", "predictions of 'new'"):
        joined(new, SECOND.reset_index(drop=True))
    with refused("item_col", "'y'"):
        joined(new, old.drop(columns="y"))
    with refused("item_col", "60", "59"):
        joined(new, old.iloc[1:].reset_index(drop=True))


def test_the_numbers_of_rows_are_no_names_of_items():
    """pandas writes them as a first column without a name: files in different order would be joined at random."""
    new, old = FIRST.drop(columns="id"), SECOND.drop(columns="id")
    assert joined(new, old)[0].pvalue == TOGETHER[0].pvalue  # an index that says another order says which items
    new, old = (
        {"Unnamed: 0": np.arange(COUNT), **{name: table[name].to_numpy() for name in table}} for table in (new, old)
    )
    with refused("column 'y'", "row"):
        joined(new, old)
    kept = [{**table, "Unnamed: 0": rows} for table, rows in ((new, FIRST.index + 7), (old, SECOND.index + 7))]
    assert joined(*kept)[0].pvalue == TOGETHER[0].pvalue  # the index of rows that were drawn from more


def test_a_column_of_predictions_is_found_by_its_name_or_named():
    new = FIRST.assign(text=[f"a text {row % 7}" for row in range(COUNT)])
    comparison = joined(new, SECOND, item_col="id")
    assert comparison[0].pvalue == TOGETHER[0].pvalue
    assert "ignored-columns" in told(comparison)
    named = joined(new.rename(columns={"prediction": "mine"}), SECOND, item_col="id", score_col="mine")
    assert named[0].pvalue == TOGETHER[0].pvalue
    same = joined(new.rename(columns={"prediction": "new"}), SECOND, item_col="id")  # the name of the system
    assert same[0].pvalue == TOGETHER[0].pvalue


def test_clusters_may_stand_in_one_file():
    groups = TABLE.assign(patient=[row // 3 for row in range(COUNT)])["patient"]
    comparison = joined(FIRST.assign(patient=groups), SECOND, item_col="id", cluster="patient")
    alone = judge_predictions(TRUTH, {"new": NEW, "old": OLD}, cluster=groups)
    assert comparison[0].pvalue == alone[0].pvalue
    with refused("column 'patient'", "'q", "cluster"):
        joined(FIRST.assign(patient=groups), SECOND.assign(patient=7), item_col="id", cluster="patient")


def test_learners_are_kept_in_the_order_that_is_named():
    comparison = judge_predictions("y", {"a": FIRST, "b": SECOND, "c": FIRST}, item_col="id", learners=["b", "a"])
    assert comparison.scores[0].learners == ("b", "a")
    assert judge_predictions(TRUTH, {"a": NEW, "b": OLD, "c": NEW}, learners=["c", "b"]).scores[0].learners == (
        "c",
        "b",
    )
    with refused("learners", "'d'"):
        judge_predictions(TRUTH, {"a": NEW, "b": OLD}, learners=["d", "b"])


def test_one_table_reads_the_same_columns():
    wide = TABLE.assign(new=NEW, old=OLD).rename(columns={"id": "which"})
    comparison = judge_predictions("y", wide, item_col="which")
    assert comparison.scores[0].learners == ("new", "old")
    assert comparison.scores[0].items.names.tolist() == TABLE["id"].tolist()
    with refused("column 'which'", "'q0'", "rows 1 and 2"):
        judge_predictions("y", wide.assign(which=["q0", "q0", *wide["which"][2:]]), item_col="which")
    with refused("item_col", "the truth"):
        judge_predictions(TRUTH, {"new": NEW, "old": OLD}, item_col="id")


@pytest.fixture
def files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    FIRST.to_csv("new.csv", index=False)
    SECOND.to_parquet("old.parquet", index=False)
    SECOND.drop(columns="y").to_json("bare.json", orient="records")
    TABLE.to_csv("truth.csv", index=False)
    FIRST.drop(columns="id").to_csv("unnamed_new.csv", index=False)
    SECOND.sort_index().drop(columns="id").to_csv("unnamed_old.csv", index=False)


@pytest.mark.usefixtures("files")
def test_the_command_line_joins_files_and_a_gate_prints_them_all(capsys):
    line = ["predictions", "new=new.csv", "bare.json", "truth.csv", "--truth", "y", "--item", "id"]
    assert main([*line, "--require", "first", "--json"]) == 0
    out, err = capsys.readouterr()
    verdict = json.loads(out)["verdicts"][0]
    assert (verdict["first"], verdict["second"], verdict["pvalue"]) == ("new", "bare", TOGETHER[0].pvalue)
    assert all(f"{name} sha256" in err for name in ("new.csv", "bare.json", "truth.csv"))
    assert main(["predictions", "new=new.csv", "old=old.parquet", "--truth", "y", "--prediction", "prediction"]) == 0
    capsys.readouterr()
    assert main(["predictions", "unnamed_new.csv", "unnamed_old.csv", "--truth", "y", "--require", "first"]) == 1
    assert "--item-col id" in capsys.readouterr().err


@pytest.mark.usefixtures("files")
def test_assertions_take_a_file_per_system():
    found = assert_outperforms("new.csv", "old.parquet", truth="y", item_col="id")
    assert (found[0].first, found[0].pvalue) == ("new", TOGETHER[0].pvalue)
    with pytest.raises(AssertionError, match="joined by the order"):
        assert_outperforms("unnamed_new.csv", "unnamed_old.csv", truth="y")
    assert assert_outperforms(FIRST, SECOND, truth="y", item_col="id")[0].pvalue == TOGETHER[0].pvalue


class TestKaggle:
    """A solution with the truth and a column of its parts; submissions whose predictions are called like the truth."""

    @pytest.fixture(autouse=True)
    def files(self, tmp_path, monkeypatch):
        monkeypatch.chdir(tmp_path)
        parts = np.where(RNG.random(COUNT) < 0.3, "Public", "Private")
        TABLE.rename(columns={"y": "label"}).assign(Usage=parts).to_csv("solution.csv", index=False)
        for name, table in (("a", FIRST), ("b", SECOND)):
            table.drop(columns="y").to_csv(f"{name}.csv", index=False)
            table.drop(columns="y").rename(columns={"prediction": "label"}).to_csv(f"{name}_sub.csv", index=False)

    @pytest.mark.parametrize(
        "line",
        [
            "predictions new=a.csv old=b.csv --truth solution.csv",
            "predictions new=a_sub.csv old=b_sub.csv --truth solution.csv",
            "judge new=a_sub.csv old=b_sub.csv --truth solution.csv",
            "predictions new=a.csv old=b.csv solution.csv --truth label",
            "predictions new=a_sub.csv old=b_sub.csv solution.csv --truth label",
            "judge new=a.csv old=b.csv solution.csv",
            "judge new=a_sub.csv old=b_sub.csv solution.csv --as predictions",
        ],
    )
    def test_the_truth_is_a_file_of_its_own(self, line, capsys):
        assert main([*line.split(), "--require", "first", "--json"]) == 0
        out, err = capsys.readouterr()
        verdict = json.loads(out)["verdicts"][0]
        assert (verdict["first"], verdict["second"], verdict["pvalue"]) == ("new", "old", TOGETHER[0].pvalue)
        assert "solution.csv sha256" in err

    def test_in_python(self):
        found = judge_predictions("solution.csv", {"new": "a_sub.csv", "old": "b_sub.csv"})
        assert found[0].pvalue == TOGETHER[0].pvalue

    def test_labels_alone_may_be_scores(self, capsys):
        assert main(["judge", "new=a_sub.csv", "old=b_sub.csv", "solution.csv"]) == 2
        assert "--as predictions" in capsys.readouterr().err

    def test_a_file_of_predictions_is_no_truth(self):
        SECOND.rename(columns={"prediction": "guess"}).to_csv("old.csv", index=False)
        table = judge_predictions("y", ["old.csv", "new=a.csv", "other=b.csv"])
        assert table.scores[0].learners == ("old", "new", "other")

    def test_a_file_with_several_columns_that_may_be_the_truth(self):
        TABLE.assign(z=TRUTH).to_csv("two.csv", index=False)
        with refused("truth", "y, z"):
            judge_predictions("two.csv", {"new": "a.csv", "old": "b.csv"})
