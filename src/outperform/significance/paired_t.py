"""The plain paired t tests on score differences (Dietterich 1998, sections 3.3 and 3.4)."""

from dataclasses import dataclass

from outperform.core import Needs
from outperform.significance._differences import Differences, DifferenceTest
from outperform.significance._student import Student, one_sample


@dataclass(frozen=True)
class ResampledT(DifferenceTest):
    """Paired t test on random subsampling, as if the splits were independent (Dietterich 1998, 3.3)."""

    slug = "resampled-t"
    needs = Needs(folds=(1, 1), values=2)
    warning = "resampled-t takes overlapping splits for independent ones: it finds differences that are not there"

    def arithmetic(self, differences: Differences) -> Student:
        """T = m / sqrt(s^2 / J), J - 1 degrees of freedom."""
        return one_sample(differences.pooled, differences.scale)


@dataclass(frozen=True)
class KFoldT(DifferenceTest):
    """Paired t test on one k-fold cross-validation, as if the folds were independent (Dietterich 1998, 3.4)."""

    slug = "kfold-t"
    needs = Needs(repeats=(1, 1), folds=(2, None), partition=True)
    warning = "kfold-t takes overlapping training sets for independent ones: it is somewhat liberal"

    def arithmetic(self, differences: Differences) -> Student:
        """T = m / sqrt(s^2 / k), k - 1 degrees of freedom."""
        return one_sample(differences.pooled, differences.scale)
