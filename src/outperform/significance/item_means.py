"""The mean of values per item, weighted and in clusters: its standard error and degrees of freedom."""

from dataclasses import dataclass, replace

import numpy as np

from outperform.core import Floats, Note, NoteKind, Parameter
from outperform.significance.differences import EPS
from outperform.significance.item_values import ItemValues
from outperform.significance.item_verdict import ItemVerdict
from outperform.significance.skewed_mean import UnitSpread
from outperform.significance.student import Student, one_sample


@dataclass(frozen=True, eq=False)
class Units:
    """What is independent: the items, or the clusters of items."""

    sums: Floats  # [..., unit]: S_c, the weighted sum of the deviations from the mean
    weight: Floats  # [unit]: W_c
    squares: Floats  # [unit]: Q_c, the sum of squared weights
    centre: Floats  # [...]: the weighted mean

    @property
    def count(self) -> int:
        """The number of units that count."""
        return int(np.count_nonzero(self.weight))

    @property
    def skewness(self) -> float:
        """The skewness of the sums of a single table; 0 where they do not vary."""
        spread = float(np.mean(self.sums**2))
        relative = self.sums / np.sqrt(spread) if spread > 0 else np.zeros_like(self.sums)  # cubes may overflow
        return float(np.mean(relative * relative * relative))


def units_of(items: ItemValues) -> Units:
    """Return the units with their sums; sums within a few roundings of the scores are 0.

    Examples
    --------
    >>> found = units_of(ItemValues(np.array([1.0, 0, 0, 3]), np.array(3.0), clusters=np.array([0, 0, 0, 1])))
    >>> found.sums.tolist(), found.weight.tolist()
    ([-2.0, 2.0], [3.0, 1.0])
    """
    weights = np.ones(items.count) if items.weights is None else items.weights
    centre = np.sum(items.values * weights, axis=-1) / weights.sum()
    centre = np.where(np.abs(centre) <= 4 * EPS * items.scale, 0.0, centre)
    deviations = (items.values - centre[..., np.newaxis]) * weights
    sums, weight, squares = (_by_cluster(items, parts) for parts in (deviations, weights, weights**2))
    near = 8 * EPS * items.scale[..., np.newaxis] * weight
    return Units(np.where(np.abs(sums) <= near, 0.0, sums), weight, squares, centre)


def cluster_sums(items: ItemValues) -> tuple[Floats, Floats]:
    """Return the weighted sum of the values [..., cluster] and the weight of every cluster."""
    weights = np.ones(items.count) if items.weights is None else items.weights
    sums, weight = _by_cluster(items, items.values * weights), _by_cluster(items, weights)
    return np.where(np.abs(sums) <= 8 * EPS * items.scale[..., np.newaxis] * weight, 0.0, sums), weight


def _by_cluster(items: ItemValues, parts: Floats) -> Floats:
    """Add up parts [..., item] of each cluster; every item is its own where there are no clusters."""
    if items.clusters is None:
        return parts
    if parts.ndim == 1:
        alone: Floats = np.bincount(items.clusters, parts).astype(np.float64)
        return alone
    order = np.argsort(items.clusters, kind="stable")
    ranked = items.clusters[order]
    starts = np.flatnonzero(np.diff(ranked, prepend=-1))
    sums = np.zeros((*parts.shape[:-1], int(ranked[-1]) + 1))
    sums[..., ranked[starts]] = np.add.reduceat(parts[..., order], starts, axis=-1)
    return sums


@dataclass(frozen=True, eq=False)
class ItemMean(Student):
    """A t statistic on the mean of items for every table."""

    units: int = 1  # items, or clusters of items

    def verdict(self, notes: tuple[Note, ...]) -> ItemVerdict:
        """Make the verdict of a single table."""
        same = bool(self.se == 0 and self.estimate != 0)
        if same and self.units > 1:
            notes = (*notes, Note.of(NoteKind.NO_SPREAD_ITEMS, units=self.units, pvalue=float(self.pvalue)))
        return ItemVerdict(
            parameter=Parameter.DIFFERENCE_OF_METRIC,
            estimate=float(self.estimate),
            statistic=None if same else float(self.statistic),
            df=self.df if self.units > 1 else None,
            pvalue=float(self.pvalue),
            se=float(self.se),
            units=self.units,
            notes=notes,
        )

    def mirrored(self, sign: float) -> "ItemMean":
        """Return the same with the estimate on the other side, for a sign of -1."""
        return replace(self, estimate=sign * self.estimate + 0.0)


