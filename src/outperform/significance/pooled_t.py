"""The plain t test on all splits of repeated cross-validation: the mistake that the corrected tests avoid."""

from dataclasses import dataclass

from outperform.core import Needs, Weakness
from outperform.significance.differences import Differences, DifferenceTest
from outperform.significance.student import Student, one_sample


@dataclass(frozen=True)
class PooledT(DifferenceTest):
    """Plain t test on all splits of repeated k-fold; treats them as independent. Only to reproduce published results.

    Kept so that the lab can measure it: at level 5% it finds a difference in a third to two thirds of the data sets
    that have none, depending on the learners.

    Notes
    -----
    Formula: all J = r k differences of r repeats of k folds, with mean m and variance s^2 (divisor J - 1).

        t = m / sqrt(s^2 / J)    Student's t with J - 1 degrees of freedom

    Assumes: all J splits are independent, although every repeat splits the same rows.

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
