"""Scores: the results of one contest."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from outperform.core.arrays import Floats, Ints
from outperform.core.brief import Brief
from outperform.core.direction import Direction
from outperform.core.items import Items
from outperform.core.rng import Seed
from outperform.core.splits import Plan
from outperform.core.traits import Traits
from outperform.core.units import Unit


@dataclass(frozen=True, eq=False, repr=False)
class Scores(Brief):
    """Scores of several learners on the same splits; higher is better.

    ``seed`` is the root of a test's random draws, so that the same scores always give the same verdict.
    A split that was left out because a learner failed there is NaN for all learners.
    """

    learners: tuple[str, ...]
    metric: str | None
    values: Floats  # [learner, repeat, fold]
    n_train: Ints | None = None  # [repeat, fold]
    n_test: Ints | None = None
    items: Items | None = None
    seconds: Floats | None = None  # [learner, repeat, fold]
    plan: Plan | None = None
    seed: Seed = 0
    plain: bool = False  # a plain list of splits: it is unknown which of them form a repeat
    unit: Unit = Unit.NONE  # of the metric
    direction: Direction | None = None  # of the metric as it was given; None where nobody asked
    longest: tuple[Floats, ...] | None = None  # [repeat, fold] per learner, where pairs have more repeats than these

    @cached_property
    def traits(self) -> Traits:
        """What is known of the splits: measured from the plan, else only from shape and sizes."""
        missing = int(np.isnan(self.values[0]).sum())
        if self.plan is not None:
            return replace(self.plan.traits, missing=missing)
        _, repeats, folds = self.values.shape
        return Traits(repeats, folds, self.n_train, self.n_test, missing=missing)

    @property
    def by_learner(self) -> Sequence[Floats]:
        """All scores of each learner that a difference uses."""
        return tuple(self.values) if self.longest is None else self.longest

    @property
    def means(self) -> Floats:
        """The mean score of each learner, over the repeats that all pairs of the metric share."""
        return np.array([np.nanmean(scores) for scores in self.values])

    @property
    def single(self) -> bool:
        """Whether these are fixed systems, or learners that were fitted once, on one set of items."""
        return self.items is not None and self.values.shape[1:] == (1, 1)

    def whole(self) -> "Scores":
        """Keep the repeats in which no split was left out, with all their data."""
        kept = np.flatnonzero(~np.isnan(self.values).any(axis=(0, 2)))
        return self if kept.size == self.values.shape[1] else self.repeats(kept)

    def repeats(self, kept: Ints) -> "Scores":
        """Keep some repeats, with all their data."""
        plan = self.plan
        if plan is not None:
            plan = None if plan.labels is None else replace(plan, labels=plan.labels[kept])
        return replace(
            self,
            values=self.values[:, kept],
            longest=None,
            n_train=None if self.n_train is None else self.n_train[kept],
            n_test=None if self.n_test is None else self.n_test[kept],
            seconds=None if self.seconds is None else self.seconds[:, kept],
            plan=plan,
            items=None if self.items is None else self.items.repeats(kept),
        )

    def of(self, names: Sequence[str]) -> "Scores":
        """Keep some learners, in the order in which they are named."""
        if tuple(names) == self.learners:
            return self
        places = [self.learners.index(name) for name in names]
        return replace(
            self,
            learners=tuple(names),
            values=self.values[places],
            longest=None if self.longest is None else tuple(self.longest[place] for place in places),
            items=None if self.items is None else self.items.of(places),
            seconds=None if self.seconds is None else self.seconds[places],
        )

    def pair(self, first: int, second: int) -> "Scores":
        """Keep two learners, in this order."""
        both = [first, second]
        return replace(
            self,
            learners=(self.learners[first], self.learners[second]),
            values=self.values[both],
            longest=None,
            items=None if self.items is None else self.items.pair(first, second),
            seconds=None if self.seconds is None else self.seconds[both],
        )
