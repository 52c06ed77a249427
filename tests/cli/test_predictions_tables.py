"""The tables that ``outperform predictions`` reads: probabilities, clusters, a row per item and system."""

import json

import numpy as np
import pytest

COMMAND = ("--truth", "label", "--metric", "roc_auc", "--positive", "yes")


def rows(count=48, seed=0):
    rng = np.random.default_rng(seed)
    for row in range(count):
        true = rng.random() < 0.5
        logit = 1.5 * true - 0.75 + rng.normal()
        first, second = (1 / (1 + np.exp(-logit - rng.normal(0, noise))) for noise in (0.2, 1.0))
        yield f"q{row}", f"p{row // 4}", "yes" if true else "no", float(first), float(second)


ROWS = list(rows())
LONG = [(item, name, said, true) for item, _, true, *both in ROWS for name, said in zip("ab", both, strict=True)]


@pytest.fixture
def table(tmp_path):
    """Write a table with this header."""

    def write(header, lines, name="table.csv"):
        path = tmp_path / name
        path.write_text("\n".join([header, *(",".join(map(str, line)) for line in lines)]) + "\n")
        return path

    return write


def verdict(run, *arguments):
    code, out, err = run("predictions", *arguments, "--json")
    assert (code, err) == (0, "")
    found = json.loads(out)
    return found["verdicts"][0], found["notes"]


def wide(table, lines=ROWS):
    return table("id,label,a,b", [(item, true, *both) for item, _, true, *both in lines])


def test_a_row_per_item_and_system_says_the_same(run, table):
    here, _ = verdict(run, wide(table), *COMMAND)
    shuffled = [LONG[place] for place in np.random.default_rng(1).permutation(len(LONG))]
    both = sorted(shuffled, key=lambda line: line[1])
    for header in ("item,system,prediction,label", "question_id,model,probability,label", "ID,Learner,Score,label"):
        there, notes = verdict(run, table(header, both, "long.csv"), *COMMAND)
        assert (there["first"], there["second"], there["test"]) == ("a", "b", "delong-t")
        assert there["pvalue"] == pytest.approx(here["pvalue"], rel=1e-12)
        assert any("'model'" in note for note in notes) == ("model" in header)


def test_systems_of_a_long_table_are_chosen_by_name(run, refusal, table):
    path = table("item,system,prediction,label", LONG)
    found, _ = verdict(run, path, *COMMAND, "--learner", "b", "--learner", "a")
    assert (found["first"], found["second"]) == ("b", "a")
    assert "'c'" in refusal("predictions", path, *COMMAND, "--learner", "c", "--learner", "a")


def test_long_tables_hold_labels_too(run, table):
    hard = [(item, name, "yes" if said > 0.5 else "no", true) for item, name, said, true in LONG]
    found, _ = verdict(run, table("item,system,pred,label", hard), "--truth", "label")
    assert (found["test"], found["metric"], found["items"]) == ("mcnemar-midp", "accuracy", len(ROWS))


@pytest.mark.parametrize(
    ("lines", "facts"),
    [
        ([*LONG, ("q3", "a", 0.5, LONG[6][3])], ["'a'", "'q3'", "twice", "rows 7 and 97"]),
        (LONG[:-1], ["'b'", "'q47'", "row 95"]),
        ([*LONG[:-1], (*LONG[-1][:3], "maybe")], ["'label'", "'q47'", "'maybe'", "row 95", "row 96"]),
        ([("", *LONG[0][1:]), *LONG[1:]], ["'item'", "row 1"]),
        ([*LONG[:4], ("q2", "a", "", LONG[4][3]), *LONG[5:]], ["'prediction'", "row 5"]),
        ([*LONG[:4], (*LONG[4][:3], ""), *LONG[5:]], ["'label'", "row 5"]),
        ([*LONG[:4], ("q2", "a", "high", LONG[4][3]), *LONG[5:]], ["'a'", "'q2'", "'high'"]),
        ([line for line in LONG if line[1] == "a"], ["two learners", "1"]),
        (LONG[:1] + LONG[3:4], ["'a'", "'q1'", "--learner system --learner prediction"]),
    ],
)
def test_what_does_not_fit_is_refused_with_its_place(refusal, table, lines, facts):
    err = refusal("predictions", table("item,system,prediction,label", lines), *COMMAND)
    assert all(fact in err for fact in facts), err


