"""Jobs in a temporary file, so that each is sent once per worker and not once per chunk."""

import os
import tempfile
from collections.abc import Iterable, Iterator, Sequence
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
from outperform.surface import option

PREFIX, SUFFIX = "outperform-", ".job"


@dataclass(frozen=True)
class JobFile:
    """Where workers find a job."""

    path: Path
    start: int  # of its bytes in the file
    size: int

    def load(self) -> Job:
        """Read the job, once in each worker."""
        return _load(self)


@dataclass(frozen=True)
class PackedJob:
    """A job that is sent itself: to a cluster, whose workers have other files and modules."""

    content: bytes

    def load(self) -> Job:
        """Read the job, once in each worker."""
        return _unpacked(self.content)


Carrier = JobFile | PackedJob | Job
"""How a job reaches a worker."""


def packed(jobs: Sequence[Job]) -> list[Carrier]:
    """Pack jobs, with the classes of the user's files and notebooks."""
    return [PackedJob(_pickled(job)) for job in jobs]


@lru_cache(maxsize=1)  # of a worker, which ends with its cluster: one data set at a time
def _unpacked(content: bytes) -> Job:
    job: Job = cloudpickle.loads(content)
    return job


@lru_cache(maxsize=1)  # of a worker, which ends with its pool: one data set at a time
def _load(place: JobFile) -> Job:
    with place.path.open("rb") as file:
        file.seek(place.start)
        job: Job = cloudpickle.loads(file.read(place.size))
    return job


@contextmanager
def job_file(jobs: Sequence[Job]) -> Iterator[list[Carrier]]:
    """Write jobs to one file, with classes of a notebook; those for which the disk has no room are returned themselves.

    The file is locked as long as this process lives, so that others can tell whether they may remove it.
    """
    remove_stale()
    try:
        file, path = _new()
    except OSError:
        yield list(jobs)
        return
    try:
        yield list(_placed(file, path, jobs))
    finally:
        if fcntl is None:
            os.close(file)
        with suppress(OSError):
            path.unlink()
        if fcntl is not None:
            os.close(file)


def _placed(file: int, path: Path, jobs: Iterable[Job]) -> Iterator[JobFile | Job]:
    """Write one job after the other."""
    end = 0
    for job in jobs:
        content = _pickled(job)
        try:
            _write(file, content)
        except OSError:
            os.lseek(file, end, os.SEEK_SET)  # the next one may be smaller
            yield job
        else:
            yield JobFile(path, end, len(content))
            end += len(content)


def _pickled(job: Job) -> bytes:
    try:
        content: bytes = cloudpickle.dumps(job)
    except Exception as error:
        problem = f"the learners cannot be sent to worker processes ({describe(error)}); use {option('jobs', 1)}"
        raise InputError("jobs", problem) from None
    return content


def _write(file: int, content: bytes) -> None:
    with os.fdopen(os.dup(file), "wb") as stream:
        stream.write(content)


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
    with suppress(OSError):  # too many open files
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
