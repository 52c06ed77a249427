"""Evaluation sets drawn from populations of eight cells, and how often each test rejects on them."""

import numpy as np

from outperform.core import Floats, Ints, stream
from outperform.metrics import F1, Accuracy
from outperform.metrics.cells import Cells
from outperform.significance import McNemar, PairedCounts, Proportions
from outperform.significance.bootstrap import replicates
from outperform.significance.percentile import centred_p, equal_tailed_p
from outperform.sources.population import Population

LEVELS = (0.01, 0.05, 0.1)  # p. 654
SIZES = (100, 300, 600, 1000, 2000, 4000, 6000)  # "from small sizes (100) up to larger sizes (6000)", p. 655
READINGS = (
    "bootstrap dF1",
    "bootstrap dCerr",
    "McNemar dCerr",
    "proportions dCerr",
    "bootstrap dF1, centred",
    "bootstrap dCerr, centred",
    "proportions dCerr, 0/0 rejects",
)
TESTS = READINGS[:4]  # the curves of the figures; the others are readings of what the text leaves open

_BITS = np.array([[code >> 2, code >> 1 & 1, code & 1] for code in range(8)]).T
_LABELS = np.array([0, 1])
_EIGHT = Cells(_LABELS, _BITS, np.ones(8, dtype=np.int64))  # truth, first, second
_FOUR = Cells(_LABELS, np.array([[1, 1, 1, 1], [0, 0, 1, 1], [0, 1, 0, 1]]), np.ones(4, dtype=np.int64))  # right: 1


def rejections(
    weights: tuple[int, ...], sizes: tuple[int, ...], sets: int, size: int, seed: int, address: str
) -> Floats:
    """Return the share of evaluation sets [size, reading, level] on which H0 is rejected.

    Parameters
    ----------
    weights
        The population: weights of the cells 000 to 111 (truth, first, second).
    sizes
        Documents of an evaluation set: one batch of sets each.
    sets, size
        Evaluation sets, and bootstrap replicates of each.
    seed, address
        Where the draws come from.
    """
    return np.stack([_rates(Population(weights, n), sets, size, stream(seed, address, n)) for n in sizes])


def _rates(population: Population, sets: int, size: int, rng: np.random.Generator) -> Floats:
    counts = population.kinds(rng, sets)
    pvalues = _pvalues(counts, population.outcomes(counts, rng), size, rng)
    rates: Floats = np.stack([(pvalues <= level).mean(axis=-1) for level in LEVELS], axis=-1)
    return rates


def _pvalues(counts: Ints, outcomes: Ints, size: int, rng: np.random.Generator) -> Floats:
    """Return p-values [reading, set].

    Errors depend on four kinds of rows alone (who is right), so that replicates of their difference are drawn from
    four cells rather than eight: the same law.
    """
    paired = PairedCounts(*np.moveaxis(outcomes, -1, 0))
    proportions = Proportions().arithmetic(paired).pvalue
    nobody_errs = paired.n11 == paired.n
    f1 = replicates(_EIGHT, counts, F1(), size, rng)
    accuracy = replicates(_FOUR, outcomes, Accuracy(), size, rng)
    return np.stack(
        [
            equal_tailed_p(f1),
            equal_tailed_p(accuracy),
            McNemar().arithmetic(paired).pvalue,
            proportions,
            centred_p(f1),
            centred_p(accuracy),
            np.where(nobody_errs, 0.0, proportions),
        ]
    )
