"""Scores from a table, from arrays by learner, or from what scikit-learn's cross-validation returns."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from outperform.core import Floats, InputError, Ints, Plan, Scores, Values
from outperform.data.tables import Columns, columns_of, numbers, whole_numbers

COORDINATES = ("repeat", "fold", "n_train", "n_test")
Sizes = int | Sequence[int] | Values | None


def scores_of(given: Any, n_train: Sizes = None, n_test: Sizes = None, seed: int = 0) -> Scores:
    """Make Scores from a frame like the CSV, a dict name -> (repeat, fold) array, or scikit-learn's output.

    Sizes come from columns or from ``n_train`` and ``n_test``: a number, or an array like one learner's scores.
    """
    if isinstance(given, Scores):
        return given
    if hasattr(given, "columns"):
        return scores_of_columns(columns_of(given), n_train, n_test, seed)
    if not isinstance(given, Mapping):
        raise InputError("scores", f"must be a frame or a dict of arrays by learner, got {type(given).__name__}")
    if "params" in given and "split0_test_score" in given:
        given = _candidates(given)
    if {"learner", "score"} <= set(given) or {"repeat", "fold"} & set(given):
        return scores_of_columns(columns_of(given), n_train, n_test, seed)
    return _scores_of_arrays(given, n_train, n_test, seed)


def scores_of_columns(columns: Columns, n_train: Sizes = None, n_test: Sizes = None, seed: int = 0) -> Scores:
    """Make Scores from a long table (learner, score) or a wide one (every other column is a learner)."""
    if not {"repeat", "fold"} & set(columns):
        raise InputError("table", f"has no column repeat or fold; it has {', '.join(columns)}")
    if not {"learner", "score"} <= set(columns):
        columns = _long(columns)
    learners, learner = _distinct("learner", columns["learner"].astype(str))
    repeats, repeat = _coordinate(columns, "repeat")
    folds, fold = _coordinate(columns, "fold")
    place, shape = (learner, repeat, fold), (len(learners), len(repeats), len(folds))
    _check_grid(place, shape, (learners, repeats, folds))
    values = np.empty(shape)
    values[place] = numbers("score", columns["score"])
    sizes = [_split_size(columns, size, place, shape) for size in COORDINATES[2:]]
    in_table, given = any(size is not None for size in sizes), n_train is not None or n_test is not None
    if in_table and given:
        raise InputError("n_train", "is given twice: as an argument and as a column")
    return _scores(learners, values, (sizes[0], sizes[1]) if in_table else (n_train, n_test), shape[1:], seed)


def _long(columns: Columns) -> Columns:
    """Turn a wide table into a long one."""
    learners = [name for name in columns if name not in COORDINATES]
    score = [numbers(name, columns[name]) for name in learners]
    rows = len(next(iter(columns.values())))
    shared = {name: np.tile(columns[name], len(learners)) for name in COORDINATES if name in columns}
    names = np.repeat(np.array(learners, dtype=object), rows)
    return {"learner": names, "score": np.concatenate(score) if score else names, **shared}


def _distinct(name: str, column: Values) -> tuple[list[str], Ints]:
    """Give the distinct values in order of appearance, and the place of each row's value among them."""
    known = list(dict.fromkeys(column.tolist()))
    if not known or "None" in known or "nan" in known:
        raise InputError(f"column {name!r}", "has an empty cell")
    places = {value: place for place, value in enumerate(known)}
    return known, np.array([places[value] for value in column.tolist()], dtype=np.int64)


def _coordinate(columns: Columns, name: str) -> tuple[list[str], Ints]:
    """Give a coordinate's values, numbers in order, text as it appears, and each row's place among them."""
    if name not in columns:
        return ["1"], np.zeros(len(columns["learner"]), dtype=np.int64)
    try:
        known, places = np.unique(columns[name].astype(np.float64), return_inverse=True)
    except (TypeError, ValueError):
        return _distinct(name, columns[name].astype(str))
    if not np.isfinite(known).all():
        raise InputError(f"column {name!r}", "has an empty cell")
    return [f"{value:g}" for value in known], places.reshape(-1)


def _check_grid(place: tuple[Ints, Ints, Ints], shape: tuple[int, ...], labels: tuple[list[str], ...]) -> None:
    """Refuse a table in which a learner has no score, or two, for some repeat and fold."""
    count = np.zeros(shape, dtype=np.int64)
    np.add.at(count, place, 1)
    for wrong, words in ((count > 1, "more than one score"), (count == 0, "no score")):
        if wrong.any():
            learner, repeat, fold = (names[at] for names, at in zip(labels, np.argwhere(wrong)[0], strict=True))
            raise InputError("table", f"has {words} of {learner} for repeat {repeat}, fold {fold}")


