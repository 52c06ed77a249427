"""Predictions from neighbours: votes or a mean, and whether a tie among neighbours can change them."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from outperform.core import Bools, Floats, Ints, Values


@dataclass(frozen=True, eq=False)
class Choice:
    """Lists of neighbours: those certainly among the k nearest, and those that tie for the remaining places."""

    near: Ints  # [row, place]
    taken: Bools  # [row, place]: nearer than the k-th, by more than rounding
    tied: Bools  # [row, place]: as far as the k-th
    left: Ints  # [row]: how many of the tied are needed


class BallotRule(ABC):
    """How neighbours make a prediction."""

    kind: ClassVar[type]  # type of the predictions

    @property
    def width(self) -> int:
        """Numbers per row needed for the computation."""
        return 1

    @abstractmethod
    def plain(self, neighbours: Ints) -> Values:
        """Predict from neighbours[row, place]."""

    @abstractmethod
    def settle(self, choice: Choice) -> tuple[Values, Bools]:
        """Predict where neighbours tie; return also where every choice among them gives the same prediction."""

    def name(self, predictions: Values) -> Values:
        """Return predictions as values of the target."""
        return predictions


@dataclass(frozen=True, eq=False)
class Votes(BallotRule):
    """The class with the most neighbours, the first of equals."""

    classes: Values
    codes: Ints

    kind = np.int64

    @property
    def width(self) -> int:
        """One count per class."""
        return len(self.classes)

    def plain(self, neighbours: Ints) -> Values:
        """Count votes."""
        codes = self.codes[neighbours]
        if codes.shape[1] == 1:
            return codes[:, 0]
        winner: Ints = self._count(codes, np.ones_like(codes, dtype=np.bool_)).argmax(axis=1)
        return winner

    def settle(self, choice: Choice) -> tuple[Values, Bools]:
        """Compare the fewest votes that the winner can get with the most of every other class."""
        codes = self.codes[choice.near]
        certain, possible = self._count(codes, choice.taken), self._count(codes, choice.tied)
        left = choice.left[:, np.newaxis]
        fewest = certain + np.maximum(0, left - (possible.sum(axis=1, keepdims=True) - possible))
        most = certain + np.minimum(left, possible)
        winner = fewest.argmax(axis=1)
        rows = np.arange(len(winner))
        votes = fewest[rows, winner][:, np.newaxis]
        later = np.arange(len(self.classes)) > winner[:, np.newaxis]
        beaten = (most < votes) | ((most == votes) & later)
        beaten[rows, winner] = True
        return winner, beaten.all(axis=1)

    def name(self, predictions: Values) -> Values:
        """Return the classes."""
        return self.classes[predictions]

    def _count(self, codes: Ints, mask: Bools) -> Ints:
        """Count the classes [row, class] of the neighbours in the mask."""
        rows, count = len(codes), len(self.classes)
        cells = (codes + count * np.arange(rows)[:, np.newaxis])[mask]
        return np.bincount(cells, minlength=rows * count).reshape(rows, count)


@dataclass(frozen=True, eq=False)
class Mean(BallotRule):
    """The mean target of the neighbours."""

    target: Floats

    kind = np.float64

    def plain(self, neighbours: Ints) -> Values:
        """Average."""
        means: Floats = self.target[neighbours].mean(axis=1)
        return means

    def settle(self, choice: Choice) -> tuple[Values, Bools]:
        """Average where all that tie have the same target."""
        target = self.target[choice.near]
        low = np.where(choice.tied, target, np.inf).min(axis=1)
        high = np.where(choice.tied, target, -np.inf).max(axis=1)
        total = np.where(choice.taken, target, 0).sum(axis=1) + choice.left * low
        return total / (choice.taken.sum(axis=1) + choice.left), low == high
