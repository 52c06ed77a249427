"""The papers behind each test, as BibTeX: ``references.bib`` beside this file, read when somebody cites."""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from outperform import __version__
from outperform.core import InputError, did_you_mean, split_spec
from outperform.core.adjust import ADJUSTMENTS
from outperform.procedures import CATALOGUE as PROCEDURES
from outperform.ranking import CATALOGUE as LEAGUE_TESTS
from outperform.ranking import OMNIBUS
from outperform.significance import CATALOGUE as TESTS

OWN = "outperform"
"""The source of what no paper has: this package, with the studies in its documentation."""
ORIGINS = {slug: entry.origins for some in (TESTS, LEAGUE_TESTS, OMNIBUS) for slug, entry in some.items()}
ORIGINS |= {name: adjustment.origins for name, adjustment in ADJUSTMENTS.items() if adjustment.origins}
"""The papers of each test and adjustment, as keys of ``bibliography``; a test states them itself."""


@cache  # one value: the file of the package
def bibliography() -> Mapping[str, str]:
    """Return the entries of ``references.bib`` by key.

    Examples
    --------
    >>> bibliography()["alpaydin1999"].splitlines()[0]
    '@article{alpaydin1999,'
    """
    text = files("outperform.comparison").joinpath("references.bib").read_text(encoding="utf-8")
    entries = text.replace("{VERSION}", f"{{{__version__}}}").strip().split("\n\n")
    return {entry.partition("{")[2].partition(",")[0]: entry for entry in entries}


def bibtex_of(name: str) -> str:
    """Return the BibTeX entries of a test, of a procedure's test or of an adjustment.

    Examples
    --------
    >>> print(bibtex_of("5x2-f").splitlines()[1])
      author  = {Ethem Alpaydin},
    """
    slug = split_spec(name)[0]
    if slug == OWN:
        return bibliography()[OWN]
    if slug not in ORIGINS and slug in PROCEDURES:
        test = PROCEDURES[slug]().card().test
        slug = slug if test is None else test.slug
    if slug not in ORIGINS:
        raise InputError("test", f"{name} is not known; {did_you_mean(slug, {OWN, *ORIGINS, *PROCEDURES})}")
    if not ORIGINS[slug]:
        raise InputError("test", f"{slug} has no paper to cite")
    return "\n\n".join(bibliography()[key] for key in ORIGINS[slug])
