"""Fits of any contests, wherever they run: here, in worker processes, on a cluster, or each in a child of its own.

A fit that ends its process is a failed fit, as any other that fails.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from itertools import groupby

from outperform.core import InputError
from outperform.engine.fast_fits import fast_fits
from outperform.engine.fit import Failure, Fit, FitTask, Job, fit, global_state_kept
from outperform.engine.fit_queue import FitQueue
from outperform.engine.job_file import Carrier, job_file, packed
from outperform.engine.killable import run_killable
from outperform.engine.log import LOG
from outperform.engine.pool import Place, run_calls, work_place
from outperform.engine.threads import one_thread
from outperform.engine.workers import BrokenWorkersError, settled_pools

Done = tuple[FitTask, Fit | Failure]
Results = Iterator[tuple[int, Done]]
"""The place of a data set, a task and what came of it."""
NO_TIMEOUT = "does not work on a Dask cluster, where fits cannot be stopped; leave it out"


@dataclass(frozen=True, eq=False)
class Work:
    """What the fits on one data set share."""

    job: Job
    fast: bool = False  # whether the exact fast cross-validation is tried


def run_fits(work: Sequence[Work], queue: FitQueue, jobs: int | None, limit: float | None = None) -> Results:
    """Run all fits of a queue and return them as they finish.

    ``jobs=None`` is 1 unless a ``joblib.parallel_config`` is active, which then decides, with its backend. ``limit``
    is the longest time of a fit in seconds.
    """
    place = work_place(jobs)
    if limit is not None:
        if place.cluster:
            raise InputError("fit_timeout", NO_TIMEOUT)
        yield from _in_children(work, queue, _all(queue), place.workers, limit)
    elif place.workers == 1 and not place.cluster:
        yield from _here(work, queue)
    else:
        yield from _apart(work, queue, jobs, place)


def _all(queue: FitQueue) -> list[tuple[int, FitTask]]:
    """List all tasks with the place of their data set, the largest data sets first."""
    cells = sorted(queue.tasks, key=lambda cell: -queue.costs.sizes[cell[0]])
    return [(cell[0], task) for cell in cells for task in queue.tasks[cell]]


def _here(work: Sequence[Work], queue: FitQueue) -> Results:
    """Run everything in this process, one data set after the other; of one contest, fold after fold."""
    with one_thread(), global_state_kept(), settled_pools():
        for at, cells in groupby(sorted(queue.tasks), key=lambda cell: cell[0]):
            tasks = [task for cell in cells for task in queue.tasks[cell]]
            if not queue.league:
                tasks.sort(key=lambda task: (task.place, task.learner))
            for done in _fits(work[at], tasks, league=queue.league):
                yield at, done


def _in_children(
    work: Sequence[Work], queue: FitQueue, tasks: Sequence[tuple[int, FitTask]], workers: int, limit: float | None
) -> Results:
    """Run every fit in a child process that can be killed."""

    def needed(number: int) -> bool:
        at, task = tasks[number]
        return not queue.is_vain((at, task.learner), task)

    for number, result in run_killable([(work[at].job, task) for at, task in tasks], workers, limit, needed):
        at, task = tasks[number]
        yield at, (task, result)


def _apart(work: Sequence[Work], queue: FitQueue, jobs: int | None, place: Place) -> Results:
    """Run chunks in worker processes or on a cluster; those of a process that has died again, each fit alone."""
    left = dict.fromkeys(_all(queue))
    for at, done in _in_chunks(work, queue, jobs, place):
        left.pop((at, done[0]), None)
        yield at, done
    again = [(at, task) for at, task in left if not queue.is_vain((at, task.learner), task)]
    if not again:
        return
    LOG.warning("a worker process died: %d fits are run again, each alone", len(again))
    if place.cluster:
        yield from _in_calls(work, queue, ((at, [task]) for at, task in again), jobs, place, alone=True)
    else:
        yield from _in_children(work, queue, again, place.workers, None)


def _in_chunks(work: Sequence[Work], queue: FitQueue, jobs: int | None, place: Place) -> Results:
    """Run all that can be run before a pool of processes breaks."""
    try:
        yield from _in_calls(work, queue, queue.chunks(), jobs, place)
    except BrokenWorkersError as error:
        LOG.debug("%s", error)


def _in_calls(
    work: Sequence[Work],
    queue: FitQueue,
    chunks: Iterable[tuple[int, list[FitTask]]],
    jobs: int | None,
    place: Place,
    *,
    alone: bool = False,
) -> Results:
    """Run chunks; each worker has one data set at a time. A worker that dies costs its chunk, or fails its fit."""
    wanted = sorted({at for at, _ in queue.tasks})
    each = [work[at].job for at in wanted]
    sent = nullcontext(each) if place.threads else nullcontext(packed(each)) if place.cluster else job_file(each)
    with sent as carriers:
        by_place = dict(zip(wanted, carriers, strict=True))
        calls = ((by_place[at], at, chunk, work[at].fast and not alone, queue.league) for at, chunk in chunks)
        for at, results in run_calls(_run_chunk, calls, jobs, died=_died):
            for done in results:
                yield at, done


def _died(carrier: Carrier, at: int, tasks: Sequence[FitTask], *_: bool) -> tuple[int, list[Done]]:
    """Return what came of a chunk whose worker died, each time that it was tried: of several fits one is the reason."""
    del carrier
    alone = tasks if len(tasks) == 1 else []
    return at, [(task, Failure("its worker process died, each time that it was tried")) for task in alone]


def _run_chunk(
    carrier: Carrier,
    at: int,
    tasks: Sequence[FitTask],
    fast: bool,  # noqa: FBT001 - a call of a worker
    league: bool,  # noqa: FBT001
) -> tuple[int, list[Done]]:
    job = carrier if isinstance(carrier, Job) else carrier.load()
    with global_state_kept():
        return at, list(_fits(Work(job, fast), tasks, league=league))


def _fits(work: Work, tasks: Sequence[FitTask], *, league: bool) -> Iterator[Done]:
    """Run fits one after the other; in a league no further than to the first failure of a learner."""
    for _, group in groupby(tasks, key=lambda task: task.learner):
        mine = list(group)
        done = list(fast_fits(work.job, mine)) if work.fast else []
        yield from done
        known = {task.place for task, _ in done}
        for task in mine:
            if task.place in known:
                continue
            result = fit(work.job, task)
            yield task, result
            if league and isinstance(result, Failure):
                break
