"""The t tests on balanced halves: blocked 3x2 (Wang et al. 2014) and its extension to m x 2 (Wang et al. 2017)."""

from dataclasses import dataclass
from typing import Literal

import numpy as np

from outperform.core import Floats, Needs, SpecError
from outperform.significance._differences import Differences, DifferenceTest, mean, squares
from outperform.significance._student import Student


@dataclass(frozen=True)
class Blocked3x2T(DifferenceTest):
    """t test on blocked 3x2 cross-validation (Wang et al. 2014, 4.1 to 4.3 and 5.5).

    ``lam`` weighs the variance between the three repeats: 0 is the estimator L, 2/3 the paper's choice AL.
    """

    slug = "blocked-3x2-t"
    needs = Needs(repeats=(3, 3), folds=(2, 2), partition=True, balanced=True)
    lam: float = 2 / 3

    def __post_init__(self) -> None:
        """Refuse a negative weight."""
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

    ``V1`` takes the variance within repeats, m degrees of freedom; ``V2`` and ``V3`` that around the common
    mean, 2m - 1 degrees of freedom. V3 with three repeats is blocked-3x2-t.
    """

    slug = "mx2-t"
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
