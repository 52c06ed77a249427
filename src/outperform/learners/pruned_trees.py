"""Many classification trees grown at once, level by level, as R's ``rpart`` grows one.

A tree of twenty rows takes scikit-learn a millisecond, nearly all of it in preparation. Here all trees of a batch grow
together: the rows of every open node lie side by side, once for each column in the order of its values, so that one
pass over a column tries every cut of every node of every tree. Nothing is random: of equally good cuts, that of the
first column wins, and in it the first.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from outperform.core import Bools, Floats, Ints

SAME = 1e-9  # impurities that differ by less are a tie


@dataclass(frozen=True)
class Limits:
    """When a node is not split: ``rpart``'s defaults."""

    split: int = 20  # fewest rows of a node that is split
    leaf: int = 7  # fewest rows on either side
    cp: float = 0.01  # errors that a split must save, as a share of the root's


@dataclass(frozen=True, eq=False)
class Trees:
    """The nodes of all trees: the root of tree b is node b, and the right child follows the left."""

    column: Ints  # [node]; -1 for a leaf
    cut: Floats
    left: Ints
    says: Ints  # the class

    def predict(self, tree: Ints, rows: Floats) -> Ints:
        """Predict rows [row, column], each by its tree."""
        node = tree.copy()
        moving = np.flatnonzero(self.column[node] >= 0)
        while len(moving):
            at = node[moving]
            node[moving] = self.left[at] + (rows[moving, self.column[at]] > self.cut[at])
            moving = moving[self.column[node[moving]] >= 0]
        says: Ints = self.says[node]
        return says


@dataclass(frozen=True, eq=False)
class TrainingRows:
    """The training sets of a batch, one after the other."""

    columns: Floats  # [column, row]
    codes: Ints  # [row]: classes, from 0
    classes: int
    sizes: Ints  # [set]
    orders: Sequence[Ints]  # by column: the places of the rows, set by set, from the smallest value up

    @classmethod
    def stacked(cls, rows: Floats, codes: Ints, classes: int) -> "TrainingRows":
        """Take sets of one size: rows [set, row, column], codes [set, row]."""
        sets, size, count = rows.shape
        columns = np.ascontiguousarray(rows.reshape(-1, count).T)
        offset = size * np.arange(sets)[:, np.newaxis]
        orders = [(column.reshape(sets, size).argsort(axis=1) + offset).reshape(-1) for column in columns]
        return cls(columns, codes.reshape(-1), classes, np.full(sets, size), orders)


@dataclass(frozen=True, eq=False)
class Level:
    """The nodes of one depth."""

    parent: Ints  # places in the level above
    counts: Ints  # [node, class]
    column: Ints
    cut: Floats

    @property
    def risk(self) -> Ints:
        """Training rows outside the largest class."""
        wrong: Ints = self.counts.sum(axis=1) - self.counts.max(axis=1)
        return wrong


def grow(rows: TrainingRows, limits: Limits) -> Trees:
    """Grow a tree for each training set, and prune it."""
    orders, sizes = list(rows.orders), rows.sizes
    tree = parent = np.arange(len(sizes))
    price: Floats | None = None
    levels: list[Level] = []
    while len(sizes):
        place = np.repeat(np.arange(len(sizes)) * rows.classes, sizes) + rows.codes[orders[0]]
        counts = np.bincount(place, minlength=len(sizes) * rows.classes).reshape(len(sizes), rows.classes)
        risk = sizes - counts.max(axis=1)
        price = limits.cp * risk if price is None else price
        worth = (sizes >= limits.split) & (risk > price[tree])  # rpart tries no node that could not save its price
        if not worth.all():
            inside = np.repeat(worth, sizes)
            orders = [order[inside] for order in orders]
        column, cut = np.full(len(sizes), -1), np.zeros(len(sizes))
        column[worth], cut[worth] = _best_cuts(rows, orders, Nodes(sizes[worth], counts[worth]), limits.leaf)
        levels.append(Level(parent, counts, column, cut))
        split = column >= 0
        if not split[worth].all():
            inside = np.repeat(split[worth], sizes[worth])
            orders = [order[inside] for order in orders]
        parent, tree = np.repeat(np.flatnonzero(split), 2), np.repeat(tree[split], 2)
        orders, sizes = _divide(rows.columns, orders, sizes[split], column[split], cut[split])
    assert price is not None
    return _prune(levels, price)


@dataclass(frozen=True, eq=False)
class Nodes:
    """Open nodes, whose rows lie side by side."""

    sizes: Ints
    counts: Ints  # [node, class]

    @property
    def starts(self) -> Ints:
        """First places."""
        return np.cumsum(self.sizes) - self.sizes


def _best_cuts(rows: TrainingRows, orders: list[Ints], nodes: Nodes, leaf: int) -> tuple[Ints, Floats]:
    """Return each node the column and the cut that leave the least Gini impurity; -1 where none lessens it.

    With b rows below a cut, o of them of a class, and a above it with r of that class, the least impurity is the
    largest sum of o^2/b + r^2/a over classes.
    """
    sizes, starts = nodes.sizes, nodes.starts
    column, cut = np.full(len(sizes), -1), np.zeros(len(sizes))
    if not len(sizes):
        return column, cut
    node = np.repeat(np.arange(len(sizes)), sizes)
    below = np.arange(len(node)) - starts[node] + 1.0
    above = sizes[node] - below
    barred: Bools = (below < leaf) | (above < leaf)
    per_below, per_above = 1 / below, 1 / np.maximum(above, 1)
    tally = (TwoClasses if rows.classes == 2 else ManyClasses)(rows.codes, nodes, node, orders[0])
    most = tally.whole / sizes
    for number, order in enumerate(orders):
        values = rows.columns[number].take(order)
        squares_below, squares_above = tally.squares(order)
        purity = squares_below * per_below + squares_above * per_above
        purity[barred] = -np.inf
        purity[:-1][values[1:] <= values[:-1]] = -np.inf
        best = np.maximum.reduceat(purity, starts)
        better = np.flatnonzero(best > most + SAME)
        if len(better):
            first = _first_place(purity, best, nodes, better)
            most[better], column[better] = best[better], number
            cut[better] = _between(values[first], values[first + 1])
    return column, cut


