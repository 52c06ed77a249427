"""The page of a paper: how much of it was reproduced, figures, published numbers next to ours, methods."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from outperform.core import InputError
from outperform.core.panels import Panels
from outperform.engine.versions import versions
from outperform.papers import Agreement, absent_words, fit_words
from outperform.papers.page import RULE, derived_words
from outperform.papers.score import OUTCOMES, headline, score_rows
from outperform.report.agreements import Obtained, named, shown_number
from outperform.report.figures.panels import draw as draw_panels
from outperform.report.figures.style import LIGHT, Theme
from outperform.report.html import render, shown, write
from outperform.report.summary import page_date


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
        score=(tuple(OUTCOMES), score_rows(obtained.tables)),
        exhibits=[_exhibit(table) for table in obtained.tables],
        facts=[*_facts(obtained)],
        command=command or f"outperform paper {obtained.paper.slug} --budget {obtained.budget} --seed {obtained.seed}",
    )
    return write(text, path)


def paper_headline(obtained: Obtained) -> str:
    """Return one sentence: how many of the printed numbers agree, and how many claims hold."""
    return f"{obtained.paper.slug}: {headline(obtained.tables)}"


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
        "counts": {
            "numbers agree": table.count("agrees", "number"),
            "differ": table.count("differs", "number"),
            "claims hold": table.count("holds", "claim"),
            "fail": table.count("fails", "claim"),
            "undecided": table.count("undecided", "number", "claim"),
            "derived": derived_words(table),
            "rms z": "" if table.fit is None else f"{table.fit.rms_z:.2f}",
        },
        "figure": figure,
        "numbers": all(not isinstance(cell.published, str) for cell in table.cells),
        "rows": [
            {
                "key": cell.key,
                "published": shown_number(cell.published, cell.digits),
                "number": not isinstance(cell.published, str),
                "obtained": shown_number(cell.obtained, cell.digits),
                "kind": cell.kind,
                "se": shown_number(cell.se),
                "z": "" if cell.z is None else f"{cell.z:+.1f}",
                "verdict": cell.verdict,
                "reason": cell.reason,
            }
            for cell in table.cells
        ],
        "fit": "" if table.fit is None else fit_words(table.fit),
        "notes": (*table.notes, *absent_words(table)),
        "seconds": f"{table.seconds:g}",
    }


def _facts(obtained: Obtained) -> Iterator[tuple[str, str]]:
    yield "When numbers agree and claims hold", RULE
    yield "Budget", obtained.budget
    yield "Seed", str(obtained.seed)
    yield "Seconds", f"{sum(table.seconds for table in obtained.tables):.0f}, without results that were already stored"
    yield "Date", page_date()
    yield "Versions", versions()
