"""``python -m studies.small [--jobs N]``: the Type I error below 100 rows, where the adaptive study has no family."""

import argparse

import numpy as np

from studies.adaptive.families import GNB, Cell
from studies.adaptive.rules import Factors, Rules
from studies.adaptive.run import run_cell

SOURCES = {GNB: "symmetric(n={n}, features=4, signal=0.6)", "lda": "symmetric(n={n}, features=4, signal=0.6)"}
SOURCES["ols"] = "regression(n={n})"
RULES = ("corrected-10x10", "adaptive rows, kappa 0.01", "adaptive rows, Student's quantile")
DATASETS = 4000


def type_one(learner: str, n: int, datasets: int, jobs: int) -> dict[str, tuple[float, float]]:
    """Return by rule the share of rejections at the null, and the standard error of how far it is from the first's."""
    pair = f'block(learner="{learner}")', f'block(learner="{learner}", which=2)'
    known = Rules(Factors()).by_name
    cell = Cell(SOURCES[learner].format(n=n), pair, null=True)
    records = run_cell(cell, {name: known[name] for name in RULES}, (datasets, 1), 10, jobs)
    rejected = (records.decision[..., 0] != 0).astype(float)  # [rule, dataset]
    apart = np.std(rejected - rejected[0], axis=1) / np.sqrt(datasets)
    return {name: (float(rejected[at].mean()), float(apart[at])) for at, name in enumerate(RULES)}


def main() -> None:
    """Print a line per learner, size and rule."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--datasets", type=int, default=DATASETS)
    arguments = parser.parse_args()
    for learner in SOURCES:
        for n in (30, 50):
            for rule, (share, se) in type_one(learner, n, arguments.datasets, arguments.jobs).items():
                print(f"{learner}, n = {n}, {rule}: {share:.4f} (less the first: standard error {se:.4f})", flush=True)


if __name__ == "__main__":
    main()
