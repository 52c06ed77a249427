"""Scores from a table, from arrays by learner, or from what scikit-learn's cross-validation returns."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from outperform.core import Floats, InputError, Ints, Plan, Scores, Values
from outperform.data.cross_validated import candidates_of, found_scores, is_search, shared_plan
from outperform.data.tables import (
    Columns,
    are_row_counts,
    as_floats,
    columns_of,
    is_missing,
    numbers,
    shown,
    whole_numbers,
)
from outperform.data.values import listed

COORDINATES = ("repeat", "fold", "n_train", "n_test")
Sizes = int | Sequence[int] | Values | None
_TRUTHS = {"truth", "true", "y_true", "label", "labels", "target", "class", "y", "actual", "gold"}  # usual names
Pair = tuple[Ints | None, Ints | None]  # rows trained on, rows tested on


def scores_of(given: Any, n_train: Sizes = None, n_test: Sizes = None, seed: int = 0) -> Scores:
    """Make Scores from a frame like the CSV, a dict name -> (repeat, fold) array, or scikit-learn's output.

    The keys of a dict are always learners. Sizes come from columns, from the indices of ``cross_validate``, or from
    ``n_train`` and ``n_test``: a number, or an array of the same shape as one learner's scores.
    """
    if isinstance(given, Scores):
        return given
    sizes = _argument("n_train", n_train), _argument("n_test", n_test)
    if is_search(given):
        return _scores_of_arrays(candidates_of(given), sizes, seed)
    if hasattr(given, "columns"):
        return _scores_of_table(columns_of(given), sizes, seed)
    if not isinstance(given, Mapping):
        raise InputError(
            "scores", f"must be a frame, or a dict with an array per learner, got a {type(given).__name__}"
        )
    if {"fit_time", "score_time"} <= given.keys():
        raise InputError(
            "scores",
            "this is the cross_validate output of one learner; pass a dict with one output per learner",
        )
    return _scores_of_arrays(given, sizes, seed)


def scores_of_columns(columns: Columns, n_train: Sizes = None, n_test: Sizes = None, seed: int = 0) -> Scores:
    """Make Scores from a long table (learner, score) or a wide one (every other column is a learner)."""
    return _scores_of_table(columns, (_argument("n_train", n_train), _argument("n_test", n_test)), seed)


def _argument(name: str, size: Sizes) -> Ints | None:
    """Return a size that was given as an argument; its shape may be that of the scores."""
    if size is None:
        return None
    given = np.asarray(size) if hasattr(size, "dtype") else np.array(size, dtype=object)
    array = as_floats(given.reshape(-1))
    bad = ~are_row_counts(array)
    if bad.any():
        raise InputError(name, f"must be a whole number of rows, at least 1, got {shown(given.reshape(-1)[bad][0])}")
    return array.astype(np.int64).reshape(given.shape)


def _scores_of_table(columns: Columns, sizes: Pair, seed: int) -> Scores:
    _check_columns(columns)
    if "learner" not in columns:
        columns = _long(columns)
    learners, learner = _distinct("learner", columns["learner"])
    repeats, repeat = _coordinate(columns, "repeat")
    folds, fold = _coordinate(columns, "fold")
    place, shape = (learner, repeat, fold), (len(learners), len(repeats), len(folds))
    _check_grid(place, shape, (learners, repeats, folds))
    values = np.empty(shape)
    values[place] = numbers("score", columns["score"])
    labels = learners, repeats, folds
    in_table = _split_size(columns, "n_train", place, labels), _split_size(columns, "n_test", place, labels)
    if any(size is not None for size in in_table):
        _refuse_twice(sizes, "as a column")
        sizes = in_table
    return _scores(learners, values, sizes, shape[1:], seed)


def _check_columns(columns: Columns) -> None:
    if not {"repeat", "fold"} & columns.keys():
        raise InputError("table", f"needs a column repeat or fold, found only {listed(columns)}. {_advice(columns)}")
    if "learner" in columns and "score" not in columns:
        raise InputError("table", f"has a column learner, so it needs a column score, found {listed(columns)}")


def _advice(columns: Columns) -> str:
    """Return what to do with a table without splits: it may hold predictions, one row per item."""
    named = [name for name in columns if name.lower() in _TRUTHS]
    if named or not any(_are_fractions(column) for column in columns.values()):
        truth = named[0] if named else "COL"
        verb = f"outperform predictions TABLE --truth {truth}"
        return f"If these are predictions, use '{verb}' (in Python: judge_predictions)"
    return "Number the splits in a column fold, one row per split"


def _are_fractions(column: Values) -> bool:
    found = as_floats(column)
    return bool(np.isfinite(found).all() and (found != np.floor(found)).any())


def _refuse_twice(sizes: Pair, other: str) -> None:
    for name, size in zip(("n_train", "n_test"), sizes, strict=True):
        if size is not None:
            raise InputError(name, f"is given twice, as an argument and {other}; leave one out")


def _long(columns: Columns) -> Columns:
    """Turn a wide table into a long one."""
    learners = [name for name in columns if name not in COORDINATES]
    if not learners:
        raise InputError("table", f"needs one column of scores per learner, found only {listed(columns)}")
    score = [numbers(name, columns[name]) for name in learners]
    rows = len(next(iter(columns.values())))
    shared = {name: np.tile(columns[name], len(learners)) for name in COORDINATES if name in columns}
    names = np.repeat(np.array(learners, dtype=object), rows)
    return {"learner": names, "score": np.concatenate(score), **shared}


def _distinct(name: str, column: Values) -> tuple[list[str], Ints]:
    """Return the distinct values in order of appearance, and the place of each row's value among them."""
    cells = column.tolist()
    if not cells or any(map(is_missing, cells)):
        row = next((at for at, cell in enumerate(cells, start=1) if is_missing(cell)), 0)
        raise InputError(f"column {name!r}", f"row {row} is empty" if cells else "has 0 rows")
    known = list(dict.fromkeys(map(str, cells)))
    places = {value: place for place, value in enumerate(known)}
    return known, np.array([places[str(value)] for value in cells], dtype=np.int64)


