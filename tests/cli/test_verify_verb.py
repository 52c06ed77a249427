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
    assert "p_flip" in out  # a note: splits follow from the data, p_flip is about other ones
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
    assert out.startswith("verified: ")
    assert "factors=" not in out
    code, out, _ = run("verify", manifest, "--data", tmp_path / "other.parquet", "--json", "--jobs", 2, "--quiet")
    assert (code, json.loads(out)["same"]) == (0, True)
    assert json.loads(out)["decisions"] == told["decisions"]


def test_other_data_and_other_decisions_exit_1(run, table, manifest, tmp_path):
    table.iloc[1:].to_csv(tmp_path / "less.csv", index=False)
    code, out, _ = run("verify", manifest, "--data", tmp_path / "less.csv")
    assert code == 1
    assert out.startswith("not verified: ")
    assert all(fact in out for fact in ("59 rows", "60"))
    told = json.loads(manifest.read_text())
    told["decisions"][0]["decision"] = "equal"
    manifest.write_text(json.dumps(told))
    code, out, _ = run("verify", manifest, "--data", tmp_path / "one.csv")
    assert code == 1
    assert out.startswith("not verified: ")
    assert all(fact in out.splitlines()[0] for fact in ("nb", "stump", "accuracy", "equal"))


def test_another_set_exits_1(run, tmp_path):
    path = tmp_path / "iris.json"
    run("compare", "nb", "stump", "--data", "iris", *LINE, "--manifest", path)
    assert run("verify", path, "--data", "iris")[0] == 0
    code, out, _ = run("verify", path, "--data", "wine")
    assert (code, out.startswith("not verified: ")) == (1, True)
    assert all(rows in out for rows in ("178", "150"))


def test_a_verdict_is_shown_without_what_was_looked_up(run, tmp_path):
    """The manifest names the factors of the learners; a reader needs the procedure alone."""
    path = tmp_path / "m.json"
    run("compare", "logreg", "dummy", "--data", "iris", "--manifest", path)
    assert "factors=((" in json.loads(path.read_text())["procedure"]
    code, out, _ = run("verify", path, "--data", "iris")
    assert code == 0
    assert "adaptive-cv" in out
    assert "factors" not in out


@pytest.mark.parametrize(
    ("arguments", "facts"),
    [
        pytest.param(("verify",), ["FILE, --data", "outperform verify iris.json --data iris"], id="no-file"),
        pytest.param(("verify", "{}/none.json"), ["missing --data;"], id="no-data"),
        pytest.param(("verify", "{}/none.json", "--data", "iris"), ["none.json", "No such file"], id="no-such-file"),
        pytest.param(("verify", "{}/one.csv", "--data", "iris"), ["one.csv", "JSON"], id="not-json"),
        pytest.param(("verify", "{}/bad.json", "--data", "iris"), ["bad.json", "compare --manifest"], id="not-ours"),
        pytest.param(("verify", "{}/one.json", "--data", "none.csv"), ["--data", "none.csv"], id="no-such-data"),
        pytest.param(("verify", "{}/one.json", "--data", "iris"), ["--target", "'answer'"], id="no-target"),
        pytest.param(("compare", "nb", "stump", "--data", "iris", "--seed", "date"), ["--seed", "'date'"], id="seed"),
        pytest.param(
            ("compare", "nb", "stump", "--data", "iris", "--manifest", "{}/none/x.json"),
            ["--manifest", "/none"],
            id="no-folder",
        ),
        pytest.param(
            ("compare", "nb", "dummy", "--data", "iris", *LINE, "--manifest", "{}"),
            ["--manifest", "folder"],
            id="a-folder",
        ),
    ],
)
@pytest.mark.usefixtures("manifest")
def test_bad_calls_give_one_clear_line(refusal, tmp_path, arguments, facts):
    (tmp_path / "bad.json").write_text("{}")
    err = refusal(*(each.format(tmp_path) for each in arguments))
    assert all(fact in err for fact in facts), err


def test_columns_and_versions_that_were_edited_exit_1_and_are_named(run, table, manifest, tmp_path):  # noqa: ARG001
    whole = json.loads(manifest.read_text())
    for part, value in (("columns", ["kind", "a"]), ("rows", 7)):
        edited = whole | {"data": whole["data"] | {part: value}}
        manifest.write_text(json.dumps(edited))
        code, out, _ = run("verify", manifest, "--data", tmp_path / "one.csv")
        assert (code, f"data.{part}" in out) == (1, True)
    manifest.write_text(json.dumps(whole | {"versions": whole["versions"] | {"numpy": "1.0"}}))
    code, out, _ = run("verify", manifest, "--data", tmp_path / "one.csv", "--json")
    assert code == 1
    assert "versions.numpy" in json.loads(out)["differences"][0]
    manifest.write_text(json.dumps(whole | {"data": whole["data"] | {"columns": ["evil", "a"]}}))
    code, out, err = run("verify", manifest, "--data", tmp_path / "one.csv")
    assert code in (1, 2)
    assert "evil" in out + err


def test_code_that_a_manifest_names_runs_only_if_it_is_allowed(run, refusal, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    text = "from pathlib import Path\nfrom sklearn.naive_bayes import GaussianNB\n"
    (tmp_path / "models.py").write_text(
        f"{text}Path('ran').touch()\ndef make():\n    return GaussianNB()\n# {tmp_path}\n"
    )
    assert run("compare", "models.py:make", "stump", "--data", "iris", *LINE, "--manifest", "m.json", "--quiet")[0] == 0
    (tmp_path / "ran").unlink()
    (tmp_path / "models.py").write_text((tmp_path / "models.py").read_text() + "# another file\n")
    err = refusal("verify", "m.json", "--data", "iris")
    assert all(fact in err for fact in ("models.py:make", "--allow-file models.py", "--learners"))
    assert not (tmp_path / "ran").exists()
    err = refusal("verify", "m.json", "--data", "iris", "--allow-file", "none.py")
    assert all(fact in err for fact in ("--allow-file", "none.py"))
    code, out, _ = run("verify", "m.json", "--data", "iris", "--allow-file", "models.py", "--quiet")
    assert (code, out.startswith("verified: ")) == (0, True)
    assert (tmp_path / "ran").exists()
    assert run("verify", "m.json", "--data", "iris", "--learners", "models.py:make", "stump", "--quiet")[0] == 0
