"""Where fits run: here, in worker processes, on a cluster, or each in a child that can be killed.

The only file that knows of processes. Results come back in any order with the place of their task.
"""

import multiprocessing
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from functools import lru_cache
from pathlib import Path
from typing import Any

import cloudpickle
import joblib
from threadpoolctl import threadpool_limits

from outperform.core import InputError, OutperformError
from outperform.engine.fit import Failure, Fit, Job, Task, describe, fit

Result = tuple[int, Fit | Failure]

CHUNK_SECONDS = 0.05  # work goes out in pieces of at least this long


class WorkerError(OutperformError):
    """A worker process broke down, for a reason that is not a learner's exception."""


def run_tasks(
    job: Job, tasks: Sequence[Task], jobs: int | None = None, fit_timeout: float | None = None
) -> Iterator[Result]:
    """Run tasks, giving (place, result) as they finish.

    ``jobs=None`` is 1 unless a ``joblib.parallel_config`` is active, which then decides, backend and all.
    """
    workers = joblib.effective_n_jobs(jobs)
    backend = type(joblib.parallel.get_active_backend()[0]).__name__
    if fit_timeout is not None:
        if backend.startswith("Dask"):
            raise InputError("fit_timeout", "cannot end a fit on a Dask cluster")
        yield from _run_killable(job, tasks, workers, fit_timeout)
    elif workers == 1 and not backend.startswith("Dask"):
        yield from _run_here(job, tasks)
    else:
        yield from _run_parallel(job, tasks, jobs, workers, shared=not backend.startswith("Dask"))


def _run_here(job: Job, tasks: Sequence[Task]) -> Iterator[Result]:
    with one_thread():
        for place, task in enumerate(tasks):
            yield place, fit(job, task)


def one_thread() -> Any:
    """Keep BLAS on one thread, in workers and in serial runs alike: the same bits, and no fight for cores."""
    return threadpool_limits(limits=1)


def _run_parallel(job: Job, tasks: Sequence[Task], jobs: int | None, workers: int, *, shared: bool) -> Iterator[Result]:
    """Time one task of each learner here, then send the others out in chunks of like length."""
    seconds: dict[int, float] = {}
    rest = []
    for place, task in enumerate(tasks):
        if task.learner in seconds:
            rest.append(place)
            continue
        start = time.perf_counter()
        yield from ((place, result) for _, result in _run_here(job, [task]))
        seconds[task.learner] = time.perf_counter() - start
    chunks = _chunks(rest, tasks, seconds, workers)
    if not chunks:
        return
    with tempfile.TemporaryDirectory(prefix="outperform-") as folder:
        carrier = Shared.of(job, Path(folder)) if shared else job
        parallel = joblib.Parallel(n_jobs=jobs, return_as="generator_unordered", batch_size=1)
        calls = (joblib.delayed(_run_chunk)(carrier, [(place, tasks[place]) for place in chunk]) for chunk in chunks)
        try:
            for results in parallel(calls):
                yield from results
        except Exception as error:
            raise WorkerError(f"a worker broke down: {describe(error)}; what was done before is kept") from error


def _chunks(places: Sequence[int], tasks: Sequence[Task], seconds: dict[int, float], workers: int) -> list[list[int]]:
    """Group tasks to at least CHUNK_SECONDS, and to no more pieces than keep all workers busy to the end."""
    total = sum(seconds[tasks[place].learner] for place in places)
    wanted = max(CHUNK_SECONDS, total / (16 * workers))
    chunks: list[list[int]] = []
    filled = wanted
    for place in places:
        if filled >= wanted:
            chunks.append([])
            filled = 0.0
        chunks[-1].append(place)
        filled += seconds[tasks[place].learner]
    return chunks


def _run_chunk(carrier: "Shared | Job", chunk: Sequence[tuple[int, Task]]) -> list[Result]:
    job = carrier.load() if isinstance(carrier, Shared) else carrier
    with one_thread():
        return [(place, fit(job, task)) for place, task in chunk]


class Shared:
    """A job laid down in a file of ours, so that it travels once to a worker and not once a chunk."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @classmethod
    def of(cls, job: Job, folder: Path) -> "Shared":
        """Write the job; cloudpickle takes classes that a user defined in a notebook."""
        path = folder / "job"
        path.write_bytes(cloudpickle.dumps(job))
        return cls(path)

    def load(self) -> Job:
        """Read the job, once in each worker."""
        return _load(self.path)


@lru_cache(maxsize=2)
def _load(path: Path) -> Job:
    job: Job = cloudpickle.loads(path.read_bytes())
    return job


def _run_killable(job: Job, tasks: Sequence[Task], workers: int, limit: float) -> Iterator[Result]:
    """Run each fit in a child process of its own that is killed when its time is up."""
    with ThreadPoolExecutor(workers) as threads:
        futures = {threads.submit(_in_child, job, task, limit): place for place, task in enumerate(tasks)}
        try:
            for future in as_completed(futures):
                yield futures[future], future.result()
        finally:
            for future in futures:
                future.cancel()


def _in_child(job: Job, task: Task, limit: float) -> Fit | Failure:
    context: Any = multiprocessing.get_context("fork" if "fork" in multiprocessing.get_all_start_methods() else "spawn")
    receiver, sender = context.Pipe(duplex=False)
    child = context.Process(target=_answer, args=(sender, job, task), daemon=True)
    child.start()
    sender.close()
    try:
        if not receiver.poll(limit):
            return Failure(f"took longer than {limit:g} s")
        result: Fit | Failure = receiver.recv()
    except EOFError:
        return Failure("its process died")
    else:
        return result
    finally:
        child.kill()
        child.join()


def _answer(sender: Any, job: Job, task: Task) -> None:
    with one_thread():
        sender.send(fit(job, task))