def _split_size(columns: Columns, name: str, place: tuple[Ints, ...], shape: tuple[int, ...]) -> Ints | None:
    """Give the size of each split, which all learners must share."""
    if name not in columns:
        return None
    sizes = np.empty(shape, dtype=np.int64)
    sizes[place] = whole_numbers(name, columns[name])
    if (sizes != sizes[0]).any():
        raise InputError(f"column {name!r}", "differs between learners on the same repeat and fold")
    first: Ints = sizes[0]
    return first


def _scores_of_arrays(given: Mapping[Any, Any], n_train: Sizes, n_test: Sizes, seed: int) -> Scores:
    learners = [str(name) for name in given]
    plan = next((_plan(value) for value in given.values() if isinstance(value, Mapping)), None)
    arrays = [_array(str(name), value) for name, value in given.items()]
    for name, array in zip(learners, arrays, strict=True):
        if array.shape != arrays[0].shape:
            shapes = f"{arrays[0].shape} against {array.shape}"
            raise InputError("scores", f"{learners[0]} and {name} have different shapes: {shapes}")
    values = np.array(arrays)
    if plan is None:
        shape = values.shape[1:] if values.ndim == 3 else _shape(values.shape[-1], n_train, n_test)
        return _scores(learners, values, (n_train, n_test), shape, seed)
    traits = plan.traits
    sizes = traits.n_train, traits.n_test
    return _scores(learners, values, sizes, (traits.repeats, traits.folds), seed, plan)


def _shape(count: int, *sizes: Sizes) -> tuple[int, int]:
    """Take the shape of a plain list of scores from that of the sizes; one split a repeat where they do not tell."""
    shapes = [np.shape(size) for size in sizes if np.ndim(size) == 2]  # type: ignore[arg-type]
    return (shapes[0][0], shapes[0][1]) if shapes and np.prod(shapes[0]) == count else (count, 1)


def _array(name: str, value: Any) -> Floats:
    if isinstance(value, Mapping):
        value = _test_scores(name, value)
    try:
        array = np.asarray(value, dtype=np.float64)
    except (TypeError, ValueError):
        raise InputError(f"scores of {name!r}", "must be numbers in one row, or one row a repeat") from None
    if array.ndim not in (1, 2) or not array.size:
        raise InputError(f"scores of {name!r}", f"must be a (repeat, fold) array, got shape {array.shape}")
    if not np.isfinite(array).all():
        raise InputError(f"scores of {name!r}", "have a value that is no finite number")
    return array


def _test_scores(name: str, output: Mapping[str, Any]) -> Any:
    """Find the test scores in what ``cross_validate`` returned."""
    found = [key for key in output if str(key).startswith("test_")]
    if len(found) != 1:
        raise InputError(f"scores of {name!r}", f"must have one entry test_..., got {', '.join(found) or 'none'}")
    return output[found[0]]


def _plan(output: Mapping[str, Any]) -> Plan | None:
    """Rebuild the plan from ``cross_validate(..., return_indices=True)``."""
    if "indices" not in output:
        return None
    pairs = list(zip(output["indices"]["train"], output["indices"]["test"], strict=True))
    return Plan.from_indices(1 + max(int(max(train.max(), test.max())) for train, test in pairs), pairs)


def _candidates(results: Mapping[str, Any]) -> dict[str, Floats]:
    """Turn ``cv_results_`` of a search into scores by candidate."""
    count = sum(key.startswith("split") and key.endswith("_test_score") for key in results)
    table = np.array([results[f"split{index}_test_score"] for index in range(count)]).T
    names = [", ".join(f"{key}={value}" for key, value in params.items()) for params in results["params"]]
    return dict(zip(names, table, strict=True))


def _scores(
    learners: Sequence[str],
    values: Floats,
    sizes: tuple[Sizes, Sizes],
    shape: tuple[int, ...],
    seed: int,
    plan: Plan | None = None,
) -> Scores:
    if len(learners) < 2:
        raise InputError("scores", f"a comparison needs two learners, got {len(learners)}")
    if (sizes[0] is None) != (sizes[1] is None):
        raise InputError("n_train" if sizes[0] is None else "n_test", "is missing beside the other size")
    n_train = _size("n_train", sizes[0], shape)
    n_test = _size("n_test", sizes[1], shape)
    table = values.reshape(len(learners), *shape)
    return Scores(tuple(learners), None, table, n_train, n_test, plan=plan, seed=seed)


def _size(name: str, size: Sizes, shape: tuple[int, ...]) -> Ints | None:
    if size is None:
        return None
    array = whole_numbers(name, np.asarray(size).reshape(-1))
    if array.size not in (1, int(np.prod(shape))):
        raise InputError(name, f"has {array.size} values for {int(np.prod(shape))} splits")
    return np.broadcast_to(array.reshape(shape if array.size > 1 else (1, 1)), shape)
