"""Tests for the difference of two proportions (Dietterich 1998, 3.2; Keller et al. 2005, eq. 3)."""

from dataclasses import dataclass

import numpy as np

from outperform.core import Floats, Weakness
from outperform.significance import special
from outperform.significance.accuracy_difference import AccuracyResult
from outperform.significance.differences import ratio_of
from outperform.significance.paired_counts import PairedCounts, PairedCountsTest


@dataclass(frozen=True)
class Proportions(PairedCountsTest):
    """Difference of two proportions; treats the learners' errors as independent (Dietterich 1998, 3.2).

    Only statistic and p-value treat them so: the interval is that of paired items, and ends at 0 where the two differ.

    Notes
    -----
    Formula: a and b are the two accuracies on n items, p = (a + b) / 2.

        z = (a - b) / sqrt(2 p (1 - p) / n)    normal

    Assumes: the errors of the two learners are independent. On the same items they are not: if both fail on the same
    items, the test finds too few differences; if they fail on different items, it gives too many false positives.

    Degenerate: equal accuracies give z = 0 and p = 1. Fewer than 6 items raise an error: two items that only one
    learner gets right would give p = .046.

    Examples
    --------
    Dietterich's two tables are the same to this test, p < .005 (section 5).

    >>> counts = PairedCounts(*np.array([[0, 40], [40, 0], [60, 20], [0, 40]]))
    >>> Proportions().arithmetic(counts).pvalue.tolist()
    [0.00468, 0.00468]
    """

    slug = "proportions"
    origins = ("dietterich1998",)
    weaknesses = (Weakness.UNPAIRED,)
    fewest = 6

    def arithmetic(self, counts: PairedCounts) -> AccuracyResult:
        """Z = (a - b) / sqrt(2 p (1 - p) / n), a and b the accuracies, p their mean; normal."""
        right = 2 * counts.n11 + counts.discordant  # 2 n p
        wrong = 2 * counts.n00 + counts.discordant
        n = np.maximum(1, counts.n).astype(np.float64)
        se = np.sqrt(right / n * wrong / (2 * n) / n)
        z = ratio_of((counts.n10 - counts.n01) / n, se)
        return AccuracyResult(counts, z, _two_sided(z), se=se)


@dataclass(frozen=True)
class ProportionsCorrected(PairedCountsTest):
    """Difference of two proportions with the standard error of paired items (Dietterich 1998, 3.2, se').

    The published z' also subtracts 1 and drops the sign, which makes it McNemar's test; this is the z with se'.

    Notes
    -----
    Formula: the standard error for paired items, with the counts of McNemar's test.

        z = (n10 - n01) / sqrt(n01 + n10)    normal

    Assumes: enough discordant items (only one learner right) for the normal distribution. It is McNemar's test without
    continuity correction.

    Degenerate: fewer than 6 items raise an error.

    Examples
    --------
    >>> result = ProportionsCorrected().arithmetic(PairedCounts(*np.array([0, 40, 60, 0])))  # 20 / sqrt(100)
    >>> float(result.statistic), float(result.pvalue)
    (2.0, 0.0455)
    """

    slug = "proportions-corrected"
    origins = ("dietterich1998",)
    fewest = 6

    def arithmetic(self, counts: PairedCounts) -> AccuracyResult:
        """Z = (n10 - n01) / sqrt(n01 + n10); normal."""
        z = (counts.n10 - counts.n01) / np.sqrt(np.maximum(1, counts.discordant))
        return AccuracyResult(counts, z, _two_sided(z))


def _two_sided(z: Floats) -> Floats:
    p: Floats = special.erfc(np.abs(z) / np.sqrt(2))
    return p
