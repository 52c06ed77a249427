"""The scores of one data set: which splits all learners have, and which learners lack the data set."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from outperform.core import Bools, Floats, InputError, Ints, Values
from outperform.data.cells import are_row_counts, as_floats
from outperform.data.leagues.records import LeagueRecords
from outperform.data.splits.sizes import folds_by_sizes


@dataclass(frozen=True, eq=False)
class DatasetGrid:
    """The scores of one data set; those of a split that not all learners have are NaN for all."""

    values: Floats  # [learner, repeat, fold]
    n_train: Ints | None  # [repeat, fold]
    n_test: Ints | None
    missing: dict[int, str]  # learners without a score, and why
    left_out: int  # splits that not all learners have
    splits: int  # that some learner has
    plain: bool


def grid_of(records: LeagueRecords, rows: Ints, learners: int) -> DatasetGrid:
    """Place the scores of one data set.

    A learner with fewer than half of the splits is missing on the data set. Where all others share no split, so are the
    learners without the split that most of them have.
    """
    split, shape = _placed(records, rows)
    values = np.full((learners, shape[0] * shape[1]), np.nan)
    values[records.learners.codes[rows], split] = records.scores[rows]
    there = ~np.isnan(values)
    some = there.any(axis=0)
    shared, lacking = _shared(there, int(some.sum()))
    missing = {learner: _reason(records, rows, learner, there, int(some.sum())) for learner in lacking}
    values[:, ~shared] = np.nan
    values[list(lacking)] = np.nan
    sizes = [_sizes(records, name, rows, split, shared) for name in ("n_train", "n_test")]
    found = _trimmed(values.reshape(learners, *shape), shared.reshape(shape), sizes)
    left_out = int(some.sum() - shared.sum())
    return _repeats(DatasetGrid(*found, missing, left_out, int(some.sum()), records.plain), records)


def _placed(records: LeagueRecords, rows: Ints) -> tuple[Ints, tuple[int, int]]:
    """Return the split of each row, by repeat and then by the order of its fold in the repeat; repeats and folds."""
    repeat = _order(records.repeats, rows)
    fold = _order(records.folds, rows)
    pairs, place = np.unique(repeat * (int(fold.max()) + 1) + fold, return_inverse=True)
    of_pair = pairs // (int(fold.max()) + 1)
    first = np.searchsorted(of_pair, of_pair)
    within = np.arange(len(pairs)) - first
    folds = int(within.max()) + 1
    return (of_pair * folds + within)[place.reshape(-1)], (int(repeat.max()) + 1, folds)


def _order(values: Values | None, rows: Ints) -> Ints:
    """Count the values of a column, numbers in order, all else as it appears."""
    if values is None:
        return np.zeros(len(rows), dtype=np.int64)
    here = values[rows]
    numbers = as_floats(here)
    if np.isfinite(numbers).all():
        return np.unique(numbers, return_inverse=True)[1].reshape(-1).astype(np.int64)
    places = {name: place for place, name in enumerate(dict.fromkeys(map(str, here.tolist())))}
    return np.array([places[str(name)] for name in here.tolist()], dtype=np.int64)


def _shared(there: Bools, splits: int) -> tuple[Bools, list[int]]:
    """Return the splits [split] that all learners have, but for those that lack too many, which are returned too."""
    counts = there.sum(axis=1)
    lacking = [int(learner) for learner in np.flatnonzero((2 * counts < splits) | (counts == 0))]
    others = [learner for learner in range(len(there)) if learner not in lacking]
    if others and not there[others].all(axis=0).any():
        most = int(np.argmax(there[others].sum(axis=0)))
        lacking = sorted({*lacking, *(learner for learner in others if not there[learner, most])})
        others = [learner for learner in others if learner not in lacking]
    shared: Bools = np.asarray(there[others].all(axis=0) & bool(others))
    return shared, lacking


def _reason(records: LeagueRecords, rows: Ints, learner: int, there: Bools, splits: int) -> str:
    own = rows[records.learners.codes[rows] == learner]
    told = [str(why) for why in records.reasons[own].tolist() if why]
    count = int(there[learner].sum())
    if count:
        why = f": {told[0]}" if told else ""
        return f"only {count} of {splits} splits{why}" if count < splits else "no split that the others have"
    return told[0] if told else "no row in the table"


def _sizes(records: LeagueRecords, name: str, rows: Ints, split: Ints, shared: Bools) -> Ints | None:
    """Return the size of each split, the same for all learners; None where it is unknown for a split that is used."""
    column: Floats | None = getattr(records, name)
    if column is None or not shared.any():
        return None
    here = column[rows]
    known = ~np.isnan(here)
    sizes = np.zeros(len(shared), dtype=np.int64)
    bad = np.flatnonzero(known & ~are_row_counts(here))
    if bad.size:
        problem = f"{name} is {here[bad[0]]:g}, not a number of rows (a whole number, at least 1)"
        raise InputError(records.place(int(rows[bad[0]])), problem)
    sizes[split[known][::-1]] = here[known][::-1].astype(np.int64)  # the first one counts
    other = np.flatnonzero(known & (sizes[split] != np.where(known, here, 0)))
    if other.size:
        row = int(rows[other[0]])
        problem = f"{name} of {records.learners.name(row)} is not that of the other learners in the same split"
        raise InputError(records.place(row), f"{problem} of {records.datasets.name(row)}")
    if (sizes[shared] == 0).any():
        return None
    return np.where(sizes == 0, sizes[shared][0], sizes)


def _trimmed(values: Floats, shared: Bools, sizes: Sequence[Ints | None]) -> tuple[Floats, Ints | None, Ints | None]:
    """Leave out repeats, and folds, that no learner has."""
    if not shared.any():
        return values[:, :1, :1], None, None
    kept = np.ix_(shared.any(axis=1), shared.any(axis=0))
    n_train, n_test = (None if size is None else size.reshape(shared.shape)[kept] for size in sizes)
    known = n_train is not None and n_test is not None
    return values[:, kept[0], kept[1]], n_train if known else None, n_test if known else None


def _repeats(grid: DatasetGrid, records: LeagueRecords) -> DatasetGrid:
    """Return splits that are merely numbered as repeats of folds, where the sizes of their test sets say so."""
    splits = grid.values[0].size
    if records.repeats is not None or grid.n_train is None or grid.left_out or grid.values.shape[1] > 1:
        return grid
    folds = folds_by_sizes(splits, (grid.n_train.reshape(-1), None if grid.n_test is None else grid.n_test.reshape(-1)))
    if folds is None or folds == splits:
        return grid
    shape = splits // folds, folds
    n_test = None if grid.n_test is None else grid.n_test.reshape(shape)
    values = grid.values.reshape(len(grid.values), *shape)
    return DatasetGrid(values, grid.n_train.reshape(shape), n_test, grid.missing, 0, grid.splits, plain=True)
