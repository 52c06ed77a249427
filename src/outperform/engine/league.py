"""Run a league: the fits of many contests in one pool, each at most once."""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from itertools import groupby

import numpy as np

from outperform.core import Floats, InputError, Note, NoteKind, Plan, Scores
from outperform.engine.fast_fits import fast_fits
from outperform.engine.fit import Failure, Fit, FitTask, Job, fit, global_state_kept
from outperform.engine.job_file import JobFile, handed
from outperform.engine.killable import run_killable
from outperform.engine.league_queue import Cell, FitCosts, LeagueQueue
from outperform.engine.log import LOG
from outperform.engine.pool import NO_TIMEOUT, Place, place_of, run_calls
from outperform.engine.progress import LeagueProgress
from outperform.engine.run import SAVE_SECONDS, Fresh, LearnerError, Runner
from outperform.engine.threads import one_thread
from outperform.engine.ways import Ways
from outperform.engine.workers import settled_pools

Done = tuple[FitTask, Fit | Failure]
Standings = Callable[[Floats], str]
"""From mean scores [data set, learner] to words about who is ahead."""


@dataclass(frozen=True, eq=False)
class _Open:
    """What is still to be fitted on one data set."""

    job: Job
    keys: Mapping[tuple[int, tuple[int, int]], str]  # by learner and place
    fast: bool


