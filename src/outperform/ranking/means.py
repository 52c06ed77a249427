"""Means of differences over data sets: Student's t, whatever the data sets a pair has, and its verdict."""

from dataclasses import dataclass

import numpy as np

from outperform.core import Bools, Floats, Interval, Ints, Note, NoteKind, Parameter, check_level
from outperform.ranking.agreement import never_rejects
from outperform.ranking.differences import PairDifferences
from outperform.significance import special
from outperform.significance.no_spread import left_open, never_below
from outperform.significance.student import StudentVerdict


@dataclass(frozen=True, eq=False)
class Means:
    """The mean of the differences of every pair with its standard error, Student's t with N - 1 degrees of freedom."""

    count: Ints  # N: data sets that both have
    mean: Floats  # 0 without a data set
    se: Floats  # 0 where the differences do not vary, NaN for fewer than two
    flat: Bools  # whether all differences are equal, up to rounding

    @property
    def statistic(self) -> Floats:
        """Mean over standard error; infinite where nothing varies but the mean is not 0, 0 where there is no mean."""
        zero = self.mean == 0
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.where(zero | (self.count < 2), 0.0, self.mean / self.se)

    @property
    def pvalue(self) -> Floats:
        """Two-sided p-value; where all differences are equal that of the sign test, 2/2^N."""
        df = np.maximum(1, self.count - 1)
        by_t = 2 * special.stdtr(df, -np.abs(np.nan_to_num(self.statistic, posinf=0.0, neginf=0.0)))
        by_signs = np.where(self.mean == 0, 1.0, np.minimum(1.0, 2.0 ** (1.0 - self.count)))
        p: Floats = np.where(self.flat, by_signs, by_t)
        return p


def means_of(differences: PairDifferences) -> Means:
    """Average the differences of every pair over the data sets that both have.

    Examples
    --------
    >>> values = np.array([[0.01, 0.02, 0.03, np.nan]])
    >>> means = means_of(PairDifferences(values, np.full((1, 4), 1e-9)))
    >>> float(means.mean[0]), float(means.statistic[0])  # t = 2 sqrt(3)
    (0.02, 3.464)
    """
    here = ~np.isnan(differences.values)
    count = np.count_nonzero(here, axis=-1)
    values = np.where(here, differences.values, 0.0)
    mean = values.sum(axis=-1) / np.maximum(1, count)
    apart = np.where(here, values - mean[..., np.newaxis], 0.0)
    near = np.max(differences.near, axis=-1, initial=0.0, where=here)
    flat = np.max(np.abs(apart), axis=-1, initial=0.0) <= near
    variance = np.where(flat, 0.0, (apart**2).sum(axis=-1) / np.maximum(1, count - 1))
    se = np.where(count < 2, np.nan, np.sqrt(variance / np.maximum(1, count)))
    return Means(count, np.where(np.abs(mean) <= near, 0.0, mean), se, flat)


@dataclass(frozen=True, kw_only=True)
class MeanVerdict(StudentVerdict):
    """A verdict on the mean difference over data sets."""

    datasets: int  # that both have
    by_signs: bool  # whether p is that of the sign test, since all data sets have the same difference

    @classmethod
    def of(cls, datasets: int, estimate: float, se: float, statistic: float, pvalue: float) -> "MeanVerdict":
        """Make a verdict; a note says where all data sets have the same difference."""
        by_signs = estimate != 0 and datasets > 1 and (se == 0 or pvalue == never_below(datasets))
        notes = (Note.of(NoteKind.NO_SPREAD_DATASETS, datasets=datasets, pvalue=pvalue),) if by_signs else ()
        return cls(
            parameter=Parameter.MEAN_OVER_DATASETS,
            estimate=estimate,
            statistic=statistic if np.isfinite(statistic) else None,
            df=float(datasets - 1) if datasets > 1 else None,
            pvalue=pvalue,
            se=se,
            datasets=datasets,
            by_signs=by_signs,
            notes=notes,
        )

    def interval(self, level: float) -> Interval:
        """Estimate -+ t * se; where the spread is unknown, all that the p-value leaves open."""
        return super().interval(level) if self.se > 0 else left_open(self, check_level(level))

    def caveats(self, level: float) -> tuple[Note, ...]:
        """Note where nothing varies and so few data sets could never reject at this level."""
        known = self.se > 0 and not self.by_signs
        return () if known else never_rejects(self.datasets if self.estimate else 0, level)
