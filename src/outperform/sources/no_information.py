"""Classes that are independent of the columns."""

from dataclasses import dataclass

import numpy as np

from outperform.core import SIMULATED, Dataset, Floats, Source, Truth
from outperform.sources._checks import require, require_cells, require_least, require_rows


@dataclass(frozen=True)
class NoInformation(Source):
    """Standard normal columns and classes that are independent of them: nothing can be learned.

    With equally likely classes the truth is 0 for *every* pair of learners at every training size: the class of a new
    row is independent of any prediction, so all learners are right with probability 1/classes. With unequal classes a
    learner's accuracy is the sum over classes of P(it predicts c) P(c). The truth is then 0 only for learners that
    predict each class equally often, so no truth is stated. The truth is about new rows, or about designs that do not
    stratify: stratified folds tie the classes of test rows to those of training rows, and a learner that predicts the
    majority class gains from that.

    Parameters
    ----------
    n
        Rows of a dataset.
    features
        Columns.
    classes
        Number of classes.
    share
        Probability of class 0; the others share the rest equally. None makes all equally likely.

    Examples
    --------
    >>> NoInformation(classes=3).truth(100), NoInformation(share=0.8).truth(100)
    (Truth(difference=0.0, se=0.0), None)
    """

    slug = "no-information"
    learners = ("nb", "tree")
    n: int = 100
    features: int = 5
    classes: int = 2
    share: float | None = None

    def __post_init__(self) -> None:
        """Raise SpecError for an empty table, one class, or a wrong share."""
        super().__post_init__()
        require_rows(self, least=2)
        require_least(self, features=1, classes=2)
        require_cells(self, "features", self.features)
        require_cells(self, "classes", self.classes)
        require(self, "share", self.share is None or 0 < self.share < 1, "above 0 and below 1")

    @property
    def shares(self) -> Floats:
        """Probability of each class."""
        first = 1 / self.classes if self.share is None else self.share
        return np.array([first, *[(1 - first) / (self.classes - 1)] * (self.classes - 1)])

    def draw(self, rng: np.random.Generator) -> Dataset:
        """Draw columns and classes."""
        rows = rng.standard_normal((self.n, self.features))
        target = rng.choice(self.classes, size=self.n, p=self.shares)
        return Dataset(rows, target, name=str(self), given=SIMULATED)

    def truth(self, train_size: int) -> Truth | None:  # noqa: ARG002 - it holds at every size
        """Return 0 where classes are equally likely."""
        return Truth(0.0) if self.share in (None, 1 / self.classes) else None

    def speaks_of(self, learners: tuple[str, str]) -> bool:  # noqa: ARG002
        """Return True: the truth holds for every pair of learners."""
        return True
