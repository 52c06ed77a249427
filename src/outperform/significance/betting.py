"""Bets on bounded scores: look at the mean difference after every item."""

from dataclasses import dataclass, replace
from math import isfinite, log
from typing import Any

import numpy as np

from outperform.core import (
    Bounds,
    Floats,
    InputError,
    Interval,
    ItemNeeds,
    MarginBound,
    MarginMethod,
    Needs,
    Note,
    NoteKind,
    Parameter,
    Scores,
    SpecError,
    Unit,
)
from outperform.core.units import SHARE
from outperform.significance.item_values import scored_items
from outperform.significance.looks import EvidencePath, evalue_of
from outperform.significance.sequential_tests import SequentialTest, item_names, random_orders
from outperform.significance.sequential_verdict import SequentialVerdict
from outperform.surface import option

AIM = 0.05  # the level for which the bets are made; they are valid at any level
SPARED = 0.5  # c: no bet risks more than this part of the capital
HALVINGS = 52  # of an interval in which an end is searched
START = np.zeros(5)  # items, sum, sum of squares, logs of both capitals


def capitals(values: Floats, mean: float = 0.0, state: Floats | None = None) -> Floats:
    """Return items, sum, sum of squares and the logs of both capitals after each item [number, ..., item].

    ``values`` [..., item] lie between -1/2 and 1/2, and both gamblers bet that their mean is not ``mean``: the first
    that it is higher, the second that it is lower. ``state`` [..., number] is that of earlier items.

    Examples
    --------
    The first bet is as large as is allowed: half of the capital, at the odds of 1/2 to 1/2.

    >>> np.exp(capitals(np.array([0.5, 0.5]))[3:]).tolist()
    [[1.5, 2.25], [0.5, 0.25]]
    """
    before = np.broadcast_to(START if state is None else state, (*values.shape[:-1], START.size))
    count = before[..., [0]] + np.arange(1, values.shape[-1] + 1)
    total = _running(before[..., [1]], values)
    squares = _running(before[..., [2]], (values - total / (count + 1)) ** 2)
    variances = (0.25 + np.concatenate([before[..., [2]], squares[..., :-1]], axis=-1)) / count  # before each item
    bets = np.sqrt(2 * log(2 / AIM) / (variances * count * np.log1p(count)))
    with np.errstate(divide="ignore"):  # at the bounds nothing limits the bet on one side
        most = SPARED / np.array([0.5 + mean, 0.5 - mean])
    away = values - mean
    up = _running(before[..., [3]], np.log1p(np.minimum(bets, most[0]) * away))
    down = _running(before[..., [4]], np.log1p(-np.minimum(bets, most[1]) * away))
    return np.stack([count, total, squares, up, down])


def _running(start: Floats, values: Floats) -> Floats:
    """Return running sums that continue from a start, with the same rounding whether or not they were interrupted."""
    return np.cumsum(np.concatenate([start, values], axis=-1), axis=-1)[..., 1:]


