"""What all measures share: a reading with its Monte Carlo interval, the dataset as the unit."""

from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from scipy.special import ndtri

from outperform.core import Entry, Floats, Truth
from outperform.lab.records import Records

Z = float(ndtri(0.975))


@dataclass(frozen=True)
class Reading:
    """The value of a measure, with an interval that covers the value of endless datasets in 95% of studies."""

    value: float
    low: float
    high: float


class Measure(Entry):
    """A property of a procedure over the records of a study."""

    word = "measure"

    @abstractmethod
    def read(self, records: Records, level: float, truth: Truth | None) -> Reading | None:
        """Read the measure off the records; None where they cannot tell."""


def share(successes: Floats) -> Reading:
    """Read a share of datasets that each say yes or no: Wilson's interval.

    Examples
    --------
    >>> share(np.array([1.0] * 5 + [0.0] * 95))
    Reading(value=0.05, low=0.0215, high=0.1118)
    """
    count, rate = len(successes), float(successes.mean())
    middle = (rate + Z * Z / (2 * count)) / (1 + Z * Z / count)
    reach = Z / (1 + Z * Z / count) * np.sqrt(rate * (1 - rate) / count + Z * Z / (4 * count * count))
    return Reading(rate, max(0.0, float(middle - reach)), min(1.0, float(middle + reach)))


def average(values: Floats, least: float = -np.inf, most: float = np.inf) -> Reading:
    """Read the mean over datasets; repetitions share the data, so the dataset is the unit."""
    mean, count = float(values.mean()), len(values)
    if np.ptp(values) == 0 and (least, most) != (-np.inf, np.inf):
        reach = Z * Z / (count + Z * Z)  # what Wilson's interval allows where no dataset differs
    else:
        reach = Z * float(values.std(ddof=1)) / np.sqrt(count) if count > 1 else 0.0
    return Reading(mean, max(least, mean - reach), min(most, mean + reach))


def jackknife(statistic: Callable[[Floats], float], table: Floats, groups: int = 50) -> Reading:
    """Read a function of all datasets [dataset, ...], leaving groups of them out in turn for its error."""
    value = statistic(table)
    groups = min(groups, len(table))
    number = np.arange(len(table)) % groups
    left = np.array([statistic(table[number != group]) for group in range(groups)])
    reach = Z * float(np.sqrt((groups - 1) / groups * ((left - left.mean()) ** 2).sum()))
    return Reading(value, value - reach, value + reach)
