"""The exact fast cross-validation: fits of one learner on whole repeats at once, where there is a way."""

import time
from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from outperform.core import Dataset, EstimatorMetric, InputError, Metric, Plan
from outperform.engine.fit import Fit, FitTask, Job, in_bytes, score
from outperform.engine.threads import one_thread
from outperform.learners.fast import fast_path

FAST_CELLS = 2_000_000  # with more, the fast path needs too much memory


def goes_fast(dataset: Dataset, plan: Plan, metrics: Iterable[Metric]) -> bool:
    """Return whether the fast way may be tried for these data, splits and metrics."""
    fitted = any(isinstance(metric, EstimatorMetric) for metric in metrics)
    small = not isinstance(dataset.rows, np.ndarray) or dataset.rows.size <= FAST_CELLS
    return plan.labels is not None and small and not fitted


def fast_fits(job: Job, tasks: Sequence[FitTask]) -> Iterator[tuple[FitTask, Fit]]:
    """Return the fits of one learner that the fast way can do; tasks that are left out must be fitted."""
    learner, target = job.learners[tasks[0].learner], job.dataset.target
    start = time.perf_counter()
    with one_thread():
        path = fast_path(getattr(learner, "estimator", None), job.dataset.rows_for(learner), target)
        if path is None or job.plan.labels is None:
            return
        repeats = sorted({task.place[0] for task in tasks})
        predictions, ok = path.predict(job.plan.labels[repeats])
    spent = (time.perf_counter() - start) / len(tasks)
    for task in tasks:
        row = repeats.index(task.place[0])
        if ok[row, task.place[1]]:
            split = job.plan.split(*task.place)
            said = predictions[row, split.test]
            try:
                scores = score(job.metrics, target[split.test], said)
            except InputError:  # the fit itself tells of it, with the learner and the split
                continue
            yield task, Fit(scores, spent, in_bytes(said) if job.keep else None)
