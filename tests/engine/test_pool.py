import gc
import multiprocessing
import os
import sys
import time
import warnings
from pathlib import Path
from threading import Timer

import cloudpickle
import joblib
import numpy as np
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.datasets import load_iris
from sklearn.tree import DecisionTreeClassifier
from tests.refusals import refused

from outperform import compare
from outperform.core import MisfitError
from outperform.engine.progress import Progress, wanted
from outperform.engine.run import LearnerError
from outperform.engine.workers import WorkerError

X, Y = load_iris(return_X_y=True)
TREES = {"stump": DecisionTreeClassifier(max_depth=1), "tree": DecisionTreeClassifier()}
QUICK = "corrected-cv(repeats=2, folds=5)"


OWN = """
from sklearn.tree import DecisionTreeClassifier
class Own(DecisionTreeClassifier):
    pass
class Killer(DecisionTreeClassifier):
    def fit(self, X, y):
        import os
        os.kill(os.getpid(), 9)
class Slow(DecisionTreeClassifier):
    def fit(self, X, y):
        import time
        time.sleep(0.3)
        return super().fit(X, y)
"""


@pytest.fixture(scope="module")
def cluster():
    """Return a Dask cluster of two processes."""
    distributed = pytest.importorskip("distributed")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a cluster warns of much that is not ours
        options = {"processes": True, "dashboard_address": None, "silence_logs": 50}
        made = distributed.LocalCluster(n_workers=2, threads_per_worker=1, **options)
        with made, distributed.Client(made):
            yield made


@pytest.mark.process
@pytest.mark.usefixtures("untraced_children", "cluster")
@pytest.mark.filterwarnings("ignore")
def test_a_dask_cluster_of_two_processes_gives_the_same_bits():
    serial = compare(TREES, X, Y, procedure=QUICK)
    with joblib.parallel_config(backend="dask"):
        parallel = compare(TREES, X, Y, procedure=QUICK)
        with refused("fit_timeout", "Dask"):
            compare(TREES, X, Y, procedure=QUICK, fit_timeout=1)
    assert (parallel.scores[0].values == serial.scores[0].values).all()


@pytest.mark.process
@pytest.mark.usefixtures("untraced_children", "cluster")
@pytest.mark.filterwarnings("ignore")
def test_a_dask_cluster_gets_the_classes_of_the_user_s_files(tmp_path, monkeypatch):
    (tmp_path / "models.py").write_text(OWN)
    monkeypatch.chdir(tmp_path)
    serial = compare(["models.py:Own", "tree"], X, Y, procedure=QUICK)
    with joblib.parallel_config(backend="dask"):
        there = compare(["models.py:Own", "tree"], X, Y, procedure=QUICK, store=tmp_path / "s.db")
        again = compare(["models.py:Own", "tree"], X, Y, procedure=QUICK, store=tmp_path / "s.db")
    assert (there.scores[0].values == serial.scores[0].values).all()
    assert again.to_dict()["store"]["reused"] == 20


@pytest.mark.process
@pytest.mark.usefixtures("untraced_children", "cluster")
@pytest.mark.filterwarnings("ignore")
def test_what_a_worker_of_a_cluster_cannot_read_is_one_line():
    with joblib.parallel_config(backend="dask"), refused(None, "a worker process failed", error=WorkerError):
        compare({"bad": Unreadable(), "tree": TREES["tree"]}, X, Y, procedure=QUICK)


@pytest.mark.process
@pytest.mark.usefixtures("untraced_children")
@pytest.mark.filterwarnings("ignore")
def test_a_cluster_that_loses_workers_or_its_scheduler_ends_the_wait(tmp_path, monkeypatch):
    distributed = pytest.importorskip("distributed")
    (tmp_path / "models.py").write_text(OWN)
    monkeypatch.chdir(tmp_path)
    both = ["models.py:Slow", "tree"]
    options = {"processes": True, "dashboard_address": None, "silence_logs": 50}
    cluster = distributed.LocalCluster(n_workers=2, threads_per_worker=1, **options)
    with cluster, distributed.Client(cluster), joblib.parallel_config(backend="dask"):
        Timer(1.5, lambda: os.kill(next(iter(cluster.workers.values())).pid, 9)).start()
        assert compare(both, X, Y, procedure=QUICK).judgements
        Timer(1.5, lambda: cluster.loop.add_callback(cluster.scheduler.close)).start()
        with refused(None, "Dask cluster", "scheduler", error=WorkerError):
            compare(both, X, Y, procedure="corrected-cv(repeats=20)")


@pytest.mark.process
@pytest.mark.parametrize("backend", ["loky", "multiprocessing"])
def test_a_learner_that_ends_its_process_is_a_failed_fit(tmp_path, monkeypatch, backend):
    (tmp_path / "models.py").write_text(OWN)
    monkeypatch.chdir(tmp_path)
    with joblib.parallel_config(backend=backend, n_jobs=2):
        with refused(None, "models.py:Killer", "fold", "SIGKILL", error=LearnerError):
            compare(["models.py:Killer", "tree"], X, Y, procedure=QUICK)
        with refused(None, "models.py:Killer", "and 9 more", error=MisfitError):
            compare(["models.py:Killer", "tree"], X, Y, procedure=QUICK, on_error="skip")


@pytest.mark.process
def test_an_active_config_decides_the_workers():
    serial = compare(TREES, X, Y, procedure=QUICK)
    with joblib.parallel_config(n_jobs=2, backend="threading"):
        np.random.seed(1)  # noqa: NPY002 - the global state is meant
        threaded = compare(TREES, X, Y, procedure=QUICK)
        assert np.random.random() == np.random.RandomState(1).random()  # noqa: NPY002 - it is left as it was
    assert (threaded.scores[0].values == serial.scores[0].values).all()


