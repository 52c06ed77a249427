"""The arena of a procedure: where plans are fitted and scored."""

from collections.abc import Sequence
from dataclasses import dataclass

from outperform.core import Dataset, Plan, Scores, Seed
from outperform.engine import Runner


@dataclass(eq=False)
class Stage:
    """The engine, the level and the pairs; the tables of the last plan are kept."""

    runner: Runner
    level: float
    pairs: Sequence[tuple[int, int]] = ((0, 1),)
    tables: Sequence[Scores] = ()

    @property
    def dataset(self) -> Dataset:
        """The data."""
        return self.runner.dataset

    @property
    def seed(self) -> Seed:
        """Root of all that is drawn."""
        return self.runner.seed

    def scores(self, plan: Plan, *, items: bool = False, learners: Sequence[int] | None = None) -> Sequence[Scores]:
        """Fit and score learners, all or some, on all splits."""
        self.tables = self.runner.scores(plan, items=items, learners=learners)
        return self.tables
