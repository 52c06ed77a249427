"""``outperform list``: what there is, one line each."""

import argparse
from importlib import import_module
from typing import Any

ROOMS = {"tests": "significance", "designs": "designs", "metrics": "metrics"}


def register(verbs: Any) -> None:
    """Add the verb to the parser."""
    parser = verbs.add_parser(
        "list",
        help="show a catalogue",
        description="Show what there is, one line each.",
        epilog="example:\n  outperform list tests",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("kind", choices=tuple(ROOMS), help="which catalogue")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Print the catalogue."""
    catalogue = import_module(f"outperform.{ROOMS[arguments.kind]}").CATALOGUE
    width = max(len(slug) for slug in catalogue)
    for slug, entry in catalogue.items():
        print(f"{slug:<{width}}  {entry.summary()}")
    return 0
