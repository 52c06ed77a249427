"""Dietterich's two kinds of points: learners with the same overall error rate that fail on different rows."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from outperform.core import SIMULATED, CountSource, Dataset, Floats, Ints, Truth
from outperform.sources._checks import MOST_COUNTED, require, require_between, require_drawable, require_rows


@dataclass(frozen=True)
class Epsilon(CountSource):
    """Two kinds of rows, each learner is better on one; the overall error rates are equal (Dietterich 1998, sec. 4).

    A row is of either kind with probability 1/2. The first learner errs with probability rate/2 on kind 1 and
    3 rate/2 on kind 2, the second the other way round; errors are drawn anew for every test set, independently of
    each other given the kind. An explicit row holds the two probabilities, its target is always 0, and an error is
    the prediction 1.

    Parameters
    ----------
    rate
        The error rate of both learners over all rows, at most 2/3.
    n
        Rows of a dataset.
    beta
        Half the width of the effect of the training set on both errors: uniform on [-beta, beta], drawn once per test
        set. Dietterich uses .02 in k-fold cross-validation and 0 elsewhere. Only ``outcomes`` uses it: explicit rows
        are those of beta = 0. The truth is 0 either way.

    Examples
    --------
    >>> Epsilon(rate=0.4).truth(200)
    Truth(difference=0.0, se=0.0)
    """

    slug = "epsilon"
    learners = ("epsilon-simulated", "epsilon-simulated(which=2)")
    labels: ClassVar[tuple[int, ...]] = (0, 0)  # the target of each kind of row
    rate: float = 0.1
    n: int = 300
    beta: float = 0.0

    def __post_init__(self) -> None:
        """Raise SpecError for what is not a probability."""
        super().__post_init__()
        require_rows(self, most=MOST_COUNTED)
        require_between(self, 0, 2 / 3, "rate")
        most = min(self.rate / 2, 1 - 1.5 * self.rate)
        require(self, "beta", 0 <= self.beta <= most, f"between 0 and {most:g}, so that errors stay probabilities")

    @property
    def errors(self) -> Floats:
        """Probability of an error [kind, learner]."""
        low, high = self.rate / 2, 1.5 * self.rate
        return np.array([[low, high], [high, low]])

    def draw(self, rng: np.random.Generator) -> Dataset:
        """Draw rows: the error probabilities of the two learners on each."""
        require_drawable(self)
        rows = self.errors[rng.integers(2, size=self.n)]
        return Dataset(rows, np.zeros(self.n, dtype=np.int64), name=str(self), given=SIMULATED, stratified=False)

    def truth(self, train_size: int) -> Truth:  # noqa: ARG002 - training changes nothing
        """Return 0: both have the same error rate."""
        return Truth(0.0)

    def kinds(self, rng: np.random.Generator, datasets: int) -> Ints:
        """Draw the numbers of rows of kind 1 and kind 2."""
        first = rng.binomial(self.n, 0.5, size=datasets)
        return np.stack([first, self.n - first], axis=-1)

    def outcomes(self, tested: Ints, rng: np.random.Generator) -> Ints:
        """Draw the errors: a test set is one index of the leading axes."""
        first, second = (
            rng.multinomial(tested[..., kind], cells) for kind, cells in enumerate(self._cells(tested, rng))
        )
        return first + second

    def _cells(self, tested: Ints, rng: np.random.Generator) -> Floats:
        """Return the probabilities of n00, n01, n10, n11 [kind, ..., cell]."""
        shift = rng.uniform(-self.beta, self.beta, size=tested.shape[:-1]) if self.beta else np.zeros(())
        first, second = np.moveaxis(self.errors, 1, 0).reshape(2, 2, *[1] * shift.ndim) + shift
        both = np.stack([first * second, first * (1 - second), (1 - first) * second], axis=-1)
        return np.concatenate([both, 1 - both.sum(axis=-1, keepdims=True)], axis=-1)
