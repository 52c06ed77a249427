"""One fit: make, fit, predict, score. All that a worker does."""

import sys
import threading
import time
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from outperform.core import (
    Dataset,
    EstimatorMetric,
    InputError,
    Learner,
    Metric,
    OutperformError,
    Plan,
    Values,
    take,
    unmasked,
)
from outperform.core.contained import contained, is_theirs
from outperform.data import rarest
from outperform.engine.valuing import Valuing
from outperform.learners.local_code import Follow, followed
from outperform.surface import option
from outperform.words.data_notes import fewer_folds


class UndefinedScoreError(InputError):
    """A metric has no value on a test set."""


@dataclass(frozen=True, eq=False)
class Job:
    """What all fits of one contest share; it is sent to a worker once."""

    dataset: Dataset
    plan: Plan
    learners: tuple[Learner, ...]
    metrics: tuple[Metric, ...]
    keep: bool  # return the predictions
    follow: tuple[Follow, ...] = ()  # which of the user's modules the fits of each learner may depend on

    def __sizeof__(self) -> int:
        """Count the data too: large objects are sent to a cluster's workers once."""
        return object.__sizeof__(self) + int(getattr(self.dataset.target, "nbytes", 0)) + 10_000


@dataclass(frozen=True)
class FitTask:
    """One learner on one split."""

    learner: int
    place: tuple[int, int]  # repeat and fold
    seed: int


@dataclass(frozen=True, eq=False)
class Fit:
    """The result of one fit: a score per metric, seconds, and the test rows' predictions if requested."""

    scores: tuple[float, ...]
    seconds: float
    predictions: Values | None = None
    warning: str = ""
    code: Mapping[str, str | None] = field(default_factory=dict)  # digests of the user's modules in its process


@dataclass(frozen=True)
class Failure:
    """A failed fit, and why it failed."""

    problem: str


Result = tuple[int, Fit | Failure]
"""The place of a task among all, and what came of it."""


def fit(job: Job, task: FitTask) -> Fit | Failure:
    """Run one fit; what a learner or a metric raises becomes a Failure."""
    start = time.perf_counter()
    caught: list[warnings.WarningMessage] = []
    try:
        _seed_globally(task.seed)
        with followed(job.follow[task.learner]) as code, _listening(caught), contained(), np.errstate():
            scores, predictions = _fit(job, task)
    except BaseException as error:
        if not is_theirs(error):
            raise
        return Failure(describe(error))
    warning = f"{caught[0].category.__name__}: {str(caught[0].message).splitlines()[0]}" if caught else ""
    return Fit(scores, time.perf_counter() - start, in_bytes(predictions) if job.keep else None, warning, code)


def _seed_globally(seed: int) -> None:
    """Seed what learners without a seed of their own draw from."""
    np.random.seed(seed)  # noqa: NPY002 - the global state is meant
    torch = sys.modules.get("torch")
    if torch is not None:
        torch.manual_seed(seed)


def in_bytes(predictions: Values) -> Values:
    """Store class numbers in one byte each where they fit: those of all repeats stay in memory."""
    if predictions.dtype != np.int64 or not predictions.size or predictions.min() < -128 or predictions.max() > 127:
        return predictions
    return predictions.astype(np.int8)


@contextmanager
def _listening(caught: list[warnings.WarningMessage]) -> Iterator[None]:
    """Record warnings, in the main thread only: the warnings filters are shared by all threads."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    with warnings.catch_warnings(record=True) as heard:
        warnings.simplefilter("always")
        yield
    caught += heard


@contextmanager
def global_state_kept() -> Iterator[None]:
    """Restore numpy's global random state: every fit seeds it."""
    state = np.random.get_state()  # noqa: NPY002 - the global state is meant
    try:
        yield
    finally:
        np.random.set_state(state)  # noqa: NPY002


def _fit(job: Job, task: FitTask) -> tuple[tuple[float, ...], Values]:
    split = job.plan.split(*task.place)
    learner, table = _reading(job, job.learners[task.learner])
    target = job.dataset.target
    predictor = learner.make(task.seed)
    predictor.fit(take(table, split.train), target[split.train])
    rows, truth = take(table, split.test), target[split.test]
    try:
        if isinstance(learner, Valuing):
            units = job.plan.units
            predictions = learner.values.of_fit(predictor, rows, truth, None if units is None else units[split.test])
        else:
            predictions = np.asarray(unmasked(predictor.predict(rows)))
        if predictions.shape == (len(truth), 1):  # as CatBoost returns classes
            predictions = predictions.reshape(-1)
        return score(job.metrics, truth, predictions, predictor, rows), predictions
    except Exception as error:
        absent = _absent(job, truth)
        if absent and (isinstance(error, UndefinedScoreError) or not isinstance(error, OutperformError)):
            problem = error.problem if isinstance(error, InputError) else describe(error)
            raise InputError("metric", f"{problem}; {absent}") from None
        raise


def _reading(job: Job, learner: Learner) -> tuple[Learner, Any]:
    """Return a learner and the rows that it reads: in the form for coded rows where it has one and no metric looks."""
    coded = None if learner.coded is None else job.dataset.coded
    if coded is None or any(isinstance(metric, EstimatorMetric) and metric.reads_rows for metric in job.metrics):
        return learner, job.dataset.rows_for(learner)
    return learner.coded or learner, coded


def _absent(job: Job, truth: Values) -> str:
    """Return which class a test set has no row of, and what to type; nothing where it has all or folds are few."""
    if not job.dataset.has_classes or truth.ndim != 1:
        return ""
    found, folds = rarest(job.dataset), job.plan.traits.folds
    if found.units >= folds or found.label in {str(label) for label in truth.tolist()}:
        return ""
    word = "rows" if job.dataset.groups is None else "groups"
    told = f"the test set has no row of class {found.label}, which has {found.units} {word} for {folds} folds"
    budgeted = "" if found.folds is None else f" (with budget: {option('folds', found.folds)})"
    return f"{told}; {fewer_folds(found.folds)}{budgeted}"


def score(
    metrics: Sequence[Metric], truth: Values, predictions: Values, fitted: Any = None, rows: Any = None
) -> tuple[float, ...]:
    """Score predictions by every metric; raise InputError for a score that is not a finite number."""
    if predictions.shape != truth.shape:
        raise InputError("predict", f"returned an array of shape {predictions.shape} for {len(truth)} rows")
    values = tuple(
        metric.score_fitted(fitted, rows, truth)
        if isinstance(metric, EstimatorMetric)
        else metric.score(truth, predictions)
        for metric in metrics
    )
    for metric, value in zip(metrics, values, strict=True):
        if not np.isfinite(value):
            raise UndefinedScoreError("metric", f"{metric} returned {value}, which is not a finite number")
    return values


def describe(error: BaseException) -> str:
    """Return an error in one line."""
    try:
        text = next((line.strip() for line in str(error).splitlines() if line.strip()), "")
    except Exception:  # it cannot say what is wrong
        text = ""
    if isinstance(error, OutperformError):
        return text
    return f"{type(error).__name__}: {text}" if text else type(error).__name__
