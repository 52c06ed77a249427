"""Differences of pairs of learners on data sets, with ties up to rounding."""

from collections.abc import Callable
from dataclasses import dataclass
from math import prod

import numpy as np

from outperform.core import Floats, Ints, LeagueCells, PairOutcomes
from outperform.core.league_cells import TIE

ROUNDED = 1e-12
"""A variance of a difference below this part of the variances of its two scores is what their products rounded to."""
_BATCH = 2**17  # numbers at a time, so that what is sorted stays in the processor's cache


@dataclass(frozen=True, eq=False)
class PairDifferences:
    """First less second on every data set; 0 where the two are tied up to rounding, NaN where a cell is missing."""

    values: Floats  # [..., pair, dataset]
    near: Floats  # [..., pair, dataset]: sizes that are closer than the larger of their two are tied

    @property
    def known(self) -> Ints:
        """How many data sets both have [..., pair]."""
        found: Ints = np.count_nonzero(~np.isnan(self.values), axis=-1)
        return found

    @property
    def wins(self) -> tuple[Ints, Ints, Ints]:
        """Data sets where the first is better, where both are tied, and where the second is better [..., pair]."""
        signs = np.sign(self.values)
        first, tied, second = (np.count_nonzero(signs == side, axis=-1) for side in (1, 0, -1))
        return first, tied, second


def differences_of(cells: LeagueCells, pairs: Ints) -> PairDifferences:
    """Subtract the second of every pair [pair, 2] from the first.

    Two scores are tied where they differ by at most ``TIE`` times the larger of the two: a third learner with a huge
    score makes no ties.

    Examples
    --------
    >>> cells = LeagueCells(("x", "y"), ("a", "b"), np.array([[0.3, 0.1 + 0.2], [0.9, 0.8]]))
    >>> differences_of(cells, np.array([[0, 1]])).values.round(4).tolist()
    [[0.0, 0.1]]
    """
    values = np.ascontiguousarray(np.swapaxes(cells.values, -1, -2))  # [..., learner, dataset]
    sizes = np.abs(values)
    first, second = pairs[:, 0], pairs[:, 1]
    apart = values[..., first, :] - values[..., second, :]
    near = TIE * np.maximum(sizes[..., first, :], sizes[..., second, :])
    np.copyto(apart, 0.0, where=np.abs(apart) <= near)
    return PairDifferences(apart, near)


def variances_of(cells: LeagueCells, pairs: Ints) -> Floats | None:
    """Return the variances of the differences, as estimates of the expected ones [..., pair, dataset].

    NaN where they are unknown; None where none is known. A variance is 0 where rounding alone could make it: up to
    ``ROUNDED`` times the variances of the two scores, or a standard error that is a tie.
    """
    if cells.error is None:
        return None
    first, second = pairs[:, 0], pairs[:, 1]
    own = np.diagonal(cells.error, axis1=-2, axis2=-1)
    apart = own[..., first] + own[..., second]
    both = apart - 2 * cells.error[..., first, second]
    sizes = np.fmax(np.abs(cells.values[..., first]), np.abs(cells.values[..., second]))
    rounded = both <= np.maximum(ROUNDED * apart, (TIE * np.nan_to_num(sizes)) ** 2)
    return np.ascontiguousarray(np.swapaxes(np.where(rounded, 0.0, both), -1, -2))


def over_leagues(
    cells: LeagueCells, pairs: Ints, judge: Callable[[LeagueCells], tuple[Floats, Floats, Floats]]
) -> PairOutcomes:
    """Judge leagues in batches that fit into the processor's cache; ``judge`` returns arrays [league, pair].

    These are statistics, p-values and directions.
    """
    lead, shape = cells.values.shape[:-2], cells.values.shape[-2:]
    leagues = prod(lead)
    values, error = cells.values.reshape(leagues, *shape), cells.error
    own = error is not None and error.ndim > 3  # whether each league has errors of its own
    if error is not None and own:
        error = error.reshape(leagues, *error.shape[-3:])
    size = max(1, _BATCH // max(1, shape[0] * len(pairs)))
    made = np.empty((3, leagues, len(pairs)))
    for start in range(0, leagues, size):
        part = slice(start, start + size)
        some = error[part] if error is not None and own else error
        made[:, part] = judge(LeagueCells(cells.datasets, cells.learners, values[part], some))
    statistic, pvalue, direction = made.reshape(3, *lead, len(pairs))
    return PairOutcomes(statistic, pvalue, direction)
