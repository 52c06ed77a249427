"""Splits that follow time: train on the past, test on what comes next."""

from dataclasses import dataclass, field

import numpy as np

from outperform.core import Dataset, InputError, Ints, Plan, SpecError, Split
from outperform.designs._base import RowDesign
from outperform.designs._rows import Rows


@dataclass(frozen=True)
class Forward(RowDesign):
    """Train on the first rows and test on the next block, with a growing training set; rows are in time order.

    The rows are cut into blocks in their order. Each block but the first is tested once, by learners that are trained
    on all rows before it. Rows of the same time, and neighbouring rows of one group, stay in one block.

    Parameters
    ----------
    folds
        Blocks that are tested.
    start
        Share of the rows in the first training set; 0 makes it as large as a test block.

    Notes
    -----
    Answers: for learners that are trained on the past and used on what comes next. Training sets grow from
    n / (k + 1) to n k / (k + 1) rows, each contains the one before, and the first rows are never tested. Nothing is
    random: every seed gives the same splits.

    Degenerate: fewer than k + 1 rows (or times, or runs of one group) raise an error. Training rows whose group is also
    in the test block are left out of that training set; if none is left, that is an error. ``seed="data"`` orders rows
    by their values and cannot be used.

    Examples
    --------
    >>> [(train.tolist(), test.tolist()) for train, test in Forward(folds=3).split("abcd")]
    [([0], [1]), ([0, 1], [2]), ([0, 1, 2], [3])]
    """

    slug = "forward"
    folds: int = 10
    start: float = 0.0
    stratify: bool | None = field(default=False, init=False)  # time decides which rows are together
    seed: int = field(default=0, compare=False, kw_only=True, metadata={"spec": False})

    def __post_init__(self) -> None:
        """Raise SpecError for parameters that fit no data set."""
        super().__post_init__()
        self._require_least(folds=2)
        if not 0 <= self.start < 1:
            raise SpecError(f"{self.slug}.start", f"must be a share of the rows, from 0 to below 1, got {self.start}")

    def plan(self, dataset: Dataset, rng: np.random.Generator) -> Plan:
        """Cut the rows into blocks, in their order."""
        del rng  # nothing is random
        if dataset.ids is not None:
            problem = f"'data' orders the rows by their values, but {self} needs them in time order; use a whole number"
            raise InputError("seed", problem)
        rows = self._rows(dataset)
        edges = self._edges(dataset, rows)
        splits = [self._split(rows, edges, fold) for fold in range(self.folds)]
        return Plan(rows.size, None, tuple(splits), units=rows.groups)

    def _count(self) -> int:
        return self.folds

    def _edges(self, dataset: Dataset, rows: Rows) -> Ints:
        """Return the first row of each test block, then the number of rows."""
        starts = _starts(rows, dataset.times)
        if len(starts) <= self.folds:
            units = "rows" if len(starts) == rows.size else "times or runs of rows of one group"
            problem = f"needs at least {self.folds + 1} {units} in time order, but the data have {len(starts)}"
            raise InputError(str(self), f"{problem}; use fewer folds")
        first = self.start or 1 / (self.folds + 1)
        wanted = np.ceil(np.linspace(first, 1, self.folds + 1)[:-1] * rows.size - 1e-9)
        places, order = np.searchsorted(starts, wanted), np.arange(self.folds)
        places = np.maximum.accumulate(np.maximum(places, 1) - order) + order  # each block has a run at least ...
        places = np.minimum(places, len(starts) - self.folds + order)  # ... and so has every block after it
        return np.append(starts[places], rows.size).astype(np.int64)

    def _split(self, rows: Rows, edges: Ints, fold: int) -> Split:
        train, test = np.arange(edges[fold]), np.arange(edges[fold], edges[fold + 1])
        if rows.groups is not None:
            train = train[~np.isin(rows.groups[train], rows.groups[test])]
        if not len(train):
            problem = f"every row before test block {fold + 1} belongs to a group that is also in it"
            raise InputError(str(self), f"{problem}; leave the groups out, or use fewer folds")
        return Split(train, test, 0, fold)


def _starts(rows: Rows, times: Ints | None) -> Ints:
    """Return the first row of each run: neighbouring rows of one time or of one group."""
    together = np.zeros(rows.size - 1, dtype=bool)
    for values in (rows.groups, times):
        if values is not None:
            together |= values[1:] == values[:-1]
    return np.append(0, 1 + np.flatnonzero(~together))
