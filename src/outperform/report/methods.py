"""The methods section of the page: tests and procedures as their docstrings describe them, and facts."""

import inspect
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from outperform.comparison import Comparison
from outperform.comparison.references import OWN, bibliography, in_letters
from outperform.core import (
    Entry,
    OutperformError,
    SignificanceTest,
    known_weaknesses,
    split_spec,
)
from outperform.procedures import CATALOGUE as PROCEDURES
from outperform.report.cards import card_slug
from outperform.significance import CATALOGUE as TESTS
from outperform.significance.sequential_tests import SequentialTest
from outperform.words.weaknesses import weaknesses_words

LEFT_OUT = ("Examples", "Parameters")  # sections of a docstring; the others' headings say nothing on a page
FORMULA = "    "  # what a paragraph of formulas begins with
ARRAYS = re.compile(r"\[\.\.\.|leading axes")  # words about arrays: the formula stands in the text then
STUDY = "docs/evaluations.md"  # the study of tests on items
LOOKING = "tests/significance/test_looking_calibration.py"  # that of tests that look after every item


@dataclass(frozen=True)
class Method:
    """A test or procedure as its docstring describes it."""

    kind: str
    name: str
    summary: str
    body: tuple[str, ...]
    formula: str
    reference: str
    weakness: str  # "" where none is known
    certify: str  # the command that makes its card
    study: str  # the page with its error rates, where it has no card; "" for none
    card: str  # the slug of the card that was measured for it; "" where there is none


def methods_of(comparison: Comparison) -> list[Method]:
    """Describe every procedure and test of the judgements, each once; what no catalogue knows is left out."""
    wanted = [
        pair
        for judgement in comparison.judgements
        for pair in (("procedure", judgement.procedure), ("test", judgement.test))
        if pair[1] is not None
    ]
    found = [(kind, spec, entry_of(kind, spec)) for kind, spec in dict.fromkeys(wanted)]
    made = [described(kind, str(spec), entry) for kind, spec, entry in found if entry is not None]
    used = [method.card for method in made if method.kind == "procedure"]
    return [replace(method, card=used[0]) if used and method.kind == "test" else method for method in made]


def references_of(comparison: Comparison) -> dict[str, str]:
    """Return the sources of procedures and tests, by name and by spec."""
    methods = [(method.name, method.reference) for method in methods_of(comparison)]
    return {split_spec(name)[0]: source for name, source in methods} | dict(methods)


def entry_of(kind: str, spec: Any) -> Entry | None:
    """Find an entry by its spec; None where the catalogue does not have it."""
    try:
        return PROCEDURES.get_entry(spec) if kind == "procedure" else TESTS.get_entry(spec)
    except OutperformError:
        return None


def described(kind: str, spec: str, entry: Entry) -> Method:
    """Describe a test or procedure by its docstring."""
    paragraphs = list(paragraphs_of(inspect.cleandoc(type(entry).__doc__ or "")))
    arithmetic = inspect.getdoc(getattr(entry, "arithmetic", None)) or ""
    formula = arithmetic.split("\n\n")[0] if hasattr(entry, "arithmetic") else ""
    years = re.findall(r"\(([^()]*\b(?:19|20)\d\d\b[^()]*)\)", paragraphs[0]) if paragraphs else []
    origins = getattr(entry, "origins", ())
    after = f", after {' and '.join(map(cited, origins[1:]))}" if OWN in origins[:1] and origins[1:] else ""
    years = years or [f"{cited(origin)}{after}" for origin in origins[:1]]
    return Method(
        kind=kind,
        name=spec,
        summary=paragraphs[0] if paragraphs else "",
        body=tuple(paragraphs[1:]),
        formula="" if ARRAYS.search(formula) or any(FORMULA in part[:4] for part in paragraphs) else formula,
        reference=years[-1] if years else "",
        weakness=weaknesses_words(known_weaknesses(entry), entry.slug),
        certify=f"outperform lab certify {entry.slug}",
        study=_study(entry),
        card=card_slug(kind, entry) or "",
    )


def _study(entry: Entry) -> str:
    """Return where the error rates of a test on items are; "" where that is on a card."""
    if isinstance(entry, SequentialTest):
        return LOOKING
    return STUDY if isinstance(entry, SignificanceTest) and entry.needs.items else ""


def paragraphs_of(text: str) -> Iterator[str]:
    """List the paragraphs of a docstring without examples and parameters; formulas keep their lines.

    Examples
    --------
    >>> list(paragraphs_of(inspect.cleandoc(TESTS["item-t"].__doc__)))[2]
    "    t = m / sqrt(s^2 / N)    Student's t with N - 1 degrees of freedom"
    """
    first, *rest = re.split(r"(?m)^(\w+)\n-+\n", text)
    sections = [first, *(body for name, body in zip(rest[::2], rest[1::2], strict=True) if name not in LEFT_OUT)]
    for part in (part.strip("\n") for section in sections for part in section.split("\n\n")):
        if part.startswith(FORMULA):
            yield part.rstrip()
        elif part.strip():
            yield " ".join(part.split()).replace("``", "")


def cited(key: str) -> str:
    """Write authors and year of a source, as a text does; "" where it is not known.

    Examples
    --------
    >>> cited("hall1988"), cited("nadeau2003"), cited("fagerland2013"), cited("nobody2001"), cited(OWN)
    ('Hall 1988', 'Nadeau & Bengio 2003', 'Fagerland et al. 2013', '', 'outperform')
    """
    if key == OWN:
        return key
    found = [re.search(rf"{name}\s*=\s*{{(.*)}}", bibliography().get(key, "")) for name in ("author", "year")]
    if not all(found):
        return ""
    authors, year = (in_letters(each[1]) for each in found if each is not None)
    names = [name.split(",")[0] if "," in name else name.rpartition(" ")[2] for name in authors.split(" and ")]
    return f"{names[0]} et al. {year}" if len(names) > 2 else f"{' & '.join(names)} {year}"
