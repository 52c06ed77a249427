"""The plain t test on a whole table of repeated cross-validation: the mistake that the corrected tests mend."""

from dataclasses import dataclass

from outperform.core import Needs, Weakness
from outperform.significance.differences import Differences, DifferenceTest
from outperform.significance.student import Student, one_sample


@dataclass(frozen=True)
class PooledT(DifferenceTest):
    """Plain t test on all differences of repeated cross-validation, as if independent; for the record, never a default.

    Kept so that the lab can measure what it does: at 5% it finds a difference in a third to two thirds of the
    data sets that have none, as the learners are.

    Notes
    -----
    Formula: all J = r k differences of r repeats of k folds, with mean m and variance s^2 (divisor J - 1).

        t = m / sqrt(s^2 / J)    Student's t with J - 1 degrees of freedom

    Assumes: that all J splits are independent, though every repeat divides the same rows.

    Examples
    --------
    >>> import numpy as np
    >>> once = np.array([[0.01, 0.03]])
    >>> [float(PooledT().arithmetic(Differences(np.tile(once, (r, 1)), np.array(1.0))).pvalue) for r in (2, 10)]
    [0.0405, 0.0000000457]
    """

    slug = "pooled-t"
    origins = ("bouckaert2004",)
    needs = Needs(repeats=(2, None), folds=(2, None))
    weaknesses = (Weakness.ALL_SPLITS_INDEPENDENT,)

    def arithmetic(self, differences: Differences) -> Student:
        """T = m / sqrt(s^2 / J), J - 1 degrees of freedom."""
        return one_sample(differences.pooled, differences.scale)
