"""Workers: they end with their parent, and standard output and Ctrl-C are not theirs."""

import inspect
import multiprocessing
import re
import signal
import sys
import textwrap
import warnings
from contextlib import nullcontext, suppress
from functools import partial

import cloudpickle
import joblib
import pytest
from joblib._parallel_backends import FallbackToBackend
from joblib.externals.loky import process_executor
from tests.processes import family, needs_proc

from outperform.core.processes import settle
from outperform.engine import job_file
from outperform.engine.fit import Job, _listening
from outperform.engine.workers import LOKY, REPLACED, Workers, settled_pools

__all__ = ["family"]

SCRIPT = textwrap.dedent(
    """
    import os, sys, threading, time
    from pathlib import Path
    import joblib
    from sklearn.datasets import load_iris
    from sklearn.svm import LinearSVC
    from sklearn.tree import DecisionTreeClassifier
    from outperform import compare

    class Slow(DecisionTreeClassifier):
        def fit(self, X, y):
            Path(f"fitting-{os.getpid()}").touch()
            time.sleep(0.3)
            return super().fit(X, y)

    X, y = load_iris(return_X_y=True)
    PROCEDURE = "corrected-cv(repeats=10, folds=10)"

    def run(**options):
        compare({"a": Slow(max_depth=1), "b": Slow()}, X, y, procedure=PROCEDURE, progress=False, **options)

    def speak(**options):
        loud = {"loud": LinearSVC(verbose=1, max_iter=10), "tree": DecisionTreeClassifier()}
        compare(loud, X, y, procedure="blocked-3x2", progress=False, **options)
    """
)
HERE, THREAD, INNER = (
    "run(jobs=2)",
    "thread = threading.Thread(target=run, kwargs={'jobs': 2}); thread.start(); thread.join()",
    "joblib.parallel_config(backend='multiprocessing', n_jobs=2).__enter__(); run()",
)
pytestmark = [pytest.mark.usefixtures("untraced_children")]


@pytest.mark.process
@needs_proc
@pytest.mark.parametrize(
    ("code", "number"),
    [(HERE, signal.SIGKILL), (HERE, signal.SIGTERM), (THREAD, signal.SIGKILL), (INNER, signal.SIGKILL)],
)
def test_workers_end_with_their_parent(family, code, number):
    (family.folder / "script.py").write_text(f"{SCRIPT}\n{code}\n")
    script = family.start("script.py")
    family.wait_until(lambda: len(list(family.folder.glob("fitting-*"))) > 1)
    script.send_signal(number)
    assert family.wait_until(lambda: not family.alive, 15) < 10
    script.communicate()  # nobody holds the pipes
    assert script.returncode == -number


@pytest.mark.process
@needs_proc
@pytest.mark.parametrize("options", ["jobs=1", "jobs=2"])
def test_what_c_code_prints_is_not_in_the_output_of_a_script(family, options):
    code = f"print('mine'); speak({options}); os.write(1, b'mine too\\n')"
    (family.folder / "script.py").write_text(f"{SCRIPT}\n{code}\n")
    script = family.start("-u", "script.py")
    out, err = script.communicate()
    assert script.returncode == 0, err
    assert out == "mine\nmine too\n"
    assert "iter" in err


def test_the_main_process_is_no_worker():
    before = sys.stdout, signal.getsignal(signal.SIGINT)
    assert multiprocessing.parent_process() is None
    settle()
    assert (sys.stdout, signal.getsignal(signal.SIGINT)) == before


def test_pools_of_learners_are_ours_for_a_while():
    with settled_pools():
        assert isinstance(joblib.parallel.get_active_backend()[0], Workers)
    assert (
        type(joblib.parallel.get_active_backend()[0]) is joblib.parallel.BACKENDS[LOKY] is joblib.parallel.LokyBackend
    )


def _told(_):
    return sys.getrecursionlimit(), signal.getsignal(signal.SIGINT) == signal.SIG_IGN, sys.stdout is sys.stderr


