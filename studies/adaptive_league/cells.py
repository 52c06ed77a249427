"""Simulated leagues whose truth is known: what is drawn once per league, and what every random split draws anew."""

from dataclasses import dataclass
from typing import Self

import numpy as np

from outperform.core import Floats
from studies.leagues.laws import LAWS, NORMAL, PAIRED, SKEWED, T3, T15
from studies.leagues.splits import PART, PART_SPREAD

FOLDS = 10
LEADS = (1.0, 2.0, 4.0)  # spread of the learners' means in standard errors; the leagues of a cell take them by turns
FEWEST, MOST = 12, 30  # data sets


@dataclass(frozen=True)
class Cell:
    """A way to draw leagues."""

    half: str  # "choose" or "confirm"
    law: str
    spread: float  # of learners between data sets, in standard deviations of the mean of a repeat
    learners: int
    lead: bool  # else all learners are equally good

    @property
    def leagues(self) -> int:
        """How many are drawn; those with many learners take long."""
        if not self.lead:
            return 250
        return 80 if self.learners <= 3 else 40

    @property
    def name(self) -> str:
        """The cell in a line."""
        what = "lead" if self.lead else "null"
        return f"{self.half} - {self.law} - {self.spread:g} - {self.learners} - {what}"


def all_cells() -> list[Cell]:
    """Return the cells that kappa is chosen on, and those that it is confirmed on."""
    chosen = [(NORMAL.name, spread, learners) for spread in (0.5, 1.0, 3.0) for learners in (2, 3, 5)]
    others = [(law.name, spread, learners) for law in (T3, T15, PAIRED) for spread in (1.0, 3.0) for learners in (2, 4)]
    more = [(T3.name, 0.5, 6), (PAIRED.name, 0.5, 6), (SKEWED.name, 1.0, 2), (SKEWED.name, 3.0, 4)]
    halves = {"choose": chosen, "confirm": [*others, *more]}
    return [Cell(half, *size, lead) for half, sizes in halves.items() for size in sizes for lead in (False, True)]


@dataclass(frozen=True, eq=False)
class Drawn:
    """Data sets: expected scores of the learners, and how noisy scores are."""

    true: Floats  # [dataset, learner]
    fold: Floats  # [dataset, 1]: standard deviation of a fold
    sd: Floats  # [dataset, learner]: of the mean of a repeat over random splits

    @classmethod
    def of(cls, rng: np.random.Generator, cell: Cell, lead: float, datasets: int) -> tuple[Self, Floats]:
        """Draw learners and data sets; return them with the means of the learners."""
        law = LAWS[cell.law]
        typical = np.sqrt(PART / FOLDS)
        unit = np.sqrt(2 * ((cell.spread * law.sd) ** 2 + 0.1) / datasets) * typical
        means = lead / np.sqrt(2) * unit * rng.standard_normal(cell.learners)
        return cls.like(rng, cell, means, datasets), means

    @classmethod
    def like(cls, rng: np.random.Generator, cell: Cell, means: Floats, datasets: int) -> Self:
        """Draw other data sets for learners with these means."""
        fold = np.exp(rng.normal(0, 0.5, (datasets, 1)))
        shape = (datasets, cell.learners)
        part = PART * np.exp(rng.normal(0, 0.3, (1, cell.learners)) + rng.normal(0, PART_SPREAD, shape))
        spread = cell.spread * np.sqrt(PART / FOLDS)
        return cls(means + spread * LAWS[cell.law].draw(rng, shape), fold, fold * np.sqrt(part / FOLDS))

    def scores(self, rng: np.random.Generator, repeats: int) -> Floats:
        """Split the data sets: scores [dataset, learner, repeat, fold]."""
        datasets, learners = self.true.shape
        runs = self.sd[..., np.newaxis] * rng.standard_normal((datasets, learners, repeats))
        within = rng.standard_normal((datasets, learners, repeats, FOLDS))
        within += rng.standard_normal((datasets, 1, repeats, FOLDS))  # what the test rows share
        within -= within.mean(axis=-1, keepdims=True)
        found: Floats = (self.true[..., np.newaxis] + runs)[..., np.newaxis] + self.fold[..., None, None] * within
        return found
