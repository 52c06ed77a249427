"""How many items and samples a difference of two fixed systems needs, and the smallest one that a set can show."""

from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from math import inf, isinf, sqrt
from typing import Self

import numpy as np

from outperform.significance import special
from outperform.significance.item_means import mean_of_items
from outperform.significance.item_values import ItemValues
from outperform.significance.samples import RunNoise, SampleNoise

MOST_ITEMS = 10**12  # more are endless
MOST_SAMPLES = 1000  # per item and system; more are endless


@dataclass(frozen=True)
class Aim:
    """Level and power of the test that is planned."""

    level: float
    power: float

    @property
    def z(self) -> tuple[float, float]:
        """The normal quantiles of the level, two-sided, and of the power."""
        return -float(special.ndtri(self.level / 2)), float(special.ndtri(self.power))


class ItemPower(ABC):
    """What a test on so many items, with so many samples of each, can find."""

    items: int  # that there are
    samples: float  # per item and system that there are; not whole where systems have different numbers
    sigma: float | None  # variance of one sample of each system, per item; None where it is unknown
    reach: float  # the largest possible difference

    @abstractmethod
    def finds(self, difference: float, items: float, samples: float, aim: Aim) -> bool:
        """Return whether a true difference is found with the power that is aimed at."""

    @property
    @abstractmethod
    def still(self) -> bool:
        """Whether nothing varies, so that there is nothing to plan with."""

    def smallest(self, items: float, samples: float, aim: Aim) -> float:
        """Return the smallest true difference that is found; infinite where none is."""
        high = self.reach
        if isinf(high):
            high = self._beyond(items, samples, aim)
        if isinf(high) or not self.finds(high, items, samples, aim):
            return inf
        low = 0.0
        while high - low > 1e-9 * high:
            middle = (low + high) / 2
            low, high = (low, middle) if self.finds(middle, items, samples, aim) else (middle, high)
        return high

    def _beyond(self, items: float, samples: float, aim: Aim) -> float:
        """Return a difference of unbounded scores that is certainly found."""
        return next((d for d in 10.0 ** np.arange(-300, 300, 1) if self.finds(d, items, samples, aim)), inf)

    def items_for(self, difference: float, samples: float, aim: Aim) -> float:
        """Return the fewest items that find a difference; infinite where no number does."""
        low, high = 1, 2
        while not self.finds(difference, high, samples, aim):
            low, high = high, 2 * high
            if high > MOST_ITEMS:
                return inf
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (low, middle) if self.finds(difference, middle, samples, aim) else (middle, high)
        return float(high)

    def samples_for(self, difference: float, aim: Aim) -> float:
        """Return the fewest samples per item that find a difference on these items; infinite where no number does."""
        low, high = 0, MOST_SAMPLES if self.sigma is not None else 1
        if not self.finds(difference, self.items, high, aim):
            return inf
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (low, middle) if self.finds(difference, self.items, middle, aim) else (middle, high)
        return float(high)

    def cheapest(self, difference: float, aim: Aim, item: float, sample: float) -> tuple[float, float, float] | None:
        """Return items, samples and cost of the cheapest set that finds a difference; None where none does.

        An item costs ``item`` once and ``sample`` for each sample of each of the two systems. Where sampling noise is
        unknown, only the number of items is chosen.
        """
        best: tuple[float, float, float] | None = None
        tried = [self.samples] if self.sigma is None else np.arange(1.0, MOST_SAMPLES + 1).tolist()
        least = self.items_for(difference, tried[-1], aim)
        for samples in tried:
            if best is not None and least * (item + 2 * sample * samples) >= best[2]:
                break  # as many samples as one likes would cost more
            items = self.items_for(difference, samples, aim)
            cost = items * (item + 2 * sample * samples)
            if not isinf(items) and (best is None or cost < best[2]):
                best = items, samples, cost
        return best


