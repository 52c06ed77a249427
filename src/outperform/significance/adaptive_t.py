"""A t test whose threshold does not depend on the number of repeats, for adaptive cross-validation."""

from dataclasses import dataclass, field, replace
from math import inf
from typing import Literal

import numpy as np

from outperform.core import Floats, Needs, Note, NoteKind, PValue, Refusal, Scores
from outperform.significance.differences import Differences, DifferenceTest, mean, squares
from outperform.significance.flip import Rule, Wander, refusal_of, wander_under
from outperform.significance.rows import REPEATS, RowNoise, rows_of
from outperform.significance.student import Student, student_quantile, two_sided

BORDERLINE = 0.05  # a decision is borderline if the chance that unlimited repeats decide otherwise is above this

Basis = Literal["rows", "folds"]


@dataclass(frozen=True)
class FixedRule(Rule):
    """Reject where theta exceeds the threshold of the corrected test on ten repeats, for any number of repeats.

    Student's quantile with 10 k - 1 degrees of freedom allows for the noise that random splits add to a standard
    deviation of folds. A standard deviation of rows has no such noise, so the normal quantile is used for it.
    """

    folds: int
    factor: float
    basis: Basis = "folds"

    @property
    def df(self) -> float:
        """Degrees of freedom: those of ten repeats, or infinite."""
        return inf if self.basis == "rows" else REPEATS * self.folds - 1.0

    @property
    def unit(self) -> float:
        """Theta of a t statistic of 1: factor * sqrt(1/(10 k) + 1/(k - 1))."""
        return self.factor * float(np.sqrt(1 / (REPEATS * self.folds) + 1 / (self.folds - 1)))

    def threshold(self, repeats: Floats, level: float) -> Floats:
        """Quantile * unit."""
        return np.full(np.shape(repeats), student_quantile(self.df, level) * self.unit)

    def pvalue(self, theta: Floats, repeats: float) -> Floats:  # noqa: ARG002 - the same for any number of repeats
        """Two-sided p of theta / unit."""
        return two_sided(theta / self.unit, self.df)


@dataclass(frozen=True)
class AdaptiveT(DifferenceTest):
    """t test on repeated cross-validation with a threshold that does not depend on the number of repeats.

    The standard deviation comes from the rows where they are available and the metric is a mean over rows, else from
    the folds. Since the threshold is fixed beforehand, runs that stop at different times answer the same question:
    what would unlimited repeats decide?

    Parameters
    ----------
    fresh
        Least number of repeats of a run with other splits, for ``p_flip``; 0: the same number.
    factor
        Divisor of theta: 1, or more for learners for which the nominal threshold is known to be too low.

    Notes
    -----
    Formula: theta = m / s over all differences so far; m is their mean, s their standard deviation from the rows or
    from the folds.

        t = theta / (factor sqrt(1/(10 k) + 1/(k - 1)))

    for any number of repeats. With s from the folds, t has Student's distribution with 10 k - 1 degrees of freedom, as
    in corrected-t with ten repeats: they allow for the noise that random splits add to s. With s from the rows there is
    no such noise, and t is normal.

    Assumes: the same as corrected-t on ten repeats of k folds.

    Examples
    --------
    >>> import numpy as np
    >>> x = np.array([[0.03, 0.01, 0.02], [0.01, 0.02, 0.04]])
    >>> more = Differences(np.tile(x, (5, 1)), np.array(1.0))  # ten repeats: the corrected t test
    >>> float(AdaptiveT().arithmetic(more).statistic)
    2.7333
    """

    slug = "adaptive-t"
    origins = ("bouckaert2005", "nadeau2003")
    needs = Needs(repeats=(2, None), folds=(3, None), sizes=True, partition=True)  # halves have no such threshold
    factor: float = 1.0
    fresh: int = field(default=0, compare=False, kw_only=True, metadata={"spec": False})

    def arithmetic(self, differences: Differences) -> Student:
        """T = m / (unit * s), 10 k - 1 degrees of freedom: the fold version."""
        values = differences.pooled
        rule = FixedRule(differences.x.shape[-1], self.factor)
        spread = np.sqrt(squares(values, differences.scale) / (values.shape[-1] - 1))
        return Student(mean(values, differences.scale), rule.unit * spread, rule.df)

    def judge(self, scores: Scores) -> PValue:
        """Judge by rows where they are available, else by folds; the notes say which."""
        return self.judge_reading(self.read(scores))

    def read(self, scores: Scores) -> "ScoresReading":
        """Read a pair's scores once, to judge them with any factor."""
        return ScoresReading(self.differences(scores), rows_of(scores), refusal_of(scores))

    def judge_reading(self, reading: "ScoresReading") -> PValue:
        """Judge what was read."""
        rule = FixedRule(reading.folds, self.factor, reading.basis)
        rows = reading.rows
        if rows is None:
            found = self.arithmetic(reading.differences)
        else:
            found = Student(np.array(rows.mean), np.array(rule.unit * np.sqrt(rows.variance)), rule.df)
        return replace(found.verdict(self._row_notes(rows)), stability=reading.refusal or self._wander(reading, rule))

    def _row_notes(self, rows: RowNoise | None) -> tuple[Note, ...]:
        if rows is None or not rows.astray:
            return ()
        return (Note.of(NoteKind.ASTRAY, times=rows.phi),)

    def _wander(self, reading: "ScoresReading", rule: FixedRule) -> Wander:
        """Return the stability: from the rows where they are available, else from the repeats."""
        rows = reading.rows
        if rows is None:
            return replace(wander_under(rule, reading.differences), fresh=self.fresh, unsure=BORDERLINE)
        seen = rows.theta, rows.tau, rows.df, rows.repeats
        return Wander(rule, *seen, basis="rows", fresh=self.fresh, unsure=BORDERLINE)


@dataclass(frozen=True, eq=False)
class ScoresReading:
    """What this test uses of a pair's scores."""

    differences: Differences
    rows: RowNoise | None  # None without rows, or if the metric is not a mean over rows
    refusal: Refusal | None  # why stability across splits is unknown

    @property
    def folds(self) -> int:
        """Folds of a repeat."""
        return int(self.differences.x.shape[-1])

    @property
    def basis(self) -> Basis:
        """The source of the standard deviation."""
        return "folds" if self.rows is None else "rows"
