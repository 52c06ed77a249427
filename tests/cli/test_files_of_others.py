"""Files that anybody may have written: none runs code unless it is allowed, and none changes a verdict."""

import csv
import itertools
import json
import sqlite3
from contextlib import closing

import pytest

from outperform.engine.sqlite import StoreError, Trouble
from outperform.engine.store import Store

LINE = ("compare", "nb", "stump", "--data", "iris", "--procedure", "blocked-3x2", "--quiet")
CODE = """
from pathlib import Path
from outperform.significance import KFoldT
Path("ran").touch()
class Mine(KFoldT):
    "A test."
    slug = "mine"
"""
STUDY = 'source = "task-one(n=40)"\nprocedures = ["kfold(folds=3) + mine.py:Mine"]\ndatasets = 3\n'


@pytest.fixture
def study(tmp_path, monkeypatch):
    """Work beside a study that names a test in a file of code."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text(f"{CODE}# {tmp_path}\n")
    (tmp_path / "study.toml").write_text(STUDY)
    return tmp_path


def test_a_study_runs_no_code_unless_its_file_is_allowed(run, refusal, study):
    err = refusal("lab", "run", "study.toml")
    assert all(fact in err for fact in ("study.toml, line 2", "mine.py", "--allow-file mine.py"))
    (study / "other.py").touch()
    refusal("lab", "run", "study.toml", "--allow-file", "other.py")
    assert all(
        fact in refusal("lab", "run", "study.toml", "--allow-file", "no.py") for fact in ("--allow-file", "no.py")
    )
    assert sorted(each.name for each in study.iterdir()) == ["mine.py", "other.py", "study.toml"]
    code, out, _ = run("lab", "run", "study.toml", "--allow-file", "mine.py", "--quiet")
    assert (code, "mine.py:Mine" in out) == (0, True)
    assert (study / "ran").exists()


def test_what_the_user_types_is_run(run, study):
    line = ("--source", "task-one(n=40)", "--procedure", "kfold(folds=3) + mine.py:Mine", "--datasets", 3)
    assert run("lab", "measure", *line, "--quiet")[0] == 0
    assert (study / "ran").exists()


def test_results_run_no_code(run, study):
    assert run("lab", "run", "study.toml", "--allow-file", "mine.py", "--quiet")[0] == 0
    (study / "ran").unlink()
    (study / "mine.py").write_text(CODE)
    assert run("lab", "show", "study.db")[0] == 0
    assert not (study / "ran").exists()


@pytest.mark.parametrize("key", ["allow-file", "allow_file"])
def test_the_defaults_of_a_project_allow_no_file(refusal, study, key):
    (study / "outperform.toml").write_text(f"[verify]\n{key} = ['mine.py']\n")
    err = refusal("verify", "m.json", "--data", "iris")
    assert all(fact in err for fact in (key, "--allow-file"))


@pytest.mark.parametrize(
    "text",
    ["level = " + "[" * 3000 + "]" * 3000, "level" + ".a" * 3000 + " = 1", "level = 1" + "0" * 5000],
    ids=["lists", "tables", "digits"],
)
def test_files_of_toml_that_are_too_deep_are_one_line(refusal, study, text):
    (study / "outperform.toml").write_text(f"[compare]\n{text}\n")
    assert "outperform.toml" in refusal(*LINE)
    (study / "study.toml").write_text(text.replace("level", "source"))
    assert "study.toml" in refusal("lab", "run", "study.toml")


@pytest.fixture
def store(run, tmp_path):
    path = tmp_path / "fits.db"
    assert run(*LINE, "--store", path)[0] == 0
    return path


def edit(path, change):
    with closing(sqlite3.connect(path)) as db, db:
        return db.execute(f"UPDATE fits SET {change} WHERE learner = 'stump'").rowcount


def test_a_score_that_cannot_be_is_told_and_decides_nothing(run, store):
    whole = run(*LINE, "--json")[1]
    rows = edit(store, "scores = '{\"accuracy\": 7.5}'")
    for what in ("list", "show", "export"):
        _, out, err = run("store", what, store)
        assert "stump" not in out
        assert all(fact in err for fact in (f"{rows} rows", "7.5", "accuracy"))
    _, out, _ = run(*LINE, "--store", store)
    assert out.startswith(run(*LINE)[1].splitlines()[0])
    assert f"{rows} rows of the store" in " ".join(out.split())
    assert run("store", "list", store)[2] == ""
    again, first = (json.loads(text) for text in (run(*LINE, "--store", store, "--json")[1], whole))
    assert [row["pvalue"] for row in again["verdicts"]] == [row["pvalue"] for row in first["verdicts"]]


def test_a_store_that_is_damaged_further_on_exports_nothing(run, store, monkeypatch):
    def rows(self):
        yield from itertools.islice(whole(self), 3)
        raise StoreError("the database disk image is malformed", Trouble.DAMAGED)

    whole = Store.all
    monkeypatch.setattr(Store, "all", rows)
    code, out, err = run("store", "export", store)
    assert (code, out) == (2, "")
    assert "malformed" in err


def _verdicts(text):
    return [line for line in text.splitlines() if "seconds" not in line]


def test_names_in_a_store_change_no_terminal_and_run_no_formula(run, store):
    edit(store, "learner = '=1+' || char(27) || '[2J' || char(10) || 'x', dataset = char(8238) || 'd'")
    for what in ("list", "show"):
        _, out, _ = run("store", what, store)
        assert not {"\x1b", "\u202e"} & {*out}
        assert r"=1+\x1b[2J\nx" in out
        assert r"\u202ed" in out
    _, out, _ = run("store", "export", store)
    assert {row["learner"] for row in csv.DictReader(out.splitlines(keepends=True))} == {"nb", "'=1+\\x1b[2J\nx"}


def test_names_in_results_change_no_terminal(run, tmp_path):
    name = "task-one( n=40 \x1b[2J)".replace("\x1b[2J", "")
    path = tmp_path / "study.db"
    line = ("lab", "measure", "--source", name, "--procedure", "blocked-3x2", "--datasets", 3, "--quiet")
    assert run(*line, "--store", path)[0] == 0
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("UPDATE procedures SET name = 'a' || char(27) || '[2J', spec = name")
    for form in ("text", "csv", "markdown", "json"):
        code, out, err = run("lab", "show", path, "--format", form)
        assert (code, err) == (0, "")
        assert "\x1b" not in out


@pytest.mark.parametrize("verb", ["compare", "budget"])
def test_a_store_that_cannot_be_written_is_refused_unless_it_is_optional(run, refusal, tmp_path, verb):
    line = (verb, "nb", "stump", "--data", "iris", "--quiet", *(LINE[5:7] if verb == "compare" else ()))
    path = tmp_path / "none" / "fits.db"
    err = refusal(*line, "--store", path)
    assert all(fact in err for fact in (str(path), "--store-optional"))
    code, out, _ = run(*line, "--store", path, "--store-optional")
    assert code == 0
    assert str(path) in "".join(out.split())


def test_a_manifest_may_be_verified_without_its_store(run, refusal, tmp_path):
    run(*LINE, "--manifest", tmp_path / "m.json")
    line = ("verify", tmp_path / "m.json", "--data", "iris", "--store", tmp_path / "none" / "fits.db", "--quiet")
    assert "--store-optional" in refusal(*line)
    assert run(*line, "--store-optional")[0] == 0


@pytest.mark.parametrize(
    "line",
    [
        LINE,
        ("lab", "measure", "--source", "task-one(n=40)", "--procedure", "blocked-3x2"),
        ("paper", "wang-2014", "--table", "5"),
    ],
    ids=["compare", "lab", "paper"],
)
@pytest.mark.parametrize("store", [":memory:", ""])
def test_a_store_in_memory_is_refused(refusal, line, store):
    assert "path of a file" in refusal(*line, "--store", store)


def test_a_manifest_writes_over_no_other_file(refusal, examples):
    for name in ("credit.csv", "fits.db"):
        line = ("compare", "nb", "stump", "--data", "credit.csv", "--target", "class", "--store", "fits.db")
        assert all(fact in refusal(*line, "--manifest", f"./{name}") for fact in ("--manifest", name))
    assert (examples / "credit.csv").read_text().startswith("income")


@pytest.fixture
def nothing_runs(monkeypatch):
    """Fail where anything is run."""
    for name in ("outperform.lab.certify.certify", "outperform.lab.factor.measure_factor"):
        monkeypatch.setattr(name, lambda *_, **__: pytest.fail("ran"))
    monkeypatch.setattr("outperform.papers.Wang2014.obtain", lambda *_: pytest.fail("ran"))


@pytest.mark.usefixtures("nothing_runs")
def test_what_cannot_be_written_is_refused_before_anything_runs(refusal, tmp_path, monkeypatch):
    file = tmp_path / "file"
    file.write_text("{")
    assert all(fact in refusal("lab", "certify", "--all", file / "cards") for fact in ("--all", str(file)))
    assert all(fact in refusal("paper", "--all", file / "pages") for fact in ("--all", str(file)))
    assert str(file) in refusal("paper", "wang-2014", "--table", "5", "--store", file)
    monkeypatch.setenv("OUTPERFORM_FACTORS", str(file))
    assert str(file) in refusal("lab", "calibrate", "nb")
    monkeypatch.setenv("OUTPERFORM_FACTORS", str(file / "factors.json"))
    assert str(file) in refusal("lab", "calibrate", "nb")
    assert [each.name for each in tmp_path.iterdir()] == ["file"]


@pytest.mark.usefixtures("nothing_runs")
def test_a_folder_without_room_is_refused_before_anything_runs(refusal, tmp_path, monkeypatch):
    def full(**_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("outperform.core.checks.TemporaryFile", full)
    assert all(fact in refusal("lab", "certify", "--all", tmp_path) for fact in ("--all", str(tmp_path), "No space"))