@dataclass(frozen=True)
class Betting(SequentialTest):
    """Test by betting on scores between known bounds that may look after every item and stop when it decides.

    Parameters
    ----------
    as_they_come
        Whether the items arrived in the order given; by default they are looked at in a random order.
    bounds
        The least and the largest possible score, such as (0, 10); by default those of the metric, or 0 and 1 where all
        scores lie between them.

    Notes
    -----
    Asks: which of two fixed systems has the higher mean score, on items like these, if I look while the items arrive?

    Formula: d_t is the difference of the mean scores of item t over samples, R the largest possible one (upper bound
    minus lower bound), x_t = (d_t / R + 1) / 2. Two gamblers bet against the mean m of x, here 1/2: one that it is
    higher, one that it is lower (Waudby-Smith and Ramdas 2024, hedged capital).

        K+ = prod_t (1 + min(l_t, c / m) (x_t - m))             c = 1/2
        K- = prod_t (1 - min(l_t, c / (1 - m)) (x_t - m))
        l_t = sqrt(2 log(2 / .05) / (v_(t-1) t log(t + 1)))     the bet, made before item t is seen
        v_t = (1/4 + sum_i (x_i - u_i)^2) / (t + 1)             u_i = (1/2 + x_1 + ... + x_i) / (i + 1)
        E = max(K+, K-) / 2;   p = 1 / (largest E so far), at most 1;   decide when E >= 1 / level

    If the mean is m, no bet pays on average, so that E ever reaches 1 / level with a probability of at most the level
    (Ville's inequality), whatever the distribution of the scores is.

    Estimate: the mean difference. The interval is a confidence sequence of it: the means m that no look has excluded.
    Whether the difference is above or below a margin is decided by its end at twice the level, which is K+ or K- at
    1 / level.

    Assumes: the bounds hold for all items, seen or not. Nothing else is assumed about the scores, so it needs many
    items: about 10 in a row at the largest difference, far more in practice. It is never chosen unless you look while
    items arrive; item-t looks once and finds more.

    Degenerate: a score outside of the bounds raises an error. Several samples of an item count as their mean.

    Behaviour: two equally good systems, 1,000 items, a look after every item, 2,000 simulated streams: the test found a
    difference in .024 to .039 of them (right or wrong, a tenth of the items discordant, up to all), and in .011 where
    one system gains .02 on 98% of the items and loses .98 on the others. With a mean difference of .1 and a standard
    deviation of .3, scores between 0 and 1, it decided within 50 items in .06 of the streams and within 200 in .95; the
    p-value of item-t, looked at once, was at or below .05 in .64 and nearly 1.

    Examples
    --------
    >>> looks = Betting().arithmetic(np.full(10, 1.0))  # the largest possible difference, ten times: 1.5^10 / 2
    >>> float(np.exp(looks.log_e[-1])), float(looks.pvalue)
    (28.8, 0.0347)
    """

    slug = "betting"
    origins = ("waudbysmith2024",)
    needs = Needs(repeats=(1, 1), folds=(1, 1), items=True, of_items=ItemNeeds(means=True, weights=False, alone=True))
    bounds: tuple[float, float] | None = None

    def __post_init__(self) -> None:
        """Raise SpecError for bounds that are not two numbers, the lower one first."""
        super().__post_init__()
        if self.bounds is not None:
            object.__setattr__(self, "bounds", checked_bounds(self.bounds, f"{self.slug}.bounds"))

    def misfit(self, scores: Scores) -> str | None:
        """Return why this test does not fit these scores, or None where it does."""
        problem = super().misfit(scores)
        if problem is None and not all(map(isfinite, self._bounds(scores))):
            problem = f"{self} needs the least and the largest possible score: pass yours, such as"
            problem += f" {option('test', 'betting(bounds=(0, 10))')}"
        return problem

    def _bounds(self, scores: Scores) -> Bounds:
        """Return the bounds of the scores; infinite where nobody knows them."""
        metric = None if scores.items is None else scores.items.metric
        if self.bounds is not None or metric is not None:
            return self.bounds or metric.bounds  # type: ignore[union-attr]
        return SHARE if scores.unit is Unit.POINTS else (-np.inf, np.inf)

    def reach(self, scores: Scores) -> float:
        """Return the largest possible difference of two scores; raise InputError for a score outside of the bounds."""
        low, high = self._bounds(scores)
        scored = None if scores.items is None else scored_items(scores.items)
        if scores.items is None or scored is None:
            raise InputError("scores", "must be scores of items")
        outside = (scored < low) | (scored > high)
        if outside.any():
            item = item_names(scores.items)[int(np.nonzero(outside)[2][0])]
            problem = f"the score {float(scored[outside][0]):g} of item {item} is not between {low:g} and {high:g}"
            raise InputError("bounds", problem)
        return high - low

    def arithmetic(self, values: Floats, state: Floats | None = None) -> EvidencePath:
        """E = max(K+, K-) / 2 after each item, of every stream [..., item]."""
        found = capitals(values / 2, state=state)
        up, down = found[3], found[4]
        return EvidencePath(
            np.maximum(up, down) - log(2), np.sign(up - down).astype(np.int64), np.moveaxis(found[..., -1], 0, -1)
        )

    def verdict(self, differences: Floats, reach: float, **told: Any) -> "BettingVerdict":
        """Make the verdict on differences in the order in which they were looked at."""
        looks = self.arithmetic(differences / reach)
        return BettingVerdict(
            parameter=Parameter.EXPECTED_DIFFERENCE,
            estimate=float(np.sort(differences).mean()),
            statistic=evalue_of(looks.log_e.max()),
            pvalue=float(looks.pvalue),
            looked_at=differences.size,
            as_they_come=self.as_they_come,
            least=float(self.arithmetic(np.ones(differences.size)).pvalue),
            differences=differences,
            looks=looks,
            reach=reach,
            **told,
        )

    def notes(self, scores: Scores) -> tuple[Note, ...]:
        """Note bounds that nobody gave."""
        items = scores.items
        if self.bounds is not None or items is None or items.metric is not None or items.traits.binary:
            return super().notes(scores)
        low, high = self._bounds(scores)
        return (*super().notes(scores), Note.of(NoteKind.BOUNDS_ASSUMED, low=low, high=high))


