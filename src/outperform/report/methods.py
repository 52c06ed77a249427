"""The methods section of the page: tests and procedures as their docstrings describe them, and facts."""

import inspect
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from outperform.comparison import Comparison
from outperform.core import Dataset, Entry, OutperformError, fingerprint, known_weaknesses
from outperform.procedures import CATALOGUE as PROCEDURES
from outperform.report.cards import CardView, card_slug, card_view
from outperform.report.summary import dataset_of
from outperform.significance import CATALOGUE as TESTS
from outperform.words.captions import sizes_span
from outperform.words.numbers import duration
from outperform.words.verdicts import are_adjusted
from outperform.words.weaknesses import weaknesses_words


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
    made = [_method(kind, str(spec), entry) for kind, spec, entry in found if entry is not None]
    used = [method.card for method in made if method.kind == "procedure"]
    return [replace(method, card=used[0]) if used and method.kind == "test" else method for method in made]


def cards_of(methods: list[Method]) -> dict[str, CardView]:
    """Return the shipped cards of the methods; a procedure's before a test's."""
    slugs = dict.fromkeys(method.card for method in sorted(methods, key=lambda method: method.kind != "procedure"))
    found = [card_view(slug) for slug in slugs]
    return {view.slug: view for view in found if view is not None}


def entry_of(kind: str, spec: Any) -> Entry | None:
    """Find an entry by its spec; None where the catalogue does not have it."""
    try:
        return PROCEDURES.get_entry(spec) if kind == "procedure" else TESTS.get_entry(spec)
    except OutperformError:
        return None


def _method(kind: str, spec: str, entry: Entry) -> Method:
    text = re.split(r"\n+(?:Examples|Parameters)\n-+\n", inspect.cleandoc(type(entry).__doc__ or ""))[0]
    text = re.sub(r"(?m)^Notes\n-+\n", "", text)  # its labelled paragraphs need no heading of their own
    paragraphs = [" ".join(part.split()).replace("``", "") for part in text.split("\n\n") if part.strip()]
    arithmetic = inspect.getdoc(getattr(entry, "arithmetic", None)) or ""
    formula = arithmetic.split("\n\n")[0] if hasattr(entry, "arithmetic") else ""
    years = re.findall(r"\(([^()]*\b(?:19|20)\d\d\b[^()]*)\)", paragraphs[0]) if paragraphs else []
    return Method(
        kind=kind,
        name=spec,
        summary=paragraphs[0] if paragraphs else "",
        body=tuple(paragraphs[1:]),
        formula=formula,
        reference=years[-1] if years else "",
        weakness=weaknesses_words(known_weaknesses(entry), entry.slug),
        certify=f"outperform lab certify {entry.slug}",
        card=card_slug(kind, entry) or "",
    )


def facts_of(comparison: Comparison, data: Dataset | str | None) -> Iterator[tuple[str, str]]:
    """List what another person needs to get the same numbers, beyond what stands at the top of the page."""
    scores, found = comparison.scores[0], dataset_of(comparison, data)
    yield from dict.fromkeys(_specs(comparison))
    if scores.plan is not None or any(judgement.verdict.is_drawn for judgement in comparison.judgements):
        yield "Seed", str(scores.seed)
    if scores.seconds is not None:
        done = ~np.isnan(scores.values)
        each, spent = done.sum(axis=(1, 2)), duration(float(scores.seconds[done].sum()))
        yield "Fits", f"{int(done.sum())} in total, {sizes_span(each)} per learner, {spent}"
        checks = [each.threshold.fits for each in comparison.judgements if each.threshold is not None]
        if any(checks):
            yield "Fits to check the threshold", f"{max(checks)} more per learner"
    if found is not None:
        yield "Fingerprint of the data", found.fingerprint
    if scores.plan is not None:
        yield "Fingerprint of the splits", scores.plan.fingerprint
    yield "Fingerprint of the scores", fingerprint([table.values for table in comparison.scores])


def _specs(comparison: Comparison) -> Iterator[tuple[str, str]]:
    """List procedures and tests with all their parameters, and how p-values were adjusted."""
    for judgement in comparison.judgements:
        if judgement.full_procedure is not None:
            yield "Procedure, all parameters", judgement.full_procedure
        yield "Test, all parameters", judgement.full_test
    if are_adjusted(comparison.judgements):
        yield "Adjustment of p-values", comparison.judgements[0].adjustment
