"""The arena of a procedure: where plans are fitted and scored."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from outperform.core import Dataset, Learner, Plan, Scores, Seed
from outperform.core.adjust import adjustment_from
from outperform.engine import CanonicalRunners, Runner
from outperform.engine.pool import worker_count


@dataclass(eq=False)
class Stage:
    """The engine, the level and the pairs; the tables that a comparison shows are kept."""

    runner: Runner
    level: float
    pairs: Sequence[tuple[int, int]] = ((0, 1),)
    tables: Sequence[Scores] = ()
    adjustment: str = "bonferroni"  # of the p-values, by name
    place: int | None = None  # of the one metric that is wanted; None: all
    alone: bool = False  # whether fits serve one metric alone

    @property
    def pair_level(self) -> float:
        """The level that a pair's own p-value is compared with when it is looked at alone."""
        return adjustment_from(self.adjustment).own_level(self.level, len(self.pairs))

    @property
    def dataset(self) -> Dataset:
        """The data."""
        return self.runner.contest.dataset

    @property
    def seed(self) -> Seed:
        """The random seed."""
        return self.runner.contest.seed

    @property
    def learners(self) -> Sequence[Learner]:
        """The learners, by place."""
        return list(self.runner.contest.learners.values())

    @property
    def workers(self) -> int:
        """The number of fits that run at once."""
        return worker_count(self.runner.ways.jobs)

    def scores(self, plan: Plan, *, items: bool = False, learners: Sequence[int] | None = None) -> Sequence[Scores]:
        """Fit and score learners, all or some, on all splits."""
        tables = self.runner.scores(plan, items=items, learners=learners)
        self.tables = tables if self.place is None else [tables[self.place]]
        return self.tables

    def show(self, tables: Sequence[Scores]) -> None:
        """Keep what the comparison shows in place of the tables that were scored last: one per metric."""
        self.tables = tables

    @property
    def corrections(self) -> tuple[int, int]:
        """The number of canonical stages with fits of their own, and the most pairs of a learner times the metrics."""
        pairs = int(np.bincount(np.array(self.pairs).ravel()).max())
        return self.canonical_runners.count, pairs * len(self.runner.contest.metrics)

    def canonical(self, metric: int) -> "Stage":
        """Return a stage for one metric whose fits do not depend on the seed; rows have values of the metric there."""
        runner, place = self.canonical_runners.of(metric)
        return replace(self, runner=runner, tables=(), place=place, alone=self.canonical_runners.is_alone(metric))

    @cached_property
    def canonical_runners(self) -> CanonicalRunners:
        """What makes fits that do not depend on the seed; stages that differ in their seed may share it."""
        return CanonicalRunners(self.runner)
