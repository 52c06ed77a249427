"""Tables before they have a format, and the formats: LaTeX with booktabs, Markdown, CSV."""

import csv
import io
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from outperform.visible import visible
from outperform.words.visible import cell

MATHS = {
    **{"α": r"\alpha", "β": r"\beta", "γ": r"\gamma", "δ": r"\delta", "ε": r"\epsilon", "λ": r"\lambda"},
    **{"μ": r"\mu", "ν": r"\nu", "π": r"\pi", "ρ": r"\rho", "σ": r"\sigma", "τ": r"\tau", "Σ": r"\Sigma"},
    **{"×": r"\times", "±": r"\pm", "≤": r"\leq", "≥": r"\geq", "≠": r"\neq", "≈": r"\approx", "∞": r"\infty"},
    **{"→": r"\rightarrow", "√": r"\surd", "·": r"\cdot", "½": r"\frac{1}{2}"},
}
LATEX = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "&": r"\&",
    "#": r"\#",
    "%": r"\%",
    "_": r"\_",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    "|": r"\textbar{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    '"': r"\char34{}",  # a letter of every font; \textquotedbl is not
    "−": "$-$",
    "–": "--",
    "…": r"\ldots{}",
    "²": "$^2$",
    **{sign: f"${name}$" for sign, name in MATHS.items()},  # pdflatex does not know these
}
WIDE = 36  # letters beyond which a column of words is broken into lines
LINE = 66  # letters that fill a usual line
TALL = 45  # rows beyond which a table needs more than one page: longtable
NUMBER = re.compile(r"[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?")


@dataclass(frozen=True)
class LayoutCell:
    """Words or a number, with an optional mark that the caption explains, optionally in bold."""

    text: str
    mark: str = ""
    strong: bool = False


@dataclass(frozen=True)
class LayoutTable:
    """Heads and rows, a caption that explains every mark, and a sentence for the methods section, or ""."""

    caption: str
    heads: tuple[str, ...]
    rows: tuple[tuple[LayoutCell, ...], ...]
    sentence: str
    rules: tuple[int, ...] = ()  # rows above which LaTeX draws a line
    label: str = ""  # the key by which LaTeX refers to it
    upright: bool = False  # whether the heads of all columns but the first stand upright in LaTeX


def latex(table: LayoutTable) -> str:
    """Write a table for LaTeX, with the packages that it needs and the sentence as comments below."""
    align = "".join(_latex_align(table, column) for column in range(len(table.heads)))
    caption = rf"\caption{{{latex_words(table.caption)}}}" + (rf"\label{{{table.label}}}" if table.label else "")
    heads = [r"\toprule", rf"{' & '.join(_latex_heads(table))} \\", r"\midrule"]
    body = []
    for number, row in enumerate(table.rows):
        body += [r"\midrule"] if number in table.rules else []
        body.append(rf"{' & '.join(map(_latex_cell, row))} \\")
    if len(table.rows) > TALL and not _fits_shrunk(table):
        lines = _in_pages(align, caption, heads, body, _letters(table))
    else:
        lines = _floating(align, caption, [*heads, *body], _size(table))
    signs = {
        "array": ("arraybackslash",),
        "booktabs": ("toprule",),
        "graphicx": ("resizebox", "rotatebox"),
        "longtable": ("endhead",),
    }
    text = "\n".join(lines)
    needs = ", ".join(package for package, used in signs.items() if any(f"\\{sign}" in text for sign in used))
    told = ["% For the methods section:", f"% {latex_words(table.sentence)}"] if table.sentence else []
    return "\n".join([*lines, rf"% Needs \usepackage{{{needs}}}.", *told])


def _floating(align: str, caption: str, lines: list[str], size: str) -> list[str]:
    start, end = rf"{size}\begin{{tabular}}{{{align}}}", rf"\end{{tabular}}{'}' if 'resizebox' in size else ''}"
    top = [r"\begin{table}[t]", r"  \centering", f"  {caption}", r"  \medskip", f"  {start}"]
    return [*top, *(f"    {line}" for line in lines), r"    \bottomrule", f"  {end}", r"\end{table}"]


def _in_pages(align: str, caption: str, heads: list[str], body: list[str], letters: int) -> list[str]:
    """Lay out a table that is longer than a page, in smaller letters where it is wide too."""
    top = [rf"{caption} \\", *heads, r"\endhead", r"\bottomrule", r"\endfoot"]
    lines = [rf"\begin{{longtable}}{{{align}}}", *(f"  {line}" for line in (*top, *body)), r"\end{longtable}"]
    if letters <= LINE:
        return lines
    small = r"\footnotesize" if letters <= 82 else r"\scriptsize" if letters <= 100 else r"\tiny"
    return [rf"{{{small}\setlength{{\tabcolsep}}{{{3 if letters <= 100 else 1.2:g}pt}}", *lines, "}"]


