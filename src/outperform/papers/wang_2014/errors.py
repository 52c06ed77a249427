"""Error rates on halves of many datasets at once (Wang et al. 2014, sec. 3).

The quantity is one learner's error, not a difference. Rows of one class are exchangeable, so that all datasets of a
piece may be divided alike; letters, whose classes differ in number from dataset to dataset, are divided one by one.
"""

from collections.abc import Callable
from functools import lru_cache

import numpy as np

from outperform.core import Bools, Dataset, Design, Floats, Ints, stream
from outperform.designs import Blocked3x2, FiveByTwo
from outperform.papers.real import dataset_at_hand
from outperform.papers.wang_2014.fixed_rules import RULE_OF, Rule
from outperform.papers.wang_2014.learners import predictions

BLOCKED = Blocked3x2(stratify=True)
LETTERS = "letter"
SIMULATED = {  # name: columns, shift and variance of class 1; class 0 is standard normal
    "gauss-5": (5, (1.0,), 2.0),  # experiments 2 and 3
    "gauss-10": (10, (1.0,), 2.0),  # example 1
    "gauss-3": (3, (0.4, 0.3, 0.0), 1.0),  # experiment 1; the shifted class is called 0 there
    "gauss-300": (300, (0.4, 0.3, 0.0), 1.0),
}
ROWS = 30_000  # of all datasets that are handled at once: few enough for the cache, many enough to be worth a call


def blocked_errors(source: str, learner: str, n: int, seed: int, first: int, datasets: int) -> Floats:
    """Return the error rates [dataset, repeat, fold] of a learner on blocked 3x2 cross-validation."""
    return _errors(BLOCKED, learner, (source, n, first), seed, datasets)[:, 0]


def compared_errors(source: str, learner: str, n: int, seed: int, first: int, datasets: int) -> Floats:
    """Return the error rates [dataset, 2, repeat, fold] of a learner and of a fixed rule, on blocked 3x2."""
    return _errors(BLOCKED, learner, (source, n, first), seed, datasets, RULE_OF[learner])


def random_errors(source: str, learner: str, n: int, seed: int, first: int, datasets: int) -> Floats:
    """Return the error rates [dataset, repeat, fold] on 5x2 random halves, each with equal shares of the classes."""
    return _errors(FiveByTwo(), learner, (source, n, first), seed, datasets)[:, 0]


def _errors(
    design: Design, learner: str, about: tuple[str, int, int], seed: int, datasets: int, rule: Rule | None = None
) -> Floats:
    """Run a piece: all learners meet the same datasets; what a learner draws itself comes from a stream of its own."""
    source, n, _ = about
    rng, own = stream(seed, "wang-2014", *about), stream(seed, "wang-2014", *about, learner)

    def some(count: int) -> Floats:
        rows, target = draw(source, n, count, rng)
        labels = divided(design, target, rng)
        found = [errors_on(learner, rows, target, labels, own)]
        return np.stack(
            found if rule is None else [*found, shares(rule(rows) != target, labels).swapaxes(0, 1)], axis=1
        )

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


def shares(marked: Bools, labels: Ints) -> Floats:
    """Return the share of marked rows [..., row] in each of two folds [..., 2], from counts, so that ties are exact."""
    folds = [labels == fold for fold in (0, 1)]
    return np.stack([(marked & tested).sum(axis=-1) / tested.sum(axis=-1) for tested in folds], axis=-1)


def _part(rows: Floats, target: Ints, places: Ints) -> tuple[Floats, Ints]:
    """Take places [dataset, row] of each dataset; [1, row] are the same of all."""
    if len(places) == 1:
        return rows[:, places[0]], target[:, places[0]]
    return np.take_along_axis(rows, places[..., np.newaxis], axis=1), np.take_along_axis(target, places, axis=1)
