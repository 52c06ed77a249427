"""How large the differences of pairs are over data sets, and what to expect on a new data set."""

import numpy as np

from outperform.core import Bools, Interval, Ints, LeagueCells, LeagueEffect, check_level
from outperform.ranking.differences import differences_of, variances_of
from outperform.ranking.means import Means, means_of
from outperform.ranking.random_effects import RandomEffects, random_effects
from outperform.significance.student import student_quantile


def effects_of(cells: LeagueCells, pairs: Ints, level: float) -> tuple[LeagueEffect, ...]:
    """Estimate the difference of every pair [pair, 2] of a single league.

    Where all data sets of a pair have standard errors, by random effects; else by Student's t over data sets, and also
    where the errors of differences are only bounds: tau would be too small, and with it the prediction.

    Examples
    --------
    >>> values = np.array([[0.91, 0.9], [0.82, 0.8], [0.73, 0.7]])
    >>> effect = effects_of(LeagueCells(("x", "y", "z"), ("a", "b"), values), np.array([[0, 1]]), 0.05)[0]
    >>> round(effect.estimate, 4), [round(end, 4) for end in effect.interval], effect.tau
    (0.02, [-0.0048, 0.0448], None)
    """
    check_level(level)
    means = means_of(differences_of(cells, pairs))
    known = _with_errors(cells, pairs)
    found = [_plain(means, at, level) for at in range(len(pairs))]
    if known.any():
        effects = random_effects(cells, pairs[known])
        for number, at in enumerate(np.flatnonzero(known)):
            found[at] = _random(effects, number, level)
    return tuple(found)


def _with_errors(cells: LeagueCells, pairs: Ints) -> Bools:
    """Return which pairs have standard errors on two or more data sets, and on all that both have."""
    variances = variances_of(cells, pairs)
    if variances is None or not cells.joint:
        return np.zeros(len(pairs), dtype=bool)
    here = ~np.isnan(differences_of(cells, pairs).values)
    known: Bools = (here.sum(axis=-1) > 1) & ~(here & np.isnan(variances)).any(axis=-1)
    return known


def _plain(means: Means, at: int, level: float) -> LeagueEffect:
    """By Student's t: m -+ t s / sqrt(N); the mean of M new data sets is expected in m -+ t s sqrt(1/N + 1/M)."""
    count, mean, se = int(means.count[at]), float(means.mean[at]), float(means.se[at])
    if count < 2 or not se > 0:
        return LeagueEffect(mean if count else None, None, None, None, None, None)
    reach = student_quantile(count - 1, level) * se
    new, several = (_around(mean, reach * (1 + count / more) ** 0.5) for more in (1, count))
    return LeagueEffect(mean, _around(mean, reach), new, several, None, None)


def _random(effects: RandomEffects, at: int, level: float) -> LeagueEffect:
    """By random effects: mu -+ t_{N-1} SE; the true one on a new data set: mu -+ t_{N-2} sqrt(tau^2 + SE^2).

    N new data sets that are scored as precisely have an estimate with the same variance, so that it lies in
    mu -+ t_{N-1} SE sqrt(2). That is mu -+ t_{N-1} tau sqrt(2/N) where standard errors are small, and never less than
    the mean of N new true differences needs, as tau^2 / N <= SE^2.
    """
    count, mean, se, tau2, i2 = (
        float(each[at]) for each in (effects.count, effects.mean, effects.se, effects.tau2, effects.i2)
    )
    if se == 0:
        return LeagueEffect(mean, None, None, None, 0.0, 0.0)
    new = None if count < 3 else _around(mean, student_quantile(count - 2, level) * (tau2 + se**2) ** 0.5)
    reach = student_quantile(count - 1, level) * se
    return LeagueEffect(mean, _around(mean, reach), new, _around(mean, reach * 2**0.5), tau2**0.5, i2)


def _around(centre: float, reach: float) -> Interval:
    return centre - reach, centre + reach
