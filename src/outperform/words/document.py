"""A document: what people read of a result, in parts, before it becomes the text of any medium."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any


class Role(StrEnum):
    """What a table is about."""

    STANDINGS = "standings"  # a row per learner or system, the best first
    PAIRS = "pairs"  # a row per pair, or per test on one pair
    FACTS = "facts"  # a row per fact of the only pair: a name and words
    TASKS = "tasks"  # a row per task of the only pair
    STEPS = "steps"  # a row per number of repeats, samples or items, and what it would give


@dataclass(frozen=True)
class Span:
    """The numbers behind a row of pairs, for a small figure: an estimate and the ends of its interval."""

    estimate: float
    low: float
    high: float
    clear: bool  # whether a difference is shown


@dataclass(frozen=True)
class TextTable:
    """A table of texts, ready to print; the first columns are words, the others numbers.

    A table of two columns of which one is words is a list: a terminal shows no heads above it.
    """

    role: Role
    heads: tuple[str, ...]  # with line breaks where a narrow column needs them
    rows: tuple[tuple[str, ...], ...]
    words: int = 1  # so many columns are words, on the left; the last of several is the decision
    title: str = ""  # the metric, where there are several
    below: tuple[str, ...] = ()  # what stands directly below it: what is not shown, what follows from it
    legend: str = ""  # what its columns are
    short: tuple[str, ...] = ()  # the decisions in one word each, where a terminal is too narrow for names
    spans: tuple[Span | None, ...] = ()  # one per row, or none at all

    @classmethod
    def of(cls, role: Role, columns: Mapping[str, Sequence[str]], words: int = 1, **more: Any) -> "TextTable":
        """Make a table from its columns by head."""
        return cls(role, tuple(columns), tuple(zip(*columns.values(), strict=True)), words, **more)

    @property
    def columns(self) -> dict[str, list[str]]:
        """The cells of each column by its head."""
        return {head: [row[at] for row in self.rows] for at, head in enumerate(self.heads)}

    @property
    def plain_heads(self) -> list[str]:
        """The heads without line breaks."""
        return [" ".join(head.split()) for head in self.heads]


@dataclass(frozen=True)
class Document:
    """What people read of a result, in the order in which they read it; no medium's own marks in it.

    Names that come from files are one line each, with escapes for letters that nobody sees. A no-break space marks
    where a line must not end.
    """

    kind: str  # what the result is called: Comparison, League or Budget
    claim: str  # the answer alone, with a full stop: for a title
    outlook: tuple[str, ...] = ()  # what the answer depends on, and what would decide otherwise: sentences
    read_as: str = ""  # what the material was taken for, where nobody said it
    brief: tuple[str, ...] = ()  # how many verdicts, of what, by which test: for a prompt
    cautions: tuple[str, ...] = ()  # what may be wrong with the answer; each begins with "caution: "
    where: tuple[str, ...] = ()  # metric, data, rule
    tables: tuple[
        TextTable, ...
    ] = ()  # metric by metric: standings, then pairs or the facts of the only pair, its tasks
    closing: tuple[str, ...] = ()  # what it took, how far it reaches, what would help: paragraphs
    notes: tuple[str, ...] = ()  # each begins with "note: "

    @property
    def sentence(self) -> str:
        """The answer and what it depends on, in a sentence or two."""
        return " ".join(filter(None, (self.claim, *self.outlook)))

    @property
    def facts(self) -> tuple[TextTable, ...]:
        """What is known of the only pair, one table per metric."""
        return tuple(self.of(Role.FACTS))

    def of(self, role: Role) -> Iterator[TextTable]:
        """Return the tables that are about one thing, in their order."""
        return (table for table in self.tables if table.role is role)
