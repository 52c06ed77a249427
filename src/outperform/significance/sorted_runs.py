"""Tests that first average a table of repeated cross-validation along one axis (Bouckaert 2005, 2.4 and 4.3)."""

from dataclasses import dataclass

import numpy as np

from outperform.core import Needs, Refusal, Scores, Weakness
from outperform.significance.differences import Differences, DifferenceTest
from outperform.significance.flip import Wander, refusal_of, wander_of_sorted
from outperform.significance.student import Student, one_sample


@dataclass(frozen=True)
class SortedRunsT(DifferenceTest):
    """Sorted-runs t test: sort the differences of each repeat, average rank by rank (Bouckaert 2005, 2.4).

    The paper prints the factor 1/r; 1/k is correct: with 1/r the Type I error at 5% on Task I, n = 1000, is 0 of
    20,000 data sets at r = 1 and 34% of 1,000 data sets at r = 50.

    Notes
    -----
    Formula: the k differences of each of r repeats are sorted; y_1 ... y_k are the means over repeats of the smallest,
    the second smallest, ... the largest.

        t = mean(y) / sqrt(var(y) / k)    Student's t with k - 1 degrees of freedom

    Assumes: y_1 ... y_k behave like k independent differences. With one repeat it is kfold-t.

    Examples
    --------
    >>> import numpy as np
    >>> x = Differences(np.array([[0.01, 0.02, 0.03], [0.03, 0.02, 0.01]]), np.array(1.0))
    >>> float(SortedRunsT().arithmetic(x).statistic)  # both repeats are the same once sorted
    3.4641
    """

    slug = "sorted-runs-t"
    origins = ("bouckaert2005",)
    needs = Needs(folds=(2, None), partition=True)

    def arithmetic(self, differences: Differences) -> Student:
        """T = mean(y) / sqrt(var(y) / k) over the k rank means y, k - 1 degrees of freedom."""
        ranks = np.sort(differences.x, axis=-1).mean(axis=-2)
        return one_sample(ranks, differences.scale)

    def stability(self, scores: Scores, differences: Differences) -> Wander | Refusal:
        """Return the stability, from the repeats."""
        return refusal_of(scores) or wander_of_sorted(differences)


@dataclass(frozen=True)
class AveragedFoldsT(DifferenceTest):
    """Plain t test on the r repeat means (Bouckaert 2005, 4.3); only to reproduce published results.

    Notes
    -----
    Formula: m_1 ... m_r are the means of the repeats.

        t = mean(m) / sqrt(var(m) / r)    Student's t with r - 1 degrees of freedom

    Assumes: repeats are independent, although all split the same rows. The means m differ only by the random splits, so
    they differ very little.

    Degenerate: learners that ignore their training rows have the same mean in every repeat with equal folds: p is 2/2^r
    unless that mean is 0.

    Examples
    --------
    >>> import numpy as np
    >>> x = Differences(np.array([[0.01, 0.02, 0.03], [0.03, 0.01, 0.02]]), np.array(1.0))
    >>> float(AveragedFoldsT().arithmetic(x).pvalue)  # two repeats with one mean: 2/2^2
    0.5
    """

    slug = "averaged-folds-t"
    origins = ("bouckaert2005",)
    needs = Needs(repeats=(2, None))
    weaknesses = (Weakness.NOT_CORRECTED,)

    def arithmetic(self, differences: Differences) -> Student:
        """T over the means of the repeats, r - 1 degrees of freedom."""
        return one_sample(differences.x.mean(axis=-1), differences.scale)


@dataclass(frozen=True)
class AveragedRunsT(DifferenceTest):
    """Plain t test on the k fold means over repeats (Bouckaert 2005, 4.3); only to reproduce published results.

    Folds of different repeats have only their number in common: renumbering them changes the verdict.

    Notes
    -----
    Formula: y_j is the mean over repeats of the differences in fold j.

        t = mean(y) / sqrt(var(y) / k)    Student's t with k - 1 degrees of freedom

    Assumes: fold j of one repeat corresponds to fold j of another. It does not: the numbers are arbitrary.

    Examples
    --------
    >>> import numpy as np
    >>> tables = np.array([[[0.01, 0.02, 0.03], [0.01, 0.02, 0.03]], [[0.01, 0.02, 0.03], [0.03, 0.02, 0.01]]])
    >>> result = AveragedRunsT().arithmetic(Differences(tables, np.ones(2)))  # the second with folds numbered otherwise
    >>> result.pvalue.tolist()
    [0.0742, 0.25]
    """

    slug = "averaged-runs-t"
    origins = ("bouckaert2005",)
    needs = Needs(folds=(2, None))
    weaknesses = (Weakness.NOT_CORRECTED,)

    def arithmetic(self, differences: Differences) -> Student:
        """T over the means of the folds, k - 1 degrees of freedom."""
        return one_sample(differences.x.mean(axis=-2), differences.scale)
