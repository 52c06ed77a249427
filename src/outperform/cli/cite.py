"""``outperform cite``: where a test comes from, as BibTeX."""

import argparse

from outperform.cli.parser import DATA
from outperform.cli.verb import Verb

EXAMPLES = """\
  outperform cite corrected-t
  outperform cite corrected-t 5x2-f >> references.bib
  outperform cite wilcoxon iman-davenport
  outperform cite outperform adaptive-cv
"""


def _run(arguments: argparse.Namespace) -> int:
    """Print each paper once."""
    from outperform.comparison.references import bibtex_of

    entries = [entry for name in arguments.cited for entry in bibtex_of(name).split("\n\n")]
    print("\n\n".join(dict.fromkeys(entries)))
    return 0


VERB = Verb(
    name="cite",
    help="print the papers behind a test or procedure, as BibTeX",
    description="Print the papers behind tests and procedures, as BibTeX.",
    examples=EXAMPLES,
    nouns={DATA: "cited"},
    run=_run,
)
