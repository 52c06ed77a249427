"""Columns: numeric or nominal; dates, free text and infinite values raise an InputError with advice."""

import re
from dataclasses import dataclass
from typing import Any

import numpy as np

from outperform.core import Floats, InputError, Note, NoteKind, Values
from outperform.data.spellings import COMMAS, are_other_dates, have_decimal_commas, marked_numbers
from outperform.data.times import holds_dates
from outperform.data.values import as_text, is_category, values_of
from outperform.surface import option, switch
from outperform.words.data_notes import stray_words

NUMERIC, NOMINAL = "numeric", "nominal"
MANY_VALUES = 50  # text with more distinct values, in more than half of the rows, is free text or an identifier
ROWS_TO_COUNT = 10  # shorter columns of 1, 2, 3, ... may be chance

_ISO_DATE = re.compile(r"\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d([.,]\d+)?)?(Z|[+-]\d\d:?\d\d)?)?")


@dataclass(frozen=True, eq=False)
class Column:
    """The values of one column, float64 or text, and notes for the user."""

    kind: str
    values: Values
    remark: NoteKind | None = None  # a note that several columns may share, such as having one value
    note: Note | None = None  # a note about this column only


def column_of(name: str, given: Any, *, texts: bool = False) -> Column:
    """Return one column as numbers, or as text with NaN for missing values.

    Dates, free text (unless ``texts`` allows it) and infinite values raise an InputError. A column that the user
    declared nominal (pandas' category, polars' Categorical and Enum, ARFF's ``{a, b}``) stays nominal even if its
    values are numbers.

    Examples
    --------
    >>> column_of("age", [31, None, 42]).values
    array([31., nan, 42.])
    >>> column_of("colour", ["red", None, "blue"]).values
    array(['red', nan, 'blue'], dtype=object)
    """
    advice = f"leave it out ({option('drop', [name])}) or encode it as numbers"
    if holds_dates(given):
        raise InputError(f"column {name!r}", f"holds dates; {_on_dates(name)}")
    values = values_of(f"column {name!r}", given, advice)
    if is_category(given):
        return _declared(name, as_text(values))
    if values.dtype.kind == "O":
        return _undeclared(name, values, advice, texts=texts)
    numbers = values.astype(np.float64, copy=False)
    return Column(NUMERIC, numbers, remark_on(name, numbers))


def _on_dates(name: str, *, iso: bool = True) -> str:
    """Return what to do with a column of dates; those that are not ISO's are to be rewritten first."""
    first = "" if iso else "write them as 2024-03-01 and "
    return (
        f"{first}order the rows by it ({option('time', name)}), shuffle them all the same ({switch('shuffle')}),"
        f" or leave it out ({option('drop', [name])})"
    )


def remark_on(name: str, numbers: Floats) -> NoteKind | None:
    """Return the note on a column without values, with one value, or that numbers the rows; refuse infinite values."""
    infinite = np.isinf(numbers)
    if infinite.any():
        row = int(np.argmax(infinite))
        raise InputError(
            f"column {name!r}",
            f"row {row + 1} is {numbers[row]}; replace infinite values by numbers or leave them empty",
        )
    if np.isnan(numbers[0]):
        return NoteKind.EMPTY_COLUMNS if np.isnan(numbers).all() else None
    if len(numbers) > 1 and (numbers == numbers[0]).all():
        return NoteKind.CONSTANT_COLUMNS
    counts = len(numbers) >= ROWS_TO_COUNT and numbers[-1] - numbers[0] == len(numbers) - 1
    return NoteKind.COUNTING_COLUMNS if counts and (np.diff(numbers) == 1).all() else None


def _declared(name: str, values: Values) -> Column:
    present = _present(values)
    distinct = set(present)
    note = Note.of(NoteKind.IDENTIFIER, column=name, distinct=len(distinct), rows=len(present))
    many = are_free_text(len(distinct), len(present))
    return Column(NOMINAL, values, _remark(values, distinct), note if many else None)


