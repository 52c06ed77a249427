"""What the tests on values per item share: needs, canonical order, and notes on what the values show."""

from abc import abstractmethod
from math import sqrt

import numpy as np

from outperform.core import (
    ItemNeeds,
    MisfitError,
    Needs,
    Note,
    NoteKind,
    PValue,
    Scores,
    SignificanceTest,
)
from outperform.significance.item_means import units_of
from outperform.significance.item_values import ItemValues, item_values

ENOUGH_ITEMS = 20  # with fewer, sign-flip is the default
ENOUGH_DIFFERENT = 10  # items that differ; with fewer, the loss that matters may not have been sampled
MOST_SKEWNESS = 0.2  # of the mean: |skewness| / sqrt(N)


class ItemTest(SignificanceTest):
    """A test on one value per item, whose mean is the difference of two systems.

    Notes
    -----
    Asks: which of two fixed systems has the higher score on items like these?

    Assumes: the items are independent draws (items of one cluster may depend on each other where the test uses
    clusters), and both systems were scored on the same items.

    Degenerate: no item differs: p = 1. One item: p = 1 and the interval is unbounded. Differences within 4 roundings of
    the scores count as 0. NaN is a sample fewer; infinite scores, and items that a system has no score on, raise an
    error. Few items, few that differ and skewed differences get a note.
    """

    needs = Needs(repeats=(1, 1), folds=(1, 1), items=True, of_items=ItemNeeds())

    def misfit(self, scores: Scores) -> str | None:
        """Return why this test does not fit these scores, or None where it does."""
        problem = super().misfit(scores)
        if problem is None and scores.items is not None and scores.items.scored is None:
            metric = scores.items.metric
            if not hasattr(metric, "influence"):
                problem = f"{self} needs a score or an influence of every item, but the metric {scores.metric} has none"
        return problem

    def judge(self, scores: Scores) -> PValue:
        """Judge the first of two systems against the second."""
        self.check(scores)
        if len(scores.learners) != 2:
            raise MisfitError(f"{self} compares two systems at a time, got {len(scores.learners)}")
        values, sign = item_values(scores).canonical()
        return self.verdict(scores, values, sign)

    @abstractmethod
    def verdict(self, scores: Scores, values: ItemValues, sign: float) -> PValue:
        """Judge values in canonical order; a sign of -1 turns the estimate round."""


def notes_of(values: ItemValues, sign: float = 1.0) -> tuple[Note, ...]:
    """Note what the values of a pair show of how far a test on their mean can be trusted.

    A sign of -1 says that these are the values of the second system minus the first.

    Examples
    --------
    >>> import numpy as np
    >>> notes_of(ItemValues(np.array([0.1] * 24 + [-9.0]), np.array(9.0)))
    (Note(skewed, skewness=-4.69, units=25),)
    """
    units = units_of(values)
    notes = [Note.of(NoteKind.FEW_ITEMS, items=values.count)] if values.count < ENOUGH_ITEMS else []
    differ = int(values.differ.sum())
    if differ < ENOUGH_DIFFERENT:
        notes.append(Note.of(NoteKind.FEW_DIFFER, differ=differ, items=values.count))
    skewness = sign * units.skewness  # of the first system minus the second
    if abs(skewness) / sqrt(units.count) > MOST_SKEWNESS:
        notes.append(Note.of(NoteKind.SKEWED, skewness=skewness, units=units.count))
    return tuple(notes)


def clusters_ignored(scores: Scores) -> tuple[Note, ...]:
    """Note that items belong together, where a test treats them as independent."""
    items = scores.items
    if items is None or items.clusters is None:
        return ()
    count = int(np.unique(items.clusters).size)
    return (Note.of(NoteKind.CLUSTERS_IGNORED, clusters=count, items=items.size),) if count < items.size else ()
