"""How often a procedure rejects, and whether its p-values and intervals are valid."""

from dataclasses import dataclass

import numpy as np

from outperform.core import Truth
from outperform.lab.measures.base import Measure, Reading, Z, share
from outperform.lab.records import Records


@dataclass(frozen=True)
class Rejection(Measure):
    """Rejection rate: the Type I error if there is no true difference, else the power.

    The true difference is that at the size which the procedure trains on.
    """

    slug = "rejection"

    def read(self, records: Records, level: float, truth: Truth | None) -> Reading:  # noqa: ARG002
        """Return the mean over data sets of the share of repetitions that reject."""
        return share(records.rejected(level).mean(axis=1), records.shape[1])


@dataclass(frozen=True)
class Coverage(Measure):
    """How often the interval contains the true difference; it should be 1 - level.

    For tests whose interval follows from a standard error or the sums of squares in the records: the t tests and the
    5x2cv F test (an empty interval contains nothing). Not for McNemar's tests and those of proportions: their interval
    follows from the counts, which are not kept; its coverage is known exactly (tests/significance). Not for the
    bootstrap and tests from a user's file.
    """

    slug = "coverage"

    def read(self, records: Records, level: float, truth: Truth | None) -> Reading | None:
        """Return the mean over data sets of the share that contains the truth; its error is allowed for."""
        low, high = records.interval(level)
        if truth is None or np.isnan(low).any():
            return None
        found = []
        for shift in (0.0, -Z * truth.se, Z * truth.se):
            true = truth.difference + shift
            found.append(share(((low <= true) & (true <= high)).mean(axis=1), records.shape[1]))
        return Reading(found[0].value, min(each.low for each in found), max(each.high for each in found))


@dataclass(frozen=True)
class Uniformity(Measure):
    """Largest distance between the distribution of the p-values and the uniform distribution."""

    slug = "uniformity"

    def read(self, records: Records, level: float, truth: Truth | None) -> Reading | None:  # noqa: ARG002
        """Return Kolmogorov's distance of the first repetition, with the bound of Dvoretzky, Kiefer and Wolfowitz."""
        p = np.sort(records.pvalue[:, 0])
        if np.isnan(p).any():
            return None
        count = len(p)
        above = np.searchsorted(p, p, side="right") / count - p
        below = p - np.searchsorted(p, p, side="left") / count
        distance = float(max(above.max(), below.max()))
        reach = float(np.sqrt(np.log(2 / 0.05) / (2 * count)))
        return Reading(distance, max(0.0, distance - reach), min(1.0, distance + reach))
