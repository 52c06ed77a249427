"""Try a mutant: change a copy of the tree, run the tests that concern it, put it back."""

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from enum import StrEnum
from importlib import import_module
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory

from tools.mutants.choose import Stage
from tools.mutants.edits import Mutant
from tools.mutants.patience import LATE

FORK = get_context("fork")
NOTHING_TO_RUN = 5  # pytest's exit code where no test has the marks


class Fate(StrEnum):
    """What became of a mutant."""

    KILLED = "killed"
    TIMED_OUT = "timed out"  # a test ran for far longer than any does
    SURVIVED = "survived"


@dataclass(frozen=True)
class Outcome:
    """A mutant and what became of it."""

    mutant: Mutant
    before: str
    after: str
    fate: Fate
    seconds: float
    whole: bool = True  # whether all tests concerned were run


@dataclass(frozen=True)
class Tree:
    """A copy of the project that mutants may change."""

    copy: Path

    @classmethod
    @contextmanager
    def of(cls, root: Path) -> Iterator["Tree"]:
        """Copy all files that git knows or would know, for as long as they are needed."""
        with TemporaryDirectory(prefix="mutants-") as folder:
            copy = Path(folder)
            listing = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
            names = subprocess.run(listing, cwd=root, capture_output=True, text=True, check=True).stdout
            for name in filter(None, names.split("\0")):
                if (root / name).is_file():
                    (copy / name).parent.mkdir(parents=True, exist_ok=True)
                    shutil.copy2(root / name, copy / name)
            # By content rather than by time: a mutant of the same size made in the same second is still seen.
            compiling = [sys.executable, "-m", "compileall", "-qq", "--invalidation-mode", "checked-hash", "src"]
            subprocess.run(compiling, cwd=copy, check=True)
            yield cls(copy)

    def try_out(self, mutant: Mutant, stages: Sequence[Stage], limit: float) -> Outcome:
        """Run one stage of tests after another until one fails or the time is over."""
        path = self.copy / mutant.file
        source = path.read_bytes()
        began = time.monotonic()
        fate, whole = Fate.SURVIVED, True
        path.write_bytes(mutant.apply(source))
        try:
            for stage in stages:
                left = limit - (time.monotonic() - began)
                found = self.run(stage, left) if left > 0 else None
                whole = whole and found is not None
                if found not in (None, Fate.SURVIVED):
                    fate = found
                    break
        finally:
            path.write_bytes(source)
        return Outcome(mutant, *mutant.change(source), fate, time.monotonic() - began, whole)

    def run(self, stage: Stage, seconds: float) -> Fate | None:
        """Run a stage of tests; None where the time ended it."""
        options = ["-x", "-q", "-p", "no:cacheprovider", "-p", "tools.mutants.patience", "-m", stage.marks]
        said = self.copy / ".said"
        child = FORK.Process(target=_run_tests, args=(self.copy, said, [*options, *stage.files]))
        child.start()
        child.join(seconds)
        late = child.exitcode is None
        with suppress(ProcessLookupError):  # with all the processes that it started
            os.killpg(child.pid or 0, signal.SIGKILL)
        child.join()
        if late:
            return None
        if child.exitcode in (0, NOTHING_TO_RUN):
            return Fate.SURVIVED
        return Fate.TIMED_OUT if LATE in said.read_text(encoding="utf-8", errors="replace") else Fate.KILLED


def preload() -> None:
    """Import what most tests import, once: a child that is forked from here has it at no cost."""
    os.environ |= {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "PYTHONDONTWRITEBYTECODE": "1"}
    for name in ("numpy", "scipy.special", "scipy.stats", "pandas", "sklearn.ensemble", "sklearn.neural_network"):
        import_module(name)


def _run_tests(copy: Path, said: Path, arguments: list[str]) -> None:
    """Run pytest in a process that sees the copy in place of this project."""
    os.setsid()
    os.chdir(copy)
    home = copy / ".home"
    home.mkdir(exist_ok=True)
    os.environ |= {"PYTHONPATH": str(copy / "src"), "HOME": str(home), "HYPOTHESIS_STORAGE_DIRECTORY": str(home)}
    output = os.open(said, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(output, 1)
    os.dup2(output, 2)
    sys.stdout, sys.stderr = (os.fdopen(os.dup(output), "w", encoding="utf-8") for _ in range(2))
    sys.argv = ["pytest"]
    sys.dont_write_bytecode = True
    sys.path[:0] = [str(copy), str(copy / "src")]
    for name in [name for name in sys.modules if name.partition(".")[0] in ("tools", "outperform")]:
        del sys.modules[name]
    code = 1
    try:
        code = int(import_module("pytest").main(arguments))
    finally:
        sys.stdout.flush()
        os._exit(code)
