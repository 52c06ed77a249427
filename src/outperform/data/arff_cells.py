"""The cells of an ARFF line: bare or quoted, dense or sparse."""

import re
from collections.abc import Iterator

Cell = str | None

QUOTED = r""""(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'"""
_VALUE = rf"(?:(?P<quoted>{QUOTED})|(?P<bare>[^\s,\"'{{}}%][^,{{}}]*?)?)\s*(?=,|$|(?<=\s)%)"
_CELL = re.compile(r"\s*" + _VALUE)
_PAIR = re.compile(r"\s*(?P<index>\d+)\s+" + _VALUE)
_SPECIAL = re.compile(r"[\"'{}%\\]")

_ESCAPE = re.compile(r"\\(?:u(?P<hex>[0-9a-fA-F]{4})|(?P<octal>[0-7]{1,3})|(?P<other>.))")
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}


class LineError(ValueError):
    """The current line cannot be read."""


def is_plain(text: str) -> bool:
    """Return whether commas alone separate the cells: no quotes, braces, comments or escapes."""
    return not _SPECIAL.search(text)


def plain_cells(text: str) -> list[Cell]:
    """Split a plain line, quickly."""
    return [cell if cell and cell != "?" else None for cell in map(str.strip, text.split(","))]


def cells(text: str) -> list[Cell]:
    r"""Split a line; None for a bare ``?`` and for an empty cell.

    Examples
    --------
    >>> cells(r"1, ?, '?', 'it\'s', a b % a comment")
    ['1', None, '?', "it's", 'a b']
    """
    return [_cell(match) for match in _matches(_CELL, text)]


def pairs(text: str) -> dict[int, Cell]:
    """Split the text between the braces of a sparse row.

    Examples
    --------
    >>> pairs("0 1, 3 'c d'")
    {0: '1', 3: 'c d'}
    """
    if not text.strip():
        return {}
    found: dict[int, Cell] = {}
    for match in _matches(_PAIR, text):
        index = int(match["index"])
        if index in found:
            raise LineError(f"the row has two values for attribute {index}")
        found[index] = _cell(match)
    return found


def _matches(pattern: re.Pattern[str], text: str) -> Iterator[re.Match[str]]:
    """Match the text between commas, up to the end or a comment."""
    start = 0
    while match := pattern.match(text, start):
        yield match
        if text[match.end() : match.end() + 1] != ",":
            return
        start = match.end() + 1
    raise LineError(f"cannot read {text[start : start + 40].strip()!r}")


def _cell(match: re.Match[str]) -> Cell:
    if match["quoted"]:
        return unquoted(match["quoted"])
    return None if match["bare"] in (None, "?") else match["bare"]


def unquoted(text: str) -> str:
    r"""Take quotes off and resolve escapes: ``\'``, ``\n``, ``\u00e9`` and the like; bare text stays as it is."""
    return _ESCAPE.sub(_unescaped, text[1:-1]) if text[0] in "'\"" else text


def _unescaped(match: re.Match[str]) -> str:
    if match["hex"]:
        return chr(int(match["hex"], 16))
    return chr(int(match["octal"], 8)) if match["octal"] else _ESCAPES.get(match["other"], match["other"])
