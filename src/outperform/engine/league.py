"""Run a league: the fits of many contests in one pool, each at most once."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from outperform.core import Floats, Note, NoteKind, Plan, Scores
from outperform.engine.fit import Failure, Fit, FitTask
from outperform.engine.fit_queue import Cell, FitCosts, FitQueue
from outperform.engine.fits import Work, run_fits
from outperform.engine.log import LOG
from outperform.engine.pool import work_place
from outperform.engine.progress import LeagueProgress
from outperform.engine.run import SAVE_SECONDS, Fresh, LearnerError, Runner
from outperform.engine.ways import Ways

Standings = Callable[[Floats], str]
"""From mean scores [data set, learner] to words about who is ahead."""


@dataclass(frozen=True, eq=False)
class _Open:
    """What is still to be fitted on one data set."""

    work: Work
    keys: Mapping[tuple[int, tuple[int, int]], str]  # by learner and place


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
        queue = FitQueue(tasks, self._costs, work_place(self.ways.jobs).workers, self.failed)
        count, start = sum(map(len, tasks.values())), time.monotonic()
        LOG.info("%d fits of %d learners on %d data sets begin", count, len(self._names), len(plans))
        with LeagueProgress(len(plans) * len(self._names), shown=self.ways.shows_progress) as progress:
            progress.done = progress.total - len(tasks)
            self._take_all([each[0] for each in opened], queue, progress)
        LOG.info("%d fits made in %.1f s", count, time.monotonic() - start)

    def _open(self, at: int, plan: Plan) -> tuple[_Open, list[FitTask]]:
        """Find out what is to be fitted on a data set."""
        runner = self.runners[at]
        there = [learner for learner in range(len(self._names)) if (at, learner) not in self.failed]
        pending = runner.pending(plan, there, keep=runner.keep)
        keys = {(task.learner, task.place): key for key, task in pending.items()}
        tasks = sorted(pending.values(), key=lambda task: (task.learner, task.place))
        return _Open(Work(runner.job(plan, keep=runner.keep), runner.goes_fast(plan)), keys), tasks

    def _take_all(self, opened: Sequence[_Open], queue: FitQueue, progress: LeagueProgress) -> None:
        """Run all tasks, keep what comes, and write it to the store now and then."""
        fresh: dict[int, list[Fresh]] = {}
        left = {cell: len(tasks) for cell, tasks in queue.tasks.items()}
        saved = time.monotonic()
        try:
            work = [each.work for each in opened]
            for at, (task, result) in run_fits(work, queue, self.ways.jobs, self.ways.fit_timeout):
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
                self._means[at] = self.runners[at].means(each.work.job.plan)
        return self.standings(np.array(list(self._means.values()))) if self._means else ""

    def _save(self, opened: Sequence[_Open], fresh: dict[int, list[Fresh]]) -> None:
        rows = [row for at, fits in fresh.items() for row in self.runners[at].rows(opened[at].work.job.plan, fits)]
        fresh.clear()
        self.runners[0].save(rows)  # one transaction for all data sets


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
        direction=scores.direction,
    )
