"""Fits in child processes that can be killed."""

import os
import signal
import time

import pytest
from sklearn.dummy import DummyClassifier

from outperform.core import stream
from outperform.data import load
from outperform.designs import KFold
from outperform.engine import Contest, Runner
from outperform.engine.fit import Failure, FitTask
from outperform.engine.killable import CONTEXT, run_killable
from outperform.engine.workers import WorkerError

pytestmark = pytest.mark.process


class Slow(DummyClassifier):
    def fit(self, X, y):
        time.sleep(1.5)
        return super().fit(X, y)


class Dying(DummyClassifier):
    def fit(self, *_):
        os.kill(os.getpid(), signal.SIGKILL)


@pytest.fixture(name="tasks")
def _tasks():
    contest = Contest.of({"slow": Slow(), "dying": Dying()}, load("iris"))
    plan = KFold(folds=2, repeats=1).plan(contest.dataset, stream(0, "plan"))
    job = Runner(contest).job(plan, keep=False)
    return [(job, FitTask(learner, (0, 0), 0)) for learner in (0, 1)]


def test_a_process_that_dies_is_noticed_while_another_runs(tasks):
    """Whatever the first process has inherited: both start at the same moment."""
    place, result = next(iter(run_killable(tasks, workers=2, limit=60)))
    assert (place, result) == (1, Failure("its process died (SIGKILL: perhaps memory ran out)"))


def test_a_process_that_cannot_be_started_is_no_bug_of_ours(tasks, monkeypatch):
    def refuse(**_):
        raise OSError(24, "Too many open files")

    monkeypatch.setattr(CONTEXT, "Pipe", refuse)
    with pytest.raises(WorkerError, match="Too many open files"):
        list(run_killable(tasks, workers=1, limit=60))
