"""What the tests on values per item share: needs, canonical order, and notes on what the values show."""

from abc import abstractmethod
from dataclasses import replace
from functools import partial
from math import inf, sqrt

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
    Unit,
)
from outperform.core.units import SHARE, UNKNOWN
from outperform.metrics.rows import NegMeanAbsoluteError, NegMeanAbsolutePercentageError, NegMeanSquaredError
from outperform.significance.accuracy_difference import AccuracyVerdict
from outperform.significance.item_means import cluster_sums, spread_of, units_of
from outperform.significance.item_values import ItemValues, item_values, scored_items
from outperform.significance.margin_verdict import MarginVerdict
from outperform.significance.skewed_mean import UnitSpread
from outperform.significance.unseen import ENOUGH_DIFFERENT, Unseen, unseen_of

ENOUGH_ITEMS = 20  # with fewer, sign-flip is the default
ENOUGH_CLUSTERS = 6  # with fewer, whole clusters cannot be swapped to p <= .05, and a t has under 5 degrees of freedom
MOST_SKEWNESS = 0.2  # of the mean: |skewness| / sqrt(N)


class ItemTest(SignificanceTest):
    """A test on one value per item, whose mean is the difference of two systems.

    Notes
    -----
    Asks: which of two fixed systems has the higher score on items like these?

    Assumes: the items are independent draws (items of one cluster may depend on each other where the test uses
    clusters), and both systems were scored on the same items.

    Degenerate: no item differs: p = 1. Where all N items have the same difference, up to a share 1 - (level/2)^(1/N) of
    all items may have another one (Clopper and Pearson's limit for 0 of N): the interval reaches from the estimate by
    that share of the way to the least and to the largest possible difference; it is unbounded where these are unknown.
    Margins are decided by one-sided bounds that are adjusted for skewness (Hall 1992; docs/margins.md), so that few
    large losses do not look like little noise. They allow for items that were not sampled wherever fewer than 10 of the
    items, and fewer than half, differ from the others: m of N were seen, and up to Clopper and Pearson's limit may lie
    at the least possible difference. Where it is unknown, that is as far away as the scores reach, and nothing is known
    if all that differ do so by less than a tenth of that. Differences within 4 roundings of the scores count as 0. NaN
    is a sample fewer; infinite scores, and items that a system has no score on, raise an error. Few items, few that
    differ and skewed differences get a note.
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
        verdict = self.verdict(scores, values, sign)
        if not isinstance(verdict, MarginVerdict):
            return verdict
        of_items = self.needs.of_items
        clustered = of_items is not None and of_items.clusters > 0
        found = unseen_items(scores, values if clustered else values.without_clusters())
        unseen = found.mirrored() if found is not None and sign < 0 else found
        spread = partial(pair_spread, scores, clustered=clustered)
        return replace(verdict, unseen=unseen, spread=spread, copied=copied_answers(scores, verdict))

    @abstractmethod
    def verdict(self, scores: Scores, values: ItemValues, sign: float) -> PValue:
        """Judge values in canonical order; a sign of -1 turns the estimate round."""


def copied_answers(scores: Scores, verdict: PValue) -> AccuracyVerdict | None:
    """Return what one answer per item says, where items have several samples that are all the same right or wrong."""
    items = scores.items
    if items is None or items.scored is None or items.traits.most == 1 or not items.traits.binary:
        return None
    if items.weights is not None or items.tested is not None:
        return None
    scored = items.scored
    first, second = np.nanmax(scored, axis=1)
    if (np.nanmin(scored, axis=1) != np.stack([first, second])).any():
        return None
    wins, losses = int((first > second).sum()), int((first < second).sum())
    about = {"parameter": verdict.parameter, "estimate": (wins - losses) / first.size}
    return AccuracyVerdict(**about, statistic=0.0, pvalue=1.0, wins=wins, losses=losses, count=first.size)


def pair_spread(scores: Scores, *, clustered: bool) -> UnitSpread:
    """Return what items, or their clusters, add to the difference of two systems."""
    values, sign = item_values(scores).canonical()
    found = spread_of(values if clustered else values.without_clusters())
    return found.mirrored if sign < 0 else found


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
    notes = [*few_items(values.count)]
    if values.clusters is not None and units.count < ENOUGH_CLUSTERS:
        notes.append(Note.of(NoteKind.FEW_CLUSTERS, clusters=units.count))
    differ = int(values.differ.sum())
    if differ < ENOUGH_DIFFERENT:
        notes.append(Note.of(NoteKind.FEW_DIFFER, differ=differ, items=values.count))
    skewness = sign * units.skewness  # of the first system minus the second
    differences = values.values * np.sign(units.skewness)  # the tail is on the positive side
    if abs(skewness) / sqrt(units.count) > MOST_SKEWNESS and (differences > 0).any():
        notes.append(Note.of(NoteKind.SKEWED, skewness=skewness, units=units.count))
    return tuple(notes)


def few_items(count: int) -> tuple[Note, ...]:
    """Note that there are few items.

    Examples
    --------
    >>> few_items(4), few_items(200)
    ((Note(few-items, items=4),), ())
    """
    return (Note.of(NoteKind.FEW_ITEMS, items=count),) if count < ENOUGH_ITEMS else ()


def reach_of(scores: Scores) -> float:
    """Return the largest possible difference of two scores; infinite where it is unknown."""
    low, high = SHARE if scores.unit is Unit.POINTS else UNKNOWN
    if scores.items is not None and scores.items.metric is not None:
        low, high = scores.items.metric.bounds
    return high - low


def extent_of(scores: Scores) -> float:
    """Return how far the scores of items reach: their range, or the largest in size where that is more.

    An error of a predicted number may be as large as truth and predictions reach, however small all errors are.
    """
    items = scores.items
    scored = None if items is None else scored_items(items)
    if items is None or scored is None:
        return inf
    low, high = float(np.nanmin(scored)), float(np.nanmax(scored))
    worst = 0.0
    if isinstance(items.metric, NegMeanAbsoluteError | NegMeanSquaredError | NegMeanAbsolutePercentageError):
        numbers = np.concatenate([each.reshape(-1).astype(np.float64) for each in items.single()])
        ends = np.array([numbers.min(), numbers.max()])
        worst = float(np.abs(items.metric.row_scores(ends, ends[::-1])).max())
    return max(high - low, -low, high, worst)


def unseen_items(scores: Scores, values: ItemValues) -> Unseen | None:
    """Return what items that were not sampled may hold; None where enough were seen to differ.

    For a metric that is not a mean over items, a few items may change it by any amount.
    """
    sums, weights = cluster_sums(values)
    means = np.divide(sums, weights, out=np.zeros_like(sums), where=weights > 0)
    reach = reach_of(scores)
    extent = extent_of(scores) if values.means and reach == inf else 0.0
    found = unseen_of(means, weights, float(values.scale), reach if values.means else inf, extent)
    if found is None or values.means:
        return found
    return Unseen(0, 0, found.usual, -reach, reach) if found.still else None


def clusters_ignored(scores: Scores) -> tuple[Note, ...]:
    """Note that items belong together, where a test treats them as independent."""
    items = scores.items
    count = None if items is None else items.traits.clusters
    if items is None or count is None:
        return ()
    return (Note.of(NoteKind.CLUSTERS_IGNORED, clusters=count, items=items.size),) if count < items.size else ()
