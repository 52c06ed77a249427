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
        tree, row = np.indices(rows.shape[:2])
        node = tree.copy()
        while (moving := self.column[node] >= 0).any():
            at = node[moving]
            values = rows[tree[moving], row[moving], self.column[at]]
            node[moving] = self.left[at] + (values > self.cut[at])
        return self.says[node]


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
        return np.minimum(self.ones, self.rows - self.ones)


def grow(rows: Floats, target: Ints, limits: Limits) -> Trees:
    """Grow a tree for each [tree, row, column] with targets [tree, row] of 0 and 1, and prune it."""
    trees, size, columns = rows.shape
    flat, y = rows.reshape(-1, columns), target.reshape(-1).astype(np.int32)
    offset = size * np.arange(trees)[:, np.newaxis]
    orders = [(rows[:, :, column].argsort(axis=1) + offset).reshape(-1) for column in range(columns)]
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
        column[worth], cut[worth] = _best_cuts(flat, y, orders, Nodes(sizes[worth], ones[worth]), limits.leaf)
        levels.append(Level(parent, sizes, ones, column, cut))
        split = column >= 0
        orders = [order[np.repeat(split[worth], sizes[worth])] for order in orders]
        parent, tree = np.repeat(np.flatnonzero(split), 2), np.repeat(tree[split], 2)
        orders, sizes = _divide(flat, orders, sizes[split], column[split], cut[split])
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


def _best_cuts(flat: Floats, y: Ints, orders: list[Ints], nodes: Nodes, leaf: int) -> tuple[Ints, Floats]:
    """Give each node the column and the cut that leave the least Gini impurity; -1 where none lessens it."""
    sizes, starts = nodes.sizes, nodes.starts
    column, cut = np.full(len(sizes), -1), np.zeros(len(sizes))
    if not len(sizes):
        return column, cut
    below = np.arange(sizes.sum()) - np.repeat(starts, sizes) + 1  # rows below a cut after each place
    above = np.repeat(sizes, sizes) - below
    tried: Bools = (below >= leaf) & (above >= leaf)
    per_below, per_above = 1 / below, 1 / np.maximum(above, 1)
    least = nodes.ones * (sizes - nodes.ones) / sizes
    for number, order in enumerate(orders):
        values, labels = flat[order, number], y[order]
        ones = labels.cumsum()
        ones -= np.repeat(ones[starts] - labels[starts], sizes)
        rest = np.repeat(nodes.ones, sizes) - ones
        left = ones * (below - ones) * per_below + rest * (above - rest) * per_above
        left[~tried | (np.append(values[1:], np.inf) <= values)] = np.inf
        best = np.minimum.reduceat(left, starts)
        better = np.flatnonzero(best < least - SAME)
        if not len(better):
            continue
        place = np.where(left <= np.repeat(best, sizes) + SAME, np.arange(len(left)), len(left))
        first = np.minimum.reduceat(place, starts)[better]
        least[better], column[better] = best[better], number
        cut[better] = (values[first] + values[first + 1]) / 2
    return column, cut


def _divide(flat: Floats, orders: list[Ints], sizes: Ints, column: Ints, cut: Floats) -> tuple[list[Ints], Ints]:
    """Put the rows of each node's left child before those of its right child, each in the order they had."""
    starts = np.cumsum(sizes) - sizes
    node = np.repeat(np.arange(len(sizes)), sizes)
    is_left = np.zeros(len(flat), dtype=np.bool_)
    is_left[orders[0]] = flat[orders[0], column[node]] <= cut[node]
    if not len(sizes):
        return orders, sizes
    lefts = np.add.reduceat(is_left[orders[0]], starts, dtype=np.int64)
    begin = np.repeat(starts, sizes)
    place = np.arange(len(node)) - begin
    found = []
    for order in orders:
        left = is_left[order]
        so_far = left.cumsum()
        so_far -= np.repeat(so_far[starts] - left[starts], sizes)  # lefts up to here, this one among them
        target = begin + np.where(left, so_far - 1, lefts[node] + place - so_far)
        moved = np.empty_like(order)
        moved[target] = order
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
    """Number the nodes level by level; children of what is a leaf now are never reached."""
    counts = [len(level.rows) for level in levels]
    ends = np.cumsum(counts)
    left = []
    for end, level in zip(ends, levels, strict=True):
        split = level.column >= 0
        left.append(end + 2 * (split.cumsum() - 1))
    says = [(2 * level.ones > level.rows).astype(np.int64) for level in levels]
    cuts = [level.cut for level in levels]
    return Trees(*(np.concatenate(parts) for parts in (columns, cuts, left, says)))
