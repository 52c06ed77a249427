"""Scores from arrays by learner: lists of splits, (repeat, fold) arrays, or either with the plan behind them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from outperform.core import Floats, InputError, Note, Plan, Scores, Values, unmasked
from outperform.core.brief import Brief
from outperform.data.cells import as_floats, shown
from outperform.data.splits.sizes import Pair, folds_by_sizes, refuse_twice, scores_from


@dataclass(frozen=True, eq=False)
class Arrays:
    """Scores by metric and learner, and what is known of their splits."""

    metrics: Mapping[str | None, Mapping[str, Any]]
    plan: Plan | None = None
    shape: tuple[int, int] | None = None  # repeats and folds, where the splits are a list
    sizes: Pair = (None, None)
    notes: tuple[Note, ...] = field(default=())


def scores_of_arrays(given: Arrays, metric: str | None, sizes: Pair, seed: int) -> Scores:
    """Make the Scores of one metric."""
    by_learner = given.metrics[metric]
    learners = list(by_learner)
    arrays = [_array(name, value) for name, value in by_learner.items()]
    _check_alike(learners, arrays)
    values = np.array(arrays)
    if given.plan is not None:
        return _planned(learners, values, given.plan, sizes, seed, metric)
    if all(size is None for size in sizes):
        sizes = given.sizes
    if values.ndim == 3:
        return scores_from(learners, values, sizes, values.shape[1:], seed, metric=metric)
    splits = values.shape[1]
    shapes = [given.shape, *(size.shape for size in sizes if size is not None and size.ndim == 2)]
    shape = next((each for each in shapes if each is not None and np.prod(each) == splits), None)
    if shape is not None:
        return scores_from(learners, values, sizes, shape, seed, metric=metric)
    folds = (
        folds_by_sizes(splits, sizes) if all(size is not None and size.size in (1, splits) for size in sizes) else None
    )
    shape = (splits, 1) if folds is None else (splits // folds, folds)
    return scores_from(learners, values, sizes, shape, seed, metric=metric, plain=True)


def _planned(learners: list[str], values: Floats, plan: Plan, sizes: Pair, seed: int, metric: str | None) -> Scores:
    refuse_twice(sizes, "by the row indices of cross_validate or of a search")
    if values[0].size != len(plan.places):
        raise InputError(
            "scores", f"there are {values[0].size} scores per learner, but {len(plan.places)} splits in indices"
        )
    traits = plan.traits
    shape = traits.repeats, traits.folds
    return scores_from(learners, values, (traits.n_train, traits.n_test), shape, seed, plan=plan, metric=metric)


def _check_alike(learners: Sequence[str], arrays: Sequence[Floats]) -> None:
    for name, array in zip(learners, arrays, strict=True):
        if array.shape != arrays[0].shape:
            shapes = f"{arrays[0].shape} against {array.shape}"
            raise InputError("scores", f"{learners[0]} and {name} have different shapes: {shapes}")
    places = [array for name, array in zip(learners, arrays, strict=True) if name in ("repeat", "fold")]
    if len(learners) > len(places) == 2 and all(
        (array.ndim == 1 and bool((array == np.floor(array)).all())) for array in places
    ):
        raise InputError(
            "scores",
            "the keys of a dict are learners; pass a table with repeat and fold as a frame: pandas.DataFrame(scores)",
        )


def _array(name: str, value: Any) -> Floats:
    label = f"scores of {name!r}"
    value = unmasked(value)
    given = np.asarray(value) if hasattr(value, "dtype") or hasattr(value, "columns") else _objects(label, value)
    if given.ndim not in (1, 2) or not given.size:
        raise InputError(label, f"must be a list of numbers or a (repeat, fold) array, got shape {given.shape}")
    flat = given.reshape(-1)
    array = as_floats(flat)
    bad = np.flatnonzero(~np.isfinite(array))
    if bad.size:
        problem = f"value {bad[0] + 1} is {shown(flat[bad[0]])}, not a finite number"
        raise InputError(label, f"{problem}; pass one list of numbers, or one list per repeat, all of the same length")
    return array.reshape(given.shape)


def _objects(label: str, value: Any) -> Values:
    try:
        return np.array(value, dtype=object)
    except ValueError:  # rows of different shapes
        raise InputError(
            label, "must be a list of numbers or a (repeat, fold) array, got rows of different lengths"
        ) from None


@dataclass(frozen=True, eq=False, repr=False)
class ScoreTables(Brief):
    """A table of scores per metric, and what a reader should know of how they were read."""

    scores: tuple[Scores, ...]
    notes: tuple[Note, ...] = ()
