"""A folder in place of data sets: all tables in it."""

from pathlib import Path

import numpy as np
import pytest
from tests.refusals import refused

from outperform import league
from outperform.cli.main import main
from outperform.core import NoteKind
from outperform.data.league_sets import of_folders

FAST = {"procedure": "fixed-league(repeats=1)", "test": "t-datasets"}


def rows(seed):
    rng = np.random.default_rng(seed)
    lines = [f"{rng.normal() + (row % 2):.3f},{rng.normal():.3f},{'yes' if row % 2 else 'no'}" for row in range(40)]
    return "\n".join(["a,b,class", *lines, ""])


@pytest.fixture
def folder(tmp_path):
    inside = tmp_path / "data"
    (inside / "nested").mkdir(parents=True)
    for number, name in enumerate(["beta.csv", "Alpha.csv", "gamma.csv", "nested/delta.csv", ".hidden.csv"]):
        (inside / name).write_text(rows(number))
    (inside / "README.md").write_text("about")
    (inside / "targets.csv").write_text("dataset,target\nbeta,class\nAlpha,class\ngamma,class\n")
    return inside


def test_all_tables_are_taken_sorted_and_the_rest_is_told(folder):
    (folder / "targets.csv").unlink()
    found = league(["nb", "dummy"], str(folder), target="class", **FAST)
    assert found.table.datasets == ("Alpha", "beta", "gamma")
    note = next(note for note in found.notes if note.kind is NoteKind.FOLDER_PASSED_OVER)
    assert (note["tables"], note["names"]) == (3, ("nested/", "README.md"))
    same = league(["nb", "dummy"], [folder], target="class", **FAST)
    listed = league(
        ["nb", "dummy"], [str(folder / f"{name}.csv") for name in ("Alpha", "beta", "gamma")], target="class", **FAST
    )
    assert found[0].verdict.pvalue == same[0].verdict.pvalue == listed[0].verdict.pvalue


def test_the_file_of_the_targets_is_no_data_set(folder):
    found, _ = of_folders([str(folder)], str(folder / "targets.csv"))
    assert [Path(path).name for path in found] == ["Alpha.csv", "beta.csv", "gamma.csv"]


def test_roles_are_those_of_every_table(folder):
    found, notes = of_folders([(str(folder), "class"), "iris"], folder / "targets.csv")
    assert found == [*((str(folder / f"{name}.csv"), "class") for name in ("Alpha", "beta", "gamma")), "iris"]
    assert len(notes) == 1


def test_what_cannot_be_a_league_is_refused(folder, tmp_path):
    (tmp_path / "empty" / "sub").mkdir(parents=True)
    with refused(str(tmp_path / "empty"), "no table", ".csv", "folders in it"):
        league(["nb", "dummy"], str(tmp_path / "empty"), target="class")
    with refused("datasets", "'mine'", "folder"):
        league(["nb", "dummy"], {"mine": str(folder)}, target="class")
    with refused("datasets", "twice"):
        league(["nb", "dummy"], [str(folder), str(folder / "beta.csv")], target="class")


def test_a_bundled_name_is_no_folder(tmp_path, monkeypatch):
    (tmp_path / "iris").mkdir()
    monkeypatch.chdir(tmp_path)
    assert of_folders(["iris", "wine"]) == (["iris", "wine"], [])


def test_on_the_command_line(folder, capsys):
    line = ["league", "nb", "dummy", "--data", str(folder), "--targets", str(folder / "targets.csv"), "--quiet"]
    assert main([*line, "--procedure", FAST["procedure"], "--test", "t-datasets"]) == 0
    assert "3 tables of the folder" in capsys.readouterr().out
