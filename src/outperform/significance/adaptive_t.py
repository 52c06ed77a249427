"""A t test whose threshold does not move with the number of repeats, for adaptive cross-validation."""

from dataclasses import dataclass, field, replace
from math import inf
from typing import Literal

import numpy as np

from outperform.core import Floats, Needs, Note, NoteKind, PValue, Refusal, Scores
from outperform.significance.differences import Differences, DifferenceTest, mean, squares
from outperform.significance.flip import Rule, Wander, refusal_of, wander_under
from outperform.significance.rows import REPEATS, RowNoise, rows_of
from outperform.significance.student import Student, student_quantile, two_sided

BORDERLINE = 0.05  # chance that endless repeats decide otherwise, above which a decision is called borderline

Basis = Literal["rows", "folds"]


@dataclass(frozen=True)
class FixedRule(Rule):
    """Reject where theta exceeds what the corrected test asks of ten repeats, however many there are.

    Student's quantile of 10 k - 1 degrees of freedom allows for the noise that the partitions put into a standard
    deviation of folds. That of the rows is free of it, so that the normal quantile is what asks as much.
    """

    folds: int
    factor: float
    basis: Basis = "folds"

    @property
    def df(self) -> float:
        """Degrees of freedom: of ten repeats, or endless."""
        return inf if self.basis == "rows" else REPEATS * self.folds - 1.0

    @property
    def unit(self) -> float:
        """Theta of a t statistic of 1: factor * sqrt(1/(10 k) + 1/(k - 1))."""
        return self.factor * float(np.sqrt(1 / (REPEATS * self.folds) + 1 / (self.folds - 1)))

    def threshold(self, repeats: Floats, level: float) -> Floats:
        """Quantile * unit."""
        return np.full(np.shape(repeats), student_quantile(self.df, level) * self.unit)

    def pvalue(self, theta: Floats, repeats: float) -> Floats:  # noqa: ARG002 - the same for any number
        """Two-sided p of theta / unit."""
        return two_sided(theta / self.unit, self.df)


@dataclass(frozen=True)
class AdaptiveT(DifferenceTest):
    """t test of repeated cross-validation with the threshold of ten repeats, whatever their number.

    The standard deviation comes from the rows where they are at hand and the metric is a mean over rows, else from
    the folds. Since the threshold is fixed beforehand, runs that stop at different times answer one question: what
    would endless repeats say?

    Parameters
    ----------
    fresh
        Repeats that a fresh run would make at least, for ``p_flip``; 0 where it would make as many.
    factor
        What theta is divided by: 1, or more for learners that the nominal threshold is known to be too low for.

    Notes
    -----
    Formula: theta = m / s over all differences so far; s from the rows, or from the folds.

        t = theta / (factor sqrt(1/(10 k) + 1/(k - 1)))

    whatever the number of repeats r. By folds it is Student's t with 10 k - 1 degrees of freedom, as in the corrected
    t test, where they allow for the noise that partitions put into s. By rows s has no such noise, and t is normal.

    Assumes: what corrected-t assumes of ten repeats of k folds.

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
    needs = Needs(repeats=(2, None), folds=(3, None), sizes=True, partition=True)  # halves have no one threshold
    factor: float = 1.0
    fresh: int = field(default=0, compare=False, kw_only=True, metadata={"spec": False})

    def arithmetic(self, differences: Differences) -> Student:
        """T = m / (unit * s), 10 k - 1 degrees of freedom: the fold version."""
        values = differences.pooled
        rule = FixedRule(differences.x.shape[-1], self.factor)
        spread = np.sqrt(squares(values, differences.scale) / (values.shape[-1] - 1))
        return Student(mean(values, differences.scale), rule.unit * spread, rule.df)

    def judge(self, scores: Scores) -> PValue:
        """Judge by rows where they are at hand, else by folds; the notes say which."""
        return self.judge_reading(self.read(scores))

    def read(self, scores: Scores) -> "ScoresReading":
        """Read a pair's scores once, for any number of factors."""
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
        """From the rows where they are at hand, else from the repeats; with the flag of a decision that is not sure."""
        rows = reading.rows
        if rows is None:
            return replace(wander_under(rule, reading.differences), fresh=self.fresh, unsure=BORDERLINE)
        seen = rows.theta, rows.tau, rows.df, rows.repeats
        return Wander(rule, *seen, basis="rows", fresh=self.fresh, unsure=BORDERLINE)


@dataclass(frozen=True, eq=False)
class ScoresReading:
    """What the repeats of a pair say: all that this test looks at."""

    differences: Differences
    rows: RowNoise | None  # None where rows are not at hand, or the metric is no mean over rows
    refusal: Refusal | None  # why other partitions cannot be told of

    @property
    def folds(self) -> int:
        """Folds of a repeat."""
        return int(self.differences.x.shape[-1])

    @property
    def basis(self) -> Basis:
        """What the standard deviation is taken from."""
        return "folds" if self.rows is None else "rows"
