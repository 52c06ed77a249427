"""A linear relation with noise; two learners see different columns: for continuous scores."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from outperform.core import SIMULATED, Dataset, Source, Truth
from outperform.sources._checks import require_between, require_cells, require_least, require_rows
from outperform.sources._exchange import see_like_blocks


@dataclass(frozen=True)
class Regression(Source):
    """A target that is the sum of two blocks of normal columns plus noise; each learner sees one block.

    The target is signal times the sum of block 1, plus (1 - tilt) signal times the sum of block 2, plus normal noise.
    Least squares on one block of d columns has residual variance s2 = noise^2 + the other block's part, and trained
    on m rows an expected squared error of s2 (m + 1)(m - 2) / (m (m - d - 2)) on a new row. So the truth is known at
    every training size. Without tilt it is 0 for any learner on block 1 against the same learner on block 2.

    Parameters
    ----------
    n
        Rows of a dataset.
    features
        Columns of a block; there are twice as many.
    signal
        Slope of the columns of block 1.
    noise
        Standard deviation of the noise.
    tilt
        How much weaker block 2 is: 0 as strong as block 1, 1 no effect.

    Examples
    --------
    >>> Regression(tilt=1, features=1, signal=1).truth(4)  # - (1 - 2) * 5 * 2 / (4 * 1)
    Truth(difference=2.5, se=0.0)
    """

    slug = "regression"
    learners = ('block(learner="ols")', 'block(learner="ols", which=2)')
    metric: ClassVar[str] = "neg_mean_squared_error"  # of the stated truth
    n: int = 200
    features: int = 3
    signal: float = 0.5
    noise: float = 1.0
    tilt: float = 0.0

    def __post_init__(self) -> None:
        """Raise SpecError for an empty table, negative noise, or a tilt outside 0 to 1."""
        super().__post_init__()
        require_rows(self, least=2)
        require_least(self, features=1, noise=0)
        require_cells(self, "features", 2 * self.features)
        require_between(self, 0, 1, "tilt")

    def draw(self, rng: np.random.Generator) -> Dataset:
        """Draw the columns, then the target."""
        rows = rng.standard_normal((self.n, 2 * self.features))
        slopes = np.repeat([self.signal, (1 - self.tilt) * self.signal], self.features)
        target = rows @ slopes + self.noise * rng.standard_normal(self.n)
        return Dataset(rows, target, name=str(self), given=SIMULATED, classes=False)

    def truth(self, train_size: int) -> Truth | None:
        """Difference of the expected negative squared errors; None where too few rows make them infinite."""
        m, d = train_size, self.features
        if not self.tilt:
            return Truth(0.0)
        if m <= d + 2:
            return None
        gap = d * self.signal**2 * (1 - (1 - self.tilt) ** 2)  # residual variance of the second less the first's
        return Truth(gap * (m + 1) * (m - 2) / (m * (m - d - 2)))

    def speaks_of(self, learners: tuple[str, str]) -> bool:
        """Return whether both are the usual pair or, without tilt, the same learner on the two blocks."""
        return learners == self.learners or (not self.tilt and see_like_blocks(learners))
