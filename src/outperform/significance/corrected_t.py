"""The corrected resampled t test (Nadeau & Bengio 2003; Bouckaert & Frank 2004, 3.2 and 3.3)."""

from dataclasses import dataclass, field, replace

from outperform.core import InputError, Needs, Refusal, Scores
from outperform.significance.differences import Differences, DifferenceTest
from outperform.significance.flip import CorrectedRule, Wander, refusal_of, wander_of_corrected, wander_of_rows
from outperform.significance.rows import rows_of
from outperform.significance.student import Student, one_sample


@dataclass(frozen=True)
class CorrectedT(DifferenceTest):
    """Corrected resampled t test, for random splits and for (repeated) k-fold (Nadeau & Bengio 2003).

    The variance is increased by n2/n1, test rows over training rows, because training sets overlap. This is exact for
    learners that ignore their training data, and a model for all others.

    Parameters
    ----------
    factor
        Multiplier of the standard error: 1 as published, or more for learners for which it is known to be too low.

    Notes
    -----
    Formula: J differences with mean m and variance s^2 (divisor J - 1); each split trains on n1 rows and tests on n2.

        t = m / sqrt((1/J + n2/n1) s^2)    Student's t with J - 1 degrees of freedom

    For r repeats of k folds J = r k and n2/n1 = 1/(k - 1).

    Assumes: a correlation of n2 / (n1 + n2) between any two splits, as if only shared test rows mattered; the same
    sizes in all splits; roughly normal differences.

    Degenerate: splits on which a learner failed may be missing. Sizes that differ by more than one row and by more than
    10% raise an error.

    Examples
    --------
    >>> import numpy as np
    >>> x = Differences(np.array([[0.01, 0.02, 0.03]]), np.array(1.0), ratio=0.5)  # 2 / sqrt(1/3 + 1/2)
    >>> float(CorrectedT().arithmetic(x).statistic)
    2.1909
    """

    slug = "corrected-t"
    origins = ("nadeau2003", "bouckaert2004")
    needs = Needs(values=2, sizes=True, grid=False)
    factor: float = field(default=1.0, metadata={"later": True})

    def __post_init__(self) -> None:
        """Raise InputError for a factor that is not above 0."""
        super().__post_init__()
        if self.factor <= 0:
            raise InputError("factor", f"must be above 0, got {self.factor}")

    def arithmetic(self, differences: Differences) -> Student:
        """T = m / sqrt((1/J + n2/n1) s^2), J - 1 degrees of freedom."""
        assert differences.ratio is not None, "needs.sizes promises the ratio"
        values = differences.pooled
        return one_sample(values, differences.scale, self.factor**2 * (1 / values.shape[-1] + differences.ratio))

    def stability(self, scores: Scores, differences: Differences) -> Wander | Refusal:
        """Return the stability: from the rows where they are available, else from the repeats."""
        refusal = refusal_of(scores)
        if refusal is not None:
            return refusal
        rows = rows_of(scores)
        found = wander_of_corrected(differences) if rows is None else wander_of_rows(differences, rows)
        assert isinstance(found.rule, CorrectedRule), "that of this test"
        return replace(found, rule=replace(found.rule, factor=self.factor))
