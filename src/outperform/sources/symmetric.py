"""One learner on two exchangeable blocks of columns: equally good at every training size."""

from dataclasses import dataclass
from typing import Literal

import numpy as np

from outperform.core import SIMULATED, Dataset, Source, Truth, Values
from outperform.sources._checks import require, require_cells, require_least, require_rows, require_share
from outperform.sources._exchange import see_like_blocks


@dataclass(frozen=True)
class Symmetric(Source):
    """Two equally informative blocks of columns; one learner per block, with no true difference.

    Given the class all columns are independent, and those of both blocks have the same distribution. So a learner on
    block 1 and the same learner on block 2 are exchangeable: their expected scores are equal at every training size,
    in every metric and with every design, even for unstable learners.

    Parameters
    ----------
    n
        Rows of a dataset.
    features
        Columns of a block; there are twice as many.
    signal
        The distance of the classes in each column: for ``gaussian`` the means -signal/2 and signal/2 of a unit
        normal; for ``binary`` columns are true with probability (1 - signal)/2 and (1 + signal)/2, signal at most 1.
    share
        Probability of class 1; more than two classes are all equally likely.
    kind
        ``gaussian`` columns are numbers, ``binary`` ones booleans, which naive Bayes counts.
    classes
        Number of classes; in each ``gaussian`` column neighbouring means are ``signal`` apart.
    lead
        How much more signal block 1 has. With a lead the blocks differ, and no truth is stated.

    Examples
    --------
    >>> Symmetric(n=40, features=2).draw(np.random.default_rng(0)).rows.shape
    (40, 4)
    """

    slug = "symmetric"
    learners = ('block(learner="nb")', 'block(learner="nb", which=2)')
    n: int = 100
    features: int = 3
    signal: float = 0.5
    share: float = 0.5
    kind: Literal["gaussian", "binary"] = "gaussian"
    classes: int = 2
    lead: float = 0.0

    def __post_init__(self) -> None:
        """Raise SpecError for parameters that fit no data set."""
        super().__post_init__()
        require_rows(self, least=2)
        require_least(self, features=1, signal=0, classes=2)
        require_cells(self, "features", 2 * self.features)
        require_cells(self, "classes", self.classes)
        require_share(self, "share")
        require(self, "lead", self.signal + self.lead >= 0, "at least -signal")
        strongest = max(self.signal, self.signal + self.lead)
        require(
            self,
            "signal",
            self.kind == "gaussian" or strongest <= 1,
            "at most 1 for binary columns, including the lead",
        )
        require(self, "classes", self.kind == "gaussian" or self.classes == 2, "2 for binary columns")
        require(self, "share", self.classes == 2 or self.share == 0.5, "0.5 (the default) with more than two classes")

    def draw(self, rng: np.random.Generator) -> Dataset:
        """Draw the classes, then the columns given the class."""
        chance = rng.random(self.n)
        target = (
            (chance < self.share).astype(np.int64) if self.classes == 2 else (chance * self.classes).astype(np.int64)
        )
        rows = self._columns(target[:, np.newaxis] - (self.classes - 1) / 2, rng)
        kinds = ("numeric" if self.kind == "gaussian" else "nominal",) * rows.shape[1]
        return Dataset(rows, target, name=str(self), kinds=kinds, given=SIMULATED)

    def _columns(self, side: Values, rng: np.random.Generator) -> Values:
        shape = (self.n, 2 * self.features)
        signal = np.repeat([self.signal + self.lead, self.signal], self.features)
        gaussian = self.kind == "gaussian"
        columns: Values = (
            rng.standard_normal(shape) + side * signal if gaussian else rng.random(shape) < 0.5 + side * signal
        )
        return columns

    def truth(self, train_size: int) -> Truth | None:  # noqa: ARG002 - it holds at every size
        """Return 0: exchangeable learners are equally good."""
        return None if self.lead else Truth(0.0)

    def speaks_of(self, learners: tuple[str, str]) -> bool:
        """Return whether both are the same learner, on the two blocks or on all columns."""
        return learners[0] == learners[1] or see_like_blocks(learners)
