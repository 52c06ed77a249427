import json
import os
import signal
import subprocess
import sys
import time

import numpy as np
import pytest
from scipy import stats

from outperform.cli.main import main
from outperform.core import InputError, SpecError
from outperform.lab import Ledger, Study, readings_of, run_study
from outperform.lab.curve import sources_over
from outperform.lab.files import known_readings, read_study
from outperform.lab.measures import CATALOGUE as MEASURES
from outperform.lab.measures import agreement
from outperform.lab.measures._base import average, jackknife, share
from outperform.lab.records import Records

TASK = "task-one(n=200)"
BOTH = ("corrected-cv(repeats=2, folds=5)", "mcnemar-holdout(share=0.1)")
SYMMETRIC = "symmetric(n=60)"


def value(rows, measure, procedure=None):
    found = [row for row in rows if row["measure"] == measure and procedure in (None, row["procedure"])]
    return found[0]["value"]


def same(one, other):
    return all((one[spec].pvalue == other[spec].pvalue).all() for spec in one)


def test_the_same_bits_whatever_the_workers_and_whatever_else_is_in_the_study():
    study = Study(TASK, BOTH, datasets=2500, repetitions=2)
    whole = run_study(study)
    assert same(whole, run_study(study, jobs=2))
    alone = run_study(Study(TASK, BOTH[:1], datasets=100, repetitions=2))
    assert (alone[BOTH[0]].pvalue == whole[BOTH[0]].pvalue[:100]).all()
    more = run_study(
        Study(
            TASK,
            (*BOTH, "proportions-holdout(share=0.1)", "corrected-cv(repeats=5, folds=5)"),
            datasets=100,
            repetitions=2,
        )
    )
    assert (more[BOTH[0]].pvalue == whole[BOTH[0]].pvalue[:100]).all()
    assert (
        run_study(Study(TASK, BOTH, datasets=100, seed=1))[BOTH[0]].pvalue[:, 0] != whole[BOTH[0]].pvalue[:100, 0]
    ).any()


def test_fits_give_the_same_bits_too():
    study = Study(SYMMETRIC, ("corrected-cv(repeats=2, folds=3)", "blocked-3x2"), datasets=6, repetitions=2)
    whole = run_study(study)
    assert same(whole, run_study(study, jobs=2))
    assert whole["blocked-3x2"].shape == (6, 2)
    assert whole["blocked-3x2"].halves.shape == (6, 3, 2)
    alone = run_study(Study(SYMMETRIC, ("corrected-cv(repeats=1, folds=3)",), datasets=3, repetitions=2))
    assert alone["corrected-cv(repeats=1, folds=3)"].shape == (3, 2)


def test_counts_and_fits_agree_on_the_same_source():
    """The same study through explicit rows and real learners: rejection rates agree within Monte Carlo error."""
    procedure = ("kfold(folds=5, stratify=False) + corrected-t",)  # counts know no strata
    source = "task-one(step=20, n=100)"
    counted = run_study(Study(source, procedure, datasets=2000))[procedure[0]].rejected(0.05).mean()
    fitted_study = Study(source, procedure, ("copy-x", "always-one"), datasets=400)
    fitted = run_study(fitted_study)[procedure[0]].rejected(0.05).mean()
    assert fitted == pytest.approx(counted, abs=5 * np.sqrt(counted * (1 - counted) / 400))


def test_a_ledger_remembers_and_longer_studies_extend_shorter(tmp_path, monkeypatch):
    path = tmp_path / "study.db"
    study = Study(TASK, BOTH, datasets=300, repetitions=2)
    first = run_study(study, ledger=Ledger(path))
    monkeypatch.setattr("outperform.lab.run.run_block", lambda *_: pytest.fail("run again"))
    again = run_study(study, ledger=Ledger(path))
    assert same(first, again)
    rows = known_readings(Ledger(path, create=False), [])
    assert rows == readings_of(study, first)


def test_readings_have_every_field_and_measure():
    study = Study(TASK, ("blocked-3x2",), datasets=200, repetitions=3, levels=(0.05, 0.1))
    rows = readings_of(study, run_study(study))
    assert {row["measure"] for row in rows} == set(MEASURES) - {"seconds"}  # nothing is fitted
    assert set(rows[0]) == {
        "procedure",
        "measure",
        "value",
        "low",
        "high",
        "level",
        "datasets",
        "repetitions",
        "source",
        "null",
        "truth",
        "truth_se",
    }
    assert {row["level"] for row in rows} == {0.05, 0.1}
    assert all(row["low"] <= row["value"] <= row["high"] for row in rows)
    assert all(row["null"] is True for row in rows)
    assert value(rows, "fits") == 6
    single = readings_of(Study(TASK, BOTH[1:], datasets=50), run_study(Study(TASK, BOTH[1:], datasets=50)))
    assert {row["measure"] for row in single} == {"rejection", "uniformity", "fits"}


