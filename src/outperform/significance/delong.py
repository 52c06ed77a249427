"""DeLong's test for the difference of two areas under the ROC curve, with Student's t or the normal distribution."""

from abc import abstractmethod
from dataclasses import dataclass, replace
from functools import partial
from math import inf, isfinite

import numpy as np

from outperform.core import (
    Bools,
    Floats,
    Interval,
    ItemNeeds,
    MisfitError,
    Needs,
    Note,
    NoteKind,
    Parameter,
    PValue,
    Scores,
    SignificanceTest,
    check_level,
)
from outperform.metrics.given import RocAuc
from outperform.metrics.ranks import wins
from outperform.significance import special
from outperform.significance._reconcile import reconcile
from outperform.significance._resample import few_rows
from outperform.significance.differences import ratio_of
from outperform.significance.item_tests import clusters_ignored
from outperform.significance.item_verdict import ItemVerdict, labelled
from outperform.significance.no_spread import never_below
from outperform.significance.skewed_mean import UnitSpread
from outperform.significance.unseen import Unseen, unseen_of

# With 5 positive items of 50, .06 to .068 of true nulls were rejected at .05 (the most with numbers against responses
# of two values), and .075 against a system that gives all items the same score; with 10 of 50 at most .06.
ENOUGH_ROWS = 50  # the fewest rows on which the level was measured
ENOUGH_OF_CLASS = 5  # with 2 items of a class .085 to .16 of true nulls were rejected at .05, with 3 up to .11


@dataclass(frozen=True, kw_only=True)
class AreaVerdict(ItemVerdict):
    """A verdict on the difference of two areas: its interval lies between -1 and 1."""

    least: float = 0.0  # the smallest possible p-value where nothing varies

    def interval(self, level: float) -> Interval:
        """Estimate -+ t * se, cut to [-1, 1]; where nothing varies, what items that were not seen allow."""
        level = check_level(level)
        low, high = super().interval(level)
        return reconcile((max(low, -1.0), min(high, 1.0)), self, level)

    def caveats(self, level: float) -> tuple[Note, ...]:
        """Note where nothing varies and so few items could never reject at this level."""
        if self.se > 0 or self.estimate == 0 or self.least <= level:
            return ()
        return (Note.of(NoteKind.NEVER_REJECTS, units=self.units, least=self.least, level=level),)


@dataclass(frozen=True, eq=False)
class Placements:
    """Differences first - second of the pairs of classes that each row ranks correctly, with any leading axes."""

    high: Floats  # [..., m]: of each positive row, how many negative rows more
    low: Floats  # [..., n]: of each negative row, how many positive rows more

    @classmethod
    def of(cls, positive: Bools, first: Floats, second: Floats) -> "Placements":
        """Rank the rows of both systems; all numbers are halves, so that their differences are exact."""
        apart = wins(positive, first) - wins(positive, second)
        return cls(apart[positive], apart[~positive])

    @classmethod
    def of_pair(cls, scores: Scores) -> "Placements":
        """Rank the rows of a pair whose metric is the area under the ROC curve."""
        if scores.items is None or not isinstance(scores.items.metric, RocAuc):
            raise MisfitError(f"areas under the ROC curve are compared, but the metric is {scores.metric}")
        positive, (first, second) = scores.items.metric.responses(*scores.items.single())
        return cls.of(positive, first, second)

    @property
    def estimate(self) -> Floats:
        """The difference of the areas."""
        found: Floats = self.high.sum(axis=-1) / (self.high.shape[-1] * self.low.shape[-1])
        return found

    @property
    def variances(self) -> tuple[Floats, Floats]:
        """The parts of the variance of the estimate that the positive and the negative rows contribute."""
        m, n = self.high.shape[-1], self.low.shape[-1]
        return _squares(self.high) / (m * (m - 1) * n**2), _squares(self.low) / (n * (n - 1) * m**2)

    @property
    def spread(self) -> UnitSpread:
        """What each row adds to the estimate; a row moves the mean of its own class."""
        sides = [(self.high, self.low.shape[-1]), (self.low, self.high.shape[-1])]
        parts = [(side - side.mean(axis=-1, keepdims=True)) / (side.shape[-1] * others) for side, others in sides]
        shares = [np.full(side.shape[-1], 1 / side.shape[-1]) for side, _ in sides]
        found = DelongT().arithmetic(self, 0)
        return UnitSpread(np.concatenate(parts, axis=-1), np.concatenate(shares), found.se, found.df)

    @property
    def unseen(self) -> Unseen | None:
        """What items that were not sampled may hold, of the class with fewer items where few of both differ."""
        m, n = self.high.shape[-1], self.low.shape[-1]
        shares = [(self.high / n, m), (self.low / m, n)]
        found = [unseen_of(values, np.ones(count), 1.0, reach=1.0) for values, count in shares]
        return min((each for each in found if each is not None), key=lambda each: each.units, default=None)

    @property
    def least(self) -> float:
        """The smallest p-value by exchanging the labels of the rows, where they say nothing of the scores."""
        m, n = self.high.shape[-1], self.low.shape[-1]
        return labelled(m, n)


