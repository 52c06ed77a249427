"""Naive Bayes and an unpruned tree on nine binary attributes, on many training sets at once (Table 5).

There are only 512 different rows, so a training set is a table of counts. A row that was trained on falls into a leaf
that is pure, or holds nothing but rows like it: the tree says the majority of those, whatever its splits. Only for rows
that were not trained on is the tree grown, and only along their way down. What comes out has the law of
scikit-learn's tree by entropy: it, too, breaks ties between attributes at random.
"""

import numpy as np
from scipy.special import xlogy

from outperform.core import Bools, Floats, Ints

ATTRIBUTES = 9
CELLS = 2**ATTRIBUTES
CUBES = 3**ATTRIBUTES  # every attribute false, true, or free
BITS: Bools = (np.arange(CELLS)[:, np.newaxis] >> np.arange(ATTRIBUTES) & 1).astype(bool)
POWERS = 3 ** np.arange(ATTRIBUTES)
_THREE = np.array([[1, 0], [0, 1], [1, 1]], dtype=np.float32)
_SPREAD = np.kron(np.kron(_THREE, _THREE), _THREE)  # from the cells of three attributes to their cubes
_FREE: Bools = np.arange(CUBES)[:, np.newaxis] // POWERS % 3 == 2  # which attributes a cube leaves free
_BATCH = 50  # training sets whose cubes are held at once: 4 MB
_ONE = 1024  # what a row of class 1 counts, beside 1 for a row of class 0
_XLOGX: Floats = xlogy(np.arange(_ONE), np.arange(_ONE))


def cells_of(rows: Bools) -> Ints:
    """Return rows of nine binary attributes as numbers below 512."""
    cells: Ints = rows @ (1 << np.arange(ATTRIBUTES))
    return cells


def naive_bayes_says(counts: Floats, sets: Ints, cells: Ints) -> Bools:
    """Return the class of cells, each by one of the training sets [set, class, cell]: ``nb``."""
    size = counts.sum(axis=2)[:, :, np.newaxis]
    true = counts @ BITS.astype(np.float64)
    pairs = np.log(np.stack([size - true + 1, true + 1], axis=3) / (size + 2)[..., np.newaxis])
    pairs *= ((true.sum(axis=1) > 0) & ((size - true).sum(axis=1) > 0))[:, np.newaxis, :, np.newaxis]
    support = np.log(size[:, :, 0] / size.sum(axis=(1, 2))[:, np.newaxis])[sets]
    for place in range(ATTRIBUTES):
        support += pairs[sets, :, place, BITS[cells, place].astype(np.int64)]
    said: Bools = support[:, 1] > support[:, 0]
    return said


def tree_says(counts: Floats, sets: Ints, cells: Ints, rng: np.random.Generator) -> Bools:
    """Return the class of cells, each by the tree of one of the training sets: ``tree``."""
    zeros, ones = counts[sets, 0, cells], counts[sets, 1, cells]
    said: Bools = ones > zeros
    fresh = np.flatnonzero(ones + zeros == 0)
    for start in range(0, len(counts), _BATCH):
        mine = fresh[(sets[fresh] >= start) & (sets[fresh] < start + _BATCH)]
        if len(mine):
            said[mine] = _descend(_cubes(counts[start : start + _BATCH]), sets[mine] - start, cells[mine], rng)
    return said


def _cubes(counts: Floats) -> Floats:
    """Count the rows in every cube [training set, cube], both classes in one number: zeros + 1024 * ones."""
    both = (counts[:, 0] + _ONE * counts[:, 1]).astype(np.float32)  # whole numbers below 2**24, so exact
    spread = np.matmul(_SPREAD, both.reshape(-1, 8, 64)).reshape(-1, 8, 8)
    spread = np.matmul(_SPREAD, spread)
    cubes: Floats = (spread.reshape(-1, 8) @ _SPREAD.T).reshape(-1)
    return cubes


def _descend(cubes: Floats, sets: Ints, cells: Ints, rng: np.random.Generator) -> Bools:
    said = np.zeros(len(cells), dtype=bool)
    going, cube = np.arange(len(cells)), sets * CUBES + CUBES - 1
    while len(going):
        nodes, which = np.unique(cube[going], return_inverse=True)
        leaf, majority, feature = _split(cubes, nodes, rng)
        done = leaf[which]
        said[going[done]] = majority[which[done]]
        going, chosen = going[~done], feature[which[~done]]
        cube[going] -= (2 - BITS[cells[going], chosen]) * POWERS[chosen]
    return said


def _split(cubes: Floats, nodes: Ints, rng: np.random.Generator) -> tuple[Bools, Bools, Ints]:
    """Return which nodes are leaves, what they say, and the attribute that the others ask for."""
    free = _FREE[nodes % CUBES]
    whole = cubes[nodes].astype(np.int64)
    left = cubes[nodes[:, np.newaxis] - 2 * POWERS * free].astype(np.int64)
    right = whole[:, np.newaxis] - left
    usable = free & (left > 0) & (right > 0)
    impurity = np.where(usable, _entropy(left) + _entropy(right), np.inf)
    feature = (np.round(impurity, 9) + 1e-10 * rng.random(impurity.shape)).argmin(axis=1)
    ones, zeros = np.divmod(whole, _ONE)
    return (zeros == 0) | (ones == 0) | ~usable.any(axis=1), ones > zeros, feature


def _entropy(both: Ints) -> Floats:
    """Return size times entropy of nodes with these counts."""
    ones, zeros = both >> 10, both & 1023
    found: Floats = _XLOGX[ones + zeros] - _XLOGX[ones] - _XLOGX[zeros]
    return found
