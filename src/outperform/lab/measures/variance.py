"""Does a test estimate the true variance? (Wang et al. 2014)."""

from dataclasses import dataclass

import numpy as np

from outperform.core import Floats, Truth
from outperform.lab.measures.base import Measure, Reading, jackknife
from outperform.lab.records import Records


@dataclass(frozen=True)
class PoliticalRatio(Measure):
    """Variance of the estimate / mean of its estimated variance: above 1, too many false positives (Wang et al. 2014).

    For tests with a standard error: the t tests and the difference of proportions. The 5x2cv F test has none for its
    mean, and Wang et al. print no ratio for it (Table 5); McNemar's tests and the bootstrap have none either.
    """

    slug = "political-ratio"

    def read(self, records: Records, level: float, truth: Truth | None) -> Reading | None:  # noqa: ARG002
        """Return the ratio over data sets, for the first repetition."""
        table = np.stack([records.estimate[:, 0], records.se[:, 0] ** 2], axis=1)
        if np.isnan(table).any() or len(table) < 3 or not table[:, 1].any():
            return None
        return jackknife(_ratio, table)


def _ratio(table: Floats) -> float:
    return float(table[:, 0].var(ddof=1) / table[:, 1].mean())


@dataclass(frozen=True)
class RhoOne(Measure):
    """Correlation rho1 of the two differences within a repeat of two halves (Wang et al. 2014)."""

    slug = "rho1"

    def read(self, records: Records, level: float, truth: Truth | None) -> Reading | None:  # noqa: ARG002
        """Return the covariance within pairs / the variance, over data sets."""
        halves = records.halves
        return None if halves is None or len(halves) < 10 else jackknife(_within, halves)


@dataclass(frozen=True)
class RhoTwo(Measure):
    """Correlation rho2 of differences from different repeats of two halves (Wang et al. 2014)."""

    slug = "rho2"

    def read(self, records: Records, level: float, truth: Truth | None) -> Reading | None:  # noqa: ARG002
        """Return the covariance between pairs / the variance, over data sets."""
        halves = records.halves
        if halves is None or halves.shape[1] < 2 or len(halves) < 10:
            return None
        return jackknife(_between, halves)


def _covariances(halves: Floats) -> tuple[Floats, int]:
    """Return the covariances over data sets of x[repeat, fold], and the number of repeats."""
    repeats = halves.shape[1]
    flat = halves.reshape(len(halves), -1)
    return np.atleast_2d(np.cov(flat, rowvar=False)), repeats


def _within(halves: Floats) -> float:
    covariance, repeats = _covariances(halves)
    pairs = [covariance[2 * repeat, 2 * repeat + 1] for repeat in range(repeats)]
    return float(np.mean(pairs) / np.diag(covariance).mean())


def _between(halves: Floats) -> float:
    covariance, repeats = _covariances(halves)
    number = np.arange(2 * repeats) // 2
    apart = number[:, np.newaxis] != number
    return float(covariance[apart].mean() / np.diag(covariance).mean())
