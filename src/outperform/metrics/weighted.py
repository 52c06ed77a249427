"""Rank metrics of many weighted samples of the same rows: one sort, then cumulative sums over weights [..., row].

A weight says how often a row is in the sample; a sample has as many rows as there are, as a bootstrap sample has. All
sums are of whole numbers, so they are exact.
"""

from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from outperform.core import Bools, Floats, Ints
from outperform.metrics.ranks import Ranking

Weights = NDArray[np.int32]


class RankedRows(Protocol):
    """The responses of one learner, sorted once and scored on many samples."""

    def scores(self, weights: Weights) -> Floats:
        """Return the metric of samples [...]; NaN where it is undefined."""


@dataclass(frozen=True, eq=False)
class Opposed:
    """The rows of one class among the sorted rows of the other."""

    rows: Ints | slice
    count: int  # of rows
    others: Ints  # sorted by their response
    below: Ints  # [row]: others with a lower response
    tied: Ints | None  # [row]: others with a lower or the same response; None where no responses are tied

    @classmethod
    def of(cls, mine: Bools, responses: Floats) -> "Opposed":
        """Sort the rows that are not mine."""
        rows, others = np.flatnonzero(mine), np.flatnonzero(~mine)
        others = others[np.argsort(responses[others])]
        below, tied = (np.searchsorted(responses[others], responses[rows], side) for side in ("left", "right"))
        return cls(_span(rows), rows.size, others, below, None if np.array_equal(below, tied) else tied)

    def sums(self, weights: Weights) -> Weights:
        """Return the weights of the others [..., 1 + other], summed in their order from 0 on."""
        sums = np.zeros((*weights.shape[:-1], self.others.size + 1), dtype=weights.dtype)
        np.cumsum(np.take(weights, self.others, axis=-1), axis=-1, out=sums[..., 1:])
        return sums

    def wins(self, sums: Weights) -> Floats:
        """Return the weight of the others below each row [..., row], ties counted half."""
        below: Floats = np.take(sums, self.below, axis=-1).astype(np.float64)
        return below if self.tied is None else (below + np.take(sums, self.tied, axis=-1)) / 2


def _span(rows: Ints) -> Ints | slice:
    """Return rows without gaps as a slice, which needs no copy of their weights."""
    without_gaps = rows.size > 0 and rows[-1] - rows[0] + 1 == rows.size
    return slice(int(rows[0]), int(rows[-1]) + 1) if without_gaps else rows


@dataclass(frozen=True, eq=False)
class WeightedArea:
    """The area under the ROC curve."""

    positive: Bools  # [row]
    high: Opposed  # the positive rows among the negative ones
    low: Opposed

    @classmethod
    def of(cls, positive: Bools, responses: Floats) -> "WeightedArea":
        """Sort the rows of both classes."""
        return cls(positive, Opposed.of(positive, responses), Opposed.of(~positive, responses))

    def scores(self, weights: Weights) -> Floats:
        """Return the area of each sample; NaN where it lacks a class. The smaller class is summed."""
        more_low = self.low.count > self.high.count
        side = self.low if more_low else self.high
        sums, mine = side.sums(weights), weights[..., side.rows]
        others = sums[..., -1].astype(np.float64)
        pairs = others * (weights.shape[-1] - others)
        wins = np.divide(_pairs_won(side, sums, mine), pairs, out=np.full(pairs.shape, np.nan), where=pairs > 0)
        area: Floats = 1 - wins if more_low else wins
        return area

    def influences(self, weights: Weights) -> Floats:
        """Return the influence of each row [..., row] on the area of each sample; NaN where it lacks a class."""
        found, size = np.empty(weights.shape), float(weights.shape[-1])
        for side, sign in ((self.high, 1.0), (self.low, -1.0)):
            sums, mine = side.sums(weights), weights[..., side.rows]
            others = sums[..., -1:].astype(np.float64)
            pairs = others * (size - others)
            factor = np.divide(sign * size, pairs, out=np.full(pairs.shape, np.nan), where=pairs > 0)
            wins = side.wins(sums)
            wins -= _dot(wins, mine)[..., np.newaxis] / np.maximum(size - others, 1.0)
            found[..., side.rows] = factor * wins
        return found


def _pairs_won(side: Opposed, sums: Weights, mine: Weights) -> Floats:
    """Return the weight of pairs in which a row is above one of the others, ties counted half."""
    below = _dot(np.take(sums, side.below, axis=-1), mine)
    return below if side.tied is None else (below + _dot(np.take(sums, side.tied, axis=-1), mine)) / 2


def _dot(left: Any, right: Any) -> Floats:
    """Multiply and sum over the last axis, exactly."""
    product: Floats = np.einsum("...i,...i->...", left, right, dtype=np.float64, casting="unsafe")
    return product


@dataclass(frozen=True, eq=False)
class WeightedPrecision:
    """Average precision."""

    order: Ints  # rows, the highest response first
    hits: Ints  # places of the positive rows in that order
    ends: Ints  # [hit]: the last place with the response of the hit

    @classmethod
    def of(cls, positive: Bools, responses: Floats) -> "WeightedPrecision":
        """Sort the rows."""
        ranking = Ranking.of(-responses)
        hits = np.flatnonzero(positive[ranking.order])
        return cls(ranking.order, hits, ranking.ends[np.searchsorted(ranking.ends, hits, side="right")] - 1)

    def scores(self, weights: Weights) -> Floats:
        """Return the average precision of each sample; NaN where it has no positive row."""
        ordered = np.take(weights, self.order, axis=-1)
        rows = np.take(np.cumsum(ordered, axis=-1, dtype=ordered.dtype), self.ends, axis=-1)
        hits = np.take(ordered, self.hits, axis=-1)
        last = np.searchsorted(self.hits, self.ends, side="right") - 1  # the last hit of each run
        found = np.take(np.cumsum(hits, axis=-1, dtype=hits.dtype), last, axis=-1)
        sums = (hits * (found / np.maximum(rows, 1))).sum(axis=-1)
        total = hits.sum(axis=-1, dtype=np.float64)
        average: Floats = np.divide(sums, total, out=np.full(total.shape, np.nan), where=total > 0)
        return average


def weights_of(picked: Ints, rows: int) -> Weights:
    """Count how often each of the rows is in samples [sample, pick]."""
    found = np.empty((picked.shape[0], rows), dtype=np.int32)
    for place, sample in enumerate(picked):
        found[place] = np.bincount(sample, minlength=rows)
    return found
