"""The components of the variance of an error rate on halves, and the correlations (Wang et al. 2014, sec. 3)."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from outperform.core import Floats
from outperform.papers.agreement import Measured

PUBLISHED = 100_000  # datasets behind the authors' numbers
FEW = 20  # with fewer datasets nothing can be learned from a fixed rule


@dataclass(frozen=True, eq=False)
class Components:
    """Variance of one estimate, covariance within a pair and between pairs, from errors [dataset, repeat, fold].

    Standard errors are those of the delta method: the dataset is the unit. With the errors of a fixed rule on the same
    halves, which are independent within a pair, the chance of these rows is taken out.
    """

    table: Floats
    rule: Floats | None = None

    @cached_property
    def moments(self) -> Floats:
        """Squares and products of deviations [dataset, 3], averaged over what has the same expectation."""
        return _moments(self.table)

    @cached_property
    def sharp(self) -> Floats:
        """The moments, less what the fixed rule shows of chance: a control variate, by least squares.

        It is the rule's product within a pair, 0 on average whatever the rule and the sizes of the halves. What lies
        between its pairs tells no more: the rule errs on the same rows in every repeat.
        """
        if self.rule is None or len(self.table) < FEW:
            return self.moments
        chance = _moments(self.rule)[:, 1:2]
        away = chance - chance.mean()
        slopes = (away * self.moments).sum(axis=0) / (away**2).sum()
        found: Floats = self.moments - chance * slopes
        return found

    @property
    def sigmas(self) -> Floats:
        """The three components."""
        found: Floats = self.sharp.mean(axis=0)
        return found

    @property
    def rho(self) -> Floats:
        """The correlations rho1 and rho2."""
        return self.sigmas[1:] / self.sigmas[0] if self.sigmas[0] > 0 else np.zeros(2)

    def linear(self, constant: float, first: float, second: float) -> tuple[float, float, float]:
        """Return constant + first * rho1 + second * rho2, its standard error, and that of the authors' run."""
        weights = np.array([first, second])
        ours, theirs = (float((self._pulls(moments) @ weights).std(ddof=1)) for moments in (self.sharp, self.moments))
        return constant + float(self.rho @ weights), ours / len(self.table) ** 0.5, theirs / PUBLISHED**0.5

    def _pulls(self, moments: Floats) -> Floats:
        """How far a single dataset moves rho1 and rho2, times the number of datasets: [dataset, 2]."""
        if self.sigmas[0] == 0:
            return np.zeros((len(self.table), 2))
        found: Floats = (moments[:, 1:] - self.rho * moments[:, :1]) / self.sigmas[0]
        return found

    def at(self, constant: float, first: float, second: float) -> Measured:
        """Return constant + first * rho1 + second * rho2."""
        return Measured(*self.linear(constant, first, second)[:2])

    def share(self, number: int) -> Measured:
        """Part of the variance of the mean of all six that is due to a component (0, 1, 2)."""
        weights = np.array([1.0, 4.0])
        parts = np.array([1.0, *(self.rho * weights)])
        share = float(parts[number] / parts.sum())
        slopes = (np.eye(3)[number][1:] - share) * weights / parts.sum()
        return Measured(share, self.linear(0, *slopes)[1])


def _moments(table: Floats) -> Floats:
    away = table - table.mean()
    count, repeats, _ = table.shape
    total, squares = away.sum(axis=(1, 2)), (away**2).sum(axis=(1, 2))
    pairs = 2 * away.prod(axis=2).sum(axis=1)
    between = total**2 - squares - pairs
    ways = np.array([2 * repeats, 2 * repeats, 4 * repeats * (repeats - 1) or np.inf])
    found: Floats = np.stack([squares, pairs, between], axis=1) / ways
    found += table.mean(axis=(1, 2)).var(ddof=1) / count  # the mean is estimated too
    return found
