"""Rejection rates with their errors, and the rules by which Dietterich's (1998) sentences on them are checked."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from scipy.special import stdtrit

from outperform.core import Bools, Floats
from outperform.core.panels import Series
from outperform.papers.agreement import Absent, Cell, Measured
from outperform.papers.rules import Bounds, claim
from outperform.papers.rules import absent as not_run

LEVEL = 0.05
ACCEPTABLE = 0.06  # with the 1000 trials of the paper .05 and .06 look alike
BARS = 1.96  # the paper's bars are 95% intervals
ABSENT = "data set not found"


def rate_of(trials: Floats | Bools) -> Measured:
    """Return how often a test rejects, from its share of rejections on each dataset.

    One share of 0 and one of 1 are added for the error: where each dataset has one trial it is the binomial one.
    """
    shares = trials.astype(np.float64).ravel()
    return Measured(float(shares.mean()), float(np.append(shares, [0, 1]).std() / shares.size**0.5))


def rejected(halves: Floats, count: int) -> Floats:
    """Return how often the statistic on so many replications rejects on each dataset.

    It is that of 5x2cv t with as many degrees of freedom as replications. By symmetry each replication may be the
    first, and either half the numerator: the mean over all of them has the same expectation and a smaller error.
    """
    repeats = halves.shape[1]
    squares = (halves[..., 0] - halves[..., 1]) ** 2 / 2
    sums = np.cumsum(np.concatenate([np.zeros((len(halves), 1)), squares, squares[:, : count - 1]], axis=1), axis=1)
    spread = np.sqrt(np.maximum(0, sums[:, count : count + repeats] - sums[:, :repeats]) / count)
    spread[spread < 1e-9] = 0  # what sums leave of zeros
    far = float(stdtrit(count, 1 - LEVEL / 2))
    beyond = (np.abs(halves) >= far * spread[..., np.newaxis] * (1 - 1e-12)) & (halves != 0)
    rates: Floats = beyond.mean(axis=(1, 2))
    return rates


def acceptable(key: str, rate: Measured, says: str = "acceptable", why: str = "") -> Cell:
    """Check that a Type I error is acceptable; ``why`` tells what a reader should know if it is not."""
    return claim(key, says, rate, "rate of rejections", Bounds(at_most=ACCEPTABLE), reason=why)


def exceeding(key: str, rate: Measured, says: str = "exceeds .05") -> Cell:
    """Check that a Type I error is too large."""
    return claim(key, says, rate, "rate of rejections", Bounds(above=LEVEL))


def absent(key: str, says: float | str | None) -> Absent:
    """Keep the place of what needs a dataset that is missing."""
    return not_run(key, says, ABSENT)


def bars(label: str, rates: Sequence[Measured], x: Sequence[float] | None = None) -> Series:
    """Draw rates with their 95% intervals."""
    places = tuple(float(place) for place in (range(len(rates)) if x is None else x))
    low, high = (tuple(min(1.0, max(0.0, rate.value + sign * BARS * rate.se)) for rate in rates) for sign in (-1, 1))
    return Series(label, places, tuple(rate.value for rate in rates), low, high)


def lead(shares: Mapping[str, Floats], first: str, others: Sequence[str]) -> Measured:
    """By how much one test's mean power exceeds the best of others, with its error over datasets.

    ``shares`` has those of rejections [dataset, difference] for each test; the mean is over the differences.
    """
    best = max(others, key=lambda name: float(shares[name].mean()))
    gaps = shares[first].mean(axis=1) - shares[best].mean(axis=1)
    return Measured.over(gaps)


def jackknifed(ratio: Callable[[Any, Any], Any], *columns: Floats) -> Measured:
    """Measure a function of means over datasets; its error leaves out one dataset at a time."""
    count = len(columns[0])
    means = [column.mean() for column in columns]
    left = ratio(*((count * mean - column) / (count - 1) for mean, column in zip(means, columns, strict=True)))
    return Measured.jackknife(ratio(*means), left)
