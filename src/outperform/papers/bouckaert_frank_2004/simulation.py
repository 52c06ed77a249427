"""What five tests say of naive Bayes and a tree on datasets from a Bayesian network, ten times each (Table 5)."""

import numpy as np

from outperform.core import Bools, Dataset, Design, Floats, seed_at, stream
from outperform.designs import FiveByTwo, KFold, Subsampling
from outperform.papers.bouckaert_frank_2004.networks import CELLS, cells_of
from outperform.papers.bouckaert_frank_2004.rivals import gains, network_of, say
from outperform.papers.bouckaert_frank_2004.sources import ROWS, draw
from outperform.procedures.fixed import plan_family
from outperform.significance import CorrectedT, Differences, FiveByTwoT, KFoldT

DESIGNS = (FiveByTwo(), Subsampling(repeats=100, share=0.1), KFold(repeats=10))


def said_of(maker: str, source: int, network: int, numbers: tuple[int, int], repetitions: int, seed: int) -> Floats:
    """Return the accuracy of the tree less that of naive Bayes, then the p-values, for some datasets of a network.

    One row per dataset, whose numbers are given as a range: first the expected gain on new rows, which is known from
    the network, then repetition after repetition the p-values of the five tests in the order of the table. ``maker``
    says whose learners are run; with its version, a store keeps them apart.
    """
    joint = network_of(maker, source, network).joint
    rows = []
    for number in range(*numbers):
        address = source, network, number
        dataset = draw(joint, stream(seed, "dataset", *address))
        whole = _counts(dataset, np.ones((1, ROWS), dtype=bool))
        gain = gains(maker, whole, joint, stream(seed, "ties", *address))
        roots = [seed_at(seed, "repetition", *address, repetition) for repetition in range(repetitions)]
        rows.append(np.concatenate([gain, *(_pvalues(maker, dataset, root) for root in roots)]))
    return np.array(rows)


def _counts(dataset: Dataset, marked: Bools) -> Floats:
    """Count the rows [split, class, cell] that are marked [split, row]."""
    splits, rows = np.nonzero(marked)
    places = (splits * 2 + dataset.target[rows]) * CELLS + cells_of(dataset.rows)[rows]
    return np.bincount(places, minlength=len(marked) * 2 * CELLS).reshape(-1, 2, CELLS).astype(np.float64)


def _pvalues(maker: str, dataset: Dataset, root: int) -> Floats:
    """Run all designs once, and judge."""
    halves, drawn, dealt = (_scores(maker, dataset, design, root) for design in DESIGNS)
    judged = (
        FiveByTwoT().arithmetic(_differences(halves)),
        CorrectedT().arithmetic(_differences(drawn[:, :10])),
        CorrectedT().arithmetic(_differences(drawn)),
        KFoldT().arithmetic(_differences(dealt[:, :1])),
        CorrectedT().arithmetic(_differences(dealt)),
    )
    return np.array([float(found.pvalue) for found in judged])


def _scores(maker: str, dataset: Dataset, design: Design, root: int) -> Floats:
    """Return the accuracies [learner, repeat, fold] of naive Bayes and the tree."""
    labels = design.plan(dataset, stream(root, "plan", plan_family(design))).labels
    assert labels is not None, "training sets are the complements of test sets"
    tested = labels[:, np.newaxis] == np.arange(labels.max() + 1)[:, np.newaxis]  # [repeat, fold, row]
    marked = tested.reshape(-1, dataset.size)
    counts = _counts(dataset, ~marked)
    splits, rows = np.nonzero(marked)
    cells = cells_of(dataset.rows)[rows]
    said = say(maker, counts, splits, cells, stream(root, "ties", str(design)))
    right = [np.bincount(splits, weights=one == dataset.target[rows], minlength=len(marked)) for one in said]
    scores: Floats = (np.array(right) / marked.sum(axis=1)).reshape(2, *tested.shape[:2])
    return scores


def _differences(scores: Floats) -> Differences:
    return Differences.between(scores[0], scores[1], ratio=1 / 9)  # a tenth is tested; halves do not ask
