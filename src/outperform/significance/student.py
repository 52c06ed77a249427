"""Verdicts of Student's kind: estimate, standard error, degrees of freedom."""

from dataclasses import dataclass
from math import inf

import numpy as np

from outperform.core import Floats, Interval, Note, Parameter, PValue, check_level
from outperform.significance import special
from outperform.significance._reconcile import reconcile
from outperform.significance.differences import mean, ratio_of, squares
from outperform.significance.no_spread import left_open, never_below, no_spread


@dataclass(frozen=True, kw_only=True)
class StudentVerdict(PValue):
    """A t test's verdict on the expected difference."""

    se: float

    @property
    def flat(self) -> bool:
        """Whether the differences do not vary although the learners differ."""
        return self.se == 0 and self.estimate != 0

    def interval(self, level: float) -> Interval:
        """Estimate -+ t * se; where nothing varies, all that the p-value leaves open."""
        level = check_level(level)
        if self.flat:
            return left_open(self, level)
        reach = student_reach(self.se, inf if self.df is None else float(self.df), level)  # type: ignore[arg-type]
        return reconcile((self.estimate - reach, self.estimate + reach), self, level)

    def caveats(self, level: float) -> tuple[Note, ...]:
        """Note where nothing varies, and where so few differences decide nothing."""
        return no_spread(self.pvalue, level) if self.flat else ()


@dataclass(frozen=True, eq=False)
class Student:
    """A t statistic for every table: the result of the t tests' arithmetic."""

    estimate: Floats
    se: Floats
    df: float  # infinite where the statistic is normal
    units: int | None = None  # differences whose spread is measured; None: one more than degrees of freedom

    @property
    def statistic(self) -> Floats:
        """Estimate over standard error."""
        return ratio_of(self.estimate, self.se)

    @property
    def pvalue(self) -> Floats:
        """Two-sided p-value; where nothing varies but the estimate is not 0, that of signs drawn at random."""
        flat = (self.se == 0) & (self.estimate != 0)
        units = self.df + 1 if self.units is None else self.units
        return np.where(flat, never_below(units), two_sided(self.statistic, self.df))

    def verdict(self, notes: tuple[Note, ...]) -> StudentVerdict:
        """Make the verdict of a single table."""
        return StudentVerdict(
            parameter=Parameter.EXPECTED_DIFFERENCE,
            estimate=float(self.estimate),
            statistic=float(self.statistic),
            df=None if self.df == inf else self.df,
            pvalue=float(self.pvalue),
            se=float(self.se),
            notes=notes,
        )


def student_reach(se: float, df: float, level: float) -> float:
    """Half the width of a t interval that covers 1 - level."""
    return student_quantile(df, level) * se if se > 0 else 0.0


def student_quantile(df: float, level: float) -> float:
    """Return the two-sided quantile of a t statistic at a level."""
    return -float(special.ndtri(level / 2) if df == inf else special.stdtrit(df, level / 2))


def two_sided(statistic: Floats, df: float) -> Floats:
    """Return the two-sided p-value of a t statistic."""
    tail = -np.abs(statistic)
    p: Floats = 2 * (special.ndtr(tail) if df == inf else special.stdtr(df, tail))
    return p


def one_sample(values: Floats, scale: Floats, factor: float | None = None) -> Student:
    """Student's t on the last axis: m / sqrt(factor * s^2), factor 1/J for independent values.

    The corrected tests differ from the plain test only in the factor.

    Examples
    --------
    >>> result = one_sample(np.array([1.0, 2.0, 3.0]), np.array(3.0))
    >>> round(float(result.statistic), 4), result.df
    (3.4641, 2.0)
    """
    count = values.shape[-1]
    variance = squares(values, scale) / (count - 1)
    se = np.sqrt((1 / count if factor is None else factor) * variance)
    return Student(mean(values, scale), se, float(count - 1))
