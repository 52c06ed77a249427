"""Two normal classes, and a normal cloud with a logistic class: the simulated data of Wang et al. (2014)."""

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from outperform.core import SIMULATED, Dataset, Floats, Ints, Source, SpecError
from outperform.sources._checks import are_numbers, require, require_cells, require_least, require_rows, require_share


@dataclass(frozen=True)
class Gaussians(Source):
    """Two classes of independent normal columns with different means and variances (Wang et al. 2014).

    Class 0 is standard normal, class 1 has means ``shift`` and one variance. The settings of Wang et al.:
    ``gaussians(shift=(1,), each=10, variance=2)`` is N(0, I) against N(1, 2I) in ten columns (Fig. 1), and with each=5
    and n=150 to 1000 experiment 2 and 3; ``gaussians(shift=(.4, .3, 0), n=40)`` and ``gaussians(shift=(.4, .3, 0),
    each=100, n=1024)`` experiment 1 (where the shifted class is called 0); ``gaussians()`` and
    ``gaussians(variance=.173, n=2000)`` Table 6.

    Parameters
    ----------
    n
        Rows of a dataset.
    shift
        Means of class 1.
    each
        Columns for each entry of ``shift``, side by side.
    variance
        Variance of class 1; text such as ``"1/6"`` for a value without an exact decimal form.
    share
        Share of class 1.
    stratified
        True: every data set has exactly that share of class 1, to the nearest row (Wang et al.: balanced blocks).
        False: rows are independent.

    Examples
    --------
    >>> dataset = Gaussians(n=10, shift=(1, 0), each=3).draw(np.random.default_rng(0))
    >>> dataset.rows.shape, int(dataset.target.sum())
    ((10, 6), 5)
    """

    slug = "gaussians"
    learners = ("threshold-tree", "threshold-ols")
    n: int = 200
    shift: tuple[float, ...] = (1, 1)
    each: int = 1
    variance: float | str = "1/6"
    share: float = 0.5
    stratified: bool = True

    def __post_init__(self) -> None:
        """Raise SpecError for wrong means, variances or shares."""
        super().__post_init__()
        require_rows(self, least=2)
        require_least(self, each=1)
        require_share(self, "share")
        require(self, "shift", are_numbers(self.shift) and len(self.shift) > 0, "a tuple of numbers")
        require_cells(self, "each", self.each * len(self.shift))
        require(self, "variance", self._variance() > 0, "greater than 0")

    def _variance(self) -> float:
        try:
            return float(Fraction(str(self.variance)))
        except (ValueError, ZeroDivisionError):
            wanted = f'must be a number or text such as "1/6", got {self.variance!r}'
            raise SpecError(f"{self.slug}.variance", wanted) from None

    def draw(self, rng: np.random.Generator) -> Dataset:
        """Draw the classes, then the columns."""
        target = self._target(rng)
        mean = np.repeat(np.array(self.shift, dtype=np.float64), self.each)
        noise = rng.standard_normal((self.n, mean.size))
        rows = np.where(target[:, np.newaxis] == 1, mean + noise * self._variance() ** 0.5, noise)
        return Dataset(rows, target, name=str(self), given=SIMULATED)

    def _target(self, rng: np.random.Generator) -> Ints:
        if self.stratified:
            return rng.permutation((np.arange(self.n) < round(self.n * self.share)).astype(np.int64))
        return (rng.random(self.n) < self.share).astype(np.int64)


@dataclass(frozen=True)
class Logistic(Source):
    """Standard normal columns; the class follows a logistic regression on their sum (Wang et al. 2014, Fig. 2).

    Parameters
    ----------
    n
        Rows of a dataset.
    features
        Columns.
    intercept, slope
        The log odds of class 1 are intercept + slope times the sum of the columns.
    """

    slug = "logistic"
    learners = ("svm", "logreg")
    n: int = 512
    features: int = 5
    intercept: float = 1.0
    slope: float = 1.5

    def __post_init__(self) -> None:
        """Raise SpecError for an empty table."""
        super().__post_init__()
        require_rows(self, least=2)
        require_least(self, features=1)
        require_cells(self, "features", self.features)

    def draw(self, rng: np.random.Generator) -> Dataset:
        """Draw the columns, then the classes."""
        rows = rng.standard_normal((self.n, self.features))
        target = (rng.random(self.n) < self._chance(rows)).astype(np.int64)
        return Dataset(rows, target, name=str(self), given=SIMULATED)

    def _chance(self, rows: Floats) -> Floats:
        with np.errstate(over="ignore"):  # odds of infinity are a chance of 0
            odds: Floats = np.exp(-(self.intercept + self.slope * rows.sum(axis=1)))
        return 1 / (1 + odds)
