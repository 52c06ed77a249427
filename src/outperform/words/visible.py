"""Names from files, shown safely: they may hold control characters, or look like the formula of a spreadsheet."""

import re
from reprlib import Repr
from typing import Any

CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]")
"""What may change a terminal, turn its letters round or break a page; tabs and the ends of lines are kept."""
_WRITTEN = 10**1000  # whole numbers below it are written, if cut
IN_LINE = re.compile(rf"[\t\n\u2028\u2029]|{CONTROL.pattern}")


class _Short(Repr):
    """Values in brief; a whole number may have too many digits to be written."""

    def repr_int(self, x: int, level: int) -> str:
        return super().repr_int(x, level) if abs(x) < _WRITTEN else "a number of too many digits"


_SHORT = _Short()
_SHORT.maxlevel, _SHORT.maxstring, _SHORT.maxother, _SHORT.maxlong = 4, 80, 80, 80
FORMULA = (*"=+-@\uff1d\uff0b\uff0d\uff20\t\r\n",)  # how a cell begins that a spreadsheet may run, in wide letters too


def visible(text: str) -> str:
    r"""Return a text with its control characters as visible escapes.

    Examples
    --------
    >>> print(visible("a\x1b[2Jb"))
    a\x1b[2Jb
    """
    return CONTROL.sub(_escape, text)


def one_line(text: str) -> str:
    r"""Return a text as one line: the ends of lines are visible escapes too.

    Examples
    --------
    >>> print(one_line("no column 'a\nb'"))
    no column 'a\nb'
    """
    return IN_LINE.sub(_escape, text)


def short(value: Any) -> str:
    """Write a value from a file as Python does, cut where it is long or deep.

    Examples
    --------
    >>> short("20"), short([[[[[[[[[1]]]]]]]]])
    ("'20'", '[[[[[...]]]]]')
    """
    return _SHORT.repr(value)


def cut(text: str, most: int) -> str:
    """Return a text, cut after so many letters.

    Examples
    --------
    >>> cut("a long reason", 6), cut("short", 6)
    ('a long…', 'short')
    """
    return text if len(text) <= most else f"{text[:most]}…"


def cell(value: Any) -> Any:
    """Return a cell of a CSV file: a text that a spreadsheet could run as a formula gets an apostrophe.

    Examples
    --------
    >>> cell("=1+1"), cell("nb"), cell(-0.5), cell("-0.5")
    ("'=1+1", 'nb', -0.5, '-0.5')
    """
    if not isinstance(value, str):
        return value
    return visible(f"'{value}" if value.startswith(FORMULA) and not _is_number(value) else value)


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def _escape(found: re.Match[str]) -> str:
    return found[0].encode("unicode_escape").decode("ascii")
