"""The cost of a procedure."""

from dataclasses import dataclass

import numpy as np

from outperform.core import Truth
from outperform.lab.measures.base import Measure, Reading, average
from outperform.lab.records import Records


@dataclass(frozen=True)
class Fits(Measure):
    """Fits per learner in one run of the procedure; no reading if nothing is fitted."""

    slug = "fits"

    def read(self, records: Records, level: float, truth: Truth | None) -> Reading | None:  # noqa: ARG002
        """Return the mean over data sets."""
        return None if np.isnan(records.fits).any() else average(records.fits.mean(axis=1))


@dataclass(frozen=True)
class Seconds(Measure):
    """Seconds for the fits of both learners in one run; no reading if nothing is fitted."""

    slug = "seconds"

    def read(self, records: Records, level: float, truth: Truth | None) -> Reading | None:  # noqa: ARG002
        """Return the mean over data sets."""
        return None if np.isnan(records.seconds).any() else average(records.seconds.mean(axis=1))
