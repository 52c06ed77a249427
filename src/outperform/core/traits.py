"""Traits: what is true of a plan or a table of scores, and what a test needs of them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from outperform.core.arrays import Bools, Ints

if TYPE_CHECKING:
    from outperform.core.splits import Split


@dataclass(frozen=True, eq=False)
class Traits:
    """What is known of the splits behind a table of scores; None where nothing is known."""

    repeats: int
    folds: int
    n_train: Ints | None = None  # [repeat, fold]
    n_test: Ints | None = None
    disjoint: bool | None = None  # no row is tested twice in one repeat
    balanced: bool | None = None  # halves: training sets of different repeats share n/4 rows, up to the remainder
    missing: int = 0  # splits left out because a learner failed there

    @property
    def shape(self) -> str:
        """Words for repeats and folds."""
        return f"{self.repeats} {_plural(self.repeats, 'repeat')} of {self.folds} {_plural(self.folds, 'fold')}"

    @property
    def ratio(self) -> float | None:
        """Test rows over training rows, n2/n1, summed over the plan: 1/(k - 1) for k folds whatever the remainder."""
        if self.n_train is None or self.n_test is None:
            return None
        return float(self.n_test.sum() / self.n_train.sum())

    @property
    def even(self) -> bool:
        """All test sets are alike: within one row, or within 10%."""
        if self.n_test is None:
            return False
        largest, smallest = int(self.n_test.max()), int(self.n_test.min())
        return largest - smallest <= 1 or largest <= 1.1 * smallest


@dataclass(frozen=True)
class Needs:
    """What a test needs of the splits: bounds on repeats and folds (both included, None is no bound), and more."""

    repeats: tuple[int, int | None] = (1, None)
    folds: tuple[int, int | None] = (1, None)
    values: int = 1  # differences in all
    sizes: bool = False  # rows trained and tested on, alike in all splits
    balanced: bool = False  # halves made together, see Traits.balanced
    grid: bool = True  # every split of every repeat is there
    items: bool = False  # predictions of one test set

    def misfit(self, traits: Traits) -> str | None:
        """Say what is needed and what is there instead, or nothing where all fits."""
        if not (_within(traits.repeats, self.repeats) and _within(traits.folds, self.folds)):
            return f"needs {self._shape()}, but the table has {traits.shape}"
        count = traits.repeats * traits.folds - traits.missing
        if count < self.values:
            return f"needs at least {self.values} splits, but the table has {count}"
        if self.grid and traits.missing:
            return f"needs every split, but {traits.missing} were left out because a learner failed"
        return self._sizes_misfit(traits) or self._balance_misfit(traits)

    def _sizes_misfit(self, traits: Traits) -> str | None:
        if self.sizes and traits.ratio is None:
            return "needs n_train and n_test, but the table has no such sizes"
        if self.sizes and not traits.even and traits.n_test is not None:
            low, high = traits.n_test.min(), traits.n_test.max()
            return f"needs test sets of one size, but they have {low} to {high} rows"
        return None

    def _balance_misfit(self, traits: Traits) -> str | None:
        if self.balanced and traits.balanced is False:
            return "needs balanced halves (any two training sets share a quarter of the rows), but these are not"
        return None

    def _shape(self) -> str:
        return f"{_bounds(self.repeats, 'repeat')} of {_bounds(self.folds, 'fold')}"


def measure(
    size: int, places: Sequence[tuple[int, int]], splits: Iterable["Split"], units: Ints | None = None
) -> Traits:
    """Measure the traits of a plan from its rows, split by split.

    ``units`` are the groups that were divided, where not rows.
    """
    repeats, folds = (1 + max(axis) for axis in zip(*places, strict=True))
    n_train, n_test = np.zeros((2, repeats, folds), dtype=np.int64)
    tested = np.zeros((repeats, size), dtype=np.int8)
    halves = np.zeros((repeats, size), dtype=bool)  # the first training set of each repeat
    for split in splits:
        n_train[split.repeat, split.fold] = len(split.train)
        n_test[split.repeat, split.fold] = len(split.test)
        tested[split.repeat, split.test] += 1
        if split.fold == 0:
            halves[split.repeat, split.train] = True
    complements = folds == 2 and len(places) == 2 * repeats and bool((n_train + n_test == size).all())
    balanced = _balanced(halves, units) if complements else False
    return Traits(repeats, folds, n_train, n_test, bool(tested.max() <= 1), balanced)


def _balanced(halves: Bools, units: Ints | None) -> bool | None:
    """Tell whether halves [repeat, row] are such that two of different repeats share a quarter of the rows.

    Halves of either side count, training or test. With one repeat there is nothing to balance.
    """
    repeats, size = halves.shape
    if repeats == 1:
        return None
    first = np.arange(size) if units is None else np.unique(units, return_index=True)[1]
    trained = halves[:, first].astype(np.float64)
    others = ~np.eye(repeats, dtype=bool)
    shared = [(a @ b.T)[others] for a, b in ((trained, trained), (trained, 1 - trained), (1 - trained, 1 - trained))]
    return bool(np.abs(4 * np.array(shared) - len(first)).max() <= _remainder(len(first), repeats))


def _remainder(size: int, repeats: int) -> int:
    """Give four times the rows by which a quarter of the blocks may miss n/4 when blocks differ by one row.

    m repeats stand on a multiple of four blocks above m, or on 2^q > m blocks. Of B blocks r have one row more; a
    quarter of the blocks has e of those, r - 3B/4 <= e <= r and 0 <= e <= B/4, and so misses n/4 by (4e - r)/4.
    Fewer rows than blocks cannot be balanced: -1.
    """
    arrays = {repeats + 4 - repeats % 4, max(4, 1 << repeats.bit_length())}
    more = [(size % blocks, blocks - size % blocks) for blocks in arrays if blocks <= size]
    return max((min(3 * extra, 3 * lacking, max(extra, lacking)) for extra, lacking in more), default=-1)


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


def _plural(count: int, noun: str) -> str:
    return noun if count == 1 else f"{noun}s"
