"""The page of a paper: how much of it was reproduced, figures, published numbers next to ours, methods."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from markupsafe import Markup

from outperform.core import InputError
from outperform.core.panels import Panels
from outperform.engine.versions import versions
from outperform.papers import Agreement, absent_words, fit_words
from outperform.papers.page import RULE, derived_words
from outperform.papers.score import OUTCOMES, headline, score_rows
from outperform.report.figures.panels import draw as draw_panels
from outperform.report.figures.style import LIGHT, Theme
from outperform.report.pages.blocks import (
    Bullets,
    Facts,
    Heading,
    Page,
    PageBlock,
    PageTable,
    Paragraph,
    Section,
    again,
    figures,
)
from outperform.report.pages.html import prose, write
from outperform.report.pages.inline import drawn
from outperform.report.pages.summary import page_date
from outperform.report.tables.agreements import Obtained, named, shown_number

MOST_NAMED = 4  # tables and figures that the head of the page names


@dataclass(frozen=True)
class ExhibitFigure:
    """The picture of one table or figure: our numbers, and in grey the published ones."""

    title: str
    panels: Panels

    @property
    def caption(self) -> str:
        """Return how to read it."""
        return self.panels.caption

    def frame(self) -> list[dict[str, Any]]:
        """Return one row per point or bar."""
        return self.panels.frame()


def draw(figure: ExhibitFigure, axes: Any = None, *, looks: Any = None, theme: Theme = LIGHT) -> Any:
    """Draw it; looks of learners do not matter here."""
    del looks
    return draw_panels(figure.panels, axes, theme)


def paper_page(obtained: Obtained, path: str | Path | None = None, *, command: str = "") -> str:
    """Make the page of a paper; ``command`` is what makes it again."""
    if not obtained.tables:
        raise InputError("tables", "there are none: name at least one table or figure of the paper")
    paper, tables = obtained.paper, obtained.tables
    several = len(tables) > 1
    methods: list[PageBlock] = []
    if paper.left_open:
        methods += [Heading("What the paper leaves open, and our choice"), Bullets([*map(prose, paper.left_open)])]
    methods += [Heading("How it was run"), Facts([*_facts(obtained)])]
    line = f"outperform paper {paper.slug} --budget {obtained.budget} --seed {obtained.seed}"
    found = [Bullets([*map(prose, paper.found)])] if paper.found and several else []
    sections = [
        Section("found", "What was found", [*found, _score(obtained), _exhibits(obtained)], "What was found"),
        *(_exhibit(table, named(table) if len(tables) <= MOST_NAMED else "") for table in tables),
        Section("methods", "Methods", [*methods, *again(command or line)], "Methods"),
    ]
    return write(Page(paper_headline(obtained), [Paragraph(paper.citation, "evidence")], sections), path)


def paper_headline(obtained: Obtained) -> str:
    """Return one sentence: how many of the printed numbers agree, and how many claims hold."""
    return f"{obtained.paper.slug}: {headline(obtained.tables)}"


def _figure(panels: Panels) -> ExhibitFigure:
    beside = any(series.published for panel in panels.panels for series in panel.series)
    return ExhibitFigure("Ours, and published in grey" if beside else "Ours", panels)


def _score(obtained: Obtained) -> PageTable:
    caption = "Counted apart by what a row is evidence of"
    rows = [[kind, *map(str, counts)] for kind, *counts in score_rows(obtained.tables)]
    kinds = ["row", *("n" for _ in OUTCOMES)]
    return PageTable(["kind", *OUTCOMES], rows, caption, "Counts by kind", look="plain", columns=kinds)


def _exhibits(obtained: Obtained) -> PageTable:
    link = Markup('<a href="#{}">{}</a>').format
    counts = [_counts(table) for table in obtained.tables]
    rows = [
        [link(table.id, named(table)), table.title, *count.values(), f"{table.seconds:g}"]
        for table, count in zip(obtained.tables, counts, strict=True)
    ]
    heads = ["where", "what", *counts[0], "seconds"]
    caption = "Printed numbers and claims of each table and figure"
    return PageTable(heads, rows, caption, "Tables and figures", columns=["row", "what", *("n" for _ in heads[2:])])


def _counts(table: Agreement) -> dict[str, str]:
    return {
        "numbers agree": str(table.count("agrees", "number")),
        "differ": str(table.count("differs", "number")),
        "claims hold": str(table.count("holds", "claim")),
        "fail": str(table.count("fails", "claim")),
        "undecided": str(table.count("undecided", "number", "claim")),
        "derived": str(derived_words(table)),
        "rms z": "" if table.fit is None else f"{table.fit.rms_z:.2f}",
    }


def _exhibit(table: Agreement, name: str) -> Section:
    """Return the part of one table or figure: its picture, and its numbers next to ours."""
    blocks: list[PageBlock] = [Paragraph(f"In the paper: p. {table.page}.", "aside")]
    if table.panels is not None:
        blocks += figures([drawn(_figure(table.panels), f"{table.id}-figure")])
    bold = Markup("<b>{}</b>").format
    rows = [
        [
            cell.key,
            cell.kind,
            shown_number(cell.published, cell.digits),
            shown_number(cell.obtained, cell.digits),
            shown_number(cell.se),
            "" if cell.z is None else f"{cell.z:+.1f}",
            bold(cell.verdict) + (Markup(": ") + prose(cell.reason) if cell.reason else ""),
        ]
        for cell in table.cells
    ]
    numbers = all(not isinstance(cell.published, str) for cell in table.cells)
    blocks.append(
        PageTable(
            ["number or claim", "kind", "published", "ours", "standard error", "z", "verdict"],
            rows,
            f"{named(table)}, published next to ours; z is the difference in standard errors",
            f"{named(table)}: published and ours",
            look="sortable agreement",
            columns=["row", "", "n" if numbers else "", "n", "n", "n", "says"],
            looks=[cell.verdict.replace(" ", "-") for cell in table.cells],
        )
    )
    if table.fit is not None:
        blocks.append(Paragraph(fit_words(table.fit), "aside"))
    notes = (*table.notes, *absent_words(table))
    if notes:
        blocks.append(Bullets([*map(prose, notes)], "aside"))
    return Section(table.id, f"{named(table)}: {table.title}", blocks, name)


def _facts(obtained: Obtained) -> Iterator[tuple[str, str]]:
    yield "When numbers agree and claims hold", RULE
    yield "Budget", obtained.budget
    yield "Seed", str(obtained.seed)
    yield "Seconds", f"{sum(table.seconds for table in obtained.tables):.0f}, without results that were already stored"
    yield "Date", page_date()
    yield "Versions", versions()
