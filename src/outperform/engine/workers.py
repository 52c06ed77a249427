"""Worker processes on this machine: they end with their parent, and standard output is not theirs."""

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

import joblib

from outperform.core.processes import end_with

LOKY = "loky"  # joblib's name for its pool of processes
First = Callable[..., None]
_SETTLED: set[int] = set()  # of the process: holds its own number once it is settled


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
    """Let pools that learners make of their own be settled, too."""
    before = joblib.parallel.BACKENDS[LOKY]
    joblib.register_parallel_backend(LOKY, Workers)
    try:
        yield
    finally:
        joblib.register_parallel_backend(LOKY, before)


def settle(steady: bool = False, first: First | None = None, given: tuple[Any, ...] = ()) -> None:  # noqa: FBT001, FBT002
    """Make this process a worker, once: it ends with its parent, leaves Ctrl-C to it and prints to standard error.

    Parameters
    ----------
    steady
        Whether the thread that started it lives as long as its process.
    first, given
        What the user wants to be called in each worker, and with which arguments.
    """
    parent = multiprocessing.parent_process()
    if parent is None or os.getpid() in _SETTLED:
        return
    _SETTLED.add(os.getpid())
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
    with suppress(OSError):  # one of them is closed
        os.dup2(2, 1)
    sys.stdout = sys.stderr or sys.stdout
    end_with(int(parent.pid or 0), steady=steady)
    if first is not None:
        first(*given)