def test_without_items_a_long_table_is_recognised(refusal, table):
    err = refusal("predictions", table("system,prediction,label", [line[1:] for line in LONG]), *COMMAND)
    assert all(fact in err for fact in ("'system'", "'prediction'", "item"))


def test_columns_that_are_named_as_learners_are_no_long_table(run, table):
    path = table("item,label,model,score", [(item, true, *both) for item, _, true, *both in ROWS])
    found, _ = verdict(run, path, *COMMAND, "--learner", "model", "--learner", "score")
    assert (found["first"], found["second"]) == ("model", "score")


def test_a_truth_in_two_spellings_of_one_number_is_the_same(run, table):
    lines = [(item, name, said, {"a": 1, "b": "1.0"}[name] if true == "yes" else 0) for item, name, said, true in LONG]
    found, _ = verdict(run, table("item,system,prediction,label", lines), "--truth", "label", "--metric", "auc")
    assert found["items"] == len(ROWS)


class TestClusters:
    def clustered(self, table, name="cluster"):
        return table(f"{name},label,a,b", [line[1:] for line in ROWS])

    def test_a_column_called_cluster_is_used_and_said(self, run, table):
        found, notes = verdict(run, self.clustered(table), *COMMAND)
        assert (found["first"], found["second"], found["clusters"]) == ("a", "b", 12)
        assert any("--cluster none" in note for note in notes)
        alone, notes = verdict(run, self.clustered(table), *COMMAND, "--cluster", "none")
        assert (alone["clusters"], alone["test"]) == (None, "delong-t")
        assert not any("--cluster" in note for note in notes)

    def test_another_column_is_named(self, run, refusal, table):
        path = self.clustered(table, "patient")
        found, notes = verdict(run, path, *COMMAND, "--cluster", "patient")
        assert found["clusters"] == 12
        assert not any("--cluster" in note for note in notes)
        assert "patient" in refusal("predictions", path, *COMMAND, "--cluster", "patients")
        assert "--truth" in refusal("predictions", path, *COMMAND, "--cluster", "label")
        assert "learner" in refusal("predictions", path, *COMMAND, "--cluster", "a", "--learner", "a", "--learner", "b")

    def test_a_gap_is_named(self, refusal, table):
        lines = [("" if row == 6 else line[1], *line[2:]) for row, line in enumerate(ROWS)]
        assert "row 7" in refusal("predictions", table("cluster,label,a,b", lines), *COMMAND)

    def test_items_of_a_long_table_have_one_cluster(self, run, refusal, table):
        of = {item: cluster for item, cluster, *_ in ROWS}
        lines = [(*line, of[line[0]]) for line in LONG]
        path = table("item,system,prediction,label,cluster", lines)
        assert verdict(run, path, *COMMAND)[0]["clusters"] == 12
        lines[9] = (*LONG[9], "p9")
        err = refusal("predictions", table("item,system,prediction,label,cluster", lines), *COMMAND)
        assert all(fact in err for fact in ("'cluster'", "'q4'", "row 9", "row 10", "'p9'"))


class TestGates:
    @pytest.mark.parametrize("required", ["equal", "not-worse"])
    def test_a_gate_needs_a_margin(self, refusal, table, required):
        assert "--margin" in refusal("predictions", wide(table), *COMMAND, "--require", required)

    @pytest.mark.parametrize(
        ("required", "margin", "code"),
        [("not-worse", 0.5, 0), ("not-worse", 1e-9, 1), ("equal", 0.5, 0), ("equal", 1e-9, 1)],
    )
    def test_a_gate_opens_within_the_margin(self, run, table, required, margin, code):
        worse_first = ("--learner", "b", "--learner", "a")
        gate = ("--margin", margin, "--require", required)
        found, out, err = run("predictions", wide(table, list(rows(60))), *COMMAND, *worse_first, *gate)
        assert found == code
        assert out
        assert err.startswith(f"outperform: gate {'closed' if code else 'open'}: {required} · b against a · ")
        assert err.count("\n") == 1 + code

    def test_names_of_items_are_shown(self, run, table):
        lines = [(item, true, 0.9 if true == "yes" else 0.1, second) for item, _, true, _, second in ROWS]
        path = table("id,label,a,b", lines)
        found, _ = verdict(run, path, "--truth", "label", "--metric", "neg_brier_score", "--positive", "yes")
        assert found["decision"] == "first"
        assert found["fragility"]["ids"]
        assert all(name.startswith("q") for name in found["fragility"]["ids"])
