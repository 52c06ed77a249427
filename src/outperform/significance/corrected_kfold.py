"""The corrected k-fold t test (Grandvalet & Bengio 2006, as Wang et al. 2014 use it in 5.3)."""

from dataclasses import dataclass
from typing import Literal

from outperform.core import Needs
from outperform.significance.differences import Differences, DifferenceTest
from outperform.significance.student import Student, one_sample


@dataclass(frozen=True)
class CorrectedKFoldT(DifferenceTest):
    """t test on one k-fold, assumes correlation 1/2 between folds (Grandvalet & Bengio 2006; Wang et al. 2014, 5.3).

    ``derived`` is the factor that follows from a correlation of 1/2, 1/K + 1, that is 3/2 for two folds;
    ``original`` is Grandvalet & Bengio's 2/K; ``printed`` is the 3 that Wang et al. print for two folds and
    used for their tables.

    Notes
    -----
    Formula: K differences with mean m and variance S^2 (divisor K - 1).

        t = m / sqrt(kappa S^2)    Student's t with K - 1 degrees of freedom
        kappa = 1/K + 1 (derived), 2/K (original), 3 (printed, only for K = 2)

    Assumes: a correlation of 1/2 between the differences of any two folds, for all learners.

    Examples
    --------
    >>> import numpy as np
    >>> x = Differences(np.array([[0.01, 0.03]]), np.array(1.0))
    >>> [float(CorrectedKFoldT(variant=name).arithmetic(x).pvalue) for name in ("derived", "original", "printed")]
    [0.454, 0.392, 0.564]
    """

    slug = "corrected-kfold-t"
    origins = ("grandvalet2006", "wang2014")
    variant: Literal["derived", "original", "printed"] = "derived"

    @property
    def needs(self) -> Needs:
        """One k-fold; the printed factor is only for two folds."""
        return Needs(repeats=(1, 1), folds=(2, 2 if self.variant == "printed" else None), partition=True)

    def arithmetic(self, differences: Differences) -> Student:
        """T = m / sqrt(kappa * S^2), K - 1 degrees of freedom."""
        values = differences.pooled
        folds = values.shape[-1]
        kappa = {"derived": 1 / folds + 1, "original": 2 / folds, "printed": 3.0}[self.variant]
        return one_sample(values, differences.scale, kappa)
