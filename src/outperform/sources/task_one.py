"""Bouckaert's Task I: a constant against a copy of the only column (2005, sec. 4)."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from outperform.core import SIMULATED, CountSource, Dataset, Floats, Ints, SpecError, Truth
from outperform.sources._checks import MOST_COUNTED, require_between, require_drawable, require_rows


@dataclass(frozen=True)
class TaskOne(CountSource):
    """Binary target y and binary column x; one learner predicts always 1, the other x (Bouckaert 2005, Task I).

    The shares of rows that both get wrong, only the second right, only the first right, both right are 1/4, q,
    1/2 - q, 1/4, with q = 1/4 + step/400: the second learner is right on step/200 more of the rows.

    Parameters
    ----------
    step
        From 0, where both are equally good, to 100; Bouckaert's printed deltas are steps. Negative steps favour the
        first learner.
    n
        Rows of a dataset.
    q
        The share itself, from 0 to 1/2, instead of ``step``.

    Examples
    --------
    >>> TaskOne(step=6).truth(900)
    Truth(difference=-0.03, se=0.0)
    """

    slug = "task-one"
    fixed = True
    learners = ("always-one", "copy-x")
    labels: ClassVar[tuple[int, ...]] = (0, 0, 1, 1)  # the target of each kind of row
    columns: ClassVar[tuple[int, ...]] = (1, 0, 0, 1)  # the column x of each kind of row
    rivals: ClassVar[tuple[tuple[str, str], ...]] = (("step", "q"),)  # only one of them may be set
    step: float = 0
    n: int = 1000
    q: float | None = None

    def __post_init__(self) -> None:
        """Raise SpecError for a wrong share, or if both step and q are set."""
        super().__post_init__()
        require_rows(self, most=MOST_COUNTED)
        require_between(self, -100, 100, "step")
        if self.q is not None:
            require_between(self, 0, 0.5, "q")
            if self.step:
                raise SpecError(f"{self.slug}.q", f"means the same as step; pass only one of them, got {self}")

    @property
    def shares(self) -> Floats:
        """Probability of each kind of row: none right, second only, first only, both."""
        q = 0.25 + self.step / 400 if self.q is None else self.q
        return np.array([0.25, q, 0.5 - q, 0.25])

    def draw(self, rng: np.random.Generator) -> Dataset:
        """Draw rows one by one."""
        require_drawable(self)
        kinds = rng.choice(4, size=self.n, p=self.shares)
        rows = np.array(self.columns, dtype=np.float64)[kinds, np.newaxis]
        return Dataset(rows, np.array(self.labels)[kinds], name=str(self), given=SIMULATED, stratified=False)

    def truth(self, train_size: int) -> Truth:  # noqa: ARG002 - training changes nothing
        """Share that only the first gets right less the share that only the second does."""
        return Truth(0 - self.step / 200 if self.q is None else 0.5 - 2 * self.q)

    def kinds(self, rng: np.random.Generator, datasets: int) -> Ints:
        """Draw counts of none right, second only, first only, both."""
        return rng.multinomial(self.n, self.shares, size=datasets)

    def outcomes(self, tested: Ints, rng: np.random.Generator) -> Ints:  # noqa: ARG002 - nothing is random
        """Return the counts themselves: the kinds are the outcomes."""
        return tested
