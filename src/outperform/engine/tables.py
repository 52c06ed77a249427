"""From fits to tables: one Scores per metric."""

from collections.abc import Mapping, Sequence

import numpy as np

from outperform.core import Bools, Dataset, Floats, Items, Metric, Plan, Scores, Values
from outperform.engine.fit import Failure, Fit

Fits = Sequence[Sequence[Fit | Failure]]  # [learner][split]


def score_tables(
    plan: Plan, fits: Fits, dataset: Dataset, learners: Sequence[str], metrics: Mapping[str, Metric], *, keep: bool
) -> list[Scores]:
    """Return tables [learner, repeat, fold]; a split on which a learner failed is left out for all learners."""
    traits = plan.traits
    values, seconds = _grids(plan, fits, len(metrics))
    failed: Bools = np.asarray(np.isnan(values).any(axis=(0, 1)))  # [repeat, fold]
    some = not failed.any(axis=1).all() if plan.labels is not None else not failed.all()  # a whole repeat, or a split
    items = _items(plan, fits, dataset) if keep and some and plan.tested is not None else None
    return [
        Scores(
            tuple(learners),
            name,
            values[number],
            traits.n_train,
            traits.n_test,
            items=None if items is None else Items(dataset.target, *items, metric=metric),
            seconds=seconds,
            plan=plan,
            unit=metric.unit,
            direction=metric.direction,
        )
        for number, (name, metric) in enumerate(metrics.items())
    ]


def _grids(plan: Plan, fits: Fits, metrics: int) -> tuple[Floats, Floats]:
    """Return scores [metric, learner, repeat, fold] and seconds [learner, repeat, fold]."""
    shape = len(fits), plan.traits.repeats, plan.traits.folds
    values, seconds = np.full((metrics, *shape), np.nan), np.zeros(shape)
    for number, place in enumerate(plan.places):
        column = [row[number] for row in fits]
        done = [fit for fit in column if isinstance(fit, Fit)]
        for index, fit in enumerate(column):
            if isinstance(fit, Fit):
                seconds[index, *place] = fit.seconds
                if len(done) == len(column):
                    values[:, index, *place] = fit.scores
    return values, seconds


def _items(plan: Plan, fits: Fits, dataset: Dataset) -> tuple[Values, None, Values | None]:
    """Return predictions [learner, repeat, row], no row scores, and which rows were tested without a failure."""
    said = [[fit.predictions if isinstance(fit, Fit) else None for fit in row] for row in fits]
    kinds = {part.dtype for row in said for part in row if part is not None}
    kind = np.result_type(dataset.target, *(np.int64 if kind == np.int8 else kind for kind in kinds))  # see compact
    predictions = np.zeros((len(fits), plan.traits.repeats, plan.size), dtype=kind)
    labels = np.asarray(plan.tested)
    tested = labels >= 0
    columns = iter(zip(*said, strict=True))
    small = labels.astype(np.int16) if labels.max() < 2**15 else labels  # few folds are sorted in one pass
    for repeat, row in enumerate(small):
        rows = np.argsort(row, kind="stable")[np.count_nonzero(row < 0) :]  # fold after fold
        for part in np.split(rows, np.cumsum(np.bincount(row[rows]))[:-1]):
            column = next(columns)
            if any(one is None for one in column):
                tested[repeat, part] = False
            else:
                predictions[:, repeat, part] = column
    return predictions, None, None if tested.all() else tested
