"""``outperform list``: the names that can be used, with one line about each."""

import argparse
from importlib import import_module
from inspect import Parameter, signature
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from outperform.core import Entry, Procedure

Rows = list[list[str]]
KINDS = ("learners", "procedures", "tests", "designs", "metrics", "sources", "measures", "papers", "figures")


def register(verbs: Any) -> None:
    """Add the verb to the parser."""
    parser = verbs.add_parser(
        "list",
        help="show the names of learners, tests, metrics, ...",
        description="Show the names that can be used, with one line about each.",
        epilog="examples:\n  outperform list learners\n  outperform list tests",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("kind", choices=KINDS, help="what to list")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Print the names, under headings where there are several groups."""
    makers = {"learners": _learners, "metrics": _metrics, "procedures": _procedures}
    groups = makers[arguments.kind]() if arguments.kind in makers else {"": _entries(arguments.kind)}
    rows = [row for group in groups.values() for row in group]
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))] if rows else []
    for heading, group in groups.items():
        indent = "  " if heading else ""
        if heading:
            print(heading)
        for row in group:
            print(indent + "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())
    return 0


def _entries(kind: str) -> Rows:
    room = {"tests": "significance", "measures": "lab.measures", "figures": "report.figures"}.get(kind, kind)
    catalogue = import_module(f"outperform.{room}").CATALOGUE
    return [[slug, entry.summary()] for slug, entry in catalogue.items()]


def _learners() -> dict[str, Rows]:
    """Return the short names, then the learners with parameters; a name is shown once."""
    from outperform.learners import CATALOGUE, RECIPES

    return {
        "short names:": [[name, recipe.words] for name, recipe in RECIPES.items()],
        "for lab studies and papers (with parameters, such as knn(k=3)):": [
            [_call(slug, entry), entry.summary()] for slug, entry in CATALOGUE.items()
        ],
        "any scikit-learn class, such as sklearn.ensemble.ExtraTreesClassifier(n_estimators=50)": [],
    }


def _call(slug: str, entry: "type[Entry]") -> str:
    """Write a name with the parameters that it cannot do without."""
    needed = [name for name, each in signature(entry).parameters.items() if each.default is Parameter.empty]
    return f"{slug}({', '.join(f'{name}=...' for name in needed)})" if needed else slug


def _metrics() -> dict[str, Rows]:
    from outperform.metrics.summaries import scorer_summaries

    of_predictions, of_fitted = ([[name, line] for name, line in each.items()] for each in scorer_summaries())
    return {
        "of class labels or numbers (for compare and predictions):": _entries("metrics"),
        "more of these, computed by scikit-learn (for compare and predictions):": of_predictions,
        "of probabilities or decision values (for compare; not for predictions, since a fitted learner is needed):": (
            of_fitted
        ),
        "Higher is better for every metric; neg_ marks a loss with a minus sign.": [],
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
