"""Calls that run side by side: in this process, in worker processes, or on a cluster. Results come in any order."""

import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

import joblib
from joblib.externals.loky.process_executor import BrokenProcessPool

from outperform.core import InputError, OutperformError
from outperform.core.processes import settle
from outperform.engine.cluster import run_on_dask
from outperform.engine.fit import global_state_kept
from outperform.engine.threads import one_thread
from outperform.engine.workers import BrokenWorkersError, Workers, worker_error

Piece = TypeVar("Piece")
Found = TypeVar("Found")

MOST_JOBS = 10_000


def run_apart(work: Callable[[Piece], Found], pieces: Iterable[Piece], jobs: int | None = None) -> Iterator[Found]:
    """Return ``work(piece)`` for every piece, as they finish; our own errors in ``work`` are raised here."""
    return run_calls(work, ((piece,) for piece in pieces), jobs, "auto")


def run_calls(
    work: Callable[..., Found],
    calls: Iterable[tuple[Any, ...]],
    jobs: int | None = None,
    batch_size: int | str = 1,
    died: Callable[..., Found] | None = None,
) -> Iterator[Found]:
    """Return ``work(*call)`` for every call, as they finish; our own errors in ``work`` are raised here.

    Calls are asked for when a worker is free, or soon will be, so that later ones may depend on earlier results. A pool
    of which a process dies raises BrokenWorkersError; on a Dask cluster, ``died(*call)`` takes the place of the result.
    """
    place = work_place(jobs)
    if place.workers == 1 and not place.cluster:
        with one_thread():
            for call in calls:
                yield work(*call)
        return
    if place.dask is not None:
        yield from run_on_dask(place.dask, partial(_alone, work), calls, died)
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
        except BrokenProcessPool as error:
            raise BrokenWorkersError(str(worker_error(error))) from error
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


def worker_count(jobs: int | None) -> int:
    """Return the number of workers for ``jobs``."""
    return work_place(jobs).workers


@dataclass(frozen=True)
class Place:
    """Where work runs: number of workers, and what they share with this process."""

    workers: int
    threads: bool  # of this process
    cluster: bool  # workers may not have this machine's files
    dask: Any = None  # joblib's backend, where it is a Dask cluster


def work_place(jobs: int | None) -> Place:
    """Return what ``jobs`` and an active joblib config mean."""
    whole = isinstance(jobs, int) and not isinstance(jobs, bool)
    if jobs is not None and (not whole or jobs == 0 or abs(jobs) > MOST_JOBS):
        raise InputError("jobs", f"must be a whole number up to {MOST_JOBS}, not 0 (-1 uses all cores), got {jobs!r}")
    backend = joblib.parallel.get_active_backend()[0]
    processes = isinstance(backend, joblib.parallel.LokyBackend | joblib.parallel.MultiprocessingBackend)
    threads = bool(getattr(backend, "uses_threads", False))
    try:
        workers = joblib.effective_n_jobs(jobs)
    except Exception as error:  # a cluster without workers, or without a scheduler
        raise worker_error(error) from error
    cluster = not threads and not processes
    return Place(workers, threads, cluster, backend if cluster and hasattr(backend, "client") else None)


def _parallel(jobs: int | None, batch_size: int | str) -> joblib.Parallel:
    """Make the pool; a backend that cannot return results as they finish returns all at the end.

    Python's own pool of processes waits without end for one that has died, so that joblib's takes its place.
    """
    active = joblib.parallel.get_active_backend()[0]
    own = {"backend": Workers.like(active)} if type(active) is joblib.parallel.LokyBackend else {}
    own = {"backend": Workers()} if type(active) is joblib.parallel.MultiprocessingBackend else own
    workers = worker_count(jobs)  # to joblib 1.3, None is 1 whatever is configured
    try:
        return joblib.Parallel(n_jobs=workers, return_as="generator_unordered", batch_size=batch_size, **own)
    except ValueError:
        return joblib.Parallel(n_jobs=workers, batch_size=batch_size, **own)
