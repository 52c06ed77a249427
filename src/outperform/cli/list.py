"""``outperform list``: the names that can be used, with one line about each."""

import argparse
import sys
from dataclasses import MISSING, fields
from functools import partial
from typing import TYPE_CHECKING

from outperform.cli.contents import entries_of
from outperform.cli.parser import DATA, OUTPUT
from outperform.cli.verb import Verb

if TYPE_CHECKING:
    from collections.abc import Callable

    from outperform.core import Procedure

Rows = list[list[str]]
NARROW = 30  # letters of the last column, below which it has lines of its own


def _run(arguments: argparse.Namespace) -> int:
    """Print the names, under headings where there are several groups."""
    makers: dict[str, Callable[[], dict[str, Rows]]] = {
        "learners": _learners,
        "metrics": partial(_metrics, installed=arguments.installed),
        "procedures": _procedures,
        "tests": _tests,
        "league-tests": _league_tests,
    }
    groups = makers[arguments.kind]() if arguments.kind in makers else {"": _entries(arguments.kind)}
    rows = [row for group in groups.values() for row in group]
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))] if rows else []
    for heading, group in groups.items():
        indent = "  " if heading else ""
        if heading:
            print("\n".join(_lines("", heading)))
        for row in group:
            cells = [cell.ljust(width) for cell, width in zip(row, widths, strict=True)]
            print("\n".join(_lines(indent + "".join(f"{cell}  " for cell in cells[:-1]), row[-1])))
    return 0


def _lines(names: str, words: str) -> list[str]:
    """Write a row: on a terminal the last column is broken into lines, elsewhere a row is one line."""
    if not sys.stdout.isatty():
        return [f"{names}{words}".rstrip()]
    from shutil import get_terminal_size
    from textwrap import wrap

    wide = get_terminal_size().columns
    if wide - len(names) < NARROW:  # the words have lines of their own
        return [names.rstrip(), *wrap(words, max(wide, NARROW), initial_indent="    ", subsequent_indent="    ")]
    return wrap(words, wide, initial_indent=names, subsequent_indent=" " * len(names)) or [names.rstrip()]


def _entries(kind: str) -> Rows:
    return [[slug, entry.summary()] for slug, entry in entries_of(kind).items()]


def _learners() -> dict[str, Rows]:
    """Return the short names, then the learners with parameters; a name is shown once."""
    from outperform.learners import RECIPES

    rows = []
    for slug, entry in entries_of("learners").items():
        needed = [f"{each.name}=..." for each in fields(entry) if each.default is each.default_factory is MISSING]
        rows.append([f"{slug}({', '.join(needed)})" if needed else slug, entry.summary()])
    return {
        "short names:": [[name, recipe.words] for name, recipe in RECIPES.items()],
        "for lab studies and papers (with parameters, such as knn(k=3)):": rows,
        "any scikit-learn class, such as sklearn.ensemble.ExtraTreesClassifier(n_estimators=50)": [],
        "a model of your own: models.py:NAME or package.module:NAME (a function, a class or an estimator)": [],
    }


def _metrics(*, installed: bool = False) -> dict[str, Rows]:
    from outperform.metrics.given import GIVEN
    from outperform.metrics.summaries import installed_summaries, scorer_summaries

    found = installed_summaries() if installed else scorer_summaries()
    of_predictions, of_fitted = ([[name, line] for name, line in each.items()] for each in found)
    return {
        "of class labels or numbers (for compare and predictions):": _entries("metrics"),
        "more of these, computed by scikit-learn (for compare and predictions):": of_predictions,
        f"of probabilities or decision values (for compare; for predictions only {', '.join(GIVEN)}):": of_fitted,
        "Higher is better for every metric; neg_ marks a loss with a minus sign.": [],
    }


def _tests() -> dict[str, Rows]:
    """Return the tests by what they judge."""
    from outperform.significance import CATALOGUE
    from outperform.significance.welch_t import WelchT

    rows = {slug: [slug, entry.summary()] for slug, entry in sorted(CATALOGUE.items())}
    needs = {slug: CATALOGUE[slug]().needs for slug in rows}
    items = [slug for slug in rows if needs[slug].items and not needs[slug].forward]
    runs = [slug for slug in rows if issubclass(CATALOGUE[slug], WelchT)]
    return {
        "of several splits, such as cross-validation (for compare and scores):": [
            row for slug, row in rows.items() if slug not in (*items, *runs)
        ],
        "of items: fixed systems or fitted learners on one test set (for evals and predictions):": [
            rows[slug] for slug in items
        ],
        "of scores of whole runs, such as training seeds (for evals):": [rows[slug] for slug in runs],
        "Without --test, a test that fits is chosen; 'outperform advise' says which.": [],
    }


def _league_tests() -> dict[str, Rows]:
    """Return the tests of leagues by what they judge."""
    from outperform.core import PairsTest
    from outperform.ranking import CATALOGUE, OMNIBUS

    pairs = [slug for slug, entry in CATALOGUE.items() if issubclass(entry, PairsTest)]
    rows = {slug: [slug, entry.summary()] for slug, entry in (*CATALOGUE.items(), *OMNIBUS.items())}
    return {
        "of two learners over many data sets (for league --test):": [rows[slug] for slug in pairs],
        "probabilities without a decision (for league --rope):": [
            rows[slug] for slug in CATALOGUE if slug not in pairs
        ],
        "of all learners at once (for league --omnibus):": [rows[slug] for slug in OMNIBUS],
    }


def _procedures() -> dict[str, Rows]:
    from outperform.comparison.terms import DEFAULT
    from outperform.procedures import CATALOGUE

    head = ["procedure", "design", "test", "fits", "question", ""]
    rows = {slug: _procedure(entry()) for slug, entry in CATALOGUE.items()}
    rows[DEFAULT][-1] += " The default of compare."
    return {"": [head, *rows.values()]}


def _procedure(procedure: "Procedure") -> list[str]:
    card = procedure.card()
    made = ["" if part is None else str(part) for part in (card.design, card.test)]
    return [procedure.slug, *made, card.fits_span, f"Q{card.question}", procedure.summary()]


VERB = Verb(
    name="list",
    help="show the names of learners, tests, metrics, ...",
    description="Show the names that can be used, with one line about each.",
    examples="  outperform list learners\n  outperform list tests\n",
    nouns={DATA: "catalogue", OUTPUT: "installed"},
    run=_run,
)
