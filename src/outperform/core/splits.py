"""Splits and plans: how the rows of one dataset are divided."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from outperform.core.arrays import Ints
from outperform.core.brief import Brief
from outperform.core.errors import InputError
from outperform.core.fingerprint import fingerprint
from outperform.core.notes import Note
from outperform.core.traits import Traits, measure, measure_labels


@dataclass(frozen=True, eq=False, repr=False)
class Split(Brief):
    """One division: rows to train on and rows to test on, with its place in the plan."""

    train: Ints
    test: Ints
    repeat: int
    fold: int

    @property
    def fingerprint(self) -> str:
        """Text that depends only on the rows: equal splits share it, in any plan."""
        return fingerprint(self.train, self.test)


@dataclass(frozen=True, eq=False, repr=False)
class Plan(Brief):
    """All divisions of ``size`` rows under one design.

    ``labels[repeat, row]`` is the fold in which a row is tested, -1 where it is never tested; a training
    set is then the complement of its test set. Where that is not so, ``listed`` has the splits one by one.
    """

    size: int
    labels: Ints | None = None
    listed: tuple[Split, ...] = ()
    notes: tuple[Note, ...] = ()
    units: Ints | None = None  # the group of each row, where groups were divided instead of rows

    @classmethod
    def from_indices(cls, size: int, pairs: Sequence[tuple[Ints, Ints]], notes: tuple[Note, ...] = ()) -> "Plan":
        """Make a plan from (train, test) index arrays; consecutive test sets that cover all rows once form a repeat."""
        if not pairs:
            raise InputError("splits", "the design made no splits")
        places = _places(size, [test for _, test in pairs])
        listed = tuple(
            Split(np.asarray(train, dtype=np.int64), np.asarray(test, dtype=np.int64), repeat, fold)
            for (train, test), (repeat, fold) in zip(pairs, places, strict=True)
        )
        if all(_is_complement(size, split) for split in listed):
            return cls(size, _labels(size, listed), notes=notes)
        return cls(size, None, listed, notes)

    @cached_property
    def places(self) -> list[tuple[int, int]]:
        """Repeat and fold of every split, in order."""
        if self.labels is None:
            return [(split.repeat, split.fold) for split in self.listed]
        return [(repeat, fold) for repeat, row in enumerate(self.labels) for fold in range(int(row.max()) + 1)]

    @cached_property
    def tested(self) -> Ints | None:
        """The fold in which each row is tested [repeat, row], -1 for never; None where a repeat tests a row twice."""
        if self.labels is not None:
            return self.labels
        return _labels(self.size, self.listed) if self.traits.disjoint else None

    def is_stratified(self, strata: Ints) -> bool:
        """Return whether test sets have the same rows of every class, up to one, as far as several rows show.

        Examples
        --------
        >>> dealt = Plan(8, np.array([[0, 1, 0, 1, 0, 1, 0, 1]]))
        >>> dealt.is_stratified(np.array([0, 0, 0, 0, 1, 1, 1, 1])), dealt.is_stratified(np.array([0, 1] * 4))
        (True, False)
        """
        counts = np.array([np.bincount(strata[each.test], minlength=strata.max() + 1) for each in self.splits])
        usual = counts if len(counts) > 1 else np.vstack([counts, np.bincount(strata) * counts.sum() / self.size])
        return bool(counts.sum(axis=1).max() > 1 and (np.ptp(usual, axis=0) <= 1).all())

    def in_one_repeat(self) -> "Plan":
        """Return splits that go forward in time, and test no row twice, as the folds of one repeat; others as they are.

        scikit-learn's TimeSeriesSplit makes such splits.
        """
        tests = np.concatenate([split.test for split in self.listed]) if self.listed else np.zeros(0, dtype=np.int64)
        if self.traits.repeats == 1 or not self.traits.forward or (np.diff(tests) <= 0).any() or not self.listed:
            return self
        return replace(self, listed=tuple(replace(each, repeat=0, fold=i) for i, each in enumerate(self.listed)))

    def split(self, repeat: int, fold: int) -> Split:
        """Return one split; its rows are made only now, since all splits together may be larger than the data."""
        if self.labels is None:
            return self.listed[self.places.index((repeat, fold))]
        tested = self.labels[repeat] == fold
        return Split(np.flatnonzero(~tested), np.flatnonzero(tested), repeat, fold)

    @property
    def splits(self) -> Iterator[Split]:
        """Return the splits in the order of repeats, then folds."""
        return (self.split(repeat, fold) for repeat, fold in self.places)

    @cached_property
    def marks(self) -> list[tuple[str, int, int]]:
        """The fingerprint of each split's rows, and its place."""
        return [(split.fingerprint, split.repeat, split.fold) for split in self.splits]

    def first(self, repeats: int) -> "Plan":
        """Return the first repeats of a plan with labels; the marks are reused."""
        assert self.labels is not None, "only repeats of folds can be cut off"
        part = replace(self, labels=self.labels[:repeats])
        part.__dict__["marks"] = [mark for mark in self.marks if mark[1] < repeats]
        return part

    @cached_property
    def traits(self) -> Traits:
        """The traits of this plan, measured from its rows."""
        if self.labels is not None:
            return measure_labels(self.labels, self.units)
        return measure(self.size, self.places, self.splits, self.units)

    @cached_property
    def fingerprint(self) -> str:
        """Text that two plans share only if they divide the rows in the same way."""
        return fingerprint(self.size, [(split.train, split.test) for split in self.splits])


def _places(size: int, tests: Sequence[Ints]) -> list[tuple[int, int]]:
    """Return repeat and fold of each test set: the longest groups that cover all rows once, else one per repeat."""
    for folds in range(len(tests), 1, -1):
        if len(tests) % folds == 0 and all(
            _covers(size, tests[start : start + folds]) for start in range(0, len(tests), folds)
        ):
            return [divmod(index, folds) for index in range(len(tests))]
    return [(index, 0) for index in range(len(tests))]


def _covers(size: int, tests: Sequence[Ints]) -> bool:
    rows = np.concatenate([np.asarray(test) for test in tests])
    return len(rows) == size and len(np.unique(rows)) == size


def _is_complement(size: int, split: Split) -> bool:
    together = np.concatenate([split.train, split.test])
    return len(together) == size and len(np.unique(together)) == size


def _labels(size: int, splits: Sequence[Split]) -> Ints:
    labels = np.full((splits[-1].repeat + 1, size), -1, dtype=np.int64)
    for split in splits:
        labels[split.repeat, split.test] = split.fold
    return labels