@dataclass(frozen=True)
class MeanPower(ItemPower):
    """A t test on the mean of items.

    Notes
    -----
    Formula: omega^2 is the variance between items of the true differences, sigma^2 = s_A^2 + s_B^2 the variance of one
    sample of each system. On n items with K samples of each, the mean difference has the variance

        V = (omega^2 + sigma^2 / K) / n

    and a difference delta is found with power 1 - b where delta^2 >= (t + z_b)^2 V, with t the two-sided critical value
    of the test on n items. For many items that is n = (z_a/2 + z_b)^2 (omega^2 + s_A^2/K + s_B^2/K) / delta^2. Items in
    clusters: omega^2 holds the covariance of the items of a cluster, and new items come in clusters of the same sizes;
    the degrees of freedom grow with the number of clusters. Runs: what the samples of a run share adds tau^2 / K,
    however many items there are.

    Examples
    --------
    >>> power = MeanPower(items=100, samples=5.0, omega=0.2, sigma=0.5, df=99.0)
    >>> aim = Aim(0.05, 0.8)
    >>> power.items_for(0.05, 5.0, aim), power.items_for(0.05, inf, aim)  # (1.96 + 0.84)^2 (.2 + .5/5) / .05^2 = 942
    (944.0, 630.0)
    """

    items: int
    samples: float
    omega: float
    sigma: float | None
    df: float
    reach: float = inf
    runs: RunNoise | None = None

    @property
    def still(self) -> bool:
        """Whether nothing varies."""
        return self.omega == 0 and not self.sigma

    def variance(self, samples: float) -> float:
        """Return the variance per item of the differences, with so many samples."""
        return self.omega if self.sigma is None else self.omega + self.sigma / samples

    def error(self, items: float, samples: float) -> tuple[float, float]:
        """Return standard error and degrees of freedom of the mean difference on so many items."""
        times = items / self.items
        se, df = sqrt(self.variance(samples) / items), max(1.0, (self.df + 1) * times - 1)
        if self.runs is None or isinf(samples):
            return se, df
        if samples < 2:
            return inf, 1.0  # one run shows nothing of others
        within = self.runs.within / times
        between = np.maximum(0.0, self.runs.between - self.runs.within) + within
        counts = self.runs.counts if samples == self.samples else np.full_like(self.runs.counts, samples)
        both = replace(self.runs, between=between, within=within, counts=counts).recipes(np.asarray(se), df, between)
        return float(both[0]), float(both[1])

    def finds(self, difference: float, items: float, samples: float, aim: Aim) -> bool:
        """Return whether delta >= (t + z_b) se."""
        se, df = self.error(items, samples)
        return difference >= (-float(special.stdtrit(df, aim.level / 2)) + aim.z[1]) * se

    @classmethod
    def of(cls, values: ItemValues, noise: SampleNoise | None, reach: float) -> Self:
        """Take the variances of a pair from its items, and from its samples where there are several."""
        found = mean_of_items(values)
        whole, count = float(found.se) ** 2 * values.count, values.count
        if noise is None:
            return cls(count, 1.0, whole, None, found.df, reach)
        part = min(noise.own.variance * count, whole)
        samples = round(noise.own.samples, 9)  # whole where all items have as many
        return cls(count, samples, whole - part, part * samples, found.df, reach, noise.runs)


@dataclass(frozen=True)
class CountPower(ItemPower):
    """McNemar's test: right and wrong answers, one sample per item.

    Notes
    -----
    Formula: with p the share of discordant items (only one system is right), n items find a difference delta where

        delta sqrt(n) >= z_a/2 sqrt(p) + z_b sqrt(p - delta^2)

    (Connor 1987). A difference of delta needs at least as many discordant items: where p is smaller, delta takes its
    place. Counts are discrete: by enumeration, the mid-p test has a power of .80 to .82 at the items for .8, and up to
    .89 where nearly all discordant items favour one system.

    Examples
    --------
    >>> CountPower(items=200, share=0.2).items_for(0.1, 1.0, Aim(0.05, 0.8))
    155.0
    """

    items: int
    share: float
    samples: float = 1.0
    sigma: None = None
    reach: float = 1.0

    @property
    def still(self) -> bool:
        """Whether no item is discordant."""
        return self.share == 0

    def finds(self, difference: float, items: float, samples: float, aim: Aim) -> bool:  # noqa: ARG002 - one sample
        """Return whether delta sqrt(n) >= z_a/2 sqrt(p) + z_b sqrt(p - delta^2)."""
        z, b = aim.z
        share = max(self.share, difference)
        return difference * sqrt(items) >= z * sqrt(share) + b * sqrt(max(0.0, share - difference**2))


def discordant_range(count: int, items: int, tail: float) -> tuple[float, float]:
    """Return Clopper and Pearson's range of a share, with so much chance beyond each end.

    Examples
    --------
    >>> discordant_range(0, 50, 0.05)
    (0.0, 0.0582)
    """
    low = float(special.betaincinv(count, items - count + 1, tail)) if count else 0.0
    high = float(special.betaincinv(count + 1, items - count, 1 - tail)) if count < items else 1.0
    return low, high
