"""Friedman's test of whether any two learners differ."""

from dataclasses import dataclass
from math import factorial, prod

import numpy as np

from outperform.core import Ints, LeagueCells, MisfitError, Omnibus, OmnibusTest
from outperform.ranking.mean_ranks import league_ranks
from outperform.significance import special


@dataclass(frozen=True)
class Friedman(OmnibusTest):
    """Friedman's chi-square test of mean ranks, with the correction for ties.

    Notes
    -----
    Asks: do any two learners differ in mean rank over data sets like these?

    Formula: r_ij is the rank of learner j on data set i, ties by mid-ranks, R_j the sum over the N data sets that all k
    learners have.

        chi2 = (k - 1) sum_j (R_j - N (k + 1) / 2)^2 / sum_ij (r_ij - (k + 1) / 2)^2

    It has a chi-square distribution with k - 1 degrees of freedom. The denominator is the correction for ties.

    Assumes: data sets are independent, and there are enough of them for the chi-square distribution; iman-davenport is
    more accurate.

    Degenerate: where all learners are tied on all data sets, chi2 = 0 and p = 1. Fewer than two data sets that all
    learners have are refused.

    Examples
    --------
    >>> values = np.array([[0.9, 0.8, 0.7], [0.6, 0.5, 0.4], [0.8, 0.7, 0.6], [0.6, 0.7, 0.5]])
    >>> found = Friedman().judge(LeagueCells(tuple("wxyz"), ("a", "b", "c"), values))
    >>> found.statistic, found.df, round(found.pvalue, 4)  # rank sums 5, 7 and 12
    (6.5, 2.0, 0.0388)
    """

    slug = "friedman"
    origins = ("friedman1937", "demsar2006")

    def judge(self, cells: LeagueCells) -> Omnibus:
        """Compare rank sums with what chance would give."""
        ranks = rank_table(self, cells)
        chi2, df = chi_square(ranks), float(ranks.shape[1] - 1)
        return Omnibus(self.full, chi2, df, float(special.chdtrc(df, chi2)))


def rank_table(test: OmnibusTest, cells: LeagueCells) -> Ints:
    """Return twice the ranks [dataset, learner] on the data sets that all learners have; two or more are needed."""
    found = league_ranks(cells).doubled[cells.complete]
    if len(found) < 2:
        problem = "needs two or more data sets that all learners have"
        raise MisfitError(f"{test.slug} {problem}, got {len(found)} of {len(cells.datasets)}")
    return found


def chi_square(doubled: Ints) -> float:
    """Return Friedman's chi-square of doubled ranks, with the correction for ties."""
    between, within = _squares(doubled)
    return (doubled.shape[1] - 1) * between / within if within else 0.0


def same_order(doubled: Ints) -> bool:
    """Return whether all data sets have the same order, in which not all learners are tied."""
    between, within = _squares(doubled)
    return within > 0 and between == len(doubled) * within


def _squares(doubled: Ints) -> tuple[int, int]:
    """Return the sums of squares of rank sums and of ranks about their means, times four: whole numbers."""
    count, k = doubled.shape
    between = int(((doubled.sum(axis=0) - count * (k + 1)) ** 2).sum())
    return between, int(((doubled - (k + 1)) ** 2).sum())


def chance_of_one_order(doubled: Ints) -> float:
    """Return the chance that random orders of the learners are the same on all data sets.

    Without ties there are k! orders, and the chance is (k!)^(1 - N); learners that are tied can be exchanged.

    Examples
    --------
    >>> chance_of_one_order(np.array([[2, 4, 6], [2, 4, 6]])), chance_of_one_order(np.array([[2, 5, 5], [2, 5, 5]]))
    (0.1667, 0.3333)
    """
    ties = np.unique(doubled[0], return_counts=True)[1]
    orders = factorial(doubled.shape[1]) // prod(factorial(int(tie)) for tie in ties)
    return float(orders) ** (1 - len(doubled))
