"""How often a procedure agrees with itself on other random splits of the same data (Bouckaert & Frank 2004; 2005)."""

from dataclasses import dataclass

import numpy as np

from outperform.core import Floats, Ints, Truth
from outperform.lab.measures.base import Measure, Reading, average, share
from outperform.lab.records import Records


def agreement(rejections: Ints, repetitions: int) -> Floats:
    """Return R(k, n) = (C(k,2) + C(n-k,2)) / C(n,2), the share of pairs of repetitions that agree.

    It is an unbiased estimate of a probability of at least 1/2. The estimate may be below 1/2; it is not clipped.

    Examples
    --------
    >>> agreement(np.array([0, 5, 9]), 10).round(4).tolist()
    [1.0, 0.4444, 0.8]
    """
    k, n = np.asarray(rejections), repetitions
    agree: Floats = (k * (k - 1) + (n - k) * (n - k - 1)) / (n * (n - 1))
    return agree


def _counts(records: Records, level: float) -> tuple[Ints, int]:
    return records.rejected(level).sum(axis=1), records.shape[1]


@dataclass(frozen=True)
class MeasuredReplicability(Measure):
    """Replicability R: the chance that two repetitions on the same data agree (Bouckaert & Frank 2004)."""

    slug = "replicability"

    def read(self, records: Records, level: float, truth: Truth | None) -> Reading | None:  # noqa: ARG002
        """Return the mean of R(k, n) over data sets."""
        k, n = _counts(records, level)
        return average(agreement(k, n), most=1.0) if n > 1 else None


@dataclass(frozen=True)
class ChanceCorrected(Measure):
    """Replicability corrected for chance, 2R - 1: Bouckaert (2005) prints this as replicability."""

    slug = "chance-corrected"

    def read(self, records: Records, level: float, truth: Truth | None) -> Reading | None:
        """Return 2R - 1."""
        plain = MeasuredReplicability().read(records, level, truth)
        return None if plain is None else Reading(*(2 * end - 1 for end in (plain.value, plain.low, plain.high)))


@dataclass(frozen=True)
class Consistent(Measure):
    """Share of data sets on which all repetitions agree."""

    slug = "consistent"

    def read(self, records: Records, level: float, truth: Truth | None) -> Reading | None:  # noqa: ARG002
        """Return the share of data sets where none or all reject."""
        k, n = _counts(records, level)
        return share(((k == 0) | (k == n)).astype(np.float64)) if n > 1 else None


@dataclass(frozen=True)
class AlmostConsistent(Measure):
    """Share of data sets on which at most one repetition disagrees with the others."""

    slug = "almost-consistent"

    def read(self, records: Records, level: float, truth: Truth | None) -> Reading | None:  # noqa: ARG002
        """Return the share of data sets where at most one rejects, or at most one does not."""
        k, n = _counts(records, level)
        return share(((k <= 1) | (k >= n - 1)).astype(np.float64)) if n > 1 else None


@dataclass(frozen=True)
class ThreeWay(Measure):
    """Replicability with direction: the chance of the same outcome (first better, second better or neither)."""

    slug = "three-way"

    def read(self, records: Records, level: float, truth: Truth | None) -> Reading | None:  # noqa: ARG002
        """Return the share of pairs of repetitions with the same outcome of three, mean over data sets."""
        n = records.shape[1]
        if n < 2:
            return None
        outcome = records.sign * records.rejected(level)
        counts = np.stack([(outcome == way).sum(axis=1) for way in (-1, 0, 1)])
        return average((counts * (counts - 1)).sum(axis=0) / (n * (n - 1)), most=1.0)
