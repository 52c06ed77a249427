"""Fits that went astray without an error: one model learned nothing, where the others of its learner learned much.

A fit is compared with the other fits of the same learner. That the rows of a fold share the noise of their model is
ordinary, so two things must come together, each beyond chance:

- odd predictions: the same for all rows of the fold; or other ones than those of the next repeat for the same rows,
  far more so than in the other folds. After a single repeat only the first can be seen.
- lost skill: over half of what the learner usually gains over a constant is gone.

Odd predictions alone may come from another model that is as good, such as a stump on another column; a bad score
alone may come from difficult rows. After one repeat, and if rows stand alone, a score far beyond chance is enough.

All evidence is in nats. With m the mean over the n rows of a fold, and M(t) the mean of exp(t x) over the rows x of the
other folds, Chernoff's bound is log P(mean >= m) <= -n max_t (t m - log M(t)). Where folds vary more than their rows
explain, by a factor phi, the evidence is divided by phi, as in a quasi-likelihood (McCullagh & Nelder 1989, 9.2).
"""

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from outperform.core import Floats, Ints, Values

ODD = 0.05  # bound on the chance that a run has a fit this odd; the chance itself is about a fifth of it
ALONE = 0.01  # the same for a bad score after one repeat
LOST = 0.1  # the same for a bad score of one fit that is odd
SUSPECT = 2.5  # evidence of being odd, of a fit that is set aside if its score is bad, too
VISIBLE = 2.5  # a fit that learned nothing would show this evidence; below it nothing can be seen
FARTHEST = 4.0  # errors count up to this many median errors of a constant, so that outliers decide nothing
MOST = 2_000_000  # rows of all repeats that are looked at
BINS = 64
TILTS = np.geomspace(0.05, 200, 60)  # t, in units of the largest value
CENTRAL = 0.9  # share of the folds that show how much folds vary ...
CENTRAL_SQUARE = 0.623  # ... and the mean square of a normal variable in its central 90%


def fits_astray(
    truth: Values, predictions: Values, labels: Ints, *, classes: int = 0, learners: int = 1, alone: bool = True
) -> list[tuple[int, int]]:
    """Return repeat and fold, from 0, of the fits of one learner that went astray.

    Parameters
    ----------
    truth, predictions
        Of each row, and [repeat, row]: numbers, or codes of classes from 0.
    labels
        The fold in which each row was tested [repeat, row].
    classes
        Number of classes; 0 where numbers are predicted.
    learners
        How many are looked at in the same run.
    alone
        Whether rows are independent of one another: not if they belong to groups.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> truth, labels = rng.permutation(200) % 2, np.stack([rng.permutation(200) % 10 for _ in range(2)])
    >>> predictions = np.where(rng.random((2, 200)) < 0.9, truth, 1 - truth)
    >>> fits_astray(truth, predictions, labels, classes=2)
    []
    >>> predictions[1, labels[1] == 3] = 0  # one fit predicts the same for all rows
    >>> fits_astray(truth, predictions, labels, classes=2)
    [(1, 3)]
    """
    step = 1 + labels.size // MOST
    truth, predictions, labels = truth[::step], predictions[:, ::step], labels[:, ::step]
    folds = _Folds(labels)
    rows = _of_classes(truth, predictions, folds, classes) if classes else _of_numbers(truth, predictions, folds)
    everything = np.ones(labels.shape)
    found = _look(rows, folds, everything, everything)
    suspects = (found.odd > SUSPECT) & (found.lost > -np.log(LOST))
    if suspects.any():  # once more without them, so that they do not hide each other
        aside = suspects[folds.place].reshape(labels.shape)
        found = _look(rows, folds, 1.0 - aside, 1.0 - np.roll(aside, -1, axis=0))
    tests = np.log(folds.count * learners)
    bad = found.lost > -np.log(LOST)
    natural = 1 + np.count_nonzero((found.odd > SUSPECT) & ~bad)  # other models that are as good as the rest
    astray = (found.odd > tests - np.log(ODD)) & (found.lost > 2 * np.log(natural) - np.log(LOST))
    if alone and len(labels) == 1:
        astray |= found.lost > tests - np.log(ALONE)
    return [divmod(int(place), folds.folds) for place in np.flatnonzero(astray & (found.visible > VISIBLE))]


