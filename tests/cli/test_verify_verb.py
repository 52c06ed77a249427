"""The verb that runs a manifest again, and the options that write one."""

import json

import numpy as np
import pandas as pd
import pytest

LINE = ("--procedure", "blocked-3x2", "--seed", "data")


@pytest.fixture
def table(tmp_path):
    rng = np.random.default_rng(2)
    frame = pd.DataFrame({"a": rng.standard_normal(60).round(2), "kind": rng.choice(["x", "y"], 60)})
    frame["note"] = [f"free text {number}" for number in range(60)]
    frame["house"] = np.arange(60) // 2
    frame["answer"] = np.where(frame["a"] + rng.standard_normal(60) > 0, "yes", "no")
    frame.to_csv(tmp_path / "one.csv", index=False)
    return frame


@pytest.fixture
def manifest(run, table, tmp_path):  # noqa: ARG001 - the file is there
    path = tmp_path / "one.json"
    columns = ("--target", "answer", "--drop", "note", "--groups", "house")
    code, out, err = run("compare", "nb", "stump", "--data", tmp_path / "one.csv", *columns, *LINE, "--manifest", path)
    assert (code, err) == (0, "")
    assert "note: partitions are canonical" in out
    return path


def test_another_order_of_rows_and_another_format_verify(run, table, manifest, tmp_path):
    told = json.loads(manifest.read_text())
    assert (told["data"]["target"], told["data"]["groups"], told["data"]["columns"]) == (
        "answer",
        "house",
        ["a", "kind"],
    )
    table.sample(frac=1, random_state=0).to_parquet(tmp_path / "other.parquet")
    code, out, err = run("verify", manifest, "--data", tmp_path / "other.parquet", "--store", tmp_path / "fits.db")
    assert (code, err) == (0, "")
    assert out.startswith("verified: the same data, the same decisions, the same scores\n")
    code, out, _ = run("verify", manifest, "--data", tmp_path / "other.parquet", "--json", "--jobs", 2, "--quiet")
    assert (code, json.loads(out)["same"]) == (0, True)
    assert json.loads(out)["decisions"] == told["decisions"]


def test_other_data_and_other_decisions_exit_1(run, table, manifest, tmp_path):
    table.iloc[1:].to_csv(tmp_path / "less.csv", index=False)
    code, out, _ = run("verify", manifest, "--data", tmp_path / "less.csv")
    assert code == 1
    assert out == "not verified: these are other data: 59 rows here, 60 in the manifest\n"
    told = json.loads(manifest.read_text())
    told["decisions"][0]["decision"] = "equal"
    manifest.write_text(json.dumps(told))
    code, out, _ = run("verify", manifest, "--data", tmp_path / "one.csv")
    assert code == 1
    assert "not verified: nb and stump in accuracy: decided " in out


def test_another_set_exits_1(run, tmp_path):
    path = tmp_path / "iris.json"
    run("compare", "nb", "stump", "--data", "iris", *LINE, "--manifest", path)
    assert run("verify", path, "--data", "iris")[0] == 0
    code, out, _ = run("verify", path, "--data", "wine")
    assert (code, "these are other data" in out) == (1, True)


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        pytest.param(("verify",), "required: FILE", id="no-file"),
        pytest.param(("verify", "{}/none.json"), "required: --data", id="no-data"),
        pytest.param(("verify", "{}/none.json", "--data", "iris"), "cannot be read", id="no-such-file"),
        pytest.param(("verify", "{}/one.csv", "--data", "iris"), "is not JSON", id="not-json"),
        pytest.param(("verify", "{}/bad.json", "--data", "iris"), "is not a manifest", id="not-a-manifest"),
        pytest.param(("verify", "{}/one.json", "--data", "none.csv"), "none.csv", id="no-such-data"),
        pytest.param(("verify", "{}/one.json", "--data", "iris"), "no column 'answer'", id="no-target"),
        pytest.param(("compare", "nb", "stump", "--data", "iris", "--seed", "date"), "number or data", id="a-bad-seed"),
        pytest.param(
            ("compare", "nb", "stump", "--data", "iris", "--manifest", "{}/none/x.json"), "no folder", id="no-folder"
        ),
        pytest.param(
            ("compare", "nb", "dummy", "--data", "iris", *LINE, "--manifest", "{}"), "cannot be written", id="a-folder"
        ),
    ],
)
@pytest.mark.usefixtures("manifest")
def test_bad_calls_give_one_clear_line(run, tmp_path, arguments, problem):
    (tmp_path / "bad.json").write_text("{}")
    code, out, err = run(*(each.format(tmp_path) for each in arguments))
    assert (code, out) == (2, "")
    assert problem in err
    assert err.count("\n") == 1
