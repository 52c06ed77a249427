"""``python -m studies.evals [--jobs N] [--only WORDS]``: run what is missing, then write the page and its numbers."""

import argparse
from pathlib import Path

from studies.evals.cells import cells_of
from studies.evals.flips import DATASETS, SUBSETS, run_flips, run_gpqa
from studies.evals.page import write
from studies.evals.run import run_cells


def main() -> None:
    """Run cells and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--folder", type=Path, default=Path("build/evals"))
    parser.add_argument("--docs", type=Path, default=Path("docs"))
    parser.add_argument("--only", action="append", default=[], help="only cells whose name holds these words; no page")
    parser.add_argument("--most", type=int, help="at most so many data sets per cell, for a trial")
    arguments = parser.parse_args()
    most = arguments.most
    cells = [cell for cell in cells_of() if all(words in cell.name for words in arguments.only)]
    run_cells(cells, arguments.folder, arguments.jobs, most)
    if not arguments.only:
        run_flips(arguments.folder, min(DATASETS, most or DATASETS), arguments.jobs)
        run_gpqa(arguments.folder, min(SUBSETS, most or SUBSETS))
        write(arguments.folder, arguments.docs)


if __name__ == "__main__":
    main()
