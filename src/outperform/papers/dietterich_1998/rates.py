"""Rejection rates with their errors, and the rules by which Dietterich's (1998) sentences on them are checked."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from outperform.core import Bools, Floats
from outperform.core.panels import Series
from outperform.papers.agreement import Absent, Cell, Measured
from outperform.papers.rules import Bounds, claim
from outperform.papers.rules import absent as not_run

LEVEL = 0.05
ACCEPTABLE = 0.06  # with the 1000 trials of the paper .05 and .06 look alike
BARS = 1.96  # the paper's bars are 95% intervals
ABSENT = "data set not found"


def rate_of(pvalues: Floats) -> Measured:
    """Return how often a test rejects at 5%."""
    return Measured.rate(float((pvalues <= LEVEL).mean()), pvalues.size)


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


def lead(rejected: Mapping[str, Bools], first: str, others: Sequence[str]) -> Measured:
    """By how much one test's mean power exceeds the best of others, with its error over datasets.

    ``rejected`` has [dataset, difference] for each test; the mean is over the differences.
    """
    best = max(others, key=lambda name: float(rejected[name].mean()))
    gaps = rejected[first].mean(axis=1) - rejected[best].mean(axis=1)
    return Measured.over(gaps)


def jackknifed(ratio: Callable[[Any, Any], Any], *columns: Floats) -> Measured:
    """Measure a function of means over datasets; its error leaves out one dataset at a time."""
    count = len(columns[0])
    means = [column.mean() for column in columns]
    left = ratio(*((count * mean - column) / (count - 1) for mean, column in zip(means, columns, strict=True)))
    return Measured.jackknife(ratio(*means), left)
