"""A document in a notebook: the words and numbers of a terminal as HTML, with a small figure of the intervals."""

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from math import isfinite

from outperform.visible import one_line, visible
from outperform.words.document import Document, Span, TextTable
from outperform.words.lines import KEPT

MOST = 600  # letters of a short text
WIDE, TALL = 180, 16  # of the figure of one pair, in pixels
CELL = "padding:2px 8px;border:0;background:none;"
UNBROKEN = {"th": "", "td": "white-space:nowrap;"}  # lines of a cell are not broken
FAINT = "opacity:.75;"


def prompt(document: Document) -> str:
    """Write a document in a few words, for a prompt: at most 600 letters."""
    text = f"<{document.kind}: {document.sentence.rstrip('.')} ({'; '.join(document.brief)}); print() shows all>"
    return one_line(text if len(text) <= MOST else f"{text[: MOST - 2]}…>")


def notebook(document: Document) -> str:
    """Write a document as HTML for light and dark notebooks; everything that comes from data is escaped."""
    notes = "".join(f"<li>{escape(note)}</li>" for note in document.notes)
    parts = [
        _block(f"read as: {document.read_as}" if document.read_as else "", ""),
        _block(document.sentence, "font-size:1.1em;font-weight:600;margin:.3em 0"),
        *(f"<div><b>{escape(words)}</b></div>" for words in document.cautions),
        _block(" · ".join(document.where), FAINT),
        *(part for table in document.tables for part in _table(table)),
        *(_block(words, f"{FAINT}margin:.3em 0") for words in document.closing),
        f"<details><summary>notes</summary><ul>{notes}</ul></details>" if notes else "",
    ]
    text = visible("".join(parts).replace(KEPT, "&#160;"))
    return f'<div class="outperform" style="max-width:60em;overflow-x:auto">{text}</div>'


def _block(words: str, style: str) -> str:
    return f'<div style="{style}">{escape(words)}</div>' if words else ""


def _table(table: TextTable) -> Iterator[str]:
    """Write a table, its title above, and below what follows from it and what its columns are."""
    if table.title:
        yield f"<div><b>{escape(table.title)}</b></div>"
    figures = list(_figures(table.spans))
    head = _row("th", table.plain_heads, table.words, [""] if figures else [])
    rows = [_row("td", row, table.words, figures[at : at + 1]) for at, row in enumerate(table.rows)]
    yield (
        f'<table style="border-collapse:collapse;margin:.4em 0;color:inherit"><thead>{head}</thead>'
        f"<tbody>{''.join(rows)}</tbody></table>"
    )
    yield from (_block(words, "") for words in table.below)
    yield _block(table.legend, f"{FAINT}font-size:.9em")


def _row(tag: str, texts: Sequence[str], words: int, figures: Iterable[str]) -> str:
    """Write a row; the first columns are words, and a figure may end it."""
    cells = [
        f'<{tag} style="{CELL}{UNBROKEN[tag]}text-align:{"left" if at < words else "right"}">{escape(text)}</{tag}>'
        for at, text in enumerate(texts)
    ]
    return (
        f"<tr>{''.join(cells)}{''.join(f'<{tag} style={chr(34)}{CELL}{chr(34)}>{one}</{tag}>' for one in figures)}</tr>"
    )


def _figures(spans: Sequence[Span | None]) -> Iterator[str]:
    """Draw the interval of each row on one common scale; the line marks no difference."""
    ends = [end for span in spans if span is not None for end in (span.low, span.high) if isfinite(end)]
    if not ends:
        return
    low, high = min(0.0, *ends), max(0.0, *ends)
    width = (high - low) or 1.0

    def at(value: float) -> float:
        return round(6 + (WIDE - 12) * (min(max(value, low), high) - low) / width, 1)

    for span in spans:
        if span is None:
            yield ""
            continue
        colour = "#2f7fd1" if span.clear else "currentColor"
        yield (
            f'<svg width="{WIDE}" height="{TALL}" viewBox="0 0 {WIDE} {TALL}" style="min-width:{WIDE}px" role="img"'
            ' aria-label="interval of the difference">'
            f'<line x1="{at(0)}" x2="{at(0)}" y1="0" y2="{TALL}" stroke="currentColor" stroke-opacity=".35"/>'
            f'<line x1="{at(span.low)}" x2="{at(span.high)}" y1="8" y2="8" stroke="{colour}" stroke-width="2"/>'
            f'<circle cx="{at(span.estimate)}" cy="8" r="3.5" fill="{colour}"/></svg>'
        )