@pytest.mark.process
def test_what_a_user_wants_in_each_worker_is_done():
    cloudpickle.register_pickle_by_value(sys.modules[__name__])
    try:
        backend = joblib.parallel.LokyBackend(initializer=sys.setrecursionlimit, initargs=(1234,))
    except TypeError:
        pytest.skip("this joblib has no such option")
    found = joblib.Parallel(n_jobs=2, backend=Workers.like(backend))(joblib.delayed(_told)(n) for n in range(2))
    assert set(found) == {(1234, True, True)}


JOB = Job(None, None, (), (), keep=False)


@pytest.fixture
def temporary(tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    return tmp_path


def test_a_job_is_handed_over_in_a_file_that_goes(temporary):
    with job_file.job_file([JOB]) as (found,):
        assert isinstance(found.load(), Job)
        assert list(temporary.iterdir()) == [found.path]
    assert list(temporary.iterdir()) == []


def test_jobs_share_one_file_and_one_that_does_not_fit_is_sent_itself(temporary, monkeypatch):
    jobs = [Job(name, None, (), (), keep=False) for name in ("one", "two" * 1000, "three")]
    write = job_file._write

    def small(file, content):
        write(file, content[:1000])
        if len(content) > 1000:
            raise OSError(28, "full")

    monkeypatch.setattr(job_file, "_write", small)
    with job_file.job_file(jobs) as (first, second, third):
        assert [first.load().dataset, second, third.load().dataset] == ["one", jobs[1], "three"]
        assert list(temporary.iterdir()) == [first.path] == [third.path]


@pytest.mark.skipif(job_file.fcntl is None, reason="locks of Unix")
def test_files_of_dead_processes_are_removed_and_no_others(temporary):
    others = [temporary / name for name in ("outperform-1-a.txt", "mine.job", "outperform-folder-b.job")]
    others[0].touch()
    others[1].touch()
    others[2].mkdir()
    stale = temporary / "outperform-1-c.job"
    stale.touch()
    (temporary / "outperform-link-d.job").symlink_to(others[1])
    with job_file.job_file([JOB]) as (first,), job_file.job_file([JOB]) as (second,):
        assert first.path.exists()
        assert second.path.exists()
        assert not stale.exists()
    assert sorted(temporary.iterdir()) == sorted([*others, temporary / "outperform-link-d.job"])


def test_without_locks_a_file_goes_too(temporary, monkeypatch):
    monkeypatch.setattr(job_file, "fcntl", None)
    (temporary / "outperform-1-c.job").touch()
    with job_file.job_file([JOB]) as (found,):
        assert list(temporary.iterdir()) == [found.path]
    assert list(temporary.iterdir()) == []


@pytest.mark.parametrize("name", ["tempfile.mkstemp", "os.fdopen"])
def test_on_a_full_disk_the_job_itself_is_sent(temporary, monkeypatch, name):
    def full(*_, **__):
        raise OSError(28, "full")

    monkeypatch.setattr(name, full)
    with job_file.job_file([JOB]) as (found,):
        assert found is JOB
    monkeypatch.undo()
    assert list(temporary.iterdir()) == []


@pytest.mark.skipif(job_file.fcntl is None, reason="locks of Unix")
def test_a_file_that_was_taken_for_a_stale_one_is_made_again(temporary, monkeypatch):
    lock, taken = job_file._lock, []

    def late(file, *, wait):
        lock(file, wait=wait)
        if wait and not taken:
            taken.extend(temporary.iterdir())
            taken[0].unlink()  # as another process does between

    monkeypatch.setattr(job_file, "_lock", late)
    with job_file.job_file([JOB]) as (found,):
        assert found.path.exists()
        assert found.path not in taken


@pytest.mark.parametrize("during", [nullcontext, partial(_listening, [])])
def test_a_worker_that_joblib_replaces_is_no_news(during):
    """Neither in a pool of ours nor in that of a learner, whose warnings are recorded."""
    source = re.sub(r'"\s+"', "", inspect.getsource(process_executor))
    assert REPLACED in source  # joblib still says it in these words
    with warnings.catch_warnings(), during():
        with suppress(FallbackToBackend):  # joblib needs no processes for one worker
            Workers().configure(1)
        warnings.warn(f"{REPLACED} to the executor.", UserWarning, stacklevel=1)  # else an error in tests
