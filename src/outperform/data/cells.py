r"""Cells of tables: which are missing, which are numbers however they are written, and what is wrong with the others.

A cell means the same in every kind of table. How the numbers of a table are written (decimal commas, thousands,
percent signs) is found out from all of its columns of scores together: ``style_of``.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from math import isfinite, nan
from typing import Any

import numpy as np

from outperform.core import Bools, Floats, InputError, Ints, Note, NoteKind, Values

Place = Callable[[int], str]

EMPTY = "empty cell"
MARKS = {  # cells without a number, in lower case and without blanks, points, slashes and hyphens; dashes too
    *("", "na", "<na>", "#na", "nan", "nat", "null", "none", "nil", "?", "missing", "notavailable", "notapplicable"),
    *("unavailable", "tba", "notrun", "notreported", "nr", "dnr", "x", "✗", "✘", "×", "❌", "skipped", "infeasible"),
    *("timeout", "timedout", "to", "oot", "outoftime", "tle", "timelimit", "timelimitexceeded", "timeoutexceeded"),
    *("oom", "outofmemory", "memout", "mo", "mem", "memory", "memoryerror", "mle", "memorylimit", "killed"),
    *("fail", "failed", "failure", "crash", "crashed", "error", "err", "dnf", "didnotfinish", "diverged", "abort"),
    *("aborted", "intractable"),
}
RIGHT = {"true", "yes", "y", "right", "correct", "pass", "passed", "success", "✓", "✔", "✅"}
WRONG = {"false", "no", "n", "wrong", "incorrect", "fail", "failed", "failure", "✗", "✘", "❌"}
GRADES = {"C": 1.0, "P": 0.5, "I": 0.0}  # of inspect_ai
_MOST_ROWS = 10**12  # sums of such counts stay exact in 64 bits
_NOT_NUMBERS = {"b": "booleans", "m": "dates or times", "M": "dates or times"}

_NUMBER = r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?"
_PLAIN = re.compile(_NUMBER, re.ASCII)
_PERCENT = re.compile(rf"(?P<score>{_NUMBER})\s*%", re.ASCII)
_SPREAD = re.compile(
    rf"(?P<score>{_NUMBER})\s*%?\s*(?:"
    rf"(?:±|\+/?-|-/\+)\s*{_NUMBER}\s*%?"
    rf"|\(\s*(?:±|\+/?-)?\s*{_NUMBER}\s*%?\s*\)"
    rf"|[\[(]\s*{_NUMBER}\s*%?\s*(?:,|;|-|–|to)\s*{_NUMBER}\s*%?\s*[\])]"
    r")",
    re.ASCII,
)
_DASHES = re.compile(r"[-–—_\s]+")
_LIMIT = re.compile(r"[>≥]\s*\d+\s*(s|sec|secs|seconds|m|min|mins|minutes|h|hr|hrs|hours?|d|days?)", re.IGNORECASE)
_SQUEEZED = re.compile(r"[\s./_\\-]+")
_COMMA = re.compile(r"(?<=\d),(?=\d)")
_GROUPED = re.compile(r"[-+]?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?\s*%?")
_POINTS_GROUP = re.compile(r"(?<=\d)\.(?=\d{3}(?:\D|$))")
_GROUPS = re.compile(r"(?<![\d.,])[1-9]\d{0,2}(,\d{3})+(?![\d,])")
_LIKE_NUMBER = re.compile(
    r"[-+]?[\d.,]*\d[\d.,]*(?:[eE][-+]?\d+)?\s*%?(?:\s*(?:±|\+/?-|-/\+|\(|\[)[\d\s.,%±+;–to-]*[\])]?)?"
)
_LONGEST = 120  # letters of a text that may be a number

_MINUS = str.maketrans({"−": "-", "\u2010": "-", "\u2011": "-", "\u00a0": " ", "\u2009": " ", "\u202f": " ", "~": " "})
_COLOUR = re.compile(r"\\(?:cellcolor|textcolor|color|rowcolor)(?:\[[^]]*\])?\{[^{}]*\}")
_STYLE = re.compile(
    r"\\(?:textbf|textit|textsc|texttt|textrm|textsuperscript|mathbf|mathrm|mathit|bm|boldsymbol|underline|uline|emph"
    r"|mbox|hl|text|num|phantom\{[^{}]*\})\s*\{([^{}]*)\}"
)
_SWITCH = re.compile(r"\\(?:bfseries|bf|it|em|boldmath|itshape|small|footnotesize|tiny)(?![a-zA-Z])|\\[,;:! ]")
_TAG = re.compile(r"</?(?:b|i|u|em|strong|sup|sub)>", re.IGNORECASE)
_LOWERED = re.compile(r"_\s*\{\s*±?\s*([\d.,]+)\s*%?\s*\}")
_RAISED = re.compile(r"\^\s*(?:\{[^{}\d]*\}|\\[a-zA-Z]+|[^\d\s.])")
_SIGNS = r"[*†‡§¶◦•○●∘°✓▲▼↑↓⇑⇓]|\\(?:ast|star|dagger|ddagger|bullet|circ|uparrow|downarrow)"
_MARKS_BEFORE = re.compile(rf"^(?:{_SIGNS}|\s)+")
_MARKS_AFTER = re.compile(rf"(?:{_SIGNS}|\s|(?<=\s)v)+$")


@dataclass(frozen=True)
class Style:
    """How the numbers of a table are written: each a cell that is written so, "" where none is."""

    commas: str = ""  # decimal commas
    groups: str = ""  # commas between thousands
    percents: str = ""  # percent signs, at every score

    @property
    def notes(self) -> tuple[Note, ...]:
        """What a reader should know of how cells were read."""
        cells = {
            NoteKind.COMMAS_AS_POINTS: self.commas,
            NoteKind.COMMAS_IN_THOUSANDS: self.groups,
            NoteKind.PERCENTS_AS_SHARES: self.percents,
        }
        return tuple(Note.of(kind, value=cell) for kind, cell in cells.items() if cell)


POINTS = Style()


@dataclass(frozen=True)
class NumberCell:
    """The number in a cell; NaN and a reason where it is missing."""

    number: float
    reason: str = ""
    spread: bool = False  # a standard deviation, an interval or a rank stands beside it


@dataclass(frozen=True, eq=False)
class NumberColumn:
    """The numbers of a column."""

    numbers: Floats  # NaN where missing
    reasons: Values  # text; "" where there is a number
    spreads: Mapping[int, str] = field(default_factory=dict)  # rows, and cells, whose spread is not read

    def check_spreads(self, place: Place, what: str) -> None:
        """Raise an InputError for a mean with its spread where single scores are needed: one per ``what``."""
        for row, cell in self.spreads.items():
            raise InputError(place(row), f"is {cell!r}; write the score of each {what}, not a mean with its spread")


def is_missing(value: Any) -> bool:
    """Return whether a cell is None, NaN, NaT or NA.

    Examples
    --------
    >>> is_missing(None), is_missing(float("nan")), is_missing("nan"), is_missing(0)
    (True, True, False, False)
    """
    try:
        return value is None or bool(value != value)  # noqa: PLR0124 - as NaN and NaT do
    except TypeError:  # pandas' NA is neither true nor false
        return True
    except ValueError:  # an array
        return False


def is_empty(cell: Any) -> bool:
    """Return whether nothing stands in a cell."""
    return not isinstance(cell, list | tuple | dict | np.ndarray) and (is_missing(cell) or cell == "")


def is_mark(text: str) -> bool:
    """Return whether a text stands for a missing number.

    Examples
    --------
    >>> [is_mark(text) for text in ("?", "N/A", "—", "> 24 h", "time out", "naive", "0")]
    [True, True, True, True, True, False, False]
    """
    return bool(_DASHES.fullmatch(text) or _LIMIT.fullmatch(text)) or _SQUEEZED.sub("", text.lower()) in MARKS


def shown(value: Any) -> str:
    """Return a cell as text for a message: text in quotes, other values plain."""
    return repr(str(value)) if isinstance(value, str) else str(value)


def cell_of(cell: Any, style: Style = POINTS) -> NumberCell | None:
    r"""Read a cell; None where it holds neither a number nor a mark for a missing one.

    Examples
    --------
    >>> [cell_of(text).number for text in ("93.2 ± 1.1", r"\textbf{93.2}", "93.2 (1.1)", "**93.2**", "93.2*")]
    [93.2, 93.2, 93.2, 93.2, 93.2]
    >>> cell_of("timeout"), cell_of("93,2", Style(commas="93,2")).number, cell_of("93,2"), cell_of("naive")
    (NumberCell(number=nan, reason='timeout', spread=False), 93.2, None, None)
    >>> cell_of("41.2 %", Style(percents="41.2 %")).number
    0.412
    """
    if isinstance(cell, str):
        return _of_text(cell.strip(), style)
    if isinstance(cell, list | tuple | dict | np.ndarray):
        return None
    if is_missing(cell):
        return NumberCell(nan, EMPTY)
    known = isinstance(cell, int | float | Decimal | np.integer | np.floating) and not isinstance(cell, bool)
    return _finite(cell) if known and not (style.percents and cell) else None


def _of_text(given: str, style: Style) -> NumberCell | None:
    if not style.percents and _PLAIN.fullmatch(given):
        return _finite(given)
    if is_mark(given):
        return NumberCell(nan, given or EMPTY)
    if len(given) > _LONGEST:
        return None
    text = undressed(given)
    if style.commas:
        text = _COMMA.sub(".", _POINTS_GROUP.sub("", text) if "," in text else text)
    elif style.groups:
        text = text.replace(",", "") if _GROUPED.fullmatch(text) else text
    if _PLAIN.fullmatch(text):
        found = _finite(text)
        return found if not style.percents or found == NumberCell(0.0) else None
    number = _PERCENT.fullmatch(text) or _SPREAD.fullmatch(text)
    if number is None:
        return NumberCell(nan, text or EMPTY) if is_mark(text) else None
    if bool(style.percents) != ("%" in text):
        return None
    value = _hundredth(number["score"]) if style.percents else number["score"]
    return _finite(value, spread=number.re is _SPREAD)


def _hundredth(number: str) -> Decimal:
    return Decimal(number).scaleb(-2)  # 85.3 % is 0.853, which 85.3 / 100 is not to the last digit


def _finite(value: Any, *, spread: bool = False) -> NumberCell | None:
    try:
        number = float(value)
    except OverflowError:
        return None
    return NumberCell(number, spread=spread) if isfinite(number) else None


def undressed(text: str) -> str:
    """Return a text without the commands of LaTeX, HTML and Markdown that only dress it, and without marks."""
    text = _TAG.sub("", text.translate(_MINUS).replace(r"\%", "%").replace("$", "").replace(r"\pm", "±"))
    text = _LOWERED.sub(r" ± \1", _COLOUR.sub("", text))
    for _ in range(4):  # commands inside commands
        text = _STYLE.sub(r"\1", text)
    text = _RAISED.sub("", _SWITCH.sub("", text))
    text = text.replace("{", "").replace("}", "").replace("**", "").replace("__", "").strip()
    text = text.strip("_") if text.startswith("_") else text
    return _MARKS_AFTER.sub("", _MARKS_BEFORE.sub("", text)).strip()


def word_of(cell: Any) -> float | None:
    """Return 1 or 0 for a cell that says right or wrong, in a word, as a boolean or as a grade; else None.

    Examples
    --------
    >>> [word_of(cell) for cell in ("Yes", "N", "incorrect", "P", "p", True, 1)]
    [1.0, 0.0, 0.0, 0.5, None, 1.0, None]
    """
    if isinstance(cell, bool | np.bool_):
        return float(cell)
    if not isinstance(cell, str):
        return None
    text = cell.strip()
    if text in GRADES:
        return GRADES[text]
    return 1.0 if text.lower() in RIGHT else 0.0 if text.lower() in WRONG else None


def style_of(columns: Iterable[Values]) -> Style:
    """Return how the numbers of a table are written.

    A comma is a decimal comma where it can be nothing else in some cell and no number has a point; it stands between
    thousands where some number has a point too. A single 1,234 may be either and is not read. Percent signs count
    where every number but 0 has one.

    Examples
    --------
    >>> def style(*texts): return style_of([np.array(texts, dtype=object)])
    >>> style("93,2", "90").commas, style("1,234") == POINTS, style("1,234", "950.5").groups, style("66%", "0").percents
    ('93,2', True, '1,234', '66%')
    """
    kept = list(columns)
    cells = [cell for column in kept if column.dtype.kind in "OUT" for cell in _coded(column.tolist())[0]]
    texts = [cell for cell in cells if isinstance(cell, str) and len(cell) <= _LONGEST and any(map(str.isdigit, cell))]
    if not any("," in text or "%" in text for text in texts):
        return POINTS
    pairs = [(text, bare) for text in texts if looks_like_number(bare := undressed(text))]
    values = [
        cell for cell in cells if isinstance(cell, int | float | np.integer | np.floating) and not is_missing(cell)
    ]
    floats = any(value != np.floor(value) for value in values)
    signed = [text for text, bare in pairs if "%" in bare]
    unsigned = any(map(float, values)) or any("%" not in bare and bare.strip("0.,+-") for _, bare in pairs)
    unsigned = unsigned or any(bool(np.nan_to_num(column).any()) for column in kept if column.dtype.kind in "iuf")
    percents = signed[0] if signed and not unsigned else ""
    commas = [(text, bare) for text, bare in pairs if _COMMA.search(bare)]
    pointed = [bare for _, bare in pairs if re.search(r"\d\.\d", bare)]
    if commas and all(_GROUPED.fullmatch(bare) for _, bare in commas):
        sure = pointed or floats or any(bare.count(",") > 1 for _, bare in commas)
        return Style(groups=commas[0][0] if sure else "", percents=percents)
    decimal = next((text for text, bare in commas if _COMMA.search(_GROUPS.sub("", bare))), "")
    if floats or not all(_COMMA.search(bare) and _POINTS_GROUP.search(bare) for bare in pointed):
        decimal = ""
    return Style(commas=decimal, percents=percents)


def looks_like_number(text: str) -> bool:
    """Return whether a text is made like a number, with commas, a percent sign or a spread, whether it can be read."""
    return _LIKE_NUMBER.fullmatch(text) is not None


def _coded(cells: list[Any]) -> tuple[list[Any], Ints]:
    """Return the distinct cells, 1 apart from True and from 1.0, and which of them each row has."""
    kinds = set(map(type, cells))
    keys = (
        cells
        if kinds <= {str, type(None)}
        else [
            (id(cell) if isinstance(cell, list | dict | np.ndarray | tuple) else (type(cell), cell)) for cell in cells
        ]
    )
    distinct = dict(zip(keys, cells, strict=True))
    places = {key: place for place, key in enumerate(distinct)}
    return list(distinct.values()), np.fromiter(map(places.__getitem__, keys), dtype=np.int64, count=len(cells))


def _read(cells: list[Any], style: Style, *, words: bool) -> list[NumberCell | None]:
    """Read distinct cells; with ``words`` right and wrong are 1 and 0 where all cells are such words or missing."""
    if not words:
        return [cell_of(cell, style) for cell in cells]
    judged = [word_of(cell) for cell in cells]
    rest = [cell_of(cell, style) for cell, word in zip(cells, judged, strict=True) if word is None]
    if any(word is not None for word in judged) and all(cell and len(cell.reason.strip("x✗✘×")) for cell in rest):
        return [
            cell_of(cell, style) if word is None else NumberCell(word) for cell, word in zip(cells, judged, strict=True)
        ]
    return [_of_boolean(cell) or cell_of(cell, style) for cell in cells]


def _of_boolean(cell: Any) -> NumberCell | None:
    """Read a boolean, or the words true and false, which may stand among numbers."""
    text = str(cell).strip().lower() if isinstance(cell, bool | np.bool_ | str) else ""
    return NumberCell(float(text == "true")) if text in ("true", "false") else None


def _plain_numbers(values: Values, style: Style) -> Floats | None:
    """Return cells that are all written as Python writes numbers, quickly; None for others."""
    cells = values.tolist()
    if style.percents or set(map(type, cells)) != {str} or any("_" in cell for cell in cells):
        return None
    try:
        numbers = np.array(cells, dtype=np.float64)
    except ValueError:
        return None
    return numbers if np.isfinite(numbers).all() else None


def number_of(cell: Any) -> float | None:
    """Return the score in a single cell, such as one of a log, NaN where it is missing, None where it cannot be read.

    Examples
    --------
    >>> number_of("0.5"), number_of(True), number_of("nan"), number_of("abc"), number_of([1])
    (0.5, 1.0, nan, None, None)
    """
    found = _of_boolean(cell) or cell_of(cell)
    return None if found is None or found.spread else found.number


def read_numbers(values: Values, place: Place, style: Style = POINTS, *, words: bool = False) -> NumberColumn:
    """Read a column of numbers; raise an InputError with the place of the first cell that cannot be read.

    Parameters
    ----------
    values, place
        The cells, and how their rows are named in errors.
    style
        How the numbers of the table are written.
    words
        Whether a column of right and wrong, in words or as booleans, is one of 1 and 0. A cell such as fail is wrong
        there, while among numbers it marks a missing one.
    """
    if values.dtype.kind in ("biuf" if words else "iuf"):
        found = values.astype(np.float64)
        infinite = np.flatnonzero(np.isinf(found))
        if infinite.size:
            raise unreadable(values[infinite[0]], place(int(infinite[0])))
        return NumberColumn(found, np.where(np.isnan(found), EMPTY, "").astype(object))
    plain = _plain_numbers(values, style)
    if plain is not None:
        return NumberColumn(plain, np.full(len(plain), "", dtype=object))
    distinct, codes = _coded(values.tolist())
    cells = _read(distinct, style, words=words)
    if None in cells:
        row = int(np.flatnonzero(np.isin(codes, [at for at, cell in enumerate(cells) if cell is None]))[0])
        raise unreadable(values[row], place(row), style)
    known = [cell for cell in cells if cell is not None]
    spread = np.array([cell.spread for cell in known], dtype=bool)
    spreads = {int(row): undressed(str(values[row])) for row in np.flatnonzero(spread[codes])} if spread.any() else {}
    reasons = np.array([cell.reason for cell in known], dtype=object)[codes]
    return NumberColumn(np.array([cell.number for cell in known], dtype=np.float64)[codes], reasons, spreads)


def holds_numbers(values: Values, *, most: bool = False, words: bool = False, empty: bool = True) -> bool:
    """Return whether a column may be one of numbers: a cell holds one, or, with ``empty``, all are missing.

    With ``most``, at least half of the distinct cells must be numbers, since answers in text may be numbers too.
    """
    if values.dtype.kind in "biuf":
        return words or values.dtype.kind != "b"
    if values.dtype.kind in "mMc":
        return False
    distinct = _coded(values.tolist())[0]
    if most and any(isinstance(cell, list | dict | np.ndarray | tuple) for cell in distinct):
        return False
    style = style_of([values])
    style = style if most or style != POINTS else Style(commas=",")  # whether 1,234 can be read is asked later
    read = _read(distinct, style, words=words)
    present = [cell for cell in read if cell is None or isfinite(cell.number)]
    numbers = sum(cell is not None for cell in present)
    return (2 * numbers >= len(present) if most else numbers > 0) if present else empty


def holds_words(values: Values) -> bool:
    """Return whether a column says right or wrong, in words or as booleans, wherever it says anything."""
    return (
        values.dtype.kind not in "iufmMc"
        and holds_numbers(values, most=True, words=True, empty=False)
        and not (holds_numbers(values, most=True, empty=False))
    )


def unreadable(cell: Any, place: str, style: Style = POINTS, *, name: str = "") -> InputError:
    """Return the error of a cell that holds no number, with what to write instead; ``name`` is that of a score."""
    several = "a list" if isinstance(cell, list | tuple | np.ndarray) else "an object" if isinstance(cell, dict) else ""
    what = f"{several}, not one number" if several else f"{shown(cell)[:80]}, not a finite number{advice(cell, style)}"
    return InputError(place, f"{name} is {what}".strip())


def advice(cell: Any, style: Style = POINTS) -> str:
    """Return how to write a number that stands in a text otherwise; "" where none does."""
    if not isinstance(cell, str):
        return ""
    text, word = undressed(cell.strip()), word_of(cell)
    if word is not None:
        return f"; write {text} as {word:g}"
    percent = _PERCENT.fullmatch(text)
    if percent:
        return f"; other numbers have no percent sign: write it as {float(_hundredth(percent[1])):.6g}"
    if not looks_like_number(text):
        return ""
    if style.percents:
        return f"; other numbers have a percent sign, as {style.percents}: write all alike"
    if not _COMMA.search(text):
        return ""
    simple = text.count(",") == 1 and "." not in text and not _GROUPED.fullmatch(text)
    example = text.replace(",", ".") if simple else "0.412"
    return f"; write numbers with a decimal point and without other commas, as in {example}"


def nearly_numbers(values: Values) -> int | None:
    """Return the first row of a column that is mostly written so that it cannot be read, such as 1,234; else None."""
    if values.dtype.kind not in "OUT":
        return None
    cells = [(row, cell) for row, cell in enumerate(values.tolist()) if isinstance(cell, str) and cell.strip()]
    found = [row for row, cell in cells if advice(cell)]
    return found[0] if found and 2 * len(found) >= len(cells) else None


def numbers(name: str, values: Values, style: Style = POINTS) -> Floats:
    """Return a column as finite numbers; raise an InputError that names the row that is not a number."""
    label, kind = f"column {name!r}", values.dtype.kind
    if kind in _NOT_NUMBERS:
        raise InputError(label, f"holds {_NOT_NUMBERS[kind]}, but must hold numbers")
    try:
        column = read_numbers(values, lambda row: f"row {row + 1}", style)
        column.check_spreads(lambda row: f"row {row + 1}", "split")
    except InputError as error:
        raise InputError(label, f"{error.argument} {error.problem}") from None
    gaps = np.flatnonzero(np.isnan(column.numbers))
    if gaps.size:
        cell = values[gaps[0]]
        state = "empty" if cell is None else "missing" if is_missing(cell) else f"{shown(cell)}, a missing number"
        raise InputError(label, f"row {gaps[0] + 1} is {state}; every row needs a number")
    return column.numbers


def as_floats(values: Values, style: Style = POINTS, *, words: bool = False, booleans: bool = False) -> Floats:
    """Return cells as floats, NaN for cells that are not numbers, among them numbers with a spread.

    Examples
    --------
    >>> as_floats(np.array(["1", " 2.5", "x", None, True, "66%", "1 (2)"], dtype=object))
    array([1. , 2.5, nan, nan, nan, nan, nan])
    """
    if values.dtype.kind in ("biuf" if words else "iuf"):
        return values.astype(np.float64)
    plain = _plain_numbers(values, style)
    if plain is not None:
        return plain
    distinct, codes = _coded(values.tolist())
    cells = _read(distinct, style, words=words)
    if booleans:  # not words such as yes and no
        cells = [_of_boolean(cell) or read for cell, read in zip(distinct, cells, strict=True)]
    return np.array([nan if cell is None or cell.spread else cell.number for cell in cells], dtype=np.float64)[codes]


def whole_numbers(name: str, values: Values) -> Ints:
    """Return a column as row counts; raise an InputError that names the row that is not one."""
    array = numbers(name, values)
    bad = np.flatnonzero(~are_row_counts(array))
    if bad.size:
        problem = f"row {bad[0] + 1} is {array[bad[0]]:g}, not a number of rows (a whole number, at least 1)"
        raise InputError(f"column {name!r}", problem)
    return array.astype(np.int64)


def are_row_counts(array: Floats) -> Bools:
    """Return which numbers are possible numbers of rows."""
    counts: Bools = (array >= 1) & (array <= _MOST_ROWS) & (array == np.floor(array))
    return counts
