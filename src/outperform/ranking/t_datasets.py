"""The paired t test over data sets."""

from dataclasses import dataclass

import numpy as np

from outperform.core import Floats, Ints, LeagueCells, PairOutcomes, PairsTest
from outperform.ranking.differences import differences_of, over_leagues
from outperform.ranking.means import MeanVerdict, means_of


@dataclass(frozen=True)
class TDatasets(PairsTest):
    """Paired t test over data sets: the mean difference.

    Notes
    -----
    Asks: is the mean difference of the two learners, over data sets like these, other than 0?

    Formula: d_1 ... d_N are the differences on the N data sets that both learners have, m their mean, s^2 their
    variance (divisor N - 1).

        t = m / sqrt(s^2 / N)    Student's t with N - 1 degrees of freedom

    Assumes: data sets are independent, and there are enough of them that the mean is about normal. Scores of different
    data sets must be on one scale: an error of 0.1 counts the same everywhere. One data set with a very large
    difference can hide all others; wilcoxon is not affected by it.

    Degenerate: where all N data sets have the same difference, the variance is 0 and t has no value. p is then that of
    the sign test, 2/2^N, and a note says so; the interval has no far end. Where no data set differs, or with one data
    set, p = 1.

    Examples
    --------
    >>> values = np.array([[0.91, 0.9], [0.82, 0.8], [0.73, 0.7]])  # m = .02, s = .01
    >>> verdict = TDatasets().judge(LeagueCells(("x", "y", "z"), ("a", "b"), values), 0, 1)
    >>> round(verdict.statistic, 4), verdict.df
    (3.4641, 2.0)
    """

    slug = "t-datasets"
    origins = ("demsar2006",)

    def outcomes(self, cells: LeagueCells, pairs: Ints) -> PairOutcomes:
        """Compute t for every pair in every league."""

        def of_some(some: LeagueCells) -> tuple[Floats, Floats, Floats]:
            means = means_of(differences_of(some, pairs))
            return means.statistic, means.pvalue, np.sign(means.mean)

        return over_leagues(cells, pairs, of_some)

    def judge(self, cells: LeagueCells, first: int, second: int) -> MeanVerdict:
        """Compute t of one pair."""
        means = means_of(differences_of(cells, np.array([[first, second]])))
        known = int(means.count[0])
        se = 0.0 if known < 2 else float(means.se[0])
        return MeanVerdict.of(known, float(means.mean[0]), se, float(means.statistic[0]), float(means.pvalue[0]))
