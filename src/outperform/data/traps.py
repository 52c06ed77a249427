"""Traps in the data: a column whose values mark rows that belong together, and rows that occur more than once."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from outperform.core import Bools, Dataset, Floats, Ints, Note, NoteKind, Values
from outperform.data.canonical import names_of
from outperform.data.times import present_in

LEAST_VALUES = 5  # of a column whose values may mark groups
PURE = 0.9  # share of the values with one class, or nearly one target
EXPECTED = 0.5  # most of that share that chance alone explains
NEARLY_ONE = 0.01  # variance of a target within a value, as a share of its variance
REPEATED = 0.1  # share of repeated rows from which they are mentioned
FINE = 20  # distinct values that some column needs, so that equal rows are no chance ...
CHANCE = 0.1  # ... and the most of them that independent columns explain


def traps_of(dataset: Dataset) -> Iterator[Note]:
    """Note columns that may mark groups, and repeated rows, where no groups were given.

    Examples
    --------
    >>> patient = np.repeat(np.arange(20), 5)
    >>> rows = np.column_stack([patient, np.random.default_rng(0).normal(size=100)])
    >>> [note["column"] for note in traps_of(Dataset(rows, patient * 7 % 20 % 2))]
    ['x0']
    """
    if dataset.groups is not None or dataset.target.ndim != 1:
        return
    columns = list(_columns(dataset))
    for name, codes, whole in columns:
        found = _one_class(codes, dataset.strata) if dataset.has_classes else _one_target(codes, dataset.target)
        if whole and found is not None:
            yield Note.of(NoteKind.LEAKING_COLUMN, column=name, **found, classes=dataset.has_classes)
    yield from _repeated(dataset.size, [codes for _, codes, _ in columns])


def _columns(dataset: Dataset) -> Iterator[tuple[str, Ints, bool]]:
    """Return name and codes of each column, and whether it holds text or whole numbers; -1 is missing."""
    rows = dataset.rows
    if hasattr(rows, "indptr") or not hasattr(rows, "shape") or len(rows.shape) != 2:
        return
    table = rows if hasattr(rows, "columns") else np.asarray(rows)
    for place, name in enumerate(names_of(dataset)):
        yield name, *_coded(table[table.columns[place]] if hasattr(table, "columns") else table[:, place])


def _coded(column: Any) -> tuple[Ints, bool]:
    values = np.asarray(column)
    if values.dtype.kind in "biuf":
        there = ~np.isnan(values) if values.dtype.kind == "f" else np.ones(len(values), dtype=bool)
        whole = values.dtype.kind != "b" and bool((values[there] == np.floor(values[there])).all())
    else:
        there = present_in(values)
        values, whole = np.array([str(each) for each in values.tolist()]), True
    codes = np.full(len(values), -1, dtype=np.int64)
    codes[there] = np.unique(values[there], return_inverse=True)[1].reshape(-1)
    return codes, whole


def _one_class(codes: Ints, strata: Values) -> dict[str, int] | None:
    """Count the values of a column and those with rows of one class only; None where they are no sign of groups.

    In a large class many values have one class by chance: sum of p^m over the classes, for m rows.
    """
    counts = _counts(codes)
    if counts is None:
        return None
    there = codes >= 0
    classes = int(strata.max()) + 1
    table = np.bincount(codes[there] * classes + strata[there], minlength=len(counts) * classes)
    pure = table.reshape(-1, classes).max(axis=1) == counts
    shares = np.bincount(strata[there]) / there.sum()
    chance = (shares[np.newaxis] ** counts[:, np.newaxis]).sum(axis=1)
    return _found(pure, counts, chance)


def _one_target(codes: Ints, target: Values) -> dict[str, int] | None:
    """Count the values of a column and those whose rows have nearly one target."""
    counts = _counts(codes)
    if counts is None:
        return None
    there = codes >= 0
    y = target[there].astype(np.float64)
    y = y - y.mean()
    means = np.bincount(codes[there], y) / counts
    within = np.bincount(codes[there], (y - means[codes[there]]) ** 2) / np.maximum(1, counts - 1)
    return _found(within <= NEARLY_ONE * y.var(), counts, np.zeros(len(counts)))


def _counts(codes: Ints) -> Ints | None:
    """Return the rows of each value; None where there are too few or too many values, or many with one row."""
    there = codes[codes >= 0]
    if not there.size or 2 * (there.max() + 1) > len(codes) or there.max() + 1 < LEAST_VALUES:
        return None
    counts: Ints = np.bincount(there)
    return counts if counts[counts > 1].sum() >= PURE * len(codes) else None


def _found(pure: Bools, counts: Ints, chance: Floats) -> dict[str, int] | None:
    several = counts > 1
    share, expected = pure[several].mean(), chance[several].mean()
    if several.sum() < LEAST_VALUES or share < PURE or expected > EXPECTED:
        return None
    return {"values": int(several.sum()), "pure": int(pure[several].sum())}


def _repeated(size: int, columns: list[Ints]) -> Iterator[Note]:
    """Note many repeated rows, unless columns have so few values that rows are equal by chance."""
    if not any(codes.max() + 1 >= FINE for codes in columns):
        return
    shares = [np.bincount(codes + 1) / size for codes in columns]
    pairs = size * size / 2 * float(np.prod([(share**2).sum() for share in shares]))  # that are equal by chance
    if pairs > CHANCE * REPEATED * size:
        return
    repeated = size - len(np.unique(np.column_stack(columns), axis=0))
    if repeated >= REPEATED * size:
        yield Note.of(NoteKind.REPEATED_ROWS, repeated=repeated, rows=size)