def _squares(values: Floats) -> Floats:
    """Sum the squared deviations from the mean, smallest first: neither order nor sign changes a digit."""
    deviations = values - values.mean(axis=-1, keepdims=True)
    flat = np.ptp(values, axis=-1) == 0
    return np.where(flat, 0.0, np.sort(deviations**2, axis=-1).sum(axis=-1))


@dataclass(frozen=True, eq=False)
class AreaDifference:
    """The difference of two areas, its standard error and degrees of freedom, for every table."""

    estimate: Floats
    se: Floats
    df: Floats  # infinite where the statistic is normal
    changed: int  # rows on which the scores differ
    placements: Placements

    @property
    def least(self) -> float:
        """The smallest p-value where nothing varies: by swapping the systems, or by exchanging the labels."""
        return max(never_below(self.changed), self.placements.least)

    @property
    def statistic(self) -> Floats:
        """Estimate over standard error."""
        return ratio_of(self.estimate, self.se)

    @property
    def pvalue(self) -> Floats:
        """Two-sided p-value; where nothing varies, the smallest that swapping or exchanging allows."""
        tail = -np.abs(self.statistic)
        exact = np.isfinite(self.df)
        p = 2 * np.where(exact, special.stdtr(np.where(exact, self.df, 1.0), tail), special.ndtr(tail))
        return np.where((self.se == 0) & (self.estimate != 0), self.least, p)

    def verdict(self, notes: tuple[Note, ...]) -> AreaVerdict:
        """Make the verdict of a single table."""
        same, pvalue, df = bool(self.se == 0 and self.estimate != 0), float(self.pvalue), float(self.df)
        if same:
            notes = (*notes, Note.of(NoteKind.NO_SPREAD_ITEMS, units=self.changed, pvalue=pvalue, ranked=True))
        return AreaVerdict(
            parameter=Parameter.DIFFERENCE_OF_METRIC,
            estimate=float(self.estimate) + 0.0,
            statistic=None if same else float(self.statistic) + 0.0,
            df=df if isfinite(df) else None,
            pvalue=pvalue,
            se=float(self.se),
            units=self.changed,
            least=self.least,
            unseen=self.placements.unseen,
            notes=notes,
        )


class AreaTest(SignificanceTest):
    """A test of the difference of two areas under the ROC curve on the same items.

    Notes
    -----
    Asks: which of two fixed systems, or fitted learners, has the larger area under the ROC curve on items like these?

    Assumes: independent items, m positive and n negative ones, at least two of each; both systems scored the same
    items. Only the order of the scores counts, so they need not be probabilities.

    Degenerate: equal orders: the estimate is 0 and p = 1. Where the variance is 0 but the estimate is not (one system
    separates the classes; the other has all pairs wrong, or gives all items the same score), p is the larger of 2/2^k,
    by swapping the systems on the k items whose scores differ, and 2 / C(m + n, m): if the scores said nothing of the
    classes, all C(m + n, m) ways to label m of the items positive would be equally likely, and only one way each gives
    these areas and their mirror image. A note says so. Where the variance is 0, also with equal orders, a share of up
    to 1 - (level/2)^(1/min(m, n)) of the items of the smaller class may rank otherwise: the interval reaches by that
    share from the estimate to -1 and to 1. Margins allow for such items wherever fewer than 10 of a class, and fewer
    than half of it, were seen to rank otherwise, and are adjusted for skewness (see item-t). One positive or one
    negative item: MisfitError. NaN raises an error. Fewer than 50 items, and fewer than 5 of a class, get a caution.
    """

    needs = Needs(repeats=(1, 1), folds=(1, 1), items=True, of_items=ItemNeeds(weights=False))

    @abstractmethod
    def degrees(self, placements: Placements) -> Floats:
        """Return the degrees of freedom of every table."""

    def arithmetic(self, placements: Placements, changed: int) -> AreaDifference:
        """Compute the test for every table along the leading axes; ``changed`` rows have scores that differ."""
        se = np.sqrt(np.add(*placements.variances))
        return AreaDifference(placements.estimate, se, self.degrees(placements), changed, placements)

    def misfit(self, scores: Scores) -> str | None:
        """Return why this test does not fit these scores, or None where it does."""
        problem = super().misfit(scores)
        if problem is not None or scores.items is None:
            return problem
        metric = scores.items.metric
        if not isinstance(metric, RocAuc):
            needed = "needs the metric roc_auc and a score or probability per item"
            if metric is None:
                return f"{self} {needed}, but there are only scores of items; use item-t"
            return f"{self} {needed}, but the metric is {scores.metric}; use bootstrap-t or bootstrap-percentile"
        truth, _ = scores.items.single()
        high = int(np.count_nonzero(metric.positives(truth)))
        kinds = [name for name, count in (("positive", high), ("negative", len(truth) - high)) if count == 1]
        one = f"{self} needs at least 2 items of each class, but only 1 is {' and only 1 '.join(kinds)}"
        return f"{one}; use bootstrap-percentile" if kinds else None

    def judge(self, scores: Scores) -> PValue:
        """Judge the first of two learners against the second."""
        self.check(scores)
        if len(scores.learners) != 2 or scores.items is None or not isinstance(scores.items.metric, RocAuc):
            raise MisfitError(f"{self} compares two learners at a time, got {len(scores.learners)}")
        positive, (first, second) = scores.items.metric.responses(*scores.items.single())
        found = self.arithmetic(Placements.of(positive, first, second), int(np.count_nonzero(first != second)))
        few = (*few_rows(positive.size, ENOUGH_ROWS), *_few_of_class(positive))
        return replace(found.verdict((*few, *clusters_ignored(scores))), spread=partial(area_spread, scores))


