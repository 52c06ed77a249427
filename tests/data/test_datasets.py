"""Data by name: bundled sets, the folder of OUTPERFORM_DATA, roles of columns, unknown names."""

import csv
import os
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from sklearn import datasets
from tests.refusals import refused

from outperform.core import Note, NoteKind
from outperform.data import BUNDLED, load
from outperform.data.datasets import read_bundled

CSV = "patient,site,age,weight,ill\n1,u,31,70,yes\n2,u,42,80,no\n3,v,53,90,yes\n4,v,64,60,no\n"
UCI = Path(__file__).parents[3] / "shared" / "data" / "uci"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("OUTPERFORM_DATA", str(tmp_path))
    (tmp_path / "clinic.csv").write_text(CSV)
    (tmp_path / "read me.txt").write_text("no table")
    return tmp_path


@pytest.mark.parametrize("name", BUNDLED)
def test_bundled_sets_are_what_scikit_learn_gives(name):
    rows, target = getattr(datasets, f"load_{name}")(return_X_y=True)
    dataset = load(name)
    np.testing.assert_array_equal(dataset.rows, rows)
    np.testing.assert_array_equal(dataset.target, target)
    assert (dataset.name, dataset.origin) == (name, "bundled")
    assert set(dataset.kinds) == {"numeric"}
    assert dataset.has_classes == (name != "diabetes")


def test_other_sets_are_not_bundled():
    with refused("data 'iri'", "iris?"):
        read_bundled("iri")
    with refused("data 'qqqq'", "breast_cancer, diabetes, digits, iris, wine"):
        read_bundled("qqqq")


def test_a_bundled_set_may_have_another_target():
    dataset = load("iris", target="sepal length (cm)", drop="target")
    assert not dataset.has_classes
    assert dataset.rows.shape == (150, 3)


@pytest.mark.parametrize("name", ["clinic", "clinic.csv"])
def test_the_folder_serves_names_with_and_without_suffix(folder, name):
    dataset = load(name, target="ill", drop="patient")
    assert (dataset.name, dataset.origin) == ("clinic", "file clinic.csv")
    assert str(folder) not in repr(dataset.notes)


def test_a_dot_in_the_stem_is_no_suffix(folder):
    (folder / "clinic.v2.csv").write_text(CSV)
    assert load("clinic.v2", target="ill").name == "clinic.v2"


def test_two_files_of_one_stem_are_ambiguous(folder):
    (folder / "clinic.tsv").write_text(CSV.replace(",", "\t"))
    with refused("data 'clinic'", "OUTPERFORM_DATA", "clinic.csv, clinic.tsv"):
        load("clinic", target="ill")
    assert load("clinic.tsv", target="ill").origin == "file clinic.tsv"


def test_a_bundled_name_wins_over_the_folder_and_says_so(folder):
    (folder / "iris.csv").write_text(CSV)
    assert load("iris").origin == "bundled"
    assert load("iris").notes == (Note.of(NoteKind.SAME_NAME, folder="OUTPERFORM_DATA", files=("iris.csv",)),)
    assert load("iris.csv", target="ill").origin == "file iris.csv"


def test_a_folder_that_is_not_there(monkeypatch, tmp_path):
    monkeypatch.setenv("OUTPERFORM_DATA", str(tmp_path / "gone"))
    with refused("OUTPERFORM_DATA", tmp_path / "gone", "No such file or directory"):
        load("clinic")


def test_columns_take_their_roles(folder):
    dataset = load(folder / "clinic.csv", target="ill", drop=["patient"], groups="site")
    np.testing.assert_array_equal(dataset.rows, [[31, 70], [42, 80], [53, 90], [64, 60]])
    assert dataset.target.tolist() == ["yes", "no", "yes", "no"]
    assert dataset.groups.tolist() == ["u", "u", "v", "v"]


@pytest.mark.parametrize(
    ("roles", "argument", "facts"),
    [
        ({}, "target", ["target=", "target=", "clinic has patient, site, age, weight, ill"]),
        ({"target": "il"}, "target", ["'il'", "ill?"]),
        ({"target": "qqqq"}, "target", ["'qqqq'", "age, ill, patient, site, weight"]),
        ({"target": "ill", "drop": "wait"}, "drop", ["'wait'", "weight?"]),
        ({"target": "ill", "groups": "ill"}, "groups", ["'ill'", "target"]),
        ({"target": "ill", "drop": ["ill"]}, "drop", ["'ill'", "target"]),
        ({"target": "ill", "groups": "site", "drop": ["site"]}, "drop", ["'site'", "groups"]),
        (
            {"target": "ill", "drop": ["patient", "site", "age", "weight"]},
            "drop",
            ["clinic", "patient, site, age, weight, ill"],
        ),
    ],
)
def test_roles_that_cannot_be(folder, roles, argument, facts):
    with refused(argument, *facts):
        load(folder / "clinic.csv", **roles)


@pytest.mark.parametrize(("given", "meant"), [("irs", "iris?"), ("clinc.csv", "clinic.csv?"), ("clnic", "clinic?")])
@pytest.mark.usefixtures("folder")
def test_a_misspelt_name_is_answered_with_the_nearest(given, meant):
    with refused(f"data {given!r}", meant) as refusal:
        load(given)
    assert "wine" not in str(refusal.value)


def test_an_unknown_name_is_answered_with_the_bundled_sets_and_not_with_the_whole_folder(folder, monkeypatch):
    known = ("breast_cancer, diabetes, digits, iris, wine", "openml:ID")
    with refused("data 'qqqq'", *known, "OUTPERFORM_DATA (1 there)") as refusal:
        load("qqqq")
    assert "clinic" not in str(refusal.value)
    monkeypatch.delenv("OUTPERFORM_DATA")
    with refused("data 'qqqq'", *known) as refusal:
        load("qqqq")
    assert "OUTPERFORM_DATA" not in str(refusal.value)
    with refused(str(folder / "no.csv"), "file"):
        load(folder / "no.csv")
    with refused(str(folder), "folder"):
        load(folder)


def test_the_home_folder_is_known(folder, monkeypatch):
    monkeypatch.setenv("HOME", str(folder))
    assert load("~/clinic.csv", target="ill").size == 4


@pytest.mark.skipif(not UCI.is_dir(), reason="the UCI sets lie beside the project on some machines only")
def test_uci_sets_are_as_their_manifest_says():
    with (UCI / "MANIFEST.csv").open(newline="") as manifest:
        entries = {entry["name"]: entry for entry in csv.DictReader(manifest)}
    for name in ("anneal", "arrhythmia", "colic.orig", "credit-g", "letter", "soybean", "vote"):
        dataset, entry = load(UCI / entries[name]["file"]), entries[name]
        assert dataset.size == int(entry["instances"])
        assert dataset.kinds.count("nominal") == int(entry["nominal"])
        assert dataset.kinds.count("numeric") == int(entry["numeric"])
        assert len(set(dataset.target)) == int(entry["classes_used"])
        assert int(pd.DataFrame(dataset.rows).isna().sum().sum()) == int(entry["missing_cells"])


@pytest.mark.parametrize("name", ["sales.xlsx", "./sales.XLSX", "sales.json"])
def test_a_missing_file_of_another_kind_is_not_taken_for_a_name(name):
    with refused(name, "data.csv"):
        load(name, target="y")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names here")
def test_a_pipe_is_answered_with_a_file(tmp_path):
    pipe = tmp_path / "63"
    os.mkfifo(pipe)
    with refused(str(pipe), ".csv"):
        load(pipe, target="y")
