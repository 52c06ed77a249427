"""Error rates on halves of many datasets at once, and the components of their variance (Wang et al. 2014, sec. 3).

The quantity is one learner's error, not a difference. Rows of one class are exchangeable, so that all datasets of a
piece may be divided alike; letters, whose classes differ in number from dataset to dataset, are divided one by one.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

import numpy as np

from outperform.core import Dataset, Floats, Ints, stream
from outperform.designs import Blocked3x2
from outperform.papers.agreement import Measured
from outperform.papers.real import dataset_at_hand
from outperform.papers.wang_2014.learners import predictions
from outperform.papers.workbench import Work, Workbench

LETTERS = "letter"
SIMULATED = {  # name: columns, shift and variance of class 1; class 0 is standard normal
    "gauss-5": (5, (1.0,), 2.0),  # experiments 2 and 3
    "gauss-10": (10, (1.0,), 2.0),  # example 1
    "gauss-3": (3, (0.4, 0.3, 0.0), 1.0),  # experiment 1; the shifted class is called 0 there
    "gauss-300": (300, (0.4, 0.3, 0.0), 1.0),
}
ROWS = 30_000  # of all datasets that are handled at once: few enough for the cache, many enough to be worth a call
PUBLISHED = 100_000  # datasets behind the authors' numbers


def pieces(count: int, most: int, *unit: Any) -> list[tuple[Any, ...]]:
    """Cut so many datasets into pieces: (*unit, number of the piece, datasets in it)."""
    return [(*unit, number, min(most, count - first)) for number, first in enumerate(range(0, count, most))]


def joined(bench: Workbench, work: Work, plan: Sequence[tuple[Any, ...]], groups: Sequence[Any]) -> dict[Any, Floats]:
    """Run all pieces side by side, and put those of a group together again."""
    found = bench.map(work, plan)
    return {
        group: np.concatenate([part for part, name in zip(found, groups, strict=True) if name == group])
        for group in dict.fromkeys(groups)
    }


def blocked_errors(source: str, learner: str, n: int, seed: int, piece: int, datasets: int) -> Floats:
    """Return the error rates [dataset, repeat, fold] of a learner on blocked 3x2 cross-validation."""
    rng, own = _streams(seed, source, n, piece, learner)
    return in_parts(datasets, n, lambda count: _blocked(source, learner, n, count, rng, own))


def random_errors(source: str, learner: str, n: int, seed: int, piece: int, datasets: int) -> Floats:
    """Return the error rates [dataset, repeat, fold] on 5x2 random halves, each with equal shares of the classes."""
    rng, own = _streams(seed, source, n, piece, learner)

    def some(count: int) -> Floats:
        rows, target = draw(source, n, count, rng)
        folds = [errors_on(learner, rows, target, random_halves(target, rng), own) for _ in range(5)]
        return np.stack(folds, axis=1)

    return in_parts(datasets, n, some)


def _streams(seed: int, source: str, n: int, piece: int, learner: str) -> tuple[np.random.Generator, ...]:
    """All learners meet the same datasets; what a learner draws itself comes from a stream of its own."""
    address = ("wang-2014", source, n, piece)
    return stream(seed, *address), stream(seed, *address, learner)


def in_parts(datasets: int, n: int, work: Any) -> Floats:
    """Join the results of work on so many datasets at once that they fit into memory."""
    step = max(1, ROWS // n)
    return np.concatenate([work(min(step, datasets - first)) for first in range(0, datasets, step)])


def _blocked(
    source: str, learner: str, n: int, count: int, rng: np.random.Generator, own: np.random.Generator
) -> Floats:
    rows, target = draw(source, n, count, rng)
    if source == LETTERS:
        order = blocks_in_order(target, rng)
        rows, target = _take(rows, order), np.take_along_axis(target, order, axis=1)
        labels = three_ways(np.repeat(np.arange(4), n // 4))
    else:
        plan = Blocked3x2(stratify=True).plan(Dataset(np.arange(n), target[0]), rng)
        labels = np.asarray(plan.labels)
    return np.stack([errors_on(learner, rows, target, sides(each), own) for each in labels], axis=1)


def draw(source: str, n: int, count: int, rng: np.random.Generator) -> tuple[Floats, Ints]:
    """Draw datasets: rows [dataset, row, column] and classes [dataset, row]; simulated ones have equal classes."""
    if source == LETTERS:
        rows, target = letters()
        chosen = rng.integers(len(target), size=(count, n))
        return rows[chosen], target[chosen]
    columns, shift, variance = SIMULATED[source]
    table = rng.standard_normal((count, n, columns))
    table[:, n // 2 :] *= variance**0.5
    table[:, n // 2 :] += np.repeat(shift, columns // len(shift))
    return table, np.broadcast_to((np.arange(n) >= n // 2).astype(np.int64), (count, n))


@lru_cache(maxsize=1)  # of the process: a published dataset
def letters() -> tuple[Floats, Ints]:
    """Return the 20,000 letters, those from N to Z as class 1."""
    dataset = dataset_at_hand(f"{LETTERS}.arff") or dataset_at_hand(LETTERS)
    assert dataset is not None
    names = np.unique(dataset.target)
    upper = np.searchsorted(names, dataset.target) >= len(names) // 2
    return np.asarray(dataset.rows, dtype=np.float64), upper.astype(np.int64)


def blocks_in_order(target: Ints, rng: np.random.Generator) -> Ints:
    """Order the rows of each dataset by block: dealt out in turn to four blocks, one class after the other."""
    count, n = target.shape
    dealt = (rng.random((count, n)) + 2 * target).argsort(axis=1)
    block = np.empty((count, n), dtype=np.int64)
    names = rng.permuted(np.tile(np.arange(4), (count, 1)), axis=1)
    np.put_along_axis(block, dealt, np.take_along_axis(names, np.tile(np.arange(n) % 4, (count, 1)), axis=1), axis=1)
    return block.argsort(axis=1, kind="stable")


def three_ways(block: Ints) -> Ints:
    """Return the fold [repeat, row] in which each row of four blocks is tested; Table 1 of the paper."""
    return np.stack([1 - np.isin(block, pair) for pair in ((2, 3), (1, 3), (1, 2))]).astype(np.int64)


Halves = tuple[Ints, Ints]  # rows of either half: [row], or [dataset, row]


def sides(labels: Ints) -> Halves:
    """Return the rows of both halves."""
    return np.flatnonzero(labels == 1), np.flatnonzero(labels == 0)


def random_halves(target: Ints, rng: np.random.Generator) -> Halves:
    """Divide each dataset into halves at random, each class alike."""
    dealt = (rng.random(target.shape) + 2 * target).argsort(axis=1)
    return dealt[:, ::2], dealt[:, 1::2]


def errors_on(learner: str, rows: Floats, target: Ints, halves: Halves, own: np.random.Generator) -> Floats:
    """Train on either half, test on the other: error rates [dataset, fold]."""
    parts = [
        (rows[:, half], target[:, half])
        if half.ndim == 1
        else (_take(rows, half), np.take_along_axis(target, half, axis=1))
        for half in halves
    ]
    found = []
    for (train, classes), (test, truth) in (parts, parts[::-1]):
        found.append((predictions(learner, train, classes, test, own) != truth).mean(axis=1))
    return np.stack(found, axis=1)


def _take(rows: Floats, places: Ints) -> Floats:
    return np.take_along_axis(rows, places[..., np.newaxis], axis=1)


@dataclass(frozen=True, eq=False)
class Components:
    """Variance of one estimate, covariance within a pair and between pairs, from errors [dataset, repeat, fold].

    Standard errors are those of the delta method: the dataset is the unit.
    """

    table: Floats

    @cached_property
    def moments(self) -> Floats:
        """Squares and products of deviations [dataset, 3], averaged over what has the same expectation."""
        away = self.table - self.table.mean()
        count, repeats, _ = self.table.shape
        total, squares = away.sum(axis=(1, 2)), (away**2).sum(axis=(1, 2))
        pairs = 2 * away.prod(axis=2).sum(axis=1)
        between = total**2 - squares - pairs
        ways = np.array([2 * repeats, 2 * repeats, 4 * repeats * (repeats - 1) or np.inf])
        found: Floats = np.stack([squares, pairs, between], axis=1) / ways
        found += self.table.mean(axis=(1, 2)).var(ddof=1) / count  # the mean is estimated too
        return found

    @property
    def sigmas(self) -> Floats:
        """The three components."""
        found: Floats = self.moments.mean(axis=0)
        return found

    @property
    def rho(self) -> Floats:
        """The correlations rho1 and rho2."""
        return self.sigmas[1:] / self.sigmas[0] if self.sigmas[0] > 0 else np.zeros(2)

    @property
    def spread(self) -> Floats:
        """How far a single dataset moves rho1 and rho2, times the number of datasets: [dataset, 2]."""
        if self.sigmas[0] == 0:
            return np.zeros((len(self.table), 2))
        pulls: Floats = (self.moments[:, 1:] - self.rho * self.moments[:, :1]) / self.sigmas[0]
        return pulls

    def linear(self, constant: float, first: float, second: float) -> tuple[float, float, float]:
        """Return constant + first * rho1 + second * rho2, its standard error, and that of the authors' run."""
        weights = np.array([first, second])
        deviation = float((self.spread @ weights).std(ddof=1))
        return constant + float(self.rho @ weights), deviation / len(self.table) ** 0.5, deviation / PUBLISHED**0.5

    def at(self, constant: float, first: float, second: float) -> Measured:
        """Return constant + first * rho1 + second * rho2."""
        return Measured(*self.linear(constant, first, second)[:2])

    def share(self, number: int) -> Measured:
        """Part of the variance of the mean of all six that is due to a component (0, 1, 2)."""
        weights = np.array([1.0, 4.0])
        parts = np.array([1.0, *(self.rho * weights)])
        share = float(parts[number] / parts.sum())
        slopes = (np.eye(3)[number][1:] - share) * weights / parts.sum()
        return Measured(share, self.linear(0, *slopes)[1])