@dataclass(frozen=True, eq=False)
class _Folds:
    """Which rows are tested together."""

    labels: Ints

    @cached_property
    def folds(self) -> int:
        return int(self.labels.max()) + 1

    @property
    def count(self) -> int:
        return len(self.labels) * self.folds

    @cached_property
    def place(self) -> Ints:
        """The fold of each row of each repeat; folds are numbered over all repeats."""
        found: Ints = (self.labels + self.folds * np.arange(len(self.labels))[:, np.newaxis]).ravel()
        return found

    @cached_property
    def size(self) -> Floats:
        return np.maximum(np.bincount(self.place, minlength=self.count), 1).astype(np.float64)

    def mean(self, values: Floats) -> Floats:
        """Average the rows [repeat, row] of each fold."""
        sums = np.bincount(self.place, np.broadcast_to(values, self.labels.shape).ravel(), self.count)
        found: Floats = sums / self.size
        return found

    def shares(self, codes: Ints, classes: int) -> Floats:
        """Return the share of each class in each fold."""
        keys = self.place * classes + np.broadcast_to(codes, self.labels.shape).ravel()
        found: Floats = (
            np.bincount(keys, minlength=self.count * classes).reshape(-1, classes) / self.size[:, np.newaxis]
        )
        return found

    def excess(self, values: Floats, others: Floats, own: Floats, blind: float) -> "_Excess":
        """Compare the mean of each fold with the rows of all others.

        Values [repeat, row] are 0 or more. ``others`` is 1 for the rows that show what is usual, and ``own`` for those
        that count in the mean of their own fold. ``blind`` is a mean whose evidence is wanted, too.
        """
        top = float(values.max())
        if top <= 0:
            return _Excess(*np.zeros((4, self.count)))
        centres = np.linspace(0, top, BINS + 1)
        keys = self.place * (BINS + 1) + np.rint(values.ravel() * (BINS / top)).astype(np.int64)
        held, shown = (
            np.bincount(keys, w.ravel(), self.count * (BINS + 1)).reshape(-1, BINS + 1) for w in (own, others)
        )
        size = np.maximum(held.sum(axis=1), 1)
        means = held @ centres / size
        pool = (shown.sum(axis=0) - shown) / len(self.labels) + 1 / (BINS + 1)  # and one row of any value
        pool /= pool.sum(axis=1, keepdims=True)
        usual = pool @ centres
        tilts = TILTS / top
        logs = np.log(pool @ np.exp(np.outer(centres - top, tilts)))
        phi = self._phi(means, size, held.sum(axis=0), centres)
        rates = (
            np.maximum(0, (tilts * (m - top)[:, np.newaxis] - logs).max(axis=1)) * (m > usual)
            for m in (means, np.full(self.count, blind))
        )
        evidence, visible = (size * rate / phi for rate in rates)
        return _Excess(evidence, means, usual, visible)

    @staticmethod
    def _phi(means: Floats, size: Floats, held: Floats, centres: Floats) -> float:
        """Return by how much folds vary more than rows explain, at least 1; the folds farthest off do not count."""
        share = held / held.sum()
        variance = float(share @ (centres - share @ centres) ** 2)
        squares = np.sort((means - np.median(means)) ** 2 * size)[: int(np.ceil(CENTRAL * means.size))]
        return max(1.0, float(squares.mean()) / CENTRAL_SQUARE / variance) if variance > 0 else 1.0


class _Excess(NamedTuple):
    """Of each fold."""

    evidence: Floats  # that chance does not explain how large its mean is
    mean: Floats
    usual: Floats  # mean of the others
    visible: Floats  # evidence that a blind mean would have


