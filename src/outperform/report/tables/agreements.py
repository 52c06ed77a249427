"""Agreements with a paper as tables: published numbers next to ours."""

from dataclasses import dataclass
from typing import Any

from outperform import __version__
from outperform.papers import Agreement, Cell, Paper, absent_words, fit_words
from outperform.papers.score import WRONG, counts_of
from outperform.report.tables.layout import LayoutCell, LayoutTable

HEADS = ("", "kind", "published", "ours", "standard error", "z", "verdict")


@dataclass(frozen=True)
class Obtained:
    """Tables and figures of a paper next to ours, and how ours were made."""

    paper: Paper
    tables: tuple[Agreement, ...]
    budget: str = "quick"
    seed: int = 0

    def to_dict(self) -> dict[str, Any]:
        """Return plain values."""
        about = {"paper": self.paper.slug, "citation": self.paper.citation, "budget": self.budget, "seed": self.seed}
        counts = {kind: dict(found) for kind, found in counts_of(self.tables).items()}
        return {**about, "counts": counts, "tables": [table.as_row() for table in self.tables]}


def agreement_rows(obtained: Obtained) -> list[dict[str, Any]]:
    """Return a row per published number or claim."""
    return [
        {"paper": obtained.paper.slug, "table": table.id, **cell.as_row()}
        for table in obtained.tables
        for cell in table.cells
    ]


def agreement_table(obtained: Obtained, table: Agreement) -> LayoutTable:
    """Lay out a row per published number or claim; those that differ from ours or fail are marked."""
    rows = tuple(_row(cell) for cell in table.cells)
    words = f"{named(table)} of {obtained.paper.citation.rstrip('.')}: {table.title} (p. {table.page}). "
    words += (
        "Published numbers next to ours, the standard error of their difference, and z, the difference divided by it."
    )
    if any(cell.verdict in WRONG for cell in table.cells):
        words += " * marks numbers that differ by more than 3 standard errors and rounding, and claims that fail."
    said = (*table.notes, *absent_words(table), *([] if table.fit is None else [fit_words(table.fit)]))
    notes = [f"{text.rstrip('.')}." for text in said]
    sentence = f"Reproduced with outperform {__version__}, budget {obtained.budget}, seed {obtained.seed}."
    return LayoutTable(words, HEADS, rows, " ".join([sentence, *notes]))


def named(table: Agreement) -> str:
    """Write an id the way papers do.

    Examples
    --------
    >>> named(Agreement("section-3-5", "", "", ()))
    'Section 3.5'
    >>> named(Agreement("table-10-recomputed", "", "", ()))
    'Table 10, recomputed'
    """
    kind, *parts = table.id.split("-")
    numbers, words = ([part for part in parts if part.isdigit() == wanted] for wanted in (True, False))
    if not numbers:
        return " ".join([kind, *words]).capitalize()
    return ", ".join([f"{kind.capitalize()} {'.'.join(numbers)}", *words])


def _row(cell: Cell) -> tuple[LayoutCell, ...]:
    mark = "*" if cell.verdict in WRONG else ""
    said = f"{cell.verdict}: {cell.reason}" if cell.reason else cell.verdict
    z = "" if cell.z is None else f"{cell.z:+.1f}"
    return (
        LayoutCell(cell.key),
        LayoutCell(cell.kind),
        LayoutCell(shown_number(cell.published, cell.digits)),
        LayoutCell(shown_number(cell.obtained, cell.digits), mark),
        LayoutCell(shown_number(cell.se)),
        LayoutCell(z),
        LayoutCell(said),
    )


def shown_number(value: float | str | None, digits: int = 4) -> str:
    """Write a number to so many digits, a claim as it stands, nothing where there is nothing."""
    if value is None or isinstance(value, str):
        return value or ""
    return f"{value:.{digits}g}"
