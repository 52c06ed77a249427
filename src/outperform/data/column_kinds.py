"""Kinds of columns in a table of scores: which are identifiers, text, times or training scores, and not compared."""

import re

import numpy as np

from outperform.core import Values
from outperform.data.tables import Columns, as_floats, is_missing

_IDENTIFIER = re.compile(r"(.*[_ .-])?id|index|seed|random_state|candidate|unnamed: \d+|level_\d+")
_TIME = re.compile(r"((mean|std)_)?(fit|score)_time|seconds|duration|time")
_LIKE_NUMBER = re.compile(r"[-+]?[\d.,]+([eE][-+]?\d+)?\s*%?(\s*(±|\+/?-|\()\s*[\d.,]+\s*%?\)?)?")


def left_out_of(columns: Columns, *, training: bool) -> dict[str, tuple[str, ...]]:
    """Return the columns that are no scores, by what they are."""
    found: dict[str, list[str]] = {}
    for name, column in columns.items():
        kind = _kind(name.lower(), column, training=training)
        if kind:
            found.setdefault(kind, []).append(name)
    return {kind: tuple(names) for kind, names in found.items()}


def _kind(name: str, column: Values, *, training: bool) -> str:
    if is_identifier(name, column):
        return "identifiers"
    if is_text(column):
        return "text"
    if column.dtype.kind in "mM":
        return "dates or times"
    if _TIME.fullmatch(name):
        return "times"
    return "training scores" if training and name.startswith("train_") else ""


def is_identifier(name: str, column: Values) -> bool:
    """Return whether a column is called like an identifier and holds whole numbers or text."""
    return bool(_IDENTIFIER.fullmatch(name.lower())) and (is_text(column) or are_whole(column))


def is_text(column: Values) -> bool:
    """Return whether a column holds text alone, none of which looks like a number."""
    if column.dtype.kind not in "OUT":
        return False
    cells = [cell for cell in column.tolist() if not is_missing(cell)]
    return bool(cells) and all(isinstance(cell, str) and not _LIKE_NUMBER.fullmatch(cell.strip()) for cell in cells)


def are_whole(column: Values) -> bool:
    """Return whether all cells are whole numbers."""
    found = as_floats(column)
    return bool(np.isfinite(found).all() and (found == np.floor(found)).all())


def are_fractions(column: Values) -> bool:
    """Return whether all cells are numbers, not all of them whole."""
    found = as_floats(column)
    return bool(np.isfinite(found).all() and (found != np.floor(found)).any())
