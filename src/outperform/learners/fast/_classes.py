"""Class by class: sums over the training rows of each split, as total minus fold, on centred rows."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from outperform.core import Bools, Floats, Ints, Values
from outperform.learners.fast._blocks import SplitBlock
from outperform.learners.fast._rows import class_codes

MOST_CLASSES = 100  # beyond this, sums by class are no smaller than the rows


@dataclass(frozen=True, eq=False)
class ClassRows:
    """Rows centred at their mean, and their sums and squares per class around the class mean."""

    classes: Values
    codes: Ints  # [row], and one more for the padding of blocks, which has no class
    rows: Floats  # [row, column], and a row of zeros
    members: Floats  # [row, class]: 1 in the row's class, and a row of zeros
    means: Floats  # [class, column], and a row of zeros
    counts: Floats  # [class]
    sums: Floats  # [class, column]: zero except for rounding
    squares: Floats  # [class, column]
    reach: Floats  # [column]: the largest absolute value before centring
    grain: float  # relative rounding error of a sum of the rows

    @classmethod
    def of(cls, rows: Floats, target: Values) -> "ClassRows | None":
        """Prepare rows and target; return None if the target holds no classes, one class or too many."""
        coded = class_codes(target)
        if coded is None or not 2 <= len(coded[0]) <= MOST_CLASSES:
            return None
        classes, codes = coded
        size, count = len(rows), len(classes)
        centred = np.zeros((size + 1, rows.shape[1]))
        np.subtract(rows, rows.mean(axis=0), out=centred[:size])
        members = np.zeros((size + 1, count))
        members[np.arange(size), codes] = 1
        counts = members.sum(axis=0)
        means = np.concatenate([members.T @ centred / counts[:, np.newaxis], np.zeros((1, rows.shape[1]))])
        moments = [(part.sum(axis=0), np.einsum("ij,ij->j", part, part)) for part in _parts(centred, codes, means)]
        return cls(
            classes,
            np.append(codes, count),
            centred,
            members,
            means,
            counts,
            np.array([first for first, _ in moments]),
            np.array([second for _, second in moments]),
            np.maximum(rows.max(axis=0), -rows.min(axis=0)),
            float(np.finfo(np.float64).eps * (8 + np.sqrt(size))),
        )

    def parts(self) -> Iterator[Floats]:
        """Return the rows of each class around their mean, one class at a time."""
        return _parts(self.rows, self.codes, self.means)

    def training(self, block: SplitBlock) -> "Training":
        """Sum over the training rows of each split."""
        rows = block.take(self.rows)
        around = self.means.take(block.take(self.codes), axis=0)
        np.subtract(rows, around, out=around)  # in place: allocating memory is the main cost here
        members = block.take(self.members).swapaxes(1, 2)
        counts = self.counts - members @ np.ones(members.shape[2])
        sums = self.sums - members @ around
        return Training(rows, around, members, counts, sums, sums / np.maximum(counts, 1)[..., np.newaxis])


@dataclass(frozen=True, eq=False)
class Training:
    """The rows of a block, and the counts and sums of their training sets by class.

    A copy for one solver, which may overwrite the rows once it has used them.
    """

    rows: Floats  # [split, place, column]: the test rows
    around: Floats  # [split, place, column]: around the mean of their class
    members: Floats  # [split, class, place]
    counts: Floats  # [split, class]
    sums: Floats  # [split, class, column]: around the mean of the class over all rows
    shifts: Floats  # [split, class, column]: mean of the class in the training set minus that over all rows


def _parts(rows: Floats, codes: Ints, means: Floats) -> Iterator[Floats]:
    for code, mean in enumerate(means[:-1]):
        part = rows[np.flatnonzero(codes == code)]
        part -= mean
        yield part


def choose(scores: Floats, slack: Floats) -> tuple[Ints, Bools]:
    """Return the class with the highest score, and whether it stays so if every score is wrong by its slack.

    Scores are [class, ...]; the first of equal classes is chosen.

    Examples
    --------
    >>> choose(np.array([[1.0, 1.0], [2.0, 1.1]]), np.array([[0.1, 0.1], [0.1, 0.1]]))
    (array([1, 1]), array([ True, False]))
    """
    winner: Ints = scores.argmax(axis=0)
    best: Any = np.take_along_axis(scores - slack, winner[np.newaxis], axis=0)[0]
    rival = np.full(winner.shape, -np.inf)
    for code, (score, wrong) in enumerate(zip(scores, slack, strict=True)):
        np.maximum(rival, np.where(winner == code, -np.inf, score + wrong), out=rival)
    return winner, best > rival
