"""A population of (truth, first, second): predictions are fixed, only the evaluation set is drawn."""

from dataclasses import dataclass
from math import fsum
from typing import Any, ClassVar, Protocol

import numpy as np

from outperform.core import SIMULATED, CountSource, Dataset, Floats, Ints, SpecError, Truth, Values
from outperform.sources._checks import MOST_COUNTED, are_numbers, require_drawable, require_rows

OUTCOME = (3, 2, 1, 0, 0, 1, 2, 3)  # of each cell: the place of its count among n00, n01, n10, n11


class _CountMetric(Protocol):
    """A metric of the confusion counts, as in `metrics`."""

    def of_counts(self, tp: Floats, predicted: Floats, actual: Floats) -> Floats: ...

    def counted(self, labels: Values) -> Any: ...


@dataclass(frozen=True)
class Population(CountSource):
    """Rows drawn from the eight cells (truth, first and second prediction) of two classes (Keller et al. 2005).

    Parameters
    ----------
    cells
        Weights of the cells 000, 001, 010, 011, 100, 101, 110, 111 (truth, first learner's prediction, second
        learner's prediction); shares are weights over their sum. Whole numbers keep equalities exact.
    n
        Rows of an evaluation set.

    Examples
    --------
    >>> Population(cells=(80, 3, 5, 1, 2, 2, 2, 5)).truth(0)  # the second wins 7 of a hundred rows, the first 5
    Truth(difference=-0.02, se=0.0)
    """

    slug = "population"
    learners = ("copy-x", "copy-x(column=1)")
    labels: ClassVar[tuple[int, ...]] = (0, 0, 0, 0, 1, 1, 1, 1)  # the target of each kind of row
    cells: tuple[float, ...] = (80, 3, 3, 1, 2, 2, 2, 7)
    n: int = 1000

    def __post_init__(self) -> None:
        """Raise SpecError for what is not a distribution over eight cells."""
        super().__post_init__()
        require_rows(self, most=MOST_COUNTED)
        if not are_numbers(self.cells, least=0) or len(self.cells) != 8 or not sum(self.cells):
            raise SpecError(f"{self.slug}.cells", f"must be eight weights of 0 or more, not all 0, got {self.cells!r}")

    @property
    def shares(self) -> Floats:
        """Probability of each cell."""
        return np.array(self.cells, dtype=np.float64) / fsum(self.cells)

    def draw(self, rng: np.random.Generator) -> Dataset:
        """Draw rows one by one: the predictions of both learners as columns, the truth as target."""
        require_drawable(self)
        cells = rng.choice(8, size=self.n, p=self.shares)
        rows = np.stack([cells // 2 % 2, cells % 2], axis=1).astype(np.float64)
        return Dataset(rows, cells // 4, name=str(self), given=SIMULATED, stratified=False)

    def truth(self, train_size: int) -> Truth:  # noqa: ARG002 - nothing is trained
        """Difference in accuracy over the population."""
        _, second_errs, first_errs, _, _, first_misses, second_misses, _ = self.cells
        return Truth(fsum((second_errs, second_misses, -first_errs, -first_misses)) / fsum(self.cells))

    def difference(self, metric: _CountMetric) -> float:
        """Difference over the population in any metric of the confusion counts, such as F1.

        Examples
        --------
        >>> from outperform.metrics import F1
        >>> Population(cells=(830, 50, 10, 10, 8, 32, 12, 48)).difference(F1())
        0.0
        """
        first, second = (self._score(metric, place) for place in (1, 0))
        return first - second

    def _score(self, metric: _CountMetric, bit: int) -> float:
        codes = np.arange(8)
        said, actual = codes >> bit & 1, codes >> 2
        classes = np.flatnonzero(metric.counted(np.array([0, 1])))[:, np.newaxis]
        weights = np.array(self.cells, dtype=np.float64)
        counts = ((said == classes) & (actual == classes), said == classes, actual == classes)
        return float(metric.of_counts(*(count @ weights for count in counts)))

    def kinds(self, rng: np.random.Generator, datasets: int) -> Ints:
        """Draw the counts of the eight cells: the kinds are the cells, so any count metric follows from them."""
        return rng.multinomial(self.n, self.shares, size=datasets)

    def outcomes(self, tested: Ints, rng: np.random.Generator) -> Ints:  # noqa: ARG002 - nothing is random
        """Add up cells in which the same learners are right."""
        found: Ints = tested @ np.eye(4, dtype=np.int64)[list(OUTCOME)]
        return found
