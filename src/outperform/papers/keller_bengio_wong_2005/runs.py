"""Evaluation sets drawn from populations of eight cells, and how often each test rejects on them.

A `Study` of the lab knows accuracy alone, not F1, and its bootstrap judges one set at a time, at three times the cost.
"""

import numpy as np

from outperform.core import Floats, Ints, stream
from outperform.metrics import F1, Accuracy
from outperform.metrics.cells import Cells
from outperform.significance import McNemar, PairedCounts, Proportions
from outperform.significance.bootstrap import replicates
from outperform.significance.percentile import centred_p, equal_tailed_p
from outperform.sources.population import Population

LEVELS = (0.01, 0.05, 0.1)  # p. 654
LEVEL = 0.05  # the figures show this level alone
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
    weights: tuple[int, ...],
    measures: tuple[str, ...],
    sizes: tuple[int, ...],
    sets: int,
    size: int,
    address: tuple[int, str],
) -> Floats:
    """Return the share of evaluation sets [size, reading, level] on which H0 is rejected.

    On the last axis, the shares on which another reading rejects too, at the level of the figures, follow the levels.

    Parameters
    ----------
    weights
        The population: weights of the cells 000 to 111 (truth, first, second).
    measures
        "dF1", "dCerr" or both: tests of the other measure are not run, and do not reject.
    sizes
        Documents of an evaluation set: one batch of sets each.
    sets, size
        Evaluation sets, and bootstrap replicates of each.
    address
        Where the draws come from: seed and name.
    """
    return np.stack([_rates(Population(weights, n), measures, sets, size, stream(*address, n)) for n in sizes])


def _rates(population: Population, measures: tuple[str, ...], sets: int, size: int, rng: np.random.Generator) -> Floats:
    counts = population.kinds(rng, sets)
    pvalues: dict[str, Floats] = {}
    if "dF1" in measures:
        pvalues |= _of_f1(counts, size, rng)
    if "dCerr" in measures:
        pvalues |= _of_errors(population.outcomes(counts, rng), size, rng)
    found = np.stack([pvalues.get(reading, np.ones(sets)) for reading in READINGS])
    rates = np.stack([(found <= level).mean(axis=-1) for level in LEVELS], axis=-1)
    rejected = (found <= LEVEL).astype(np.float64)
    return np.hstack([rates, rejected @ rejected.T / sets])


def _of_f1(counts: Ints, size: int, rng: np.random.Generator) -> dict[str, Floats]:
    """Return p-values [set] of the readings of dF1."""
    f1 = replicates(_EIGHT, counts, F1(), size, rng)
    return {"bootstrap dF1": equal_tailed_p(f1), "bootstrap dF1, centred": centred_p(f1)}


def _of_errors(outcomes: Ints, size: int, rng: np.random.Generator) -> dict[str, Floats]:
    """Return p-values [set] of the readings of dCerr.

    Errors depend on four kinds of rows alone (who is right), so that replicates of their difference are drawn from
    four cells rather than eight: the same law.
    """
    paired = PairedCounts(*np.moveaxis(outcomes, -1, 0))
    accuracy = replicates(_FOUR, outcomes, Accuracy(), size, rng)
    proportions = Proportions().arithmetic(paired).pvalue
    nobody_errs = paired.n11 == paired.n
    return {
        "bootstrap dCerr": equal_tailed_p(accuracy),
        "bootstrap dCerr, centred": centred_p(accuracy),
        "McNemar dCerr": McNemar().arithmetic(paired).pvalue,
        "proportions dCerr": proportions,
        "proportions dCerr, 0/0 rejects": np.where(nobody_errs, 0.0, proportions),
    }
