"""A league that is run: against a bare loop, on two workers, killed and resumed, on a cluster, with 60 x 20 cells.

With the environment variable OUTPERFORM_DATA, a folder of ARFF files, on 20 of these; else on data sets that are drawn.
"""

import json
import os
import resource
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import joblib
import numpy as np
import pandas as pd
from distributed import Client, LocalCluster
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.ensemble import RandomForestClassifier
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier
from threadpoolctl import threadpool_limits

from benchmarks.timing import show
from outperform import league
from outperform.data import dataset_of, load
from outperform.designs import KFold

NAMES = (
    *("anneal", "audiology", "autos", "balance-scale", "breast-cancer", "breast-w", "colic", "credit-a", "credit-g"),
    *("diabetes", "ecoli", "glass", "heart-c", "hepatitis", "ionosphere", "iris", "lymph", "sonar", "vehicle", "zoo"),
)
LEARNERS = ("nb", "tree", "1nn", "lda", "forest")
FIXED = "fixed-league(repeats=2)"
OURS = [sys.executable, "-m", "outperform"]


def run() -> None:
    """Print the ratios."""
    over_bare_loop()
    over_bare_loop_cheap()
    two_workers()
    killed_and_resumed()
    on_a_cluster()
    sixty_by_twenty()


def paths() -> list[str]:
    """Return the files of the league; without a folder of them, 20 that are drawn."""
    folder = os.environ.get("OUTPERFORM_DATA")
    if folder:
        return [str(Path(folder) / f"{name}.arff") for name in NAMES]
    made = Path(tempfile.mkdtemp())
    return [str(_written(made, number)) for number in range(20)]


def _written(folder: Path, number: int) -> Path:
    rows, target = drawn(number)
    frame = pd.DataFrame(rows, columns=[f"x{at}" for at in range(rows.shape[1])]).assign(target=target)
    path = folder / f"drawn{number}.csv"
    frame.to_csv(path, index=False)
    return path


def drawn(number: int, size: int = 300) -> tuple[np.ndarray, np.ndarray]:
    """Draw a data set of two classes and eight columns."""
    rng = np.random.default_rng(number)
    target = np.arange(size) % 2
    return rng.normal(0.6 * target[:, np.newaxis], 1.0, (size, 8)), np.where(target, "yes", "no")


def bare(sources: Sequence[str], learners: Sequence[str] = LEARNERS) -> None:
    """Clone, fit, predict, score in a plain loop, on columns that are encoded once per data set."""
    made: dict[str, Callable[[], Any]] = {
        "nb": GaussianNB,
        "tree": DecisionTreeClassifier,
        "1nn": lambda: KNeighborsClassifier(1),
        "lda": LinearDiscriminantAnalysis,
        "forest": RandomForestClassifier,
    }
    for source in sources:
        data = load(source, **({} if source.endswith(".arff") else {"target": "target"}))
        frame = pd.get_dummies(pd.DataFrame(data.rows)).astype(float)
        plain = frame.fillna(frame.median()).fillna(0.0).to_numpy()
        scaled = StandardScaler().fit_transform(plain)
        for name in learners:
            rows = scaled if name == "1nn" else plain
            for split in KFold(10, 2).plan(data, np.random.default_rng(0)).splits:
                fitted = made[name]().fit(rows[split.train], data.target[split.train])
                float((fitted.predict(rows[split.test]) == data.target[split.test]).mean())


def over_bare_loop(learners: Sequence[str] = LEARNERS) -> None:
    """Compare the CPU time of a league, with a store, with that of the loop, both from the files on."""
    sources = paths()
    aim = {} if sources[0].endswith(".arff") else {"target": "target"}
    with threadpool_limits(1), tempfile.TemporaryDirectory() as folder:
        loop = _cpu(lambda: bare(sources, learners))

        def ours(*, fast: bool) -> object:
            store = Path(folder) / f"{fast}.db"
            return league(list(learners), sources, procedure=FIXED, fast=fast, store=store, **aim)

        quick, plain = _cpu(lambda: ours(fast=True)), _cpu(lambda: ours(fast=False))
    print(f"        ({len(sources)} data sets x {', '.join(learners)}: loop {loop:.1f} s of CPU)")
    show(f"league, {len(learners)} learners, with a store / bare loop", quick / loop, 1.15, at_least=False)
    show("the same without exact shortcuts", plain / loop, 1.15, at_least=False)


def over_bare_loop_cheap() -> None:
    """Do the same without the forest, whose time hides ours."""
    over_bare_loop(LEARNERS[:-1])


