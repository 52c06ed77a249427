"""Where fits run: here, in worker processes, on a cluster, or each in a child that can be killed.

Results come back in any order, with the place of their task.
"""

import time
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from typing import Any, TypeVar

import joblib

from outperform.core import InputError, OutperformError
from outperform.core.processes import settle
from outperform.engine.fit import FitTask, Job, Result, fit, global_state_kept
from outperform.engine.job_file import JobFile, handed
from outperform.engine.killable import run_killable
from outperform.engine.threads import one_thread
from outperform.engine.workers import Workers, settled_pools, worker_error

Piece = TypeVar("Piece")
Found = TypeVar("Found")

CHUNK_SECONDS = 0.05  # tasks are sent in chunks of at least this long
MOST_JOBS = 10_000
NO_TIMEOUT = "does not work on a Dask cluster, where fits cannot be stopped; leave it out"
LONGEST_SECONDS = 1.0  # and of little more than this: results are saved when a chunk comes back


def run_tasks(
    job: Job, tasks: Sequence[FitTask], jobs: int | None = None, fit_timeout: float | None = None
) -> Iterator[Result]:
    """Run tasks and return (place, result) as they finish.

    ``jobs=None`` is 1 unless a ``joblib.parallel_config`` is active, which then decides, with its backend.
    """
    place = place_of(jobs)
    if fit_timeout is not None:
        if place.cluster:
            raise InputError("fit_timeout", NO_TIMEOUT)
        yield from run_killable([(job, task) for task in tasks], place.workers, fit_timeout)
    elif place.workers == 1 and not place.cluster:
        yield from _run_here(job, tasks)
    else:
        yield from _run_parallel(job, tasks, jobs, place)


def run_apart(work: Callable[[Piece], Found], pieces: Iterable[Piece], jobs: int | None = None) -> Iterator[Found]:
    """Return ``work(piece)`` for every piece, as they finish; our own errors in ``work`` are raised here."""
    return run_calls(work, ((piece,) for piece in pieces), jobs, "auto")


def run_calls(
    work: Callable[..., Found], calls: Iterable[tuple[Any, ...]], jobs: int | None = None, batch_size: int | str = 1
) -> Iterator[Found]:
    """Return ``work(*call)`` for every call, as they finish; our own errors in ``work`` are raised here.

    Calls are asked for when a worker is free, or soon will be, so that later ones may depend on earlier results.
    """
    place = place_of(jobs)
    if place.workers == 1 and not place.cluster:
        with one_thread():
            for call in calls:
                yield work(*call)
        return
    with _shared() if place.threads else nullcontext():
        apart = _called if place.threads else _alone if place.cluster else _settled
        try:
            sent = (joblib.delayed(apart)(work, *call) for call in calls)
            with _given_up_quietly(_parallel(jobs, batch_size)(sent)) as found:
                for each in found:  # noqa: UP028 - yield from would close joblib's generator itself, with its warning
                    yield each
        except OutperformError:
            raise
        except Exception as error:
            raise worker_error(error) from error


@contextmanager
def _given_up_quietly(results: Any) -> Iterator[Any]:
    """Cancel what still runs after a failure, without joblib's warning."""
    try:
        yield results
    finally:
        if hasattr(results, "close"):
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", UserWarning)
                results.close()


@contextmanager
def _shared() -> Iterator[None]:
    """Keep what threads share with this process: BLAS on one thread, and numpy's global random state."""
    with one_thread(), global_state_kept():
        yield


def _called(work: Callable[..., Found], *call: Any) -> Found:
    return work(*call)


def _alone(work: Callable[..., Found], *call: Any) -> Found:
    with one_thread():
        return work(*call)


def _settled(work: Callable[..., Found], *call: Any) -> Found:
    settle()
    return _alone(work, *call)


def workers_of(jobs: int | None) -> int:
    """Return the number of workers for ``jobs``."""
    return place_of(jobs).workers


@dataclass(frozen=True)
class Place:
    """Where work runs: number of workers, and what they share with this process."""

    workers: int
    threads: bool  # of this process
    cluster: bool  # workers may not have this machine's files


def place_of(jobs: int | None) -> Place:
    """Return what ``jobs`` and an active joblib config mean."""
    if jobs is not None and (not isinstance(jobs, int) or jobs == 0 or abs(jobs) > MOST_JOBS):
        raise InputError("jobs", f"must be a whole number up to {MOST_JOBS}, not 0 (-1 uses all cores), got {jobs!r}")
    backend = joblib.parallel.get_active_backend()[0]
    processes = isinstance(backend, joblib.parallel.LokyBackend | joblib.parallel.MultiprocessingBackend)
    threads = bool(getattr(backend, "uses_threads", False))
    return Place(joblib.effective_n_jobs(jobs), threads, not threads and not processes)


def _run_here(job: Job, tasks: Sequence[FitTask]) -> Iterator[Result]:
    with one_thread(), global_state_kept(), settled_pools():
        for place, task in enumerate(tasks):
            yield place, fit(job, task)


def _run_parallel(job: Job, tasks: Sequence[FitTask], jobs: int | None, place: Place) -> Iterator[Result]:
    """Time one task per learner here, then send the others out in chunks of similar duration."""
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
    with nullcontext([job]) if place.threads or place.cluster else handed([job]) as (carrier,):
        for results in run_calls(_run_chunk, ((carrier, chunk) for chunk in chunks), jobs):
            yield from results


def _parallel(jobs: int | None, batch_size: int | str) -> joblib.Parallel:
    """Make the pool; a backend that cannot return results as they finish returns all at the end."""
    active = joblib.parallel.get_active_backend()[0]
    own = {"backend": Workers.like(active)} if type(active) is joblib.parallel.LokyBackend else {}
    workers = workers_of(jobs)  # to joblib 1.3, None is 1 whatever is configured
    try:
        return joblib.Parallel(n_jobs=workers, return_as="generator_unordered", batch_size=batch_size, **own)
    except ValueError:
        return joblib.Parallel(n_jobs=workers, batch_size=batch_size, **own)


def _chunks(
    places: Sequence[int], tasks: Sequence[FitTask], seconds: dict[int, float], workers: int
) -> list[list[int]]:
    """Group tasks into chunks of at least CHUNK_SECONDS, few enough to keep all workers busy to the end."""
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


def _run_chunk(carrier: JobFile | Job, chunk: Sequence[tuple[int, FitTask]]) -> list[Result]:
    job = carrier.load() if isinstance(carrier, JobFile) else carrier
    with global_state_kept():
        return [(place, fit(job, task)) for place, task in chunk]
