"""``python -m studies.adaptive_league [--jobs N] [--uci FOLDER]``: run what is missing, then write the page."""

import argparse
from pathlib import Path

from studies.adaptive_league.page import write
from studies.adaptive_league.real import run_real
from studies.adaptive_league.run import run_cells


def main() -> None:
    """Run all parts and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--folder", type=Path, default=Path("build/adaptive-league"))
    parser.add_argument("--docs", type=Path, default=Path("docs"))
    parser.add_argument("--uci", type=Path, help="a folder of ARFF files; without it, real leagues are not run")
    parser.add_argument("--most", type=int, help="at most so many leagues per cell, for a trial")
    arguments = parser.parse_args()
    run_cells(arguments.folder, arguments.jobs, arguments.most)
    run_real(arguments.folder, arguments.uci, arguments.most)
    write(arguments.folder, arguments.docs)


if __name__ == "__main__":
    main()