def two_workers() -> None:
    """Compare the wall time of one and of two workers."""
    walls = {jobs: _wall(_command(paths(), LEARNERS, "--jobs", str(jobs)))[0] for jobs in (1, 2)}
    print(f"        (one worker {walls[1]:.1f} s, two {walls[2]:.1f} s of wall)")
    show("league, wall of two workers / one", walls[2] / walls[1], 0.6, at_least=False)


def killed_and_resumed() -> None:
    """Kill a league in the middle, several times; it must end with the same bits, and fit nothing twice."""
    sources = paths()
    whole = _answer(_wall(_command(sources, LEARNERS, "--jobs", "2"))[1])
    with tempfile.TemporaryDirectory() as folder:
        store = Path(folder) / "league.db"
        command = _command(sources, LEARNERS, "--jobs", "2", "--store", str(store))
        for share in (0.2, 0.4, 0.6):
            child = subprocess.Popen(
                command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
            )
            while child.poll() is None and _stored(store) < share * whole["run"]["fits"]:
                time.sleep(0.05)
            os.killpg(child.pid, signal.SIGKILL)
            child.wait()
        found = _answer(_wall(command)[1])
        print(f"        (killed three times; {found['run']['computed']} of {found['run']['fits']} fits were left)")
        _same("killed and resumed", whole, found)
        added = _answer(_wall(_command(sources, (*LEARNERS, "svm"), "--jobs", "2", "--store", str(store)))[1])
        fits = 20 * len(sources)
        show("fits for one learner more / its own fits", added["run"]["computed"] / fits, 1.0, at_least=False)


def on_a_cluster() -> None:
    """Run the same league on a Dask cluster of two processes."""
    sources = paths()
    aim = {} if sources[0].endswith(".arff") else {"target": "target"}
    learners = list(LEARNERS)
    here = league(learners, sources, procedure=FIXED, test="t-datasets", **aim)
    cluster = LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None)
    with cluster, Client(cluster), joblib.parallel_config(backend="dask"):
        there = league(learners, sources, procedure=FIXED, test="t-datasets", **aim)
    _same("on two processes of a cluster", _plain(here.to_dict()), _plain(there.to_dict()))


def sixty_by_twenty() -> None:
    """Run 20 cheap learners on 60 data sets with two workers: wall, memory, and time that no fit took."""
    sets = {f"set {number}": dataset_of(*drawn(number), name=f"set {number}") for number in range(60)}
    depths = [f"sklearn.tree.DecisionTreeClassifier(max_depth={depth})" for depth in range(1, 9)]
    near = [f"sklearn.neighbors.KNeighborsClassifier(n_neighbors={count})" for count in (1, 3, 5, 9, 15, 25, 40)]
    learners = [*depths, *near, "nb", "lda", "logreg", "dummy", "stump"]
    start = time.perf_counter()
    found = league(learners, sets, procedure=FIXED, jobs=2, fast=False)
    wall = time.perf_counter() - start
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    assert found.run is not None
    took = f"wall {wall:.1f} s, fits {found.run.seconds:.1f} s, peak {peak:.0f} MB here"
    print(f"        (60 x 20, {found.run.fits} fits: {took})")
    show("60 x 20: wall of two workers / half the time of the fits", 2 * wall / found.run.seconds, 1.2, at_least=False)


def _stored(path: Path) -> int:
    """Count the fits in a store that another process writes."""
    try:
        with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as file:
            return int(file.execute("SELECT COUNT(*) FROM fits").fetchone()[0])
    except sqlite3.Error:
        return 0


def _command(sources: Sequence[str], learners: Sequence[str], *options: str) -> list[str]:
    aim = [] if sources[0].endswith(".arff") else ["--target", "target"]
    return [*OURS, "league", *learners, "--data", *sources, *aim, "--procedure", FIXED, "--json", *options]


def _wall(command: Sequence[str]) -> tuple[float, str]:
    start = time.perf_counter()
    said = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
    return time.perf_counter() - start, said


def _cpu(call: Callable[[], object]) -> float:
    start = time.process_time()
    call()
    return time.process_time() - start


def _answer(text: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(text)
    return found


def _plain(answer: dict[str, Any]) -> dict[str, Any]:
    """Leave out what depends on the clock and on what was stored."""
    ran = {name: value for name, value in answer["run"].items() if name not in ("seconds", "computed")}
    return {**answer, "run": ran}


def _same(name: str, one: dict[str, Any], other: dict[str, Any]) -> None:
    show(f"league, {name}: different answers", float(_plain(one) != _plain(other)), 0, at_least=False)


if __name__ == "__main__":
    print(f"load {os.getloadavg()}")
    for wanted in sys.argv[1:] or ["run"]:
        globals()[wanted]()
