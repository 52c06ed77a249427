"""The repeats of one run of adaptive cross-validation."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from outperform.core import Arena, Dataset, Plan, Scores, stream
from outperform.designs import KFold
from outperform.procedures.fixed import plan_family


def is_only(dataset: Dataset, folds: int) -> bool:
    """Return whether there is only one way to split rows, or groups, into so many folds: each is a fold.

    Examples
    --------
    >>> data = Dataset(np.zeros((6, 1)), np.array([0, 1] * 3), groups=np.array([1, 1, 2, 2, 3, 3]))
    >>> is_only(data, 3), is_only(data, 2)
    (True, False)
    """
    units = dataset.size if dataset.groups is None else len(np.unique(np.asarray(dataset.groups).astype(str)))
    return units == folds


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
