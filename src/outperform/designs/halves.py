"""Balanced halves: m repeats of two folds whose training sets share a quarter of the rows from repeat to repeat.

The rows are divided into B = 2^q > m blocks, and each repeat puts half of the blocks on each side, by a column of a
two-level orthogonal array: in repeat r the side of a block is the parity of the bits that r and the block's number
share (a Walsh function). Repeat 2^q divides every block in two, so more repeats leave the earlier ones unchanged
(Wang, Li et al. 2017, incremental construction).

Blocks differ by at most one row. So do halves, for n = 0, 1 or -1 modulo B. For other n this is impossible for all
B - 1 repeats: with r spare rows the squared differences add up to r (B - r) (Parseval), which is more than B - 1. The
spare rows are therefore placed so that the largest difference is small.
"""

from dataclasses import dataclass, field

import numpy as np

from outperform.core import Bools, Dataset, Ints, Note, NoteKind, Plan
from outperform.designs._base import RowDesign
from outperform.designs._rows import Rows

_TRIES = 256  # placements of the spare rows among which the most even is taken
_WORK = 2_000_000  # cells to try at most: with thousands of classes one placement is as good as another


@dataclass(frozen=True)
class BalancedHalves(RowDesign):
    """Split the rows into halves so that training sets of different repeats share a quarter of the rows.

    Two rows of one block are on the same side in every repeat. Class shares are kept in every block as nearly as
    the counts allow. With groups, whole groups are split, and training sets share a quarter of the groups.

    Notes
    -----
    Answers: for training sets of n / 2 rows, with two fits per repeat and learner. The overlap of training sets of
    different repeats is fixed; in 5x2 it is random. More repeats contain the splits of fewer.

    Degenerate: fewer rows (or groups) than blocks (the power of two above the repeats) raise an error. Where the number
    of rows is not a multiple of the blocks, halves may differ by more than one row, with a note.

    Examples
    --------
    >>> first, _, second, *_ = [set(train.tolist()) for train, _ in BalancedHalves(repeats=5).split(range(80))]
    >>> len(first), len(second), len(first & second)
    (40, 40, 20)
    """

    slug = "balanced-halves"
    repeats: int = 7
    stratify: bool | None = field(default=None, kw_only=True)
    seed: int = field(default=0, compare=False, kw_only=True, metadata={"spec": False})

    def __post_init__(self) -> None:
        """Raise SpecError for parameters that fit no data set."""
        super().__post_init__()
        self._require_least(repeats=1)

    def plan(self, dataset: Dataset, rng: np.random.Generator) -> Plan:
        """Divide the rows into blocks, and the blocks into halves once per repeat."""
        rows = self._rows(dataset)
        levels = self.repeats.bit_length()
        self._require_units(rows, 2**levels, "blocks")
        bits = _block_bits(rows, levels, rng)
        repeats = np.arange(1, self.repeats + 1)[:, np.newaxis] >> np.arange(levels) & 1
        sides = (repeats @ bits) % 2
        if rows.groups is not None:
            sides = sides[:, rows.groups]
        notes = (*rows.notes(2**levels, "blocks"), *_uneven(sides))
        # Fold 0 trains on side 0, which holds block 0, and tests on side 1.
        return Plan(rows.size, 1 - sides, notes=notes, units=rows.groups)

    def _count(self) -> int:
        return 2 * self.repeats


@dataclass(frozen=True)
class Blocked3x2(BalancedHalves):
    """Split four blocks of rows into two and two, in all three ways (Wang et al. 2014, Table 1).

    The first training sets are P1 with P2, P1 with P3 and P1 with P4.

    Notes
    -----
    Answers: for training sets of n / 2 rows, with six fits per learner.

    Examples
    --------
    >>> trains = [set(train.tolist()) for train, _ in Blocked3x2().split(range(40))]
    >>> p1 = trains[0] & trains[2]
    >>> p1 == trains[0] & trains[4] == trains[2] & trains[4], len(p1)
    (True, 10)
    """

    slug = "blocked-3x2"
    repeats: int = field(default=3, init=False)


