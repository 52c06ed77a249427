"""Nemenyi's test: differences of mean ranks over data sets."""

from dataclasses import dataclass

import numpy as np

from outperform.core import (
    Floats,
    Interval,
    Ints,
    LeagueCells,
    Note,
    PairOutcomes,
    PairsTest,
    Parameter,
    PValue,
    Weakness,
    check_level,
)
from outperform.ranking.agreement import agreeing, never_rejects
from outperform.ranking.differences import over_leagues
from outperform.ranking.mean_ranks import league_ranks
from outperform.ranking.studentized_range import range_quantile, range_tails


@dataclass(frozen=True)
class Nemenyi(PairsTest):
    """Nemenyi's test on mean ranks, for all pairs together; its decisions depend on the other learners.

    The same pair with the same scores on 50 data sets was rejected in 42 % of simulated leagues among random others, in
    0 % among weak ones and in 77 % among others in between. Use wilcoxon unless you must reproduce published results.

    Notes
    -----
    Asks: is the mean rank of the first learner, among these learners, other than that of the second?

    Formula: R_a and R_b are the mean ranks of the pair among all k learners, over the N data sets that all learners
    have; ties share mid-ranks.

        q = |R_a - R_b| / sqrt(k (k + 1) / (12 N))    range of k independent standard normal numbers

    The p-value is that of q, but never below (k (k - 1))^(1 - N), the chance that some learner is first and another
    last on all N data sets if all orders are equally likely: with two learners, fewer than 6 data sets decide nothing
    at level .05. It holds for all pairs together: nothing is left to adjust. Two learners differ at a level where their
    mean ranks are at least CD = q_level / sqrt(2) * sqrt(k (k + 1) / (6 N)) apart.

    Assumes: data sets are independent. Where all learners are equally good it keeps its level for all pairs. Where some
    are not, a decision depends on how many of the other learners lie between the two.

    Degenerate: without a data set that all learners have, and where two mean ranks are equal, p = 1.

    Examples
    --------
    >>> values = np.array([[0.9, 0.8, 0.7], [0.6, 0.5, 0.4], [0.8, 0.7, 0.6], [0.7, 0.6, 0.5]])
    >>> verdict = Nemenyi().judge(LeagueCells(tuple("wxyz"), ("a", "b", "c"), values), 0, 2)
    >>> verdict.estimate, round(verdict.statistic, 6), round(verdict.pvalue, 4)  # q = 2 / sqrt(3 * 4 / 48)
    (2.0, 4.0, 0.013)
    """

    slug = "nemenyi"
    origins = ("nemenyi1963", "demsar2006", "benavoli2016")
    weaknesses = (Weakness.POOL_DEPENDENT,)
    on_ranks = True
    for_all_pairs = True

    def outcomes(self, cells: LeagueCells, pairs: Ints) -> PairOutcomes:
        """Compare the mean ranks of every pair in every league."""
        k = len(cells.learners)

        def of_some(some: LeagueCells) -> tuple[Floats, Floats, Floats]:
            ranks = league_ranks(some)
            sums = ranks.doubled.sum(axis=-2)
            apart = sums[..., pairs[:, 1]] - sums[..., pairs[:, 0]]  # whole numbers: twice N times the difference
            count = ranks.count[..., np.newaxis]
            q = np.abs(apart) / np.sqrt(k * (k + 1) * np.maximum(1, count) / 3)
            distinct, place = np.unique(q, return_inverse=True)
            p = np.maximum(range_tails(distinct, k)[place.reshape(q.shape)], _never_below(k, count))
            return q, p, np.sign(apart).astype(np.float64)

        return over_leagues(cells, pairs, of_some)

    def judge(self, cells: LeagueCells, first: int, second: int) -> "RankVerdict":
        """Compare the mean ranks of one pair."""
        outcome = self.outcomes(cells, np.array([[first, second]]))
        ranks = league_ranks(cells)
        count = int(ranks.count)
        sums = ranks.doubled.sum(axis=-2)
        return RankVerdict(
            parameter=Parameter.DIFFERENCE_OF_RANKS,
            estimate=float(sums[second] - sums[first]) / (2 * max(1, count)),
            statistic=float(outcome.statistic[0]),
            pvalue=float(outcome.pvalue[0]),
            learners=len(cells.learners),
            datasets=count,
        )


@dataclass(frozen=True, kw_only=True)
class RankVerdict(PValue):
    """A verdict on the difference of two mean ranks, positive where the first has the better one."""

    learners: int
    datasets: int  # that all learners have

    def interval(self, level: float) -> Interval:
        """Estimate -+ the critical difference; the whole range of ranks without a data set that all learners have."""
        widest = self.learners - 1.0
        reach = critical_difference(self.learners, self.datasets, level) if self.datasets else widest
        return agreeing((self.estimate - reach, self.estimate + reach), self, level)

    def caveats(self, level: float) -> tuple[Note, ...]:
        """Note so few data sets that the test could never reject at this level."""
        return never_rejects(self.datasets, level, float(_never_below(self.learners, self.datasets)))


def _never_below(learners: int, datasets: Ints | int) -> Floats:
    """Return (k (k - 1))^(1 - N), the chance that some learner is first and another last on all N data sets."""
    found: Floats = np.minimum(1.0, (learners * (learners - 1.0)) ** (1.0 - np.asarray(datasets)))
    return found


def critical_difference(learners: int, datasets: int, level: float) -> float:
    """Return the difference of mean ranks at which Nemenyi's test rejects at a level.

    Examples
    --------
    Demsar (2006), page 13: CD = 2.569 sqrt(4 * 5 / (6 * 14)) = 1.25 for 4 learners on 14 data sets at .05.

    >>> round(critical_difference(4, 14, 0.05), 3)
    1.254
    """
    return range_quantile(check_level(level), learners) * float(np.sqrt(learners * (learners + 1) / (12 * datasets)))
