"""Many classification trees grown at once, level by level: R's ``rpart`` for two classes.

A tree of twenty rows takes scikit-learn a millisecond, nearly all of it in preparation. Here all trees of a batch grow
together: the rows of every open node lie side by side, once for each column in the order of its values, so that one
pass over a column tries every cut of every node of every tree.
"""

from dataclasses import dataclass

import numpy as np

from outperform.core import Bools, Floats, Ints

SAME = 1e-9  # impurities that differ by less are a tie: the first column wins, and in it the first cut


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
    says: Ints

    def predict(self, rows: Floats) -> Ints:
        """Predict rows [tree, row, column]."""
        tree: Ints = np.repeat(np.arange(len(rows))[:, np.newaxis], rows.shape[1], axis=1)
        row: Ints = np.tile(np.arange(rows.shape[1]), (len(rows), 1))
        node: Ints = tree.copy()
        while (moving := self.column[node] >= 0).any():
            at = node[moving]
            values = rows[tree[moving], row[moving], self.column[at]]
            node[moving] = self.left[at] + (values > self.cut[at])
        says: Ints = self.says[node]
        return says


@dataclass(frozen=True, eq=False)
class Level:
    """The nodes of one depth."""

    parent: Ints  # places in the level above
    rows: Ints  # how many
    ones: Ints  # how many of class 1
    column: Ints
    cut: Floats

    @property
    def risk(self) -> Ints:
        """Training rows that the larger class gets wrong."""
        wrong: Ints = np.minimum(self.ones, self.rows - self.ones)
        return wrong


def grow(rows: Floats, target: Ints, limits: Limits) -> Trees:
    """Grow a tree for each [tree, row, column] with targets [tree, row] of 0 and 1, and prune it."""
    trees, size, count = rows.shape
    columns, y = rows.reshape(-1, count).T.copy(), target.reshape(-1).astype(np.float64)
    offset = size * np.arange(trees)[:, np.newaxis]
    orders = [(column.reshape(trees, size).argsort(axis=1) + offset).reshape(-1) for column in columns]
    sizes, tree, parent = np.full(trees, size), np.arange(trees), np.arange(trees)
    price: Floats | None = None
    levels: list[Level] = []
    while len(sizes):
        ones = np.add.reduceat(y[orders[0]], np.cumsum(sizes) - sizes).astype(np.int64)
        risk = np.minimum(ones, sizes - ones)
        price = limits.cp * risk if price is None else price
        worth = (sizes >= limits.split) & (risk > price[tree])  # rpart tries no node that could not save its price
        orders = [order[np.repeat(worth, sizes)] for order in orders]
        column, cut = np.full(len(sizes), -1), np.zeros(len(sizes))
        column[worth], cut[worth] = _best_cuts(columns, y, orders, Nodes(sizes[worth], ones[worth]), limits.leaf)
        levels.append(Level(parent, sizes, ones, column, cut))
        split = column >= 0
        orders = [order[np.repeat(split[worth], sizes[worth])] for order in orders]
        parent, tree = np.repeat(np.flatnonzero(split), 2), np.repeat(tree[split], 2)
        orders, sizes = _divide(columns, orders, sizes[split], column[split], cut[split])
    assert price is not None
    return _prune(levels, price)


@dataclass(frozen=True, eq=False)
class Nodes:
    """Open nodes, whose rows lie side by side."""

    sizes: Ints
    ones: Ints

    @property
    def starts(self) -> Ints:
        """First places."""
        return np.cumsum(self.sizes) - self.sizes


def _best_cuts(columns: Floats, y: Floats, orders: list[Ints], nodes: Nodes, leaf: int) -> tuple[Ints, Floats]:
    """Return each node the column and the cut that leave the least Gini impurity; -1 where none lessens it.

    With b rows below a cut, o of them of class 1, and a above it with r of class 1, the least impurity is the
    largest o^2/b + r^2/a.
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
    all_ones = nodes.ones.astype(np.float64)
    most, total = all_ones**2 / sizes, all_ones[node]
    for number, order in enumerate(orders):
        values, labels = columns[number][order], y[order]
        ones = labels.cumsum()
        ones -= (ones[starts] - labels[starts])[node]
        purity = ones * ones * per_below + (total - ones) ** 2 * per_above
        purity[barred] = -np.inf
        purity[:-1][values[1:] <= values[:-1]] = -np.inf
        best = np.maximum.reduceat(purity, starts)
        better = np.flatnonzero(best > most + SAME)
        if len(better):
            first = _first_place(purity, best, nodes, better)
            most[better], column[better] = best[better], number
            cut[better] = (values[first] + values[first + 1]) / 2
    return column, cut


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
    starts = np.cumsum(sizes) - sizes
    node = np.repeat(np.arange(len(sizes)), sizes)
    is_left = np.zeros(columns.shape[1], dtype=np.bool_)
    is_left[orders[0]] = columns[column[node], orders[0]] <= cut[node]
    lefts = np.add.reduceat(is_left[orders[0]], starts, dtype=np.int64)
    to_left = starts - np.cumsum(lefts) + lefts  # the lefts of all nodes, counted on, come to lie here
    to_right = starts + lefts - (np.cumsum(sizes - lefts) - (sizes - lefts))
    left_places = np.arange(lefts.sum()) + np.repeat(to_left, lefts)
    right_places = np.arange(len(node) - lefts.sum()) + np.repeat(to_right, sizes - lefts)
    found = []
    for order in orders:
        left = is_left[order]
        moved = np.empty_like(order)
        moved[left_places], moved[right_places] = order[left], order[~left]
        found.append(moved)
    return found, np.stack([lefts, sizes - lefts], axis=1).reshape(-1)


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
    counts = [len(level.rows) for level in levels]
    ends = np.cumsum(counts)
    left = []
    for end, level in zip(ends, levels, strict=True):
        split = level.column >= 0
        left.append(end + 2 * (split.cumsum() - 1))
    says = [(2 * level.ones > level.rows).astype(np.int64) for level in levels]
    cuts = [level.cut for level in levels]
    return Trees(*(np.concatenate(parts) for parts in (columns, cuts, left, says)))
