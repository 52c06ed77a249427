"""Sizes of splits: as an argument, as one number per split, and what they say of which splits form a repeat."""

from collections.abc import Sequence

import numpy as np

from outperform.core import Floats, InputError, Ints, Plan, Scores, Values, unmasked
from outperform.data.cells import are_row_counts, as_floats, shown

Sizes = int | Sequence[int] | Values | None
Pair = tuple[Ints | None, Ints | None]  # rows trained on, rows tested on
NAMES = ("n_train", "n_test")


def size_argument(name: str, size: Sizes) -> Ints | None:
    """Return a size that was given as an argument; its shape may be that of the scores."""
    if size is None:
        return None
    size = unmasked(size)
    given = np.asarray(size) if hasattr(size, "dtype") else np.array(size, dtype=object)
    array = as_floats(given.reshape(-1))
    bad = ~are_row_counts(array)
    if bad.any():
        raise InputError(name, f"must be a whole number of rows, at least 1, got {shown(given.reshape(-1)[bad][0])}")
    return array.astype(np.int64).reshape(given.shape)


def refuse_twice(sizes: Pair, other: str) -> None:
    """Raise an InputError if a size is given as an argument beside sizes that are known."""
    for name, size in zip(NAMES, sizes, strict=True):
        if size is not None:
            raise InputError(name, f"is given twice, as an argument and {other}; leave one out")


def folds_by_sizes(splits: int, sizes: Pair) -> int | None:
    """Return how many splits in a row test all rows once, if the sizes say so: the folds of a repeat.

    Two halves of one size may as well be random splits, which need another test: they say nothing.

    Examples
    --------
    >>> folds_by_sizes(100, (np.array(90), np.array(10))), folds_by_sizes(7, (np.array(90), np.array(10)))
    (10, None)
    >>> folds_by_sizes(4, (np.array([5, 6, 5, 6]), np.array([6, 5, 6, 5]))), folds_by_sizes(4, (None, None))
    (2, None)
    """
    if sizes[0] is None or sizes[1] is None:
        return None
    train, test = (np.broadcast_to(size.reshape(-1), splits) for size in (sizes[0], sizes[1]))
    rows = int(train[0] + test[0])
    folds = round(rows / float(test.mean()))
    if ((train + test) != rows).any() or folds < 2 or splits % folds:
        return None
    if (test == test[0]).all():  # one number for all splits, which may be rounded
        return folds if folds > 2 and rows // folds <= test[0] <= -(-rows // folds) else None
    return folds if (test.reshape(-1, folds).sum(axis=1) == rows).all() else None


def scores_from(
    learners: Sequence[str],
    values: Floats,
    sizes: Pair,
    shape: tuple[int, ...],
    seed: int,
    *,
    plan: Plan | None = None,
    metric: str | None = None,
    plain: bool = False,
) -> Scores:
    """Make Scores of values that have the shape (learner, repeats, folds), or will have it; check the sizes."""
    if len(learners) < 2:
        raise InputError("scores", f"a comparison needs at least two learners, got {len(learners)}")
    if (sizes[0] is None) != (sizes[1] is None):
        missing, there = NAMES if sizes[0] is None else NAMES[::-1]
        raise InputError(missing, f"is missing, but {there} is given; give both, as columns or as arguments, or none")
    n_train, n_test = (_per_split(name, size, shape) for name, size in zip(NAMES, sizes, strict=True))
    table = values.reshape(len(learners), *shape)
    return Scores(tuple(learners), metric, table, n_train, n_test, plan=plan, seed=seed, plain=plain)


def _per_split(name: str, size: Ints | None, shape: tuple[int, ...]) -> Ints | None:
    if size is None:
        return None
    if size.size not in (1, int(np.prod(shape))):
        raise InputError(name, f"has {size.size} values, but there are {int(np.prod(shape))} splits")
    if size.size > 1 and size.ndim > 1 and size.shape != shape:
        raise InputError(name, f"has the shape {size.shape}, but the scores have the shape {shape}")
    return np.broadcast_to(size.reshape(shape if size.size > 1 else (1, 1)), shape)
