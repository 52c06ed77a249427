"""Names and values from files, in brief, and as the cells of a spreadsheet."""

from collections.abc import Callable, Sequence
from dataclasses import fields, is_dataclass, replace
from typing import Any, TypeVar

from outperform.visible import HIDDEN, one_line, visible

T = TypeVar("T")
FORMULA = (*"=+-@\uff1d\uff0b\uff0d\uff20\t\r\n",)  # how a cell begins that a spreadsheet may run, in wide letters too


FILE_NAME = 60  # letters of the name of a file in an answer


def cut(text: str, most: int) -> str:
    """Return a text, cut after so many letters.

    Examples
    --------
    >>> cut("a long reason", 6), cut("short", 6)
    ('a long…', 'short')
    """
    return text if len(text) <= most else f"{text[:most]}…"


def texts_by(write: Callable[[str], str], value: Any) -> Any:
    """Return a value with all its texts written by a function: in tuples, lists and data classes too."""
    if isinstance(value, str):
        written = write(value)
        return value if written == value else written  # members of an enumeration stay what they are
    if isinstance(value, dict):
        return {name: texts_by(write, each) for name, each in value.items()}
    if type(value) in (tuple, list):
        return type(value)(texts_by(write, each) for each in value)
    if is_dataclass(value) and not isinstance(value, type):
        return replace(value, **{f.name: texts_by(write, getattr(value, f.name)) for f in fields(value) if f.init})
    return value


def renamed(value: T, *names: str) -> T:
    """Return a data class with the texts of these fields as one line each."""
    made: Any = replace(value, **{name: texts_by(one_line, getattr(value, name)) for name in names})  # type: ignore[type-var]
    found: T = made
    return found


def spelt(names: Sequence[str]) -> list[str]:
    r"""Quote names that look the same so that one sees how they differ: by the codes of letters that not all have.

    Examples
    --------
    >>> spelt(["m\u043edel", "model"]), spelt(["NB ", "nb"]), spelt(["a\u200bb"])
    (["'m\\u043edel'", "'model'"], ["'NB '", "'nb'"], ["'a\\u200bb'"])
    """
    shared = set.intersection(*map(set, names))
    odd = {each for name in names for each in name if (each not in shared and not each.isascii()) or HIDDEN.match(each)}
    odd |= {each for name in names for each in name if each in "\t\n"}
    if not odd and not all(name.isascii() for name in names):
        return [ascii(name) for name in names]  # the same letters in another order
    code = str.maketrans({each: each.encode("unicode_escape").decode("ascii") for each in odd})
    return [f"'{name.translate(code)}'" for name in names]


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
