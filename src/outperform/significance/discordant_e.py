"""The e-value of discordant items: look at right and wrong answers after every item."""

from dataclasses import dataclass
from math import log
from typing import Any

import numpy as np

from outperform.core import Floats, Interval, ItemNeeds, Needs, Parameter, Scores
from outperform.significance import special
from outperform.significance.looks import EvidencePath, evalue_of
from outperform.significance.sequential_tests import SequentialTest
from outperform.significance.sequential_verdict import SequentialVerdict

PRIOR = 0.5  # a: Jeffreys' weights of the shares that the first may win
HALVINGS = 60  # of an interval in which an end is searched


def log_mixture(wins: Any, losses: Any) -> Floats:
    """Return log B(b + a, c + a) / B(a, a), the chance of one order of b wins and c losses under Jeffreys' weights.

    Examples
    --------
    >>> float(np.exp(log_mixture(1, 1)))  # a quarter, and half of that: wins and losses come in runs
    0.125
    """
    found: Floats = special.betaln(wins + PRIOR, losses + PRIOR) - special.betaln(PRIOR, PRIOR)
    return found


@dataclass(frozen=True)
class DiscordantE(SequentialTest):
    """Test by e-value of right and wrong answers that may look after every item and stop when it decides.

    Parameters
    ----------
    as_they_come
        Whether the items arrived in the order given; by default they are looked at in a random order.

    Notes
    -----
    Asks: which of two fixed systems gets more items right, on items like these, if I look while the items arrive?

    Formula: b and c count the items so far that only the first, and only the second, gets right (discordant items).
    If the systems are equally good, each is a fair coin.

        E = 2^(b + c) B(b + a, c + a) / B(a, a)     a = 1/2, B the beta function
        p = 1 / (largest E so far), at most 1;      decide when E >= 1 / level

    E compares a fair coin with a coin whose chance has Jeffreys' distribution. By Ville's inequality it ever reaches
    1 / level with a probability of at most the level, if the systems are equally good. Without ties, 7 items in a row
    decide at level .05.

    Estimate: b / (b + c), the share of discordant items that the first wins. The interval is a confidence sequence of
    this share, not of the difference of the accuracies: the shares s that E(s) = B(b + a, c + a) / (B(a, a) s^b
    (1 - s)^c) has not excluded at any look.

    Assumes: one answer per item, right or wrong. A test that looks only once, such as mcnemar-midp, finds more
    differences on the same items: it must not be asked while items still arrive.

    Degenerate: without a discordant item E = 1, p = 1, and the estimate is 1/2.

    Behaviour: two equally good systems, 1,000 items, a look after every item, 2,000 simulated streams: the test found a
    difference in .030 to .040 of them (a tenth of the items discordant, up to all). The p-value of mcnemar-midp is for
    one look; asked after every item, it fell below .05 in .32 to .49. With a fifth of the items discordant, 70% of
    them won by the first, the test decided within 500 items in .85 of the streams, half of these by item 210;
    mcnemar-midp, asked once after 500 items, decided in .98.

    Examples
    --------
    >>> looks = DiscordantE().arithmetic(np.array([1.0, 1, 0, 1, 1, 1, 1, 1]))  # seven wins and a tie
    >>> np.round(np.exp(looks.log_e), 2).tolist()
    [1.0, 1.5, 1.5, 2.5, 4.38, 7.88, 14.44, 26.81]
    """

    slug = "discordant-e"
    origins = ("robbins1970", "howard2021")
    needs = Needs(
        repeats=(1, 1),
        folds=(1, 1),
        items=True,
        of_items=ItemNeeds(samples=(1, 1), binary=True, means=True, weights=False, alone=True, instead="betting"),
    )

    def arithmetic(self, values: Floats, state: Floats | None = None) -> EvidencePath:
        """E = 2^(b+c) B(b + 1/2, c + 1/2) / B(1/2, 1/2) after each item, of every stream [..., item]."""
        before = np.zeros(2) if state is None else state
        wins, losses = (before[..., [at]] + np.cumsum(side * values > 0, axis=-1) for at, side in enumerate((1, -1)))
        log_e = (wins + losses) * log(2) + log_mixture(wins, losses)
        log_e[wins + losses == 0] = 0.0
        return EvidencePath(
            log_e,
            np.sign(wins - losses).astype(np.int64),
            np.stack([wins[..., -1], losses[..., -1]], axis=-1),
        )

    def reach(self, scores: Scores) -> float:  # noqa: ARG002 - right is 1, wrong is 0
        """Return 1."""
        return 1.0

    def verdict(self, differences: Floats, reach: float, **told: Any) -> "DiscordantVerdict":
        """Make the verdict on differences in the order in which they were looked at."""
        del reach
        looks = self.arithmetic(differences)
        wins, losses = map(int, looks.state)
        return DiscordantVerdict(
            parameter=Parameter.SHARE_OF_DISCORDANT,
            estimate=wins / (wins + losses) if wins + losses else 0.5,
            statistic=evalue_of(looks.log_e.max()),
            pvalue=float(looks.pvalue),
            looked_at=differences.size,
            as_they_come=self.as_they_come,
            least=float(self.arithmetic(np.ones(differences.size)).pvalue),
            differences=differences,
            looks=looks,
            wins=wins,
            losses=losses,
            **told,
        )


@dataclass(frozen=True, kw_only=True)
class DiscordantVerdict(SequentialVerdict):
    """A verdict on the share of discordant items that the first wins."""

    wins: int  # n10
    losses: int  # n01

    def ends(self, items: int, level: float) -> Interval:
        """Return the largest lower end and the smallest upper end over the looks."""
        seen = self.differences[:items]
        signs = np.sign(seen[seen != 0])
        if not signs.size:
            return 0.0, 1.0
        wins, losses = (np.cumsum(side * signs > 0) for side in (1, -1))
        low, high = (share_limits(*each, level).max() for each in ((wins, losses), (losses, wins)))
        return float(low), float(1 - high)


def share_limits(wins: Any, losses: Any, level: float) -> Floats:
    """Return the lower limits of the share won that b wins and c losses leave, each by itself, at one look.

    The share s is left while log B(b + a, c + a) / B(a, a) - b log s - c log(1 - s) < log(1 / level), which falls in s
    below b / (b + c).

    Examples
    --------
    >>> share_limits(np.array([7, 0]), np.array([0, 7]), 0.05).tolist()  # E(s) = 1/.05 at s = .521
    [0.521, 0.0]
    """
    most = log_mixture(wins, losses) + log(level)
    low, high = np.zeros(wins.size), wins / (wins + losses)
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        excluded = most >= special.xlogy(wins, middle) + special.xlog1py(losses, -middle)
        low, high = np.where(excluded, middle, low), np.where(excluded, high, middle)
    return low
