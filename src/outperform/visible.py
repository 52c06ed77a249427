"""Texts from files, shown safely: they may hold letters that nobody sees, or that change a terminal or a page."""

import re
from reprlib import Repr
from typing import Any

HIDDEN = re.compile(
    "["
    r"\x00-\x08\x0b-\x1f\x7f-\x9f"  # control characters (Cc), but for tabs and the ends of lines
    r"\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000"  # blanks and ends of lines other than the usual ones
    r"\xad\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff"
    r"\ufff0-\ufffb\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"  # format (Cf)
    r"\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\uffa0"  # letters and marks without a form
    r"\ufe00-\ufe0f\U000e0000-\U000e0fff"  # variation selectors and tags
    r"\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff"  # halves of a letter, and what is no letter
    "]"
)
"""What nobody sees, or what may change a terminal, turn its letters round or break a page."""
_IN_LINE = re.compile(rf"[\t\n]|{HIDDEN.pattern}")


def visible(text: str) -> str:
    r"""Return a text in which letters that nobody sees are escapes; tabs and the ends of lines stay.

    Examples
    --------
    >>> print(visible("a\x1b[2Jb"), visible("a\u200bb\xa0c"))
    a\x1b[2Jb a\u200bb\xa0c
    """
    return HIDDEN.sub(_escape, text)


def one_line(text: str) -> str:
    r"""Return a text as one line: tabs and the ends of lines are escapes too.

    Examples
    --------
    >>> print(one_line("no column 'a\nb'"))
    no column 'a\nb'
    """
    return _IN_LINE.sub(_escape, text)


_WRITTEN = 10**1000  # whole numbers below it are written, if cut


class _Short(Repr):
    """Values in brief: arrays and frames by type and shape; a whole number may have too many digits to be written."""

    def repr_int(self, x: int, level: int) -> str:
        return super().repr_int(x, level) if abs(x) < _WRITTEN else "a number of too many digits"

    def repr_instance(self, x: Any, level: int) -> str:
        shape = getattr(x, "shape", ())
        if isinstance(shape, tuple) and shape:
            kind = x.dtype.name if type(x).__name__ == "ndarray" else type(x).__name__
            return f"{kind}[{', '.join(map(str, shape))}]"
        return " ".join(super().repr_instance(x, level).split())


_SHORT = _Short()
_SHORT.maxlevel, _SHORT.maxstring, _SHORT.maxother, _SHORT.maxlong = 4, 80, 120, 80


def short(value: Any) -> str:
    """Write a value as Python does, cut where it is long or deep.

    Examples
    --------
    >>> short("20"), short([[[[[[[[[1]]]]]]]]]), short(list("abcdefgh"))
    ("'20'", '[[[[[...]]]]]', "['a', 'b', 'c', 'd', 'e', 'f', ...]")
    """
    return _SHORT.repr(value)


def _escape(found: re.Match[str]) -> str:
    return found[0].encode("unicode_escape").decode("ascii")
