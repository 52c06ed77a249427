"""The papers behind each test, as BibTeX: ``references.bib`` beside this file, read when somebody cites."""

import re
import unicodedata
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
ACCENTS = {"'": "\u0301", "`": "\u0300", "^": "\u0302", '"': "\u0308", "~": "\u0303", "=": "\u0304", ".": "\u0307",
           "v": "\u030c", "u": "\u0306", "c": "\u0327", "k": "\u0328", "H": "\u030b", "r": "\u030a"}  # fmt: skip
LETTERS = {"i": "ı", "j": "ȷ", "ss": "ß", "o": "ø", "O": "Ø", "l": "ł", "L": "Ł", "ae": "æ", "AE": "Æ", "oe": "œ",
           "OE": "Œ", "aa": "å", "AA": "Å"}  # fmt: skip
"""What TeX writes with a backslash: accents as combining characters, and letters of their own."""


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


def in_letters(text: str) -> str:
    r"""Return a field of BibTeX as people read it: letters in place of TeX's accents, and no braces.

    Examples
    --------
    >>> in_letters(r"Janez Dem{\v{s}}ar, Salvador Garc{\'i}a, Y{\i}ld{\i}z and {\'{\i}} in {R}")
    'Janez Demšar, Salvador García, Yıldız and í in R'
    """

    def accented(match: re.Match[str]) -> str:
        return unicodedata.normalize("NFC", match[2] + ACCENTS[match[1]])

    text = re.sub(r"\\([vuckHr](?![A-Za-z])|['`^\"~=.])[\s{]*\\?([A-Za-z])", accented, text)
    text = re.sub(r"\\([A-Za-z]+) ?", lambda match: LETTERS.get(match[1], match[0]), text)
    return re.sub(r"\\(?=[&%_$#])|[{}]", "", text)


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
