"""How often a procedure rejects, and how honest its p-values and intervals are."""

from dataclasses import dataclass

import numpy as np

from outperform.core import Truth
from outperform.lab.measures._base import Measure, Reading, average, share
from outperform.lab.records import Records


@dataclass(frozen=True)
class Rejection(Measure):
    """Rejection rate: the Type I error where the null is true at the size trained on, else the power."""

    slug = "rejection"

    def read(self, records: Records, level: float, truth: Truth | None) -> Reading:  # noqa: ARG002
        """Mean over datasets of the share of repetitions that reject."""
        rejected = records.rejected(level).astype(np.float64)
        if rejected.shape[1] == 1:
            return share(rejected[:, 0])
        rates = rejected.mean(axis=1)
        return average(rates, 0.0, 1.0) if np.ptp(rates) > 0 else share(rates)


@dataclass(frozen=True)
class Coverage(Measure):
    """How often the interval covers the true difference."""

    slug = "coverage"

    def read(self, records: Records, level: float, truth: Truth | None) -> Reading | None:
        """Mean over datasets of the share of intervals that hold the truth."""
        low, high = records.interval(level)
        if truth is None or np.isnan(low).any():
            return None
        covered = ((low <= truth.difference) & (truth.difference <= high)).mean(axis=1)
        return share(covered) if records.shape[1] == 1 else average(covered, 0.0, 1.0)


@dataclass(frozen=True)
class Uniformity(Measure):
    """Largest distance between the distribution of the p-values and the uniform one."""

    slug = "uniformity"

    def read(self, records: Records, level: float, truth: Truth | None) -> Reading | None:  # noqa: ARG002
        """Kolmogorov's distance of the first repetition, with the bound of Dvoretzky, Kiefer and Wolfowitz."""
        p = np.sort(records.pvalue[:, 0])
        if np.isnan(p).any():
            return None
        count = len(p)
        above = np.searchsorted(p, p, side="right") / count - p
        below = p - np.searchsorted(p, p, side="left") / count
        distance = float(max(above.max(), below.max()))
        reach = float(np.sqrt(np.log(2 / 0.05) / (2 * count)))
        return Reading(distance, max(0.0, distance - reach), min(1.0, distance + reach))