class Unreadable(DecisionTreeClassifier):
    """Can be sent away but not read there."""

    def __reduce__(self):
        return _break, ()


def _break():
    raise RuntimeError("cannot be read here")


@pytest.mark.process
def test_a_worker_that_breaks_down_is_one_line():
    cloudpickle.register_pickle_by_value(sys.modules[__name__])
    with refused(None, "worker", error=WorkerError):
        compare({"bad": Unreadable(), "tree": TREES["tree"]}, X, Y, procedure=QUICK, jobs=2)


def test_progress_appears_after_two_seconds_and_leaves_no_trace(capsys, monkeypatch):
    clock = iter(np.arange(0, 100, 1.5))
    monkeypatch.setattr("outperform.words.progress.time.monotonic", lambda: next(clock))
    with Progress(10, shown=True) as progress:
        for _ in range(5):
            progress.step()
    err = capsys.readouterr().err
    assert "2 of 10 fits" in err
    assert "12 s left" in err
    assert "1 of 10" not in err
    assert err.endswith("\r")
    with Progress(10, shown=False) as progress:
        progress.step()
    assert capsys.readouterr().err == ""


def test_progress_is_wanted_on_terminals_and_in_notebooks(monkeypatch):
    assert not wanted("auto")
    assert wanted(progress=True)
    monkeypatch.setitem(sys.modules, "ipykernel.kernelapp", sys)
    assert wanted("auto")


class Slow(ClassifierMixin, BaseEstimator):
    """Takes its time; fails on all training sets but those that begin with the first row, where it is told to."""

    def __init__(self, fails=False):
        self.fails = fails

    def fit(self, rows, target):
        if self.fails and rows[0, 0] > 0:
            raise ValueError("no luck")
        time.sleep(0.1)
        self.classes_ = np.unique(target)
        return self

    def predict(self, rows):
        return np.full(len(rows), self.classes_[0])


def test_a_failure_cancels_what_still_runs_without_a_warning():
    rows, target = np.arange(60.0)[:, np.newaxis], np.arange(60) % 2
    learners = {"slow": Slow(), "bad": Slow(fails=True)}
    with warnings.catch_warnings(record=True) as seen, joblib.parallel_config(backend="threading", n_jobs=8):
        warnings.simplefilter("always")
        with refused(None, "bad", "no luck", error=LearnerError):
            compare(learners, rows, target, procedure="corrected-cv(repeats=2, folds=5)")
        gc.collect()
    assert not [each for each in seen if "cancelled" in str(each.message)]


class Signing(DecisionTreeClassifier):
    """Signs each fit with its process."""

    def __init__(self, folder=None, max_depth=None):
        super().__init__(max_depth=max_depth)
        self.folder = folder

    def fit(self, rows, target):
        (Path(self.folder) / str(os.getpid())).touch()
        return super().fit(rows, target)


@pytest.mark.process
@pytest.mark.parametrize(("jobs", "apart"), [(None, False), (1, False), (2, True)])
def test_workers_are_processes_of_their_own(tmp_path, jobs, apart):
    cloudpickle.register_pickle_by_value(sys.modules[__name__])
    learners = {"a": Signing(tmp_path), "b": Signing(tmp_path, max_depth=1)}
    compare(learners, X, Y, procedure=QUICK, jobs=jobs)
    signed = {path.name for path in tmp_path.iterdir()}
    assert signed
    assert bool(signed - {str(os.getpid())}) is apart


class OddError(BaseException):
    """No Exception."""

    def __str__(self):
        raise ValueError("it cannot even say why")


WAYS = {
    "odd": (OddError, "OddError"),
    "interrupt": (KeyboardInterrupt, "KeyboardInterrupt"),
    "exit": (lambda: sys.exit(0), "SystemExit"),
    "leave": (lambda: os._exit(0), "os._exit(0)"),
}


class Ending(DecisionTreeClassifier):
    """Tries to end the process that it runs in, unless that is the main one."""

    def __init__(self, way="odd", main=0):
        super().__init__()
        self.way, self.main = way, main

    def fit(self, rows, target):
        if os.getpid() != self.main:
            raised = WAYS[self.way][0]()
            raise raised
        return super().fit(rows, target)


@pytest.mark.process
@pytest.mark.parametrize("way", WAYS)
def test_whatever_a_learner_raises_in_a_worker_is_a_failed_fit(way):
    cloudpickle.register_pickle_by_value(sys.modules[__name__])
    learners = {"bad": Ending(way, os.getpid()), "tree": TREES["tree"]}
    with refused(None, "bad", WAYS[way][1], error=LearnerError):
        compare(learners, X, Y, procedure=QUICK, jobs=2)


@pytest.mark.parametrize("way", ["odd", "exit", "leave"])
def test_whatever_a_learner_raises_here_is_a_failed_fit(way):
    with refused(None, "bad", WAYS[way][1], error=LearnerError):
        compare({"bad": Ending(way), "tree": TREES["tree"]}, X, Y, procedure=QUICK)


def test_an_interrupt_here_stops_the_run():
    with pytest.raises(KeyboardInterrupt):
        compare({"bad": Ending("interrupt"), "tree": TREES["tree"]}, X, Y, procedure=QUICK)


def _limited(_):
    try:
        compare({"a": DecisionTreeClassifier(), "b": DecisionTreeClassifier(max_depth=1)}, X, Y, fit_timeout=60)
    except Exception as error:
        return type(error).__name__, getattr(error, "argument", None)


def test_a_time_limit_inside_a_worker_that_may_not_start_processes_is_refused():
    with multiprocessing.get_context("fork").Pool(1) as pool:
        assert pool.map(_limited, [0]) == [("InputError", "fit_timeout")]
