"""Targets and groups: one value per row, none missing; whether the target holds classes."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from outperform.core import Bools, InputError, Note, NoteKind, Values, unmasked
from outperform.core.names import name_notes
from outperform.data.codes import refuse_alike
from outperform.data.columns import are_dates, are_free_text
from outperform.data.spellings import COMMAS, have_decimal_commas, same_numbers
from outperform.data.values import as_text, is_category, values_of

LABELS = "if they are class labels, pass them as text (in a file, put a letter before each, as in id123)"
MANY_CLASSES = 20  # whole numbers with more distinct values are quantities


@dataclass(frozen=True, eq=False)
class Target:
    """The values to predict, whether they are classes, and notes for the user."""

    values: Values
    classes: bool
    notes: tuple[Note, ...] = ()


def target_of(given: Any) -> Target:
    """Check a target and decide whether it holds classes.

    Text, booleans and declared categories are classes. Whole numbers are classes if there are two of them, or at most
    20 that each occur twice on average; all other numbers are quantities.

    Examples
    --------
    >>> target_of([0.0, 1.0, 1.0]).values, target_of([0.0, 1.0, 1.0]).classes
    (array([0, 1, 1]), True)
    >>> target_of([0.5, 1.0, 1.5]).classes
    False
    """
    given = _line("target", given)
    values = _full("target", given)
    if values.dtype.kind in "Ub":
        return _classes(values)
    _check_finite(values)
    _check_exact(values)
    distinct, whole = len(np.unique(values)), bool((values == np.floor(values)).all())
    if whole and (
        is_category(given) or (distinct <= 2 or (distinct <= MANY_CLASSES and 2 * distinct <= (len(values))))
    ):
        if (np.abs(values.astype(np.float64)) >= 2.0**63).any():
            raise InputError("target", f"holds whole numbers beyond 2**63, which are not exact; {LABELS}")
        return _classes(values.astype(np.int64))
    return _classes(as_text(values).astype(str)) if is_category(given) else _quantities(values, distinct)


def are_quantities(given: Any) -> bool:
    """Return whether a target holds quantities; what is refused is none."""
    try:
        return not target_of(given).classes
    except InputError:
        return False


def group_notes(groups: Values | None) -> list[Note]:
    """Note groups that are the same number, written in several ways: 01 and 1 are two groups."""
    same = () if groups is None or groups.dtype.kind != "U" else same_numbers(np.unique(groups).tolist())
    return [Note.of(NoteKind.ALIKE_NAMES, what="group", names=same)] if same else []


def groups_of(given: Any) -> Values | None:
    """Check groups: one value per row, none missing, at least two groups."""
    if given is None:
        return None
    groups = _full("groups", _line("groups", given))
    if len(np.unique(groups)) == 1:
        raise InputError("groups", f"all rows have the same group, {groups[0]}; at least two groups are needed")
    return groups


def _line(label: str, given: Any) -> Any:
    """Return one value per row; a table with one column is accepted."""
    if len(getattr(given, "columns", ())) == 1:
        given = given[given.columns[0]]
    given = unmasked(given)
    line = given if hasattr(given, "dtype") else np.array(given, dtype=object)
    if len(line.shape) == 2 and line.shape[1] == 1:
        line = np.asarray(line).reshape(-1)
    shape = tuple(line.shape)
    if len(shape) != 1:
        raise InputError(label, f"must have one value per row, got an array of shape {shape}")
    if shape == (0,):
        raise InputError(label, "has 0 rows")
    return line


def _full(label: str, line: Any) -> Values:
    """Return booleans, numbers or text; raise an InputError for missing values."""
    refuse_alike(label, line)
    values = values_of(label, line, "convert them to numbers or text")
    missing = _missing(values)
    if missing.any():
        raise InputError(label, f"row {np.argmax(missing) + 1} is missing; leave out the rows without a value")
    return values.astype(str) if values.dtype.kind == "O" else values


def _missing(values: Values) -> Bools:
    if values.dtype.kind == "O":
        return np.array([not isinstance(value, str) for value in values.tolist()])
    return np.isnan(values) if values.dtype.kind == "f" else np.zeros(len(values), dtype=bool)


def _check_finite(values: Values) -> None:
    infinite = np.isinf(values)
    if infinite.any():
        row = np.argmax(infinite)
        raise InputError("target", f"row {row + 1} is {values[row]}; the values must be finite")


def _check_exact(values: Values) -> None:
    """Raise an InputError for whole numbers too large for a float: they are identifiers, not quantities."""
    if values.dtype.kind in "iu" and (np.abs(values.astype(np.float64)) >= 2.0**53).any():
        raise InputError("target", f"holds whole numbers beyond 2**53, which are not exact; {LABELS}")


def _all_are(values: Values, kind: str) -> str:
    if len(values) == 1:
        return f"there is only one row, with the {kind} {values[0]}"
    return f"all {len(values)} rows have the same {kind}, {values[0]}"


def _classes(values: Values) -> Target:
    classes = set(values.tolist())
    if len(classes) == 1:
        raise InputError("target", f"{_all_are(values, 'class')}; at least two classes are needed")
    if values.dtype.kind == "U" and are_dates(classes):
        raise InputError("target", "holds dates; convert them to numbers or text")
    if values.dtype.kind == "U" and are_free_text(len(classes), len(values)):
        if have_decimal_commas(classes):
            raise InputError("target", f"its numbers, such as {str(values[0])!r}, have a decimal comma; {COMMAS}")
        raise InputError(
            "target", f"has {len(classes)} classes in {len(values)} rows, so it looks like free text or an identifier"
        )
    return Target(values, classes=True, notes=tuple(_name_notes(values)) if values.dtype.kind == "U" else ())


def _name_notes(values: Values) -> Iterator[Note]:
    """Note classes that look the same, each with its rows, and classes with letters that nobody sees."""
    rows = dict(Counter(values.tolist()).most_common())
    for note in name_notes(**{"class": rows}):
        if note.kind is NoteKind.ALIKE_NAMES:
            classes = tuple(tuple((label, rows[label]) for label in each) for each in note["names"])
            note = Note.of(NoteKind.ALIKE_CLASSES, classes=classes)
        yield note
    same = same_numbers(rows)
    if same:
        yield Note.of(
            NoteKind.ALIKE_CLASSES, classes=tuple(tuple((label, rows[label]) for label in each) for each in same)
        )


def _quantities(values: Values, distinct: int) -> Target:
    if distinct == 1:
        raise InputError("target", f"{_all_are(values, 'value')}; there is nothing to predict")
    notes = (Note.of(NoteKind.QUANTITIES, distinct=distinct),) if values.dtype.kind in "iu" else ()
    return Target(values.astype(np.float64), classes=False, notes=notes)
