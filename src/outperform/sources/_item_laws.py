"""Laws of two fixed systems on items: differences of scores, answers that are right or wrong, predictions."""

from collections.abc import Callable, Mapping

import numpy as np

from outperform.core import Floats, Ints

Size = tuple[int, int]  # items, samples
Streams = tuple[np.random.Generator, np.random.Generator]  # of items, and of runs
Deviations = Callable[[np.random.Generator, int], Floats]
LOSS = 0.05  # share of items with a large loss
TIED = 0.7  # share of items on which the systems are tied
SHARE = 0.3  # of positive rows
RECALL, FALSE = 0.8, 0.15  # positive rows that are found, negative rows that are called positive
SHIFT = 1.2  # of the scores of positive rows
TOGETHER = 0.5  # correlation of the two systems' latent answers
SPREAD = 1.5  # of the difficulty of items, in logits


def _losses(rng: np.random.Generator, count: int) -> Floats:
    lost = rng.random(count) < LOSS
    found: Floats = np.where(lost, -(1 - LOSS), LOSS) / np.sqrt(LOSS * (1 - LOSS))
    return found


def _tied(rng: np.random.Generator, count: int) -> Floats:
    found: Floats = np.where(rng.random(count) < TIED, 0.0, rng.standard_normal(count)) / np.sqrt(1 - TIED)
    return found


DEVIATIONS: Mapping[str, Deviations] = {
    "normal": lambda rng, count: rng.standard_normal(count),
    "t3": lambda rng, count: rng.standard_t(3, count) / np.sqrt(3),
    "skewed": lambda rng, count: rng.exponential(size=count) - 1,
    "losses": _losses,
    "tied": _tied,
}
"""Differences of items, with mean 0 and standard deviation 1."""


def scores(law: str, size: Size, lead: float, noise: float, clusters: Ints | None, streams: Streams) -> Floats:
    """Draw scores [system, sample, item] whose differences have a law; half of their variance is that of clusters."""
    (items, samples), (rng, run) = size, streams
    apart = DEVIATIONS[law](rng, items)
    moved = np.where(apart == 0, 0.0, lead / (1 - TIED)) if law == "tied" else np.full(items, lead)
    if clusters is not None:
        apart = (apart + rng.standard_normal(int(clusters.max()) + 1)[clusters]) / np.sqrt(2)
    level, half = rng.standard_normal(items), (apart + moved) / 2
    drawn = np.stack([level + half, level - half])[:, np.newaxis]
    found: Floats = drawn + noise * run.standard_normal((2, samples, items))
    return found


def answers(size: Size, lead: float, clusters: Ints | None, streams: Streams) -> Floats:
    """Draw right and wrong answers [system, sample, item].

    The chance of a right answer has a logit that is the item's difficulty plus a deviation of each system, of the same
    law for both. A lead turns a share of the first system's wrong answers into right ones.
    """
    (items, samples), (rng, run) = size, streams
    logits = SPREAD * rng.standard_normal(items) + rng.standard_normal((2, items))
    if clusters is not None:
        logits += 1.5 * rng.standard_normal((2, int(clusters.max()) + 1))[:, clusters]
    chance = 1 / (1 + np.exp(-logits))
    chance[0] += 2 * lead * (1 - chance[0])  # half of all answers are wrong, by symmetry
    found: Floats = (run.random((2, samples, items)) < chance[:, np.newaxis]).astype(np.float64)
    return found


def truths(rng: np.random.Generator, items: int) -> Floats:
    """Draw classes with at least two rows of either."""
    while True:
        found: Floats = (rng.random(items) < SHARE).astype(np.float64)
        if 2 <= found.sum() <= items - 2:
            return found


def latent(rng: np.random.Generator, items: int) -> Floats:
    """Draw normal variables of two systems [system, item] that are correlated."""
    shared = rng.standard_normal(items)
    found: Floats = np.sqrt(TOGETHER) * shared + np.sqrt(1 - TOGETHER) * rng.standard_normal((2, items))
    return found


def f1(recall: float) -> float:
    """Return F1 on endless rows."""
    hits = SHARE * recall
    return 2 * hits / (hits + SHARE + (1 - SHARE) * FALSE)
