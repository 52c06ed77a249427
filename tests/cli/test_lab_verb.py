"""``outperform lab`` as a user calls it."""

import json
import subprocess
import sys

import pytest

TASK = "task-one(n=200)"
HOLDOUT = "mcnemar-holdout(share=0.1)"
OPTIONS = ("--source", TASK, "--procedure", HOLDOUT, "--datasets", 50)
STUDY = f'source = "{TASK}"\nprocedures = ["blocked-3x2"]\ndatasets = 20\n'


@pytest.fixture
def lab(run):
    return lambda *arguments: run("lab", *arguments)


@pytest.fixture
def readings(lab):
    """Run with --json and give the readings."""

    def call(*arguments):
        code, out, err = lab(*arguments, "--json")
        assert code == 0, err
        return json.loads(out, parse_constant=lambda word: pytest.fail(f"{word} is no JSON"))["readings"]

    return call


def test_measure_repeats_the_specs_as_given(readings):
    rows = readings("measure", *OPTIONS, "--repetitions", 2)
    assert {(row["procedure"], row["source"]) for row in rows} == {(HOLDOUT, TASK)}
    fields = "procedure measure value low high level datasets repetitions source null truth truth_se learners seed key"
    assert set(rows[0]) == set(fields.split())
    assert (rows[0]["learners"], rows[0]["seed"]) == (["always-one", "copy-x"], 0)
    assert rows[0]["key"].endswith(" | holm")  # every parameter and the adjustment


def test_measure_for_people(lab):
    _, out, _ = lab("measure", *OPTIONS, "--measure", "rejection", "--repetitions", 2, "--seed", 1)
    assert f"{HOLDOUT} on {TASK} at 0.05 (the null is true; 50 datasets, 2 repetitions, seed 1)" in out
    pair = ("--learner", "nb", "--learner", "tree")
    _, out, _ = lab("measure", "--source", "symmetric(n=40)", "--procedure", "kfold-t(folds=3)", "--datasets", 2, *pair)
    assert "kfold-t(folds=3) on symmetric(n=40) with nb and tree at 0.05 (the null is false: a difference of" in out


def test_levels_that_are_the_same_are_read_once(readings):
    rows = readings("measure", *OPTIONS, "--level", 0.05, "--level", 0.1, "--level", 0.05, "--measure", "rejection")
    assert [row["level"] for row in rows] == [0.05, 0.1]


@pytest.mark.parametrize("procedure", ["corrected-10x10", "blocked-3x2", "mcnemar-holdout", "kfold+corrected-t"])
@pytest.mark.parametrize("source", [TASK, "symmetric(n=60)"], ids=["counts", "fits"])
@pytest.mark.parametrize("repetitions", [1, 2])
def test_one_dataset_is_enough_for_json(readings, source, procedure, repetitions):
    options = ("--source", source, "--procedure", procedure, "--datasets", 1, "--repetitions", repetitions)
    assert readings("measure", *options)


def test_a_curve_says_where_it_is(readings):
    rows = readings("curve", *OPTIONS, "--over", "step=0:20:20", "--measure", "rejection")
    assert [row["source"] for row in rows] == ["task-one(step=0, n=200)", "task-one(step=20, n=200)"]
    assert [row["null"] for row in rows] == [True, False]


def test_a_curve_fills_and_uses_a_ledger(readings, tmp_path, monkeypatch):
    options = (*OPTIONS, "--store", tmp_path / "study.db", "--measure", "rejection")
    rows = readings("curve", *options, "--over", "step=0:20:20")
    monkeypatch.setattr("outperform.lab.run.run_block", lambda *_: pytest.fail("run again"))
    assert readings("curve", *options, "--over", "step=0:20:20") == rows
    assert readings("show", tmp_path / "study.db", "--measure", "rejection") == rows
    alone = readings("measure", *options)
    assert alone == [{**rows[0], "source": TASK}]


def test_run_and_show_say_the_same(lab, tmp_path):
    (tmp_path / "study.toml").write_text(STUDY)
    code, out, _ = lab("run", tmp_path / "study.toml", "--json")
    assert code == 0
    for name in ("study.toml", "study.db"):
        assert lab("show", tmp_path / name, "--json") == (0, out, "")
    _, text, _ = lab("show", tmp_path / "study.toml", "--level", 0.3, "--measure", "rejection")
    assert "at 0.3 (the null is true; 20 datasets)" in text


