"""The data sets of a league as users pass them: names, targets, groups."""

import os

import numpy as np
import pandas as pd
import pytest
from tests.refusals import refused

from outperform.data import dataset_of
from outperform.data.league_sets import league_sets, read_targets, roles_of

ROWS = np.arange(20.0).reshape(10, 2)
TARGET = np.arange(10) % 2
FRAME = pd.DataFrame({"a": ROWS[:, 0], "b": ROWS[:, 1], "kind": TARGET, "who": np.arange(10) // 2})


def test_each_form_of_a_data_set_has_a_name_rows_and_a_target(tmp_path):
    FRAME.to_csv(tmp_path / "file.csv", index=False)
    given = ["iris", (tmp_path / "file.csv", "kind", "who"), (ROWS, TARGET), (FRAME, "kind"), dataset_of(ROWS, TARGET)]
    found = league_sets(given)
    assert [each.name for each in found] == ["iris", "file", "data 3", "data 4", "data"]
    assert len(np.unique(found[1].rows.groups)) == 5
    assert found[1].rows.given.groups == "who"
    assert list(found[3].rows.columns) == ["a", "b", "who"]
    assert found[3].target.tolist() == TARGET.tolist()


def test_a_dict_names_them_and_targets_go_by_name():
    found = league_sets({"one": FRAME, "two": (ROWS, TARGET, TARGET)}, targets={"one": ("kind", "who"), "else": "x"})
    assert [each.name for each in found] == ["one", "two"]
    assert (found[0].groups, found[1].groups.tolist()) == ("who", TARGET.tolist())


def test_targets_of_other_data_sets_are_allowed_where_all_are_named():
    found = league_sets({"one": FRAME}, targets={"one": "kind", "other": "kind"})
    assert [each.name for each in found] == ["one"]


def test_the_same_target_may_serve_all(tmp_path):
    for name in ("a", "b"):
        FRAME.to_csv(tmp_path / f"{name}.csv", index=False)
    found = league_sets([tmp_path / "a.csv", tmp_path / "b.csv"], target="kind")
    assert [each.rows.given.target for each in found] == ["kind", "kind"]


def test_problems_of_several_data_sets_are_told_together(tmp_path):
    FRAME.to_csv(tmp_path / "a.csv", index=False)
    with refused(str(tmp_path / "a.csv"), "no column 'kinds'", "did you mean kind", "none.csv"):
        league_sets([tmp_path / "a.csv", tmp_path / "none.csv"], target="kinds")


@pytest.mark.parametrize(
    ("given", "options", "argument", "facts"),
    [
        ("iris", {}, "datasets", ["list", "str"]),
        (FRAME, {}, "datasets", ["list", "DataFrame"]),
        (ROWS, {}, "datasets", ["list", "ndarray"]),
        (["iris", "iris"], {}, "datasets", ["iris is given twice"]),
        (["iris", "wine"], {"targets": {"iriss": "width"}}, "targets", ["no data set 'iriss'", "did you mean iris?"]),
        ([(FRAME, "kind"), "iris"], {"targets": {"visits": ("kind", "who")}}, "targets", ["'visits'", "known: iris"]),
        ([(ROWS,)], {}, "datasets", ["(rows, target)", "1"]),
        ({"x": ROWS}, {}, "x", ["target"]),
        ({"x": (ROWS, "kind")}, {}, "x", ["no column 'kind'"]),
        ({"x": (FRAME, "kint")}, {}, "x", ["did you mean kind"]),
        (["iris"], {"target": "a", "targets": {}}, "target", ["targets"]),
        (["iris"], {"targets": 3}, "targets", ["int"]),
        (["iris"], {"targets": {"iris": 3}}, "targets", ["iris", "3"]),
        (["iris"], {"targets": {"iris": {"aim": "x"}}}, "targets", ["'aim'"]),
        ([dataset_of(ROWS, TARGET, name="x"), {"a": 1}], {}, "data 2", ["target"]),
        ({"x": (dataset_of(ROWS, TARGET), TARGET)}, {}, "x", ["Dataset", "its own"]),
        ({"x": dataset_of(ROWS, TARGET)}, {"targets": {"x": "kind"}}, "x", ["Dataset", "its own"]),
    ],
)
def test_what_is_no_data_set_is_refused(given, options, argument, facts):
    with refused(argument, *facts):
        league_sets(given, **options)


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("name,aim\nx,y\n", ["dataset", "target"]),
        ("dataset,target\n,y\n", ["line 2"]),
        ("dataset,target\nx,y\nx,z\n", ["line 3", "'x'"]),
        ("dataset,target\n\n\nx,y\n,z\n", ["line 5"]),
        (f"dataset,target\nx,{'y' * 200_000}\n", ["field limit"]),
    ],
)
def test_a_file_of_targets_that_cannot_be_used_is_refused(tmp_path, text, facts):
    (tmp_path / "targets.csv").write_text(text)
    with refused("targets", *facts):
        read_targets(tmp_path / "targets.csv")


def test_toml_and_bytes_that_are_none_are_refused(tmp_path):
    (tmp_path / "t.toml").write_text("a = ")
    (tmp_path / "t.csv").write_bytes(b"\xff\xfe\x00")
    for name in ("t.toml", "t.csv", "none.csv"):
        with refused("targets", name):
            read_targets(tmp_path / name)


@pytest.mark.parametrize("value", ["1" * 5000, "[" * 3000 + "]" * 3000])
def test_toml_that_python_cannot_hold_is_refused(tmp_path, value):
    (tmp_path / "t.toml").write_text(f"iris = {value}")
    with refused("targets", "t.toml"):
        read_targets(tmp_path / "t.toml")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names")
def test_a_pipe_is_refused_before_it_is_read(tmp_path):
    os.mkfifo(tmp_path / "t.csv")
    with refused("targets", "pipe"):
        read_targets(tmp_path / "t.csv")


def test_names_with_line_breaks_are_read_as_they_are_quoted(tmp_path):
    (tmp_path / "t.csv").write_text('dataset,target\n"a\u2028b","first\nsecond"\n', encoding="utf-8")
    found = read_targets(tmp_path / "t.csv")
    assert {name: each.target for name, each in found.items()} == {"a\u2028b": "first\nsecond"}


def test_a_target_of_all_files_leaves_a_dataset_its_own():
    (found,) = league_sets({"x": dataset_of(ROWS, TARGET)}, target="kind")
    assert found.rows.target.tolist() == TARGET.tolist()


def test_targets_have_three_forms():
    found = roles_of({"a": "x", "b": ("y", "z"), "c": {"target": "v", "groups": "w"}})
    assert [(each.target, each.groups) for each in found.values()] == [("x", None), ("y", "z"), ("v", "w")]


def test_what_a_league_cannot_drop_is_said(tmp_path):
    """The loader names --drop and --time, which compare has and league has not."""
    rows = pd.DataFrame({"note": [f"text {row % 160}" for row in range(200)], "kind": ["a", "b"] * 100})
    rows.to_csv(tmp_path / "one.csv", index=False)
    with refused(str(tmp_path / "one.csv"), "note", "neither drop= nor time="):
        league_sets([tmp_path / "one.csv"], target="kind")
