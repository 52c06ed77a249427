"""ARFF, Weka's format: attributes with their types, then dense or sparse rows, whose cells are bare or quoted."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from outperform.core import InputError, Values
from outperform.data.values import listed

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


_TYPES = {"numeric": "numeric", "real": "numeric", "integer": "numeric", "string": "string", "date": "date"}
_ATTRIBUTE = re.compile(rf"@attribute\s+(?P<name>{QUOTED}|[^\s{{]+)\s*(?P<type>.*)", re.IGNORECASE)
_BRACES = re.compile(r"\{(.*)\}\s*(%.*)?")
_WEIGHT = re.compile(r"[,\s]\s*\{[^{},]*\}\s*$")


@dataclass(frozen=True)
class Attribute:
    """One attribute: its name, its kind (numeric, nominal, string, date) and the categories that it declares."""

    name: str
    kind: str
    categories: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class Arff:
    """The content of an ARFF file: floats for numeric attributes, else text; NaN or None where a value is missing."""

    attributes: tuple[Attribute, ...]
    columns: tuple[Values, ...]


class _Lines:
    """Lines that are neither blank nor comments, with the number of the current one."""

    def __init__(self, lines: Iterable[str]) -> None:
        self.number = 0
        self._lines = iter(lines)

    def __iter__(self) -> Iterator[str]:
        for line in self._lines:
            self.number += 1
            text = line.strip()
            if text and text[0] != "%":
                yield text


def parse_arff(lines: Iterable[str], source: str = "ARFF") -> Arff:
    """Read the lines of an ARFF file.

    A bare ``?`` or an empty cell is missing; a quoted ``'?'`` is a category. Attributes that a sparse row such as
    ``{0 1, 3 a}`` leaves out are 0 if numeric and the first category if nominal.

    Examples
    --------
    >>> arff = parse_arff(["@relation r", "@attribute a real", "@attribute c {'?', x}", "@data", "1.5, '?'", "?, ?"])
    >>> arff.columns
    (array([1.5, nan]), array(['?', None], dtype=object))
    """
    reader = _Lines(lines)
    try:
        attributes = tuple(_header(reader))
        rows = [(reader.number, _row(text, attributes)) for text in reader]
    except LineError as error:
        raise InputError(source, f"line {reader.number}: {error}") from None
    if not rows:
        raise InputError(source, "has no rows after @data")
    numbers, table = zip(*rows, strict=True)
    columns = zip(attributes, zip(*table, strict=True), strict=True)
    return Arff(attributes, tuple(_column(source, attribute, column, numbers) for attribute, column in columns))


def _header(reader: _Lines) -> Iterable[Attribute]:
    attributes: dict[str, Attribute] = {}
    for text in reader:
        keyword = text.split(None, 1)[0].lower()
        if keyword == "@data":
            break
        if keyword == "@attribute":
            attribute = _attribute(text)
            if attribute.name in attributes:
                raise LineError(f"two attributes are called {attribute.name!r}")
            attributes[attribute.name] = attribute
        elif keyword != "@relation":
            raise LineError(f"expected @relation, @attribute or @data, got {text[:40]!r}")
    else:
        raise LineError("the file ends without @data")
    if not attributes:
        raise LineError("@data comes before any @attribute")
    return attributes.values()


def _attribute(text: str) -> Attribute:
    match = _ATTRIBUTE.match(text)
    if not match:
        raise LineError(f"cannot read {text[:40]!r}; expected @attribute name type")
    if match["name"][0] in "'\"" and match["name"][0] not in match["name"][1:]:
        raise LineError(f"the quote before {match['name'][1:41]!r} is never closed")
    name, kind = unquoted(match["name"]), match["type"]
    if braces := _BRACES.fullmatch(kind):
        return Attribute(name, "nominal", tuple(value for value in cells(braces[1]) if value is not None))
    word = kind.split(None, 1)[0].lower() if kind else ""
    if word not in _TYPES:
        raise LineError(f"attribute {name!r} has the unknown type {kind[:40]!r}; known: {', '.join(_TYPES)}, {{a, b}}")
    return Attribute(name, _TYPES[word])


def _row(text: str, attributes: Sequence[Attribute]) -> list[Cell]:
    if is_plain(text):
        row = plain_cells(text)
    elif _WEIGHT.search(text):
        raise LineError("the row ends with a weight in braces; weights are not supported, remove them")
    elif braces := _BRACES.fullmatch(text):
        return _sparse_row(pairs(braces[1]), attributes)
    else:
        row = cells(text)
    if len(row) != len(attributes):
        raise LineError(f"the row has {len(row)} values, but there are {len(attributes)} attributes")
    return row


def _sparse_row(given: dict[int, Cell], attributes: Sequence[Attribute]) -> list[Cell]:
    if given and max(given) >= len(attributes):
        raise LineError(
            f"the row has a value for attribute {max(given)}, but the last attribute is {len(attributes) - 1}"
        )
    return [given[index] if index in given else _left_out(attribute) for index, attribute in enumerate(attributes)]


def _left_out(attribute: Attribute) -> Cell:
    if attribute.kind == "numeric":
        return "0"
    if not attribute.categories:
        raise LineError(f"the sparse row has no value for the {attribute.kind} attribute {attribute.name!r}")
    return attribute.categories[0]


def _column(source: str, attribute: Attribute, column: Sequence[Cell], numbers: Sequence[int]) -> Values:
    """Return the cells of one attribute as floats or text; raise an InputError for the first that does not fit."""
    if attribute.kind == "numeric":
        try:
            return np.array([_float(cell) for cell in column])
        except ValueError:
            row = next(index for index, cell in enumerate(column) if not _is_number(cell))
            problem = f"is not a number; attribute {attribute.name!r} is numeric"
    else:
        allowed = {*attribute.categories, None}
        if attribute.kind != "nominal" or allowed.issuperset(column):
            return np.array(column, dtype=object)
        row = next(index for index, cell in enumerate(column) if cell not in allowed)
        problem = f"is not declared for attribute {attribute.name!r}; declared: {listed(attribute.categories)}"
    raise InputError(source, f"line {numbers[row]}: {column[row]!r} {problem}")


def _float(cell: Cell) -> float:
    return float("nan") if cell is None else float(cell)


def _is_number(cell: Cell) -> bool:
    try:
        _float(cell)
    except ValueError:
        return False
    return True
