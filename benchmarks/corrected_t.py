"""The vectorised corrected t over many tables, against a loop over ``judge``."""

import numpy as np

from benchmarks.timing import medians, show
from outperform.core import Scores
from outperform.significance import CorrectedT, Differences

TABLES, LOOPED = 100_000, 2_000


def run() -> None:
    """Print the ratio."""
    rng = np.random.default_rng(0)
    first = rng.integers(20, 31, (TABLES, 10, 10)) / 30
    second = rng.integers(20, 31, (TABLES, 10, 10)) / 30
    sizes = np.full((10, 10), 270), np.full((10, 10), 30)
    test = CorrectedT()

    def vectorised() -> object:
        return test.arithmetic(Differences.between(first, second, 1 / 9)).pvalue

    def looped() -> object:
        return [test.judge(Scores(("a", "b"), None, np.array([first[i], second[i]]), *sizes)) for i in range(LOOPED)]

    fast, slow = medians([vectorised, looped])
    show("corrected-t over 100,000 tables of 10x10: loop over judge / vectorised", slow * TABLES / LOOPED / fast, 50)
