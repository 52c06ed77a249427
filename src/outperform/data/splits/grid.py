"""Scores from a long table: one row per learner and split, in any order."""

import numpy as np

from outperform.core import InputError, Ints, Scores, Values
from outperform.data.cells import as_floats, is_missing, numbers, whole_numbers
from outperform.data.splits.sizes import Pair, folds_by_sizes, refuse_twice, scores_from
from outperform.data.tables import Columns

Labels = tuple[list[str], list[str], list[str]]  # learners, repeats, folds
Place = tuple[Ints, Ints, Ints]


def scores_of_long(columns: Columns, metric: str | None, sizes: Pair, seed: int) -> Scores:
    """Make Scores from the columns learner and score, with repeat, fold, n_train and n_test where they are there.

    Without repeat and fold the rows of a learner are splits in order.
    """
    in_order = not {"repeat", "fold"} & columns.keys()
    if in_order:
        columns = columns | {"fold": _row_numbers(columns["learner"])}
    learners, learner = _distinct("learner", columns["learner"])
    repeats, repeat = _coordinate(columns, "repeat")
    folds, fold = _coordinate(columns, "fold")
    labels, place = (learners, repeats, folds), (learner, repeat, fold)
    shape = len(learners), len(repeats), len(folds)
    _check_grid(place, shape, labels, known=columns.keys())
    values = np.full(shape, np.nan)  # a split that no learner has was left out
    values[place] = numbers("score", columns["score"])
    in_table = _split_size(columns, "n_train", place, labels), _split_size(columns, "n_test", place, labels)
    if any(size is not None for size in in_table):
        refuse_twice(sizes, "as a column")
        sizes = _filled(in_table)
    return _listed(learners, values, sizes, seed, metric, alone=in_order, grouped="repeat" in columns)


def _listed(
    learners: list[str], values: Values, sizes: Pair, seed: int, metric: str | None, *, alone: bool, grouped: bool
) -> Scores:
    """Make Scores; splits that are merely numbered, from 1 to 100, are repeats of folds where the sizes say so."""
    shape, splits = values.shape[1:], values.shape[2]
    if grouped:
        return scores_from(learners, values, sizes, shape, seed, metric=metric)
    folds = folds_by_sizes(splits, sizes) if all(s is not None and s.size in (1, splits) for s in sizes) else None
    if folds is not None and (alone or folds < splits):
        shape = splits // folds, folds
    elif alone:
        shape = splits, 1
    else:
        return scores_from(learners, values, sizes, shape, seed, metric=metric)
    flat: Pair = tuple(None if size is None else size.reshape(-1) for size in sizes)  # type: ignore[assignment]
    return scores_from(learners, values, flat, shape, seed, metric=metric, plain=True)


def _row_numbers(learner: Values) -> Ints:
    """Return the number of each row among those of its learner; all learners must have as many."""
    names, places = _distinct("learner", learner)
    counts = np.bincount(places)
    if (counts != counts[0]).any():
        other = int(np.flatnonzero(counts != counts[0])[0])
        problem = f"{names[0]} has {counts[0]} rows, but {names[other]} has {counts[other]}"
        raise InputError("table", f"{problem}; number the splits in a column fold")
    if counts[0] == 1:
        problem = "has one score per learner; a comparison needs the scores of the single splits"
        raise InputError("table", f"{problem}, one row per learner and split, numbered in a column fold")
    numbered = np.empty(len(places), dtype=np.int64)
    for name in range(len(names)):
        numbered[places == name] = np.arange(counts[name])
    return numbered


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


def _check_grid(place: Place, shape: tuple[int, int, int], labels: Labels, known: object) -> None:
    """Raise an InputError if a learner has no score, or two, for some repeat and fold."""
    cells, counts = np.unique(np.ravel_multi_index(place, shape), return_counts=True)
    if (counts == 1).all() and _are_left_out(cells, shape):
        return
    gaps = np.flatnonzero(cells != np.arange(cells.size))
    advice = "each needs exactly one"
    if (counts > 1).any():
        words, wrong = "more than one score", cells[counts > 1][0]
        if "repeat" not in known:  # type: ignore[operator]
            advice = "number the repeats in a column repeat"
    elif cells.size < np.prod(shape):
        words, wrong = "no score", gaps[0] if gaps.size else cells.size
    else:
        return
    learner, repeat, fold = (names[at] for names, at in zip(labels, np.unravel_index(wrong, shape), strict=True))
    raise InputError("table", f"has {words} for learner {learner} in repeat {repeat}, fold {fold}; {advice}")


def _are_left_out(cells: Ints, shape: tuple[int, int, int]) -> bool:
    """Return whether all learners lack the same few splits, as where a learner failed on them."""
    learners, splits = shape[0], shape[1] * shape[2]
    kept = cells.size // learners
    if not splits > kept > splits / 2 or cells.size != learners * kept or kept < 2:
        return False
    return bool((cells.reshape(learners, kept) % splits == cells[:kept]).all())


def _split_size(columns: Columns, name: str, place: Place, labels: Labels) -> Ints | None:
    """Return the size of each split, which must be the same for all learners."""
    if name not in columns:
        return None
    sizes = np.zeros([len(names) for names in labels], dtype=np.int64)
    sizes[place] = whole_numbers(name, columns[name])
    if (sizes != sizes[0]).any():
        first_odd = np.argwhere(sizes != sizes[0])[0]
        learner, repeat, fold = (names[at] for names, at in zip(labels, first_odd, strict=True))
        problem = f"differs between {labels[0][0]} and {learner} in repeat {repeat}, fold {fold}"
        raise InputError(f"column {name!r}", problem)
    first: Ints = sizes[0]
    return first


def _filled(sizes: Pair) -> Pair:
    """Return the sizes with those of splits that were left out: what the other folds leave, else as the others."""
    n_train, n_test = sizes
    if n_train is None or n_test is None or n_test.all():
        return sizes
    lost = n_test == 0
    rows = (n_train + n_test)[~lost]
    rest = np.where(lost.any(axis=1), rows[0] - n_test.sum(axis=1), 0)
    share, left = np.divmod(rest, np.maximum(1, lost.sum(axis=1)))
    filled = n_test + lost * (share[:, np.newaxis] + (np.cumsum(lost, axis=1) <= left[:, np.newaxis]))
    if (rows != rows[0]).any() or np.abs(filled[lost] - n_test[~lost].mean()).max() > 1:
        return np.where(lost, n_train[~lost][0], n_train), np.where(lost, n_test[~lost][0], n_test)
    return np.where(lost, rows[0] - filled, n_train), filled
