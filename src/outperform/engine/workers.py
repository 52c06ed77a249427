"""Worker processes on this machine: they end with their parent, and standard output is not theirs."""

import threading
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import joblib

from outperform.core import OutperformError
from outperform.core.processes import settle
from outperform.engine.fit import describe

LOKY = "loky"  # joblib's name for its pool of processes
REPLACED = "A worker stopped while some jobs were given"  # joblib replaces a worker that has grown; no result is lost


class WorkerError(OutperformError):
    """A worker process failed, for a reason other than a learner's exception."""


class BrokenWorkersError(WorkerError):
    """A worker process died, and all that the pool had was lost."""


def worker_error(error: Exception) -> WorkerError:
    """Return the error for what a worker, or its start, has raised."""
    return WorkerError(f"a worker process failed: {describe(error)}; results in a store or results file are kept")


class Workers(joblib.parallel.LokyBackend):  # type: ignore[misc] # joblib has no types
    """joblib's pool of processes, each of which is settled before its first task."""

    @classmethod
    def like(cls, backend: Any) -> "Workers":
        """Make the pool that a user has configured."""
        return cls(inner_max_num_threads=backend.inner_max_num_threads, **getattr(backend, "backend_kwargs", {}))

    def configure(self, n_jobs: int = 1, parallel: Any = None, **options: Any) -> int:
        """Start or reuse the processes; what the user's own pool does first is done first here, too.

        A worker that is replaced is no news. A thread of joblib warns of it at any time, so the filter stays.
        """
        warnings.filterwarnings("ignore", message=REPLACED, category=UserWarning)
        given = {**getattr(self, "backend_kwargs", {}), **options}
        steady = threading.current_thread() is threading.main_thread()
        first = (given.get("initializer"), given.get("initargs", ()))
        options |= {"initializer": settle, "initargs": (steady, *first)}
        return int(super().configure(n_jobs, parallel, **options))


@contextmanager
def settled_pools() -> Iterator[None]:
    """Let pools that learners make of their own be settled, too."""
    before = joblib.parallel.BACKENDS[LOKY]
    joblib.register_parallel_backend(LOKY, Workers)
    try:
        yield
    finally:
        joblib.register_parallel_backend(LOKY, before)
