"""How often other random splits of the same data sets would decide otherwise."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from outperform.core import Floats, Ints, LeagueCells, PairsTest, Seed, stream
from outperform.core.adjust import Adjustment

DRAWS = 2000
CHUNK = 4_000_000  # numbers of differences at a time: 32 MB per array of them


@dataclass(frozen=True, eq=False)
class SplitFlips:
    """Chances that a league with other random splits decides otherwise."""

    pairs: Floats  # [pair]
    winner: float | None  # None where not all pairs were judged


def split_flips(
    cells: LeagueCells, test: PairsTest, adjustment: Adjustment, pairs: Ints, level: float, seed: Seed = 0
) -> SplitFlips | None:
    """Return how often fresh partitions, as many on each data set, would decide otherwise; None without repeats.

    Notes
    -----
    Given the data sets, the means of a league with other partitions are m' ~ N(m, V (1/r + 1/r)), jointly over
    learners: its own noise, and that of this league. V is ``cells.wander``. All pairs are then judged as this league's
    were, with the same adjustment. The winner is the learner that is better than all others; a shared first place is an
    outcome of its own.
    """
    if cells.wander is None or cells.repeats is None:
        return None
    names = [(cells.learners[first], cells.learners[second]) for first, second in pairs]
    here = decide(cells, test, adjustment, pairs, names, level)
    count = len(cells.learners)
    whole = len(pairs) == count * (count - 1) // 2
    changed, other, total = np.zeros(len(pairs)), 0.0, 0
    for league in _leagues(cells, len(pairs), seed):
        there = decide(league, test, adjustment, pairs, names, level)
        changed += (there != here).sum(axis=0)
        other += float((winner_of(there, pairs, count) != winner_of(here, pairs, count)).sum()) if whole else 0.0
        total += len(there)
    return SplitFlips(changed / total, other / total if whole else None)


def decide(
    cells: LeagueCells,
    test: PairsTest,
    adjustment: Adjustment,
    pairs: Ints,
    names: list[tuple[str, str]],
    level: float,
) -> Floats:
    """Return the decisions [..., pair] of one or many leagues: 1 for the first, -1 for the second, 0 for none."""
    outcomes = test.outcomes(cells, pairs)
    pvalue = outcomes.pvalue if test.for_all_pairs else adjustment.adjust_many(outcomes.pvalue, names)
    return np.where(pvalue <= level, outcomes.direction, 0.0)


def winner_of(decisions: Floats, pairs: Ints, count: int) -> Ints:
    """Return the learner that is better than all others [...]; -1 where there is none."""
    wins = np.stack(
        [
            (decisions[..., pairs[:, 0] == at] > 0).sum(axis=-1) + (decisions[..., pairs[:, 1] == at] < 0).sum(axis=-1)
            for at in range(count)
        ],
        axis=-1,
    )
    return np.where(wins.max(axis=-1) == count - 1, wins.argmax(axis=-1), -1)


def _leagues(cells: LeagueCells, pairs: int, seed: Seed) -> Iterator[LeagueCells]:
    """Draw leagues with other partitions, some at a time."""
    assert cells.wander is not None, "repeats were looked for"
    assert cells.repeats is not None, "repeats were looked for"
    datasets, learners = cells.values.shape
    root = _root(np.nan_to_num(cells.wander) * (2 / cells.repeats)[:, np.newaxis, np.newaxis])
    rng = stream(seed, "league", "fresh splits")
    step = max(1, CHUNK // max(1, datasets * pairs))
    for start in range(0, DRAWS, step):
        draws = rng.standard_normal((min(step, DRAWS - start), datasets, learners))
        values = cells.values + np.einsum("nij,mnj->mni", root, draws, optimize=True)
        error = None if cells.error is None else np.broadcast_to(cells.error, (len(values), *cells.error.shape))
        yield replace(cells, values=values, error=error, wander=None)


def _root(covariance: Floats) -> Floats:
    """Return square roots of positive semi-definite matrices."""
    values, vectors = np.linalg.eigh(covariance)
    found: Floats = vectors * np.sqrt(np.maximum(values, 0.0))[..., np.newaxis, :]
    return found
