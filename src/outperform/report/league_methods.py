"""The methods section of a league's page: tests as their docstrings describe them, adjustment, effect, references."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from outperform.comparison.league_result import League
from outperform.comparison.references import bibliography, in_letters
from outperform.core import Catalogue, Entry, OutperformError, PairsTest
from outperform.procedures.leagues import CATALOGUE as LEAGUES
from outperform.ranking import CATALOGUE, OMNIBUS
from outperform.report.methods import Method, cited, described
from outperform.words.league_pairs import SPLITS

FIELDS = ("author", "title", "year", "journal", "booktitle", "publisher", "volume", "number", "pages")


@dataclass(frozen=True)
class Adjusting:
    """An adjustment of p-values in words, and its source."""

    words: str
    source: str


ADJUSTING = {
    "shaffer": Adjusting(
        "Shaffer's static steps: as Holm's, but every p-value is multiplied by the largest number of pairs that can be "
        "equal at once if the pairs before it differ. It needs all pairs of one complete table.",
        "J. P. Shaffer (1986). Modified sequentially rejective multiple test procedures. Journal of the American "
        "Statistical Association 81(395), 826-831.",
    ),
    "holm": Adjusting(
        "Holm's steps: the smallest of m p-values is multiplied by m, the next by m - 1, and so on; none becomes "
        "smaller than the one before it.",
        "S. Holm (1979). A simple sequentially rejective multiple test procedure. Scandinavian Journal of Statistics "
        "6(2), 65-70.",
    ),
    "bergmann-hommel": Adjusting(
        "Bergmann and Hommel's exhaustive sets: a pair is decided if every set of pairs that can be equal at once, and "
        "that holds it, has a p-value small enough for its size.",
        "B. Bergmann and G. Hommel (1988). Improvements of general multiple test procedures for redundant systems of "
        "hypotheses. In Multiple Hypotheses Testing, 100-115. Springer.",
    ),
    "bonferroni": Adjusting(
        "Bonferroni: every p-value is multiplied by the number of pairs.",
        "O. J. Dunn (1961). Multiple comparisons among means. Journal of the American Statistical Association 56(293), "
        "52-64.",
    ),
    "none": Adjusting("The p-values are not adjusted for several pairs.", ""),
}
FOR_ALL = Adjusting("The p-values of this test hold for all pairs together: nothing is adjusted.", "")
POOLED = (
    "The difference over data sets is estimated by random effects: every data set has a true difference of its own, "
    "which is measured with its standard error. Its interval is that of Hartung and Knapp, with a standard error that "
    "is never below the plain one. The prediction interval of a new data set is about its true difference."
)
PLAIN = (
    "The difference over data sets is their mean, with the interval of Student's t. The prediction interval of a new "
    "data set is about its observed difference: without standard errors, noise and true differences cannot be told "
    "apart."
)
PLACES = (
    "A learner's place runs from 1 + the number of learners that are shown to be better to the number of learners less "
    "those that are shown to be worse. With adjusted p-values, all these ranges hold together with a probability of at "
    "least 1 - level."
)
FRAGILE = (
    "Data sets are taken out one after the other, each time the one that moves the p-value most, until the pair is "
    "decided otherwise: it is no longer shown to differ or, if it was not clear, is shown to differ."
)
FRESH_SPLITS = (
    "The differences of leagues with other splits are drawn from what the repeats of this league show of their noise, "
    "with the noise of both leagues; the data sets stay the same."
)
NEXT = (
    "As many new data sets, scored as precisely, have a mean difference whose variance is that of this one. So it is "
    "expected in an interval that is sqrt(2) times as wide as the interval of the difference. This holds only for data "
    "sets that could as well have been in this table, and less well where a few differ much more than the others."
)
FEWER = "Share of leagues without some of the other learners, with the same scores, that decide otherwise."


def league_entry(spec: str) -> Entry | None:
    """Find a test or a procedure of leagues by its spec; None where the catalogues do not have it."""
    catalogues: tuple[Catalogue[Entry], ...] = (CATALOGUE, OMNIBUS, LEAGUES)  # type: ignore[assignment]
    for catalogue in catalogues:
        try:
            return catalogue.get_entry(spec)
        except OutperformError:
            continue
    return None


def is_for_all_pairs(spec: str) -> bool:
    """Return whether the p-values of a test hold for all pairs as they are."""
    entry = league_entry(spec)
    return isinstance(entry, PairsTest) and entry.for_all_pairs


def reference_of(spec: str) -> str:
    """Return authors and year of a test's first source; "" where none is known."""
    return next((words for key in _origins(spec) if (words := cited(key))), "")


