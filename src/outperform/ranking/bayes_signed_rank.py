"""The Bayesian signed-rank test over data sets (Benavoli et al. 2014, 2017)."""

from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np

from outperform.core import (
    Decision,
    Floats,
    Interval,
    LeagueCells,
    LeagueTest,
    Parameter,
    Posterior,
    SpecError,
    Values,
    check_level,
    stream,
)
from outperform.core.checks import check_replicates
from outperform.ranking.differences import differences_of
from outperform.ranking.wilcoxon import walsh_averages

PRIOR = 0.5  # weight of a data set on which the learners are equal, that is added
_FOR_INTERVAL = 2000  # draws
_EQUAL = 1e-6  # sums of weights that are closer are equal; the weights have seven digits


@dataclass(frozen=True)
class BayesSignedRank(LeagueTest):
    """Bayesian signed-rank test with a region of practical equivalence: probabilities without a decision.

    A rule that decides where a probability exceeds .95 would reject 8 to 15 % of true null hypotheses, so it decides
    nothing.

    Parameters
    ----------
    rope
        Mean differences of two data sets between -rope and rope count as equal.
    replicates
        How many weights of the data sets are drawn.

    Notes
    -----
    Asks: how probable is it that the first learner is better on most data sets like these, practically equal, or worse?

    Formula: d_1 ... d_N are the differences, and d_0 = 0 is added. The data sets get random weights w, Dirichlet with
    parameters 1/2 for d_0 and 1 for the others. For each draw,

        first  = sum of w_i w_j over all i, j with (d_i + d_j) / 2 > rope
        second = sum of w_i w_j over all i, j with (d_i + d_j) / 2 < -rope
        equal  = 1 - first - second

    A mean on the edge of the region counts half. The probabilities are the shares of draws in which each of the three
    is greatest; ties are shared. Without a region there are two.

    Assumes: data sets are independent.

    Degenerate: two learners with the same scores have probability 1/2 each without a region, and are practically equal
    with one.

    Examples
    --------
    >>> values = np.array([[0.8, 0.8], [0.7, 0.7], [0.9, 0.9]])
    >>> BayesSignedRank().judge(LeagueCells(("x", "y", "z"), ("a", "b"), values), 0, 1).probabilities
    (0.5, 0.0, 0.5)
    """

    slug = "bayes-signed-rank"
    origins = ("benavoli2014", "benavoli2017")
    rope: float = 0.0
    replicates: int = 20_000

    def __post_init__(self) -> None:
        """Raise SpecError for a negative region, or without draws."""
        super().__post_init__()
        if self.rope < 0:
            raise SpecError("bayes-signed-rank.rope", f"must be 0 or more, got {self.rope}")
        check_replicates(self.slug, self.replicates)

    def judge(self, cells: LeagueCells, first: int, second: int) -> "SignedRankPosterior":
        """Draw weights of the data sets."""
        found = differences_of(cells, np.array([[first, second]]))
        both = ~np.isnan(found.values[0])
        values, near = found.values[0, both], float(np.max(found.near[0, both], initial=0.0))
        ordered, sign = _canonical(values)
        shares = self._shares(ordered, max(near, 1e-12 * self.rope))
        if sign == 0:
            shares = ((shares[0] + shares[2]) / 2, shares[1], (shares[0] + shares[2]) / 2)
        one, equal, other = shares if sign >= 0 else shares[::-1]
        walsh = walsh_averages(np.sort(values), near)
        return SignedRankPosterior(
            parameter=Parameter.PSEUDO_MEDIAN,
            estimate=float(np.median(walsh)) if walsh.size else 0.0,
            rope=self.rope,
            first=one,
            equal=equal,
            second=other,
            sign=sign,
            ordered=ordered,
        )

    def _shares(self, values: Floats, near: float) -> tuple[float, float, float]:
        """Return the shares of draws in which first, equal and second are greatest."""
        weights = _weights(values.size, self.replicates)
        one, other = (_share_above(weights, side * np.append(0.0, values), self.rope, near) for side in (1, -1))
        parts = (
            np.stack([one, 1 - one - other, other]) if self.rope else np.stack([one, np.full_like(one, -1.0), other])
        )
        greatest = parts >= parts.max(axis=0) - _EQUAL
        first, equal, second = (greatest / greatest.sum(axis=0)).mean(axis=1).tolist()
        return first, equal, second


def _canonical(values: Floats) -> tuple[Floats, float]:
    """Return the differences in an order that depends on them alone, and whether the learners were swapped (-1).

    0 where swapping them changes nothing.
    """
    ways = np.sort(values), np.sort(-values + 0.0)
    places = np.flatnonzero(ways[0] != ways[1])
    sign = 0.0 if places.size == 0 else float(np.sign(ways[0][places[0]] - ways[1][places[0]]))
    return (ways[1] if sign < 0 else ways[0]), sign


def _share_above(weights: Values, values: Floats, rope: float, near: float) -> Floats:
    """Return the sums of w_i w_j with d_i + d_j above twice the region, half where it is equal, for each draw."""
    beyond = values[:, np.newaxis] + values - 2 * rope
    step = np.where(np.abs(beyond) <= 2 * near, 0.5, beyond > 0).astype(weights.dtype)
    found: Floats = np.einsum("ri,ri->r", weights @ step, weights)
    return found


@lru_cache(maxsize=4)  # of the process: a few megabytes per number of data sets, and most pairs have the same
def _weights(datasets: int, replicates: int) -> Values:
    """Draw weights [draw, 1 + dataset] from the Dirichlet distribution; the first is that of the prior.

    They have seven digits, which makes the sums over pairs of data sets twice as fast.
    """
    rng = stream(0, "bayes-signed-rank", datasets)
    return rng.dirichlet(np.append(PRIOR, np.ones(datasets)), replicates).astype(np.float32)


@dataclass(frozen=True, kw_only=True)
class SignedRankPosterior(Posterior):
    """Probabilities by random weights of the data sets; they never decide."""

    is_drawn = True
    sign: float = field(repr=False)  # -1 where the learners were swapped for the draws, 0 where that changes nothing
    ordered: Floats = field(repr=False, compare=False)

    def decide(self, level: float) -> Decision:
        """Leave the pair open."""
        check_level(level)
        return Decision.OPEN

    def interval(self, level: float) -> Interval:
        """Return a central interval of the pseudo-median, by the same random weights."""
        check_level(level)
        values = np.append(0.0, self.ordered)
        one, other = np.triu_indices(values.size)
        means = (values[one] + values[other]) / 2
        order = np.argsort(means, kind="stable")
        weights = _weights(self.ordered.size, _FOR_INTERVAL).astype(np.float64)
        products = (weights[:, one] * weights[:, other] * np.where(one == other, 1, 2))[:, order]
        medians = means[order][np.argmax(np.cumsum(products, axis=1) >= 0.5 - _EQUAL, axis=1)]
        low, high = (float(end) for end in np.quantile(medians, [level / 2, 1 - level / 2]))
        if self.sign == 0:
            low, high = min(low, -high), max(high, -low)
        return (low, high) if self.sign >= 0 else (-high + 0.0, -low + 0.0)
