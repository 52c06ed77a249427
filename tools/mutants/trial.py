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
from pathlib import Path
from tempfile import TemporaryDirectory

from tools.mutants.choose import Stage
from tools.mutants.edits import Mutant
from tools.mutants.patience import LATE

TESTS_FAILED, INTERRUPTED, NOTHING_TO_RUN = (
    1,
    2,
    5,
)  # of pytest; a module that does not import interrupts the collection


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
        command = [sys.executable, "-m", "pytest", *options, *stage.files]
        home = self.copy / ".home"
        home.mkdir(exist_ok=True)
        env = {**os.environ, "PYTHONPATH": str(self.copy / "src"), "PYTHONDONTWRITEBYTECODE": "1", "HOME": str(home)}
        env |= {"OMP_NUM_THREADS": "1", "HYPOTHESIS_STORAGE_DIRECTORY": str(home)}
        process = subprocess.Popen(
            command, cwd=self.copy, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True
        )
        try:
            said, _ = process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            return None
        finally:
            _end(process)
        if process.returncode in (0, NOTHING_TO_RUN):
            return Fate.SURVIVED
        return Fate.TIMED_OUT if LATE.encode() in said else Fate.KILLED


def _end(process: "subprocess.Popen[bytes]") -> None:
    """End a run with all the processes that it started."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
