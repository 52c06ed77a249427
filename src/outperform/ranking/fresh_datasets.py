"""How often other data sets like these would decide otherwise."""

from itertools import combinations

import numpy as np

from outperform.core import Bools, Floats, Ints, LeagueCells, PairOutcomes, PairsTest
from outperform.core.adjust import Adjustment
from outperform.ranking._effect_table import SIZES, WIDTHS, EffectTable, normal_scores
from outperform.ranking.differences import differences_of
from outperform.ranking.own_levels import own_levels
from outperform.significance import special

SPREADS = np.concatenate([[0.05], np.arange(0.25, 3, 0.25), np.arange(3, 8, 0.5), [9.0, 11.0, 14.0, 18.0, 25.0]])
"""Standard deviations of the true differences of pairs, in standard errors [spread]."""
USUAL = 3.0  # the scale of the half-Cauchy distribution that spreads have beforehand


def dataset_flips(cells: LeagueCells, test: PairsTest, adjustment: Adjustment, pairs: Ints, level: float) -> Floats:
    """Return for each pair the chance that as many other data sets, exchangeable with these, decide otherwise.

    Notes
    -----
    The p-value of a pair says how likely each true difference delta is (in standard errors; see ``EffectTable``). All
    pairs of the league say how far true differences spread: delta ~ N(0, omega^2), with a half-Cauchy prior for omega.
    As m pairs of k learners share learners, they count as k - 1. The chance of a decision is that of the test at delta,
    at the level that the other pairs leave to the pair, averaged over delta and omega. For normal scores z this is
    z' ~ N(K z, 1 + K), with K = omega^2 / (1 + omega^2).

    Two learners show no spread: there omega is infinite (K = 1), which is an assumption.
    """
    outcomes = test.outcomes(cells, pairs)
    table = _table(cells, test, pairs)
    scores = _scores(test, outcomes, len(pairs))
    changes = _changes(table, scores, *_decided(cells, test, adjustment, outcomes, pairs, level))
    everyone = np.array(list(combinations(range(len(cells.learners)), 2)))
    if len(everyone) == 1:
        found: Floats = (table.likely(scores) * changes).sum(axis=-1)
    else:
        whole = len(pairs) == len(everyone)
        seen = scores if whole else _scores(test, test.outcomes(cells, everyone), len(everyone))
        found = _averaged(table.likelihood(scores), changes, _spread(table.likelihood(seen), len(cells.learners)))
    never = ~np.nan_to_num(differences_of(cells, pairs).values).any(axis=-1)  # tied on all data sets
    return np.where(never, 0.0, np.clip(found, 0.0, 1.0))


def _table(cells: LeagueCells, test: PairsTest, pairs: Ints) -> EffectTable:
    """Return what the test says of true differences, with as many data sets as the pairs have in the middle."""
    if test.on_ranks or test.for_all_pairs:
        return EffectTable.normal()
    d = differences_of(cells, pairs).values
    both = max(2, int(np.median((~np.isnan(d)).sum(axis=-1))))
    return EffectTable.simulated(test, both, None if cells.error is None else _known(cells.error, d, pairs))


def _known(error: Floats, d: Floats, pairs: Ints) -> float:
    """Return the share of the variance of differences that standard errors explain, over all pairs."""
    first, second = pairs[:, 0], pairs[:, 1]
    noise = (error[:, first, first] + error[:, second, second] - 2 * error[:, first, second]).T
    there = ~np.isnan(noise) & ~np.isnan(d)
    count = np.maximum(1, there.sum(axis=-1, keepdims=True))
    centre = np.where(there, d, 0.0).sum(axis=-1, keepdims=True) / count
    total = float((np.where(there, d - centre, 0.0) ** 2).sum())
    return float(np.clip(np.where(there, noise, 0.0).sum() / total, 0.01, 0.95)) if total > 0 else 0.5


def _scores(test: PairsTest, outcomes: PairOutcomes, count: int) -> Floats:
    """Return normal scores; p-values for all pairs are first taken back to those of a pair alone."""
    if not test.for_all_pairs:
        return normal_scores(outcomes)
    return normal_scores(PairOutcomes(outcomes.statistic, _alone(outcomes.pvalue, count), outcomes.direction))


def _alone(pvalue: Floats, count: int) -> Floats:
    """Return Sidak's adjustment backwards."""
    found: Floats = -np.expm1(np.log1p(-np.minimum(pvalue, 1 - 1e-16)) / count)
    return found


def _decided(
    cells: LeagueCells, test: PairsTest, adjustment: Adjustment, outcomes: PairOutcomes, pairs: Ints, level: float
) -> tuple[Floats, Bools]:
    """Return the normal score from which on each pair is decided, and whether it is."""
    if test.for_all_pairs:
        levels = np.full(len(pairs), level)
        return -special.ndtri(_alone(levels, len(pairs)) / 2), outcomes.pvalue <= levels
    names = [(cells.learners[first], cells.learners[second]) for first, second in pairs]
    levels = own_levels(adjustment, outcomes.pvalue, names, level)
    return -special.ndtri(levels / 2), outcomes.pvalue <= levels


def _changes(table: EffectTable, scores: Floats, limits: Floats, decided: Bools) -> Floats:
    """Return the chance of another decision [pair, size] at every true difference."""
    first, second = 1 - table.below(limits), table.up_to(-limits)
    same = np.where(scores[:, np.newaxis] > 0, first, second)
    found: Floats = np.where(decided[:, np.newaxis], 1 - same, first + second)
    return found


def _spread(likelihood: Floats, learners: int) -> Floats:
    """Return how likely each spread of true differences is [spread], from all pairs."""
    seen = np.log(np.maximum(likelihood @ _priors().T, 1e-300)).sum(axis=0) * (learners - 1) / len(likelihood)
    weight = np.exp(seen - seen.max()) * np.gradient(SPREADS) / (1 + (SPREADS / USUAL) ** 2)
    found: Floats = weight / weight.sum()
    return found


def _averaged(likelihood: Floats, changes: Floats, spread: Floats) -> Floats:
    """Average the chance of another decision over true differences and their spread."""
    priors = _priors().T
    norm = np.maximum(likelihood @ priors, 1e-300)
    found: Floats = ((likelihood * changes) @ priors / norm) @ spread
    return found


def _priors() -> Floats:
    """Return the chance of every true difference, for every spread [spread, size]; the sums are 1."""
    weight = np.exp(-((SIZES / SPREADS[:, np.newaxis]) ** 2) / 2) * WIDTHS
    found: Floats = weight / weight.sum(axis=-1, keepdims=True)
    return found
