"""Weights of items: how much each counts, checked, and said wherever an answer rests on them."""

import numpy as np

from outperform.core import Floats, InputError, Note, NoteKind, Values
from outperform.data.cells import as_floats, is_missing, shown
from outperform.data.predictions.label_columns import place


def row_weights(values: Values, name: str, names: Values | None = None) -> Floats:
    """Return the weight of each row; raise an InputError for one that is not above 0."""
    found = as_floats(values)
    bad = np.flatnonzero(~((found > 0) & np.isfinite(found)))
    if bad.size:
        row = int(bad[0])
        cell = values[row]
        told = "is empty" if is_missing(cell) or cell == "" else f"is {shown(cell)}"
        raise InputError(name, f"{place(row, names)} {told}; a weight must be a number above 0")
    return found


def weight_notes(weights: Floats, column: str, *, named: bool) -> tuple[Note, ...]:
    """Note the column that says how much each item counts, unless all count the same; ``named`` by the user."""
    if not np.ptp(weights):
        return ()
    relative = weights / weights.max()
    facts = {"items": weights.size, "equal_to": float(relative.sum() ** 2 / (relative**2).sum()), "named": named}
    return (Note.of(NoteKind.WEIGHTED, column=column, low=float(weights.min()), high=float(weights.max()), **facts),)
