"""Run the fits of one contest, each at most once, and return their scores as tables."""

import time
from collections.abc import Iterable, Mapping, Sequence
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
from outperform.engine.fit_queue import FitCosts, FitQueue
from outperform.engine.fits import Work, run_fits
from outperform.engine.log import LOG
from outperform.engine.memory import Memory, sizes_at
from outperform.engine.pool import work_place
from outperform.engine.progress import Progress
from outperform.engine.store import Store
from outperform.engine.stored import StoredFit
from outperform.engine.tables import score_tables
from outperform.engine.versions import versions
from outperform.engine.ways import Ways
from outperform.engine.workers import WorkerError
from outperform.learners.local_code import Follow, code_of, follow_of
from outperform.learners.prepared import are_mixed
from outperform.learners.sklearn import is_regressor
from outperform.surface import option
from outperform.words.notes import failure_words

FAST_REGRESSORS = {"Ridge", "LinearRegression", "KNeighborsRegressor"}
SAVE_SECONDS = 0.1  # results are written to the store at least this often, so that a kill loses little

Fresh = tuple[str, FitTask, Fit]


class LearnerError(OutperformError):
    """A learner failed on a split."""


@dataclass(frozen=True)
class Identity:
    """What a fit depends on besides its rows and its seed."""

    text: str  # of the learner
    stored: bool  # whether the text and the code identify it, so that its fits may be stored
    follow: Follow  # which of the user's modules its fits may load
    code: Mapping[str, str | None]  # digests of the user's modules that it consists of


