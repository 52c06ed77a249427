"""Studentized differences of resampled tables, rows and values of items, for any number of tables at once."""

from dataclasses import dataclass

import numpy as np

from outperform.core import Floats, Ints
from outperform.metrics.cells import Cells
from outperform.metrics.counts import CountMetric
from outperform.metrics.given import RocAuc
from outperform.metrics.weighted import Weights
from outperform.significance._resample import picks, resampled, subtract, tables
from outperform.significance.differences import EPS, mean, ratio_of, squares
from outperform.significance.item_values import ItemValues
from outperform.significance.item_verdict import labelled

_SAME = 1e-12  # two studentized differences closer than this share of them are equal up to rounding


@dataclass(frozen=True, eq=False)
class Studentized:
    """Differences with their standard errors, and |d* - d| / se* of their replicates."""

    estimate: Floats  # [...]
    se: Floats  # [...]
    drawn: Floats  # [..., replicate]
    changed: Ints  # [...]: items on which the two differ
    labelled: float = 0.0  # the smallest p-value by exchanging the labels of items that are ranked

    @property
    def statistic(self) -> Floats:
        """Estimate over standard error; infinite where the standard error is 0."""
        return ratio_of(self.estimate, self.se)

    @property
    def replicates(self) -> Floats:
        """The drawn values; those that equal the statistic up to rounding are set to it."""
        size = np.abs(self.statistic)[..., np.newaxis]
        finite = np.where(np.isfinite(size), size, 0.0)
        return np.where(np.abs(self.drawn - finite) <= _SAME * finite, finite, self.drawn)

    @property
    def pvalue(self) -> Floats:
        """(1 + #{T* >= T}) / (B + 1); where nothing varies, at least what swapping the systems could give."""
        further = np.count_nonzero(self.replicates >= np.abs(self.statistic)[..., np.newaxis], axis=-1)
        p: Floats = (1 + further) / (self.drawn.shape[-1] + 1)
        constant = (self.se == 0) & (self.estimate != 0)
        return np.where(constant, np.maximum(p, self.least), p)

    @property
    def least(self) -> Floats:
        """The smallest p-value by swapping the systems, and by exchanging labels where there are classes to rank."""
        swapped = np.minimum(1.0, 2.0 ** (1.0 - self.changed))
        found: Floats = np.maximum(swapped, self.labelled)
        return found


def of_cells(cells: Cells, counts: Ints, metric: CountMetric, size: int, rng: np.random.Generator) -> Studentized:
    """Resample every table ``counts[..., cell]`` over these cells, for a metric of counts.

    Examples
    --------
    >>> from outperform.core import stream
    >>> from outperform.metrics import Accuracy
    >>> cells = Cells.of(truth=[1] * 20, predictions=[[1] * 15 + [0] * 5, [1] * 9 + [0] * 11])
    >>> found = of_cells(cells, cells.counts, Accuracy(), 999, stream(0, "example"))
    >>> float(found.estimate), float(found.se)  # sqrt(.3 * .7 / 19)
    (0.3, 0.10513)
    """
    estimate, se = _with_error(cells, counts, metric)
    parts = []
    for drawn in tables(counts, size, rng):
        replicate, error = _with_error(cells, drawn, metric)
        parts.append(_distances(replicate, estimate[..., np.newaxis], error))
    differ = (cells.codes[1] != cells.codes[2]).astype(np.int64)
    return Studentized(estimate, se, np.concatenate(parts, axis=-1), counts @ differ)


def _with_error(cells: Cells, counts: Ints, metric: CountMetric) -> tuple[Floats, Floats]:
    """Return the difference of each table [..., cell] and its standard error by the influence of the cells."""
    scores, slopes = cells.with_slopes(metric, counts)
    gaps = slopes[0] - slopes[1]
    rows = counts.sum(axis=-1)
    per_row = np.abs(scores).max(axis=0) / np.maximum(1, rows)  # slopes of this size may be rounding of 0
    gaps = np.where(np.abs(gaps) <= 8 * EPS * np.maximum(np.abs(slopes[0]), per_row[..., np.newaxis]), 0.0, gaps)
    spread = np.einsum("...c,...c,...c->...", counts, gaps, gaps)
    return subtract(*scores), np.sqrt(spread * rows / np.maximum(1, rows - 1))


def _distances(replicate: Floats, estimate: Floats, se: Floats, scale: Floats | float = 1.0) -> Floats:
    """Return |d* - d| / se*; 0 where d* = d up to rounding of the scores, infinite where only se* is 0."""
    apart = np.abs(replicate - estimate)
    return ratio_of(np.where(apart <= 16 * EPS * scale, 0.0, apart), se)


def of_area(cells: Cells, metric: RocAuc, size: int, rng: np.random.Generator) -> Studentized:
    """Resample the rows of one table for the area under the ROC curve."""
    truth, predictions = cells.rows()
    first, second = (metric.weighted(truth, said) for said in predictions)
    rows = truth.size

    def with_error(weights: Weights) -> tuple[Floats, Floats]:
        gaps = subtract(first.influences(weights), second.influences(weights))
        spread = np.einsum("...i,...i,...i->...", weights, gaps, gaps)
        return subtract(first.scores(weights), second.scores(weights)), np.sqrt(spread / (rows * max(1, rows - 1)))

    def distance(weights: Weights) -> Floats:
        replicate, error = with_error(weights)
        return np.where(np.isnan(replicate), np.nan, _distances(replicate, estimate, error))

    estimate, se = with_error(np.ones(rows, dtype=np.int32))
    drawn = resampled(distance, rows, size, rng)
    high = int(np.count_nonzero(metric.positives(truth)))
    changed = np.count_nonzero(predictions[0] != predictions[1], axis=-1)
    return Studentized(estimate, se, drawn, changed, labelled(high, rows - high))


def of_values(values: ItemValues, size: int, rng: np.random.Generator) -> Studentized:
    """Resample the values of items of one table, whose mean is the difference."""
    rows, scale = values.count, values.scale

    def with_error(sample: Floats) -> tuple[Floats, Floats]:
        return mean(sample, scale), np.sqrt(squares(sample, scale) / (rows * max(1, rows - 1)))

    def distance(sample: Floats) -> Floats:
        replicate, error = with_error(sample)
        return _distances(replicate, estimate, error, scale)

    estimate, se = with_error(values.values)
    parts = [distance(values.values[picked]) for picked in picks(rows, size, rng)]
    return Studentized(estimate, se, np.concatenate(parts), np.count_nonzero(values.differ, axis=-1))
