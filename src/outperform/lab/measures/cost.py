"""What a procedure costs."""

from dataclasses import dataclass

import numpy as np

from outperform.core import Truth
from outperform.lab.measures.base import Measure, Reading, average
from outperform.lab.records import Records


@dataclass(frozen=True)
class Fits(Measure):
    """Fits a learner that one run of the procedure takes."""

    slug = "fits"

    def read(self, records: Records, level: float, truth: Truth | None) -> Reading:  # noqa: ARG002
        """Mean over datasets."""
        return average(records.fits.mean(axis=1))


@dataclass(frozen=True)
class Seconds(Measure):
    """Seconds of both learners' fits in one run of the procedure; none where nothing is fitted, as with counts."""

    slug = "seconds"

    def read(self, records: Records, level: float, truth: Truth | None) -> Reading | None:  # noqa: ARG002
        """Mean over datasets."""
        return None if np.isnan(records.seconds).any() else average(records.seconds.mean(axis=1))