@dataclass(eq=False)
class Runner:
    """Fits the learners of one contest on any plan; each fit is made once and kept."""

    contest: Contest
    ways: Ways = field(default_factory=Ways)
    store: Store | None = None  # the opened store of the ways; None: fits are kept only in this runner
    keep: bool = False  # keep the predictions of all plans
    computed: int = 0  # fits that were run, not read from the store
    notes: list[Note] = field(default_factory=list)
    code: dict[str, set[str | None]] = field(default_factory=dict)  # digests of the user's modules in all fits, by name
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
        tables = score_tables(plan, fits, self.contest.dataset, names, self.contest.metrics, keep=keep)
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
        ways = replace(self.ways, on_error="raise")
        other = Runner(contest, ways, self.store, self.keep, notes=self.notes, code=self.code)
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
    def _identities(self) -> list[Identity]:
        """Return what identifies each learner."""
        metrics = [metric for metric in self.contest.metrics.values() if not metric.is_ours and metric.fingerprint]
        scoring = [base.__module__ for metric in metrics for base in type(metric).__mro__[:-1]]
        return [self._identity(name, learner, scoring) for name, learner in self.contest.learners.items()]

    def _identity(self, name: str, learner: Learner, scoring: Sequence[str]) -> Identity:
        known = learner.fingerprint
        if known is not None and learner.by_number:  # it reads what columns declare, too
            known = fingerprint(known, self.contest.dataset.given.declared)
        if known is None and self.store is not None:
            self.notes.append(Note.of(NoteKind.UNSTORED_FITS, name))
        modules = *learner.modules, *scoring
        code = code_of(modules)
        stored = known is not None and self._is_known(name, code)
        return Identity(known or f"only here: {name}", stored, follow_of(modules), code)

    def _is_known(self, learner: str, code: Mapping[str, str | None]) -> bool:
        """Return whether it is known what a learner runs; take note of it where it is not."""
        unknown = tuple(sorted(name for name, digest in code.items() if digest is None))
        note = Note.of(NoteKind.UNSTORED_CODE, learner, modules=unknown)
        if unknown and self.store is not None and note not in self.notes:
            self.notes.append(note)
        return not unknown

    def _keys(self, plan: Plan) -> list[list[str]]:
        """Return the key of every fit [learner][split]: it depends on data, learner, rows, seed and versions only."""
        common = fingerprint(self.contest.dataset.fingerprint, versions())
        kinds = [
            fingerprint(
                common, identity.text, self._path(plan, learner), self.contest.seed, name
            )  # its seeds depend on the name
            for (name, learner), identity in zip(self.contest.learners.items(), self._identities, strict=True)
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
        known = [index for index in learners if self._identities[index].stored]
        self._hear(self._memory.recall(plan, [keys[index] for index in known], keep=keep))
        return {
            keys[index][number]: FitTask(index, place, self._seed(self._names[index], place))
            for number, place in enumerate(plan.places)
            for index in learners
            if not self._memory.has(keys[index][number], keep=keep)
        }

    def job(self, plan: Plan, *, keep: bool) -> Job:
        """Return what all fits on a plan share."""
        contest = self.contest
        follow = tuple(each.follow for each in self._identities)
        learners, metrics = tuple(contest.learners.values()), tuple(contest.metrics.values())
        return Job(contest.dataset, plan, learners, metrics, keep, follow)

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
        keys = {task: key for key, task in pending.items()}
        learners = {task.learner for task in keys}
        tasks = {(0, index): [task for task in keys if task.learner == index] for index in learners}
        queue = FitQueue(tasks, FitCosts([1]), work_place(self.ways.jobs).workers, {}, league=False)
        fresh: list[Fresh] = []
        saved = time.monotonic()
        warned: dict[int, list[str]] = {}
        failed = ""  # the first failure, which may be the reason of later ones
        try:
            for _, (task, result) in run_fits([Work(job)], queue, self.ways.jobs, self.ways.fit_timeout):
                self.take(keys[task], task, result, fresh)
                progress.step()
                if isinstance(result, Fit):
                    queue.costs.learn((0, task.learner), result)
                    if result.warning:
                        warned.setdefault(task.learner, []).append(result.warning)
                elif not failed:
                    failed = failure_words(self._names[task.learner], *_numbers(task.place), result.problem)
                if time.monotonic() - saved > SAVE_SECONDS:
                    self._save(job, fresh)
                    fresh, saved = [], time.monotonic()
        except WorkerError as error:
            raise WorkerError("; ".join(filter(None, [str(error), failed]))) from error
        finally:
            self._save(job, fresh)
        for index, messages in warned.items():
            name = self._names[index]
            self.notes.append(Note.of(NoteKind.LEARNER_WARNED, name, fits=len(messages), message=messages[0]))

    def take(self, key: str, task: FitTask, result: Fit | Failure, fresh: list[Fresh]) -> None:
        """Keep what came of a task in this process; a fit is added to those that are still to be stored."""
        self._memory.fits[key] = replace(result, code={}) if isinstance(result, Fit) else result
        self.computed += 1
        if self.store is not None:
            self.store.fitted += 1
        name, place = self._names[task.learner], _numbers(task.place)
        if isinstance(result, Fit):
            LOG.debug("%s, repeat %d, fold %d: fitted in %.3f s", name, *place, result.seconds)
            fresh.append((key, task, result))
            self._hear([self._identities[task.learner].code, result.code])
            return
        LOG.warning("%s, repeat %d, fold %d failed: %s", name, *place, result.problem)
        if self.ways.on_error == "raise":
            raise LearnerError(self._failure(task.learner, failure_words(name, *place, result.problem)))

    def _hear(self, codes: Iterable[Mapping[str, str | None]]) -> None:
        """Compare what fits ran, and take note of modules that changed meanwhile."""
        for code in codes:
            for name, digest in code.items():
                self.code.setdefault(name, set()).add(digest)
        changed = tuple(sorted(name for name, digests in self.code.items() if len(digests) > 1))
        if changed:
            others = [note for note in self.notes if note.kind is not NoteKind.CODE_CHANGED]
            self.notes[:] = [*others, Note.of(NoteKind.CODE_CHANGED, modules=changed)]

    def _failure(self, place: int, failed: str) -> str:
        """Return which fit failed, with what may help where the kind of learner or of columns suggests it."""
        learner, dataset = list(self.contest.learners.values())[place], self.contest.dataset
        if dataset.has_classes and is_regressor(learner):
            name, held = self._names[place], f"the target of {dataset.name} holds classes"
            return f"{name} predicts numbers, but {held}: use a classifier ({failed})"
        if self.contest.encode is not None or not learner.own or not are_mixed(dataset.rows_for(learner)):
            return failed
        return f"{failed}; if text or missing values are the reason: {option('encode', 'auto')} prepares them"

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
        if self.store is None:
            return []
        now = max(0.0, time.time())
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
                now,
                code,
            )
            for key, task, fit in fresh
            if (code := self._code(task.learner, fit)) is not None
        ]

    def _code(self, learner: int, fit: Fit) -> dict[str, str] | None:
        """Return the digests of all that a fit ran; None where that is not known, so that it is not stored."""
        own = self._identities[learner]
        both = {**own.code, **fit.code}
        same = all(both[name] == digest for name, digest in own.code.items())
        if not (own.stored and self._is_known(self._names[learner], both) and same):
            return None
        return {name: digest for name, digest in both.items() if digest is not None}

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
