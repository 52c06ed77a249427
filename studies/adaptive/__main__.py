"""``python -m studies.adaptive [--jobs N] [--family WORDS]``: run what is missing, then write the card and the page."""

import argparse
import json
import sys
from pathlib import Path

from studies.adaptive.families import FAMILIES
from studies.adaptive.page import write
from studies.adaptive.pairs import factors_of
from studies.adaptive.run import run_family

NULLS, DATASETS = 2000, 100


def main() -> None:
    """Run families and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--folder", type=Path, default=Path("build/adaptive"))
    parser.add_argument("--family", action="append", default=[], help="only families whose name holds these words")
    parser.add_argument("--nulls", type=int, default=NULLS)
    parser.add_argument("--datasets", type=int, default=DATASETS, help="datasets of every other cell")
    parser.add_argument("--docs", type=Path, default=Path("docs"))
    arguments = parser.parse_args()
    for family in FAMILIES:
        if not arguments.family or any(words in family.name for words in arguments.family):
            sizes = (arguments.nulls, arguments.datasets)
            run_family(family, factors_of(family), arguments.folder, sizes, arguments.jobs)
            if family.five:
                run_family(family, factors_of(family, 5), arguments.folder, sizes, arguments.jobs, folds=5)
    if not arguments.family:
        json.dump(write(arguments.folder, arguments.docs), sys.stdout, indent=1)


if __name__ == "__main__":
    main()
