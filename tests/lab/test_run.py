import json
import subprocess
import sys

import joblib
import pytest
from tests.refusals import refused

from outperform.engine.workers import WorkerError
from outperform.lab import Ledger, Study, readings_of, run_study
from outperform.lab.files import read_study
from outperform.lab.show import known_readings, labelled_readings

SYMMETRIC = Study("symmetric(n=40)", ("corrected-cv(repeats=1, folds=3)", "blocked-3x2"), ("nb", "tree"), 4, 2)
TASK = Study("task-one(n=200)", ("corrected-cv(repeats=1, folds=3)",), datasets=3000)


def same(one, other):
    return all((one[spec].pvalue == other[spec].pvalue).all() for spec in one | other)


@pytest.mark.parametrize("study", [TASK, SYMMETRIC], ids=["counts", "fits"])
def test_an_active_config_decides_the_workers(study):
    serial = run_study(study)
    with joblib.parallel_config(n_jobs=2, backend="threading"):
        assert same(run_study(study), serial)


@pytest.mark.process
@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")  # a cluster warns of much that is not ours
def test_a_dask_cluster_of_two_processes_gives_the_same_bits():
    distributed = pytest.importorskip("distributed")
    cluster = distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None)
    with cluster, distributed.Client(cluster), joblib.parallel_config(backend="dask"):
        found = [run_study(study) for study in (TASK, SYMMETRIC)]
        with refused(None, "lda", "classes"):
            run_study(Study("regression(n=40)", ("kfold-t",), ("lda", "ols"), datasets=2))
    assert all(same(one, run_study(study)) for one, study in zip(found, (TASK, SYMMETRIC), strict=True))


@pytest.mark.parametrize("jobs", [0, 1.5])
def test_jobs_are_whole_numbers_other_than_none(jobs):
    with refused("jobs", "0"):
        run_study(TASK, jobs=jobs)


@pytest.mark.process
@pytest.mark.parametrize("jobs", [1, 2])
def test_what_fails_in_a_unit_is_told(jobs):
    with refused(None, "lda", "classes"):
        run_study(Study("regression(n=40)", ("kfold-t",), ("lda", "ols"), datasets=2), jobs=jobs)


def _no_memory(*_):
    raise MemoryError


def test_what_does_not_fit_into_memory_is_a_sentence(monkeypatch):
    monkeypatch.setattr("outperform.lab.run.run_block", _no_memory)
    with refused("task-one(n=200)", "memory"):
        run_study(TASK)


@pytest.mark.process
@pytest.mark.usefixtures("untraced_children")
def test_a_worker_that_dies_is_a_sentence(tmp_path):
    """The user's own test kills the process it runs in."""
    (tmp_path / "own.py").write_text(
        "import os\nfrom outperform.significance import KFoldT\n"
        "class Deadly(KFoldT):\n    slug = 'deadly'\n    def judge(self, scores):\n        os.kill(os.getpid(), 9)\n"
    )
    study = Study("symmetric(n=40)", (f"kfold(folds=3) + {tmp_path}/own.py:Deadly",), datasets=2)
    with refused(None, "worker", error=WorkerError):
        run_study(study, jobs=2)


TRAP = """
import os, signal
from pathlib import Path
from outperform.significance import KFoldT

class Trap(KFoldT):
    "Kills the process that it runs in, once, when it has judged two datasets."
    slug = "trap"
    judged = 0
    def judge(self, scores):
        Trap.judged += 1
        if Trap.judged == 3 and Path("trap").exists():
            Path("trap").unlink()
            os.kill(os.getpid(), signal.SIGKILL)
        return super().judge(scores)
"""


@pytest.mark.process
@pytest.mark.usefixtures("untraced_children")
def test_a_killed_study_resumes_to_the_same_bits(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "own.py").write_text(TRAP)
    (tmp_path / "study.toml").write_text(
        'source = "symmetric(n=60)"\nlearners = ["tree", "nb"]\ndatasets = 5\nrepetitions = 1\n'
        'procedures = ["blocked-3x2", "kfold(folds=3) + own.py:Trap"]\n'
    )
    (tmp_path / "trap").touch()
    command = [sys.executable, "-m", "outperform", "lab", "run", "study.toml", "--json", "--allow-file", "own.py"]
    killed = subprocess.run(command, capture_output=True, check=False)
    assert (killed.returncode, killed.stdout) == (2, b"")
    assert b"killed" in killed.stderr
    ledger = Ledger("study.db", create=False)
    assert {row["datasets"] for row in known_readings(ledger)[0]} == {2}
    ledger.close()
    resumed = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)["readings"]
    study = read_study("study.toml", allow_files=["own.py"])
    assert _timeless(resumed) == _timeless(labelled_readings(study, readings_of(study, run_study(study))))


def _timeless(rows):
    return [row for row in rows if row["measure"] != "seconds"]
