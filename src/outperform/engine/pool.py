"""Where fits run: here, in worker processes, on a cluster, or each in a child that can be killed.

The only file that knows of processes. Results come back in any order with the place of their task.
"""

import multiprocessing
import signal
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

import cloudpickle
import joblib
from threadpoolctl import ThreadpoolController

from outperform.core import InputError, OutperformError
from outperform.engine.fit import Failure, Fit, FitTask, Job, describe, fit, global_state_kept

Result = tuple[int, Fit | Failure]
Piece = TypeVar("Piece")
Found = TypeVar("Found")

CHUNK_SECONDS = 0.05  # work goes out in pieces of at least this long
MOST_JOBS = 10_000
LONGEST_SECONDS = 1.0  # and of hardly more than this: what is done is kept when the piece comes back


class WorkerError(OutperformError):
    """A worker process broke down, for a reason that is not a learner's exception."""


def run_tasks(
    job: Job, tasks: Sequence[FitTask], jobs: int | None = None, fit_timeout: float | None = None
) -> Iterator[Result]:
    """Run tasks, giving (place, result) as they finish.

    ``jobs=None`` is 1 unless a ``joblib.parallel_config`` is active, which then decides, backend and all.
    """
    place = _place(jobs)
    if fit_timeout is not None:
        if place.cluster:
            raise InputError("fit_timeout", "cannot end a fit on a Dask cluster")
        yield from _run_killable(job, tasks, place.workers, fit_timeout)
    elif place.workers == 1 and not place.cluster:
        yield from _run_here(job, tasks)
    else:
        yield from _run_parallel(job, tasks, jobs, place)


def run_apart(work: Callable[[Piece], Found], pieces: Iterable[Piece], jobs: int | None = None) -> Iterator[Found]:
    """Return ``work(piece)`` for every piece, as they finish. What work raises of our own errors is raised here."""
    place = _place(jobs)
    threads = place.threads
    if place.workers == 1 and not place.cluster:
        with one_thread():
            yield from map(work, pieces)
        return
    with one_thread() if threads else nullcontext():
        try:
            calls = (
                joblib.delayed(work)(piece) if threads else joblib.delayed(_alone)(work, piece) for piece in pieces
            )
            with _given_up_quietly(_parallel(jobs, "auto")(calls)) as found:
                yield from found
        except OutperformError:
            raise
        except Exception as error:
            raise WorkerError(f"a worker broke down: {describe(error)}; what was done before is kept") from error


@contextmanager
def _given_up_quietly(results: Any) -> Iterator[Any]:
    """Cancel what still runs when nobody wants it any more, after a failure: joblib would warn of that."""
    try:
        yield results
    finally:
        if hasattr(results, "close"):
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", UserWarning)
                results.close()


def _alone(work: Callable[[Piece], Found], piece: Piece) -> Found:
    with one_thread():
        return work(piece)


def workers_of(jobs: int | None) -> int:
    """Count the workers that ``jobs`` means here."""
    return _place(jobs).workers


@dataclass(frozen=True)
class Place:
    """Where work runs: how many workers, and what they share with this process."""

    workers: int
    threads: bool  # of this process
    cluster: bool  # they may not see this machine's files


def _place(jobs: int | None) -> Place:
    """Ask joblib what ``jobs`` and an active config mean."""
    if jobs is not None and (not isinstance(jobs, int) or jobs == 0 or abs(jobs) > MOST_JOBS):
        raise InputError("jobs", f"must be a whole number other than 0, up to {MOST_JOBS}, got {jobs!r}")
    backend = joblib.parallel.get_active_backend()[0]
    processes = isinstance(backend, joblib.parallel.LokyBackend | joblib.parallel.MultiprocessingBackend)
    threads = bool(getattr(backend, "uses_threads", False))
    return Place(joblib.effective_n_jobs(jobs), threads, not threads and not processes)


def _run_here(job: Job, tasks: Sequence[FitTask]) -> Iterator[Result]:
    with one_thread(), global_state_kept():
        for place, task in enumerate(tasks):
            yield place, fit(job, task)


def one_thread() -> Any:
    """Keep BLAS on one thread, in workers and in serial runs alike: the same bits, and no fight for cores."""
    return _controller(len(sys.modules)).limit(limits=1)


