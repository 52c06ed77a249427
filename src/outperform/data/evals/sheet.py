"""A sheet: the columns of a table by role, with the place of every cell for errors."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from outperform.core import Floats, InputError, Ints, Note, NoteKind
from outperform.data.evals.cells import score_numbers
from outperform.data.evals.codes import Codes, codes_of
from outperform.data.evals.records import EvalRecords

BESIDE = ("item", "system", "sample", "cluster", "task", "weight")
SPLITS = ("fold", "split", "cv_fold")
_NEEDED = {"item": "the name of its item", "system": "the name of its system"}
SPLITS_ELSEWHERE = "for scores of splits use 'outperform scores' (in Python: judge)"


@dataclass(frozen=True, eq=False)
class Sheet:
    """Columns by role; those of other roles keep their names."""

    columns: dict[str, Any]
    origin: str
    numbers: Ints  # [row]: their numbers in the file
    notes: tuple[Note, ...]

    def place(self, name: str) -> Callable[[int], str]:
        """Return how the rows of a column are named in errors."""
        return lambda row: f"{self.origin}, column {name!r}, row {self.numbers[row]}"

    def codes(self, role: str) -> Codes:
        """Return the codes of a column that must not have gaps."""
        found = codes_of(f"{self.origin}, column {role!r}", self.columns[role])
        gaps = np.flatnonzero(found.codes < 0)
        if gaps.size:
            place = self.place(self._own_name(role))(int(gaps[0]))
            raise InputError(place, f"is empty; every row needs {_NEEDED.get(role, 'one')}")
        return found

    def _own_name(self, role: str) -> str:
        """Return what the file calls a column."""
        read = (dict(note["columns"]) for note in self.notes if note.kind is NoteKind.COLUMNS_READ_AS)
        return next((own for names in read for own, known in names.items() if known == role), role)

    def optional(self, role: str) -> Codes | None:
        """Return the codes of a column; None where there is none, or all its cells are empty."""
        if role not in self.columns:
            return None
        found = codes_of(f"{self.origin}, column {role!r}", self.columns[role])
        return self.codes(role) if len(found.names) else None

    def weights(self) -> Floats | None:
        """Return the weights of rows; None where all count the same."""
        if "weight" not in self.columns:
            return None
        found = score_numbers(self.columns["weight"], self.place("weight"), "weight")
        bad = np.flatnonzero(~(found > 0))
        if bad.size:
            cell = self.columns["weight"][bad[0]]
            told = "is empty" if np.isnan(found[bad[0]]) else f"is {cell}"
            raise InputError(self.place("weight")(int(bad[0])), f"{told}; a weight must be above 0")
        return found

    def records(
        self, systems: Codes, items: Codes, scores: Floats, ignored: Mapping[str, Sequence[str]]
    ) -> EvalRecords:
        """Make records of scores and of what stands beside them; ``ignored`` columns by why they are left out."""
        told = {why: tuple(names) for why, names in ignored.items() if names}
        left_out = (Note.of(NoteKind.IGNORED_COLUMNS, **told),) if told else ()
        return EvalRecords(
            self.origin,
            systems,
            items,
            scores,
            samples=self.optional("sample"),
            tasks=self.optional("task"),
            clusters=self.optional("cluster"),
            weights=self.weights(),
            numbers=self.numbers,
            notes=(*self.notes, *left_out),
        )
