"""Samples of rows with replacement: tables of counts, picked rows or weights, always in the same order of draws."""

from collections.abc import Callable, Iterator

import numpy as np

from outperform.core import Floats, Ints, Items, Metric, Note, NoteKind
from outperform.metrics.cells import Cells
from outperform.metrics.given import GivenMetric
from outperform.metrics.weighted import Weights, weights_of
from outperform.significance.differences import EPS

BATCH = 2**20  # numbers drawn at a time


def few_rows(rows: int, advised: int) -> tuple[Note, ...]:
    """Note where samples of so few rows vary less than new test sets."""
    return (Note.of(NoteKind.FEW_ROWS, rows=rows, advised=advised),) if rows < advised else ()


def cells_of(items: Items, metric: Metric) -> tuple[Cells, Metric]:
    """Return the distinct rows of a pair and its metric; for probabilities the truth is 1 (positive) or 0."""
    truth, predictions = items.single()
    if isinstance(metric, GivenMetric):
        truth, metric = metric.with_plain(truth)
    return Cells.of(truth, predictions), metric


def canonical(cells: Cells) -> tuple[Cells, float, int]:
    """Return the table or its swap, whichever sorts first, the sign that this costs, and -1, 0 or 1: their order."""
    exchanged = cells.swapped()
    order = cells.compare(exchanged)
    return (cells, 1.0, order) if order <= 0 else (exchanged, -1.0, order)


def tables(counts: Ints, size: int, rng: np.random.Generator) -> Iterator[Ints]:
    """Draw as many rows as there are from every table ``counts[..., cell]``: [..., replicate, cell] in batches."""
    totals = counts.sum(axis=-1, keepdims=True)
    shares = (counts / totals)[..., np.newaxis, :]
    for part in _parts(size, max(1, BATCH // counts.size)):
        yield rng.multinomial(totals, shares, size=(*counts.shape[:-1], part))


def picks(rows: int, size: int, rng: np.random.Generator, numbers: int | None = None) -> Iterator[Ints]:
    """Draw rows with replacement, [replicate, row] in batches of so many numbers."""
    for part in _parts(size, max(1, (numbers or BATCH) // rows)):
        yield rng.integers(rows, size=(part, rows))


def resampled(statistic: Callable[[Weights], Floats], rows: int, size: int, rng: np.random.Generator) -> Floats:
    """Compute a statistic of samples of rows with weights [replicate, row]; a sample with NaN is drawn again."""
    found, missing = [np.empty(0)], size
    while missing > 0:
        for picked in picks(rows, missing, rng, BATCH // 4):  # so that sums stay in the cache
            drawn = statistic(weights_of(picked, rows))
            found.append(drawn[~np.isnan(drawn)])
        missing = size - sum(part.size for part in found)
    return np.concatenate(found)


def _parts(size: int, batch: int) -> Iterator[int]:
    """Cut a number of replicates into batches."""
    for start in range(0, size, batch):
        yield min(batch, size - start)


def subtract(first: Floats, second: Floats) -> Floats:
    """Subtract; differences within 4 rounding errors are 0."""
    difference = first - second
    return np.where(np.abs(difference) <= 4 * EPS * np.maximum(np.abs(first), np.abs(second)), 0.0, difference)
