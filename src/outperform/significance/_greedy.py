"""Items taken out one after another, where they have weights or clusters or the test has no formula for it."""

from collections.abc import Callable
from math import inf

import numpy as np

from outperform.core import Floats, Ints
from outperform.significance import special
from outperform.significance.differences import ratio_of
from outperform.significance.item_means import mean_of_items
from outperform.significance.item_values import ItemValues
from outperform.significance.student import student_quantile

WORK = 6_000_000  # items looked at in all, before the search ends without an answer: a few seconds
STEPS = 30  # fewer would seldom do: then there is no search
WEIGHTS = 16  # different weights that are treated exactly
BATCH = 0.25  # of the removals that seem to be missing, taken out at once
NEAR = 1.1  # times the limit: beyond, an approximate deviate is enough
TINY = 1e-12
FloatOrs = float | Floats


def by_clustered_t(values: Floats, weights: Floats | None, clusters: Ints | None, level: float) -> Ints | None:
    """Return the places of items whose removal turns a clustered or weighted t; None beyond a limit of work.

    Each step takes out the item without which the p-value is largest. While more than ``1 / BATCH`` removals seem to be
    missing, a step takes out this share of them at once; a step that turns the decision is tried again with half as
    many.
    """
    c = np.arange(len(values)) if clusters is None else np.unique(clusters, return_inverse=True)[1].reshape(-1)
    places = np.argsort(c, kind="stable")
    places = places if weights is None else places[weights[places] > 0]
    x, w = (
        values[places] * (1 if values.sum() >= 0 else -1),
        np.ones(len(places)) if weights is None else weights[places],
    )
    c, kept, limit, most = c[places], np.arange(len(places)), student_quantile(inf, level), len(places)
    now = inf
    steps = WORK // len(values)
    for _ in range(steps if steps >= STEPS else 0):
        if len(kept) < 2:
            return None
        found = extremeness(x[kept], w[kept], c[kept])
        best = float(found.min())
        missing = (now - limit) / (now - best) if best < now < inf else 1.0
        count = max(1, min(most, int(BATCH * missing), len(kept) - 1))
        left = _without(kept, found, count)
        now = _deviate_of(x[left], w[left], c[left], best if count == 1 else 0.0, limit)
        if now > limit:
            kept = left
        elif count == 1:
            return np.sort(np.delete(places, left))
        else:
            most, now = count // 2, inf
    return None


def _without(kept: Ints, found: Floats, count: int) -> Ints:
    """Take out the items with the least values; of equal ones the first."""
    chosen = [int(np.argmin(found))] if count == 1 else np.argsort(found, kind="stable")[:count]
    return np.delete(kept, chosen)


def _deviate_of(x: Floats, w: Floats, c: Ints, about: float, limit: float) -> float:
    """Return the normal deviate with the p-value of these items; what is known about it suffices far from the limit."""
    if about > NEAR * limit:
        return about
    scale = np.array(np.abs(x).max())
    units = np.unique(c).size
    p = float(mean_of_items(ItemValues(x, scale, w, c)).pvalue) if units > 1 else 1.0
    return -float(special.ndtri(p / 2))


def extremeness(x: Floats, w: Floats, c: Ints) -> Floats:
    """Return the normal deviate that is about as extreme as t without each item.

    Exact for up to ``WEIGHTS`` different weights but for Wallace's normal deviate of t. For more, what the other
    clusters contribute is taken without an item of mean weight.
    """
    y = x - np.sum(w * x) / w.sum()
    different = np.unique(w)
    if different.size > WEIGHTS:
        return _extremeness(x, y, w, c, np.arange(len(x)))
    found = np.empty(len(x))
    for each in different:
        these = np.flatnonzero(w == each)
        found[these] = _extremeness(x, y, w, c, these)
    return found


def _extremeness(x: Floats, y: Floats, w: Floats, c: Ints, these: Ints) -> Floats:
    """Return the deviates without each of these items, whose weights are about the same; y are deviations."""
    a, b, q = (np.bincount(c, each).astype(np.float64) for each in (w * y, w, w * w))
    less = float(w[these].mean())
    factor, terms = _terms(b, q, b.sum() - less, q.sum() - less**2)
    y, w, c, mean = y[these], w[these], c[these], x[these] - y[these]
    rest = b.sum() - w
    centre = -w * y / rest
    left, left_squares = _above(b[c] - w, b.sum()), _above(q[c] - w * w, q.sum())
    own, new = _terms(left, left_squares, rest, q.sum() - w * w)
    sums = [(each * factor).sum() for each in (a * a, a * b, b * b)]
    square = sums[0] - 2 * centre * sums[1] + centre**2 * sums[2]
    square += (a[c] - w * y - centre * left) ** 2 * own - (a[c] - centre * b[c]) ** 2 * factor[c]
    t = np.abs(ratio_of(mean + centre, np.sqrt(np.maximum(square, 0.0)) / rest))
    return _deviate(t, _degrees(terms.sum(axis=1)[:, np.newaxis] - terms[:, c] + new))


def _terms(weight: Floats, squares: Floats, total: FloatOrs, all_squares: FloatOrs) -> tuple[Floats, Floats]:
    """Return 1 / k_c, and what each cluster adds to the sums of the degrees of freedom (see ``mean_of_items``)."""
    share, q = weight / total, squares / all_squares
    ratio = np.divide(1 - q, q, out=np.zeros_like(q), where=q > 0)
    k = np.maximum((1 - share) ** 2 + share**2 * np.maximum(ratio, 0.0), TINY)
    a, b = q / np.sqrt(k), share / np.sqrt(k)
    return np.where(weight > 0, 1 / k, 0.0), np.array([q * q, a * b, a * a, b * b, (b * b - 2 * a * b) ** 2])


def _degrees(sums: Floats) -> Floats:
    qq, ab, aa, bb, diagonal = sums
    whole = 2 * ab**2 + 2 * aa * bb + bb**2 - 4 * ab * bb
    df: Floats = np.maximum(1.0, 1 / np.maximum(qq + np.maximum(0.0, whole - diagonal), TINY))
    return df


def _above(left: Floats, total: float) -> Floats:
    """Return what is left of a cluster; 0 for a few roundings."""
    return np.where(left > TINY * total, left, 0.0)


def _deviate(t: Floats, df: Floats) -> Floats:
    """Return the normal deviate of t (Wallace 1959)."""
    deviate: Floats = (8 * df + 1) / (8 * df + 3) * np.sqrt(df * np.log1p(np.minimum(t, 1e100) ** 2 / df))
    return deviate


def by_own_test(values: Floats, pvalue: Callable[[Floats], float], level: float) -> Ints | None:
    """Return the places of items whose removal turns a test, by trying each item that is left at each step.

    Each step takes out the item without which the p-value is largest; of equal values only one is tried.
    """
    kept = np.arange(len(values))
    removed: list[int] = []
    while len(kept) > 1:
        candidates = np.unique(values[kept], return_index=True)[1]
        found = [pvalue(values[np.delete(kept, each)]) for each in candidates]
        best = int(np.argmax(found))
        removed.append(int(kept[candidates[best]]))
        kept = np.delete(kept, candidates[best])
        if found[best] > level:
            return np.sort(np.array(removed, dtype=np.int64))
    return None
