"""The plain paired t tests on score differences (Dietterich 1998, sections 3.3 and 3.4)."""

from dataclasses import dataclass

from outperform.core import Needs, Weakness
from outperform.significance.differences import Differences, DifferenceTest
from outperform.significance.student import Student, one_sample


@dataclass(frozen=True)
class ResampledT(DifferenceTest):
    """Paired t test on random splits; treats the splits as independent (Dietterich 1998, 3.3).

    Notes
    -----
    Formula: J random splits give J differences with mean m and variance s^2 (divisor J - 1).

        t = m / sqrt(s^2 / J)    Student's t with J - 1 degrees of freedom

    Assumes: the J splits are independent. They are not, since they share rows: more splits reduce s^2 / J, but barely
    reduce the true variance of m. With enough splits everything becomes significant.

    Examples
    --------
    Thirty splits: this test finds a difference, corrected-t does not.

    >>> import numpy as np
    >>> from outperform.significance import CorrectedT
    >>> x = Differences(np.tile([[-0.01], [0.02], [0.03]], (10, 1)), np.array(1.0), ratio=0.5)
    >>> float(ResampledT().arithmetic(x).pvalue), float(CorrectedT().arithmetic(x).pvalue)
    (0.000217, 0.29963)
    """

    slug = "resampled-t"
    origins = ("dietterich1998",)
    needs = Needs(folds=(1, 1), values=2)
    weaknesses = (Weakness.OVERLAPPING_SPLITS,)

    def arithmetic(self, differences: Differences) -> Student:
        """T = m / sqrt(s^2 / J), J - 1 degrees of freedom."""
        return one_sample(differences.pooled, differences.scale)


@dataclass(frozen=True)
class KFoldT(DifferenceTest):
    """Paired t test on one k-fold cross-validation; treats the folds as independent (Dietterich 1998, 3.4).

    Notes
    -----
    Formula: k folds give k differences with mean m and variance s^2 (divisor k - 1).

        t = m / sqrt(s^2 / k)    Student's t with k - 1 degrees of freedom

    Assumes: the folds are independent and normal. Test sets are disjoint, but with ten folds any two training sets
    share eight ninths of their rows.

    Examples
    --------
    >>> import numpy as np
    >>> x = Differences(np.array([[0.01, 0.02, 0.03]]), np.array(1.0))  # 2 / (1 / sqrt(3))
    >>> float(KFoldT().arithmetic(x).statistic)
    3.4641
    """

    slug = "kfold-t"
    origins = ("dietterich1998",)
    needs = Needs(repeats=(1, 1), folds=(2, None), partition=True)
    weaknesses = (Weakness.OVERLAPPING_TRAINING,)

    def arithmetic(self, differences: Differences) -> Student:
        """T = m / sqrt(s^2 / k), k - 1 degrees of freedom."""
        return one_sample(differences.pooled, differences.scale)
