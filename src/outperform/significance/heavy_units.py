"""Few heavy units (items with large weights, large clusters) decide a mean: no less than random signs of them allow."""

from dataclasses import replace

import numpy as np

from outperform.core import Floats, Note, NoteKind
from outperform.significance import special
from outperform.significance.differences import EPS
from outperform.significance.item_means import ItemMean, cluster_sums
from outperform.significance.item_values import ItemValues

LARGEST = 8.0  # times the smallest: clusters of 1 to 8 items, and weights of 1 to 3, are no heavy units
ABOVE = 3.0  # times the mean
ENOUGH = 30.0  # units of the same weight, W^2 / Q, from which on t is right
SIGNS = 16  # units whose signs are enumerated; the sum of all others is taken as normal
LEAST_SURE = 0.5  # p-values from here on decide nothing
MOST = 0.999  # a larger p-value would have no finite standard error


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


def heavy_notes(values: ItemValues) -> tuple[Note, ...]:
    """Note that a few units have most of the weight."""
    weights = cluster_sums(values)[1]
    if not has_heavy_units(weights):
        return ()
    same = float(weights.sum() ** 2 / (weights**2).sum())
    facts = {"units": int(np.count_nonzero(weights)), "same": same, "clusters": values.clusters is not None}
    return (Note.of(NoteKind.FEW_HEAVY, **facts),)


def with_heavy_units(found: ItemMean, values: ItemValues) -> ItemMean:
    """Return the mean with the standard error that random signs of its units allow, where a few units are heavy.

    Notes
    -----
    Formula: x_u is the sum of unit u, T = |sum x_u|. Under the null hypothesis each x_u has either sign with the same
    chance, so that p is at least

        q = P(|sum s_u x_u| >= T)    over random signs s_u

    with all patterns of the signs of the 16 largest |x_u|, and the sum of the others as normal (with a correction for
    its steps). Where t gives a smaller p, the standard error is raised until it gives q, so that p-value, decision,
    interval and margin agree. Three clusters with nearly all items, each won as a whole by one system, agree in one of
    four cases; their spread is then next to nothing, and t gives p < .001.

    Examples
    --------
    >>> from outperform.significance.item_means import mean_of_items
    >>> d, weights = np.array([1.0] * 3 + [1.0, -1.0] * 30), np.array([1] * 3 + [1e-4] * 60)
    >>> values = ItemValues(d, np.array(1.0), weights)
    >>> found = mean_of_items(values)
    >>> float(found.pvalue), float(with_heavy_units(found, values).pvalue)
    (0.0, 0.138)
    """
    sums, weights = cluster_sums(values)
    if not has_heavy_units(weights):
        return found
    pvalue = np.asarray(found.pvalue)
    least = np.minimum(_chance_of_signs(sums, float(values.scale.max()) * float(weights.max())), MOST)
    raised = (pvalue < least) & (pvalue < LEAST_SURE) & (found.se > 0)
    quantile = -special.stdtrit(found.df, np.where(raised, least, LEAST_SURE) / 2)
    return replace(found, se=np.where(raised, np.abs(found.estimate) / quantile, found.se))


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
