"""Weka's naive Bayes and J48 on nine binary attributes, on many training sets at once (Table 5)."""

from functools import lru_cache

import numpy as np

from outperform.core import Bools, Floats, Ints
from outperform.learners.weka.distinct import DistinctRows
from outperform.learners.weka.tables import Header
from outperform.papers.bouckaert_frank_2004.networks import ATTRIBUTES, BITS

J48 = "weka.classifiers.trees.J48"
TINY = 1e-75  # below which Weka keeps no probability


def naive_bayes_says(counts: Floats, sets: Ints, cells: Ints) -> Bools:
    """Return the class of cells, each by one of the training sets [set, class, cell]: ``weka-nb``.

    One is added to every count, those of the classes too. The steps are Weka's own, in its order, so that classes that
    are equally probable are told apart by the same rounding.
    """
    size = counts.sum(axis=2)
    true = counts @ BITS.astype(np.float64)
    pairs = np.stack([size[:, :, np.newaxis] - true + 1, true + 1], axis=3) / (size[:, :, np.newaxis, np.newaxis] + 2)
    shares = ((size + 1) / (size.sum(axis=1, keepdims=True) + 2))[sets]
    for place in range(ATTRIBUTES):
        shares *= np.maximum(pairs[sets, :, place, BITS[cells, place].astype(np.int64)], TINY)
    shares /= shares.sum(axis=1, keepdims=True)
    said: Bools = shares[:, 1] > shares[:, 0]
    return said


def tree_says(counts: Floats, sets: Ints, cells: Ints, _rng: np.random.Generator) -> Bools:
    """Return the class of cells, each by the tree of one of the training sets: ``weka-j48``, which draws no numbers."""
    return _rows().said(J48, counts, sets, cells).astype(bool)


@lru_cache(maxsize=1)  # of the process, as Java is: the 512 rows
def _rows() -> DistinctRows:
    two = ("0", "1")
    return DistinctRows(Header((two,) * (ATTRIBUTES + 1), np.array([0, 1])), BITS.astype(np.float64))
