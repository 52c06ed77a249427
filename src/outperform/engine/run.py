"""Run the fits of one contest, each at most once, and return their scores as tables."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from outperform.core import (
    Floats,
    Learner,
    Note,
    NoteKind,
    OutperformError,
    Plan,
    Scores,
    fingerprint,
    fingerprints,
    seed_at,
)
from outperform.engine.contest import Contest
from outperform.engine.fast_fits import fast_fits, goes_fast
from outperform.engine.fit import Failure, Fit, FitTask, Job
from outperform.engine.log import LOG
from outperform.engine.memory import Memory, sizes_at
from outperform.engine.pool import run_tasks
from outperform.engine.progress import Progress
from outperform.engine.store import Store
from outperform.engine.stored import StoredFit
from outperform.engine.tables import tables_of
from outperform.engine.versions import versions
from outperform.engine.ways import Ways
from outperform.learners.prepared import are_mixed
from outperform.learners.sklearn import is_regressor
from outperform.words.notes import failure_words

FAST_REGRESSORS = {"Ridge", "LinearRegression", "KNeighborsRegressor"}
SAVE_SECONDS = 0.1  # results are written to the store at least this often, so that a kill loses little

Fresh = tuple[str, FitTask, Fit]


class LearnerError(OutperformError):
    """A learner failed on a split."""


@dataclass(eq=False)
class Runner:
    """Fits the learners of one contest on any plan; each fit is made once and kept."""

    contest: Contest
    ways: Ways = field(default_factory=Ways)
    store: Store | None = None  # the opened store of the ways; None: fits are kept only in this runner
    keep: bool = False  # keep the predictions of all plans
    computed: int = 0  # fits that were run, not read from the store
    notes: list[Note] = field(default_factory=list)
    _failed: dict[Note, Note] = field(default_factory=dict, init=False)  # the first failure of a plan: its note

    def scores(self, plan: Plan, *, items: bool = False, learners: Sequence[int] | None = None) -> list[Scores]:
        """Fit and score learners, all or some of them by place, on all splits of a plan: one table per metric."""
        keep = self.keep or items
        chosen = range(len(self._names)) if learners is None else learners
        keys = self._keys(plan)
        pending = self._unknown(plan, keys, chosen, keep=keep)
        if pending:
            self._compute(self.job(plan, keep=keep), pending, chosen)
        fits = [[self._memory.fits[key] for key in keys[index]] for index in chosen]
        self._tell_failures(plan, fits, chosen)
        names = [self._names[index] for index in chosen]
        tables = tables_of(plan, fits, self.contest.dataset, names, self.contest.metrics, keep=keep)
        return [replace(table, seed=self.contest.seed) for table in tables]

    def means(self, plan: Plan) -> Floats:
        """Return the mean score of every learner by the first metric, where all fits on a plan are known."""
        found = [[self._memory.fits[key] for key in row] for row in self._keys(plan)]
        means: Floats = np.array([[fit.scores[0] for fit in row if isinstance(fit, Fit)] for row in found]).mean(axis=1)
        return means

    def for_contest(self, contest: Contest) -> "Runner":
        """Return a runner for another contest, which raises if a learner fails; notes are shared, and fits if possible.

        Fits are shared where the metrics are the same: a fit holds the scores of all of them.
        """
        other = Runner(contest, replace(self.ways, on_error="raise"), self.store, self.keep, notes=self.notes)
        if contest.metrics == self.contest.metrics:
            other._memory = self._memory
        return other

    @cached_property
    def _names(self) -> list[str]:
        return list(self.contest.learners)

    @cached_property
    def _memory(self) -> Memory:
        memory = Memory.of(self.contest, self.store, self.notes)
        if self.store is not None:
            hidden = [name for name, text in memory.metrics.items() if text is None]
            self.notes += [Note.of(NoteKind.UNSTORED_SCORES, metric=name) for name in hidden]
        return memory

    @cached_property
    def _specs(self) -> list[str]:
        """The learners as text, for people: scikit-learn takes long to write one."""
        return [str(learner) for learner in self.contest.learners.values()]

    @cached_property
    def _identities(self) -> list[tuple[str, bool]]:
        """Fingerprint of each learner, and whether its fits may be stored."""
        found = []
        for name, learner in self.contest.learners.items():
            known = learner.fingerprint
            if known is not None and learner.by_number:  # it reads what columns declare, too
                known = fingerprint(known, self.contest.dataset.given.declared)
            if known is None and self.store is not None:
                self.notes.append(Note.of(NoteKind.UNSTORED_FITS, name))
            found.append((known or f"only here: {name}", known is not None))
        return found

    def _keys(self, plan: Plan) -> list[list[str]]:
        """Return the key of every fit [learner][split]: it depends on data, learner, rows, seed and versions only."""
        common = fingerprint(self.contest.dataset.fingerprint, versions())
        kinds = [
            fingerprint(
                common, identity, self._path(plan, learner), self.contest.seed, name
            )  # its seeds depend on the name
            for (name, learner), (identity, _) in zip(self.contest.learners.items(), self._identities, strict=True)
        ]
        return fingerprints(kinds, plan.marks)

    def _path(self, plan: Plan, learner: Learner) -> str:
        """Return a tag for fits that differ in the last bits because of the fast path: regressions."""
        regresses = not self.contest.dataset.has_classes and self.goes_fast(plan)
        return "fast" if regresses and type(getattr(learner, "estimator", None)).__name__ in FAST_REGRESSORS else ""

    def goes_fast(self, plan: Plan) -> bool:
        """Return whether the exact fast cross-validation is tried."""
        wanted = self.ways.fast and self.ways.fit_timeout is None
        return wanted and goes_fast(self.contest.dataset, plan, self.contest.metrics.values())

    def _seed(self, learner: str, place: tuple[int, int]) -> int:
        return seed_at(self.contest.seed, "learner", learner, *place)

    def pending(self, plan: Plan, learners: Sequence[int], *, keep: bool) -> dict[str, FitTask]:
        """Read the fits of learners, by place, from the store; return those that are not known yet, by key."""
        return self._unknown(plan, self._keys(plan), learners, keep=keep)

    def _unknown(
        self, plan: Plan, keys: Sequence[Sequence[str]], learners: Sequence[int], *, keep: bool
    ) -> dict[str, FitTask]:
        known = [index for index in learners if self._identities[index][1]]
        self._memory.recall(plan, [keys[index] for index in known], keep=keep)
        return {
            keys[index][number]: FitTask(index, place, self._seed(self._names[index], place))
            for number, place in enumerate(plan.places)
            for index in learners
            if not self._memory.has(keys[index][number], keep=keep)
        }

    def job(self, plan: Plan, *, keep: bool) -> Job:
        """Return what all fits on a plan share."""
        contest = self.contest
        return Job(contest.dataset, plan, tuple(contest.learners.values()), tuple(contest.metrics.values()), keep)

    def _compute(self, job: Job, pending: dict[str, FitTask], chosen: Sequence[int]) -> None:
        """Run the fits that are not known yet, and keep each result as it comes."""
        count, start = len(pending), time.monotonic()
        names = ", ".join(self._names[index] for index in chosen)
        LOG.info("%d fits of %s on %s begin", count, names, self.contest.dataset.name)
        with Progress(count, shown=self.ways.shows_progress) as progress:
            if self.goes_fast(job.plan):
                self._run_fast(job, pending, progress)
            self._run_slow(job, pending, progress)
        LOG.info("%d fits made in %.1f s", count, time.monotonic() - start)

    def _run_slow(self, job: Job, pending: Mapping[str, FitTask], progress: Progress) -> None:
        keys, tasks = list(pending), list(pending.values())
        fresh: list[Fresh] = []
        saved = time.monotonic()
        warned: dict[int, list[str]] = {}
        try:
            for number, result in run_tasks(job, tasks, self.ways.jobs, self.ways.fit_timeout):
                self.take(keys[number], tasks[number], result, fresh)
                progress.step()
                if isinstance(result, Fit) and result.warning:
                    warned.setdefault(tasks[number].learner, []).append(result.warning)
                if time.monotonic() - saved > SAVE_SECONDS:
                    self._save(job, fresh)
                    fresh, saved = [], time.monotonic()
        finally:
            self._save(job, fresh)
        for index, messages in warned.items():
            name = self._names[index]
            self.notes.append(Note.of(NoteKind.LEARNER_WARNED, name, fits=len(messages), message=messages[0]))

    def take(self, key: str, task: FitTask, result: Fit | Failure, fresh: list[Fresh]) -> None:
        """Keep what came of a task in this process; a fit is added to those that are still to be stored."""
        self._memory.fits[key] = result
        self.computed += 1
        name, place = self._names[task.learner], _numbers(task.place)
        if isinstance(result, Fit):
            LOG.debug("%s, repeat %d, fold %d: fitted in %.3f s", name, *place, result.seconds)
            fresh.append((key, task, result))
            return
        LOG.warning("%s, repeat %d, fold %d failed: %s", name, *place, result.problem)
        if self.ways.on_error == "raise":
            raise LearnerError(self._failure(task.learner, failure_words(name, *place, result.problem)))

    def _failure(self, place: int, failed: str) -> str:
        """Return which fit failed, with what may help where the kind of learner or of columns suggests it."""
        learner, dataset = list(self.contest.learners.values())[place], self.contest.dataset
        if dataset.has_classes and is_regressor(learner):
            name, held = self._names[place], f"the target of {dataset.name} holds classes"
            return f"{name} predicts numbers, but {held}: use a classifier ({failed})"
        if self.contest.encode is not None or not learner.own or not are_mixed(dataset.rows_for(learner)):
            return failed
        return f'{failed}; if text or missing values are the reason: --encode auto (encode="auto") prepares them'

    def _run_fast(self, job: Job, pending: dict[str, FitTask], progress: Progress) -> None:
        """Use the exact fast path for the learners that have one; other fits stay pending."""
        for index in range(len(job.learners)):
            mine = {key: task for key, task in pending.items() if task.learner == index}
            keys = {task.place: key for key, task in mine.items()}
            fresh = [(keys[task.place], task, fit) for task, fit in fast_fits(job, list(mine.values()))] if mine else []
            for key, task, fit in fresh:
                self.take(key, task, fit, [])
                del pending[key]
                progress.step()
            self._save(job, fresh)

    def _save(self, job: Job, fresh: Sequence[Fresh]) -> None:
        self.save(self.rows(job.plan, fresh))

    def save(self, rows: Sequence[StoredFit]) -> None:
        """Write rows to the store, in one transaction."""
        self._memory.save(rows)

    def rows(self, plan: Plan, fresh: Sequence[Fresh]) -> list[StoredFit]:
        """Return fits as rows of the store; those that may not be stored are left out."""
        return [
            StoredFit(
                key,
                self.contest.dataset.name,
                self._names[task.learner],
                self._specs[task.learner],
                task.place[0] + 1,
                task.place[1] + 1,
                *sizes_at(plan, task.place),
                self._memory.stored(fit.scores),
                fit.seconds,
                fit.predictions,
            )
            for key, task, fit in fresh
            if self.store is not None and self._identities[task.learner][1]
        ]

    def _tell_failures(self, plan: Plan, fits: Sequence[Sequence[Fit | Failure]], chosen: Sequence[int]) -> None:
        """Note the first failure of a plan and the number of failures; a plan that grows keeps one note."""
        failures = [
            (self._names[index], _numbers(place), fit.problem)
            for number, place in enumerate(plan.places)
            for index, fit in zip(chosen, (row[number] for row in fits), strict=True)
            if isinstance(fit, Failure)
        ]
        if not failures:
            return
        name, (repeat, fold), problem = failures[0]
        if self.ways.on_error == "raise":  # it failed earlier, in a fit made ahead or for another pair
            raise LearnerError(failure_words(name, repeat, fold, problem))
        first = Note.of(NoteKind.LEFT_OUT, name, repeat=repeat, fold=fold, problem=problem)
        before = self._failed.get(first)
        count = max(len(failures), before["failures"] if before else 0)
        self._failed[first] = replace(first, facts=(*first.facts, ("failures", count)))
        self.notes[:] = [*(note for note in self.notes if note != before), self._failed[first]]


def _numbers(place: tuple[int, int]) -> tuple[int, int]:
    """Return repeat and fold counted from 1."""
    return place[0] + 1, place[1] + 1
