"""The role of a source: draws any number of data sets whose truth is known."""

from abc import abstractmethod
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from outperform.core.arrays import Floats, Ints
from outperform.core.data import Dataset
from outperform.core.items import Items
from outperform.core.league_cells import LeagueCells
from outperform.core.roles import Entry


@dataclass(frozen=True)
class Truth:
    """The true difference of two learners on a source: expected score of the first minus that of the second."""

    difference: float
    se: float = 0.0  # 0 where it is known exactly


class Source(Entry):
    """Draws any number of data sets, and knows the true difference of two learners on them."""

    word = "source"
    learners: ClassVar[tuple[str, str]]  # the usual pair, by spec

    @abstractmethod
    def draw(self, rng: np.random.Generator) -> Dataset:
        """Draw one dataset."""

    @property
    def fingerprint(self) -> str:
        """Text that two sources share only if they draw the same data sets."""
        return self.full

    def truth(self, train_size: int) -> Truth | None:  # noqa: ARG002 - most truths depend on it
        """Return the expected difference in accuracy of the usual pair at a training size; None if unknown."""
        return None

    def speaks_of(self, learners: tuple[str, str]) -> bool:
        """Return whether the truth holds for these learners; by default only for the usual pair."""
        return learners == self.learners


class CountSource(Source):
    """A source whose learners ignore their training data: a dataset is counts of kinds of rows, and no row is needed.

    ``draw`` returns explicit rows with the same distribution, for checks and for procedures that cannot work on counts.
    Counts have no classes, so designs do not stratify there either.
    """

    fixed: ClassVar[bool] = False  # kinds are the outcomes themselves, n00, n01, n10, n11: not random

    @abstractmethod
    def kinds(self, rng: np.random.Generator, datasets: int) -> Ints:
        """Draw datasets as counts [dataset, kind]."""

    @abstractmethod
    def outcomes(self, tested: Ints, rng: np.random.Generator) -> Ints:
        """Turn test sets as counts [..., kind] into counts [..., 4] of n00, n01, n10, n11.

        These count the rows that both learners get wrong, only the second right, only the first right, both right.
        """


class LeagueSource(Entry):
    """Draws leagues, the scores of learners on many data sets, and knows the true differences of the learners."""

    word = "source"

    @property
    @abstractmethod
    def truths(self) -> Floats:
        """The expected score of each learner over all data sets of this kind, up to a constant."""

    @abstractmethod
    def draw(self, rng: np.random.Generator, leagues: int) -> LeagueCells:
        """Draw leagues [league, dataset, learner] as endless repeats would show them: without the noise of splits."""

    @abstractmethod
    def run(self, cells: LeagueCells, rng: np.random.Generator) -> LeagueCells:
        """Return what one run on the same data sets shows: with the noise of splits, and standard errors."""


class ItemSource(Entry):
    """Draws two fixed systems on sets of items, and knows their true difference."""

    word = "source"

    @property
    def metric(self) -> str | None:
        """The metric of the predictions, by name; None where every item has a score."""
        return None

    @property
    @abstractmethod
    def varies(self) -> bool:
        """Whether another run of the systems on the same items gives other scores."""

    @property
    @abstractmethod
    def truth(self) -> Truth:
        """The difference on endless items: first minus second, in the metric."""

    @abstractmethod
    def draw(self, rng: np.random.Generator, run: np.random.Generator) -> Items:
        """Draw a set of items and what the systems do on it; ``run`` draws what another run would draw anew."""