def league_methods(league: League) -> list[Method]:
    """Describe the test of pairs and that of all learners at once, as their docstrings do."""
    wanted = [("test", league.test)]
    if league.omnibus is not None and len(league.table.learners) > 2:
        wanted.append(("test of any difference at all", league.omnibus.test))
    if league.rope is not None:
        wanted.append(("probabilities", "bayes-signed-rank"))
    if league.run is not None:
        wanted.insert(0, ("procedure", league.run.procedure))
    entries = [(kind, spec, league_entry(spec)) for kind, spec in wanted]
    methods = [described(kind, spec, entry) for kind, spec, entry in entries if entry is not None]
    pairwise = {"test", "probabilities"}  # the lab measures these
    return [method if method.kind in pairwise else replace(method, certify="") for method in methods]


def league_remarks(league: League) -> Iterator[tuple[str, str]]:
    """Return how several pairs, effects and other leagues were dealt with, each with a name."""
    if len(league.judgements) > 1:
        yield "Several pairs", adjusting(league).words
    yield "Difference", POOLED if any(each.effect.tau is not None for each in league.judgements) else PLAIN
    yield "Places", PLACES
    if any(each.p_flip is not None for each in league.judgements):
        yield "Other splits", f"Share of {SPLITS}, as many, that would decide otherwise. {FRESH_SPLITS}"
    if any(each.effect.prediction_mean is not None for each in league.judgements):
        yield "New data sets", NEXT
    if any(each.p_flip_pool is not None for each in league.judgements):
        yield "Other pools", FEWER
    if any(each.fragility is not None for each in league.judgements):
        yield "Fragile data sets", FRAGILE


def adjusting(league: League) -> Adjusting:
    """Return how the p-values of several pairs were adjusted."""
    if is_for_all_pairs(league.test):
        return FOR_ALL
    return ADJUSTING.get(league.adjustment, Adjusting(f"The p-values are adjusted by {league.adjustment}.", ""))


def league_references(league: League) -> list[str]:
    """List the sources of the tests, the adjustment, the effect and the diagram, each once."""
    specs = [league.test, "" if league.omnibus is None else league.omnibus.test]
    specs += ["random-effects"] if any(each.effect.tau is not None for each in league.judgements) else []
    specs += ["bayes-signed-rank"] if league.rope is not None else []
    keys = dict.fromkeys([*(key for spec in specs for key in _origins(spec)), "demsar2006"])
    several = [adjusting(league).source] if len(league.judgements) > 1 else []
    return list(dict.fromkeys(filter(None, [*map(citation, keys), *several])))


def _origins(spec: str) -> tuple[str, ...]:
    return tuple(getattr(league_entry(spec), "origins", ())) if spec else ()


def citation(key: str) -> str:
    """Write a source as a list of references does; "" where it is not known.

    Examples
    --------
    >>> citation("dietterich1998").split(". ")[1:3]
    ['Dietterich (1998)', 'Approximate Statistical Tests for Comparing Supervised Classification Learning Algorithms']
    """
    text = bibliography().get(key, "")
    found = {name: re.search(rf"\b{name}\s*=\s*{{(.*)}}", text) for name in FIELDS}
    part = {name: "" if each is None else in_letters(each[1]) for name, each in found.items()}
    if not part["author"] or not part["title"]:
        return ""
    where = part["journal"] or part["booktitle"] or part["publisher"]
    number = f"({part['number']})" if part["number"] else ""
    volume = f" {part['volume']}{number}" if part["volume"] else ""
    pages = f", {part['pages'].replace('--', '-')}" if part["pages"] else ""
    return f"{part['author']} ({part['year']}). {part['title']}. {where}{volume}{pages}."