def _coordinate(columns: Columns, name: str) -> tuple[list[str], Ints]:
    """Return a coordinate's values, numbers in order, all else as it appears, and each row's place among them."""
    if name not in columns:
        return ["1"], np.zeros(len(columns["learner"]), dtype=np.int64)
    array = as_floats(columns[name])
    if not np.isfinite(array).all():
        return _distinct(name, columns[name])
    known, places = np.unique(array, return_inverse=True)
    return [f"{value:.16g}" for value in known], places.reshape(-1)


def _check_grid(place: tuple[Ints, Ints, Ints], shape: tuple[int, ...], labels: tuple[list[str], ...]) -> None:
    """Raise an InputError if a learner has no score, or two, for some repeat and fold."""
    cells, counts = np.unique(np.ravel_multi_index(place, shape), return_counts=True)
    gaps = np.flatnonzero(cells != np.arange(cells.size))
    if (counts > 1).any():
        words, wrong = "more than one score", cells[counts > 1][0]
    elif cells.size < np.prod(shape):
        words, wrong = "no score", gaps[0] if gaps.size else cells.size
    else:
        return
    learner, repeat, fold = (names[at] for names, at in zip(labels, np.unravel_index(wrong, shape), strict=True))
    raise InputError(
        "table", f"has {words} for learner {learner} in repeat {repeat}, fold {fold}; each needs exactly one"
    )


def _split_size(columns: Columns, name: str, place: tuple[Ints, ...], labels: tuple[list[str], ...]) -> Ints | None:
    """Return the size of each split, which must be the same for all learners."""
    if name not in columns:
        return None
    sizes = np.empty([len(names) for names in labels], dtype=np.int64)
    sizes[place] = whole_numbers(name, columns[name])
    if (sizes != sizes[0]).any():
        first_odd = np.argwhere(sizes != sizes[0])[0]
        learner, repeat, fold = (names[at] for names, at in zip(labels, first_odd, strict=True))
        problem = f"differs between {labels[0][0]} and {learner} in repeat {repeat}, fold {fold}"
        raise InputError(f"column {name!r}", problem)
    first: Ints = sizes[0]
    return first