@dataclass(frozen=True, kw_only=True)
class BettingVerdict(SequentialVerdict):
    """A verdict on the mean difference of scores between known bounds."""

    reach: float  # the largest possible difference

    def ends(self, items: int, level: float) -> Interval:
        """Return the lowest and the highest mean difference that no look has excluded."""
        values = self.differences[:items] / (2 * self.reach)
        low, high = lower_mean(values, level), -lower_mean(-values, level)
        return 2 * self.reach * low, 2 * self.reach * high

    def lower_bound(self, level: float, at: float) -> MarginBound:
        """Return the lower end of the confidence sequence at twice the level: one gambler's."""
        return replace(super().lower_bound(level, at), method=MarginMethod.BETTING)

    def upper_bound(self, level: float, at: float) -> MarginBound:
        """Return the upper end of the confidence sequence at twice the level: one gambler's."""
        return replace(super().upper_bound(level, at), method=MarginMethod.BETTING)

    def orders_above(self, bound: float, level: float) -> float:
        """Return the share of random orders of the items that show a mean difference above a bound."""
        mean = max(-0.5, bound / (2 * self.reach))
        capital = capitals(random_orders(self.differences / (2 * self.reach)), mean)[3].max(axis=-1)
        return float((capital >= -log(level)).mean())


def lower_mean(values: Floats, level: float) -> float:
    """Return the lowest mean that the gambler who bets on a higher one has not excluded at any look.

    The capital falls in the mean, so that its largest value over the looks does, too.

    Examples
    --------
    >>> lower_mean(np.full(30, 0.5), 0.05)  # values between -1/2 and 1/2
    0.293
    """
    enough = log(2 / level)
    low, high = -0.5, 0.5
    if not values.size or not _excluded(values, low, enough):
        return low
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if _excluded(values, middle, enough) else (low, middle)
    return low


def _excluded(values: Floats, mean: float, enough: float) -> bool:
    return bool(capitals(values, mean)[3].max() >= enough)


def checked_bounds(bounds: Any, argument: str) -> Bounds:
    """Return bounds as two numbers, the lower one first."""
    numbers = isinstance(bounds, tuple | list) and len(bounds) == 2
    numbers = numbers and all(isinstance(end, int | float | np.number) and not isinstance(end, bool) for end in bounds)
    if not numbers or not all(map(isfinite, bounds)) or not bounds[0] < bounds[1]:
        raise SpecError(argument, f"must be two numbers, the lower one first, such as (0, 1), got {bounds!r}")
    return float(bounds[0]), float(bounds[1])
