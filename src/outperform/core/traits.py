"""Traits of a plan or a table of scores, and what a test needs of them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from outperform.core.arrays import Bools, Ints
from outperform.core.brief import Brief
from outperform.core.items import ItemNeeds
from outperform.surface import either

if TYPE_CHECKING:
    from outperform.core.splits import Split


def pass_sizes() -> str:
    """Return how to say how many rows each split trains and tests on."""
    return f"pass {either('--n-train and --n-test', 'n_train=… and n_test=…')}, or add these columns to the table"


@dataclass(frozen=True, eq=False, repr=False)
class Traits(Brief):
    """What is known of the splits behind a table of scores; None where it is unknown."""

    repeats: int
    folds: int
    n_train: Ints | None = None  # [repeat, fold]
    n_test: Ints | None = None
    disjoint: bool | None = None  # no row is tested twice in one repeat
    balanced: bool | None = None  # halves: training sets of different repeats share n/4 rows, up to the remainder
    missing: int = 0  # splits that are missing because a learner failed
    unit: int = 1  # rows of the largest group, where groups were split instead of rows
    forward: bool | None = None  # in every split the training rows come before the test rows

    @property
    def shape(self) -> str:
        """Repeats and folds as text."""
        return f"{self.repeats} {_plural(self.repeats, 'repeat')} of {self.folds} {_plural(self.folds, 'fold')}"

    @property
    def ratio(self) -> float | None:
        """Test rows over training rows, n2/n1, summed over the plan: 1/(k - 1) for k folds."""
        if self.n_train is None or self.n_test is None:
            return None
        return float(self.n_test.sum() / self.n_train.sum())

    @property
    def even(self) -> bool:
        """Whether all test sets, and all training sets, have the same size within one row or within 10%.

        Groups cannot be cut: there sizes may differ by the largest group, if no set is more than 1.5 times another.
        """
        return all(sizes is not None and _alike(sizes, self.unit) for sizes in (self.n_train, self.n_test))

    @property
    def partition(self) -> bool | None:
        """Whether the test sets of each repeat cover all rows once, as far as sizes and rows show."""
        if self.n_train is None or self.n_test is None:
            return None
        rows = self.n_train + self.n_test
        return self.disjoint is not False and bool((self.n_test.sum(axis=1, keepdims=True) == rows).all())


@dataclass(frozen=True)
class Needs:
    """What a test needs of the splits: bounds on repeats and folds (both included, None is no bound), and more."""

    repeats: tuple[int, int | None] = (1, None)
    folds: tuple[int, int | None] = (1, None)
    values: int = 1  # differences in all
    sizes: bool = False  # rows trained and tested on, about the same in all splits
    balanced: bool = False  # halves made together, see Traits.balanced
    partition: bool = False  # the test sets of each repeat cover all rows once
    grid: bool = True  # no split is missing
    items: bool = False  # predictions, or scores of items, of one test set
    of_items: ItemNeeds | None = None  # what these must be like
    forward: bool = False  # training rows come before test rows: splits that follow time

    def misfit(self, traits: Traits) -> str | None:
        """Return what is needed and what there is instead, or None where the test fits."""
        if not self.has_shape(traits):
            return f"needs {self._shape()}, but there {_are(traits.repeats)} {traits.shape}"
        count = traits.repeats * traits.folds - traits.missing
        if count < self.values:
            return f"needs at least {self.values} {_plural(self.values, 'split')}, but there {_are(count)} {count}"
        if self.grid and traits.missing:
            lost = f"{traits.missing} {_plural(traits.missing, 'split')}"
            return f"needs every split, but {lost} failed; corrected-t and bayes-correlated-t allow missing splits"
        return self._sizes_misfit(traits) or self._balance_misfit(traits) or self._order_misfit(traits)

    def has_shape(self, traits: Traits) -> bool:
        """Return whether there are as many repeats and folds as needed."""
        return _within(traits.repeats, self.repeats) and _within(traits.folds, self.folds)

    def _sizes_misfit(self, traits: Traits) -> str | None:
        if self.sizes and traits.ratio is None:
            return f"needs n_train and n_test, but they are missing; {pass_sizes()}"
        if self.sizes and not traits.even and traits.n_train is not None and traits.n_test is not None:
            spans = [f"{sizes.min()} to {sizes.max()}" for sizes in (traits.n_train, traits.n_test)]
            return f"needs splits of one size, but training sets have {spans[0]} rows and test sets {spans[1]}"
        return None

    def _balance_misfit(self, traits: Traits) -> str | None:
        if self.partition and traits.partition is False:
            return (
                "needs test sets that cover all rows once per repeat, but these do not; corrected-t does not need this"
            )
        if self.balanced and traits.balanced is False:
            made = "the designs blocked-3x2 and balanced-halves make them"
            return (
                f"needs balanced halves (training sets share a quarter of the rows), but these are not balanced; {made}"
            )
        return None

    def _order_misfit(self, traits: Traits) -> str | None:
        if self.forward and traits.forward is False:
            return "needs test rows that come after their training rows; the design forward(folds=10) makes such splits"
        return None

    def _shape(self) -> str:
        return f"{_bounds(self.repeats, 'repeat')} of {_bounds(self.folds, 'fold')}"


def measure(
    size: int, places: Sequence[tuple[int, int]], splits: Iterable["Split"], units: Ints | None = None
) -> Traits:
    """Measure the traits of a plan from its rows, split by split.

    ``units`` are the groups, where groups were split instead of rows.
    """
    repeats, folds = (1 + max(axis) for axis in zip(*places, strict=True))
    n_train, n_test = np.zeros((2, repeats, folds), dtype=np.int64)
    tested = np.zeros((repeats, size), dtype=np.int8)
    halves = np.zeros((repeats, size), dtype=bool)  # the first training set of each repeat
    forward = True
    for split in splits:
        forward = forward and bool(split.train.max() < split.test.min())
        n_train[split.repeat, split.fold] = len(split.train)
        n_test[split.repeat, split.fold] = len(split.test)
        tested[split.repeat, split.test] += 1
        if split.fold == 0:
            halves[split.repeat, split.train] = True
    complements = folds == 2 and len(places) == 2 * repeats and bool((n_train + n_test == size).all())
    balanced = _balanced(halves, units) if complements else False
    disjoint = bool(tested.max() <= 1)
    return Traits(repeats, folds, n_train, n_test, disjoint, balanced, unit=_largest(units), forward=forward)


def measure_labels(labels: Ints, units: Ints | None = None) -> Traits:
    """Measure the traits of a plan whose training sets are complements of test sets, from labels [repeat, row]."""
    repeats, size = labels.shape
    folds = int(labels.max()) + 1
    n_test = np.stack([np.bincount(row[row >= 0], minlength=folds) for row in labels]).astype(np.int64)
    there = np.arange(folds) <= labels.max(axis=1)[:, np.newaxis]  # a repeat may have fewer folds than another
    n_train = np.where(there, size - n_test, 0)
    halved = folds == 2 and bool(there.all()) and bool((labels >= 0).all())
    balanced = _balanced(labels != 0, units) if halved else False
    forward = folds == 1 and bool((labels[:, 1:] >= labels[:, :-1]).all())  # the rows that are tested are the last
    return Traits(
        repeats, folds, n_train, n_test, disjoint=True, balanced=balanced, unit=_largest(units), forward=forward
    )


def _largest(units: Ints | None) -> int:
    return 1 if units is None else int(np.unique(units, return_counts=True)[1].max())


def _balanced(halves: Bools, units: Ints | None) -> bool | None:
    """Return whether halves [repeat, row] come from one division into blocks, half of the blocks on each side.

    A block is the rows that are on the same side in every repeat. m repeats need the next multiple of four blocks above
    m, or 2^q > m blocks; blocks differ by at most one row, and two repeats combine their sides in all four ways on
    equally many blocks. With one repeat there is nothing to balance.
    """
    repeats, size = halves.shape
    if repeats == 1:
        return None
    first = np.arange(size) if units is None else np.unique(units, return_index=True)[1]
    blocks, sizes = np.unique(halves[:, first], axis=1, return_counts=True)
    if len(sizes) not in (repeats + 4 - repeats % 4, max(4, 1 << repeats.bit_length())) or np.ptp(sizes) > 1:
        return False
    signs = 2 * blocks.astype(np.int64) - 1
    return bool((signs.sum(axis=1) == 0).all() and (signs @ signs.T == len(sizes) * np.eye(repeats)).all())


def _alike(sizes: Ints, unit: int) -> bool:
    largest, smallest = int(sizes.max()), int(sizes.min())
    apart = largest - smallest
    return apart <= 1 or largest <= 1.1 * smallest or (apart <= unit and largest <= 1.5 * smallest)


def _within(value: int, bounds: tuple[int, int | None]) -> bool:
    low, high = bounds
    return value >= low and (high is None or value <= high)


def _bounds(bounds: tuple[int, int | None], noun: str) -> str:
    low, high = bounds
    if low == high:
        return f"{low} {_plural(low, noun)}"
    if high is None:
        return f"{'any number of' if low <= 1 else f'at least {low}'} {noun}s"
    return f"{low} to {high} {noun}s"


def _are(count: int) -> str:
    return "is" if count == 1 else "are"


def _plural(count: int, noun: str) -> str:
    return noun if count == 1 else f"{noun}s"