def test_the_null_depends_on_the_truth():
    one = Study("task-one(step=5, n=100)", BOTH[1:], datasets=10)
    assert readings_of(one, run_study(one))[0]["null"] is False
    other = Study("task-one(n=60)", ("kfold-t(folds=3)",), ("copy-x", "copy-x"), datasets=3)
    assert readings_of(other, run_study(other))[0]["null"] is True  # one learner twice


def test_any_learner_on_two_like_blocks_is_a_null():
    source = Study(SYMMETRIC, ("blocked-3x2",)).supply
    assert source.speaks_of(('block(learner="stump")', 'block(learner="stump", which=2)'))
    assert source.speaks_of(('block(learner="knn(k=3)", which=2)', 'block(learner="knn(k=3)", which=1)'))
    assert source.speaks_of(("tree", "tree"))
    assert not source.speaks_of(('block(learner="stump")', 'block(learner="tree", which=2)'))
    assert not source.speaks_of(("nb", "tree"))


def test_agreement_by_brute_force_and_as_printed():
    """R(5, 10) = 4/9; R counts the pairs of repetitions that agree."""
    for n in (2, 5, 10):
        for k in range(n + 1):
            outcomes = [1] * k + [0] * (n - k)
            pairs = [(a, b) for a in range(n) for b in range(a)]
            agree = sum(outcomes[a] == outcomes[b] for a, b in pairs) / len(pairs)
            assert agreement(np.array(k), n) == pytest.approx(agree)
    assert agreement(np.array(5), 10) == pytest.approx(4 / 9)


def test_measures_on_made_up_records():
    pvalue = np.array([[0.01, 0.02, 0.03], [0.5, 0.6, 0.01], [0.9, 0.8, 0.7]])
    sign = np.array([[1, -1, 1], [1, 1, 1], [1, 1, 1]])
    fill = np.ones_like(pvalue)
    records = Records(pvalue, sign * 0.1, sign, fill, fill * 9, fill, fill, fill, fill * np.nan, fill * np.nan)

    def read(slug):
        return MEASURES[slug]().read(records, 0.05, None)

    assert read("rejection").value == pytest.approx(4 / 9)
    assert read("replicability").value == pytest.approx((1 + 1 / 3 + 1) / 3)
    assert read("chance-corrected").value == pytest.approx(2 * (7 / 9) - 1)
    assert read("consistent").value == pytest.approx(2 / 3)
    assert read("almost-consistent").value == 1
    assert read("three-way").value == pytest.approx((1 / 3 + 1 / 3 + 1) / 3)
    assert read("coverage") is None
    assert read("rho1") is None
    first = stats.kstest(pvalue[:, 0], "uniform").statistic
    assert read("uniformity").value == pytest.approx(first)


def test_monte_carlo_intervals_cover():
    """Wilson, mean and jackknife intervals cover the true value in about 95 of 100 studies (binomial bound 1e-6)."""
    rng = np.random.default_rng(0)
    hits = {"share": 0, "average": 0, "jackknife": 0}
    for _ in range(400):
        flags, values = (rng.random(200) < 0.1).astype(float), rng.exponential(size=200)
        readings = {"share": (share(flags), 0.1), "average": (average(values), 1.0)}
        readings["jackknife"] = jackknife(lambda table: float(table.var(ddof=1)), rng.normal(size=200)), 1.0
        for name, (reading, true) in readings.items():
            hits[name] += reading.low <= true <= reading.high
    assert min(hits.values()) >= stats.binom.ppf(1e-6, 400, 0.93)


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ({"source": "task-two"}, "did you mean task-one"),
        ({"procedures": ()}, "procedures: there are none"),
        ({"procedures": ("corrected-10x11",)}, "is not known"),
        ({"procedures": ("kfold + t",)}, "is not known"),
        ({"datasets": 0}, "datasets: must be at least 1"),
        ({"datasets": 2.5}, "datasets: must be at least 1"),
        ({"procedures": "kfold-t"}, "procedures: there are none; give a list"),
        ({"procedures": ("kfold + bayes-correlated-t",)}, "gives a posterior"),
        ({"repetitions": 0}, "repetitions: must be at least 1"),
        ({"levels": (2,)}, "level: must lie"),
        ({"learners": ("nb",)}, "a study has two, got 1"),
    ],
)
def test_bad_studies_are_refused_before_anything_runs(options, problem):
    with pytest.raises((InputError, SpecError)) as error:
        Study(**{"source": TASK, "procedures": BOTH, **options})
    assert problem in str(error.value)