@dataclass(eq=False)
class LeagueRunner:
    """Fits learners on many data sets: one runner per data set, all with the same learners in the same order.

    A cell (a learner on a data set) fails where one of its fits does; its later fits are left out, and all other cells
    go on.
    """

    runners: Sequence[Runner]
    ways: Ways = field(default_factory=Ways)
    standings: Standings = lambda _: ""
    most_failures: int | None = None  # cells of a learner; with more it is refused
    failed: dict[Cell, tuple[tuple[int, int], Failure]] = field(default_factory=dict)
    computed: int = 0  # fits that were run, not read from the store
    _warned: dict[str, tuple[int, str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Measure the data sets."""
        self._costs = FitCosts([_size(runner) for runner in self.runners])
        self._names = list(self.runners[0].contest.learners)
        self._means: dict[int, Floats] = {}  # of the learners, on data sets that are done

    def scores(self, plans: Sequence[Plan]) -> list[Scores | None]:
        """Fit and score all learners on the plan of every data set; None where all fail.

        A learner that failed on a data set has NaN there.
        """
        self._run(plans)
        return [self._scores(at, plan) for at, plan in enumerate(plans)]

    @property
    def notes(self) -> list[Note]:
        """What the runners noted, and warnings of learners."""
        warned = [
            Note.of(NoteKind.LEARNER_WARNED, name, fits=fits, message=text)
            for name, (fits, text) in self._warned.items()
        ]
        return [*dict.fromkeys(note for runner in self.runners for note in runner.notes), *warned]

    def _scores(self, at: int, plan: Plan) -> Scores | None:
        there = [learner for learner in range(len(self._names)) if (at, learner) not in self.failed]
        if not there:
            return None
        (found,) = self.runners[at].scores(plan, learners=there)
        return found if len(there) == len(self._names) else _with_gaps(found, self._names, there)

    def _run(self, plans: Sequence[Plan]) -> None:
        """Make the fits that are not known yet, and keep each result as it comes."""
        self._means.clear()
        opened = [self._open(at, plan) for at, plan in enumerate(plans)]
        tasks: dict[Cell, list[FitTask]] = {}
        for at, each in enumerate(opened):
            for task in each[1]:
                tasks.setdefault((at, task.learner), []).append(task)
        if not tasks:
            return
        place = place_of(self.ways.jobs)
        queue = LeagueQueue(tasks, self._costs, place.workers, self.failed)
        count, start = sum(map(len, tasks.values())), time.monotonic()
        LOG.info("%d fits of %d learners on %d data sets begin", count, len(self._names), len(plans))
        with LeagueProgress(len(plans) * len(self._names), shown=self.ways.shows_progress) as progress:
            progress.done = progress.total - len(tasks)
            self._take_all([each[0] for each in opened], queue, place, progress)
        LOG.info("%d fits made in %.1f s", count, time.monotonic() - start)

    def _open(self, at: int, plan: Plan) -> tuple[_Open, list[FitTask]]:
        """Find out what is to be fitted on a data set."""
        runner = self.runners[at]
        there = [learner for learner in range(len(self._names)) if (at, learner) not in self.failed]
        pending = runner.pending(plan, there, keep=runner.keep)
        keys = {(task.learner, task.place): key for key, task in pending.items()}
        tasks = sorted(pending.values(), key=lambda task: (task.learner, task.place))
        return _Open(runner.job(plan, keep=runner.keep), keys, runner.goes_fast(plan)), tasks

    def _take_all(self, opened: Sequence[_Open], queue: LeagueQueue, place: Place, progress: LeagueProgress) -> None:
        """Run all tasks, keep what comes, and write it to the store now and then."""
        fresh: dict[int, list[Fresh]] = {}
        left = {cell: len(tasks) for cell, tasks in queue.tasks.items()}
        saved = time.monotonic()
        try:
            for at, (task, result) in self._results(opened, queue, place):
                cell = (at, task.learner)
                self._take(at, opened[at].keys[task.learner, task.place], task, result, fresh.setdefault(at, []))
                if left[cell]:  # a cell that has failed may get fits that were under way
                    left[cell] = 0 if isinstance(result, Failure) else left[cell] - 1
                    progress.done += not left[cell]
                progress.show(lambda: queue.seconds_left, lambda: self._so_far(opened, left))
                if time.monotonic() - saved > SAVE_SECONDS:
                    self._save(opened, fresh)
                    saved = time.monotonic()
        finally:
            self._save(opened, fresh)

    def _take(self, at: int, key: str, task: FitTask, result: Fit | Failure, fresh: list[Fresh]) -> None:
        cell = (at, task.learner)
        self.runners[at].take(key, task, result, fresh)
        self.computed += 1
        if isinstance(result, Fit):
            self._costs.learn(cell, result)
            if result.warning:
                name = self._names[task.learner]
                fits, text = self._warned.get(name, (0, result.warning))
                self._warned[name] = fits + 1, text
        elif cell not in self.failed or task.place < self.failed[cell][0]:
            self.failed[cell] = task.place, result
            self._check_failures(task.learner)

    def _check_failures(self, learner: int) -> None:
        """Raise LearnerError for a learner that failed on too many data sets."""
        sets = [at for at, failing in self.failed if failing == learner]
        if self.most_failures is None or len(sets) <= self.most_failures:
            return
        first = min(sets)
        where, why = self.runners[first].contest.dataset.name, self.failed[first, learner][1].problem
        problem = f"{self._names[learner]} failed on {len(sets)} of {len(self.runners)} data sets, more than a fifth"
        raise LearnerError(f"{problem} (on {where}: {why}): leave this learner out; fits in a store are kept")

    def _so_far(self, opened: Sequence[_Open], left: Mapping[Cell, int]) -> str:
        """Return who is ahead on the data sets that are done and have all learners."""
        names = range(len(self._names))
        for at, each in enumerate(opened):
            if at not in self._means and not any(left.get((at, of), 0) or (at, of) in self.failed for of in names):
                self._means[at] = self.runners[at].means(each.job.plan)
        return self.standings(np.array(list(self._means.values()))) if self._means else ""

    def _save(self, opened: Sequence[_Open], fresh: dict[int, list[Fresh]]) -> None:
        rows = [row for at, fits in fresh.items() for row in self.runners[at].rows(opened[at].job.plan, fits)]
        fresh.clear()
        self.runners[0].save(rows)  # one transaction for all data sets

    def _results(self, opened: Sequence[_Open], queue: LeagueQueue, place: Place) -> Iterator[tuple[int, Done]]:
        """Run the tasks where the user wants them to run; return (data set, task and result) as they finish."""
        if self.ways.fit_timeout is not None:
            if place.cluster:
                raise InputError("fit_timeout", NO_TIMEOUT)
            yield from _killable(opened, queue, place.workers, self.ways.fit_timeout)
        elif place.workers == 1 and not place.cluster:
            yield from _here(opened, queue)
        else:
            yield from _apart(opened, queue, self.ways.jobs, place)


def _size(runner: Runner) -> int:
    rows = runner.contest.dataset.rows
    columns = rows.shape[1] if len(getattr(rows, "shape", ())) > 1 else 1
    return runner.contest.dataset.size * int(columns)


def _with_gaps(scores: Scores, names: Sequence[str], there: Sequence[int]) -> Scores:
    """Return scores of all learners, with NaN for those that failed; their predictions are not known."""
    values = np.full((len(names), *scores.values.shape[1:]), np.nan)
    values[there] = scores.values
    seconds = None if scores.seconds is None else np.zeros(values.shape)
    if seconds is not None:
        seconds[there] = scores.seconds
    return Scores(
        tuple(names),
        scores.metric,
        values,
        scores.n_train,
        scores.n_test,
        seconds=seconds,
        plan=scores.plan,
        seed=scores.seed,
        unit=scores.unit,
    )


def _here(opened: Sequence[_Open], queue: LeagueQueue) -> Iterator[tuple[int, Done]]:
    """Run everything in this process, one data set after the other."""
    with one_thread(), global_state_kept(), settled_pools():
        for at, mine in groupby(sorted(queue.tasks), key=lambda cell: cell[0]):
            tasks = [task for cell in mine for task in queue.tasks[cell]]
            for done in _fits(opened[at].job, tasks, fast=opened[at].fast):
                yield at, done


def _apart(opened: Sequence[_Open], queue: LeagueQueue, jobs: int | None, place: Place) -> Iterator[tuple[int, Done]]:
    """Run chunks in worker processes or on a cluster; each worker has one data set at a time."""
    wanted = sorted({at for at, _ in queue.tasks})
    work = [opened[at].job for at in wanted]
    with nullcontext(work) if place.threads or place.cluster else handed(work) as given:
        carriers = dict(zip(wanted, given, strict=True))
        calls = ((carriers[at], at, chunk, opened[at].fast) for at, chunk in queue.chunks())
        for at, results in run_calls(_run_chunk, calls, jobs):
            for done in results:
                yield at, done


def _killable(opened: Sequence[_Open], queue: LeagueQueue, workers: int, limit: float) -> Iterator[tuple[int, Done]]:
    """Run every fit in a child process that can be killed, the largest data sets first."""
    cells = sorted(queue.tasks, key=lambda cell: -queue.costs.sizes[cell[0]])
    tasks = [(cell[0], task) for cell in cells for task in queue.tasks[cell]]

    def needed(number: int) -> bool:
        at, task = tasks[number]
        return not queue.is_vain((at, task.learner), task)

    for number, result in run_killable([(opened[at].job, task) for at, task in tasks], workers, limit, needed):
        at, task = tasks[number]
        yield at, (task, result)


def _run_chunk(
    carrier: JobFile | Job,
    at: int,
    tasks: Sequence[FitTask],
    fast: bool,  # noqa: FBT001 - a call of a worker
) -> tuple[int, list[Done]]:
    job = carrier.load() if isinstance(carrier, JobFile) else carrier
    with global_state_kept():
        return at, list(_fits(job, tasks, fast=fast))


def _fits(job: Job, tasks: Sequence[FitTask], *, fast: bool) -> Iterator[Done]:
    """Fit one learner after the other: by the exact fast way where there is one, and no further than to a failure."""
    for _, group in groupby(tasks, key=lambda task: task.learner):
        mine = list(group)
        done = list(fast_fits(job, mine)) if fast else []
        yield from done
        known = {task.place for task, _ in done}
        for task in mine:
            if task.place in known:
                continue
            result = fit(job, task)
            yield task, result
            if isinstance(result, Failure):
                break
