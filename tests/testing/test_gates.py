"""Gates for a test suite: what they accept, and what they say where they are closed."""

import os
import subprocess
import sys

import numpy as np
import pandas as pd
import pytest
from tests.refusals import refused

from outperform import judge_items, judge_predictions, read_evals, testing
from outperform.core import InputError
from outperform.testing import assert_not_worse, assert_outperforms

OLD, NEW = np.repeat([1, 0], [36, 24]), np.repeat([1, 0], [50, 10])  # new gets items 37 to 50 right, old does not
ITEMS = [f"q{at}" for at in range(60)]


def frame(*names, columns=("item", "system", "score")):
    rows = [row for name in names for row in zip(ITEMS, [name] * 60, {"new": NEW, "old": OLD}[name], strict=True)]
    return pd.DataFrame(rows, columns=list(columns))


@pytest.fixture
def files(tmp_path):
    """Write a table of both systems, and one of each."""
    frame("new", "old").to_csv(tmp_path / "both.csv", index=False)
    for name in ("new", "old"):
        frame(name).to_csv(tmp_path / f"{name}.csv", index=False)
        frame(name).drop(columns="system").to_csv(tmp_path / f"bare_{name}.csv", index=False)
    return tmp_path


def doors(files):
    """Return the same two systems in every form, the new one first."""
    both = {"new": NEW, "old": OLD}
    return {
        "arrays": (NEW, OLD),
        "lists": (NEW.tolist(), OLD.tolist()),
        "ids": (dict(zip(ITEMS, NEW, strict=True)), dict(zip(ITEMS, OLD, strict=True))),
        "series": (pd.Series(NEW, ITEMS), pd.Series(OLD, ITEMS)),
        "dict": (both,),
        "frame": (frame("new", "old"),),
        "rows": (frame("new", "old").to_dict("records"),),
        "evals": (read_evals(files / "both.csv"),),
        "file": (files / "both.csv",),
        "name of a file": (str(files / "both.csv"),),
        "two files": (files / "new.csv", files / "old.csv"),
        "a list of files": ([f"new={files}/bare_new.csv", f"old={files}/bare_old.csv"],),
    }


def test_every_door_gives_the_verdict_of_judge_items(files):
    expected = judge_items({"new": NEW, "old": OLD}, margin=0.02)[0]
    for name, given in doors(files).items():
        for found in (assert_not_worse(*given, margin=0.02), assert_outperforms(*given)):
            pair = found[0]
            assert (pair.first, pair.second, pair.pvalue) == ("new", "old", expected.pvalue), name
        closed = AssertionError if len(given) == 1 else InputError  # two systems are not turned round
        with pytest.raises(closed):
            assert_not_worse(*given, margin=0.02, **({"baseline": "new"}))
        with pytest.raises(closed):
            assert_outperforms(*given, baseline="new")


def test_a_margin_is_what_decides():
    near = OLD.copy()
    near[[0, 40]] = 0, 1  # as many right, on other items
    assert_not_worse(near, OLD, margin=0.1)
    with pytest.raises(AssertionError):
        assert_not_worse(near, OLD, margin=0.01)
    with pytest.raises(AssertionError):
        assert_outperforms(near, OLD)


def test_a_closed_gate_says_the_verdict_the_flips_and_the_ids():
    with pytest.raises(AssertionError) as closed:
        assert_not_worse(dict(zip(ITEMS, OLD, strict=True)), dict(zip(ITEMS, NEW, strict=True)), margin=0.02)
    said = str(closed.value)
    judged = judge_items({"new": OLD, "old": NEW}, margin=0.02)
    facts = ("new", "old", "2.0 points", "−23.3 points", "14 items", "q36, q37", "q49", str(judged).splitlines()[0])
    assert all(fact in said for fact in facts), said
    assert "q35" not in said
    assert "q50" not in said


def test_many_changed_items_are_counted_and_the_first_named():
    with pytest.raises(AssertionError) as closed:
        assert_outperforms(np.zeros(300), np.ones(300))
    assert "300 items: 1, 2, 3," in str(closed.value)
    assert "and 280 more" in str(closed.value)


def test_scores_that_are_not_right_or_wrong_are_better_or_worse():
    rng = np.random.default_rng(0)
    old = rng.random(40)
    with pytest.raises(AssertionError) as closed:
        assert_not_worse(old - np.repeat([0.2, 0], [30, 10]), old, margin=0.01)
    assert "worse, 30 items: 1, 2, 3," in str(closed.value)


def test_only_pairs_that_fail_name_their_items():
    scores = {"good": NEW, "bad": np.zeros(60), "base": OLD}
    with pytest.raises(AssertionError) as closed:
        assert_not_worse(scores, baseline="base", margin=0.02)
    said = str(closed.value)
    assert "from base to bad:" in said
    assert "from base to good:" not in said
    assert said.splitlines()[0].startswith("bad")


def test_control_characters_of_names_are_shown():
    with pytest.raises(AssertionError) as closed:
        assert_outperforms({"a\x1b[2J": [0] * 20, "b\nc": [1] * 20})
    assert "\x1b" not in str(closed.value)
    assert str(closed.value).splitlines()[0].startswith("a\\x1b[2J")


TRUTH = np.array(["yes", "no"] * 30)
RIGHT, HALF = TRUTH.copy(), np.array(["yes"] * 60)


