"""The symmetric bootstrap-t test, studentized by the influence function (Hall 1988)."""

from dataclasses import dataclass, field, replace
from math import inf
from typing import ClassVar

import numpy as np

from outperform.core import (
    Decision,
    Interval,
    ItemNeeds,
    Metric,
    MisfitError,
    Needs,
    Note,
    NoteKind,
    Parameter,
    PValue,
    Scores,
    SignificanceTest,
    check_level,
    stream,
)
from outperform.core.checks import check_replicates
from outperform.metrics.cells import Cells
from outperform.metrics.counts import CountMetric
from outperform.metrics.given import RocAuc
from outperform.significance._margins import spread_of_pair, unseen_of_pair
from outperform.significance._reconcile import reconcile
from outperform.significance._resample import canonical, cells_of, few_rows
from outperform.significance._studentized import Studentized, of_area, of_cells, of_values
from outperform.significance.item_tests import clusters_ignored
from outperform.significance.item_values import ItemValues, item_values
from outperform.significance.percentile import PercentileVerdict

ENOUGH_ROWS = 50  # from here on at most .055 of true nulls of F1 are rejected at level .05; fewer rows get a caution


@dataclass(frozen=True, kw_only=True)
class StudentizedVerdict(PercentileVerdict):
    """A verdict by studentized replicates T*: estimate -+ their quantile * se."""

    tails: ClassVar[int] = 1
    se: float
    changed: int  # items on which the two differ
    least: float = 0.0  # the smallest possible p-value where nothing varies
    reach: float = field(default=inf, repr=False)  # no difference is larger in size than this

    def interval(self, level: float) -> Interval:
        """Estimate -+ T*_(B + 1 - l) se, l = floor((B + 1) level), cut to what the metric allows.

        Where nothing varies, it holds what items that were not seen allow.
        """
        level = check_level(level)
        half = self._half(float(self.replicates[-self.order(level)]))
        low, high = (self.estimate - half, self.estimate + half) if self.se > 0 else self.allowed(level)
        return reconcile((max(low, -self.reach), min(high, self.reach)), self, level)

    def _half(self, quantile: float) -> float:
        """Multiply by the standard error; a quantile equal to the statistic gives exactly the size of the estimate."""
        if quantile == inf:
            return inf
        size = abs(self.statistic or 0.0)
        return abs(self.estimate) * (quantile / size) if 0 < size < inf else quantile * self.se

    def direction(self) -> Decision:
        """Return which learner the estimate favours."""
        return PValue.direction(self)

    def caveats(self, level: float) -> tuple[Note, ...]:
        """Note too few replicates, and where nothing varies and so few items could never reject."""
        few = super().caveats(level)
        if self.se > 0 or self.estimate == 0 or self.least <= level:
            return few
        return (*few, Note.of(NoteKind.NEVER_REJECTS, units=self.changed, least=self.least, level=level))


