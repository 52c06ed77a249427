"""Worker processes on this machine: they end with their parent, and standard output is not theirs."""

import threading
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import joblib

from outperform.core.processes import settle

LOKY = "loky"  # joblib's name for its pool of processes
REPLACED = "A worker stopped while some jobs were given"  # joblib replaces a worker that has grown; no result is lost


class Workers(joblib.parallel.LokyBackend):  # type: ignore[misc] # joblib has no types
    """joblib's pool of processes, each of which is settled before its first task."""

    @classmethod
    def like(cls, backend: Any) -> "Workers":
        """Make the pool that a user has configured."""
        return cls(inner_max_num_threads=backend.inner_max_num_threads, **getattr(backend, "backend_kwargs", {}))

    def configure(self, n_jobs: int = 1, parallel: Any = None, **options: Any) -> int:
        """Start or reuse the processes; what the user's own pool does first is done first here, too."""
        given = {**getattr(self, "backend_kwargs", {}), **options}
        steady = threading.current_thread() is threading.main_thread()
        first = (given.get("initializer"), given.get("initargs", ()))
        options |= {"initializer": settle, "initargs": (steady, *first)}
        return int(super().configure(n_jobs, parallel, **options))


@contextmanager
def settled_pools() -> Iterator[None]:
    """Let pools that learners make of their own be settled, too; a worker that is replaced is no news."""
    warnings.filterwarnings("ignore", message=REPLACED, category=UserWarning)
    before = joblib.parallel.BACKENDS[LOKY]
    joblib.register_parallel_backend(LOKY, Workers)
    try:
        yield
    finally:
        joblib.register_parallel_backend(LOKY, before)
