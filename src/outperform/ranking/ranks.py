"""Mid-ranks of numbers that were rounded."""

from dataclasses import dataclass

import numpy as np

from outperform.core import Bools, Floats, Ints


@dataclass(frozen=True, eq=False)
class Ranks:
    """The ranks of numbers on the last axis, the smallest first, in their sorted order; NaN comes last.

    Numbers are tied where they are closer than the larger of their two ``near``, or where others that are tied with
    them link them.
    """

    order: Ints  # [..., place]: where the number of this place stood
    doubled: Ints  # [..., place]: twice the mid-rank, a whole number
    first: Bools  # [..., place]: whether a number is the first of those that it is tied with

    @property
    def unsorted(self) -> Floats:
        """The mid-ranks, where the numbers stood."""
        found = np.empty(self.doubled.shape)
        np.put_along_axis(found, self.order, self.doubled / 2, axis=-1)
        return found


def ranks_of(values: Floats, near: Floats) -> Ranks:
    """Rank numbers on the last axis.

    Examples
    --------
    >>> ranks_of(np.array([0.3, 0.1, 0.1 + 0.2, np.nan]), np.full(4, 1e-9)).unsorted[:3].tolist()
    [2.5, 1.0, 2.5]
    """
    order = np.argsort(values, axis=-1, kind="stable")
    ranked = np.take_along_axis(values, order, axis=-1)
    reach = np.take_along_axis(near, order, axis=-1)
    first = _starts(ranked, reach)
    places = np.broadcast_to(np.arange(values.shape[-1]), first.shape)
    start = np.maximum.accumulate(np.where(first, places, 0), axis=-1)
    last = np.roll(first, -1, axis=-1)
    last[..., -1:] = True
    end = np.minimum.accumulate(np.where(last, places, places.shape[-1])[..., ::-1], axis=-1)[..., ::-1]
    return Ranks(order, start + end + 2, first)


def _starts(ranked: Floats, reach: Floats) -> Bools:
    """Return where a number is beyond the reach of all smaller ones, and all larger ones do not reach below it."""
    first = np.ones(ranked.shape, dtype=bool)
    upwards = np.fmax.accumulate(ranked + reach, axis=-1)
    downwards = np.fmin.accumulate((ranked - reach)[..., ::-1], axis=-1)[..., ::-1]
    first[..., 1:] = (ranked[..., 1:] > upwards[..., :-1]) & (ranked[..., :-1] < downwards[..., 1:])
    first[..., 1:] |= np.isnan(ranked[..., 1:])
    return first
