"""The exact permutation test that swaps two systems within items, for metrics of two classes."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import ClassVar

import numpy as np

from outperform.core import (
    Floats,
    Interval,
    Ints,
    ItemNeeds,
    MisfitError,
    Needs,
    Parameter,
    Reason,
    Refusal,
    Scores,
    SignificanceTest,
    Stability,
    check_level,
)
from outperform.core.checks import check_replicates
from outperform.metrics.cells import Cells
from outperform.metrics.counts import CountMetric
from outperform.significance import special
from outperform.significance._reconcile import reconcile
from outperform.significance._resample import subtract
from outperform.significance.bootstrap_t import BootstrapT, StudentizedVerdict
from outperform.significance.differences import EPS
from outperform.significance.margin_verdict import MarginVerdict

_WIDE = 12  # standard deviations of a count of swaps that are summed over; what lies beyond is below 1e-30
_BATCH = 2**17  # tables scored at a time
_CODES = np.indices((2, 2, 2)).reshape(3, 8)  # truth, first, second


@dataclass(frozen=True, kw_only=True)
class SwapVerdict(MarginVerdict):
    """An exact p-value; the interval is that of bootstrap-t, moved to agree with it."""

    is_drawn: ClassVar[bool] = True  # the interval is
    around: StudentizedVerdict = field(repr=False)
    stability: Stability | Refusal = field(default=Refusal(Reason.ONE_SPLIT), compare=False, repr=False)

    def interval(self, level: float) -> Interval:
        """Return bootstrap-t's interval, with an end at 0 where it would contradict the p-value."""
        level = check_level(level)
        return reconcile(self.around.interval(level), self, level)


@dataclass(frozen=True)
class Swap(SignificanceTest):
    """Exact permutation test: the two systems are swapped within items, for any metric of counts of two classes.

    ``replicates`` are those of the interval, which is bootstrap-t's: swapping has none of its own.

    Notes
    -----
    Asks: could the difference of the metric arise if it did not matter, on each item, which answer came from which
    system?

    Formula: only the items whose two answers differ matter: K1 positive and K0 negative ones. Swapping each with
    probability 1/2 makes the number of positive ones that the first system has right binomial, X1 ~ B(K1, 1/2), and
    X0 ~ B(K0, 1/2) likewise, independent of it. With D(x1, x0) the difference of the metric,

        p = sum over x1, x0 of P(X1 = x1) P(X0 = x0) [|D(x1, x0)| >= |d|]

    No swaps are drawn. Counts further than 12 standard deviations from K/2, whose probability is below 1e-30, count as
    if they were as extreme as d.

    Assumes: independent items. The null hypothesis is that the answers are exchangeable, not only that the metric is
    equal. More than two classes: MisfitError; use bootstrap-t.

    Degenerate: no item whose answers differ: p = 1. The smallest p-value is 2/2^(K1 + K0) or more.

    Examples
    --------
    Seven items that only the first has right, one that only the second has: the exact McNemar test, 18 / 2^8.

    >>> from outperform import judge_predictions
    >>> truth, first, second = [1] * 20, [1] * 19 + [0], [0] * 7 + [1] * 13
    >>> judge_predictions(truth, {"a": first, "b": second}, test="swap").judgements[0].pvalue
    0.0703125
    """

    slug = "swap"
    origins = ("yeh2000",)
    needs = Needs(repeats=(1, 1), folds=(1, 1), items=True, of_items=ItemNeeds(weights=False))
    replicates: int = 2_000

    def __post_init__(self) -> None:
        """Raise SpecError for fewer than one replicate."""
        super().__post_init__()
        check_replicates(self.slug, self.replicates)

    def misfit(self, scores: Scores) -> str | None:
        """Return why this test does not fit these scores, or None where it does."""
        problem = super().misfit(scores)
        if problem is not None or scores.items is None:
            return problem
        if not isinstance(scores.items.metric, CountMetric) or scores.items.predictions is None:
            return f"{self} needs predicted classes and a metric of counts such as f1; use sign-flip or bootstrap-t"
        labels = Cells.of(*scores.items.single()).labels
        if labels.size > 2:
            return f"{self} needs two classes, but there are {labels.size}; use bootstrap-t"
        return None

    def judge(self, scores: Scores) -> SwapVerdict:
        """Judge the first of two learners against the second."""
        self.check(scores)
        if len(scores.learners) != 2 or scores.items is None or not isinstance(scores.items.metric, CountMetric):
            raise MisfitError(f"{self} compares two learners at a time, got {len(scores.learners)}")
        around = BootstrapT(self.replicates).judge(scores)
        return SwapVerdict(
            parameter=Parameter.DIFFERENCE_OF_METRIC,
            estimate=around.estimate,
            statistic=None,
            pvalue=swap_p(Cells.of(*scores.items.single()), scores.items.metric),
            around=around,
            unseen=around.unseen,
            spread=around.spread,
            notes=around.notes,
        )


def swap_p(cells: Cells, metric: CountMetric) -> float:
    """Return the probability that swapping the systems within items gives a difference at least as large.

    Examples
    --------
    >>> from outperform.metrics import F1
    >>> swap_p(Cells.of(truth=[1, 1, 1, 0], predictions=[[1, 1, 1, 1], [0, 0, 1, 1]]), F1())  # 2 of 4 ways
    0.5
    """
    if cells.labels.size < 2:
        return 1.0
    whole = np.zeros((2, 2, 2), dtype=np.int64)
    whole[tuple(cells.codes)] = cells.counts
    table = Cells(cells.labels, _CODES, whole.reshape(8))
    observed = abs(float(subtract(*table.scores(metric, table.counts))))
    if observed == 0:
        return 1.0
    tosses = [int(whole[t, 0, 1] + whole[t, 1, 0]) for t in (0, 1)]
    (low, chance_low), (high, chance_high) = map(_binomial, tosses)
    total = sum(
        2 * float(special.bdtr(heads[0] - 1, count, 0.5))
        for heads, count in zip((low, high), tosses, strict=True)
        if heads[0] > 0
    )
    for some, chance in _parts(high, chance_high, max(1, _BATCH // low.size)):
        apart = np.abs(subtract(*table.scores(metric, _swapped(whole, low, some))))
        total += float(chance @ (apart >= observed - 8 * EPS) @ chance_low)
    return min(1.0, total)


def _binomial(tosses: int) -> tuple[Ints, Floats]:
    """Return the counts of heads of a fair coin that have any weight, and their probabilities."""
    reach = int(np.ceil(_WIDE * np.sqrt(tosses) / 2))
    heads = np.arange(max(0, tosses // 2 - reach), min(tosses, (tosses + 1) // 2 + reach) + 1)
    ways = special.gammaln(tosses + 1) - special.gammaln(heads + 1) - special.gammaln(tosses - heads + 1)
    chances: Floats = np.exp(ways - tosses * np.log(2))
    return heads, chances


def _parts(heads: Ints, chances: Floats, size: int) -> Iterator[tuple[Ints, Floats]]:
    for start in range(0, heads.size, size):
        yield heads[start : start + size], chances[start : start + size]


def _swapped(whole: Ints, low: Ints, high: Ints) -> Ints:
    """Return tables [high, low, cell]: so many positive and negative items that the first calls positive alone."""
    found = np.broadcast_to(whole, (high.size, low.size, 2, 2, 2)).copy()
    for truth, heads in ((0, low), (1, high[:, np.newaxis])):
        found[..., truth, 1, 0] = heads
        found[..., truth, 0, 1] = whole[truth, 0, 1] + whole[truth, 1, 0] - heads
    return found.reshape(high.size, low.size, 8)
