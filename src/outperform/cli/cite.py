"""``outperform cite``: where a test comes from, as BibTeX."""

import argparse
from typing import Any


def register(verbs: Any) -> None:
    """Add the verb to the parser."""
    parser = verbs.add_parser(
        "cite",
        help="print the BibTeX of a test or procedure",
        description="Print where tests come from, as BibTeX.",
        epilog="example:\n  outperform cite corrected-t 5x2-f >> references.bib",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("names", metavar="TEST", nargs="+", help="tests or procedures, see 'outperform list tests'")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Print each entry once."""
    from outperform.comparison.references import bibtex_of

    entries = [entry for name in arguments.names for entry in bibtex_of(name).split("\n\n")]
    print("\n\n".join(dict.fromkeys(entries)))
    return 0
