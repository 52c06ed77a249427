"""``python -m studies.leagues [--jobs N] [--uci FOLDER]``: run what is missing, then write the page and its numbers."""

import argparse
from pathlib import Path

from studies.leagues.datasets import run_datasets
from studies.leagues.levels import run_levels
from studies.leagues.page import write
from studies.leagues.pools import LEAGUES, run_pools
from studies.leagues.predictions import run_predictions
from studies.leagues.real import run_real
from studies.leagues.splits import run_splits


def main() -> None:
    """Run all parts and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--folder", type=Path, default=Path("build/leagues"))
    parser.add_argument("--docs", type=Path, default=Path("docs"))
    parser.add_argument("--uci", type=Path, help="a folder of ARFF files; without it, real leagues are not run")
    parser.add_argument("--most", type=int, help="at most so many leagues per cell, for a trial")
    arguments = parser.parse_args()
    folder, jobs, most = arguments.folder, arguments.jobs, arguments.most
    run_levels(folder, jobs, most)
    run_pools(folder, min(LEAGUES, most or LEAGUES))
    run_datasets(folder, jobs, most)
    run_predictions(folder, jobs, most)
    run_splits(folder, jobs, most)
    run_real(folder, arguments.uci, most)
    write(folder, arguments.docs)


if __name__ == "__main__":
    main()