@dataclass(frozen=True)
class BootstrapT(SignificanceTest):
    """Symmetric bootstrap-t test of the difference in F1 and other metrics, studentized by the influence function.

    The items of one evaluation set are resampled with replacement, ``replicates`` times; every replicate has its own
    standard error. For metrics of the confusion counts, a replicate is one multinomial draw over the distinct rows
    (truth, first, second), and its standard error is computed from their counts: the cost does not depend on the
    number of items. For roc_auc and for means over items, items are drawn.

    Notes
    -----
    Asks: which of two fixed systems, or fitted learners, has the higher score in this metric on items like these?

    Formula: d is the difference of the metric, IF_i the influence of item i on the metric of a system (the derivative
    by its weight, times N), d* and se* are the same of a replicate.

        se^2 = sum (IF^A_i - IF^B_i)^2 / (N (N - 1))
        T* = |d* - d| / se*;  p = (1 + #{T* >= |d| / se}) / (B + 1)
        interval: d -+ T*_(k) se, k = ceil((B + 1)(1 - level)), cut to the largest difference that the metric allows

    Assumes: independent items. In simulations at most .055 of true nulls of F1 are rejected at level .05 from 50 items
    on; fewer items get a caution. With 6 to 10% positive items it is very conservative: it rejects far fewer.

    Degenerate: identical predictions: p = 1. se* = 0: T* is infinite unless d* = d. se = 0 although d is not 0 (one
    system has every item right, the other none): p is at least 2/2^m, the smallest p-value by swapping the systems on
    the m items that differ, and for roc_auc also 2 / C(N, positive items), that by exchanging labels; a note says so.
    se = 0, also where d is 0: the interval holds what items that were not sampled allow. For a mean over N items,
    between bounds, a share of 1 - (level/2)^(1/N) of them may differ (for roc_auc, N is the size of the smaller class);
    the interval of other metrics reaches as far as the metric, and up to 0 where p rejects. Margins allow for such
    items also where few differ (see item-t); for F1 they do only where se = 0. They are adjusted for skewness, too. A
    sample without one of the classes is drawn again for roc_auc. F1 of 0/0 is 0.

    Examples
    --------
    >>> from outperform import judge_predictions
    >>> truth = [1, 0] * 50
    >>> first, second = [1, 0] * 45 + [1, 1] * 5, [1, 0] * 45 + [0, 0] * 5
    >>> test = BootstrapT(replicates=999)
    >>> verdict = judge_predictions(truth, {"a": first, "b": second}, metric="f1", test=test).judgements[0].verdict
    >>> round(verdict.estimate, 4), verdict.decide(0.05).value  # F1 is 100/105 and 90/95
    (0.005, 'open')
    """

    slug = "bootstrap-t"
    origins = ("hall1988",)
    needs = Needs(repeats=(1, 1), folds=(1, 1), items=True, of_items=ItemNeeds(weights=False))
    replicates: int = 10_000

    def __post_init__(self) -> None:
        """Raise SpecError for fewer than one replicate."""
        super().__post_init__()
        check_replicates(self.slug, self.replicates)

    def misfit(self, scores: Scores) -> str | None:
        """Return why this test does not fit these scores, or None where it does."""
        problem = super().misfit(scores)
        if problem is None and scores.items is not None and not _fits(scores.items.metric, scores.items.traits.means):
            needed = "a mean over items, a metric of the confusion counts, or roc_auc of given scores"
            problem = f"{self} needs {needed}, but the metric is {scores.metric}; use bootstrap-percentile"
        return problem

    def judge(self, scores: Scores) -> StudentizedVerdict:
        """Judge the first of two learners against the second."""
        self.check(scores)
        if len(scores.learners) != 2 or scores.items is None:
            raise MisfitError(f"{self} compares two learners at a time, got {len(scores.learners)}")
        metric, rng = scores.items.metric, stream(scores.seed, "bootstrap-t")
        if isinstance(metric, CountMetric | RocAuc):
            cells, plain = cells_of(scores.items, metric)
            table, sign, _ = canonical(cells)
            found = self._of_rows(table, plain, rng)
        else:
            values, sign = _sorted(item_values(scores).without_clusters())
            found = of_values(values, self.replicates, rng)
        low, high = (-inf, inf) if metric is None else metric.bounds
        notes = (*few_rows(scores.items.size, ENOUGH_ROWS), *clusters_ignored(scores))
        verdict = _verdict(found, sign, high - low, notes)
        unseen = unseen_of_pair(scores, verdict.estimate, still=verdict.se == 0)
        return replace(verdict, unseen=unseen, spread=spread_of_pair(scores))

    def _of_rows(self, cells: Cells, metric: Metric, rng: np.random.Generator) -> Studentized:
        if isinstance(metric, RocAuc):
            return of_area(cells, metric, self.replicates, rng)
        assert isinstance(metric, CountMetric), "the only other kind"
        return of_cells(cells, cells.counts, metric, self.replicates, rng)


def _fits(metric: Metric | None, means: bool) -> bool:  # noqa: FBT001 - a trait
    return means or isinstance(metric, CountMetric | RocAuc)


def _sorted(values: ItemValues) -> tuple[ItemValues, float]:
    """Return the values, or those of the systems swapped, whichever sort first: the draws then mirror exactly."""
    mine, theirs = np.sort(values.values), np.sort(-values.values + 0.0)
    differing = np.flatnonzero(mine != theirs)
    first = differing.size == 0 or mine[differing[0]] < theirs[differing[0]]
    return replace(values, values=mine if first else theirs), 1.0 if first else -1.0


def _verdict(found: Studentized, sign: float, reach: float, notes: tuple[Note, ...]) -> StudentizedVerdict:
    """Make the verdict of a single table."""
    pvalue, changed, constant = float(found.pvalue), int(found.changed), bool(found.se == 0 and found.estimate != 0)
    if constant:
        notes = (*notes, Note.of(NoteKind.NO_SPREAD_ITEMS, units=changed, pvalue=pvalue, ranked=found.labelled > 0))
    return StudentizedVerdict(
        parameter=Parameter.DIFFERENCE_OF_METRIC,
        estimate=sign * float(found.estimate) + 0.0,
        statistic=None if constant else sign * float(found.statistic) + 0.0,
        pvalue=pvalue,
        replicates=np.sort(found.replicates),
        se=float(found.se),
        changed=changed,
        least=float(found.least),
        reach=reach,
        notes=notes,
    )