def test_more_folds_than_rows_are_refused_in_counts_too():
    with pytest.raises(InputError, match="needs at least 10 rows, got 5"):
        run_study(Study("task-one(n=5)", ("corrected-10x10",), datasets=2))


def test_the_spelling_of_a_source_changes_nothing():
    one = run_study(Study(SYMMETRIC, ("blocked-3x2",), datasets=2))
    other = run_study(Study("symmetric( n = 60 )", ("blocked-3x2",), datasets=2))
    assert same(one, other)


def test_curves():
    assert sources_over("task-one(n=50)", "step=0:1:0.5") == [
        "task-one(n=50)",
        "task-one(step=0.5, n=50)",
        "task-one(step=1, n=50)",
    ]
    for over, problem in [
        ("stp=0:1:1", "did you mean step"),
        ("step=0:1", "NAME=FROM:TO:STEP"),
        ("step=2:1:1", "goes nowhere"),
        ("step=0:1:0", "goes nowhere"),
        ("step=0:10:3", "miss 10"),
    ]:
        with pytest.raises(InputError, match=problem):
            sources_over("task-one", over)


GOOD = f'source = "{TASK}"\nprocedures = ["blocked-3x2"]\ndatasets = 20\n'


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (GOOD + "sead = 3\n", "line 4, sead: is not a field of a study; did you mean seed"),
        (GOOD.replace("= 20", "= " + '"20"'), "line 3, datasets: must be int"),
        ('source = "task-one"\n', "has no procedures"),
        ("source = \n", "is not TOML"),
        (GOOD.replace("task-one", "task-won"), "line 1: source 'task-won'"),
    ],
)
def test_bad_files_are_refused_with_line_and_field(tmp_path, text, problem):
    path = tmp_path / "study.toml"
    path.write_text(text)
    with pytest.raises(InputError) as error:
        read_study(path)
    assert problem in str(error.value)
    with pytest.raises(InputError, match="cannot be read"):
        read_study(tmp_path / "none.toml")


def test_the_verbs(tmp_path, capsys):
    (tmp_path / "study.toml").write_text(GOOD)

    def run(*arguments):
        code = main(["lab", *map(str, arguments)])
        return code, capsys.readouterr().out

    options = ("--source", TASK, "--procedure", BOTH[1], "--datasets", 50, "--repetitions", 2)
    code, out = run("measure", *options, "--json")
    assert code == 0
    readings = json.loads(out)["readings"]
    assert (readings[0]["procedure"], readings[0]["source"]) == (BOTH[1], TASK)
    _, out = run("measure", *options, "--measure", "rejection")
    assert "the null is true; 50 datasets" in out
    _, out = run("curve", *options, "--over", "step=0:20:20", "--measure", "rejection")
    assert "task-one(step=20, n=200)" in out
    _, out = run("run", tmp_path / "study.toml", "--json")
    assert (tmp_path / "study.db").exists()
    assert run("show", tmp_path / "study.toml", "--json")[1] == out
    assert main(["lab", "show", str(tmp_path / "none.toml")]) == 2
    assert "there is no file" in capsys.readouterr().err


def test_a_killed_study_resumes_to_the_same_bits(tmp_path):
    text = 'source = "symmetric(n=100)"\nprocedures = ["corrected-cv(repeats=3, folds=5)"]\ndatasets = 40\n'
    for name in ("killed", "whole"):
        (tmp_path / f"{name}.toml").write_text(text)
    command = [sys.executable, "-m", "outperform", "lab", "run"]
    victim = subprocess.Popen([*command, "killed.toml"], cwd=tmp_path, stdout=subprocess.DEVNULL)
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and not _has_records(tmp_path / "killed.db"):
        time.sleep(0.02)
    os.kill(victim.pid, signal.SIGKILL)
    victim.wait()
    outputs = [
        subprocess.run(
            [*command, f"{name}.toml", "--json", "--measure", "rejection", "--measure", "replicability"],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for name in ("killed", "whole")
    ]
    assert outputs[0] == outputs[1]


def _has_records(path):
    if not path.exists():
        return False
    try:
        return any(Ledger(path).studies())
    except Exception:
        return False
