"""The sign test over data sets: who wins more of them."""

from dataclasses import dataclass

import numpy as np

from outperform.core import (
    Floats,
    Interval,
    Ints,
    LeagueCells,
    Note,
    PairOutcomes,
    PairsTest,
    Parameter,
    PValue,
    check_level,
)
from outperform.ranking.agreement import agreeing, never_rejects
from outperform.ranking.differences import differences_of, over_leagues
from outperform.significance import special
from outperform.significance.no_spread import least_units


@dataclass(frozen=True)
class SignDatasets(PairsTest):
    """Sign test over data sets: who wins more of those that are not tied.

    The estimate is a share of wins, not a difference: where many data sets are tied, the median difference is 0, even
    if the test rejects.

    Notes
    -----
    Asks: on a data set like these on which the two learners differ, is the first learner better with a chance other
    than 1/2?

    Formula: w and l count the data sets that the first learner wins and loses; ties up to rounding are left out.

        p = min(1, 2 P(X <= min(w, l)))    X binomial with w + l tosses and chance 1/2

    The estimate is the share w / (w + l), with Clopper and Pearson's interval.

    Assumes: data sets are independent. By how much a learner wins is not used, so the test has less power than wilcoxon
    where the differences are symmetric, and needs no symmetry.

    Degenerate: where the learners are tied on all data sets, p = 1 and the share is 1/2. With n data sets that are not
    tied, no p-value is below 2/2^n: leagues with too few data sets for any decision are refused, pairs with too many
    ties have a note.

    Examples
    --------
    Four wins and one loss: p = 2 (1 + 5) / 2^5.

    >>> values = np.array([[0.9, 0.8], [0.8, 0.7], [0.7, 0.6], [0.6, 0.5], [0.5, 0.6]])
    >>> verdict = SignDatasets().judge(LeagueCells(tuple("vwxyz"), ("a", "b"), values), 0, 1)
    >>> verdict.statistic, verdict.pvalue, verdict.estimate
    (4.0, 0.375, 0.8)
    """

    slug = "sign"
    origins = ("demsar2006",)

    def outcomes(self, cells: LeagueCells, pairs: Ints) -> PairOutcomes:
        """Count the data sets that each learner of every pair wins in every league."""

        def of_some(some: LeagueCells) -> tuple[Floats, Floats, Floats]:
            won, _, lost = differences_of(some, pairs).wins
            return won.astype(np.float64), _coin(won, lost), np.sign(won - lost).astype(np.float64)

        return over_leagues(cells, pairs, of_some)

    def judge(self, cells: LeagueCells, first: int, second: int) -> "LeagueSignVerdict":
        """Count the data sets that each learner wins."""
        wins = differences_of(cells, np.array([[first, second]])).wins
        won, tied, lost = (int(each[0]) for each in wins)
        return LeagueSignVerdict(
            parameter=Parameter.SHARE_OF_DATASETS,
            estimate=won / (won + lost) if won + lost else 0.5,
            statistic=float(won),
            pvalue=float(_coin(np.array(won), np.array(lost))),
            won=won,
            tied=tied,
            lost=lost,
        )

    def least(self, pairs: int, level: float) -> int:
        """Return 1 + log2(pairs / level), rounded up."""
        return least_units(level, pairs)


def _coin(won: Ints, lost: Ints) -> Floats:
    """Return min(1, 2 P(X <= min(w, l))) of a fair coin."""
    fewer, more = np.minimum(won, lost), np.maximum(won, lost)
    p: Floats = np.minimum(1.0, 2 * special.betainc(np.maximum(1, more), fewer + 1, 0.5))
    return np.where(more == 0, 1.0, p)


@dataclass(frozen=True, kw_only=True)
class LeagueSignVerdict(PValue):
    """A verdict on the share of data sets that the first learner wins; the interval is Clopper and Pearson's."""

    won: int
    tied: int
    lost: int

    def interval(self, level: float) -> Interval:
        """Return the shares that the test would not reject."""
        check_level(level)
        sides = (self.won, self.lost), (self.lost, self.won)
        low, high = (float(special.betaincinv(w, other + 1, level / 2)) if w else 0.0 for w, other in sides)
        return agreeing((low, 1 - high), self, level)

    def caveats(self, level: float) -> tuple[Note, ...]:
        """Note where so few data sets differ that the test could never reject at this level."""
        return never_rejects(self.won + self.lost, level)
