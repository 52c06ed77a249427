"""What every page consists of, whatever it is about: headings, paragraphs, facts, tables, figures, details and code.

A maker per kind of answer returns a ``Page``; one template writes it, and escapes all words that are no ``Markup``.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from outperform.report.extra import require

require("jinja2")

from markupsafe import Markup  # noqa: E402 - first the sentence that says what to install


class PageBlock:
    """A part of a page; the template writes it by its kind."""

    kind: ClassVar[str]


@dataclass(frozen=True)
class Heading(PageBlock):
    """A heading within a section."""

    kind = "heading"
    words: str
    level: int = 3
    id: str = ""


@dataclass(frozen=True)
class Paragraph(PageBlock):
    """Sentences; the look is a class of the style sheet."""

    kind = "paragraph"
    words: str
    look: str = ""


@dataclass(frozen=True)
class Bullets(PageBlock):
    """Sentences of a list."""

    kind = "bullets"
    sentences: Sequence[str]
    look: str = ""


@dataclass(frozen=True)
class Facts(PageBlock):
    """Names, and what is known of them."""

    kind = "facts"
    facts: Sequence[tuple[str, str]]


@dataclass(frozen=True)
class Code(PageBlock):
    """What a user can type."""

    kind = "code"
    text: str


@dataclass(frozen=True)
class PageTable(PageBlock):
    """Rows of cells below their heads; the kinds of columns are classes of the style sheet.

    ``n`` is a number, at the right; ``row`` names the row.
    """

    kind = "table"
    heads: Sequence[str]
    rows: Sequence[Sequence[str]]
    caption: str = ""
    label: str = ""  # what a screen reader says; the caption where this is empty
    id: str = ""
    look: str = "sortable"
    columns: Sequence[str] = ()  # their kinds
    looks: Sequence[str] = ()  # of rows
    last: Sequence[str] = ()  # a row below the others
    narrow: bool = False  # whether it is no wider than it must be
    stacked: bool = False  # whether a narrow screen shows the cells of a row below each other


@dataclass(frozen=True)
class Figure(PageBlock):
    """A drawing with its title, how to read it, and its numbers."""

    kind = "figure"
    id: str
    title: str
    caption: str
    svg: Markup
    wide: bool
    numbers: PageTable | None = None


@dataclass(frozen=True)
class Details(PageBlock):
    """Blocks that can be unfolded."""

    kind = "details"
    summary: str
    blocks: Sequence[PageBlock]


@dataclass(frozen=True)
class Group(PageBlock):
    """Blocks that belong together; the look is a class of the style sheet."""

    kind = "group"
    look: str
    blocks: Sequence[PageBlock]
    id: str = ""


@dataclass(frozen=True)
class Section:
    """A part of a page that its head leads to; without a name there it is found by scrolling."""

    id: str
    title: str
    blocks: Sequence[PageBlock]
    name: str = ""


@dataclass(frozen=True)
class Page:
    """The answer, what stands directly below it, and the sections."""

    title: str
    top: Sequence[PageBlock]
    sections: Sequence[Section]


def figures(drawn: Sequence[Figure]) -> list[PageBlock]:
    """Put figures side by side; nothing where there is none."""
    return [Group("figures", drawn)] if drawn else []


def cautions(sentences: Sequence[str]) -> list[PageBlock]:
    """Write what may be wrong with an answer."""
    return [Paragraph(warning("Caution", words), "warning") for words in sentences]


def warning(word: str, words: str) -> Markup:
    """Write a sentence that begins with a word that catches the eye."""
    return Markup("<strong>{}:</strong> {}").format(word, words)


def meant(sentences: Sequence[str]) -> PageBlock:
    """Write what an answer means for somebody who is no statistician."""
    return Group("meaning", [Heading("What this means", 2), Paragraph(" ".join(sentences))])


def listed(head: str, sentences: Sequence[str], key: str = "") -> list[PageBlock]:
    """Write a heading and a list below it; nothing where there is no sentence."""
    return [Heading(head, id=key), Bullets(sentences)] if sentences else []


def again(command: str) -> list[PageBlock]:
    """Write how the page is made again."""
    return [Heading("How to make this page again"), Code(command)]


def small_table(heads: Sequence[str], rows: Sequence[Sequence[str]], caption: str, key: str, label: str) -> PageTable:
    """Lay out names with their numbers, no wider than they are."""
    kinds = ["row", *("n" for _ in heads[1:])]
    return PageTable(heads, rows, caption, label, key, "small sortable names", kinds, narrow=True)
