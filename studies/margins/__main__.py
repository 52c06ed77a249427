"""``python -m studies.margins``: run what is missing, then write the page and its numbers."""

import argparse
from pathlib import Path

from studies.margins.laws import LAWS
from studies.margins.page import write
from studies.margins.rights import RIGHTS
from studies.margins.run import SETS, run_laws, run_rights


def main() -> None:
    """Run laws and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, default=Path("build/margins"))
    parser.add_argument("--docs", type=Path, default=Path("docs"))
    parser.add_argument("--sets", type=int, default=SETS, help="of items per law; fewer for a trial")
    arguments = parser.parse_args()
    run_laws(LAWS, arguments.folder, arguments.sets)
    run_rights(RIGHTS, arguments.folder)
    write(LAWS, RIGHTS, arguments.folder, arguments.docs)


if __name__ == "__main__":
    main()
