"""McNemar's test in three forms (Dietterich 1998, 3.1 and the end of 3.2; Fagerland et al. 2013)."""

from dataclasses import dataclass

import numpy as np

from outperform.core import Floats, Ints
from outperform.significance import special
from outperform.significance.accuracy_difference import AccuracyResult
from outperform.significance.paired_counts import PairedCounts, PairedCountsTest


@dataclass(frozen=True)
class McNemar(PairedCountsTest):
    """McNemar's chi-square test with continuity correction (Dietterich 1998, 3.1).

    Where n01 = n10 the published formula gives 1/(n01 + n10); here the statistic is 0, which changes no decision at a
    level up to .1.

    Notes
    -----
    Formula: n01 counts the items that the first learner gets wrong and the second right, n10 the reverse.

        chi2 = max(0, |n01 - n10| - 1)^2 / (n01 + n10)    chi-square with 1 degree of freedom

    Assumes: enough discordant items (only one learner right) for the chi-square distribution; with few, use
    mcnemar-midp.

    Examples
    --------
    Dietterich's two tables: no significant difference in the first, p < .001 in the second (section 5).

    >>> first = PairedCounts(*np.array([0, 40, 60, 0]))
    >>> second = PairedCounts(*np.array([40, 0, 20, 40]))
    >>> float(McNemar().arithmetic(first).pvalue), float(McNemar().arithmetic(second).pvalue)
    (0.0574, 0.0000215)
    """

    slug = "mcnemar"
    origins = ("mcnemar1947", "dietterich1998")

    def arithmetic(self, counts: PairedCounts) -> AccuracyResult:
        """(max(0, |n01 - n10| - 1))^2 / (n01 + n10), chi-square with 1 degree of freedom."""
        excess = np.maximum(0, np.abs(counts.n01 - counts.n10) - 1)
        chi2 = excess**2 / np.maximum(1, counts.discordant)
        return AccuracyResult(counts, chi2, special.erfc(np.sqrt(chi2 / 2)), df=1.0)


@dataclass(frozen=True)
class McNemarExact(PairedCountsTest):
    """Exact McNemar test: binomial test of n01 out of n01 + n10 (Dietterich 1998, end of 3.2).

    Notes
    -----
    Formula: if the learners are equally good, n01 is like the number of heads in n01 + n10 tosses of a fair coin.

        p = min(1, 2 P(X <= min(n01, n10)))    X binomial with n01 + n10 tosses and probability 1/2

    Assumes: no minimum number of items. In return p takes few values, so the test rejects less often than the level
    allows.

    Examples
    --------
    Dietterich's second table, "20 heads and 0 tails": p = 2 / 2^20.

    >>> result = McNemarExact().arithmetic(PairedCounts(*np.array([40, 0, 20, 40])))
    >>> float(result.pvalue) * 2**20
    2.0
    """

    slug = "mcnemar-exact"
    origins = ("mcnemar1947", "dietterich1998")

    def arithmetic(self, counts: PairedCounts) -> AccuracyResult:
        """2 P(X <= min(n01, n10)), X binomial with n01 + n10 tosses."""
        fewer = np.minimum(counts.n01, counts.n10)
        p = np.minimum(1.0, 2 * _at_most(fewer, counts.discordant))
        return AccuracyResult(counts, counts.n01.astype(np.float64), p)


@dataclass(frozen=True)
class McNemarMidP(PairedCountsTest):
    """McNemar's mid-p test: the exact test with half the weight on the observed count (Fagerland et al. 2013).

    The exact test rejects too rarely because counts are discrete; this test rejects more often and still keeps its
    level in nearly all cases.

    Notes
    -----
    Formula: with X binomial as in mcnemar-exact,

        p = 2 P(X <= min(n01, n10)) - P(X = min(n01, n10))
        p = 1 - P(X = n01) / 2                                where n01 = n10

    Assumes: no minimum number of items. The level is not guaranteed, unlike that of mcnemar-exact.

    Examples
    --------
    >>> result = McNemarMidP().arithmetic(PairedCounts(*np.array([0, 1, 7, 0])))  # (1 + 8) * 2 / 2^8 - 8 / 2^8
    >>> float(result.pvalue)
    0.0390625
    """

    slug = "mcnemar-midp"
    origins = ("fagerland2013", "bonett2012")

    def arithmetic(self, counts: PairedCounts) -> AccuracyResult:
        """Exact p - P(X = min(n01, n10)); 1 - P(X = n01) / 2 where n01 = n10."""
        fewer = np.minimum(counts.n01, counts.n10)
        below = _at_most(fewer - 1, counts.discordant)
        tied = counts.n01 == counts.n10
        p = below + np.where(tied, 0.5, _at_most(fewer, counts.discordant))
        p = np.where(counts.discordant == 0, 1.0, p)
        return AccuracyResult(counts, counts.n01.astype(np.float64), p)


def _at_most(heads: Ints, tosses: Ints) -> Floats:
    """P(at most this many heads) in tosses of a fair coin; the heads are at most half of the tosses."""
    k = np.maximum(0, heads)
    at_most: Floats = np.where(heads < 0, 0.0, special.betainc(np.maximum(1, tosses - k), k + 1, 0.5))
    return at_most
