"""The t tests on balanced halves: blocked 3x2 (Wang et al. 2014) and its extension to m x 2 (Wang et al. 2017)."""

from dataclasses import dataclass
from typing import Literal

import numpy as np

from outperform.core import Floats, Needs, SpecError
from outperform.significance.differences import Differences, DifferenceTest, mean, squares
from outperform.significance.student import Student


@dataclass(frozen=True)
class Blocked3x2T(DifferenceTest):
    """t test on blocked 3x2 cross-validation (Wang et al. 2014, 4.1 to 4.3 and 5.5).

    ``lam`` weighs the variance between the three repeats: 0 is the estimator L, 2/3 the paper's choice AL.

    Notes
    -----
    Formula: six differences x[i,1], x[i,2] of three repeats, m_i the mean of repeat i, m that of all.

        V = sum over i, j of (x[i,j] - m_i)^2 / 6  +  lam * sum over i of (m_i - m)^2 / 2
        t = m / sqrt(V)    Student's t with 5 degrees of freedom (3 where lam = 0)

    With lam = 2/3, V is the sum of all squared deviations from m, divided by 6.

    Assumes: balanced halves, so that training sets of different repeats share a quarter of the rows; the six
    differences are roughly normal.

    Examples
    --------
    >>> import numpy as np
    >>> x = Differences(np.array([[0.03, 0.01], [0.02, 0.04], [0.01, 0.03]]), np.array(1.0))
    >>> float(Blocked3x2T().arithmetic(x).statistic)
    2.1106
    """

    slug = "blocked-3x2-t"
    origins = ("wang2014",)
    needs = Needs(repeats=(3, 3), folds=(2, 2), partition=True, balanced=True)
    lam: float = 2 / 3

    def __post_init__(self) -> None:
        """Raise SpecError for a negative weight."""
        super().__post_init__()
        if self.lam < 0:
            raise SpecError("blocked-3x2-t.lam", f"must be 0 or more, got {self.lam}")

    def arithmetic(self, differences: Differences) -> Student:
        """V = within/6 + lam * between/2; 3 degrees of freedom for lam = 0, else 5."""
        within, between = _parts(differences)
        variance = within / 6 + self.lam * between / 2
        return Student(mean(differences.pooled, differences.scale), np.sqrt(variance), 5.0 if self.lam else 3.0)


@dataclass(frozen=True)
class Mx2T(DifferenceTest):
    """t test on m repeats of balanced halves (Wang et al. 2017).

    ``V1`` uses the variance within repeats (m degrees of freedom); ``V2`` and ``V3`` use the variance around the
    common mean (2m - 1 degrees of freedom). V3 with three repeats is blocked-3x2-t.

    Notes
    -----
    Formula: m repeats of two differences x[i,j] with repeat means m_i and common mean M.

        V1 = sum (x[i,j] - m_i)^2 / (2m)                  m degrees of freedom
        V2 = (m + 1) / (2m (m - 1)) sum (x[i,j] - M)^2    2m - 1 degrees of freedom
        V3 = sum (x[i,j] - M)^2 / (2m)                    2m - 1 degrees of freedom
        t  = M / sqrt(V)

    Assumes: balanced halves, so that training sets of different repeats share a quarter of the rows.

    Examples
    --------
    >>> import numpy as np
    >>> x = Differences(np.array([[0.03, 0.01], [0.02, 0.04], [0.01, 0.03]]), np.array(1.0))
    >>> [float(Mx2T(estimator=name).arithmetic(x).statistic) for name in ("V1", "V2", "V3")]
    [2.3333, 1.4924, 2.1106]
    """

    slug = "mx2-t"
    origins = ("wang2017",)
    estimator: Literal["V1", "V2", "V3"] = "V3"

    @property
    def needs(self) -> Needs:
        """Balanced halves; V2 divides by m - 1."""
        return Needs(repeats=(2 if self.estimator == "V2" else 1, None), folds=(2, 2), partition=True, balanced=True)

    def arithmetic(self, differences: Differences) -> Student:
        """T = mean / sqrt(V)."""
        repeats = differences.x.shape[-2]
        within, between = _parts(differences)
        total = within + 2 * between
        if self.estimator == "V1":
            variance, df = within / (2 * repeats), repeats
        elif self.estimator == "V2":
            variance, df = (repeats + 1) / (2 * repeats * (repeats - 1)) * total, 2 * repeats - 1
        else:
            variance, df = total / (2 * repeats), 2 * repeats - 1
        return Student(mean(differences.pooled, differences.scale), np.sqrt(variance), float(df))


def _parts(differences: Differences) -> tuple[Floats, Floats]:
    """Sum of squares within repeats, and of the repeat means around the common mean."""
    scale = differences.scale
    within = squares(differences.x, scale[..., np.newaxis]).sum(axis=-1)
    return within, squares(differences.x.mean(axis=-1), scale)
