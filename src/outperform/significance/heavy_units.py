"""Where t is too sure of a mean, its p-value is no less than random signs of the units allow.

That is so where a few heavy units (items with large weights, large clusters) decide, and where all units differ by
about the same amount, as clusters do that are each won as a whole.
"""

from dataclasses import replace

import numpy as np

from outperform.core import Bools, Floats, Note, NoteKind
from outperform.significance import special
from outperform.significance.differences import EPS
from outperform.significance.item_means import ItemMean, cluster_sums
from outperform.significance.item_values import ItemValues

LARGEST = 8.0  # times the smallest: clusters of 1 to 8 items, and weights of 1 to 3, are no heavy units
ABOVE = 3.0  # times the mean
ENOUGH = 30.0  # units of the same weight, W^2 / Q, from which on t is right
SIGNS = 16  # units whose signs are enumerated; the sum of all others is taken as normal
LEAST_SURE = 0.5  # p-values from here on decide nothing
SURE = 0.001  # p-values of alike units up to here decide everything that is asked
MOST = 0.999  # a larger p-value would have no finite standard error
ALIKE = 0.6  # (sum x^2)^2 / (n sum x^4) of n units: 1 for one size, 5/9 for uniform, 1/3 for normal x
FEWEST, MANY = 6, 200  # such units: signs of fewer never have p <= .05; of more t rejects at most .06 of nulls


def has_heavy_units(weights: Floats) -> bool:
    """Return whether a few units have so much of the weight that they may decide alone.

    Examples
    --------
    >>> has_heavy_units(np.array([1, 1, 1] + [0.001] * 57)), has_heavy_units(np.arange(1, 9.0))
    (True, False)
    """
    kept = weights[weights > 0]
    few = kept.sum() ** 2 / (kept**2).sum() < ENOUGH
    return bool(few and kept.max() > min(LARGEST * kept.min(), ABOVE * kept.mean()))


def are_alike(sums: Floats) -> Bools:
    """Return which tables of sums [..., unit] have few units that differ by about the same amount, some either way.

    Examples
    --------
    >>> sums = np.array([[1, 1, 1, -1, 1, 1, 0.9], [1, 2, -0.1, 0, 3, 0.5, 0.2]])
    >>> are_alike(sums)
    array([ True, False])
    """
    count = sums.shape[-1]
    if not FEWEST <= count <= MANY:
        return np.zeros(sums.shape[:-1], dtype=bool)
    largest = np.abs(sums).max(axis=-1, keepdims=True)
    squares = np.divide(sums, largest, out=np.zeros_like(sums), where=largest > 0) ** 2
    both = (sums > 0).any(axis=-1) & (sums < 0).any(axis=-1)
    alike: Bools = both & (squares.sum(axis=-1) ** 2 > ALIKE * count * (squares**2).sum(axis=-1))
    return alike


def signs_decide(values: ItemValues) -> bool:
    """Return whether random signs of the units of a single table may decide in place of t."""
    sums, weights = cluster_sums(values)
    return has_heavy_units(weights) or bool(are_alike(sums))


def sign_notes(before: ItemMean, after: ItemMean, values: ItemValues) -> tuple[Note, ...]:
    """Note why random signs decide: a few units have most of the weight, or all differ by about the same amount."""
    weights = cluster_sums(values)[1]
    if not has_heavy_units(weights):
        facts = {"units": after.units, "clusters": values.clusters is not None, "pvalue": float(after.pvalue)}
        return (Note.of(NoteKind.ALIKE_UNITS, **facts),) if after.se > before.se else ()
    same = float(weights.sum() ** 2 / (weights**2).sum())
    facts = {"units": int(np.count_nonzero(weights)), "same": same, "clusters": values.clusters is not None}
    return (Note.of(NoteKind.FEW_HEAVY, **facts),)


def with_random_signs(mean: ItemMean, values: ItemValues) -> ItemMean:
    """Return the mean with the standard error that random signs of its units allow, where t is too sure.

    Notes
    -----
    Formula: x_u is the sum of unit u, T = |sum x_u|. Under the null hypothesis each x_u has either sign with the same
    chance, so that p is at least

        q = P(|sum s_u x_u| >= T)    over random signs s_u

    with all patterns of the signs of the 16 largest |x_u|, and the sum of the others as normal (with a correction for
    its steps). Where t gives a smaller p, the standard error is raised until it gives q, so that p-value, decision,
    interval and margin agree. Three clusters with nearly all items, each won as a whole by one system, agree in one of
    four cases; their spread is then next to nothing, and t gives p < .001.

    It is so, too, for 6 to 200 units that differ by about the same amount, (sum x_u^2)^2 / (n sum x_u^4) > .6: of seven
    clusters, each won as a whole by a system drawn at random, one system wins at least six in .125 of nulls, for which
    t gives p = .047. Where all have one sign, they may as well differ by little from a mean, and t stands; so it does
    where q is at most .001.

    Examples
    --------
    >>> from outperform.significance.item_means import mean_of_items
    >>> d, weights = np.array([1.0] * 3 + [1.0, -1.0] * 30), np.array([1] * 3 + [1e-4] * 60)
    >>> values = ItemValues(d, np.array(1.0), weights)
    >>> found = mean_of_items(values)
    >>> float(found.pvalue), float(with_random_signs(found, values).pvalue)
    (0.0, 0.138)
    """
    sums, weights = cluster_sums(values)
    pvalue, se = np.asarray(mean.pvalue), np.asarray(mean.se)
    asked = (are_alike(sums) | has_heavy_units(weights)) & (pvalue < LEAST_SURE) & (se > 0)
    if not asked.any():
        return mean
    least = np.zeros(pvalue.shape)
    least[asked] = np.minimum(_chance_of_signs(sums[asked], float(values.scale.max()) * float(weights.max())), MOST)
    raised = pvalue < (least if has_heavy_units(weights) else np.where(least > SURE, least, 0.0))
    quantile = -special.stdtrit(mean.df, np.where(raised, least, LEAST_SURE) / 2)
    return replace(mean, se=np.where(raised, np.abs(mean.estimate) / quantile, se))


def _chance_of_signs(sums: Floats, scale: float) -> Floats:
    """Return the chance that random signs of sums [..., unit] give a total of at least the size that there is."""
    ranked = np.take_along_axis(sums, np.argsort(-np.abs(sums), axis=-1, kind="stable"), axis=-1)
    total, sizes = np.abs(sums.sum(axis=-1)), np.abs(ranked)
    heads = sizes[..., :1]
    for at in range(1, min(SIGNS, sums.shape[-1])):
        size = sizes[..., at : at + 1]
        heads = np.concatenate([heads + size, heads - size], axis=-1)
    near = 4 * EPS * sums.shape[-1] * scale
    others = sizes[..., SIGNS:]
    rest = np.sqrt((others**2).sum(axis=-1, keepdims=True))
    still = rest <= near
    half = np.where(others > near, others, np.inf).min(
        axis=-1, initial=np.inf, keepdims=True
    )  # sums move by twice that
    reached = (total - near)[..., np.newaxis] - np.where(still, 0.0, half)
    tails = []
    for side in (1, -1):  # the heaviest has either sign
        above = side * heads - reached
        normal = special.ndtr(above / np.where(still, 1.0, rest))
        tails.append(np.where(still, above >= 0, normal).mean(axis=-1))
    chance: Floats = np.minimum(1.0, tails[0] + tails[1])
    return chance
