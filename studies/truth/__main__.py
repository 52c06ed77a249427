"""``python -m studies.truth [--jobs N] [--family WORDS]``: run what is missing, then write the page and its numbers."""

import argparse
from pathlib import Path

from studies.truth.families import FAMILIES
from studies.truth.page import write
from studies.truth.run import run_family

CHOOSE, POWER, SLOW_POWER = 300, 500, 100


def main() -> None:
    """Run families and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--folder", type=Path, default=Path("build/truth"))
    parser.add_argument(
        "--family", action="append", default=[], help="only families whose name or kind holds these words"
    )
    parser.add_argument("--half", choices=("choose", "confirm"))
    parser.add_argument("--docs", type=Path, default=Path("docs"))
    parser.add_argument("--nulls", type=int, help="null data sets of each family")
    parser.add_argument("--powers", type=int, help="data sets with power of each confirming family")
    arguments = parser.parse_args()
    for family in FAMILIES:
        words = f"{family.name} / {family.does} / {'slow' if family.learner.slow else 'fast'}"
        if arguments.half not in (None, family.half) or not all(each in words for each in arguments.family):
            continue
        nulls = arguments.nulls or (CHOOSE if family.half == "choose" else family.nulls)
        usual = SLOW_POWER if family.learner.slow else POWER
        power = 0 if family.half == "choose" else arguments.powers or usual
        run_family(family, arguments.folder, (nulls, power), arguments.jobs)
    if not arguments.family:
        write(arguments.folder, arguments.docs)


if __name__ == "__main__":
    main()
