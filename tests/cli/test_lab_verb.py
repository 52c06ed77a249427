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
    """Run with --json and return the readings."""

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
    head, size, *_ = out.splitlines()
    for fact in (TASK, "always-one", "copy-x"):
        assert fact in head
    for fact in ("50 data sets", "2 repetitions", "level .05", "seed 1"):
        assert fact in size
    assert HOLDOUT in out
    assert "Type I error" in out
    pair = ("--learner", "nb", "--learner", "tree")
    _, out, _ = lab("measure", "--source", "symmetric(n=40)", "--procedure", "kfold-t(folds=3)", "--datasets", 2, *pair)
    for fact in ("symmetric(n=40)", "nb and tree", "kfold-t(folds=3)", "power", "standard error"):
        assert fact in out


def test_several_procedures_stand_under_each_measure(lab):
    options = (*OPTIONS, "--procedure", "corrected-10x10", "--measure", "fits", "--measure", "rejection")
    _, out, _ = lab("measure", *options, "--level", 0.05, "--level", 0.01)
    rows = [line.split()[0] for line in out.splitlines() if line.startswith("  ") and line.strip()[0] != "v"]
    assert rows == [HOLDOUT, "corrected-10x10"] * 4  # two measures at two levels
    assert [line.split()[-1] for line in out.splitlines() if line.startswith("  ")].count("100") == 2
    assert max(map(len, out.splitlines())) <= 80


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
    assert "20 data sets, level .3\n" in text


def test_show_tells_what_it_does_not_show(lab, tmp_path, monkeypatch):
    (tmp_path / "study.toml").write_text(STUDY)
    lab("run", tmp_path / "study.toml")
    monkeypatch.setattr("outperform.lab.show.versions", lambda: "outperform 9")
    code, out, err = lab("show", tmp_path / "study.toml", "--json")
    assert (code, json.loads(out)) == (0, {"readings": []})
    first, second = err.splitlines()
    assert first.startswith("note: ")
    assert "outperform 0." in first
    assert second.startswith("note: ")


@pytest.mark.parametrize(
    ("arguments", "facts"),
    [
        ((*OPTIONS, "--measure", "rejektion"), ("measure", "'rejektion'", "rejection?")),
        ((*OPTIONS, "--learner", "nb"), ("learners:", "1", "--learner")),
        ((*OPTIONS, "--learner", "nb", "--learner", "tre"), ("learners:", "'tre'", "tree?")),
        ((*OPTIONS, "--level", "1.5"), ("level", "1.5")),
        ((*OPTIONS, "--jobs", "0"), ("jobs", "0")),
        ((*OPTIONS[:-2], "--datasets", "0"), ("--datasets", "1", "got 0")),
        (("--source", "task-one(n=2e9)", *OPTIONS[2:]), ("task-one", "n", "2000000000.0")),
        (("--source", "task-one(n=2000000000)", *OPTIONS[2:]), ("n:", "999,999,999", "2000000000")),
        (("--source", "symmetric(n=2000000000)", *OPTIONS[2:]), ("n:", "10,000,000", "2000000000")),
        ((*OPTIONS, "--procedure", "corrected-t"), ("procedures:", "'DESIGN + corrected-t'")),
        ((*OPTIONS, "--procedure", "kfold"), ("procedures:", "'kfold + TEST'")),
        ((*OPTIONS, "--procedure", "kfold + "), ("''",)),
    ],
)
def test_what_is_refused_is_refused_before_anything_runs(lab, monkeypatch, arguments, facts):
    for engine in ("run_block", "run_dataset"):
        monkeypatch.setattr(f"outperform.lab.run.{engine}", lambda *_: pytest.fail("ran"))
    code, out, err = lab("measure", *arguments)
    assert (code, out) == (2, "")
    for fact in facts:
        assert fact in err
    assert len(err.splitlines()) == 1


def test_files_that_are_no_ledger_are_refused(lab, tmp_path):
    (tmp_path / "study.toml").write_text(STUDY)
    (tmp_path / "study.db").write_text("not a database, but long enough to look like one" * 20)
    for verb in ("run", "show"):
        code, out, err = lab(verb, tmp_path / "study.toml")
        assert (code, out) == (2, "")
        assert f"{tmp_path / 'study.db'}" in err
        assert "file is not a database" in err  # SQLite's own words
    code, _, err = lab("show", tmp_path / "none.toml")
    assert code == 2
    assert str(tmp_path / "none.db") in err


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
        assert all(word in told for word in ("loaded", "judged"))  # two workers may write on one line


@pytest.mark.parametrize("verb", ["measure", "curve", "run", "show", "certify", "calibrate"])
def test_every_verb_has_examples_and_says_its_defaults(lab, verb):
    code, out, _ = lab(verb, "--help")
    assert code == 0
    assert f"outperform lab {verb} " in out.partition("examples:")[2]
    assert "default" in out


def test_a_second_source_is_refused_rather_than_replacing_the_first(lab):
    code, out, err = lab("measure", *OPTIONS, "--source", "task-one(n=20)")
    assert (code, out) == (2, "")
    for fact in ("--source task-one(n=200) and --source task-one(n=20) contradict",):
        assert fact in err
