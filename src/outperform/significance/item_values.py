"""The differences of two systems on every item: the values whose mean is the difference of the metric."""

from dataclasses import dataclass, replace
from math import fsum
from typing import Any

import numpy as np

from outperform.core import Bools, Floats, InputError, Ints, Items, MisfitError, Scores, check_size
from outperform.significance.differences import EPS


@dataclass(frozen=True, eq=False)
class ItemValues:
    """One value per item, whose mean (weighted, where there are weights) is the difference first - second.

    For a metric that is a mean over items, a value is the difference of the item's scores, each a mean over samples.
    For other metrics it is the difference of the item's influences plus the difference of the metric: the mean is the
    difference of the metric, and the spread is that of its first-order approximation.
    """

    values: Floats  # [..., item]
    scale: Floats  # [...]: the largest score of items that differ; differences within a few roundings of it are 0
    weights: Floats | None = None  # [item], the largest is 1; None where all items count the same
    clusters: Ints | None = None  # [item]: 0, 1, ..., each present
    means: bool = True  # the metric is a mean over items
    changed: Bools | None = None  # [item]: whether the predictions differ, where the metric is not a mean

    @property
    def count(self) -> int:
        """The number of items."""
        return int(self.values.shape[-1])

    @property
    def differ(self) -> Bools:
        """On which items the systems differ."""
        found: Bools = self.values != 0 if self.changed is None else self.changed
        return found

    def without_clusters(self) -> "ItemValues":
        """Return the same items, each on its own."""
        return replace(self, clusters=None)

    def canonical(self) -> tuple["ItemValues", float]:
        """Return the items in an order that depends on the values alone, with a sum of at least 0, and the sign.

        Sums then have the same rounding whatever the order of items, clusters and systems: the verdict does not depend
        on it in the last digit.

        Examples
        --------
        >>> found, sign = ItemValues(np.array([0.0, -1.0, 0.5]), np.array(1.0)).canonical()
        >>> found.values.tolist(), sign
        ([-0.5, 0.0, 1.0], -1.0)
        """
        weighted = self.values if self.weights is None else self.values * self.weights
        sign = -1.0 if fsum(weighted.tolist()) < 0 else 1.0
        values = sign * self.values + 0.0
        order = np.argsort(values, kind="stable") if self.weights is None else np.lexsort((self.weights, values))
        weights = None if self.weights is None else self.weights[order]
        changed = None if self.changed is None else self.changed[order]
        kept = replace(self, values=values[order], weights=weights, changed=changed)
        if self.clusters is None:
            return kept, sign
        return replace(kept, clusters=_ranked(self.clusters[order], kept.values, weights)), sign


def item_values(scores: Scores) -> ItemValues:
    """Return one value per item of two systems; raise MisfitError for a metric that has none.

    Examples
    --------
    >>> table = np.array([[[1.0, 0.0, 1.0]], [[0.0, 0.0, 1.0]]])  # [system, sample, item]
    >>> scores = Scores(("a", "b"), None, table.mean(axis=2, keepdims=True), items=Items(row_scores=table))
    >>> item_values(scores).values.tolist()
    [1.0, 0.0, 0.0]
    """
    if len(scores.learners) != 2 or scores.items is None:
        raise MisfitError(f"items of two systems are compared at a time, got {len(scores.learners)} systems")
    items = scores.items
    scored = scored_items(items)
    made = _of_influence(items, scores.metric) if scored is None else _of_means(scored, rights=_are_rights(items))
    weights, clusters = checked_weights(items), _kept(items, items.clusters)
    if not made.means and weights is not None:
        raise MisfitError(f"weights of items need a metric that is a mean over items, but {scores.metric} is not")
    labels = None if clusters is None else np.unique(clusters, return_inverse=True)[1].reshape(-1).astype(np.int64)
    return replace(made, weights=weights, clusters=labels)


def scored_items(items: Items) -> Floats | None:
    """Return the scores [system, sample, item] of the items tested; None for a metric that is not a mean over items.

    Raises InputError for infinite scores, and for a system without a score on an item.
    """
    scored = items.scored if items.tested is None else _scored_rows(items)
    if scored is None:
        return None
    ranges = items.ranges if items.tested is None else None
    if ranges is not None and ranges.finite.all():
        check_size(ranges.largest)
        return scored
    check_size(scored)
    missing = np.isnan(scored)
    if np.isinf(scored).any() or missing.all(axis=1).any():
        bad = np.isinf(scored).any(axis=1) | missing.all(axis=1)
        system, item = (int(place[0]) for place in np.nonzero(bad))
        problem = f"system {system + 1} has no finite score on item {item + 1}"
        raise InputError("scores", f"{problem}; leave the item out for all systems, or score it")
    return scored