def _letters(table: LayoutTable) -> int:
    """Return how many letters a line of the table has, with the space between columns."""
    heads = [table.heads[0], *([""] * (len(table.heads) - 1) if table.upright else table.heads[1:])]
    columns = zip(heads, *([cell.text for cell in row] for row in table.rows), strict=True)
    return sum(2 + min(WIDE, max(map(len, column))) for column in columns)


def _fits_shrunk(table: LayoutTable) -> bool:
    """Return whether a tall table is so wide that, shrunk to the line, it fits a page."""
    return _letters(table) > 82 and len(table.rows) * 82 / _letters(table) <= TALL


def _latex_heads(table: LayoutTable) -> list[str]:
    first, *others = map(latex_words, table.heads)
    return [first, *(rf"\rotatebox{{90}}{{{head}}}" if table.upright else head for head in others)]


def _size(table: LayoutTable) -> str:
    """Choose smaller letters for a wide table, and shrink the widest to the line."""
    letters = _letters(table)
    if letters > 82:
        return r"\footnotesize\resizebox{\ifdim\width>\linewidth\linewidth\else\width\fi}{!}{"  # never enlarged
    return r"\footnotesize" if letters > 73 else r"\small" if letters > LINE else ""


def _latex_align(table: LayoutTable, column: int) -> str:
    """Choose the kind of a column: numbers to the right, words to the left, long words in lines."""
    if _is_numeric(table, column):
        return "r"
    longest = max(len(row[column].text) for row in table.rows)
    return (
        "l"
        if longest <= WIDE
        else rf">{{\raggedright\arraybackslash}}p{{{min(0.4, 0.01 * longest / 2):.2f}\linewidth}}"
    )


def latex_words(words: str) -> str:
    r"""Escape what LaTeX would read as its own.

    Examples
    --------
    >>> print(latex_words("50% of a_b & {c}"))
    50\% of a\_b \& \{c\}
    """
    return "".join(LATEX.get(letter, letter) for letter in " ".join(visible(words).split()))


def _latex_cell(cell: LayoutCell) -> str:
    parts = [
        re.sub(r"^-", "$-$", part) if NUMBER.fullmatch(part) else _breakable(part) for part in cell.text.split(" ")
    ]
    words = re.sub(r"^(?=[*\[])", "{}", " ".join(parts))  # else the end of the row above would take it for its option
    words = rf"\textbf{{{words}}}" if cell.strong else words
    return rf"{words}$^{{{cell.mark}}}$" if cell.mark else words


def _breakable(word: str) -> str:
    """Let a long word, such as the call that makes a learner, break after its dots and commas."""
    pieces = re.split(r"(?<=[.,(=/])", word) if len(word) > WIDE / 2 else [word]
    return r"\allowbreak{}".join(latex_words(piece) for piece in pieces)


def _is_numeric(table: LayoutTable, column: int) -> bool:
    return all(re.match(r"[-–−+<.\d]", row[column].text) for row in table.rows if row[column].text)


def markdown(table: LayoutTable) -> str:
    """Write a table for Markdown, its caption above and the sentence below."""
    align = ["--:" if _is_numeric(table, column) else ":--" for column in range(len(table.heads))]
    rows = [[_markdown_cell(cell) for cell in row] for row in table.rows]
    lines = [[markdown_words(head) for head in table.heads], align, *rows]
    body = "\n".join(f"| {' | '.join(line)} |" for line in lines)
    return "\n\n".join(filter(None, [markdown_words(table.caption), body, markdown_words(table.sentence)]))


def markdown_words(words: str) -> str:
    r"""Escape what Markdown, or HTML in it, would read as its own.

    Examples
    --------
    >>> print(markdown_words("a|b *c* <i>"))
    a\|b \*c\* &lt;i&gt;
    """
    safe = re.sub(r"([\\`*_|\[\]#~])", r"\\\1", " ".join(visible(words).split()))
    return re.sub(r"&(?=\w+;)", "&amp;", safe).replace("<", "&lt;").replace(">", "&gt;")


def _markdown_cell(cell: LayoutCell) -> str:
    words = markdown_words(cell.text)
    words = f"**{words}**" if cell.strong and words else words
    return f"{words}{markdown_words(cell.mark)}"


def _csv_cell(value: Any) -> Any:
    if isinstance(value, dict):
        return json.dumps(value)
    return cell("; ".join(map(str, value)) if isinstance(value, list | tuple) else value)


def csv_text(rows: Sequence[dict[str, Any]]) -> str:
    """Write rows as CSV, every key a column; None is an empty cell, what is no plain value is JSON or a list."""
    names = list(dict.fromkeys(name for row in rows for name in row))
    with io.StringIO() as file:
        writer = csv.DictWriter(file, names, lineterminator="\n")
        writer.writeheader()
        writer.writerows({name: _csv_cell(value) for name, value in row.items()} for row in rows)
        return file.getvalue().rstrip("\n")
