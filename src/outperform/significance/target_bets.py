"""Bets on the mean of so many bounded scores: a one-sided bound that holds for any distribution of them."""

from math import ceil, inf, log, log1p

import numpy as np

from outperform.core import Floats

SPARED = 0.95  # no bet risks more than this part of the capital
PRIOR = 0.25  # the variance that counts as one item, of differences between -1 and 1
BLOCKS = 2000  # of items, at most: within a block, bets are not changed
TRIED = 64  # means at a time, where a bound is searched
ROUNDS = 3  # so that a bound is found to 2/65^3 of the range


def log_capitals(values: Floats, means: Floats, level: float) -> Floats:
    """Return the log of the capital of gamblers [..., mean] who bet on values [..., item] between -1 and 1.

    Notes
    -----
    Formula: gambler m bets, before each of the N items, that the mean is higher than m, and wants to have 1 / level
    after the last one (Voracek and Orabona 2025, after Waudby-Smith and Ramdas 2024).

        K_t = K_(t-1) (1 + l_t (x_t - m))     l_t = sqrt(2 log(1 / (level K_(t-1))) / ((N - t + 1) v_(t-1)))
        v_t = (1/4 + sum_i (x_i - u_i)^2) / (t + 1)    u_i = (x_1 + ... + x_i) / (i + 1)

    No bet risks more than .95 of the capital, l_t <= .95 / (1 + m), and none is made once 1 / level is reached. Where
    the mean is m or lower no bet pays on average, so that the chance of 1 / level is at most the level (Markov),
    whatever the distribution of the values is. With more than 2,000 items, bets change after every N / 2,000 items.

    Examples
    --------
    Of 30 items that do not differ, the mean is shown to be above -.11: where 11% lose all, none of 30 is seen to do so
    with a chance of .89^30 = .03. Where 5% do, it is .21.

    >>> (np.exp(log_capitals(np.zeros(30), np.array([-0.11, -0.05]), 0.05)) >= 20).tolist()
    [True, False]
    """
    count, goal = values.shape[-1], -log(level)
    starts = np.arange(0, count, -(-count // BLOCKS) or 1)
    done = np.concatenate([np.zeros((*values.shape[:-1], 1)), np.cumsum(values, axis=-1)], axis=-1)
    near = (values - done[..., 1:] / np.arange(2, count + 2)) ** 2
    spread = PRIOR + np.concatenate([np.zeros((*values.shape[:-1], 1)), np.cumsum(near, axis=-1)], axis=-1)
    logs = np.zeros(np.broadcast_shapes((*values.shape[:-1], 1), means.shape))
    most = SPARED / (1 + means)
    for start, end in zip(starts, [*starts[1:], count], strict=True):
        needed = np.maximum(goal - logs, 0.0)
        variance = spread[..., start, np.newaxis] / (start + 1)
        bets = np.minimum(np.sqrt(2 * needed / ((count - start) * variance)), most) * (needed > 0)
        apart = values[..., start:end, np.newaxis] - means[..., np.newaxis, :]
        logs = logs + np.log1p(bets[..., np.newaxis, :] * apart).sum(axis=-2)
    return logs


def least_items(margin: float, level: float) -> int:
    """Return how many items a margin (over the largest possible difference) needs at least, also where none differs.

    Examples
    --------
    >>> least_items(0.02, 0.05), least_items(0.1, 0.05)
    (157, 30)
    """
    return ceil(-log(level) / log1p(SPARED * margin / (1 - margin))) if margin < 1 else 1


def mean_above(values: Floats, mean: float, level: float) -> bool:
    """Return whether the mean of values between -1 and 1 is shown to be above one, in the order that they have."""
    if not -1 < mean < 1:
        return mean < -1
    return bool(log_capitals(values, np.array([mean]), level)[..., 0] >= -log(level))


def lowest_mean(values: Floats, level: float, at: float) -> float:
    """Return the lowest mean that is not excluded; above ``at`` where that is excluded.

    What decides at ``at`` is one bet, which is wrong in at most the level of all cases. The bound is where other bets
    turn, found in rounds of 64.

    Examples
    --------
    >>> lowest_mean(np.zeros(30), 0.05, -0.2)
    -0.1000
    """
    shown = mean_above(values, at, level)
    low, high = (max(at, -1.0), 1.0) if shown else (-1.0, min(at, 1.0))
    for _ in range(ROUNDS if high > low else 0):
        means = np.linspace(low, high, TRIED + 2)
        excluded = log_capitals(values, means[1:-1], level) >= -log(level)
        first = int(np.argmin(np.append(excluded, False)))
        low, high = float(means[first]), float(means[first + 1])
    return max(low, float(np.nextafter(at, inf))) if shown else low