def test_show_tells_what_it_does_not_show(lab, tmp_path, monkeypatch):
    (tmp_path / "study.toml").write_text(STUDY)
    lab("run", tmp_path / "study.toml")
    monkeypatch.setattr("outperform.lab.show.versions", lambda: "outperform 9")
    code, out, err = lab("show", tmp_path / "study.toml", "--json")
    assert (code, json.loads(out)) == (0, {"readings": []})
    assert "note: 1 studies of other versions are in the file and are not shown: outperform 0." in err
    assert "note: there are no readings yet" in err


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        ((*OPTIONS, "--measure", "rejektion"), "measure 'rejektion': is not known; did you mean rejection"),
        ((*OPTIONS, "--learner", "nb"), "learners: a study has two, got 1"),
        ((*OPTIONS, "--learner", "nb", "--learner", "tre"), "learners: 'tre' is not known; did you mean tree"),
        ((*OPTIONS, "--level", "1.5"), "level: must lie strictly between 0 and 1, got 1.5"),
        ((*OPTIONS, "--jobs", "0"), "jobs: must be a whole number other than 0"),
        ((*OPTIONS, "--datasets", "0"), "datasets: must be at least 1, a whole number, got 0"),
        (("--source", "task-one(n=2e9)", *OPTIONS[2:]), "task-one.n: must be int, got 2000000000.0"),
        (("--source", "task-one(n=2000000000)", *OPTIONS[2:]), "must be at most"),
        (("--source", "symmetric(n=2000000000)", *OPTIONS[2:]), "must be at most 10,000,000"),
        ((*OPTIONS, "--procedure", "corrected-t"), "corrected-t is a test; write 'DESIGN + corrected-t'"),
        ((*OPTIONS, "--procedure", "kfold"), "kfold is a design; write 'kfold + TEST'"),
        ((*OPTIONS, "--procedure", "kfold + "), "'': is not a spec"),
    ],
)
def test_what_is_refused_is_refused_before_anything_runs(lab, monkeypatch, arguments, problem):
    for engine in ("run_block", "run_dataset"):
        monkeypatch.setattr(f"outperform.lab.run.{engine}", lambda *_: pytest.fail("ran"))
    code, out, err = lab("measure", *arguments)
    assert (code, out) == (2, "")
    assert problem in err
    assert len(err.splitlines()) == 1


def test_files_that_are_no_ledger_are_refused(lab, tmp_path):
    (tmp_path / "study.toml").write_text(STUDY)
    (tmp_path / "study.db").write_text("not a database, but long enough to look like one" * 20)
    for verb in ("run", "show"):
        code, out, err = lab(verb, tmp_path / "study.toml")
        assert (code, out) == (2, "")
        assert "study.db cannot be opened: file is not a database" in err
    code, _, err = lab("show", tmp_path / "none.toml")
    assert (code, err) == (2, f"outperform: study: there is no file {tmp_path / 'none.db'}\n")


@pytest.mark.process
def test_what_tests_print_does_not_break_json(lab, tmp_path):
    (tmp_path / "own.py").write_text(
        "from outperform.significance import KFoldT\nprint('loaded')\n"
        "class Loud(KFoldT):\n    slug = 'loud'\n"
        "    def judge(self, scores):\n        print('judged')\n        return super().judge(scores)\n"
    )
    spec = f"kfold(folds=3) + {tmp_path / 'own.py'}:Loud"
    options = ["measure", "--source", "symmetric(n=40)", "--procedure", spec, "--datasets", "2", "--json"]
    _, out, err = lab(*options)
    command = [sys.executable, "-m", "outperform", "lab", *options, "--jobs", "2"]  # workers write past what we watch
    apart = subprocess.run(command, capture_output=True, text=True, check=True)
    for readings, told in ((out, err), (apart.stdout, apart.stderr)):
        assert json.loads(readings)["readings"]
        assert {"loaded", "judged"} <= set(told.split())


@pytest.mark.parametrize("verb", ["measure", "curve", "run", "show", "certify"])
def test_every_verb_has_examples_and_says_its_defaults(lab, verb):
    code, out, _ = lab(verb, "--help")
    assert code == 0
    assert f"outperform lab {verb} " in out.partition("examples:")[2]
    assert "default" in out


def test_a_second_source_is_refused_rather_than_replacing_the_first(lab):
    code, out, err = lab("measure", *OPTIONS, "--source", "task-one(n=20)")
    assert (code, out) == (2, "")
    assert "--source: one at a time, got task-one(n=200) and task-one(n=20)" in err
