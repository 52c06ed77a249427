"""How often other data sets like these would decide otherwise."""

import numpy as np

from outperform.core import Floats, Ints, LeagueCells, PairsTest, Seed
from outperform.core.adjust import Adjustment
from outperform.ranking.own_levels import own_levels
from outperform.significance import special

FARTHEST = 38.0  # normal scores beyond have no p-value


def dataset_flips(
    cells: LeagueCells, test: PairsTest, adjustment: Adjustment, pairs: Ints, level: float, seed: Seed = 0
) -> Floats:
    """Return for each pair the chance that as many other data sets, exchangeable with these, decide otherwise.

    Notes
    -----
    z is the normal score of a pair's p-value. With K the share of its variance that is due to true differences,

        z' ~ N(K z, 1 + K)        K = w2 / (1 + w2),    w2 = max(0, mean z^2 - 1) over the league's pairs

    and the pair is decided as before where z' is beyond the same critical value on the same side. K is assumed to be 1
    for two learners.
    """
    outcomes = test.outcomes(cells, pairs)
    names = [(cells.learners[first], cells.learners[second]) for first, second in pairs]
    if test.for_all_pairs:
        pvalue, levels = (_single(each, len(pairs)) for each in (outcomes.pvalue, np.full(len(pairs), level)))
    else:
        pvalue, levels = outcomes.pvalue, own_levels(adjustment, outcomes.pvalue, names, level)
    z = outcomes.direction * np.minimum(-special.ndtri(pvalue / 2), FARTHEST)
    critical = -special.ndtri(levels / 2)
    share = 1.0 if len(cells.learners) == 2 else _signal(z)
    spread = np.sqrt(1 + share)
    up, down = (special.ndtr((side * share * z - critical) / spread) for side in (1, -1))
    same = np.where(pvalue > levels, 1 - up - down, np.where(z > 0, up, down))
    found: Floats = np.clip(1 - same, 0.0, 1.0)
    return found


def _single(pvalue: Floats, count: int) -> Floats:
    """Return the p-value of a pair alone that is about as extreme as one for all pairs: Sidak's, inverted."""
    found: Floats = -np.expm1(np.log1p(-np.minimum(pvalue, 1 - 1e-16)) / count)
    return found


def _signal(z: Floats) -> float:
    excess = max(0.0, float((z**2).mean()) - 1)
    return excess / (1 + excess)