def mean_of_items(items: ItemValues) -> ItemMean:
    """Estimate the mean of items with its standard error, for every table along the leading axes.

    Notes
    -----
    Formula: item i has weight o_i (1 without weights) and lies in cluster c; W_c and Q_c are the sums of o_i and of
    o_i^2 in c, W and Q over all items, w_c = W_c / W, m the weighted mean and S_c the sum of o_i (d_i - m) in c. If
    items were independent with variance s^2 (the working model), the sums would have

        Cov(S_c, S_c') / s^2 = Q_c [c = c'] - w_c' Q_c - w_c Q_c' + w_c w_c' Q

    so Var S_c = s^2 Q_c k_c with k_c = (1 - w_c)^2 + w_c^2 (Q - Q_c) / Q_c = 1 - 2 w_c + w_c^2 Q / Q_c, and

        se^2 = sum_c S_c^2 / k_c / W^2

    is unbiased for Var m = s^2 Q / W^2 (CR2). Its degrees of freedom are those of a chi-square variable with the same
    mean and variance (Bell and McCaffrey 2002): df = (tr M)^2 / tr M^2 with M the covariances of S_c / sqrt(k_c). The
    diagonal of M is Q_c; the rest is that of a matrix of rank 2,

        M_cc' = -(a_c b_c' + b_c a_c') + Q b_c b_c',   a_c = Q_c / sqrt(k_c),  b_c = w_c / sqrt(k_c)

    so that tr M^2 needs sums over the clusters alone. Without weights k_c = 1 - w_c and, with f_c = w_c^2 / (1 - w_c),
    df = 1 / (sum w_c^2 + (sum f_c)^2 - sum f_c^2). With one item per cluster and no weights it is the paired t test.

    Examples
    --------
    Four clusters of the same size have 3 degrees of freedom.

    >>> values = np.array([1.0, 2, 0, 1, 3, 2, 0, 0])
    >>> found = mean_of_items(ItemValues(values, np.array(3.0), clusters=np.arange(8) // 2))
    >>> found.df, float(found.statistic)
    (3.0, 2.0294)
    """
    if items.count > 1 and items.clusters is None and items.weights is None:
        plain = one_sample(items.values, items.scale)
        return ItemMean(plain.estimate, plain.se, plain.df, items.count)
    return mean_of_units(units_of(items))


def spread_of(items: ItemValues) -> UnitSpread:
    """Return what each unit adds to the mean, for every table along the leading axes."""
    found, units = mean_of_items(items), units_of(items)
    total = units.weight.sum()
    return UnitSpread(units.sums / total, units.weight / total, found.se, found.df)


def mean_of_units(units: Units) -> ItemMean:
    """Estimate the mean of items from the sums of their units, for every table along the leading axes."""
    share, factor = _factors(units)
    variance = np.sum(np.divide(units.sums**2, factor, out=np.zeros_like(units.sums), where=factor > 0), axis=-1)
    se = np.sqrt(variance) / units.weight.sum() if units.count > 1 else np.zeros_like(units.centre)
    return ItemMean(units.centre, se, _degrees(units.squares, share, factor), units.count)


def _factors(units: Units) -> tuple[Floats, Floats]:
    """Return w_c and k_c; a unit without weight has k = 1."""
    share = units.weight / units.weight.sum()
    others = units.squares.sum() - units.squares
    ratio = np.divide(others, units.squares, out=np.zeros_like(others), where=units.squares > 0)
    return share, (1 - share) ** 2 + share**2 * np.maximum(ratio, 0.0)


def _degrees(squares: Floats, share: Floats, factor: Floats) -> float:
    """Return (tr M)^2 / tr M^2, which lies between 1 and the number of units less 1."""
    known = (factor > 0) & (squares > 0)
    if known.sum() < 2:
        return 1.0
    q, w, root = squares[known] / squares.sum(), share[known], np.sqrt(factor[known])
    a, b = q / root, w / root
    diagonal = -2 * a * b + b**2
    whole = 2 * (a @ b) ** 2 + 2 * (a @ a) * (b @ b) + (b @ b) ** 2 - 4 * (a @ b) * (b @ b)
    found = 1 / (q @ q + max(0.0, whole - diagonal @ diagonal))
    return float(min(max(1.0, found), max(1, known.sum() - 1)))
