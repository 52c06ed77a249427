"""Data by name: bundled sets, the folder of OUTPERFORM_DATA, roles of columns, unknown names."""

import csv
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from sklearn import datasets

from outperform.core import InputError, Note, NoteKind
from outperform.data import BUNDLED, load
from outperform.data.bundled import read_bundled

CSV = "patient,site,age,weight,ill\n1,u,31,70,yes\n2,u,42,80,no\n3,v,53,90,yes\n4,v,64,60,no\n"
UCI = Path(__file__).parents[3] / "shared" / "data" / "uci"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("OUTPERFORM_DATA", str(tmp_path))
    (tmp_path / "clinic.csv").write_text(CSV)
    (tmp_path / "read me.txt").write_text("no table")
    return tmp_path


def refused(*args, **kwargs):
    with pytest.raises(InputError) as caught:
        load(*args, **kwargs)
    return str(caught.value)


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
    with pytest.raises(InputError, match=r"^data 'iri': is not bundled; did you mean iris\? Known: breast_cancer, "):
        read_bundled("iri")


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
    assert refused("clinic", target="ill") == "data 'clinic': is ambiguous in OUTPERFORM_DATA: clinic.csv, clinic.tsv"
    assert load("clinic.tsv", target="ill").origin == "file clinic.tsv"


def test_a_bundled_name_wins_over_the_folder_and_says_so(folder):
    (folder / "iris.csv").write_text(CSV)
    assert load("iris").origin == "bundled"
    assert load("iris").notes == (Note.of(NoteKind.SAME_NAME, folder="OUTPERFORM_DATA", files=("iris.csv",)),)
    assert load("iris.csv", target="ill").origin == "file iris.csv"


def test_a_folder_that_is_not_there(monkeypatch, tmp_path):
    monkeypatch.setenv("OUTPERFORM_DATA", str(tmp_path / "gone"))
    assert refused("clinic") == "OUTPERFORM_DATA: names no folder that can be read: No such file or directory"


def test_columns_take_their_roles(folder):
    dataset = load(folder / "clinic.csv", target="ill", drop=["patient"], groups="site")
    np.testing.assert_array_equal(dataset.rows, [[31, 70], [42, 80], [53, 90], [64, 60]])
    assert dataset.target.tolist() == ["yes", "no", "yes", "no"]
    assert dataset.groups.tolist() == ["u", "u", "v", "v"]


@pytest.mark.parametrize(
    ("roles", "message"),
    [
        ({}, "target: name the column to predict; clinic has patient, site, age, weight, ill"),
        (
            {"target": "il"},
            "target: there is no column 'il'; did you mean ill? Known: age, ill, patient, site, weight",
        ),
        (
            {"target": "ill", "drop": "wait"},
            "drop: there is no column 'wait'; did you mean weight? Known: age, ill, patient, site, weight",
        ),
        ({"target": "ill", "groups": "ill"}, "groups: 'ill' is the target already"),
        ({"target": "ill", "drop": ["ill"]}, "drop: 'ill' is the target already"),
        ({"target": "ill", "groups": "site", "drop": ["site"]}, "drop: 'site' is the groups already"),
        ({"target": "ill", "drop": ["patient", "site", "age", "weight"]}, "drop: leaves no column to learn from"),
    ],
)
def test_roles_that_cannot_be(folder, roles, message):
    assert refused(folder / "clinic.csv", **roles) == message


def test_unknown_names(folder):
    known = "breast_cancer, clinic.csv, diabetes, digits, iris, wine"
    assert refused("irs") == f"data 'irs': is neither a file nor a known name; did you mean iris? Known: {known}"
    assert refused("clinc.csv") == (
        f"data 'clinc.csv': is neither a file nor a known name; did you mean clinic.csv? Known: {known}"
    )
    assert refused("qqqq") == f"data 'qqqq': is neither a file nor a known name; Known: {known}"
    assert refused(folder / "no.csv") == f"{folder / 'no.csv'}: there is no such file"
    assert refused(folder) == f"{folder}: is a folder; name a file in it"


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
