"""Splits of similar size in one array, so that one operation serves many of them."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from outperform.core import Bools, Ints, Values

CELLS = 50_000  # numbers held in one array of a block, if one split has no more: memory that stays in the cache
PAIRS = 100_000  # repeats times rows that are sorted at once


@dataclass(frozen=True, eq=False)
class SplitBlock:
    """Some splits and their test rows; shorter test sets are padded with the row after the last."""

    repeat: Ints  # [split]
    fold: Ints  # [split]
    rows: Ints  # [split, place]
    inside: Bools  # [split, place]: a test row, not padding

    def take(self, table: Values) -> Values:
        """Return the rows of a table [row, ...] at these places: much faster than indexing."""
        return table.take(self.rows, axis=0)


def solve_blocks(
    labels: Ints, width: int, kind: type, solve: Callable[[SplitBlock], tuple[Values, Bools]]
) -> tuple[Values, Bools]:
    """Collect predictions[repeat, row] and ok[repeat, fold] from a solver of blocks.

    ``width`` is the number of columns of the solver's arrays, ``kind`` the type of its predictions.
    """
    repeats, size = labels.shape
    predictions: Values = np.zeros(
        (repeats, size + 1), dtype=kind
    )  # the last column holds the predictions of the padding
    ok = np.ones((repeats, int(labels.max(initial=-1)) + 1), dtype=np.bool_)
    step = max(1, PAIRS // size)
    for first in range(0, repeats, step):
        for block in _blocks(labels[first : first + step], width):
            values, sure = solve(block)
            predictions[first + block.repeat[:, np.newaxis], block.rows] = values
            ok[first + block.repeat, block.fold] = sure
    return predictions[:, :size], ok


def _blocks(labels: Ints, width: int) -> Iterator[SplitBlock]:
    """Cut the splits into blocks: none padded to more than twice its size, none larger than the limit."""
    size, folds = labels.shape[1], int(labels.max(initial=-1)) + 1
    repeat, row = np.nonzero(labels >= 0)
    split = repeat * folds + labels[repeat, row]
    short = np.min_scalar_type(len(labels) * folds)  # numbers of two bytes are sorted by counting
    row = row[np.argsort(split.astype(short), kind="stable")]
    sizes = np.bincount(split, minlength=len(labels) * folds)
    starts = np.cumsum(sizes) - sizes
    large_first = np.argsort(-sizes, kind="stable")[: np.count_nonzero(sizes)]
    first = 0
    while first < len(large_first):
        places = int(sizes[large_first[first]])
        alike = int(np.searchsorted(-sizes[large_first], -(places / 2)))
        chosen = large_first[first : min(alike, first + max(1, CELLS // (width * max(places, width))))]
        inside = np.arange(places) < sizes[chosen, np.newaxis]
        index = np.where(inside, starts[chosen, np.newaxis] + np.arange(places), 0)
        yield SplitBlock(*np.divmod(chosen, folds), np.where(inside, row[index], size), inside)
        first += len(chosen)
