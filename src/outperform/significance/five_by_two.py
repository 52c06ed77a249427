"""The tests on five repeats of two folds (Dietterich 1998, 3.5; Alpaydin 1999; Yıldız 2013)."""

from dataclasses import dataclass

import numpy as np

from outperform.core import Floats, Interval, Needs, Note, NoteKind, Parameter, PValue, Weakness, check_level
from outperform.significance import special
from outperform.significance._reconcile import reconcile
from outperform.significance.differences import Differences, DifferenceTest, mean, ratio_of, squares
from outperform.significance.no_spread import left_open, never_below, no_spread
from outperform.significance.student import Student

_NEEDS = Needs(repeats=(5, 5), folds=(2, 2), partition=True)
_FLAT = never_below(6)  # five repeats whose two differences are equal: each with a chance of 1/2 if signs are random


@dataclass(frozen=True)
class FiveByTwoT(DifferenceTest):
    """5x2cv paired t test: the first difference over the spread within the five repeats (Dietterich 1998, 3.5).

    Notes
    -----
    Formula: x[i,1] and x[i,2] are the differences on the two halves of repeat i, s_i^2 is the sum of their squared
    deviations from their mean.

        t = x[1,1] / sqrt((s_1^2 + ... + s_5^2) / 5)    Student's t with 5 degrees of freedom

    Assumes: x[1,1] is normal and independent of the five variances, each of which has one degree of freedom.

    Degenerate: the estimate is only one of ten differences: swapping the two halves of the first repeat may change the
    decision. If the two differences of every repeat are equal, p = 2/2^6 = .031, the chance that random signs make them
    equal in all five; the decision is then open at level .01.

    Examples
    --------
    >>> import numpy as np
    >>> x = np.array([[0.03, 0.01], [0.02, 0.04], [0.01, 0.03], [0.05, 0.03], [0.02, 0.00]])
    >>> result = FiveByTwoT().arithmetic(Differences(x, np.array(1.0)))
    >>> float(result.statistic), float(result.pvalue)
    (2.1213, 0.0874)
    """

    slug = "5x2-t"
    origins = ("dietterich1998",)
    needs = _NEEDS

    def arithmetic(self, differences: Differences) -> Student:
        """T = x[1,1] / sqrt(mean s_i^2), 5 degrees of freedom; the estimate is x[1,1], not the mean."""
        spread = _within(differences).mean(axis=-1)
        return Student(differences.x[..., 0, 0], np.sqrt(spread), 5.0)


@dataclass(frozen=True)
class FiveByTwoCombinedT(DifferenceTest):
    """Combined 5x2cv t test on the mean of all ten differences (Yıldız 2013); gives too many false positives.

    Notes
    -----
    Formula: m is the mean of all ten differences, s_i^2 as in 5x2-t.

        t = sqrt(10) m / sqrt((s_1^2 + ... + s_5^2) / 5)    Student's t with 5 degrees of freedom

    Assumes: the ten differences are independent, although all come from the same rows.

    Examples
    --------
    >>> import numpy as np
    >>> x = np.array([[0.03, 0.01], [0.02, 0.04], [0.01, 0.03], [0.05, 0.03], [0.02, 0.00]])
    >>> result = FiveByTwoCombinedT().arithmetic(Differences(x, np.array(1.0)))
    >>> float(result.statistic), float(result.pvalue)
    (5.3666, 0.00302)
    """

    slug = "5x2-combined-t"
    origins = ("yildiz2013",)
    needs = _NEEDS
    weaknesses = (Weakness.SHARED_DATA,)

    def arithmetic(self, differences: Differences) -> Student:
        """T = sqrt(10) m / sqrt(mean s_i^2), 5 degrees of freedom."""
        spread = _within(differences).mean(axis=-1)
        return Student(mean(differences.pooled, differences.scale), np.sqrt(spread / 10), 5.0)


