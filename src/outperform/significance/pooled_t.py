"""The plain t test on a whole table of repeated cross-validation: the mistake that the corrected tests mend."""

from dataclasses import dataclass

from outperform.core import Needs
from outperform.significance._differences import Differences, DifferenceTest
from outperform.significance._student import Student, one_sample


@dataclass(frozen=True)
class PooledT(DifferenceTest):
    """Plain t test on all differences of repeated cross-validation, as if independent; for the record, never a default.

    Kept so that the lab can measure what it does: at 5% it finds a difference in most data sets that have none.
    """

    slug = "pooled-t"
    needs = Needs(repeats=(2, None), folds=(2, None))
    warning = "pooled-t takes all splits for independent: it finds a difference in most data sets that have none"

    def arithmetic(self, differences: Differences) -> Student:
        """T = m / sqrt(s^2 / J), J - 1 degrees of freedom."""
        return one_sample(differences.pooled, differences.scale)
