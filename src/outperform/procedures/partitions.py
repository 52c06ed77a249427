"""The repeats of one run of adaptive cross-validation."""

from collections.abc import Sequence
from dataclasses import dataclass

from outperform.core import Arena, Plan, Scores, stream
from outperform.designs import KFold
from outperform.procedures.fixed import plan_family


@dataclass(eq=False)
class Partitions:
    """The repeats of one run, planned ahead in growing numbers: a longer plan begins with the shorter."""

    arena: Arena
    folds: int
    most: int
    _plan: Plan | None = None
    _dealt: int = 0

    def tables(self, repeats: int, learners: Sequence[int] | None) -> Sequence[Scores]:
        """Return the scores of the first repeats."""
        if self._plan is None or repeats > self._dealt:
            self._dealt = min(self.most, max(repeats, 2 * self._dealt))
            design = KFold(folds=self.folds, repeats=self._dealt)
            self._plan = design.plan(self.arena.dataset, stream(self.arena.seed, "plan", plan_family(design)))
        return self.arena.scores(self._plan.first(repeats), items=True, learners=learners)
