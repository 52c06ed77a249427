"""A sheet: the columns of a league's table, with the place of every cell for errors."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from outperform.core import Bools, InputError, Ints, Note, Values
from outperform.data.evals.codes import Codes, codes_of
from outperform.data.leagues.cells import PaperColumn, column_of
from outperform.data.tables import INDEX, is_missing
from outperform.data.values import listed

_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_APART = re.compile(r"[\W_]+")


def words_of(name: str) -> str:
    """Return the words of a column's name in lower case, without signs.

    Examples
    --------
    >>> words_of("Data-Set"), words_of("NumberOfInstances"), words_of("#n_train")
    ('data set', 'number of instances', 'n train')
    """
    return " ".join(word for word in _APART.split(_CAMEL.sub(" ", name).casefold()) if word)


@dataclass(frozen=True, eq=False)
class LeagueSheet:
    """The columns of a table by name."""

    columns: dict[str, Values]
    origin: str
    numbers: Ints  # [row]: their numbers in the file
    notes: tuple[Note, ...] = ()

    @classmethod
    def of(cls, columns: Mapping[str, Any], origin: str, numbers: Ints | None = None) -> "LeagueSheet":
        """Make a sheet; rows without any value, as spreadsheets write them below a table, are left out."""
        given = {name: np.asarray(column) for name, column in columns.items()}
        nested = next((name for name, column in given.items() if column.ndim != 1), None)
        if nested is not None:
            raise InputError(origin, f"column {nested!r} holds several values per row")
        size = len(next(iter(given.values()), ()))
        if not size:
            raise InputError(origin, f"has no rows, only the columns {listed(given)}" if given else "has no columns")
        sheet = cls(given, origin, np.arange(1, size + 1) if numbers is None else numbers)
        full = ~np.array([all(_is_empty(column[row]) for column in given.values()) for row in range(size)])
        if not full.any():
            raise InputError(origin, "holds only empty cells")
        return sheet if full.all() else sheet.at(full)

    def __len__(self) -> int:
        return len(self.numbers)

    def at(self, rows: Bools | Ints) -> "LeagueSheet":
        """Keep some rows."""
        columns = {name: column[rows] for name, column in self.columns.items()}
        return replace(self, columns=columns, numbers=self.numbers[rows])

    def without(self, *names: str) -> "LeagueSheet":
        """Leave out columns."""
        return replace(self, columns={name: column for name, column in self.columns.items() if name not in names})

    def noting(self, *notes: Note) -> "LeagueSheet":
        """Add notes."""
        return replace(self, notes=(*self.notes, *notes))

    def place(self, name: str) -> Callable[[int], str]:
        """Return how the rows of a column are named in errors."""
        shown = "the first column" if name == INDEX else f"column {name!r}"
        return lambda row: f"{self.origin}, {shown}, row {self.numbers[row]}"

    def names(self, column: str, what: str) -> Codes:
        """Return the codes of a column of names, which must not have gaps."""
        found = codes_of(f"{self.origin}, column {column!r}", self.columns[column])
        gaps = np.flatnonzero((found.codes < 0) | np.isin(found.codes, np.flatnonzero(found.names == "")))
        if gaps.size:
            raise InputError(self.place(column)(int(gaps[0])), f"has no {what}; every row needs its name")
        return found

    def scores(self, column: str, *, commas: bool) -> PaperColumn:
        """Return a column of scores."""
        return column_of(self.columns[column], self.place(column), commas=commas)


def _is_empty(cell: Any) -> bool:
    return not isinstance(cell, list | tuple | dict | np.ndarray) and (is_missing(cell) or cell == "")
