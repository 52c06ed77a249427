"""What was read, in a line: how many learners or systems, on what, how often."""

from collections.abc import Sequence

import numpy as np

from outperform.core import LeagueTable, Scores
from outperform.words.items import items_words
from outperform.words.numbers import many, span


def splits_words(tables: Sequence[Scores]) -> str:
    """Write what scores of splits are of.

    Examples
    --------
    >>> splits_words([Scores(("a", "b"), "f1", np.zeros((2, 3, 5)))])
    'scores of 2 learners on 3 repeats of 5 folds (f1)'
    """
    first = tables[0]
    metrics = ", ".join(table.metric for table in tables if table.metric is not None)
    shape = many(1, "split") if first.values[0].size == 1 else first.traits.shape
    return f"scores of {many(len(first.learners), 'learner')} on {shape}{metrics and f' ({metrics})'}"


def predictions_words(learners: int, items: int, truth: str | None) -> str:
    """Write what predictions are of.

    Examples
    --------
    >>> predictions_words(3, 100, "label")
    "predictions of 3 learners on 100 items; the truth is column 'label'"
    """
    told = "" if truth is None else f"; the truth is column {truth!r}"
    return f"predictions of {many(learners, 'learner')} on {many(items, 'item')}{told}"


def evals_words(scores: Scores) -> str:
    """Write what scores of systems on items, or of whole runs, are of.

    Examples
    --------
    >>> evals_words(Scores(("a", "b"), None, np.zeros((2, 5, 1))))
    'scores of 2 systems in 5 whole runs each'
    """
    who = f"scores of {many(len(scores.learners), 'system')}"
    if scores.items is not None:
        return f"{who} on {items_words(scores)}"
    runs = (~np.isnan(scores.values)).sum(axis=(1, 2))
    return f"{who} in {many(span(int(runs.min()), int(runs.max())), 'whole run')} each"


def league_words(table: LeagueTable) -> str:
    """Write what the scores of a league are of."""
    who = f"scores of {many(len(table.learners), 'learner')}"
    return f"{who} on {many(len(table.datasets), 'data set')}{repeats_words(table)}"


def repeats_words(table: LeagueTable) -> str:
    """Return how often each data set was divided; "" for a plain table of results."""
    shapes = [scores.values.shape[1:] for scores in table.scores]
    if all(shape == (1, 1) for shape in shapes):
        return ""
    repeats, folds = ([shape[at] for shape in shapes] for at in (0, 1))
    times = many(span(min(repeats), max(repeats)), "repeat")
    parts = "" if max(folds) == 1 else f" of {many(span(min(folds), max(folds)), 'fold')}"
    return f" ({times}{parts})"
