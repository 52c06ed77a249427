"""The lab's count engine: against explicit rows, against itself at other sizes, on two workers; its memory."""

import subprocess
import sys
import time

import numpy as np

from benchmarks.timing import cpu, show
from outperform.lab import Study, run_study
from outperform.significance import CorrectedT, Differences

HOLDOUT = Study("task-one(n=1000)", ("mcnemar-holdout(share=0.1)",), datasets=100_000, repetitions=10)
EXPERIMENTS = 100_000
EXPLICIT = 3000  # of the slow way, scaled


def run() -> None:
    """Print the ratios."""
    rng = np.random.default_rng(0)
    rows = np.repeat([1.0, -1.0, 0.0], [250, 250, 500])

    def counted(n: int) -> None:
        run_study(Study(f"task-one(n={n})", ("corrected-10x10",), datasets=EXPERIMENTS // 10, repetitions=10))

    def explicit() -> None:
        folds = [rng.permutation(rows).reshape(10, 100).mean(axis=1) for _ in range(10 * EXPLICIT)]
        x = np.array(folds).reshape(EXPLICIT, 10, 10)
        _ = CorrectedT().arithmetic(Differences(x, np.ones(EXPLICIT), 1 / 9)).pvalue

    small, large, slow = (cpu(each) for each in (lambda: counted(1000), lambda: counted(200_000), explicit))
    ratio = (slow / EXPLICIT) / (small / EXPERIMENTS)
    show("corrected 10x10 on Task I, n = 1000: explicit permutation / counts", ratio, 8)
    show("corrected 10x10 on Task I: n = 200,000 / n = 1000", large / small, 1.5, at_least=False)
    seconds = min(cpu(lambda: run_study(HOLDOUT)) for _ in range(3))
    show("McNemar 90/10, 1e6 experiments, CPU seconds", seconds, 1.0, at_least=False)
    script = (
        "from benchmarks.lab import HOLDOUT, run_study; run_study(HOLDOUT); print(open('/proc/self/status').read())"
    )
    status = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True).stdout
    peak = int(status.partition("VmHWM:")[2].split()[0]) / 1e6  # its own: ru_maxrss would be that of its parent too
    show("peak memory of a process of 1e6 experiments, GB", peak, 1.0, at_least=False)
    two_workers()


def two_workers() -> None:
    """Compare the wall time of one and of two workers on at least 30 s of work."""
    study = Study("task-one(n=1000)", ("corrected-cv(repeats=50, folds=10)",), datasets=24_000, repetitions=10)
    walls = []
    for jobs in (1, 2):
        start = time.perf_counter()
        run_study(study, jobs=jobs)
        walls.append(time.perf_counter() - start)
    print(f"        (one worker {walls[0]:.1f} s, two {walls[1]:.1f} s of wall)")
    show("lab: wall of two workers / one", walls[1] / walls[0], 0.6, at_least=False)
