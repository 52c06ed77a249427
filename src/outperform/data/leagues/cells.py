"""Cells of results tables as papers print them: marks, spreads, decimal commas, and words for what is missing."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from decimal import Decimal
from math import isfinite, nan
from typing import Any

import numpy as np

from outperform.core import Floats, InputError, Values
from outperform.data.tables import is_missing, shown

EMPTY = "empty cell"
_MINUS = str.maketrans({"−": "-", "\u2010": "-", "\u2011": "-", "\u00a0": " ", "\u2009": " ", "\u202f": " ", "~": " "})
_NUMBER = r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?"
_PLAIN = re.compile(_NUMBER, re.ASCII)
_DASHES = re.compile(r"[-–—_\s]+")
_LIMIT = re.compile(r"[>≥]\s*\d+\s*(s|sec|secs|seconds|m|min|mins|minutes|h|hr|hrs|hours?|d|days?)", re.IGNORECASE)
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
_SPREAD = re.compile(
    rf"(?P<score>{_NUMBER})\s*%?\s*(?:"
    rf"(?:±|\+/?-|-/\+)\s*{_NUMBER}\s*%?"
    rf"|\(\s*(?:±|\+/?-)?\s*{_NUMBER}\s*%?\s*\)"
    rf"|[\[(]\s*{_NUMBER}\s*%?\s*(?:,|;|-|–|to)\s*{_NUMBER}\s*%?\s*[\])]"
    r")",
    re.ASCII,
)
_PERCENT = re.compile(rf"({_NUMBER})\s*%", re.ASCII)
_COMMA = re.compile(r"(?<=\d),(?=\d)")
_GROUPS = re.compile(r"(?<![\d.,])[1-9]\d{0,2}(,\d{3})+(?![\d,])")
_GONE = {
    *("", "na", "nan", "null", "none", "nil", "?", "missing", "notavailable", "notapplicable", "unavailable", "tba"),
    *("timeout", "timedout", "to", "oot", "outoftime", "tle", "timelimit", "timelimitexceeded", "timeoutexceeded"),
    *("oom", "outofmemory", "memout", "mo", "mem", "memory", "memoryerror", "mle", "memorylimit", "killed"),
    *("fail", "failed", "failure", "crash", "crashed", "error", "err", "dnf", "didnotfinish", "diverged", "abort"),
    *(
        "aborted",
        "notrun",
        "notreported",
        "nr",
        "dnr",
        "x",
        "✗",
        "✘",
        "×",
        "❌",
        "skipped",
        "infeasible",
        "intractable",
    ),
}
_SQUEEZED = re.compile(r"[\s./_\\-]+")


@dataclass(frozen=True)
class PaperCell:
    """The score in a cell; NaN and a reason where it is missing."""

    score: float
    reason: str = ""
    spread: bool = False  # a standard deviation, an interval or a rank stands beside it


@dataclass(frozen=True, eq=False)
class PaperColumn:
    """The scores of a column."""

    scores: Floats  # NaN where missing
    reasons: Values  # text; "" where there is a score
    spreads: tuple[str, ...]  # cells whose spread was ignored


def cell_of(cell: Any, *, commas: bool = False) -> PaperCell | None:
    r"""Read a cell; None where it holds neither a score nor a word for a missing one.

    Examples
    --------
    >>> [cell_of(text).score for text in ("93.2 ± 1.1", r"\textbf{93.2}", "93.2 (1.1)", "**93.2**", "93.2*", "93.2 %")]
    [93.2, 93.2, 93.2, 93.2, 93.2, 93.2]
    >>> cell_of("timeout"), cell_of("93,2", commas=True).score, cell_of("93,2"), cell_of("naive")
    (PaperCell(score=nan, reason='timeout', spread=False), 93.2, None, None)
    """
    if isinstance(cell, str):
        return _from_text(cell, commas=commas)
    if isinstance(cell, list | tuple | dict | np.ndarray):
        return None
    if is_missing(cell):
        return PaperCell(nan, EMPTY)
    if isinstance(cell, bool) or not isinstance(cell, int | float | Decimal | np.integer | np.floating):
        return None
    return _finite(cell)


def _finite(value: Any, *, spread: bool = False) -> PaperCell | None:
    try:
        number = float(value)
    except OverflowError:
        return None
    return PaperCell(number, spread=spread) if isfinite(number) else None


def _from_text(cell: str, *, commas: bool) -> PaperCell | None:
    text = cell.strip()
    if _PLAIN.fullmatch(text):
        return _finite(text)
    if _is_gone(text):
        return PaperCell(nan, text or EMPTY)
    text = undressed(text)
    if commas:
        text = _COMMA.sub(".", text)
    if _PLAIN.fullmatch(text):
        return _finite(text)
    if percent := _PERCENT.fullmatch(text):
        return _finite(percent[1])
    if spread := _SPREAD.fullmatch(text):
        return _finite(spread["score"], spread=True)
    return PaperCell(nan, text or EMPTY) if _is_gone(text) else None


def _is_gone(text: str) -> bool:
    """Return whether a text stands for a missing score."""
    return bool(_DASHES.fullmatch(text) or _LIMIT.fullmatch(text)) or _SQUEEZED.sub("", text.lower()) in _GONE


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


def column_of(values: Values, place: Callable[[int], str], *, commas: bool = False) -> PaperColumn:
    """Read a column of scores; raise an InputError with the place of the first cell that cannot be read."""
    if values.dtype.kind in "iuf":
        scores = values.astype(np.float64)
        _refuse_infinite(scores, values, place)
        return PaperColumn(scores, np.where(np.isnan(scores), EMPTY, "").astype(object), ())
    cells = [cell_of(cell, commas=commas) for cell in values.tolist()]
    for row, cell in enumerate(cells):
        if cell is None:
            raise unreadable(values[row], place(row))
    read = [cell for cell in cells if cell is not None]
    reasons = np.array([cell.reason for cell in read], dtype=object)
    spreads = tuple(undressed(str(values[row])) for row, cell in enumerate(read) if cell.spread)
    return PaperColumn(np.array([cell.score for cell in read]), reasons, spreads)


def _refuse_infinite(scores: Floats, values: Values, place: Callable[[int], str]) -> None:
    bad = np.flatnonzero(np.isinf(scores))
    if bad.size:
        raise unreadable(values[bad[0]], place(int(bad[0])))


def unreadable(cell: Any, place: str) -> InputError:
    """Return the error of a cell that holds no score."""
    if isinstance(cell, list | tuple | dict | np.ndarray):
        how = "a score per data set, or a table with a row per data set, learner and fold"
        return InputError(place, f"holds several values; pass {how}")
    advice = ""
    if isinstance(cell, str) and _COMMA.search(cell):
        advice = "; write numbers with a decimal point, as in 0.412, and without thousands separators"
    return InputError(place, f"is {shown(cell)[:80]}, which is no score{advice}")


def holds_scores(values: Values) -> bool:
    """Return whether a column may be one of scores: a cell holds a number, or all are words for missing scores."""
    if values.dtype.kind in "iuf":
        return True
    if values.dtype.kind in "bmMc":
        return False
    distinct = dict.fromkeys(
        str(cell) if isinstance(cell, list | dict | np.ndarray) else cell for cell in values.tolist()
    )
    unread = False
    for cell in distinct:
        found = cell_of(cell, commas=True)
        if found is not None and isfinite(found.score):
            return True
        unread = unread or found is None
    return not unread


def commas_of(columns: Iterable[Values]) -> str | None:
    """Return a cell with a decimal comma, where the numbers of a table are written so; None for decimal points.

    Examples
    --------
    >>> commas_of([np.array(["93,2", "90"], dtype=object)]), commas_of([np.array(["1,234"], dtype=object)])
    ('93,2', None)
    """
    cells = [cell for column in columns if column.dtype.kind in "OUT" for cell in column.tolist()]
    texts = [cell for cell in cells if isinstance(cell, str) and any(sign.isdigit() for sign in cell)]
    with_comma = [text for text in texts if _COMMA.search(text)]
    if not with_comma or any(re.search(r"\d\.\d", text) for text in texts):
        return None
    return next((text for text in with_comma if _COMMA.search(_GROUPS.sub("", text))), None)
