"""A sheet: the columns of a table, with the place of every cell for errors."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from outperform.core import Bools, InputError, Ints, Note, NoteKind, Values
from outperform.data.cells import NumberColumn, Style, is_empty, read_numbers
from outperform.data.codes import Codes, codes_of
from outperform.data.tables import INDEX
from outperform.data.values import listed


@dataclass(frozen=True, eq=False)
class Sheet:
    """The columns of a table by name."""

    columns: dict[str, Values]
    origin: str
    numbers: Ints  # [row]: their numbers in the file
    notes: tuple[Note, ...] = ()

    @classmethod
    def of(cls, columns: Mapping[str, Any], origin: str, numbers: Ints | None = None) -> "Sheet":
        """Make a sheet; rows without any value, as spreadsheets write them below a table, are left out."""
        given = {name: np.asarray(column) for name, column in columns.items()}
        nested = next((name for name, column in given.items() if column.ndim != 1), None)
        if nested is not None:
            raise InputError(origin, f"column {nested!r} holds several values per row")
        size = len(next(iter(given.values()), ()))
        if not size:
            raise InputError(origin, f"has no rows, only the columns {listed(given)}" if given else "has no columns")
        sheet = cls(given, origin, np.arange(1, size + 1) if numbers is None else numbers)
        gaps = [row for row, cell in enumerate(next(iter(given.values())).tolist()) if is_empty(cell)]
        empty = [row for row in gaps if all(is_empty(column[row]) for column in given.values())]
        if len(empty) == size:
            raise InputError(origin, "holds only empty cells")
        return sheet.at(np.delete(np.arange(size), empty)) if empty else sheet

    def __len__(self) -> int:
        return len(self.numbers)

    def at(self, rows: Bools | Ints) -> "Sheet":
        """Keep some rows."""
        columns = {name: column[rows] for name, column in self.columns.items()}
        return replace(self, columns=columns, numbers=self.numbers[rows])

    def without(self, *names: str) -> "Sheet":
        """Leave out columns."""
        return replace(self, columns={name: column for name, column in self.columns.items() if name not in names})

    def noting(self, *notes: Note) -> "Sheet":
        """Add notes."""
        return replace(self, notes=(*self.notes, *notes))

    def place(self, name: str) -> Callable[[int], str]:
        """Return how the rows of a column are named in errors."""
        shown = "the first column" if name == INDEX else f"column {name!r}"
        return lambda row: f"{self.origin}, {shown}, row {self.numbers[row]}"

    def called(self, new: Mapping[str, str]) -> "Sheet":
        """Call columns otherwise, and note those whose name does not say it."""
        columns = {new.get(name, name): column for name, column in self.columns.items()}
        read = tuple((old, name) for old, name in new.items() if old.strip().lower() != name)
        return replace(self, columns=columns).noting(
            *([Note.of(NoteKind.COLUMNS_READ_AS, columns=read)] if read else [])
        )

    def names(self, column: str, what: str) -> Codes:
        """Return the codes of a column of names, which must not have gaps."""
        found = codes_of(f"{self.origin}, column {column!r}", self.columns[column])
        gaps = np.flatnonzero((found.codes < 0) | np.isin(found.codes, np.flatnonzero(found.names == "")))
        if gaps.size:
            read = [dict(note["columns"]) for note in self.notes if note.kind is NoteKind.COLUMNS_READ_AS]
            own = next((old for names in read for old, name in names.items() if name == column), column)
            raise InputError(self.place(own)(int(gaps[0])), f"is empty; every row needs the name of its {what}")
        return found

    def scores(self, column: str, style: Style, *, words: bool = False) -> NumberColumn:
        """Return a column of scores; with ``words`` right and wrong are 1 and 0."""
        return read_numbers(self.columns[column], self.place(column), style, words=words)