@dataclass(frozen=True, eq=False)
class _Rows:
    """What is measured of each row [repeat, row]."""

    loss: Floats
    blind: Floats  # [row]: the loss of a constant
    association: Floats  # the part of the row in the covariance of truth and prediction within its fold
    apart: Floats | None  # how far the next repeat predicts something else; None with one repeat
    same: Floats  # [fold]: pairs of rows with the same prediction


class _Evidence(NamedTuple):
    """Evidence of each fold."""

    odd: Floats
    lost: Floats
    visible: Floats


def _look(rows: _Rows, folds: _Folds, others: Floats, told: Floats) -> _Evidence:
    everything = np.ones(folds.labels.shape)
    loss = folds.excess(rows.loss, others, everything, float(rows.blind.mean()))
    top = float(rows.association.max())
    bond = folds.excess(top - rows.association, others, everything, top)
    gain, strength = rows.blind.mean() - loss.usual, top - bond.usual
    worse = (gain > 0) & (folds.mean(rows.blind) - loss.mean < gain / 2)
    looser = (strength > 1e-9 * top) & (top - bond.mean < strength / 2)
    pairs = folds.size * (folds.size - 1)
    constant = (rows.same >= pairs) & (folds.size > 1)
    tied = (rows.same.sum() - rows.same + 1) / (pairs.sum() - pairs + 1)
    odd = np.where(constant, (folds.size - 1) * -np.log(np.minimum(tied, 1)), 0.0)
    if rows.apart is not None:
        odd = np.maximum(odd, folds.excess(rows.apart, others * told, told, 0.0).evidence)
    lost = np.maximum(loss.evidence * worse, bond.evidence * looser) - np.log(2)
    return _Evidence(odd, lost, np.maximum(loss.visible, bond.visible))


def _of_classes(truth: Ints, said: Ints, folds: _Folds, classes: int) -> _Rows:
    wrong = (said != truth).astype(np.float64)
    actual, predicted = folds.shares(truth, classes), folds.shares(said, classes)
    true, place = np.broadcast_to(truth, said.shape).ravel(), folds.place
    chance = (actual * predicted).sum(axis=1)
    association = 1 - wrong.ravel() - predicted[place, true] - actual[place, said.ravel()] + chance[place]
    same = ((predicted * folds.size[:, np.newaxis]) ** 2).sum(axis=1) - folds.size
    apart = (said != np.roll(said, -1, axis=0)).astype(np.float64) if len(said) > 1 else None
    majority = np.bincount(truth, minlength=classes).argmax()
    return _Rows(wrong, (truth != majority).astype(np.float64), association.reshape(said.shape), apart, np.rint(same))


def _of_numbers(truth: Floats, said: Floats, folds: _Folds) -> _Rows:
    errors = np.abs(truth - np.median(truth))
    scale = float(np.median(errors)) or float(errors.mean()) or 1.0
    ranks = [_centred(_mid_ranks(values), folds) for values in (np.broadcast_to(truth, said.shape), said)]
    order = np.lexsort((said.ravel(), folds.place))
    place, values = folds.place[order], said.ravel()[order]
    starts = np.flatnonzero(np.r_[True, (np.diff(place) != 0) | (np.diff(values) != 0)])
    ties = np.diff(np.r_[starts, values.size]).astype(np.float64)
    same = np.bincount(place[starts], ties**2, folds.count) - folds.size
    apart = np.minimum(np.abs(said - np.roll(said, -1, axis=0)) / scale, FARTHEST) if len(said) > 1 else None
    loss, blind = (np.minimum(each / scale, FARTHEST) for each in (np.abs(said - truth), errors))
    return _Rows(loss, blind, ranks[0] * ranks[1], apart, same)


def _mid_ranks(values: Floats) -> Floats:
    """Return ranks from 0 to 1; equal values share theirs."""
    ordered = np.sort(values, axis=None)
    found: Floats = (np.searchsorted(ordered, values, "left") + np.searchsorted(ordered, values, "right")) / (
        2 * ordered.size
    )
    return found


def _centred(values: Floats, folds: _Folds) -> Floats:
    found: Floats = values - folds.mean(values)[folds.place].reshape(values.shape)
    return found
