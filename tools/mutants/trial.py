"""Try a mutant: change a copy of the tree, run the tests that concern it, put it back."""

import json
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
from typing import Any

from tools.mutants import tracing
from tools.mutants.asking import ASKED, LATE
from tools.mutants.atlas import COVERED, DIGESTS, DURATIONS, Asked, digests
from tools.mutants.edits import Mutant

FORK = get_context("fork")
NOTHING_TO_RUN = 5  # pytest's exit code where none of the tests is there
SLACK = 60.0  # seconds beyond those that the tests need: to begin, and for a busy machine


class Fate(StrEnum):
    """The fate of a mutant."""

    KILLED = "killed"
    TIMED_OUT = "timed out"  # a test ran for far longer than any does
    SURVIVED = "survived"
    UNRUN = "not run"  # no test runs the line: it survives too


@dataclass(frozen=True)
class Outcome:
    """A mutant and its fate."""

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

    def traced(self, folder: Path, jobs: int, files: Sequence[str] = ()) -> None:
        """Run the suite and record which test runs which line (the map); test files that are given are added to it."""
        folder.mkdir(parents=True, exist_ok=True)
        kept = _read(folder / DURATIONS) if files else {}
        old = _read(folder / DIGESTS) if files else {}
        options = ["-q", "-p", "no:cacheprovider", "-p", "tools.mutants.tracing", "-n", str(jobs), "--dist", "loadfile"]
        options += ["--cov=src", "--cov-context=test", "--cov-config=tools/mutants/coverage.ini", "--cov-report="]
        options += ["--cov-append"] if files else []
        told = {tracing.DURATIONS: str(folder / DURATIONS), "COVERAGE_FILE": str(folder / COVERED)}
        running = [sys.executable, "-m", "pytest", *options, "--cov-fail-under=0", *files]
        subprocess.run(running, cwd=self.copy, env=os.environ | _surroundings(self.copy) | told, check=False)
        kept = {test: seconds for test, seconds in kept.items() if test.partition("::")[0] not in files}
        (folder / DURATIONS).write_text(json.dumps(kept | _read(folder / DURATIONS)), encoding="utf-8")
        now = {name: digest for name, digest in digests(self.copy).items() if not files or name in files}
        (folder / DIGESTS).write_text(json.dumps(old | now), encoding="utf-8")

    def try_out(self, mutant: Mutant, asked: Asked, limit: float) -> Outcome:
        """Run one round of tests after another until one fails."""
        path = self.copy / mutant.file
        source = path.read_bytes()
        began = time.monotonic()
        fate, whole = Fate.SURVIVED if asked.rounds else Fate.UNRUN, asked.whole
        path.write_bytes(mutant.apply(source))
        try:
            for tests in asked.rounds:
                found = self.run(tests, limit + SLACK)
                whole = whole and found is not None
                if found not in (None, Fate.SURVIVED):
                    fate = found
                    break
        finally:
            path.write_bytes(source)
        return Outcome(mutant, *mutant.change(source), fate, time.monotonic() - began, whole)

    def run(self, tests: Sequence[str], seconds: float) -> Fate | None:
        """Run tests until one fails; None if they ran out of time."""
        asked = self.copy / ".asked"
        asked.write_text(json.dumps(tests), encoding="utf-8")
        options = ["-x", "-q", "-p", "no:cacheprovider", "-p", "tools.mutants.asking"]
        files = dict.fromkeys(test.partition("::")[0] for test in tests)
        code = self._pytest([*options, *files], seconds, {ASKED: str(asked)})
        if code is None:
            return None
        if code in (0, NOTHING_TO_RUN):
            return Fate.SURVIVED
        return Fate.TIMED_OUT if LATE in self._said.read_text(encoding="utf-8", errors="replace") else Fate.KILLED

    @property
    def _said(self) -> Path:
        return self.copy / ".said"

    def _pytest(self, arguments: list[str], seconds: float, settings: dict[str, str]) -> int | None:
        """Return the exit code of pytest in the copy; None if it ran out of time."""
        child = FORK.Process(target=_run_tests, args=(self.copy, self._said, arguments, settings))
        child.start()
        child.join(seconds)
        code = child.exitcode
        with suppress(ProcessLookupError):  # with all the processes that it started
            os.killpg(child.pid or 0, signal.SIGKILL)
        child.join()
        return code


def preload() -> None:
    """Import what most tests import, once: a child that is forked from here has it at no cost."""
    os.environ |= {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "PYTHONDONTWRITEBYTECODE": "1"}
    for name in ("numpy", "scipy.special", "scipy.stats", "pandas", "sklearn.ensemble", "sklearn.neural_network"):
        import_module(name)


def _run_tests(copy: Path, said: Path, arguments: list[str], settings: dict[str, str]) -> None:
    """Run pytest in a process that sees the copy instead of this project."""
    os.setsid()
    os.chdir(copy)
    os.environ |= _surroundings(copy) | settings
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


def _read(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


def _surroundings(copy: Path) -> dict[str, str]:
    """Return the environment of a process that sees the copy instead of this project, and no home."""
    home = copy / ".home"
    home.mkdir(exist_ok=True)
    paths = os.pathsep.join(map(str, (copy, copy / "src")))
    return {"PYTHONPATH": paths, "HOME": str(home), "HYPOTHESIS_STORAGE_DIRECTORY": str(home)}