def _undeclared(name: str, values: Values, advice: str, *, texts: bool) -> Column:
    """Return text as nominal, unless it holds dates or is free text."""
    present = _present(values)
    distinct = set(present)
    if are_dates(distinct):
        raise InputError(f"column {name!r}", f"holds dates; {advice}")
    if are_free_text(len(distinct), len(present)):
        return _many(name, values, distinct, advice, texts=texts)
    stray = _stray(values, distinct)
    note = Note.of(NoteKind.TAKEN_AS_NOMINAL, column=name, row=stray[0], value=stray[1]) if stray else None
    if have_decimal_commas(distinct):
        note = Note.of(NoteKind.DECIMAL_COMMAS, column=name, value=present[0])
    return Column(NOMINAL, values, _remark(values, distinct), note)


def _many(name: str, values: Values, distinct: set[str], advice: str, *, texts: bool) -> Column:
    """Return text of many different values as numbers, where it is numbers and marks for missing ones; else refuse."""
    present = _present(values)
    numbers = marked_numbers(values)
    if numbers is not None:
        found, marks, cells = numbers
        note = Note.of(NoteKind.MISSING_MARKS, column=name, marks=marks, cells=cells)
        return Column(NUMERIC, found, remark_on(name, found), note)
    if are_other_dates(present):
        raise InputError(f"column {name!r}", f"holds dates, such as {present[0]!r}; {_on_dates(name, iso=False)}")
    if have_decimal_commas(distinct):
        raise InputError(f"column {name!r}", f"its numbers, such as {present[0]!r}, have a decimal comma; {COMMAS}")
    if texts:
        return Column(NOMINAL, values)
    stray = _stray(values, distinct)
    reason = stray_words(*stray) if stray else f"{len(distinct)} distinct values in {len(present)} rows"
    raise InputError(
        f"column {name!r}",
        f"looks like free text or an identifier ({reason}), which only models of your own can read; {advice}",
    )


def holds_other_dates(given: Any) -> bool:
    """Return whether a column of many different texts holds dates that are not written as ISO's."""
    if is_category(given) or getattr(getattr(given, "dtype", None), "kind", "O") in "biufmM":
        return False
    present = [each for each in np.asarray(given, dtype=object).tolist() if isinstance(each, str)]
    return are_free_text(len(set(present)), len(present)) and are_other_dates(present)


def _present(values: Values) -> list[str]:
    return [value for value in values.tolist() if isinstance(value, str)]


def _remark(values: Values, distinct: set[str]) -> NoteKind | None:
    if not distinct:
        return NoteKind.EMPTY_COLUMNS
    constant = len(distinct) == 1 and (values == values[0]).all() and len(values) > 1
    return NoteKind.CONSTANT_COLUMNS if constant else None


def are_dates(distinct: set[str]) -> bool:
    """Return whether all of these are ISO dates.

    Examples
    --------
    >>> are_dates({"2024-02-29", "2024-03-01T12:00:00Z"}), are_dates({"2024-02-29", "never"})
    (True, False)
    """
    return bool(distinct) and all(_ISO_DATE.fullmatch(value) for value in distinct)


def are_free_text(distinct: int, present: int) -> bool:
    """Return whether a column has too many distinct values to be categories."""
    return distinct > MANY_VALUES and 2 * distinct > present


def _stray(values: Values, distinct: set[str]) -> tuple[int | None, str] | None:
    """Return row and value of the first non-number where most values are numbers; no row if all of them are."""
    words = {value for value in distinct if not _is_written_number(value)}
    if 2 * len(words) >= len(distinct):
        return None
    if not words:
        return None, ""
    row = next(index for index, value in enumerate(values.tolist()) if value in words)
    return row + 1, values[row]


def _is_written_number(value: str) -> bool:
    try:
        float(value)
    except ValueError:
        return False
    return True