def _uneven(sides: Ints) -> tuple[Note, ...]:
    """Note halves that differ by more than one row, as must happen where the rows are not a multiple of the blocks."""
    largest = int(np.abs(sides.shape[1] - 2 * sides.sum(axis=1)).max())
    return (Note.of(NoteKind.UNEVEN_HALVES, rows=largest),) if largest > 1 else ()


def _block_bits(rows: Rows, levels: int, rng: np.random.Generator) -> Ints:
    """Return the bits of each unit's block, [level, unit], drawn level by level so that more levels extend fewer."""
    if rows.groups is None:
        strata, sizes = rows.strata, np.ones(rows.size, dtype=np.int64)
    else:
        strata, sizes = rows.counts.argmax(axis=1), rows.counts.sum(axis=1)
    bits = np.zeros((levels, len(strata)), dtype=np.int64)
    blocks = np.zeros(len(strata), dtype=np.int64)
    for level in range(levels):
        bits[level] = _halve(blocks * rows.classes + strata, (2**level, rows.classes), sizes, rng)
        blocks += bits[level] << level
    return bits


def _halve(cells: Ints, shape: tuple[int, int], sizes: Ints, rng: np.random.Generator) -> Ints:
    """Divide the units of each cell (block and class) in two: pairs of like size by a coin, then the one left over."""
    order = np.lexsort((rng.random(len(cells)), sizes, cells))
    counts = np.bincount(cells, minlength=shape[0] * shape[1])
    ends = np.cumsum(counts)[cells[order]]
    places = np.arange(len(cells)) - (ends - counts[cells[order]])
    coins = rng.integers(2, size=len(cells))
    sides = (places + coins[np.arange(len(cells)) - places % 2]) % 2
    odd = counts % 2 == 1
    spare = (places % 2 == 0) & (np.arange(len(cells)) == ends - 1)
    signs = _place_spares(odd.reshape(shape), rng).ravel()
    sides[spare] = signs[cells[order]][spare] < 0
    bits = np.empty(len(cells), dtype=np.int64)
    bits[order] = sides
    return bits


def _place_spares(odd: Bools, rng: np.random.Generator) -> Ints:
    """Choose the side, 1 or -1, of the unit left over in each odd cell of [block, class]; 0 in even cells.

    The odd classes of a block take sides in turn, in random order: its halves then differ by at most one. Of many such
    placements, the one whose halves differ least in later repeats is taken.
    """
    shape = (max(1, min(_TRIES, _WORK // odd.size)), *odd.shape)
    turns = np.where(odd, rng.random(shape), 1).argsort(axis=2).argsort(axis=2)
    first = rng.integers(2, size=(*shape[:2], 1))
    tried = np.where(odd, 1 - 2 * ((turns + first) % 2), 0)
    total = np.abs(_walsh(tried.sum(axis=2, keepdims=True)))
    classes = (_walsh(tried) ** 4).sum(axis=(1, 2))
    best: Ints = tried[np.lexsort((classes, total[:, 0, 0], total.max(axis=(1, 2))))[0]]
    return best


def _walsh(values: Ints) -> Ints:
    """Transform axis 1: entry r is the sum over blocks b of values[b], less where r and b share an odd number of bits.

    Entry r is how much the halves of repeat B + r differ, for the B blocks that are being divided.
    """
    tries, blocks, classes = values.shape
    result, width = values, 1
    while width < blocks:
        pairs = result.reshape(tries, -1, 2, width, classes)
        sums, differences = pairs[:, :, 0] + pairs[:, :, 1], pairs[:, :, 0] - pairs[:, :, 1]
        result = np.stack([sums, differences], axis=2).reshape(values.shape)
        width *= 2
    return result
