"""Iman and Davenport's F: Friedman's test with a better distribution."""

from dataclasses import dataclass
from math import inf

from outperform.core import LeagueCells, Omnibus, OmnibusTest
from outperform.ranking.friedman import chance_of_one_order, chi_square, rank_table, same_order
from outperform.significance import special


@dataclass(frozen=True)
class ImanDavenport(OmnibusTest):
    """Iman and Davenport's F test of mean ranks, with the correction for ties.

    Notes
    -----
    Asks: do any two learners differ in mean rank over data sets like these? It is shown beside the pairs and does not
    decide whether they are judged.

    Formula: chi2 is Friedman's statistic with the correction for ties, for k learners on N data sets.

        F = (N - 1) chi2 / (N (k - 1) - chi2)    F distribution with k - 1 and (k - 1)(N - 1) degrees of freedom

    Assumes: data sets are independent.

    Degenerate: where all data sets have the same order, F is infinite; p is then the chance of that among random
    orders, (k!)^(1 - N) without ties. Where all learners are tied on all data sets, F = 0 and p = 1. Fewer than two
    data sets that all learners have are refused.

    Examples
    --------
    >>> import numpy as np
    >>> values = np.array([[0.9, 0.8, 0.7], [0.6, 0.5, 0.4], [0.8, 0.7, 0.6], [0.6, 0.7, 0.5]])
    >>> found = ImanDavenport().judge(LeagueCells(tuple("wxyz"), ("a", "b", "c"), values))
    >>> found.statistic, found.df, round(found.pvalue, 4)  # chi2 = 6.5: F = 3 * 6.5 / (8 - 6.5)
    (13.0, (2.0, 6.0), 0.0066)
    """

    slug = "iman-davenport"
    origins = ("iman1980", "friedman1937", "demsar2006")

    def judge(self, cells: LeagueCells) -> Omnibus:
        """Turn Friedman's statistic into F."""
        ranks = rank_table(self, cells)
        count, k = ranks.shape
        df = (float(k - 1), float((k - 1) * (count - 1)))
        if same_order(ranks):
            return Omnibus(self.full, inf, df, chance_of_one_order(ranks))
        chi2 = chi_square(ranks)
        statistic = (count - 1) * chi2 / (count * (k - 1) - chi2)
        return Omnibus(self.full, statistic, df, float(special.fdtrc(*df, statistic)))
