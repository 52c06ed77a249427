"""The role of a source: an endless supply of datasets whose truth is known."""

from abc import abstractmethod
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from outperform.core.arrays import Ints
from outperform.core.data import Dataset
from outperform.core.roles import Entry


@dataclass(frozen=True)
class Truth:
    """What is really so about two learners on a source: the expected score of the first minus the second's."""

    difference: float
    se: float = 0.0  # 0 where it is known exactly


class Source(Entry):
    """An endless supply of datasets, and what is true of two learners there."""

    word = "source"
    learners: ClassVar[tuple[str, str]]  # the usual pair, by spec

    @abstractmethod
    def draw(self, rng: np.random.Generator) -> Dataset:
        """Draw one dataset."""

    @property
    def fingerprint(self) -> str:
        """Text that two sources share only if they draw the same."""
        return self.full

    def truth(self, train_size: int) -> Truth | None:  # noqa: ARG002 - most truths depend on it
        """Return the expected difference in accuracy of the usual pair, trained on so many rows; None if not known."""
        return None

    def speaks_of(self, learners: tuple[str, str]) -> bool:
        """Return whether the truth holds for these learners too: by default for the usual pair alone."""
        return learners == self.learners


class CountSource(Source):
    """A source whose learners ignore their training data: a dataset is counts of kinds of rows, and no row is needed.

    ``draw`` gives explicit rows of the same law, for whoever wants to check and for procedures that cannot be counted;
    since counts know no classes, designs do not keep the shares of classes there either.
    """

    fixed: ClassVar[bool] = False  # kinds are the outcomes themselves, n00, n01, n10, n11: nothing is left to chance

    @abstractmethod
    def kinds(self, rng: np.random.Generator, datasets: int) -> Ints:
        """Draw datasets as counts [dataset, kind]."""

    @abstractmethod
    def outcomes(self, tested: Ints, rng: np.random.Generator) -> Ints:
        """Turn test sets as counts [..., kind] into counts [..., 4] of n00, n01, n10, n11.

        That is rows that both learners get wrong, that only the second gets right, only the first, both.
        """
