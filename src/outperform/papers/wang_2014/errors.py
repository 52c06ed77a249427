"""Error rates on halves of many datasets at once, and the components of their variance (Wang et al. 2014, sec. 3).

The quantity is one learner's error, not a difference. Rows of one class are exchangeable, so that all datasets of a
piece may be divided alike; letters, whose classes differ in number from dataset to dataset, are divided one by one.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np

from outperform.core import Dataset, Design, Floats, Ints, stream
from outperform.designs import Blocked3x2, FiveByTwo
from outperform.papers.agreement import Measured
from outperform.papers.real import dataset_at_hand
from outperform.papers.wang_2014.learners import predictions

LETTERS = "letter"
SIMULATED = {  # name: columns, shift and variance of class 1; class 0 is standard normal
    "gauss-5": (5, (1.0,), 2.0),  # experiments 2 and 3
    "gauss-10": (10, (1.0,), 2.0),  # example 1
    "gauss-3": (3, (0.4, 0.3, 0.0), 1.0),  # experiment 1; the shifted class is called 0 there
    "gauss-300": (300, (0.4, 0.3, 0.0), 1.0),
}
ROWS = 30_000  # of all datasets that are handled at once: few enough for the cache, many enough to be worth a call
PUBLISHED = 100_000  # datasets behind the authors' numbers


def blocked_errors(source: str, learner: str, n: int, seed: int, piece: int, datasets: int) -> Floats:
    """Return the error rates [dataset, repeat, fold] of a learner on blocked 3x2 cross-validation."""
    return _errors(Blocked3x2(stratify=True), learner, (source, n, piece), seed, datasets)


def random_errors(source: str, learner: str, n: int, seed: int, piece: int, datasets: int) -> Floats:
    """Return the error rates [dataset, repeat, fold] on 5x2 random halves, each with equal shares of the classes."""
    return _errors(FiveByTwo(), learner, (source, n, piece), seed, datasets)


def _errors(design: Design, learner: str, about: tuple[str, int, int], seed: int, datasets: int) -> Floats:
    """Run a piece: all learners meet the same datasets; what a learner draws itself comes from a stream of its own."""
    source, n, _ = about
    rng, own = stream(seed, "wang-2014", *about), stream(seed, "wang-2014", *about, learner)

    def some(count: int) -> Floats:
        rows, target = draw(source, n, count, rng)
        return errors_on(learner, rows, target, divided(design, target, rng), own)

    return in_parts(datasets, n, some)


def in_parts(datasets: int, n: int, work: Callable[[int], Floats]) -> Floats:
    """Join the results of work on so many datasets at once that they fit into memory."""
    step = max(1, ROWS // n)
    return np.concatenate([work(min(step, datasets - first)) for first in range(0, datasets, step)])


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


def divided(design: Design, target: Ints, rng: np.random.Generator) -> Ints:
    """Divide each dataset by a design: the fold in which a row is tested, [repeat, dataset, row].

    Datasets with the same classes share one division, [repeat, 1, row], if the design keeps the classes: their rows of
    one class are exchangeable.
    """
    shared = getattr(design, "stratify", None) is not False and not (target != target[0]).any()
    plans = [design.plan(Dataset(np.arange(len(each)), each), rng) for each in (target[:1] if shared else target)]
    return np.stack([np.asarray(plan.labels) for plan in plans], axis=1)


def errors_on(learner: str, rows: Floats, target: Ints, labels: Ints, own: np.random.Generator) -> Floats:
    """Train on either half, test on the other: error rates [dataset, repeat, fold] of halves [repeat, dataset, row]."""
    found = []
    for folds in labels:
        order, half = folds.argsort(axis=1, kind="stable"), folds.shape[1] // 2
        parts = [_part(rows, target, places) for places in (order[:, half:], order[:, :half])]
        for (train, classes), (test, truth) in (parts, parts[::-1]):
            found.append((predictions(learner, train, classes, test, own) != truth).mean(axis=1))
    return np.stack(found, axis=1).reshape(len(rows), len(labels), 2)


def _part(rows: Floats, target: Ints, places: Ints) -> tuple[Floats, Ints]:
    """Take places [dataset, row] of each dataset; [1, row] are the same of all."""
    if len(places) == 1:
        return rows[:, places[0]], target[:, places[0]]
    return np.take_along_axis(rows, places[..., np.newaxis], axis=1), np.take_along_axis(target, places, axis=1)


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
