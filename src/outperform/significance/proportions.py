"""Tests for the difference of two proportions (Dietterich 1998, 3.2; Keller et al. 2005, eq. 3)."""

from dataclasses import dataclass, field

import numpy as np

from outperform.core import (
    Floats,
    Interval,
    Note,
    Parameter,
    PValue,
    Reason,
    Refusal,
    Stability,
    Weakness,
    check_level,
)
from outperform.significance import special
from outperform.significance._reconcile import reconcile
from outperform.significance.differences import ratio_of
from outperform.significance.paired_counts import (
    PairedCounts,
    PairedCountsTest,
    ShareResult,
    ShareVerdict,
    wilson_lower,
)


@dataclass(frozen=True)
class Proportions(PairedCountsTest):
    """Difference of two proportions; treats the learners' errors as independent (Dietterich 1998, 3.2).

    The interval is the difference -+ z times the pooled standard error, which is valid only if there is no true
    difference: it agrees with the p-value about 0, but is not an interval for other differences.

    Notes
    -----
    Formula: a and b are the two accuracies on n items, p = (a + b) / 2.

        z = (a - b) / sqrt(2 p (1 - p) / n)    normal

    Assumes: the errors of the two learners are independent. On the same items they are not: if both fail on the same
    items, the test finds too few differences; if they fail on different items, it gives too many false positives.

    Degenerate: only two cases are special. Equal accuracies give z = 0 and p = 1. If both learners are right everywhere
    or wrong everywhere, the interval is a point.

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

    def arithmetic(self, counts: PairedCounts) -> "Pooled":
        """Z = (a - b) / sqrt(2 p (1 - p) / n), a and b the accuracies, p their mean; normal."""
        right = 2 * counts.n11 + counts.discordant  # 2 n p
        wrong = 2 * counts.n00 + counts.discordant
        n = np.maximum(1, counts.n).astype(np.float64)
        return Pooled((counts.n10 - counts.n01) / n, np.sqrt(right / n * wrong / (2 * n) / n))


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

    Examples
    --------
    >>> result = ProportionsCorrected().arithmetic(PairedCounts(*np.array([0, 40, 60, 0])))  # 20 / sqrt(100)
    >>> float(result.statistic), float(result.pvalue)
    (2.0, 0.0455)
    """

    slug = "proportions-corrected"
    origins = ("dietterich1998",)

    def arithmetic(self, counts: PairedCounts) -> ShareResult:
        """Z = (n10 - n01) / sqrt(n01 + n10); normal."""
        z = (counts.n10 - counts.n01) / np.sqrt(np.maximum(1, counts.discordant))
        return ShareResult(counts, z, _two_sided(z), Wilson)


def _two_sided(z: Floats) -> Floats:
    p: Floats = special.erfc(np.abs(z) / np.sqrt(2))
    return p


@dataclass(frozen=True, kw_only=True)
class Wilson(ShareVerdict):
    """The verdict of the corrected test; its interval is Wilson's."""

    def lower(self, wins: int, count: int, level: float) -> float:
        """Wilson's limit."""
        return wilson_lower(wins, count, level)


@dataclass(frozen=True, kw_only=True)
class PooledVerdict(PValue):
    """A verdict on the difference of accuracies; its interval agrees with the p-value only about 0."""

    se: float
    stability: Stability | Refusal = field(default=Refusal(Reason.ONE_SPLIT), compare=False, repr=False)

    def interval(self, level: float) -> Interval:
        """Difference -+ z * pooled standard error."""
        check_level(level)
        reach = -float(special.ndtri(level / 2)) * self.se
        return reconcile((self.estimate - reach, self.estimate + reach), self, level)


@dataclass(frozen=True, eq=False)
class Pooled:
    """The difference of accuracies of every table, and its standard error if there is no true difference."""

    estimate: Floats
    se: Floats

    @property
    def statistic(self) -> Floats:
        """Estimate over standard error."""
        return ratio_of(self.estimate, self.se)

    @property
    def pvalue(self) -> Floats:
        """Two-sided p-value."""
        return _two_sided(self.statistic)

    def verdict(self, notes: tuple[Note, ...]) -> PooledVerdict:
        """Make the verdict of a single table."""
        return PooledVerdict(
            parameter=Parameter.DIFFERENCE_OF_ACCURACIES,
            estimate=float(self.estimate),
            statistic=float(self.statistic),
            pvalue=float(self.pvalue),
            se=float(self.se),
            notes=notes,
        )
