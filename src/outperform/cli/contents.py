"""What each room offers by name; a room is loaded when it is asked for."""

from importlib import import_module
from typing import Any

CATALOGUES = {
    "learners": ("learners", "CATALOGUE"),
    "procedures": ("procedures", "CATALOGUE"),
    "tests": ("significance", "CATALOGUE"),
    "league-tests": ("ranking", "CATALOGUE", "OMNIBUS"),
    "league-procedures": ("procedures.leagues", "CATALOGUE"),
    "designs": ("designs", "CATALOGUE"),
    "metrics": ("metrics", "CATALOGUE"),
    "sources": ("sources", "CATALOGUE", "LEAGUES", "ITEMS"),
    "measures": ("lab.measures", "CATALOGUE"),
    "papers": ("papers", "CATALOGUE"),
    "figures": ("report.figures", "CATALOGUE"),
}
"""The room of each kind, and its catalogues."""


def entries_of(kind: str) -> dict[str, Any]:
    """Return the entries of a kind by slug, in the order of their catalogues.

    Examples
    --------
    >>> list(entries_of("designs"))[-2:]
    ['holdout', 'subsampling']
    """
    folder, *names = CATALOGUES[kind]
    room = import_module(f"outperform.{folder}")
    return {slug: entry for name in names for slug, entry in getattr(room, name).items()}
