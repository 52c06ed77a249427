"""``outperform cite``: where a test comes from, as BibTeX."""

import argparse
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from outperform.cli.parser import Parser

EXAMPLES = """\
  outperform cite corrected-t
  outperform cite corrected-t 5x2-f >> references.bib
  outperform cite wilcoxon iman-davenport
  outperform cite outperform adaptive-cv
"""


def register(verbs: Any) -> None:
    """Add the verb to the parser."""
    parser: Parser = verbs.add_parser(
        "cite",
        help="print the papers behind a test or procedure, as BibTeX",
        description="Print the papers behind tests and procedures, as BibTeX.",
        examples=EXAMPLES,
    )
    parser.add_argument(
        "cited",
        metavar="NAME",
        nargs="+",
        help="outperform, a test or a procedure: see 'outperform list tests', 'list league-tests', 'list procedures'",
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Print each paper once."""
    from outperform.comparison.references import bibtex_of

    entries = [entry for name in arguments.cited for entry in bibtex_of(name).split("\n\n")]
    print("\n\n".join(dict.fromkeys(entries)))
    return 0
