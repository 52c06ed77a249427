"""LeagueCells: one number per learner and data set, and how uncertain it is."""

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from outperform.core.arrays import Bools, Floats, Ints
from outperform.core.brief import Brief
from outperform.core.units import Unit

TIE = 1e-9
"""Differences below this part of the largest score of a data set are ties: rounding is not evidence."""


@dataclass(frozen=True, eq=False, repr=False)
class LeagueCells(Brief):
    """The mean score of every learner on every data set; higher is better. NaN where a cell is missing.

    ``error`` and ``wander`` are covariance matrices over learners, so that the variance of a difference of two learners
    is v[a, a] + v[b, b] - 2 v[a, b]; NaN where it is unknown.

    Simulations put any leading axes before (data set, learner).
    """

    datasets: tuple[str, ...]
    learners: tuple[str, ...]
    values: Floats  # [..., dataset, learner]
    error: Floats | None = None  # [..., dataset, learner, learner]: of the means, as estimates of the expected scores
    wander: Floats | None = None  # [dataset, learner, learner]: of the mean of one repeat, over random splits
    repeats: Ints | None = None  # [dataset]
    unit: Unit = Unit.NONE
    joint: bool = True  # errors know how learners vary together; else those of differences are upper bounds

    @cached_property
    def scale(self) -> Floats:
        """The largest score in size of every data set [..., dataset]; 0 where there is none."""
        found: Floats = np.max(np.abs(self.values), axis=-1, initial=0.0, where=~np.isnan(self.values))
        return found

    @cached_property
    def complete(self) -> Bools:
        """Whether every learner has a score on a data set [..., dataset]."""
        return np.asarray(~np.isnan(self.values).any(axis=-1))

    def kept(self, datasets: Ints | Bools) -> "LeagueCells":
        """Keep some data sets of a single league."""
        places: Ints = np.arange(len(self.datasets))[datasets]
        return replace(
            self,
            datasets=tuple(self.datasets[at] for at in places),
            values=self.values[..., places, :],
            error=None if self.error is None else self.error[..., places, :, :],
            wander=None if self.wander is None else self.wander[places],
            repeats=None if self.repeats is None else self.repeats[places],
        )

    def of(self, learners: Ints) -> "LeagueCells":
        """Keep some learners, in this order."""
        return replace(
            self,
            learners=tuple(self.learners[at] for at in learners),
            values=self.values[..., learners],
            error=None if self.error is None else self.error[..., learners, :][..., learners],
            wander=None if self.wander is None else self.wander[..., learners, :][..., learners],
        )
