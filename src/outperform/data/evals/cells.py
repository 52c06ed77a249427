"""Cells of scores: numbers, booleans and numeric text; what is missing stays apart from what cannot be read."""

import re
from collections.abc import Callable
from decimal import Decimal
from math import inf, isfinite, nan
from typing import Any

import numpy as np

from outperform.core import Floats, InputError, Values
from outperform.data.evals.codes import codes_of
from outperform.data.tables import is_missing, shown

Place = Callable[[int], str]

_MISSING = {"", "nan", "na", "n/a", "<na>", "null", "none", "nat"}
_LETTERS = {"C": "1", "P": "0.5", "I": "0", "yes": "1", "no": "0", "Yes": "1", "No": "0"}
_RIGHT, _WRONG = {"pass", "passed", "correct", "right", "success"}, {"fail", "failed", "incorrect", "wrong", "failure"}
_PERCENT = re.compile(r"[-+]?\d[\d.]*\s*%")
_COMMA = re.compile(r"[-+]?[\d.]*,[\d,.]+\s*%?")
_SPREAD = re.compile(r"[-+]?[\d.]+\s*%?\s*(±|\+/?-|\()\s*[\d.]+\s*%?\)?")
_WORDS = {"true": 1.0, "false": 0.0}


def number_of(cell: Any) -> float | None:
    """Return the score in a cell, NaN where it is missing, None where the cell cannot be read.

    Examples
    --------
    >>> number_of("0.5"), number_of(True), number_of("nan"), number_of("abc"), number_of([1])
    (0.5, 1.0, nan, None, None)
    """
    if isinstance(cell, str):
        text = cell.strip().lower()
        return nan if text in _MISSING else _WORDS.get(text, None if "_" in text else _finite(text))
    if not isinstance(cell, list | tuple | dict | np.ndarray) and is_missing(cell):
        return nan
    known = isinstance(cell, bool | int | float | Decimal | np.integer | np.floating | np.bool_)
    return _finite(cell) if known else None


def _finite(cell: Any) -> float | None:
    try:
        number = float(cell)
    except (ValueError, OverflowError):
        return None
    return number if isfinite(number) else None


def score_numbers(column: Any, place: Place, name: str = "score") -> Floats:
    """Return a column of scores, NaN where one is missing; raise an InputError with the place of an unreadable one."""
    values = np.asarray(column)
    if values.dtype.kind in "biuf":
        found = values.astype(np.float64)
        return _without_infinite(found, values, place, name)
    return _from_cells(values.astype(object), place, name)


def _from_cells(values: Values, place: Place, name: str) -> Floats:
    try:
        cells = codes_of(name, values)
    except InputError:
        row = next(row for row, cell in enumerate(values.tolist()) if number_of(cell) is None)
        raise unreadable(values[row], place(row), name) from None
    distinct = {cell: number_of(cell) for cell in cells.names.tolist()}
    numbers = np.array([inf if number is None else number for number in distinct.values()] or [nan])
    found = np.where(cells.codes < 0, nan, numbers[cells.codes])
    return _without_infinite(found, values, place, name)


def _without_infinite(found: Floats, values: Values, place: Place, name: str) -> Floats:
    bad = np.flatnonzero(np.isinf(found))
    if bad.size:
        raise unreadable(values[bad[0]], place(int(bad[0])), name)
    return found


def unreadable(cell: Any, place: str, name: str) -> InputError:
    """Return the error of a cell that holds no score."""
    what = "a list, not one score per item" if isinstance(cell, list | tuple | np.ndarray) else None
    what = "an object, not one score per item" if isinstance(cell, dict) else what
    return InputError(place, f"{name} is {what or f'{shown(cell)[:80]}, not a finite number{_advice(cell)}'}")


def _advice(cell: Any) -> str:
    """Return how to write a score that stands in a text otherwise."""
    text = cell.strip() if isinstance(cell, str) else ""
    if text in _LETTERS:
        return f"; write {text} as {_LETTERS[text]}"
    if text.lower() in _RIGHT | _WRONG:
        return f"; write {text} as {int(text.lower() in _RIGHT)}"
    if _PERCENT.fullmatch(text):
        return f"; write it as {float(text.rstrip('% ')) / 100:.6g}" if text.count(".") < 2 else ""
    if _COMMA.fullmatch(text):
        return "; write numbers with a decimal point and without other signs, as in 0.412"
    return "; write the score of each item, not a mean with its spread" if _SPREAD.fullmatch(text) else ""


def nearly_numbers(column: Any) -> int | None:
    """Return the first row of a column of scores that are written otherwise, such as 41.2%; None for other columns."""
    values = np.asarray(column)
    if values.dtype.kind not in "OUT":
        return None
    cells = [(row, cell) for row, cell in enumerate(values.tolist()) if isinstance(cell, str) and cell.strip()]
    found = [row for row, cell in cells if _advice(cell)]
    return found[0] if found and 2 * len(found) >= len(cells) else None


def holds_numbers(column: Any, *, empty: bool) -> bool:
    """Return whether at least half of the distinct cells are scores; ``empty`` where all cells are missing."""
    values = np.asarray(column)
    if values.dtype.kind in "biuf":
        return True
    if values.dtype.kind in "mMc":
        return False
    try:
        cells = codes_of("cells", values).names.tolist()
    except InputError:  # lists
        return False
    found = [number_of(cell) for cell in cells]
    present = [number for number in found if number is None or number == number]  # noqa: PLR0124 - not NaN
    return 2 * sum(number is not None for number in present) >= len(present) if present else empty
