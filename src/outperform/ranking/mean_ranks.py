"""Ranks of all learners within each data set; 1 is best."""

from dataclasses import dataclass

import numpy as np

from outperform.core import Floats, Ints, LeagueCells
from outperform.core.league_cells import TIE
from outperform.ranking.ranks import ranks_of


@dataclass(frozen=True, eq=False)
class LeagueRanks:
    """Twice the mid-ranks of the learners, 1 is best; 0 on data sets that not all learners have."""

    doubled: Ints  # [..., dataset, learner]
    count: Ints  # [...]: data sets that all learners have

    @property
    def mean(self) -> Floats:
        """Mean ranks [..., learner]; NaN without a data set that all learners have."""
        count = np.where(self.count > 0, self.count, np.nan)[..., np.newaxis]
        found: Floats = self.doubled.sum(axis=-2) / (2 * count)
        return found


def league_ranks(cells: LeagueCells) -> LeagueRanks:
    """Rank the learners on every data set; scores that differ only by rounding share mid-ranks.

    Examples
    --------
    >>> cells = LeagueCells(("x", "y"), ("a", "b", "c"), np.array([[0.9, 0.8, 0.8], [0.5, 0.7, 0.6]]))
    >>> league_ranks(cells).mean.tolist()
    [2.0, 1.75, 2.25]
    """
    ranks = ranks_of(-cells.values, TIE * np.abs(cells.values))
    doubled = np.empty(ranks.doubled.shape, dtype=np.int64)
    np.put_along_axis(doubled, ranks.order, ranks.doubled, axis=-1)
    doubled[~cells.complete] = 0
    return LeagueRanks(doubled, np.count_nonzero(cells.complete, axis=-1))
