"""A t test whose threshold does not depend on the number of repeats, for adaptive cross-validation."""

from dataclasses import dataclass, field, replace
from math import inf
from typing import Literal

import numpy as np

from outperform.core import Floats, Needs, PValue, Refusal, Scores
from outperform.significance.differences import Differences, DifferenceTest, mean, squares
from outperform.significance.flip import Rule, Wander, refusal_of, wander_under
from outperform.significance.rows import REPEATS, RowNoise, cautious_noise, row_differences, rows_of
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
    repeats: int = REPEATS  # that folds of a random repeat stand for; 1 where other repeats would be copies

    @property
    def df(self) -> float:
        """Degrees of freedom: those of the folds of ten repeats, or infinite."""
        return inf if self.basis == "rows" else self.repeats * self.folds - 1.0

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
    single
        Whether a single repeat may be judged. It does not show how much splits vary, so that s is an upper bound.
    only
        Whether there is only one way to split. Other repeats would be copies, and the one has k - 1 degrees of freedom.

    Notes
    -----
    Formula: theta = m / s over all differences so far; m is their mean, s their standard deviation from the rows or
    from the folds.

        t = theta / (factor sqrt(1/(10 k) + 1/(k - 1)))

    for any number of repeats from two on. With s from the folds, t has Student's distribution with 10 k - 1 degrees of
    freedom, as in corrected-t with ten repeats: they allow for the noise that random splits add to s. With s from the
    rows there is no such noise, and t is normal. A single repeat does not show how much splits vary. Its s is the
    largest that ten repeats could have, by rows and by folds.

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
    origins = ("outperform", "nadeau2003", "bouckaert2005")
    factor: float = 1.0
    fresh: int = field(default=0, compare=False, kw_only=True, metadata={"spec": False})
    single: bool = field(default=False, compare=False, kw_only=True, metadata={"spec": False})
    only: bool = field(default=False, compare=False, kw_only=True, metadata={"spec": False})

    @property
    def needs(self) -> Needs:  # one repeat only where that is asked for
        """Whole repeats of three folds or more: halves have no such threshold."""
        return Needs(repeats=(1 if self.single or self.only else 2, None), folds=(3, None), sizes=True, partition=True)

    def arithmetic(self, differences: Differences) -> Student:
        """T = m / (unit * s), 10 k - 1 degrees of freedom: the fold version."""
        values = differences.pooled
        rule = self._rule(differences.x.shape[-1])
        spread = np.sqrt(squares(values, differences.scale) / (values.shape[-1] - 1))
        return Student(mean(values, differences.scale), rule.unit * spread, rule.df, values.shape[-1])

    def judge(self, scores: Scores) -> PValue:
        """Judge by rows where they are available, else by folds; the notes say which."""
        return self.judge_reading(self.read(scores))

    def read(self, scores: Scores) -> "ScoresReading":
        """Read a pair's scores once, to judge them with any factor."""
        differences, rows = self.differences(scores), rows_of(scores)
        if self.only:
            return ScoresReading(differences, None, refusal_of(scores), "folds")
        if scores.values.shape[1] > 1:
            return ScoresReading(differences, rows, refusal_of(scores), "folds" if rows is None else "rows")
        d = row_differences(scores)
        noise = cautious_noise(differences.x[0], None if d is None else d[0])
        return ScoresReading(differences, noise, refusal_of(scores), "folds" if d is None else "rows")

    def judge_reading(self, reading: "ScoresReading") -> PValue:
        """Judge what was read."""
        rule = self._rule(reading.folds, reading.basis)
        noise = reading.noise
        if noise is None:
            found = self.arithmetic(reading.differences)
        else:
            spread = np.array(rule.unit * np.sqrt(noise.variance))
            found = Student(np.array(noise.mean), spread, rule.df, reading.differences.pooled.size)
        return replace(found.verdict(()), stability=reading.refusal or self._wander(reading, rule))

    def _rule(self, folds: int, basis: Basis = "folds") -> FixedRule:
        return FixedRule(folds, self.factor, basis, 1 if self.only else REPEATS)

    def _wander(self, reading: "ScoresReading", rule: FixedRule) -> Wander:
        """Return the stability: from the rows where they are available, else from the repeats; assumed after one."""
        noise = reading.noise
        if noise is None:
            return replace(wander_under(rule, reading.differences), fresh=self.fresh, unsure=BORDERLINE)
        seen = noise.theta, noise.tau, noise.df, noise.repeats
        return Wander(
            rule, *seen, basis="rows" if noise.repeats > 1 else "assumed", fresh=self.fresh, unsure=BORDERLINE
        )


@dataclass(frozen=True, eq=False)
class ScoresReading:
    """What this test uses of a pair's scores."""

    differences: Differences
    noise: RowNoise | None  # from rows, or from one repeat; None: that of the folds of several repeats
    refusal: Refusal | None  # why stability across splits is unknown
    basis: Basis  # the source of the standard deviation: folds if the metric is not a mean over rows

    @property
    def folds(self) -> int:
        """Folds of a repeat."""
        return int(self.differences.x.shape[-1])

    @property
    def varies(self) -> bool:
        """Whether the folds differ by more than rounding, so that their spread says something."""
        return bool(squares(self.differences.pooled, self.differences.scale) > 0)