def sample_means(scored: Floats) -> Floats:
    """Return the mean over samples [system, item] of scores [system, sample, item]; NaN is a sample fewer."""
    if scored.shape[1] == 1:
        return scored[:, 0]
    ranked = np.sort(scored, axis=1)  # the order of samples changes no digit; NaN comes last
    counts = np.count_nonzero(~np.isnan(ranked), axis=1)
    means: Floats = np.nansum(ranked, axis=1) / counts
    return means


def checked_weights(items: Items) -> Floats | None:
    """Return the weights of the items tested, the largest 1; None where all are the same."""
    given = _kept(items, items.weights)
    if given is None or given.size == 0:
        return None
    weights = np.asarray(given, dtype=np.float64)
    if not np.isfinite(weights).all() or weights.min() < 0 or weights.max() == 0:
        worst = weights[~(np.isfinite(weights) & (weights >= 0))]
        problem = f"got {worst[0]}" if worst.size else "all are 0"
        raise InputError("weights", f"must be finite numbers of at least 0, not all 0; {problem}")
    relative: Floats = weights / weights.max()
    return None if relative.min() == 1 else relative


def independent_units(items: Items) -> float:
    """Return the number of items, or of their clusters; with weights, as many that count the same: W^2 / Q.

    Examples
    --------
    >>> independent_units(Items(row_scores=np.zeros((2, 1, 3)), weights=np.array([2.0, 1.0, 1.0])))
    2.667
    """
    weights, clusters = checked_weights(items), _kept(items, items.clusters)
    size = items.size if items.tested is None else int(np.count_nonzero(items.tested[0]))
    if weights is None and clusters is None:
        return float(size)
    each = np.ones(size) if weights is None else weights
    if clusters is not None:
        each = np.bincount(np.unique(clusters, return_inverse=True)[1].reshape(-1), each).astype(np.float64)
    return float(each.sum() ** 2 / (each**2).sum())


def _are_rights(items: Items) -> bool:
    """Return whether every item has one score per system, 0 or 1."""
    return items.tested is None and items.traits.binary and items.traits.most == 1


def _of_means(scored: Floats, *, rights: bool) -> ItemValues:
    """Subtract the means over samples; what differs by a few roundings of an item's scores is 0."""
    first, second = sample_means(scored)
    if rights:  # nothing is rounded
        values = first - second
        return ItemValues(values, np.asarray(float(values.any())))
    largest = np.maximum(np.abs(first), np.abs(second))
    values = first - second
    values[np.abs(values) <= (3 + scored.shape[1]) * EPS * largest] = 0.0
    return ItemValues(values, np.asarray(largest[values != 0].max(initial=0.0)))  # a tie has no rounding error


def _of_influence(items: Items, name: str | None) -> ItemValues:
    metric: Any = items.metric
    influence = getattr(metric, "influence", None)
    if influence is None or items.truth is None or items.predictions is None:
        raise MisfitError(f"the metric {name} has no value per item, neither a score nor an influence")
    truth, said = items.single()
    first, second = (np.asarray(influence(truth, each), dtype=np.float64) for each in said)
    scores = [float(metric.score(truth, each)) for each in said]
    check_size(np.array([first, second]))
    scale = max(np.abs([first, second]).max(initial=0.0), *map(abs, scores))
    apart = scores[0] - scores[1]
    apart = 0.0 if abs(apart) <= 4 * EPS * max(map(abs, scores)) else apart
    values = first - second + apart
    values[np.abs(values) <= 8 * EPS * scale] = 0.0  # the terms of an influence are rounded at this scale
    return ItemValues(values, np.asarray(scale), means=False, changed=said[0] != said[1])


def _scored_rows(items: Items) -> Floats | None:
    """Return the scores of the rows tested, where others have no prediction."""
    if items.row_scores is not None:
        kept: Floats = items.row_scores[..., items.tested[0]]  # type: ignore[index]
        return kept
    by_row = getattr(items.metric, "row_scores", None)
    if by_row is None:
        return None
    truth, said = items.single()
    return np.asarray(by_row(truth, said), dtype=np.float64)[:, np.newaxis]


def _kept(items: Items, given: Any) -> Any:
    """Return what is known of the items tested."""
    return given if given is None or items.tested is None else given[items.tested[0]]


def _ranked(clusters: Ints, values: Floats, weights: Floats | None) -> Ints:
    """Return the clusters numbered by their sums, so that their names do not matter."""
    each = np.ones(len(values)) if weights is None else weights
    sums = [np.bincount(clusters, parts) for parts in (each * values, each * values**2, each, each**2)]
    order = np.lexsort(sums)
    ranks = np.empty_like(order)
    ranks[order] = np.arange(order.size)
    return ranks[clusters]
