"""Choose the mutants that are tried."""

import random
import subprocess
from collections.abc import Sequence
from pathlib import Path

from tools.mutants.edits import Mutant, mutants_of

PACKAGE = Path("src/outperform")
DECIDING = ("core", "significance", "procedures", "comparison", "engine", "metrics", "designs", "data", "lab", "words")
LESS = {"papers": 0.1, "report": 0.1}
USUAL = 0.25  # rooms that neither decide nor only show


def all_mutants(root: Path) -> list[Mutant]:
    """Return the mutants of every module of the package."""
    found: list[Mutant] = []
    for path in sorted((root / PACKAGE).rglob("*.py")):
        found += mutants_of(path.relative_to(root).as_posix(), path.read_bytes())
    return found


def shuffled(mutants: Sequence[Mutant], seed: int, changed: frozenset[str]) -> list[Mutant]:
    """Put mutants in random order: those of changed files first, those of rooms that decide earlier.

    Examples
    --------
    >>> both = [Mutant(f"src/outperform/core/{name}.py", 1, 0, 1, "", "") for name in "ab"]
    >>> [mutant.file for mutant in shuffled(both, 0, frozenset({"src/outperform/core/b.py"}))]
    ['src/outperform/core/b.py', 'src/outperform/core/a.py']
    """
    rng = random.Random(seed)
    drawn = [(rng.random() ** (1 / _weight(mutant)), place, mutant) for place, mutant in enumerate(mutants)]
    ordered = [mutant for *_, mutant in sorted(drawn, reverse=True)]
    return sorted(ordered, key=lambda mutant: mutant.file not in changed)


def changed_files(root: Path, base: str) -> frozenset[str]:
    """Return the files that differ from a commit, also in the work tree; none if git does not know the commit."""
    told = subprocess.run(
        ["git", "diff", "--name-only", base, "--", str(PACKAGE)], cwd=root, capture_output=True, text=True, check=False
    )
    return frozenset(told.stdout.split())


def _weight(mutant: Mutant) -> float:
    room = Path(mutant.file).relative_to(PACKAGE).parts[0]
    return 1.0 if room in DECIDING else LESS.get(room, USUAL)
