"""The commands that fit nothing: CPU seconds of the whole process. At most .6 s each, on an idle machine."""

import os
import subprocess
import sys
from pathlib import Path
from statistics import median

from outperform.cli.contents import CATALOGUES

EXAMPLES = Path(__file__).parents[1] / "examples"
LIMIT = 0.6
LINES = (
    f"scores {EXAMPLES / 'scores.csv'}",
    f"predictions {EXAMPLES / 'predictions.csv'} --truth label",
    "cite corrected-t",
    "advise --have scores",
    *(f"list {kind}" for kind in CATALOGUES),
)


def run() -> None:
    """Print the median over seven runs of each command beside the limit."""
    for line in LINES:
        seconds = median(cpu_of_process([sys.executable, "-m", "outperform", *line.split()]) for _ in range(7))
        met = "met   " if seconds <= LIMIT else "MISSED"
        name = line.replace(f"{EXAMPLES}/", "")
        load = f"load {os.getloadavg()[0]:.1f}"
        print(f"{met}  {f'outperform {name}':<70} {seconds:10.2f}s  (wanted <= {LIMIT}s; {load})")


def cpu_of_process(command: list[str]) -> float:
    """CPU seconds, user and system, of a process."""
    before = os.times()
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system


if __name__ == "__main__":
    run()