def predictions(files):
    table = pd.DataFrame({"label": TRUTH, "new": RIGHT, "old": HALF})
    table.to_csv(files / "predictions.csv", index=False)
    return {
        "arrays": ((RIGHT, HALF), TRUTH),
        "lists": ((RIGHT.tolist(), HALF.tolist()), TRUTH.tolist()),
        "dict": (({"new": RIGHT, "old": HALF},), TRUTH),
        "frame": ((table,), "label"),
        "file": ((files / "predictions.csv",), "label"),
        "name of a file": ((str(files / "predictions.csv"),), "label"),
    }


def test_predictions_are_judged_as_judge_predictions_does(files):
    expected = judge_predictions(TRUTH, {"new": RIGHT, "old": HALF}, margin=0.02)[0]
    for name, (given, truth) in predictions(files).items():
        found = assert_not_worse(*given, truth=truth, margin=0.02)[0]
        assert (found.first, found.second, found.pvalue) == ("new", "old", expected.pvalue), name
        assert_outperforms(*given, truth=truth, metric="f1_macro")
        with pytest.raises(AssertionError if len(given) == 1 else InputError):
            assert_outperforms(*given, truth=truth, baseline="new")


def test_columns_of_a_table_of_predictions_are_chosen():
    table = pd.DataFrame({"id": ITEMS, "label": TRUTH, "new": RIGHT, "old": HALF, "other": HALF, "patient": ITEMS})
    with pytest.raises(AssertionError) as closed:
        assert_outperforms(table, truth="label", systems=["old", "new"])
    assert "30 items" in str(closed.value)
    found = assert_not_worse(table, truth="label", systems=["new", "old"], cluster="patient", margin=0.02)
    assert found[0].items.clusters == 60
    assert assert_outperforms(RIGHT, HALF, truth=TRUTH, ids=ITEMS)[0].items.fragility.ids[0].startswith("q")


def test_names_are_the_users(files):
    assert assert_outperforms(NEW, OLD, names=("v2", "v1"))[0].second == "v1"
    bare = files / "bare_new.csv", files / "bare_old.csv"
    assert assert_outperforms(*bare, names=["v2", "v1"])[0].first == "v2"
    assert assert_outperforms(RIGHT, HALF, truth=TRUTH, names=("v2", "v1"))[0].first == "v2"


@pytest.mark.parametrize("names", [("a",), ("a", "a"), "ab", ("a", 1), ("a", "")])
def test_names_that_are_not_two_are_refused(names):
    with refused("names", repr(names)):
        assert_outperforms(NEW, OLD, names=names)


def test_wrong_use_is_an_input_error_and_no_failed_gate(files):
    both = {"new": NEW, "old": OLD}
    with refused("margin", "0.01"):
        assert_not_worse(NEW, OLD, margin=None)
    with refused("margin", "assert_not_worse"):
        assert_outperforms(NEW, OLD, margin=0.1)
    with refused("margin", "-1"):
        assert_not_worse(NEW, OLD, margin=-1)
    with refused("names"):
        assert_outperforms(both, names=("a", "b"))
    with refused("first", "new"):
        assert_outperforms({"new": NEW})
    with refused("second"):
        assert_outperforms(NEW, files / "old.csv")
    with refused("second"):
        assert_outperforms(files / "new.csv", OLD)
    with refused("second"):
        assert_outperforms(RIGHT, truth=TRUTH)
    with refused("truth", "label"):
        assert_outperforms(RIGHT, HALF, truth="label")
    with refused("alpha", "level"):
        assert_outperforms(NEW, OLD, alpha=0.1)
    with refused("baseline", "older"):
        assert_outperforms(both, baseline="older")
    with refused(None, "nowhere.csv"):
        assert_outperforms("nowhere.csv")
    with pytest.raises(TypeError):
        assert_not_worse(NEW, OLD)
    with pytest.raises(TypeError):
        assert_outperforms(NEW, OLD, wrong=1)


def test_predictions_in_a_file_per_system_need_the_column_of_the_truth(files):
    paths = [f"new={files}/bare_new.csv", f"old={files}/bare_old.csv"]
    for given in ((paths,), tuple(paths)):
        with refused("truth", "column"):
            assert_not_worse(*given, truth=TRUTH, margin=0.02)
        with refused("truth", "label", "score"):
            assert_not_worse(*given, truth="label", margin=0.02)
    for table in (5, None, [1, 0]):
        with refused("truth", "label", type(table).__name__):
            assert_not_worse(table, truth="label", margin=0.02)
    with refused("truth", "label"):
        assert_not_worse({"new": RIGHT}, truth="label", margin=0.02)
    words = np.where(TRUTH, "yes", "no")
    assert_not_worse(words.tolist(), words.tolist(), truth=words.tolist(), margin=0.2)  # labels, not files


@pytest.mark.process
@pytest.mark.usefixtures("untraced_children")
def test_gates_are_light_and_need_no_pytest():
    code = """
import sys
sys.modules.update(dict.fromkeys(["pytest", "_pytest", "hypothesis"]))
from outperform.testing import assert_not_worse
print(*sorted({"sklearn", "pandas", "scipy.stats", "joblib", "matplotlib", "jinja2"} & set(sys.modules)))
assert_not_worse([1, 1, 0] * 9, [1, 0, 0] * 9, margin=0.1)
from outperform.testing import EntryContract, CONTRACTS
print(EntryContract is CONTRACTS[-1])
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, env=os.environ)
    assert done.stdout == "\nTrue\n"
    assert done.stderr.startswith("outperform: gate open: not-worse · new against old · ")
    assert done.stderr.count("\n") == 1


def test_the_contents_of_the_module_are_all_there():
    assert all(getattr(testing, name) is not None for name in testing.__all__)
    with pytest.raises(AttributeError):
        testing.assert_better  # noqa: B018 - it is asked for
