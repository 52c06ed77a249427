"""Which mutants are tried, and which tests are asked."""

import ast
import random
import re
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tools.mutants.edits import Mutant, mutants_of

PACKAGE = Path("src/outperform")
DECIDING = ("core", "significance", "procedures", "comparison", "engine", "metrics", "designs")
LESS = {"papers": 0.1, "report": 0.1}
USUAL = 0.25  # rooms that neither decide nor only show
FRONT = ("tests/contracts", "tests/comparison", "tests/cli")  # what comes last for a room that decides
QUICK = "not slow and not calibration and not browser and not process"
PROCESS = "process and not slow and not calibration and not browser"


@dataclass(frozen=True)
class Stage:
    """Some files of tests and the marks that choose among their tests."""

    files: tuple[str, ...]
    marks: str


def all_mutants(root: Path) -> list[Mutant]:
    """Return the mutants of every module of the package."""
    found: list[Mutant] = []
    for path in sorted((root / PACKAGE).rglob("*.py")):
        found += mutants_of(path.relative_to(root).as_posix(), path.read_bytes())
    return found


def shuffled(mutants: Sequence[Mutant], seed: int, changed: frozenset[str]) -> list[Mutant]:
    """Put mutants in random order: those of changed files first, of rooms that decide sooner.

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
    """Return the files that differ from a commit, in the work tree too; none where git does not know the commit."""
    told = subprocess.run(
        ["git", "diff", "--name-only", base, "--", str(PACKAGE)], cwd=root, capture_output=True, text=True, check=False
    )
    return frozenset(told.stdout.split())


def stages(root: Path, file: str) -> list[Stage]:
    """Return the tests that concern a module, the nearest and quickest first."""
    room = Path(file).relative_to(PACKAGE).parts[0]
    named = _mentioning(root, _names(root / file))
    near = [name for name in named if name.startswith(f"tests/{room}/")]
    far = [name for name in named if name not in near]
    front = ["tests/designs", "tests/data", *FRONT] if room == "core" else [name for name in FRONT if room in DECIDING]
    found = [Stage((file, *near), QUICK), Stage((*far,), QUICK)]
    found += [Stage((*near, *far), PROCESS)] if room in ("engine", "lab", "comparison", "cli") else []
    found += [Stage((f"tests/{room}", *front), QUICK)]
    return [stage for stage in found if stage.files]


def _weight(mutant: Mutant) -> float:
    room = Path(mutant.file).relative_to(PACKAGE).parts[0]
    return 1.0 if room in DECIDING else LESS.get(room, USUAL)


def _names(path: Path) -> set[str]:
    """Return what a test would call a module or what it defines: its dotted path, names and slugs."""
    dotted = ".".join(path.with_suffix("").parts[-2:])
    found = {dotted} if path.parent.name != "cli" else {dotted, "cli.main"}  # verbs are tested through the door
    for node in ast.parse(path.read_bytes()).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            found.add(node.name)
        for inner in ast.walk(node):
            match inner:
                case ast.Assign(targets=[ast.Name(id="slug")], value=ast.Constant(value=str(slug))):
                    found.add(slug)
    return {name for name in found if len(name) > 3}


def _mentioning(root: Path, names: set[str]) -> list[str]:
    """Return the files of tests that mention a name, those that mention most names first."""
    pattern = re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, sorted(names)))})(?![\w-])")
    found: list[tuple[int, int, str]] = []
    for path in sorted((root / "tests").rglob("test_*.py")):
        hits = set(pattern.findall(path.read_text(encoding="utf-8")))
        if hits:
            found.append((-len(hits), path.stat().st_size, path.relative_to(root).as_posix()))
    return [name for *_, name in sorted(found)]
