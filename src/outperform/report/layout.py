"""Tables before they have a format, and the formats: LaTeX with booktabs, Markdown, CSV."""

import csv
import io
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

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
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    '"': r"\char34{}",  # a letter of every font; \textquotedbl is not
    "−": "$-$",
    "–": "--",
}
NUMBER = re.compile(r"[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?")


@dataclass(frozen=True)
class Cell:
    """Words or a number, perhaps with a mark that the caption explains, perhaps in bold."""

    text: str
    mark: str = ""
    strong: bool = False


@dataclass(frozen=True)
class Table:
    """Heads and rows, a caption that explains every mark, and a sentence for the methods section."""

    caption: str
    heads: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    sentence: str


def latex(table: Table) -> str:
    """Write a table for LaTeX; it needs the package booktabs. The sentence stands below as a comment."""
    align = "".join("r" if _is_numeric(table, column) else "l" for column in range(len(table.heads)))
    lines = [
        r"\begin{table}",
        r"  \centering",
        rf"  \caption{{{latex_words(table.caption)}}}",
        rf"  \begin{{tabular}}{{{align}}}",
        r"    \toprule",
        f"    {' & '.join(map(latex_words, table.heads))} \\\\",
        r"    \midrule",
        *(f"    {' & '.join(map(_latex_cell, row))} \\\\" for row in table.rows),
        r"    \bottomrule",
        r"  \end{tabular}",
        r"\end{table}",
        "% For the methods section:",
        f"% {latex_words(table.sentence)}",
    ]
    return "\n".join(lines)


def latex_words(words: str) -> str:
    r"""Escape what LaTeX would read as its own.

    Examples
    --------
    >>> print(latex_words("50% of a_b & {c}"))
    50\% of a\_b \& \{c\}
    """
    return "".join(LATEX.get(letter, letter) for letter in " ".join(words.split()))


def _latex_cell(cell: Cell) -> str:
    parts = [
        re.sub(r"^-", "$-$", part) if NUMBER.fullmatch(part) else latex_words(part) for part in cell.text.split(" ")
    ]
    words = " ".join(parts)
    words = rf"\textbf{{{words}}}" if cell.strong else words
    return rf"{words}$^{{{cell.mark}}}$" if cell.mark else words


def _is_numeric(table: Table, column: int) -> bool:
    return all(re.match(r"[-+<.\d]", row[column].text) for row in table.rows if row[column].text)


def markdown(table: Table) -> str:
    """Write a table for Markdown, its caption above and the sentence below."""
    align = ["--:" if _is_numeric(table, column) else ":--" for column in range(len(table.heads))]
    rows = [[_markdown_cell(cell) for cell in row] for row in table.rows]
    lines = [[markdown_words(head) for head in table.heads], align, *rows]
    body = "\n".join(f"| {' | '.join(line)} |" for line in lines)
    return f"{markdown_words(table.caption)}\n\n{body}\n\n{markdown_words(table.sentence)}"


def markdown_words(words: str) -> str:
    r"""Escape what Markdown, or HTML in it, would read as its own.

    Examples
    --------
    >>> print(markdown_words("a|b *c* <i>"))
    a\|b \*c\* &lt;i&gt;
    """
    safe = re.sub(r"([\\`*_|\[\]#~])", r"\\\1", " ".join(words.split()))
    return safe.replace("<", "&lt;").replace(">", "&gt;")


def _markdown_cell(cell: Cell) -> str:
    words = markdown_words(cell.text)
    words = f"**{words}**" if cell.strong and words else words
    return f"{words}{markdown_words(cell.mark)}"


def csv_text(rows: Sequence[dict[str, Any]]) -> str:
    """Write rows as CSV, every key a column; None is an empty cell."""
    names = list(dict.fromkeys(name for row in rows for name in row))
    with io.StringIO() as file:
        writer = csv.DictWriter(file, names, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
        return file.getvalue().rstrip("\n")
