"""The Bayesian correlated t test (Corani & Benavoli 2015; Benavoli et al. 2017)."""

from dataclasses import dataclass
from math import inf

import numpy as np

from outperform.core import Decision, Floats, Interval, Needs, Note, Parameter, Posterior, SpecError, check_level
from outperform.significance import special
from outperform.significance.differences import EPS, Differences, DifferenceTest
from outperform.significance.no_spread import never_below, no_spread
from outperform.significance.student import one_sample, student_reach


@dataclass(frozen=True)
class BayesCorrelatedT(DifferenceTest):
    """Bayesian correlated t test with a region of practical equivalence (Benavoli et al. 2017).

    The Bayesian form of corrected-t: the first learner is better if the difference exceeds ``rope``; the two are
    practically equal if it is between -rope and rope.

    Notes
    -----
    Asks: how probable is it that one learner is better by more than ``rope``, given these scores?

    Formula: the posterior of the difference is Student's t with J - 1 degrees of freedom,

        centre m, scale^2 (1/J + n2/n1) s^2

    in the symbols of corrected-t. The probabilities above rope, between -rope and rope, and below -rope are reported.
    The decision is the outcome whose probability exceeds 1 - level.

    Assumes: a flat prior, and a correlation of n2 / (n1 + n2) between any two splits.

    Degenerate: only differences that do not vary are special. The outcome in which their mean lies then has the
    probability 1 - 2/2^J, and the others share the rest, the p-value of corrected-t in this case: 1/2 with two splits,
    .969 with six. The interval is as wide as the outcome, and a note says so. A difference of 0 without a region gives
    probability 1/2 to each learner.

    Behaviour: the lab measures p-values, and this test has none. Without a region, P(second) and P(first) are the two
    one-sided p-values of corrected-t. So it decides where the two-sided p-value of corrected-t is below twice the
    level: more often than corrected-t at the same level.

    Examples
    --------
    >>> import numpy as np
    >>> x = Differences(np.array([[0.01, 0.02, 0.03]]), np.array(1.0), ratio=0.5)
    >>> result = BayesCorrelatedT(rope=0.01).arithmetic(x)
    >>> float(result.first), float(result.second)
    (0.806, 0.041)
    """

    slug = "bayes-correlated-t"
    origins = ("benavoli2017",)
    needs = Needs(values=2, sizes=True, grid=False)
    rope: float = 0.0

    def __post_init__(self) -> None:
        """Raise SpecError for a negative region."""
        super().__post_init__()
        if self.rope < 0:
            raise SpecError("bayes-correlated-t.rope", f"must be 0 or more, got {self.rope}")

    def arithmetic(self, differences: Differences) -> "PosteriorT":
        """Student's posterior: centre m, scale^2 (1/J + n2/n1) s^2, J - 1 degrees of freedom."""
        assert differences.ratio is not None, "needs.sizes promises the ratio"
        values = differences.pooled
        student = one_sample(values, differences.scale, 1 / values.shape[-1] + differences.ratio)
        rounding = 8 * EPS * np.maximum(differences.scale, self.rope)
        return PosteriorT(student.estimate, student.se, student.df, self.rope, rounding)


@dataclass(frozen=True, kw_only=True)
class StudentPosterior(Posterior):
    """A t-shaped posterior of the difference."""

    scale: float

    def interval(self, level: float) -> Interval:
        """Central credible interval; where nothing varies, the whole outcome that is decided for."""
        level = check_level(level)
        if not self.flat:
            reach = student_reach(self.scale, float(self.df), level)  # type: ignore[arg-type]
            return self.estimate - reach, self.estimate + reach
        outcomes = {
            Decision.FIRST: (self.rope, inf),
            Decision.EQUAL: (-self.rope, self.rope),
            Decision.SECOND: (-inf, -self.rope),
        }
        return outcomes.get(self.decide(level), (-inf, inf))

    @property
    def flat(self) -> bool:
        """Whether the differences do not vary, and say something of the learners."""
        return self.scale == 0 and (self.estimate != 0 or self.rope > 0)

    def caveats(self, level: float) -> tuple[Note, ...]:
        """Note where nothing varies, and where so few differences decide nothing."""
        least = never_below(float(self.df) + 1)  # type: ignore[arg-type]
        return no_spread(least, level, posterior=True) if self.flat else ()


@dataclass(frozen=True, eq=False)
class PosteriorT:
    """A posterior for every table."""

    centre: Floats
    scale: Floats
    df: float
    rope: float
    rounding: Floats  # smaller distances count as 0

    @property
    def first(self) -> Floats:
        """P(difference > rope)."""
        return self._above(self.centre)

    @property
    def second(self) -> Floats:
        """P(difference < -rope)."""
        return self._above(-self.centre)

    def _above(self, centre: Floats) -> Floats:
        """Return the probability above the region; without spread, that of the outcome in which the centre lies.

        Without spread and without a region, a difference of 0 favours neither learner: the probability is 1/2.
        """
        with np.errstate(divide="ignore", invalid="ignore"):
            spread = special.stdtr(self.df, (centre - self.rope) / self.scale)
        rest = never_below(self.df + 1)
        inside = np.abs(centre) <= self.rope + self.rounding
        beyond = np.where(centre > 0, 1 - rest, rest if self.rope == 0 else rest / 2)
        return np.where(self.scale > 0, spread, np.where(inside, 0.5 if self.rope == 0 else rest / 2, beyond))

    def verdict(self, notes: tuple[Note, ...]) -> StudentPosterior:
        """Make the verdict of a single table."""
        first, second = float(self.first), float(self.second)
        return StudentPosterior(
            parameter=Parameter.EXPECTED_DIFFERENCE,
            estimate=float(self.centre),
            rope=self.rope,
            first=first,
            equal=max(0.0, 1 - first - second),
            second=second,
            df=self.df,
            scale=float(self.scale),
            notes=notes,
        )
