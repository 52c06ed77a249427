"""How cells of a table are written: marks for missing numbers, decimal commas, dates that are not ISO, equal labels."""

import re
from collections.abc import Collection, Iterable

import numpy as np

from outperform.core import Floats, Values

MARKS = frozenset({"N/A", "n/a", "#N/A", "NULL", "None", "none", "-", "."})
"""Cells that mean "no value" where all others are numbers."""
NEARLY_ALL = 0.95  # share of the cells that a pattern must fit
COMMAS = "write them with a decimal point (pandas: read_csv(..., decimal=','))"

_NUMBER = re.compile(r"\s*[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?\s*", re.ASCII)
_COMMA = re.compile(r"\s*[-+]?\d*,\d+([eE][-+]?\d+)?\s*", re.ASCII)
_PADDED = re.compile(r"[-+]?0\d+", re.ASCII)
_WHOLE = re.compile(r"\s*[-+]?\d+\s*", re.ASCII)
_MONTH = r"(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?"
_CLOCK = r"([ T]\d{1,2}:\d\d(:\d\d(\.\d+)?)?(\s?[ap]m)?)?"
_DATES = [
    re.compile(text + _CLOCK, re.ASCII | re.IGNORECASE)
    for text in (
        r"\d{1,2}/\d{1,2}/(\d{4}|\d\d)",
        r"\d{1,2}\.\d{1,2}\.\d{4}",
        r"\d{4}[/.]\d{1,2}[/.]\d{1,2}",
        rf"(\d{{1,2}}[ -])?{_MONTH}[ -]\d{{4}}",
        rf"{_MONTH} \d{{1,2}},? \d{{4}}",
    )
]


def marked_numbers(values: Values) -> tuple[Floats, tuple[str, ...], int] | None:
    """Return a column of numbers and marks as numbers, its marks, and how many cells are marks; None for another.

    Examples
    --------
    >>> marked_numbers(np.array(["1.5", "N/A", "2"], dtype=object))
    (array([1.5, nan, 2. ]), ('N/A',), 1)
    """
    cells = [cell.strip() if isinstance(cell, str) else None for cell in values.tolist()]
    marks = [cell for cell in cells if cell in MARKS]
    words = [cell for cell in cells if cell is not None and cell not in MARKS]
    if not marks or not words or not all(_NUMBER.fullmatch(cell) for cell in words):
        return None
    numbers = np.array([np.nan if cell is None or cell in MARKS else float(cell) for cell in cells])
    return numbers, tuple(dict.fromkeys(marks)), len(marks)


def same_numbers(distinct: Iterable[str]) -> tuple[tuple[str, ...], ...]:
    """Return the texts that are the same number, written in several ways.

    Examples
    --------
    >>> same_numbers(["01", "2", "1", "1.0", "a", "A"])
    (('01', '1', '1.0'),)
    """
    found: dict[float, list[str]] = {}
    for text in dict.fromkeys(distinct):
        if _NUMBER.fullmatch(text):
            found.setdefault(float(text), []).append(text)
    return tuple(tuple(texts) for texts in found.values() if len(texts) > 1)


def are_codes(distinct: Iterable[str]) -> bool:
    """Return whether numbers are labels: some begin with a needless zero, or one is written in several ways.

    Examples
    --------
    >>> are_codes(["01", "02"]), are_codes(["1", "1.0"]), are_codes(["0", "1", "0.5"])
    (True, True, False)
    """
    texts = [*distinct]
    return any(_PADDED.fullmatch(text) for text in texts) or bool(same_numbers(texts))


def have_decimal_commas(distinct: Collection[str]) -> bool:
    """Return whether these are numbers, most of them with a decimal comma.

    Examples
    --------
    >>> have_decimal_commas({"0,51", "-1,2", "3"}), have_decimal_commas({"0.51", "3"}), have_decimal_commas({"1,2,3"})
    (True, False, False)
    """
    commas = sum(_COMMA.fullmatch(each) is not None for each in distinct)
    whole = sum(_WHOLE.fullmatch(each) is not None for each in distinct)
    return 2 * commas > len(distinct) and commas + whole >= NEARLY_ALL * len(distinct)


def are_other_dates(present: Collection[str]) -> bool:
    """Return whether nearly all of these are dates, written in one way that is not ISO's.

    Examples
    --------
    >>> are_other_dates(["01/02/2023", "13/02/2023"]), are_other_dates(["Jan 2023"]), are_other_dates(["1/2", "10.5.2"])
    (True, True, False)
    """
    return bool(present) and any(
        sum(pattern.fullmatch(each.strip()) is not None for each in present) >= NEARLY_ALL * len(present)
        for pattern in _DATES
    )
