"""Simulated leagues: learners whose lead differs from data set to data set."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from outperform.core import Floats, LeagueCells, LeagueSource
from outperform.sources._checks import require, require_least

Law = Literal["normal", "t3", "t1.5", "skewed"]
Draw = Callable[[np.random.Generator, tuple[int, ...]], Floats]
MOST = 1_000_000  # cells of a league
TYPICAL = 0.8  # a score, so that leagues look like tables of accuracies

LAWS: Mapping[str, Draw] = {
    "normal": lambda rng, shape: rng.standard_normal(shape),
    "t3": lambda rng, shape: rng.standard_t(3, shape),
    "t1.5": lambda rng, shape: rng.standard_t(1.5, shape),
    "skewed": lambda rng, shape: rng.exponential(size=shape) - 1,
}
"""What the lead of a learner on a data set differs by from its mean; the mean of each law is 0."""


@dataclass(frozen=True)
class SimulatedLeague(LeagueSource):
    """Scores of learners on data sets: a common lead of the first, its differences between data sets, and noise.

    The score of a learner on a data set is a constant + its lead + a deviation on this data set + noise of the data +
    noise of the splits. Fresh splits of the same data sets change the last part only.

    Parameters
    ----------
    datasets
        Data sets of a league.
    learners
        Learners; all but the first are equally good.
    lead
        By how much the first is better than each other, on average over all data sets of this kind.
    spread
        Scale of the deviations of a difference of two learners: its standard deviation under the normal law.
    law
        Of the deviations: ``normal``, ``t3`` and ``t1.5`` (Student's t with so many degrees of freedom), or
        ``skewed``: only the first learner deviates, by an exponential less its mean, so that its difference from
        another has mean 0 and a median below 0.
    data, split
        Standard deviations of the noise of a cell that comes from its data, and from its random splits.
    df
        Degrees of freedom of the standard errors that a run estimates.
    step
        Scores are rounded to multiples of this, which makes ties; 0 for no rounding.

    Examples
    --------
    >>> source = SimulatedLeague(datasets=3, learners=2, lead=0.1)
    >>> source.draw(np.random.default_rng(0), leagues=5).values.shape, source.truths.tolist()
    ((5, 3, 2), [0.1, 0.0])
    """

    slug = "league"
    datasets: int = 20
    learners: int = 2
    lead: float = 0.0
    spread: float = 0.03
    law: Law = "normal"
    data: float = 0.01
    split: float = 0.005
    df: int = 19
    step: float = 0.0

    def __post_init__(self) -> None:
        """Raise SpecError for parameters that make no league."""
        super().__post_init__()
        require_least(self, datasets=1, learners=2, df=1)
        require(self, "datasets", self.datasets * self.learners <= MOST, f"at most {MOST // self.learners:,}")
        require(self, "law", self.law in LAWS, f"one of {', '.join(LAWS)}")
        require(self, "lead", bool(np.isfinite(self.lead)), "a finite number")
        for name in ("spread", "data", "split", "step"):
            require(self, name, 0 <= getattr(self, name) < np.inf, "0 or more")

    @property
    def truths(self) -> Floats:
        """The lead of the first learner; 0 for the others."""
        found = np.zeros(self.learners)
        found[0] = self.lead
        return found

    def draw(self, rng: np.random.Generator, leagues: int) -> LeagueCells:
        """Draw deviations and the noise of the data."""
        shape = leagues, self.datasets, self.learners
        deviations = self.spread * LAWS[self.law](rng, shape)
        if self.law == "skewed":
            deviations[..., 1:] = 0.0
        else:
            deviations /= np.sqrt(2)
        values = TYPICAL + self.truths + deviations + self.data * rng.standard_normal(shape)
        names = tuple(f"learner {number + 1}" for number in range(self.learners))
        return LeagueCells(tuple(f"data set {number + 1}" for number in range(self.datasets)), names, values)

    def run(self, cells: LeagueCells, rng: np.random.Generator) -> LeagueCells:
        """Add the noise of splits, and the standard errors that a run estimates."""
        shape = cells.values.shape
        values = cells.values + self.split * rng.standard_normal(shape)
        if self.step > 0:
            values = self.step * np.round(values / self.step)
        known = (self.data**2 + self.split**2) * rng.chisquare(self.df, shape) / self.df
        error = np.zeros((*shape, self.learners))
        at = np.arange(self.learners)
        error[..., at, at] = known
        return replace(cells, values=values, error=error)
