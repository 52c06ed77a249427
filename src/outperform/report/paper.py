"""The page of a paper: how much of it was reproduced, figures, published numbers next to ours, methods."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from outperform.core import InputError
from outperform.core.panels import Panels
from outperform.engine.versions import versions
from outperform.papers import Agreement
from outperform.report.agreements import Obtained, named, shown_number
from outperform.report.figures.panels import draw as draw_panels
from outperform.report.figures.style import LIGHT, Theme
from outperform.report.html import render, shown, write
from outperform.report.summary import page_date

RULE = (
    "Two numbers agree if they differ by at most three standard errors of their difference (Monte Carlo errors of "
    "both and the rounding of the published number). A claim of the text is checked by the rule in its row."
)


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
    text = render(
        "paper.html",
        title=paper_headline(obtained),
        paper=obtained.paper,
        exhibits=[_exhibit(table) for table in obtained.tables],
        facts=[*_facts(obtained)],
        command=command or f"outperform paper {obtained.paper.slug} --budget {obtained.budget} --seed {obtained.seed}",
    )
    return write(text, path)


def paper_headline(obtained: Obtained) -> str:
    """Return one sentence: how many of the published numbers and claims were reproduced."""
    cells = [cell for table in obtained.tables for cell in table.cells]
    compared = [cell for cell in cells if cell.verdict != "not comparable"]
    if not compared:
        return f"None of {_count(len(cells))} of {obtained.paper.slug} can be compared"
    agree = sum(cell.verdict == "agrees" for cell in compared)
    were = "was" if len(compared) == 1 else "were"
    return f"{agree} of {_count(len(compared))} of {obtained.paper.slug} {were} reproduced"


def _count(number: int) -> str:
    return f"{number} number{'' if number == 1 else 's'} and claim{'' if number == 1 else 's'}"


def _figure(panels: Panels) -> ExhibitFigure:
    beside = any(series.published for panel in panels.panels for series in panel.series)
    return ExhibitFigure("Ours, and published in grey" if beside else "Ours", panels)


def _exhibit(table: Agreement) -> dict[str, Any]:
    figure = None if table.panels is None else shown(_figure(table.panels), f"{table.id}-figure")
    return {
        "id": table.id,
        "name": named(table),
        "title": table.title,
        "page": table.page,
        "counts": {verdict: table.count(verdict) for verdict in ("agrees", "differs", "not comparable")},
        "figure": figure,
        "numbers": all(not isinstance(cell.published, str) for cell in table.cells),
        "rows": [
            {
                "key": cell.key,
                "published": shown_number(cell.published, cell.digits),
                "number": not isinstance(cell.published, str),
                "obtained": shown_number(cell.obtained, cell.digits),
                "se": shown_number(cell.se) if cell.se else "",
                "z": "" if cell.z is None else f"{cell.z:+.1f}",
                "verdict": cell.verdict,
                "reason": cell.reason,
            }
            for cell in table.cells
        ],
        "notes": table.notes,
        "seconds": f"{table.seconds:g}",
    }


def _facts(obtained: Obtained) -> Iterator[tuple[str, str]]:
    yield "When numbers agree", RULE
    yield "Budget", obtained.budget
    yield "Seed", str(obtained.seed)
    yield "Seconds", f"{sum(table.seconds for table in obtained.tables):.0f}, without results that were already stored"
    yield "Date", page_date()
    yield "Versions", versions()
