"""The page of a paper on disk: its Markdown, and a figure file for every table that has one."""

from collections.abc import Sequence
from pathlib import Path

from outperform.core import InputError
from outperform.papers import Agreement, Paper, page_text
from outperform.report.figures.panels import draw, save


def write_paper(paper: Paper, tables: Sequence[Agreement], folder: str | Path, budget: str, seed: int) -> Path:
    """Write ``PAPER.md`` and ``figures/PAPER-ID.svg`` into a folder; return the path of the page."""
    page = Path(folder) / f"{paper.slug}.md"
    figures = page.parent / "figures"
    try:
        figures.mkdir(parents=True, exist_ok=True)
        page.write_text(page_text(paper, tables, budget, seed), encoding="utf-8")
    except OSError as error:
        raise InputError(str(folder), f"cannot be written: {error.strerror}") from None
    for table in tables:
        if table.panels is not None:
            save(draw(table.panels), figures / f"{paper.slug}-{table.id}.svg")
    return page
