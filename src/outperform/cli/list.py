"""``outperform list``: what there is, one line each."""

import argparse
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from outperform.core import Procedure

KINDS = ("learners", "procedures", "tests", "designs", "metrics", "sources", "measures", "papers", "figures")


def register(verbs: Any) -> None:
    """Add the verb to the parser."""
    parser = verbs.add_parser(
        "list",
        help="show a catalogue",
        description="Show what there is, one line each.",
        epilog="example:\n  outperform list tests",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("kind", choices=KINDS, help="which catalogue")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Print the catalogue."""
    rows = {"learners": _learners, "procedures": _procedures}.get(arguments.kind, _entries)(arguments.kind)
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for row in rows:
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())
    return 0


def _entries(kind: str) -> list[list[str]]:
    room = {"tests": "significance", "measures": "lab.measures", "figures": "report.figures"}.get(kind, kind)
    catalogue = import_module(f"outperform.{room}").CATALOGUE
    return [[slug, entry.summary()] for slug, entry in catalogue.items()]


def _learners(_: str) -> list[list[str]]:
    from outperform.learners import CATALOGUE, RECIPES

    short = [[name, recipe.words] for name, recipe in RECIPES.items()]
    return short + [[slug, entry.summary()] for slug, entry in CATALOGUE.items()]


def _procedures(_: str) -> list[list[str]]:
    from outperform.comparison.terms import DEFAULT
    from outperform.procedures import CATALOGUE

    head = ["procedure", "design", "test", "fits", "question", ""]
    rows = {slug: _procedure(entry()) for slug, entry in CATALOGUE.items()}
    rows[DEFAULT][-1] += " The default of compare."
    return [head, *rows.values()]


def _procedure(procedure: "Procedure") -> list[str]:
    card = procedure.card()
    made = ["" if part is None else str(part) for part in (card.design, card.test)]
    return [procedure.slug, *made, card.fits_span, f"Q{card.question}", procedure.summary()]
