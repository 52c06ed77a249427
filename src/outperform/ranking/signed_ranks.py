"""Signed ranks of many rows of differences: sums of the ranks of those above and below 0, and their p-values."""

from dataclasses import dataclass

import numpy as np

from outperform.core import Bools, Floats, Ints
from outperform.ranking.ranks import ranks_of
from outperform.ranking.signed_rank_law import EXACT, normal_tails, tails_of, tails_without_ties

_SIGN_BIT = np.int64(1)
_SIZE_BITS = np.int64(2**63 - 2)  # without the sign bit of floats, and without ours


@dataclass(frozen=True, eq=False)
class SignedRanks:
    """Sums of signed ranks per row. Differences of 0 are ranked first, and their ranks are dropped (Pratt 1959)."""

    plus: Ints  # twice the sum of the ranks of differences above 0
    minus: Ints
    known: Ints  # differences
    zeros: Ints  # differences of 0
    tied: Ints  # rows with ties among differences other than 0
    doubled: Ints  # twice the ranks of these rows in ascending order, 0 where dropped

    def pvalues(self, *, simulated: bool = False) -> Floats:
        """Return two-sided p-values: exact for up to 200 differences, normal for more."""
        least, total = np.minimum(self.plus, self.minus), self.plus + self.minus
        p = np.ones(least.shape)
        exact = self.known <= EXACT
        plain = exact & (total > 0)
        plain[self.tied] = False
        kinds = np.where(plain, self.zeros * (EXACT + 1) + self.known, -1)
        for kind in np.unique(kinds[plain]).tolist():
            rows = kinds == kind
            p[rows] = tails_without_ties(*divmod(kind, EXACT + 1))[least[rows] // 2]
        chosen = exact[self.tied]
        p[self.tied[chosen]] = tails_of(self.doubled[chosen], least[self.tied[chosen]], simulated=simulated)
        if not exact.all():
            p[~exact] = normal_tails(least[~exact], total[~exact], self._squares()[~exact])
        return p

    def _squares(self) -> Ints:
        """Return the sums of the squares of doubled ranks."""
        found = 4 * (_sum_of_squares(self.known) - _sum_of_squares(self.zeros))
        found[self.tied] = (self.doubled**2).sum(axis=-1)
        return found


def _sum_of_squares(count: Ints) -> Ints:
    made: Ints = count * (count + 1) * (2 * count + 1) // 6
    return made


def signed_ranks(values: Floats, near: Floats) -> SignedRanks:
    """Rank the sizes of differences [row, dataset]; sizes that are closer than ``near`` are tied.

    Examples
    --------
    >>> found = signed_ranks(np.array([[1.0, -2.0, 3.0, 0.0]]), np.full((1, 4), 1e-9))
    >>> int(found.plus[0]) / 2, int(found.minus[0]) / 2, int(found.zeros[0])  # ranks 2 and 4 against 3
    (6.0, 3.0, 1)
    """
    known = np.count_nonzero(~np.isnan(values), axis=-1)
    plus, clear = _without_ties(values, near)
    minus = known * (known + 1) - plus
    zeros = np.zeros(known.shape, dtype=np.int64)
    others = np.flatnonzero(~clear)
    plus[others], minus[others], zeros[others], doubled = _with_ties(values[others], near[others])
    ties = _has_ties(doubled)
    return SignedRanks(plus, minus, known, zeros, others[ties], doubled[ties])


def _without_ties(values: Floats, near: Floats) -> tuple[Ints, Bools]:
    """Return twice the rank sums of differences above 0, and the rows that clearly have neither ties nor zeros.

    The sign is kept in the last bit of each size, so that sorting the sizes sorts the signs. NaN is above all sizes
    whatever its own sign, since the sign bit of floats is taken off.
    """
    keys = values.view(np.int64) & _SIZE_BITS
    keys |= values > 0
    keys.sort(axis=-1)
    plus = (keys & _SIGN_BIT) @ np.arange(2, 2 * values.shape[-1] + 1, 2)  # NaN comes last, with a last bit of 0
    keys &= ~_SIGN_BIT
    sizes = keys.view(np.float64)
    margin = 2 * np.fmax.reduce(near, axis=-1, initial=0.0)[:, np.newaxis]
    return plus, ~((np.diff(sizes, axis=-1, prepend=0.0) <= margin).any(axis=-1))


def _with_ties(values: Floats, near: Floats) -> tuple[Ints, Ints, Ints, Ints]:
    """Return twice the rank sums above and below 0, the number of zeros and twice the ranks, 0 where dropped."""
    zero = values == 0
    sizes = np.where(zero, -1.0, np.abs(values))  # below all others
    ranks = ranks_of(sizes, np.where(zero, 0.0, near))
    signs = np.take_along_axis(np.nan_to_num(np.sign(values)), ranks.order, axis=-1).astype(np.int64)
    doubled = np.where(signs != 0, ranks.doubled, 0)
    plus, minus = ((doubled * (signs == side)).sum(axis=-1) for side in (1, -1))
    return plus, minus, np.count_nonzero(zero, axis=-1), doubled


def _has_ties(doubled: Ints) -> Bools:
    """Return whether any rank occurs twice in a row, apart from those that are dropped."""
    same: Bools = ((doubled[:, 1:] == doubled[:, :-1]) & (doubled[:, 1:] > 0)).any(axis=-1)
    return same
