"""How often other random splits of the same data sets would decide otherwise."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from outperform.core import Floats, Ints, LeagueCells, PairOutcomes, PairsTest, Seed, stream
from outperform.core.adjust import Adjustment
from outperform.ranking.decisions import decisions_of
from outperform.ranking.redrawn import Redrawn

DRAWS = 2000
CHUNK = 2_000_000  # differences at a time: 16 MB per array of them


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
    Given the data sets, the differences of a league with other partitions are drawn from what this league says of them
    (see ``redrawn``), jointly over learners and with the noise of both leagues. All pairs are then judged as in this
    league, with the same adjustment. The winner is the learner that is better than all others; a shared first place is
    an outcome of its own.
    """
    if cells.wander is None or cells.repeats is None:
        return None
    names = [(cells.learners[first], cells.learners[second]) for first, second in pairs]
    count = len(cells.learners)
    whole = len(pairs) == count * (count - 1) // 2
    here = decisions_of(test.outcomes(cells, pairs), test, adjustment, names, level)
    changed, other = np.zeros(len(pairs)), 0.0
    for outcomes in _leagues(cells, test, pairs, seed):
        there = decisions_of(outcomes, test, adjustment, names, level)
        changed += (there != here).sum(axis=0)
        other += float((winners(there, pairs, count) != winners(here, pairs, count)).sum()) if whole else 0.0
    return SplitFlips(changed / DRAWS, other / DRAWS if whole else None)


def winners(decisions: Floats, pairs: Ints, count: int) -> Ints:
    """Return the learner that is better than all others [...]; -1 where there is none."""
    wins = [(decisions[..., pairs[:, 0] == at] > 0).sum(axis=-1) for at in range(count)]
    more = [(decisions[..., pairs[:, 1] == at] < 0).sum(axis=-1) for at in range(count)]
    total = np.stack(wins, axis=-1) + np.stack(more, axis=-1)
    return np.where(total.max(axis=-1) == count - 1, total.argmax(axis=-1), -1)


def _leagues(cells: LeagueCells, test: PairsTest, pairs: Ints, seed: Seed) -> Iterator[PairOutcomes]:
    """Judge leagues with other partitions, some at a time."""
    rng = stream(seed, "league", "fresh splits")
    redrawn = Redrawn.of(cells, None if test.on_ranks else pairs)
    step = max(1, CHUNK // max(1, redrawn.seen.size))
    for start in range(0, DRAWS, step):
        drawn = redrawn.draw(rng, min(step, DRAWS - start))
        yield _ranked(cells, test, pairs, drawn) if test.on_ranks else _by_pairs(cells, test, pairs, drawn)


def _ranked(cells: LeagueCells, test: PairsTest, pairs: Ints, drawn: Floats) -> PairOutcomes:
    """Judge learners [league, learner, dataset]; their mean score is added, so that ties are ties up to rounding."""
    values = np.swapaxes(drawn, 1, 2) + cells.values.mean(axis=-1, keepdims=True)
    return test.outcomes(replace(cells, values=values, error=None, wander=None), pairs)


def _by_pairs(cells: LeagueCells, test: PairsTest, pairs: Ints, drawn: Floats) -> PairOutcomes:
    """Judge differences [league, pair, dataset], each as a league of two learners about their mean score.

    Ties are relative to the scores: about 0, differences by rounding alone would count.
    """
    centre = cells.values[:, pairs].mean(axis=-1).T  # [pair, dataset]
    values = np.stack([centre + drawn / 2, centre - drawn / 2], axis=-1)
    error = cells.error
    if error is not None:
        both = np.moveaxis(error[:, pairs[:, :, np.newaxis], pairs[:, np.newaxis]], 0, 1)  # [pair, dataset, 2, 2]
        error = np.broadcast_to(both, (*values.shape, 2))
    league = replace(cells, learners=("first", "second"), values=values, error=error, wander=None)
    outcomes = test.outcomes(league, np.array([[0, 1]]))
    return PairOutcomes(*(each[..., 0] for each in (outcomes.statistic, outcomes.pvalue, outcomes.direction)))