@lru_cache(maxsize=1)  # of the process, like the pools of threads that it knows
def _controller(modules: int) -> ThreadpoolController:
    """Look for pools of threads: once, and again where more modules are loaded, which may bring their own."""
    del modules
    return ThreadpoolController()


def _run_parallel(job: Job, tasks: Sequence[FitTask], jobs: int | None, place: Place) -> Iterator[Result]:
    """Time one task of each learner here, then send the others out in chunks of like length."""
    seconds: dict[int, float] = {}
    rest = []
    for number, task in enumerate(tasks):
        if task.learner in seconds:
            rest.append(number)
            continue
        start = time.perf_counter()
        yield from ((number, result) for _, result in _run_here(job, [task]))
        seconds[task.learner] = time.perf_counter() - start
    chunks = [[(number, tasks[number]) for number in chunk] for chunk in _chunks(rest, tasks, seconds, place.workers)]
    threads = place.threads
    with tempfile.TemporaryDirectory(prefix="outperform-") as folder, one_thread() if threads else nullcontext():
        carrier = job if threads or place.cluster else Shared.of(job, Path(folder))
        work = _run_chunk_plainly if threads else _run_chunk
        try:
            with _given_up_quietly(_parallel(jobs)(joblib.delayed(work)(carrier, chunk) for chunk in chunks)) as found:
                for results in found:
                    yield from results
        except Exception as error:
            raise WorkerError(f"a worker broke down: {describe(error)}; what was done before is kept") from error


def _parallel(jobs: int | None, batch_size: int | str = 1) -> joblib.Parallel:
    """Make the pool; a backend that cannot give results as they come gives them all at the end."""
    try:
        return joblib.Parallel(n_jobs=jobs, return_as="generator_unordered", batch_size=batch_size)
    except ValueError:
        return joblib.Parallel(n_jobs=jobs, batch_size=batch_size)


def _chunks(
    places: Sequence[int], tasks: Sequence[FitTask], seconds: dict[int, float], workers: int
) -> list[list[int]]:
    """Group tasks to at least CHUNK_SECONDS, and to no more pieces than keep all workers busy to the end."""
    total = sum(seconds[tasks[place].learner] for place in places)
    wanted = max(CHUNK_SECONDS, min(LONGEST_SECONDS, total / (16 * workers)))
    chunks: list[list[int]] = []
    filled = wanted
    for place in places:
        if filled >= wanted:
            chunks.append([])
            filled = 0.0
        chunks[-1].append(place)
        filled += seconds[tasks[place].learner]
    return chunks


def _run_chunk(carrier: "Shared | Job", chunk: Sequence[tuple[int, FitTask]]) -> list[Result]:
    with one_thread():
        return _run_chunk_plainly(carrier, chunk)


def _run_chunk_plainly(carrier: "Shared | Job", chunk: Sequence[tuple[int, FitTask]]) -> list[Result]:
    job = carrier.load() if isinstance(carrier, Shared) else carrier
    with global_state_kept():
        return [(place, fit(job, task)) for place, task in chunk]


class Shared:
    """A job laid down in a file of ours, so that it travels once to a worker and not once a chunk."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @classmethod
    def of(cls, job: Job, folder: Path) -> "Shared | Job":
        """Write the job, classes of a notebook among it; where the disk is full, the job travels itself."""
        path = folder / "job"
        try:
            path.write_bytes(cloudpickle.dumps(job))
        except OSError:
            return job
        return cls(path)

    def load(self) -> Job:
        """Read the job, once in each worker."""
        return _load(self.path)


@lru_cache(maxsize=2)  # of a worker, which ends with its pool
def _load(path: Path) -> Job:
    job: Job = cloudpickle.loads(path.read_bytes())
    return job


def _run_killable(job: Job, tasks: Sequence[FitTask], workers: int, limit: float) -> Iterator[Result]:
    """Run each fit in a child process of its own that is killed when its time is up."""
    with ThreadPoolExecutor(workers) as threads:
        futures = {threads.submit(_in_child, job, task, limit): place for place, task in enumerate(tasks)}
        try:
            for future in as_completed(futures):
                yield futures[future], future.result()
        finally:
            for future in futures:
                future.cancel()


def _in_child(job: Job, task: FitTask, limit: float) -> Fit | Failure:
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


def _answer(sender: Any, job: Job, task: FitTask) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent stops us
    with one_thread():
        sender.send(fit(job, task))
