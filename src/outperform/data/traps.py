"""Traps in the data: columns that mark rows which belong together, rows that occur more than once, rare classes."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from outperform.core import Bools, Dataset, Floats, Ints, Note, NoteKind, Values, stream
from outperform.data.canonical_rows import names_of
from outperform.data.times import present_in

# The first two are a convention; the others were chosen so that none of the bundled sets and of 38 UCI sets is flagged
# wrongly (natural repeats: breast-w 34%, vote 21%, primary-tumor 17%, audiology 12%).
LEAST_VALUES = 5  # of a column whose values may mark groups
PURE = 0.9  # share of the values with one class, or nearly one target
EXPECTED = 0.5  # most of that share that chance alone explains
NEARLY_ONE = 0.01  # variance of a target within a value, as a share of its variance
REPEATED = 0.1  # share of repeated rows from which they are mentioned
FINE = 20  # distinct values that some column needs, so that equal rows are no chance ...
CHANCE = 0.1  # ... and the most of them that independent columns explain
NEAR = 0.1  # distance of a near copy over that of the tenth neighbour ...
NEIGHBOURS = 10
NEARLY_REPEATED = 0.3  # ... share of rows with one; at most .29 in the same sets with so many fine columns ...
FINE_COLUMNS = 4  # ... .17 to 1 after copies with noise of 1 to 5% of a standard deviation were added
ROUNDING = 1e-12  # of a squared distance
ASKED = 200  # rows whose neighbours are looked for


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
    columns = _columns(dataset)
    for name, values in columns.items():
        codes = _codes(values)
        if codes is None:
            continue
        found = _one_class(codes, dataset.strata) if dataset.has_classes else _one_target(codes, dataset.target)
        if found is not None:
            yield Note.of(NoteKind.LEAKING_COLUMN, column=name, **found, classes=dataset.has_classes)
    yield from _repeated(dataset.size, list(columns.values()))
    yield from _nearly_repeated(dataset.size, list(columns.values()))


def _columns(dataset: Dataset) -> dict[str, Values]:
    """Return the columns by name; none where rows are no table."""
    rows = dataset.rows
    if hasattr(rows, "indptr") or not hasattr(rows, "shape") or len(rows.shape) != 2:
        return {}
    names = names_of(dataset)
    if hasattr(rows, "columns"):
        taken = [rows.iloc[:, place] if hasattr(rows, "iloc") else rows[name] for place, name in enumerate(names)]
        return {name: np.asarray(column) for name, column in zip(names, taken, strict=True)}
    return dict(zip(names, np.asarray(rows).T, strict=True))


def _codes(values: Values) -> Ints | None:
    """Return text or whole numbers as codes, -1 for missing; None for other columns."""
    if values.dtype.kind in "biuf":
        there = np.isfinite(values)
        if values.dtype.kind == "b" or not there.any() or (values[there] != np.floor(values[there])).any():
            return None
        found = _ranks(values[there])
    else:
        there = present_in(values)
        found = np.unique([str(each) for each in values[there].tolist()], return_inverse=True)[1].reshape(-1)
    codes = np.full(len(values), -1, dtype=np.int64)
    codes[there] = found
    return codes


def _ranks(numbers: Values) -> Ints:
    """Return whole numbers as 0, 1, ... in their order; without sorting where they are small."""
    low, high = float(numbers.min()), float(numbers.max())
    if high - low > 4 * len(numbers):
        sorted_ranks: Ints = np.unique(numbers, return_inverse=True)[1].reshape(-1)
        return sorted_ranks
    steps = (numbers - numbers.min()).astype(np.int64)
    return np.asarray((np.cumsum(np.bincount(steps) > 0) - 1)[steps])


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


def _repeated(size: int, columns: list[Values]) -> Iterator[Note]:
    """Note many repeated rows, unless columns have so few values that rows are equal by chance."""
    import pandas as pd

    try:
        repeated = size - _distinct(size, columns)
        counts = [pd.Series(values).value_counts(dropna=False).to_numpy() for values in columns if repeated]
    except TypeError:  # values that cannot be compared
        return
    pairs = size * size / 2 * float(np.prod([((each / size) ** 2).sum() for each in counts]))  # equal by chance
    if repeated and max(map(len, counts)) >= FINE and pairs <= CHANCE * REPEATED * size:
        yield Note.of(NoteKind.REPEATED_ROWS, repeated=repeated, rows=size)


def _nearly_repeated(size: int, columns: list[Values]) -> Iterator[Note]:
    """Note many rows with a near copy, by the columns of numbers; exact copies do not count."""
    numbers = [values.astype(np.float64) for values in columns if values.dtype.kind in "iuf"]
    fine = [values for values in numbers if np.isfinite(values).all() and len(np.unique(values[:ASKED])) >= FINE]
    if len(fine) < FINE_COLUMNS or size < 2 * NEIGHBOURS:
        return
    table = np.column_stack(fine)
    table = (table - table.mean(axis=0)) / table.std(axis=0)
    asked = stream(0, "near copies").permutation(size)[:ASKED]
    squares = (table**2).sum(axis=1)
    apart = squares[asked, np.newaxis] + squares - 2 * table[asked] @ table.T
    apart[apart < ROUNDING * squares[asked, np.newaxis]] = np.inf  # the row itself, and exact copies
    apart[np.arange(len(asked)), asked] = np.inf
    nearest = np.partition(apart, (0, NEIGHBOURS - 1), axis=1)
    share = float((nearest[:, 0] < NEAR**2 * nearest[:, NEIGHBOURS - 1]).mean())
    if share >= NEARLY_REPEATED:
        yield Note.of(NoteKind.NEAR_COPIES, share=share)


def _distinct(size: int, columns: list[Values]) -> int:
    """Count the rows that differ; all of them, where it is clear that few are repeated."""
    import pandas as pd

    rows, found = np.zeros(size, dtype=np.int64), 1
    for values in columns:
        codes, kinds = pd.factorize(values, use_na_sentinel=False)
        if len(kinds) > 1:
            rows, seen = pd.factorize(rows * len(kinds) + codes)
            found = len(seen)
        if found > (1 - REPEATED) * size:
            return size
    return found if columns else size


USUAL = 10  # folds, the most that are advised


@dataclass(frozen=True)
class Rarest:
    """The class with the fewest rows, or groups where rows are grouped."""

    label: str
    units: int  # its rows, or the groups that have a row of it

    @property
    def folds(self) -> int | None:
        """The most folds, up to the usual ten, that can all have a row of it; None where not even two can."""
        return min(self.units, USUAL) if self.units > 1 else None


def rarest(dataset: Dataset) -> Rarest:
    """Find the rarest class.

    Examples
    --------
    >>> rarest(Dataset(np.zeros((5, 1)), np.array(["no", "no", "yes", "no", "yes"])))
    Rarest(label='yes', units=2)
    """
    strata = dataset.strata
    if dataset.groups is not None:
        groups = np.unique(np.asarray(dataset.groups).astype(str), return_inverse=True)[1].reshape(-1)
        strata = np.unique(np.stack([groups, strata]), axis=1)[1]
    counts = np.bincount(strata)
    label = dataset.target[np.flatnonzero(dataset.strata == counts.argmin())[0]]
    return Rarest(str(label), int(counts.min()))
