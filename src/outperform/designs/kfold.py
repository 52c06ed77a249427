"""Cross-validation: rows are dealt into folds, each fold is tested once. 5x2 and leave-one-out are special cases."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from outperform.core import Dataset, InputError, Ints, Plan
from outperform.core.limits import SPLITS
from outperform.designs._base import RowDesign, row_count
from outperform.designs._rows import Rows


@dataclass(frozen=True)
class KFold(RowDesign):
    """Deal the rows into random folds and test on each fold once; each repeat makes new folds.

    Folds differ by at most one row, in total and per class. With groups, whole groups are dealt.

    Notes
    -----
    Answers: for training sets of n (k - 1) / k rows. In each repeat every row is tested once; any two training sets
    share (k - 2) / (k - 1) of their rows. More repeats contain the splits of fewer.

    Degenerate: fewer rows (or groups) than folds raise an error. A class with fewer rows than folds is missing from
    some folds, with a note. A numeric target is not stratified.

    Examples
    --------
    >>> [len(test) for _, test in KFold(folds=3).split(range(9))]
    [3, 3, 3]
    """

    slug = "kfold"
    folds: int = 10
    repeats: int = 1
    stratify: bool | None = field(default=None, kw_only=True)
    seed: int = field(default=0, compare=False, kw_only=True, metadata={"spec": False})

    def __post_init__(self) -> None:
        """Raise SpecError for parameters that fit no data set."""
        super().__post_init__()
        self._require_least(folds=2, repeats=1)

    def plan(self, dataset: Dataset, rng: np.random.Generator) -> Plan:
        """Deal the rows once per repeat."""
        rows = self._rows(dataset)
        self._require_units(rows, self.folds, "folds")
        deal = _deal_rows if rows.groups is None else _deal_groups
        labels = np.stack([deal(rows, self.folds, rng, repeat) for repeat in range(self.repeats)])
        return Plan(rows.size, labels, notes=rows.notes(self.folds, "folds"), units=rows.groups)

    def _count(self) -> int:
        return self.repeats * self.folds


@dataclass(frozen=True)
class FiveByTwo(KFold):
    """Split the rows into two random halves, five times (Dietterich 1998, 3.5).

    Notes
    -----
    Answers: for training sets of n / 2 rows, with ten fits per learner. The two training sets of a repeat share no row;
    those of different repeats share about half of theirs; the exact overlap is random.

    Examples
    --------
    >>> [len(test) for _, test in FiveByTwo().split(range(10))]
    [5, 5, 5, 5, 5, 5, 5, 5, 5, 5]
    """

    slug = "5x2"
    folds: int = field(default=2, init=False)
    repeats: int = field(default=5, init=False)


@dataclass(frozen=True)
class LeaveOneOut(RowDesign):
    """Test on each row once and train on all others; with groups, test on each group once.

    Notes
    -----
    Answers: for training sets of n - 1 rows, with n fits per learner. Nothing is random: every seed gives the same
    splits.

    Degenerate: a metric that needs several rows, such as roc_auc, is undefined on a test set of one row. Tests on
    scores of k folds accept these splits, but differences on single rows are far from normal.

    Examples
    --------
    >>> [test.tolist() for _, test in LeaveOneOut().split("abc")]
    [[0], [1], [2]]
    """

    slug = "leave-one-out"
    stratify: bool | None = field(default=False, init=False)  # one row cannot be stratified
    seed: int = field(default=0, compare=False, kw_only=True, metadata={"spec": False})

    def plan(self, dataset: Dataset, rng: np.random.Generator) -> Plan:
        """Make one fold per row or group, in their order."""
        del rng  # nothing is random
        rows = self._rows(dataset)
        self._require_units(rows, 2, "folds")
        SPLITS.check(self.slug, rows.units)
        folds = np.arange(rows.size) if rows.groups is None else rows.groups
        return Plan(rows.size, folds[np.newaxis], units=rows.groups)

    def get_n_splits(self, X: Any = None, y: Any = None, groups: Any = None) -> int:
        """Count the rows, or the groups; scikit-learn passes them."""
        del y
        if groups is not None:
            return len(set(np.asarray(groups).tolist()))
        return self._count() if X is None else row_count(X)

    def _count(self) -> int:
        raise InputError("X", f"is missing: {self} makes one split per row, so pass the rows")


def _deal_rows(rows: Rows, folds: int, rng: np.random.Generator, repeat: int) -> Ints:
    """Deal the rows class after class without a restart, so that remainders of the classes do not add up."""
    turns = rng.permutation(folds)  # the extra rows of the remainder go to random folds
    return rows.spread(turns[np.arange(rows.size) % folds], rng, repeat)


def _deal_groups(rows: Rows, folds: int, rng: np.random.Generator, repeat: int) -> Ints:
    """Deal the groups, large ones first, each to the fold that has the least of its rows and classes."""
    brought = np.column_stack([rows.counts.sum(axis=1), rows.counts])
    shares = brought / brought.sum(axis=0)
    held = np.zeros((folds, shares.shape[1]))
    fold_of = np.empty(rows.units, dtype=np.int64)
    for group in _large_first(brought[:, 0], rows, rng, repeat):
        fold = int(np.argmin(np.round(held @ shares[group], 12)))  # rounded, so that ties are ties on every machine
        held[fold] += shares[group]
        fold_of[group] = fold
    labels: Ints = rng.permutation(folds)[fold_of][rows.groups]
    return labels


def _large_first(sizes: Ints, rows: Rows, rng: np.random.Generator, repeat: int) -> Ints:
    """Order groups by size, those within a factor of two at random: a strict order would repeat one split."""
    chances = rng.random(len(sizes)) if rows.ids is None else rows.ids.draws("row", repeat)
    order: Ints = np.lexsort((chances, -np.frexp(sizes)[1]))
    return order