@dataclass(frozen=True)
class FiveByTwoF(DifferenceTest):
    """Combined 5x2cv F test (Alpaydin 1999; Wang et al. 2014, 5.4).

    Notes
    -----
    Formula: all ten differences x and the s_i^2 of 5x2-t.

        F = sum of all x^2 / (2 (s_1^2 + ... + s_5^2))    F with 10 and 5 degrees of freedom

    Assumes: numerator and denominator are independent, and so are the ten squares. The p-value alone decides, as
    published. F has no sign: the direction of the decision is that of the mean; a mean of 0 leaves it open.

    Degenerate: only three cases are special. Equal scores give F = 0 and p = 1. If the two differences of every repeat
    are equal, but not all are 0, F is infinite and p = 2/2^6 = .031, the chance that random signs make them equal in
    all five; a note says so. The interval (all differences that would not be rejected) may be empty, if repeats differ
    more from each other than within: the test then rejects every difference, 0 among them, so that its p-value says
    that the learners differ, but not by how much. A note says so. Where two learners are equally good, two of three
    rejections are of this kind.

    Examples
    --------
    >>> import numpy as np
    >>> x = np.array([[0.03, 0.01], [0.02, 0.04], [0.01, 0.03], [0.05, 0.03], [0.02, 0.00]])
    >>> result = FiveByTwoF().arithmetic(Differences(x, np.array(1.0)))
    >>> float(result.statistic), float(result.pvalue)
    (3.9, 0.0731)
    """

    slug = "5x2-f"
    origins = ("alpaydin1999",)
    needs = _NEEDS

    def arithmetic(self, differences: Differences) -> "Fisher":
        """F = sum x^2 / (2 sum s_i^2), 10 and 5 degrees of freedom."""
        values, scale = differences.pooled, differences.scale
        total = np.einsum("...i,...i->...", values, values)
        return Fisher(mean(values, scale), total, squares(values, scale), _within(differences).sum(axis=-1))


@dataclass(frozen=True, kw_only=True)
class FisherVerdict(PValue):
    """The F test's verdict; its interval is the set of differences that are not rejected, and may be empty."""

    around: float  # sum of squares around the mean
    within: float  # sum of squares within the repeats

    def interval(self, level: float) -> Interval | None:
        """Return the differences that this test would not reject at the level."""
        level = check_level(level)
        reach = float(squared_reach(self.around, self.within, level))
        if self.flat and (self.around == 0 or self.pvalue > level):
            return left_open(self, level)
        if reach < 0:
            return None
        return reconcile((self.estimate - reach**0.5, self.estimate + reach**0.5), self, level)

    @property
    def flat(self) -> bool:
        """Whether the two differences of every repeat are equal, but not all are 0."""
        return self.within == 0 and self.pvalue < 1

    def caveats(self, level: float) -> tuple[Note, ...]:
        """Note when the interval is empty, and where nothing varies within the repeats."""
        empty = (Note.of(NoteKind.EMPTY_INTERVAL),) if self.interval(level) is None else ()
        return (*empty, *(no_spread(self.pvalue, level) if self.flat else ()))


@dataclass(frozen=True, eq=False)
class Fisher:
    """An F statistic for every table."""

    estimate: Floats
    total: Floats
    around: Floats
    within: Floats

    @property
    def statistic(self) -> Floats:
        """Sum of all squares over twice the sum of squares within repeats."""
        return ratio_of(self.total, 2 * self.within)

    @property
    def pvalue(self) -> Floats:
        """Upper tail of F(10, 5); where nothing varies within the repeats, that of signs drawn at random."""
        return np.where((self.within == 0) & (self.total != 0), _FLAT, special.fdtrc(10, 5, self.statistic))

    def verdict(self, notes: tuple[Note, ...]) -> FisherVerdict:
        """Make the verdict of a single table."""
        return FisherVerdict(
            parameter=Parameter.EXPECTED_DIFFERENCE,
            estimate=float(self.estimate),
            statistic=float(self.statistic),
            df=(10.0, 5.0),
            pvalue=float(self.pvalue),
            around=float(self.around),
            within=float(self.within),
            notes=notes,
        )


def squared_reach(around: Floats | float, within: Floats | float, level: float) -> Floats:
    """Square of half the F test's interval: (2 F sum s_i^2 - sum (x - m)^2) / 10; below 0 it is empty."""
    squared: Floats = (2 * special.fdtri(10, 5, 1 - level) * within - around) / 10
    return squared


def _within(differences: Differences) -> Floats:
    """s_i^2 of each repeat [..., repeat]."""
    return squares(differences.x, differences.scale[..., np.newaxis])
