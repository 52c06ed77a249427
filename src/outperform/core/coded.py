"""The rows of a data set coded once, so that no fit needs to read its columns of text again."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from outperform.core.arrays import Floats, Ints
from outperform.core.brief import Brief


@dataclass(frozen=True, eq=False, repr=False)
class CodedData(Brief):
    """Numeric columns as numbers, nominal ones as cells: categories numbered through all nominal columns.

    Within a column categories are in sorted order, and the last cell stands for a missing value, whether or not there
    is one. Nothing here depends on which rows are used for training: ``cells_seen`` tells what does.
    """

    numbers: Floats  # [row, numeric column]; NaN is missing
    cells: Ints  # [nominal column, row]
    ends: Ints  # [nominal column]: one more than its last cell
    complete: bool  # no number of the data set is missing
    by_column: bool = False  # the numbers of a column are adjacent, as in a frame: sums round accordingly

    def __len__(self) -> int:
        """Return the number of rows."""
        return len(self.numbers)

    @property
    def shape(self) -> tuple[int, int]:
        """Numbers of rows and of columns, as arrays and frames have it."""
        return len(self), self.numbers.shape[1] + len(self.cells)

    def __getitem__(self, rows: Ints) -> "CodedData":
        """Return some of the rows; numbers stay in the layout in which a frame or an array returns them."""
        numbers = self.numbers.T.take(rows, axis=1).T if self.by_column else self.numbers[rows]
        return CodedData(numbers, self.cells.take(rows, axis=1), self.ends, self.complete, self.by_column)

    def cells_seen(self, *, missing: bool) -> Ints:
        """Return the place of each cell among those that occur in these rows, -1 where it does not occur.

        ``missing`` says whether a missing value is a category of its own or has no place.

        Examples
        --------
        >>> sun, missing, rain = 1, 2, 0
        >>> table = CodedData(np.empty((3, 0)), np.array([[sun, missing, rain]]), np.array([3]), complete=True)
        >>> table[np.array([0, 1])].cells_seen(missing=True).tolist()
        [-1, 0, 1]
        """
        seen = np.zeros(self.ends[-1] if len(self.ends) else 0, dtype=np.bool_)
        seen[self.cells] = True
        if not missing:
            seen[self.ends - 1] = False
        places: Ints = np.where(seen, np.cumsum(seen) - 1, -1)
        return places


def coded_data(rows: Any, kinds: tuple[str, ...]) -> CodedData | None:
    """Code an array of float64, or a frame of columns of float64 and of text with NaN for missing values.

    Returns None for all else: other types, infinite numbers, or kinds that are not known.
    """
    if isinstance(rows, np.ndarray):
        if rows.dtype != np.float64 or rows.ndim != 2:
            return None
        return _checked(rows, [], by_column=False)
    if not hasattr(rows, "iloc") or len(kinds) != rows.shape[1]:
        return None
    series = [column for _, column in rows.items()]
    numeric = [column for column, kind in zip(series, kinds, strict=True) if kind == "numeric"]
    nominal = [_coded(column) for column, kind in zip(series, kinds, strict=True) if kind != "numeric"]
    if any(column.dtype != np.float64 for column in numeric) or any(coded is None for coded in nominal):
        return None
    numbers = np.array([column.to_numpy() for column in numeric]).reshape(len(numeric), len(rows))
    return _checked(numbers.T, [coded for coded in nominal if coded is not None], by_column=True)


def _checked(numbers: Floats, nominal: list[tuple[Ints, int]], *, by_column: bool) -> CodedData | None:
    if np.isinf(numbers).any():
        return None
    ends = np.cumsum([count for _, count in nominal], dtype=np.int64)
    starts = [int(end) - count for end, (_, count) in zip(ends, nominal, strict=True)]
    cells = np.empty((len(nominal), len(numbers)), dtype=np.int64)
    for row, start, (codes, _) in zip(cells, starts, nominal, strict=True):
        np.add(codes, start, out=row)
    return CodedData(numbers, cells, ends, complete=not np.isnan(numbers).any(), by_column=by_column)


def _coded(column: Any) -> tuple[Ints, int] | None:
    """Return each value's place among the sorted categories, missing ones last, and the number of places."""
    if column.dtype != object:
        return None
    places, found = column.array.factorize()
    levels = found.tolist()
    absent = column.to_numpy()[places < 0]
    if not all(type(level) is str for level in levels) or not all(isinstance(value, float) for value in absent):
        return None
    order = sorted(range(len(levels)), key=levels.__getitem__)
    rank = np.empty(len(levels) + 1, dtype=np.int64)
    rank[order] = np.arange(len(levels))
    rank[-1] = len(levels)
    return rank[places], len(levels) + 1
