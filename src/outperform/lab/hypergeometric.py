"""Hypergeometric draws by inversion of tables, for the many draws of a study that share their parameters.

A draw depends only on the uniform number, not on which part of a table exists: tables may be dropped and built again
at any time without changing a bit.
"""

from dataclasses import dataclass

import numpy as np

from outperform.core import Floats, Ints, Values

LARGEST = 2_000  # rows up to which a table is faster than numpy's own method
REACH = 8.4  # standard deviations that a table spans: what lies beyond has probability below 1e-16
ROOM = 30_000_000  # numbers that all tables together may hold

_tables: dict[tuple[int, int], "LawTable"] = {}  # of the process: they follow from their keys, and ROOM bounds them


@dataclass(frozen=True, eq=False)
class LawTable:
    """The laws of how many of ``good`` rows are in a sample, for a range of good beginning at ``base``."""

    base: int
    least: Ints  # the first outcome of each row
    cumulative: Floats  # [good - base, outcome - least]
    guide: Values  # [good - base, step]: between this and the next lies what a uniform number of this step can mean

    def covers(self, first: int, last: int) -> bool:
        """Return whether a range of good is in the table."""
        return self.base <= first and last < self.base + len(self.least)

    def invert(self, good: Ints, uniform: Floats) -> Ints:
        """Find the outcome at which the law first exceeds a uniform number."""
        row = good - self.base
        law, steps, start = self.cumulative.reshape(-1), self.guide.shape[1], row * self.cumulative.shape[1]
        place = row * steps + (uniform * (steps - 1)).astype(np.intp)
        guide = self.guide.reshape(-1)
        low = guide.take(place).astype(np.intp)
        beyond = law.take(start + low) <= uniform
        low += beyond  # nearly all searches end here
        wide = np.flatnonzero(beyond)
        wide = wide[low[wide] < guide.take(place[wide] + 1)]
        low[wide] = _bisect(law, start[wide], low[wide], guide.take(place[wide] + 1).astype(np.intp), uniform[wide])
        found: Ints = self.least.take(row) + low
        return found


def _bisect(law: Floats, start: Ints, low: Ints, high: Ints, uniform: Floats) -> Ints:
    """Find the first outcome from low to high at which the law exceeds a uniform number, for all at once."""
    while (low < high).any():
        middle = (low + high) // 2
        beyond = law[start + middle] <= uniform  # never where low is high: there it is found
        low, high = np.where(beyond, middle + 1, low), np.where(beyond, high, middle)
    return low


def hypergeometric(good: Ints, total: int, sample: int, rng: np.random.Generator) -> Ints:
    """Draw how many of ``good`` rows are among ``sample`` of ``total``, for many values of good at once.

    Examples
    --------
    >>> hypergeometric(np.array([0, 5, 10]), 10, 4, np.random.default_rng(0))[[0, 2]]
    array([0, 4])
    """
    if total > LARGEST or not 0 < sample < total:
        return rng.hypergeometric(good, total - good, sample)
    return _covering(total, sample, int(good.min()), int(good.max())).invert(good, rng.random(len(good)))


def _covering(total: int, sample: int, first: int, last: int) -> LawTable:
    """Return the table of a range; build it with some margin on either side if there is none."""
    known = _tables.get((total, sample))
    if known is not None and known.covers(first, last):
        return known
    if known is not None:
        first, last = min(first, known.base), max(last, known.base + len(known.least) - 1)
    room = 2 + (last - first) // 7
    table = _build(total, sample, max(0, first - room), min(total, last + room))
    if sum(each.cumulative.size for each in _tables.values()) + table.cumulative.size > ROOM:
        _tables.clear()
    _tables[total, sample] = table
    return table


def _build(total: int, sample: int, first: int, last: int) -> LawTable:
    good = np.arange(first, last + 1)
    share = sample / total
    sd = np.sqrt(good * share * (1 - share) * (total - good) / max(1, total - 1))
    least = np.maximum(np.maximum(0, sample - (total - good)), np.floor(good * share - REACH * sd - 2)).astype(np.int64)
    width = int(2 * (REACH * sd.max() + 2)) + 2
    cumulative = np.cumsum(_law(good[:, np.newaxis], least[:, np.newaxis] + np.arange(width), total, sample), axis=1)
    cumulative /= cumulative[:, -1:]
    cumulative[:, -1] = np.inf
    count = 1024 if width < 200 else 256  # of steps in the guide
    steps = np.arange(count) / count
    guide = np.full((len(good), count + 1), width - 1, dtype=np.int16)
    for row, law in enumerate(cumulative):
        guide[row, :-1] = np.searchsorted(law, steps, side="right")
    return LawTable(first, least, cumulative, guide)


def _law(good: Ints, outcome: Ints, total: int, sample: int) -> Floats:
    """Return the law [good, outcome] up to a factor per row, from the ratios of neighbouring outcomes."""
    before = outcome[:, :-1].astype(np.float64)
    more = np.maximum(0, (good - before) * (sample - before))
    fewer = (before + 1) * np.maximum(1, total - good - sample + before + 1)
    with np.errstate(divide="ignore"):
        logs = np.cumsum(np.log(more / fewer), axis=1)
    logs = np.concatenate([np.zeros((len(good), 1)), logs], axis=1)
    weights: Floats = np.exp(logs - logs.max(axis=1, keepdims=True))
    return weights