def area_spread(scores: Scores) -> UnitSpread:
    """Return what each row adds to the difference of two areas."""
    return Placements.of_pair(scores).spread


def _few_of_class(positive: Bools) -> tuple[Note, ...]:
    """Note where a class has so few items that the test rejects too often."""
    high = int(np.count_nonzero(positive))
    count = min(high, positive.size - high)
    return (Note.of(NoteKind.FEW_OF_CLASS, items=count, positive=high == count),) if count < ENOUGH_OF_CLASS else ()


@dataclass(frozen=True)
class DelongT(AreaTest):
    """DeLong's test of the difference of two areas under the ROC curve, with Student's t.

    Notes
    -----
    Formula: V10_i is the share of negative items that positive item i is ranked above, V01_j the share of positive
    items that negative item j is ranked below (ties count half); S10 and S01 are the variances of their differences
    between the systems.

        v1 = S10 / m,  v0 = S01 / n
        t = d / sqrt(v1 + v0)    Student's t with (v1 + v0)^2 / (v1^2 / (m - 1) + v0^2 / (n - 1)) degrees of freedom

    The degrees of freedom are Satterthwaite's: with few positive items the normal distribution of the original test
    rejects too often (.09 at level .05 with 5 positive items of 50; this test .06, and .075 where one system ties all
    items; with 2 positive items .085 to .16). The ranks are found by one sort.

    Examples
    --------
    >>> from outperform.significance.delong import Placements
    >>> truth = np.array([0, 0, 0, 1, 1, 1]) == 1
    >>> first, second = np.array([0.1, 0.2, 0.6, 0.5, 0.7, 0.9]), np.array([0.4, 0.2, 0.5, 0.3, 0.6, 0.1])
    >>> found = DelongT().arithmetic(Placements.of(truth, first, second), changed=5)
    >>> float(found.estimate), float(found.statistic), float(found.df)  # areas 8/9 and 4/9
    (0.444, 1.414, 2.56)
    """

    slug = "delong-t"
    origins = ("delong1988", "sun2014")

    def degrees(self, placements: Placements) -> Floats:
        """Return Satterthwaite's degrees of freedom; infinite where the variance is 0."""
        high, low = placements.variances
        below = high**2 / (placements.high.shape[-1] - 1) + low**2 / (placements.low.shape[-1] - 1)
        return np.where(below > 0, (high + low) ** 2 / np.where(below > 0, below, 1.0), inf)


@dataclass(frozen=True)
class Delong(AreaTest):
    """DeLong's test of the difference of two areas under the ROC curve, with the normal distribution (DeLong 1988).

    Notes
    -----
    Formula: d, v1 and v0 as in delong-t.

        z = d / sqrt(v1 + v0)    standard normal

    Assumes: enough positive and negative items for the normal distribution; with few, use delong-t.

    Examples
    --------
    >>> from outperform.significance.delong import Placements
    >>> truth = np.array([0, 0, 0, 1, 1, 1]) == 1
    >>> first, second = np.array([0.1, 0.2, 0.6, 0.5, 0.7, 0.9]), np.array([0.4, 0.2, 0.5, 0.3, 0.6, 0.1])
    >>> float(Delong().arithmetic(Placements.of(truth, first, second), changed=5).pvalue)
    0.1573
    """

    slug = "delong"
    origins = ("delong1988", "sun2014")

    def degrees(self, placements: Placements) -> Floats:
        """Return infinity for every table."""
        return np.full(placements.estimate.shape, inf)
