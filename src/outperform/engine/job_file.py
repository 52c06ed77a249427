"""A job in a temporary file, so that it is sent once per worker and not once per chunk."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import cloudpickle

try:
    import fcntl
except ImportError:  # Windows, where a file that is open cannot be removed anyway
    fcntl = None  # type: ignore[assignment]

from outperform.core import InputError
from outperform.engine.fit import Job, describe

PREFIX, SUFFIX = "outperform-", ".job"


@dataclass(frozen=True)
class JobFile:
    """Where workers find a job."""

    path: Path

    def load(self) -> Job:
        """Read the job, once in each worker."""
        return _load(self.path)


@lru_cache(maxsize=1)  # of a worker, which ends with its pool: one data set at a time
def _load(path: Path) -> Job:
    job: Job = cloudpickle.loads(path.read_bytes())
    return job


@contextmanager
def handed(job: Job) -> Iterator[JobFile | Job]:
    """Write a job to a file, with classes of a notebook; if the disk is full, return the job itself.

    The file is locked as long as this process lives, so that others can tell whether they may remove it.
    """
    try:
        content = cloudpickle.dumps(job)
    except Exception as error:
        problem = f"the learners cannot be sent to worker processes ({describe(error)}); use --jobs 1 (jobs=1)"
        raise InputError("jobs", problem) from None
    remove_stale()
    try:
        file, path = _new()
    except OSError:
        yield job
        return
    try:
        yield JobFile(path) if _written(file, content) else job
    finally:
        if fcntl is None:
            os.close(file)
        with suppress(OSError):
            path.unlink()
        if fcntl is not None:
            os.close(file)


def _written(file: int, content: bytes) -> bool:
    try:
        with os.fdopen(os.dup(file), "wb") as stream:
            stream.write(content)
    except OSError:
        return False
    return True


def _new() -> tuple[int, Path]:
    """Make a locked file; try again if another process has removed it before it was locked."""
    while True:
        file, name = tempfile.mkstemp(prefix=f"{PREFIX}{os.getpid()}-", suffix=SUFFIX)
        with suppress(OSError):  # some disks have no locks
            _lock(file, wait=True)
        if os.fstat(file).st_nlink:
            return file, Path(name)
        os.close(file)


def remove_stale() -> None:
    """Remove the files of processes that were killed: nobody holds their lock."""
    for path in Path(tempfile.gettempdir()).glob(f"{PREFIX}*{SUFFIX}"):
        with suppress(OSError):  # it belongs to somebody else, or is in use
            _remove_if_free(path)


def _remove_if_free(path: Path) -> None:
    if fcntl is None:
        path.unlink()  # raises an OSError if it is open
        return
    file = os.open(path, os.O_RDWR | os.O_NOFOLLOW)
    try:
        _lock(file, wait=False)
        path.unlink()
    finally:
        os.close(file)


def _lock(file: int, *, wait: bool) -> None:
    if fcntl is not None:
        fcntl.flock(file, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
