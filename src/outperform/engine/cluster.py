"""Calls on a Dask cluster: they come back, or an error does, whatever becomes of workers and scheduler.

joblib's own way waits without end for a task that a worker cannot read, or that kills its worker.
"""

import time
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeVar

from outperform.core import OutperformError
from outperform.engine.job_file import PackedJob
from outperform.engine.workers import WorkerError, worker_error

Found = TypeVar("Found")

PAUSE = 0.01  # seconds between two looks at what is done
LOOK_SECONDS = 0.5  # between two looks at the cluster
ANSWER_SECONDS = 30.0  # after which a scheduler that does not answer is taken for lost
RESTART_SECONDS = 30.0  # that workers which were killed may need to come back, at least
KEPT = "results in a store or results file are kept"


def run_on_dask(
    backend: Any, work: Callable[..., Found], calls: Iterable[tuple[Any, ...]], died: Callable[..., Found] | None
) -> Iterator[Found]:
    """Return ``work(*call)`` for every call, as they finish.

    Where a call kills its worker each time, ``died(*call)`` takes the place of the result; without it, WorkerError is
    raised, as it is for a cluster that is lost.
    """
    cluster = _Cluster(backend)
    waiting, flying = iter(calls), cluster.flying
    try:
        while True:
            while len(flying) < cluster.room and (call := next(waiting, None)) is not None:
                flying[cluster.submit(work, call)] = call
            if not flying:
                return
            ready = [future for future in flying if future.status != "pending"]
            for future in ready:
                yield cluster.result(future, flying.pop(future), died)
            if not ready:
                time.sleep(PAUSE)
                cluster.look()
    finally:
        cluster.give_up()


@dataclass(eq=False)
class _Cluster:
    """The client of a cluster, what was sent to it, and when it was last looked at."""

    backend: Any  # joblib's, which has the user's choices
    flying: dict[Any, tuple[Any, ...]] = field(default_factory=dict)  # calls by their futures
    room: int = 0  # how many calls may be on their way
    jobs: dict[int, tuple[PackedJob, Any]] = field(default_factory=dict)  # that workers hold
    looked: float = 0.0
    seen: float = field(default_factory=time.monotonic)  # when there was a worker

    def __post_init__(self) -> None:
        """Count the workers."""
        self.client = self.backend.client
        self.look()

    def submit(self, work: Callable[..., Found], call: tuple[Any, ...]) -> Any:
        """Send a call; jobs that it names are sent once, and again by the scheduler to where they are needed."""
        sent = [self._held(each) if isinstance(each, PackedJob) else each for each in call]
        return self._asked(partial(self.client.submit, work, *sent, pure=False, **self.backend.submit_kwargs))

    def _held(self, job: PackedJob) -> Any:
        if id(job) not in self.jobs:
            with warnings.catch_warnings():
                warnings.filterwarnings("ignore", message="Sending large graph", category=UserWarning)
                self.jobs[id(job)] = job, self._asked(partial(self.client.submit, PackedJob, job.content, pure=False))
        return self.jobs[id(job)][1]

    def result(self, future: Any, call: tuple[Any, ...], died: Callable[..., Found] | None) -> Found:
        """Return what came of a call; our own errors are raised as they are."""
        self.seen = time.monotonic()
        if future.status in ("cancelled", "lost"):
            message = f"the Dask cluster has lost what it ran: its scheduler or its workers ended; {KEPT}"
            raise WorkerError(message)
        while True:
            try:
                found: Found = future.result(timeout=LOOK_SECONDS)
            except TimeoutError:
                self.look()
            except OutperformError:
                raise
            except Exception as error:
                if died is not None and type(error).__name__ == "KilledWorker":
                    return died(*call)
                raise worker_error(error) from error
            else:
                return found

    def look(self) -> None:
        """Raise WorkerError for a cluster without a scheduler, or without workers for as long as the user waits."""
        now = time.monotonic()
        if now - self.looked < LOOK_SECONDS:
            return
        if self.client.status not in ("running", "connecting"):
            message = f"the connection to the scheduler of the Dask cluster is lost; {KEPT}"
            raise WorkerError(message)
        cores = sum(
            self._asked(
                lambda: self.client.sync(self.client.scheduler.ncores, callback_timeout=ANSWER_SECONDS)
            ).values()
        )
        self.room, self.looked = max(1, 2 * cores), time.monotonic()
        self.seen = self.looked if cores else self.seen
        longest = self.backend.wait_for_workers_timeout and max(RESTART_SECONDS, self.backend.wait_for_workers_timeout)
        if longest and self.looked - self.seen > longest:
            message = f"the Dask cluster has had no workers for {longest:g} seconds; {KEPT}"
            raise WorkerError(message)

    def _asked(self, question: Callable[[], Any]) -> Any:
        """Ask the scheduler, or send it something."""
        try:
            return question()
        except Exception as error:
            message = f"the scheduler of the Dask cluster does not answer ({type(error).__name__}: {error}); {KEPT}"
            raise WorkerError(message) from error

    def give_up(self) -> None:
        """Cancel what still runs."""
        if self.flying and self.client.status == "running":
            with suppress(Exception):  # it was lost meanwhile
                self.client.cancel(list(self.flying), asynchronous=False)
        self.flying.clear()
        self.jobs.clear()