class TwoClasses:
    """Squares of the counts of the second class: those of the first add nothing to the choice of a cut."""

    def __init__(self, codes: Ints, nodes: Nodes, node: Ints, order: Ints) -> None:
        del order
        self.member, self.node, self.starts = codes.astype(np.float64), node, nodes.starts
        ones = nodes.counts[:, 1].astype(np.float64)
        self.whole: Floats = ones**2  # [node]
        self.total = ones[node]

    def squares(self, order: Ints) -> tuple[Floats, Floats]:
        """Return the sums of squares below and above a cut after each place."""
        labels = self.member.take(order)
        ones = labels.cumsum()
        ones -= (ones[self.starts] - labels[self.starts])[self.node]
        return ones * ones, (self.total - ones) ** 2


class ManyClasses:
    """Squares of the counts of all classes, kept up row by row: one more of a class of o adds 2 o + 1 to them."""

    def __init__(self, codes: Ints, nodes: Nodes, node: Ints, order: Ints) -> None:
        classes = nodes.counts.shape[1]
        self.node, self.starts = node, nodes.starts
        counts = nodes.counts.reshape(-1)
        self.group = np.zeros(len(codes), dtype=_short(len(counts)))  # [row]: its node and class
        self.group[order] = node * classes + codes[order]
        self.gains = 2.0 * (np.arange(len(node)) - np.repeat(np.cumsum(counts) - counts, counts)) + 1  # group by group
        self.counts = counts.astype(np.float64)
        self.whole: Floats = (nodes.counts.astype(np.float64) ** 2).sum(axis=1)
        self.total = self.whole[node]

    def squares(self, order: Ints) -> tuple[Floats, Floats]:
        """Return the sums of squares below and above a cut after each place."""
        group = self.group.take(order)
        gains = np.empty(len(order))
        gains[group.argsort(kind="stable")] = self.gains
        below, crossed = self._within(gains), self._within(self.counts[group])
        return below, self.total - 2 * crossed + below

    def _within(self, values: Floats) -> Floats:
        """Add up within each node."""
        sums: Floats = values.cumsum()
        sums -= (sums[self.starts] - values[self.starts])[self.node]
        return sums


def _between(low: Floats, high: Floats) -> Floats:
    """Return a cut between two values, or at the lower one where no number lies between them."""
    middle = low / 2 + high / 2
    cut: Floats = np.where(middle < high, middle, low)
    return cut


def _first_place(purity: Floats, best: Floats, nodes: Nodes, which: Ints) -> Ints:
    """Find the first place of each of some nodes where the best is reached."""
    bar = np.full(len(nodes.sizes), np.inf)
    bar[which] = best[which] - SAME
    hits = np.flatnonzero(purity >= np.repeat(bar, nodes.sizes))
    return hits[np.searchsorted(hits, nodes.starts[which])]


def _divide(columns: Floats, orders: list[Ints], sizes: Ints, column: Ints, cut: Floats) -> tuple[list[Ints], Ints]:
    """Put the rows of each node's left child before those of its right child, each in the order they had."""
    if not len(sizes):
        return orders, sizes
    node, rows = np.repeat(np.arange(len(sizes)), sizes), orders[0]
    child = np.zeros(columns.shape[1], dtype=_short(2 * len(sizes)))
    child[rows] = 2 * node + (columns[column[node], rows] > cut[node])
    kept = [order.take(child.take(order).argsort(kind="stable")) for order in orders]
    return kept, np.bincount(child[rows], minlength=2 * len(sizes))


def _short(count: int) -> "np.dtype[Any]":
    """Return the smallest type of so many numbers: those of one or two bytes are sorted by counting."""
    return np.dtype(np.min_scalar_type(max(1, count - 1)))


def _prune(levels: list[Level], price: Floats) -> Trees:
    """Keep a split only if it and those below save more errors than their leaves cost."""
    owners = [np.arange(len(price))]
    for level in levels[1:]:
        owners.append(owners[-1][level.parent])
    columns = [level.column.copy() for level in levels]
    below: Floats = np.zeros(0)
    for depth in reversed(range(len(levels))):
        own = levels[depth].risk + price[owners[depth]]
        split = columns[depth] >= 0
        saved = below.reshape(-1, 2).sum(axis=1)
        kept = saved < own[split] - SAME
        columns[depth][np.flatnonzero(split)[~kept]] = -1
        own[split] = np.where(kept, saved, own[split])
        below = own
    return _assemble(levels, columns)


def _assemble(levels: list[Level], columns: list[Ints]) -> Trees:
    """Put the nodes of all levels in one row; children of what is a leaf now are never reached."""
    left = []
    end = 0
    for level in levels:
        end += len(level.column)
        left.append(end + 2 * ((level.column >= 0).cumsum() - 1))
    says = [level.counts.argmax(axis=1) for level in levels]
    cuts = [level.cut for level in levels]
    return Trees(*(np.concatenate(parts) for parts in (columns, cuts, left, says)))
