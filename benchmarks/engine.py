"""``compare`` against the bare loop, against itself from the store, against itself on two workers; its memory."""

import os
import tempfile
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from statistics import median

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin, clone
from sklearn.datasets import load_breast_cancer
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier
from threadpoolctl import threadpool_limits

from benchmarks.timing import medians, show
from outperform import compare
from outperform.core import Dataset, stream
from outperform.designs import KFold
from outperform.metrics import Accuracy

X, Y = load_breast_cancer(return_X_y=True)
LEARNERS = {"nb": GaussianNB(), "tree": DecisionTreeClassifier(random_state=0)}
PLAIN = {"fast": False, "progress": False}
TEN = {**PLAIN, "procedure": "corrected-10x10"}
ADAPTIVE = {**PLAIN, "procedure": "adaptive-cv(kappa=0.0, max_repeats=10)"}  # as many fits, judged after each repeat


def run() -> None:
    """Print the ratios."""
    over_bare_loop()
    from_store()
    two_workers()
    memory()


def over_bare_loop() -> None:
    """Compare the serial engine with clone, fit, predict, score in a plain loop."""
    plan = list(KFold(10, 10).plan(Dataset(X, Y), stream(0, "plan")).splits)
    accuracy = Accuracy()

    def bare() -> None:
        for learner in LEARNERS.values():
            for split in plan:
                fitted = clone(learner).fit(X[split.train], Y[split.train])
                accuracy.score(Y[split.test], fitted.predict(X[split.test]))

    with threadpool_limits(1):
        ways = [bare, lambda: compare(LEARNERS, X, Y, **TEN), lambda: compare(LEARNERS, X, Y, **ADAPTIVE)]
        loop, engine, adaptive = medians(ways, rounds=9)
    show("compare, 10x10, naive Bayes and tree, serial / bare loop", engine / loop, 1.10, at_least=False)
    show("the same by adaptive-cv, ten repeats / bare loop", adaptive / loop, 1.25, at_least=False)


def from_store() -> None:
    """Compare a first run with a second one from the store, in one process."""
    firsts, seconds = [], []
    for _ in range(7):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "study.db"
            firsts.append(_cpu(lambda path=path: compare(LEARNERS, X, Y, store=path, **TEN)))
            seconds.append(_cpu(lambda path=path: compare(LEARNERS, X, Y, store=path, **TEN)))
    show("compare, 10x10: first run / second from the store", median(firsts) / median(seconds), 50)


def two_workers() -> None:
    """Compare the wall time of one and of two workers on at least 30 s of work."""
    rows, target = np.repeat(X, 4, axis=0), np.repeat(Y, 4)
    learners = {"a": DecisionTreeClassifier(), "b": DecisionTreeClassifier(criterion="entropy")}
    options = {**PLAIN, "procedure": "corrected-cv(repeats=150, folds=10)"}
    one = _wall(lambda: compare(learners, rows, target, jobs=1, **options))
    two = _wall(lambda: compare(learners, rows, target, jobs=2, **options))
    print(f"        (one worker {one:.1f} s, two {two:.1f} s of wall)")
    show("wall of two workers / one", two / one, 0.6, at_least=False)


class Cheap(ClassifierMixin, BaseEstimator):
    """Looks at one column alone."""

    def __init__(self, column: int = 0) -> None:
        self.column = column

    def fit(self, rows: np.ndarray, target: np.ndarray) -> "Cheap":
        """Find the middle."""
        self.classes_ = np.unique(target)
        self.middle_ = rows[:, self.column].mean()
        return self

    def predict(self, rows: np.ndarray) -> np.ndarray:
        """Return which side."""
        return (rows[:, self.column] > self.middle_).astype(int)


def memory() -> None:
    """Measure how far the peak grows beyond the loaded data."""
    rng = np.random.default_rng(0)
    rows, target = rng.normal(size=(100_000, 50)), rng.integers(0, 2, 100_000)
    tracemalloc.start()
    compare({"a": Cheap(), "b": Cheap(1)}, rows, target, **TEN)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    show("peak memory beyond the data / the data, 100,000 x 50", peak / rows.nbytes, 2.5, at_least=False)


def _cpu(call: Callable[[], object]) -> float:
    start = time.process_time()
    call()
    return time.process_time() - start


def _wall(call: Callable[[], object]) -> float:
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


if __name__ == "__main__":
    print(f"load {os.getloadavg()}")
    run()
