"""The door of leagues: their page, tables, figures and diagram, each loaded when it is first asked for."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from outperform.report.figures.picture import plot_league
    from outperform.report.league_diagram import diagram
    from outperform.report.league_page import league_page
    from outperform.report.league_tables import league_text

_HOMES = {
    "diagram": "outperform.report.league_diagram",
    "league_page": "outperform.report.league_page",
    "league_text": "outperform.report.league_tables",
    "plot_league": "outperform.report.figures.picture",
}

__all__ = ["diagram", "league_page", "league_text", "plot_league"]


def __getattr__(name: str) -> Any:
    """Load what is asked for: tables need neither matplotlib nor jinja2."""
    if name not in _HOMES:
        message = f"module 'outperform.report.league' has no attribute {name!r}"
        raise AttributeError(message)
    return getattr(import_module(_HOMES[name]), name)
