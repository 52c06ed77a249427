"""Verdicts of Student's kind: estimate, standard error, degrees of freedom."""

from dataclasses import dataclass
from math import inf

import numpy as np

from outperform.core import Floats, Interval, Note, Parameter, PValue, check_level
from outperform.significance import special
from outperform.significance._reconcile import reconcile
from outperform.significance.differences import NO_SPREAD, mean, ratio_of, squares


@dataclass(frozen=True, kw_only=True)
class StudentVerdict(PValue):
    """A t test's verdict on the expected difference."""

    se: float

    def interval(self, level: float) -> Interval:
        """Estimate -+ t * se."""
        level = check_level(level)
        reach = student_reach(self.se, inf if self.df is None else float(self.df), level)  # type: ignore[arg-type]
        return reconcile((self.estimate - reach, self.estimate + reach), self, level)


@dataclass(frozen=True, eq=False)
class Student:
    """A t statistic for every table: the result of the t tests' arithmetic."""

    estimate: Floats
    se: Floats
    df: float  # infinite where the statistic is normal

    @property
    def statistic(self) -> Floats:
        """Estimate over standard error."""
        return ratio_of(self.estimate, self.se)

    @property
    def pvalue(self) -> Floats:
        """Two-sided p-value."""
        return two_sided(self.statistic, self.df)

    def verdict(self, notes: tuple[Note, ...]) -> StudentVerdict:
        """Make the verdict of a single table."""
        if self.se == 0 and self.estimate != 0:
            notes = (*notes, NO_SPREAD)
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
