"""Scores: the results of one contest."""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from outperform.core.arrays import Bools, Floats, Ints, Values
from outperform.core.rng import Seed
from outperform.core.splits import Plan
from outperform.core.traits import Traits
from outperform.core.units import Unit

if TYPE_CHECKING:
    from outperform.core.roles import Metric


@dataclass(frozen=True, eq=False)
class Items:
    """The truth of each row, and each learner's prediction for it in each repeat."""

    truth: Values  # [row]
    predictions: Values  # [learner, repeat, row]
    row_scores: Floats | None = None  # [learner, repeat, row], where labels are not enough (log score)
    tested: Bools | None = None  # [repeat, row]; None where every row is tested in every repeat
    metric: "Metric | None" = None  # that made the scores, for tests that score resampled rows

    def single(self) -> tuple[Values, Values]:
        """Return truth [row] and predictions [learner, row] on the rows tested in the first repeat."""
        if self.tested is None:
            return self.truth, self.predictions[:, 0]
        rows = self.tested[0]
        return self.truth[rows], self.predictions[:, 0, rows]


@dataclass(frozen=True, eq=False)
class Scores:
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

    @cached_property
    def traits(self) -> Traits:
        """What is known of the splits: measured from the plan, else only from shape and sizes."""
        missing = int(np.isnan(self.values[0]).sum())
        if self.plan is not None:
            return replace(self.plan.traits, missing=missing)
        _, repeats, folds = self.values.shape
        return Traits(repeats, folds, self.n_train, self.n_test, missing=missing)

    def whole(self) -> "Scores":
        """Keep the repeats in which no split was left out, with all their data."""
        kept = np.flatnonzero(~np.isnan(self.values).any(axis=(0, 2)))
        if kept.size == self.values.shape[1]:
            return self
        plan, items = self.plan, self.items
        if plan is not None:
            plan = None if plan.labels is None else replace(plan, labels=plan.labels[kept])
        if items is not None:
            tested = None if items.tested is None else items.tested[kept]
            items = replace(
                items,
                predictions=items.predictions[:, kept],
                row_scores=None if items.row_scores is None else items.row_scores[:, kept],
                tested=None if tested is None or tested.all() else tested,
            )
        return replace(
            self,
            values=self.values[:, kept],
            n_train=None if self.n_train is None else self.n_train[kept],
            n_test=None if self.n_test is None else self.n_test[kept],
            seconds=None if self.seconds is None else self.seconds[:, kept],
            plan=plan,
            items=items,
        )

    def pair(self, first: int, second: int) -> "Scores":
        """Keep two learners, in this order."""
        both = [first, second]
        items = self.items
        if items is not None:
            row_scores = None if items.row_scores is None else items.row_scores[both]
            step = second - first
            stop = second + step
            view = items.predictions[first : stop if stop >= 0 else None : step]  # a copy may be larger than the data
            items = replace(items, predictions=view, row_scores=row_scores)
        return replace(
            self,
            learners=(self.learners[first], self.learners[second]),
            values=self.values[both],
            items=items,
            seconds=None if self.seconds is None else self.seconds[both],
        )
