"""Figures, pages and tables for papers. Only these need matplotlib and jinja2."""

from importlib import import_module
from typing import Any

_HOMES = {
    "agreements_text": "outperform.report.agreements",
    "comparison_page": "outperform.report.page",
    "comparison_text": "outperform.report.tables",
    "lab_page": "outperform.report.lab",
    "paper_page": "outperform.report.paper",
    "plot": "outperform.report.figures.picture",
    "readings_text": "outperform.report.tables",
}

__all__ = [*_HOMES]


def __getattr__(name: str) -> Any:
    """Load a door when it is first asked for: tables need neither matplotlib nor jinja2."""
    if name not in _HOMES:
        message = f"module 'outperform.report' has no attribute {name!r}"
        raise AttributeError(message)
    return getattr(import_module(_HOMES[name]), name)
