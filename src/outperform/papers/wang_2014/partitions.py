"""Several divisions of the same datasets, for Figures 2 and 3 of Wang et al. (2014)."""

import numpy as np

from outperform.core import Floats, stream
from outperform.designs import Blocked3x2, KFold
from outperform.papers.wang_2014.errors import divided, draw, errors_on, in_parts

ROWS_2, WINDOWS = 512, 8  # example 2: rows of a dataset, partitions on a circle of its rows
TRIPLES = 3  # blocked 3x2 cross-validations of each dataset of experiment 1


def circle_estimates(seed: int, first: int, datasets: int) -> Floats:
    """Return 2-fold estimates [dataset, window]: half k is the 256 rows of a circle that begin at 32 k."""
    rng = stream(seed, "wang-2014", "circle", first)
    rows = rng.standard_normal((datasets, ROWS_2, 5))
    target = (rng.random((datasets, ROWS_2)) < 1 / (1 + np.exp(-1 - 1.5 * rows.sum(axis=2)))).astype(np.int64)
    step = ROWS_2 // 2 // WINDOWS
    labels = (np.arange(ROWS_2) - step * np.arange(WINDOWS)[:, np.newaxis]) % ROWS_2 < ROWS_2 // 2
    found: Floats = errors_on("svm", rows, target, labels[:, np.newaxis].astype(np.int64), rng).mean(axis=2)
    return found


def partition_estimates(source: str, n: int, seed: int, first: int, datasets: int) -> Floats:
    """Return 2-fold estimates [dataset, estimate]: three blocked 3x2, then three halves that ignore the classes."""
    rng = stream(seed, "wang-2014", "partitions", source, n, first)

    def some(count: int) -> Floats:
        rows, target = draw(source, n, count, rng)
        found = []
        for design in (*(Blocked3x2(stratify=True),) * TRIPLES, KFold(2, 3, stratify=False)):
            labels = divided(design, target, rng)
            found.append(errors_on("tree", rows, target, labels, rng).mean(axis=2))
        return np.concatenate(found, axis=1)

    return in_parts(datasets, n, some)
