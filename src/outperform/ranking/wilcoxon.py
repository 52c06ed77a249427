"""Wilcoxon's signed-rank test over data sets, exact, with Pratt's treatment of ties of the two learners."""

from dataclasses import dataclass, field
from math import inf, prod

import numpy as np

from outperform.core import (
    Decision,
    Floats,
    Interval,
    Ints,
    LeagueCells,
    Note,
    PairOutcomes,
    PairsTest,
    Parameter,
    PValue,
    check_level,
)
from outperform.ranking.agreement import agreeing, never_rejects
from outperform.ranking.differences import differences_of, over_leagues
from outperform.ranking.signed_rank_law import EXACT, tails_without_ties
from outperform.ranking.signed_ranks import signed_ranks
from outperform.significance import special
from outperform.significance.no_spread import least_units


@dataclass(frozen=True)
class Wilcoxon(PairsTest):
    """Exact Wilcoxon signed-rank test over data sets, with Pratt's zeros and ties up to rounding.

    Notes
    -----
    Asks: on data sets like these, is the first learner better than the second more than the reverse, in the middle of
    the distribution of differences?

    Formula: d_1 ... d_N are the differences on the N data sets that both learners have. The sizes |d_i| are ranked,
    zeros first, ties by mid-ranks; then the ranks of zeros are dropped (Pratt 1959). W+ is the sum of the ranks with
    d_i > 0, W- of those with d_i < 0.

        p = min(1, 2 P(W <= min(W+, W-)))    W: each remaining rank counts with chance 1/2

    The distribution of W is exact for N up to 200, with ties too; beyond, it is normal with the variance of these
    ranks. The estimate is the Hodges-Lehmann estimate, the median of all (d_i + d_j) / 2 with i <= j. The interval runs
    from the k-th smallest to the k-th largest of these means, with the largest k for which P(W <= k - 1) is at most
    level/2 without ties. Where ties make it contradict the p-value, an end is moved to 0.

    Assumes: data sets are independent, and the differences are symmetric about their centre. Where they are skewed, the
    test is about the pseudo-median, not the mean: with a mean of 0 it may reject too often (t-datasets is about the
    mean).

    Degenerate: where the learners are tied on all data sets, p = 1. With n data sets that are not tied, no p-value is
    below 2/2^n: leagues with too few data sets for any decision are refused, pairs with too many ties have a note.

    Examples
    --------
    Six data sets, all won by the first: p = 2/2^6.

    >>> values = np.array([[0.91, 0.9], [0.82, 0.8], [0.73, 0.7], [0.64, 0.6], [0.55, 0.5], [0.46, 0.4]])
    >>> cells = LeagueCells(tuple("uvwxyz"), ("a", "b"), values)
    >>> verdict = Wilcoxon().judge(cells, 0, 1)
    >>> verdict.statistic, verdict.pvalue
    (21.0, 0.03125)
    """

    slug = "wilcoxon"
    origins = ("wilcoxon1945", "pratt1959", "demsar2006")

    def outcomes(self, cells: LeagueCells, pairs: Ints) -> PairOutcomes:
        """Rank the differences of every pair in every league."""
        simulated = cells.values.ndim > 2

        def of_some(some: LeagueCells) -> tuple[Floats, Floats, Floats]:
            found = differences_of(some, pairs)
            shape, width = found.values.shape[:-1], found.values.shape[-1]
            rows = (prod(shape), width)
            ranks = signed_ranks(found.values.reshape(rows), found.near.reshape(rows))
            made = ranks.plus / 2, ranks.pvalues(simulated=simulated), np.sign(ranks.plus - ranks.minus)
            return made[0].reshape(shape), made[1].reshape(shape), made[2].reshape(shape)

        return over_leagues(cells, pairs, of_some)

    def judge(self, cells: LeagueCells, first: int, second: int) -> "WilcoxonVerdict":
        """Rank the differences of one pair in a single league."""
        pair = np.array([[first, second]])
        outcome = self.outcomes(cells, pair)
        found = differences_of(cells, pair)
        both = ~np.isnan(found.values[0])
        values = np.sort(found.values[0, both])
        walsh = walsh_averages(values, float(np.max(found.near[0, both], initial=0.0)))
        return WilcoxonVerdict(
            parameter=Parameter.PSEUDO_MEDIAN,
            estimate=float(np.median(walsh)) if walsh.size else 0.0,
            statistic=float(outcome.statistic[0]),
            pvalue=float(outcome.pvalue[0]),
            lead=float(outcome.direction[0]),
            datasets=values.size,
            differ=int(np.count_nonzero(values)),
            walsh=walsh,
        )

    def least(self, pairs: int, level: float) -> int:
        """Return 1 + log2(pairs / level), rounded up."""
        return least_units(level, pairs)


@dataclass(frozen=True, kw_only=True)
class WilcoxonVerdict(PValue):
    """A verdict on the pseudo-median of the differences; the learner with the greater rank sum leads."""

    lead: float  # 1 where W+ is greater, -1 where W- is, 0 where they are equal
    datasets: int  # that both have
    differ: int  # data sets that are not tied
    walsh: Floats = field(repr=False, compare=False)  # means of two differences, in ascending order

    def direction(self) -> Decision:
        """Return the learner with the greater rank sum; with many ties the estimate may be 0."""
        return {1.0: Decision.FIRST, -1.0: Decision.SECOND}.get(self.lead, Decision.OPEN)

    def interval(self, level: float) -> Interval:
        """Return the k-th smallest and the k-th largest mean of two differences; unbounded for few data sets."""
        order = _order(self.datasets, check_level(level))
        ends = (float(self.walsh[order - 1]), float(self.walsh[-order])) if order else (-inf, inf)
        return agreeing(ends, self, level)

    def caveats(self, level: float) -> tuple[Note, ...]:
        """Note where so few data sets differ that the test could never reject at this level."""
        return never_rejects(self.differ, level)


def walsh_averages(values: Floats, near: float) -> Floats:
    """Return the means of all two values, each with itself too, in ascending order; 0 where they are within rounding.

    Examples
    --------
    >>> walsh_averages(np.array([-1.0, 2.0, 3.0]), 0.0).tolist()
    [-1.0, 0.5, 1.0, 2.0, 2.5, 3.0]
    """
    one, other = np.triu_indices(values.size)
    means = (values[one] + values[other]) / 2
    means[np.abs(means) <= near] = 0.0
    return np.sort(means)


def _order(datasets: int, level: float) -> int:
    """Return the largest k with P(W <= k - 1) <= level/2; 0 where there is none."""
    if datasets <= EXACT:
        return int(np.searchsorted(tails_without_ties(0, datasets), level, side="right"))
    mean, variance = datasets * (datasets + 1) / 4, datasets * (datasets + 1) * (2 * datasets + 1) / 24
    return max(0, 1 + int(np.floor(mean + special.ndtri(level / 2) * np.sqrt(variance))))
