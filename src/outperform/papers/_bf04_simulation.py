"""What five tests say of naive Bayes and a tree on datasets from a Bayesian network, ten times each (Table 5)."""

from dataclasses import replace

import numpy as np

from outperform.core import Bools, Dataset, Design, Floats, seed_at, stream
from outperform.designs import FiveByTwo, KFold, Subsampling
from outperform.papers._bf04_networks import CELLS, cells_of, naive_bayes_says, tree_says
from outperform.procedures._fixed import plan_family
from outperform.significance import CorrectedT, Differences, FiveByTwoT, KFoldT
from outperform.sources import BayesNet

DESIGNS = (FiveByTwo(), Subsampling(repeats=100, share=0.1), KFold(repeats=10))
TESTS = 5  # in the order of the table
FRESH = 20_000  # rows that a difference in accuracy is measured on


def said_of(delta: float, network: int, first: int, count: int, repetitions: int, seed: int) -> Floats:
    """Give the accuracy of the tree less that of naive Bayes, then the p-values, for some datasets of a source.

    One row a dataset: first the gain on fresh rows, then repetition after repetition the p-values of the five tests.
    Datasets and partitions are those of ``outperform lab`` under the same seed.
    """
    source = BayesNet(delta=delta, network=network)
    fresh = replace(source, n=FRESH).draw(stream(seed, "fresh", str(source)))
    rows = []
    for number in range(first, first + count):
        dataset = source.draw(stream(seed, "dataset", str(source), number))
        roots = [seed_at(seed, "repetition", str(source), number, repetition) for repetition in range(repetitions)]
        gain = _gain(dataset, fresh, stream(seed, "ties", str(source), number))
        rows.append(np.concatenate([[gain], *(_pvalues(dataset, root) for root in roots)]))
    return np.array(rows)


def _gain(dataset: Dataset, fresh: Dataset, rng: np.random.Generator) -> float:
    """Train both on all rows and test them on fresh ones: tree less naive Bayes."""
    counts = _counts(dataset, np.ones((1, dataset.size), dtype=bool))
    cells = np.arange(CELLS)
    tree, bayes = tree_says(counts, np.zeros(CELLS, dtype=np.int64), cells, rng), naive_bayes_says(counts)[0]
    met = cells_of(fresh.rows)
    return float(np.mean(tree[met] == fresh.target) - np.mean(bayes[met] == fresh.target))


def _counts(dataset: Dataset, marked: Bools) -> Floats:
    """Count the rows [split, class, cell] that are marked [split, row]."""
    splits, rows = np.nonzero(marked)
    places = (splits * 2 + dataset.target[rows]) * CELLS + cells_of(dataset.rows)[rows]
    return np.bincount(places, minlength=len(marked) * 2 * CELLS).reshape(-1, 2, CELLS).astype(np.float64)


def _pvalues(dataset: Dataset, root: int) -> Floats:
    """Run all designs once, and judge."""
    halves, drawn, dealt = (_scores(dataset, design, root) for design in DESIGNS)
    judged = (
        FiveByTwoT().arithmetic(_differences(halves)),
        CorrectedT().arithmetic(_differences(drawn[:, :10])),
        CorrectedT().arithmetic(_differences(drawn)),
        KFoldT().arithmetic(_differences(dealt[:, :1])),
        CorrectedT().arithmetic(_differences(dealt)),
    )
    return np.array([float(found.pvalue) for found in judged])


def _scores(dataset: Dataset, design: Design, root: int) -> Floats:
    """Give the accuracies [learner, repeat, fold] of naive Bayes and the tree."""
    labels = design.plan(dataset, stream(root, "plan", plan_family(design))).labels
    assert labels is not None, "training sets are the complements of test sets"
    tested = labels[:, np.newaxis] == np.arange(labels.max() + 1)[:, np.newaxis]  # [repeat, fold, row]
    marked = tested.reshape(-1, dataset.size)
    counts = _counts(dataset, ~marked)
    splits, rows = np.nonzero(marked)
    cells = cells_of(dataset.rows)[rows]
    rng = stream(root, "ties", str(design))
    said = np.stack([naive_bayes_says(counts)[splits, cells], tree_says(counts, splits, cells, rng)])
    right = [np.bincount(splits, weights=one == dataset.target[rows], minlength=len(marked)) for one in said]
    scores: Floats = (np.array(right) / marked.sum(axis=1)).reshape(2, *tested.shape[:2])
    return scores


def _differences(scores: Floats) -> Differences:
    return Differences.between(scores[0], scores[1], ratio=1 / 9)  # a tenth is tested; halves do not ask
