"""Figures, pages and tables for papers. Only figures and pages need matplotlib and jinja2."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from outperform.report.figures.picture import plot
    from outperform.report.league_diagram import diagram
    from outperform.report.pages.comparison import comparison_page
    from outperform.report.pages.lab import lab_page
    from outperform.report.pages.league import league_page
    from outperform.report.pages.paper import paper_page
    from outperform.report.tables import tables_text
    from outperform.report.tables.comparison import methods_text

_HOMES = {
    "comparison_page": "outperform.report.pages.comparison",
    "diagram": "outperform.report.league_diagram",
    "lab_page": "outperform.report.pages.lab",
    "league_page": "outperform.report.pages.league",
    "methods_text": "outperform.report.tables.comparison",
    "paper_page": "outperform.report.pages.paper",
    "plot": "outperform.report.figures.picture",
    "tables_text": "outperform.report.tables",
}

__all__ = [
    "comparison_page",
    "diagram",
    "lab_page",
    "league_page",
    "methods_text",
    "paper_page",
    "plot",
    "tables_text",
]


def __getattr__(name: str) -> Any:
    """Load a door when it is first asked for: tables need neither matplotlib nor jinja2."""
    if name not in _HOMES:
        message = f"module 'outperform.report' has no attribute {name!r}"
        raise AttributeError(message)
    return getattr(import_module(_HOMES[name]), name)
