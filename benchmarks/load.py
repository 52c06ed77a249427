"""Large inputs: CPU seconds and peak memory of a process per case, with its limits.

    python -m benchmarks.load             all cases
    python -m benchmarks.load pairs csv   some of them

Each case runs in a process of its own, which is killed beyond 4 GB. This process imports nothing large, since a child
inherits the peak memory of its parent.
"""

import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

MOST = 4 * 1024**3  # bytes of address space beyond what is measured
THREADS = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}

PREDICTIONS = """
import sys
from outperform.cli.main import main
sys.argv = ["outperform", "predictions", "{file}", "--truth", "truth"]
sys.exit(main())
"""

MAKE_LABELS = """
import numpy as np
rng = np.random.default_rng(0)
names = np.array({labels})
rows, systems, part = 1_000_000, 19, 50_000
with open("{file}", "w") as out:
    out.write(",".join(["truth", *(f"s{{i}}" for i in range(systems))]) + chr(10))
    for start in range(0, rows, part):
        truth = rng.integers(len(names), size=part)
        others = [rng.integers(len(names), size=part) for i in range(systems)]
        said = [np.where(rng.random(part) < 0.7 + 0.005 * i, truth, other) for i, other in enumerate(others)]
        table = names[np.array([truth, *said])].T
        out.write(chr(10).join(map(",".join, table.tolist())) + chr(10))
"""

CLASSES = """
import numpy as np
from outperform import judge_predictions
rng = np.random.default_rng(0)
rows, classes = {rows}, {classes}
truth = rng.integers(classes, size=rows)
shares = {{"a": 0.80, "b": 0.79}}
said = {{name: np.where(rng.random(rows) < shares[name], truth, rng.integers(classes, size=rows)) for name in shares}}
judged = judge_predictions(truth, said, "{metric}", "{test}")
print(judged.judgements[0].verdict.pvalue)
"""

PAIRS = """
import numpy as np
from outperform import judge
rng = np.random.default_rng(0)
scores = {{f"m{{i:03d}}": 0.8 + 0.0005 * i + 0.02 * rng.standard_normal((10, 10)) for i in range({learners})}}
judged = judge(scores, n_train=900, n_test=100)
print(len(judged.judgements), len({show}))
"""

CASES = {  # script, what it takes, CPU seconds, MB
    "csv-digits": (PREDICTIONS, {"labels": '["0", "1"]'}, 10, 1000),
    "csv-words": (PREDICTIONS, {"labels": '["cat", "dog", "horse", "lion", "ant"]'}, 10, 1000),
    "classes-t": (CLASSES, {"rows": 20_000, "classes": 10_000, "metric": "f1_macro", "test": "bootstrap-t"}, 120, 1000),
    "classes-percentile": (
        CLASSES,
        {"rows": 20_000, "classes": 10_000, "metric": "f1_macro", "test": "bootstrap-percentile"},
        60,
        1000,
    ),
    "classes-rows": (
        CLASSES,
        {"rows": 100_000, "classes": 10_000, "metric": "matthews_corrcoef", "test": "bootstrap-percentile"},
        120,
        1000,
    ),
    "pairs": (PAIRS, {"learners": 300, "show": "judged.judgements"}, 30, 1000),
    "pairs-text": (PAIRS, {"learners": 300, "show": "str(judged)"}, 30, 1000),
}


def run(names: list[str]) -> None:
    """Print CPU seconds and peak memory of each case beside its limits."""
    with tempfile.TemporaryDirectory() as folder:
        for name in names or CASES:
            script, facts, most_seconds, most_megabytes = CASES[name]
            file = Path(folder) / f"{name}.csv"
            if script is PREDICTIONS:
                started(MAKE_LABELS.format(file=file, **facts))
            code, seconds, megabytes = started(script.format(file=file, **facts))
            file.unlink(missing_ok=True)
            met = code == 0 and seconds <= most_seconds and megabytes <= most_megabytes
            limits = f"(wanted <= {most_seconds} s, <= {most_megabytes} MB; exit {code})"
            print(f"{'met   ' if met else 'MISSED'}  {name:<22} {seconds:8.1f} s CPU {megabytes:8.0f} MB  {limits}")


def started(script: str) -> tuple[int, float, float]:
    """Run a script in a process; return its exit code, CPU seconds and peak memory in MB."""
    process = subprocess.Popen(
        [sys.executable, "-c", script],
        stdout=subprocess.DEVNULL,
        env=os.environ | THREADS,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (MOST, MOST)),
    )
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return process.returncode, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


if __name__ == "__main__":
    run(sys.argv[1:])