def _scores_of_arrays(given: Mapping[Any, Any], sizes: Pair, seed: int) -> Scores:
    learners = [str(name) for name in given]
    arrays = [_array(str(name), value) for name, value in given.items()]
    _check_alike(learners, arrays)
    values, plan = np.array(arrays), shared_plan(given)
    if plan is not None:
        _refuse_twice(sizes, "by the indices of cross_validate")
        if values[0].size != len(plan.places):
            raise InputError(
                "scores", f"there are {values[0].size} scores per learner, but {len(plan.places)} splits in indices"
            )
        traits = plan.traits
        return _scores(learners, values, (traits.n_train, traits.n_test), (traits.repeats, traits.folds), seed, plan)
    if values.ndim == 3:
        return _scores(learners, values, sizes, values.shape[1:], seed)
    shape = next((size.shape for size in sizes if size is not None and size.ndim == 2), None)
    if shape is None or np.prod(shape) != values.shape[1]:
        return replace(_scores(learners, values, sizes, (values.shape[1], 1), seed), plain=True)
    return _scores(learners, values, sizes, shape, seed)


def _check_alike(learners: Sequence[str], arrays: Sequence[Floats]) -> None:
    for name, array in zip(learners, arrays, strict=True):
        if learners.count(name) > 1:
            raise InputError("scores", f"two learners are called {name!r}")
        if array.shape != arrays[0].shape:
            shapes = f"{arrays[0].shape} against {array.shape}"
            raise InputError("scores", f"{learners[0]} and {name} have different shapes: {shapes}")
    places = [array for name, array in zip(learners, arrays, strict=True) if name in ("repeat", "fold")]
    if len(learners) > len(places) == 2 and all(_are_places(array) for array in places):
        raise InputError(
            "scores",
            "the keys of a dict are learners; pass a table with repeat and fold as a frame: pandas.DataFrame(scores)",
        )


def _are_places(array: Floats) -> bool:
    return array.ndim == 1 and bool((array == np.floor(array)).all())


def _array(name: str, value: Any) -> Floats:
    label = f"scores of {name!r}"
    if isinstance(value, Mapping):
        value = found_scores(name, value)
    given = np.asarray(value) if hasattr(value, "dtype") else _objects(label, value)
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


def _scores(
    learners: Sequence[str],
    values: Floats,
    sizes: Pair,
    shape: tuple[int, ...],
    seed: int,
    plan: Plan | None = None,
) -> Scores:
    if len(learners) < 2:
        raise InputError("scores", f"a comparison needs at least two learners, got {len(learners)}")
    if (sizes[0] is None) != (sizes[1] is None):
        missing, there = ("n_train", "n_test") if sizes[0] is None else ("n_test", "n_train")
        raise InputError(missing, f"is missing, but {there} is given; give both or none")
    n_train = _size("n_train", sizes[0], shape)
    n_test = _size("n_test", sizes[1], shape)
    table = _counted(values.reshape(len(learners), *shape), n_test)
    return Scores(tuple(learners), None, table, n_train, n_test, plan=plan, seed=seed)


def _size(name: str, size: Ints | None, shape: tuple[int, ...]) -> Ints | None:
    """Return the size of every split."""
    if size is None:
        return None
    if size.size not in (1, int(np.prod(shape))):
        raise InputError(name, f"has {size.size} values, but there are {int(np.prod(shape))} splits")
    if size.size > 1 and size.ndim > 1 and size.shape != shape:
        raise InputError(name, f"has the shape {size.shape}, but the scores have the shape {shape}")
    return np.broadcast_to(size.reshape(shape if size.size > 1 else (1, 1)), shape)


def _counted(values: Floats, n_test: Ints | None) -> Floats:
    """Return shares of the test rows from their counts, which undoes the rounding in a file; other scores stay."""
    if n_test is None or values.min() < 0 or values.max() > 1:
        return values
    counts = np.rint(values * n_test)
    return counts / n_test if np.abs(values * n_test - counts).max() <= 0.01 else values
