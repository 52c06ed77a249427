"""What all measures share: a reading with its Monte Carlo interval; the data set is the unit."""

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
    """The value of a measure, with a 95% interval for its value over infinitely many data sets."""

    value: float
    low: float
    high: float


class Measure(Entry):
    """A property of a procedure over the records of a study."""

    word = "measure"

    @abstractmethod
    def read(self, records: Records, level: float, truth: Truth | None) -> Reading | None:
        """Return the reading; None if the records do not allow one."""


def share(rates: Floats, repetitions: int = 1, z: float = Z) -> Reading:
    """Return the mean over data sets of a rate, such as the rejection rate, with Wilson's interval.

    There is one rate per data set, over its repetitions; the data set is the unit. The spread between data sets shows
    how much information the repetitions add. It is counted as more data sets: at least as many as there are, at most
    as many as there are repetitions in all.

    Examples
    --------
    >>> share(np.array([1.0] * 5 + [0.0] * 95))
    Reading(value=0.05, low=0.0215, high=0.1118)
    """
    units, rate = len(rates), float(rates.mean())
    variance = float(rates.var(ddof=1)) if units > 1 else 0.0
    worth = rate * (1 - rate) / variance if variance > 0 else 1.0  # of a data set with its repetitions
    count = units * min(repetitions, max(1.0, worth))
    middle = (rate + z * z / (2 * count)) / (1 + z * z / count)
    reach = z / (1 + z * z / count) * np.sqrt(rate * (1 - rate) / count + z * z / (4 * count * count))
    return Reading(rate, max(0.0, float(middle - reach)), min(1.0, float(middle + reach)))


def average(values: Floats, least: float = -np.inf, most: float = np.inf) -> Reading:
    """Return the mean over data sets; repetitions share the data, so the data set is the unit."""
    mean, count = float(values.mean()), len(values)
    if np.ptp(values) == 0 and (least, most) != (-np.inf, np.inf):
        reach = Z * Z / (count + Z * Z)  # what Wilson's interval allows if no data set differs
    else:
        reach = Z * float(values.std(ddof=1)) / np.sqrt(count) if count > 1 else 0.0
    return Reading(mean, max(least, mean - reach), min(most, mean + reach))


def jackknife(statistic: Callable[[Floats], float], table: Floats, groups: int = 50) -> Reading:
    """Return a function of all data sets [dataset, ...]; its error is found by leaving out groups of them in turn."""
    value = statistic(table)
    groups = min(groups, len(table))
    number = np.arange(len(table)) % groups
    left = np.array([statistic(table[number != group]) for group in range(groups)])
    reach = Z * float(np.sqrt((groups - 1) / groups * ((left - left.mean()) ** 2).sum()))
    return Reading(value, value - reach, value + reach)
