"""Bets on a fixed number of items: against their definition, one by one, and the error for hostile scores."""

from math import log, sqrt

import numpy as np
import pytest
from scipy import stats

from outperform.significance.betting import capitals
from outperform.significance.target_bets import BLOCKS, least_items, log_capitals, lowest_mean, mean_above

rng = np.random.default_rng(3)


def capital(values, mean, level):
    """The capital by the formula, item after item."""
    held, squares, total = 1.0, 0.25, 0.0
    for done, value in enumerate(values):
        variance, left = squares / (done + 1), len(values) - done
        bet = 0.0
        if held < 1 / level:
            bet = min(sqrt(2 * log(1 / (level * held)) / (left * variance)), 0.95 / (1 + mean))
        held *= 1 + bet * (value - mean)
        total += value
        squares += (value - total / (done + 2)) ** 2
    return held


@pytest.mark.parametrize("level", [0.01, 0.05, 0.3])
def test_it_is_the_formula(level):
    for values in (rng.uniform(-1, 1, 40), np.zeros(25), rng.choice([-1.0, 0.0, 1.0], 60), np.full(3, 1.0)):
        means = np.array([-0.9, -0.3, -0.02, 0.0, 0.4])
        found = np.exp(log_capitals(values, means, level))
        assert found == pytest.approx([capital(values, mean, level) for mean in means], rel=1e-9)


def test_many_sets_at_once_are_each_alone():
    sets = rng.uniform(-1, 1, (5, 30))
    means = np.array([-0.2, 0.1])
    together = log_capitals(sets, means, 0.05)
    assert together == pytest.approx(np.array([log_capitals(each, means, 0.05) for each in sets]))


def test_many_items_are_bet_on_in_blocks():
    values = np.clip(0.3 * rng.standard_normal(3 * BLOCKS + 7), -1, 1)
    bound = lowest_mean(values, 0.05, -0.05)
    by_t = values.mean() - 1.645 * values.std() / sqrt(values.size)
    assert by_t - 0.005 < bound < by_t + 0.003


@pytest.mark.parametrize(
    ("draw", "mean"),
    [
        (lambda size: np.where(rng.random(size) < 0.02, -1.0, 0.0), -0.02),  # nothing is seen in .55 of 30 items
        (lambda size: np.where(rng.random(size) < 0.1, -0.5, 0.0) + 0.02 * rng.standard_normal(size), -0.05),
        (lambda size: rng.choice([-1.0, 1.0], size, p=[0.52, 0.48]), -0.04),
        (lambda size: rng.beta(0.1, 0.4, size) - 0.22, -0.02),
    ],
    ids=["rare", "noisy", "coin", "beta"],
)
@pytest.mark.parametrize("count", [10, 30, 200])
def test_the_error_is_at_most_the_level(draw, mean, count):
    """4,000 sets with the mean at the margin: a binomial bound at 1e-6."""
    wrong = log_capitals(draw((4000, count)), np.array([mean]), 0.05)[:, 0] >= -log(0.05)
    assert wrong.sum() <= stats.binom.isf(1e-6, 4000, 0.05)


def test_the_bound_agrees_with_the_decision():
    for _ in range(40):
        values = np.clip(rng.normal(0, rng.choice([0.02, 0.3]), int(rng.integers(1, 80))), -1, 1)
        for at in (-1.2, -1.0, -0.3, -0.05, 0.2, 1.0):
            assert (lowest_mean(values, 0.05, at) > at) == mean_above(values, at, 0.05)


def test_the_fewest_items():
    """With fewer the margin is never shown; with a few more it is, where the items do not differ."""
    for margin in (0.02, 0.1, 0.3):
        count = least_items(margin, 0.05)
        assert mean_above(np.zeros(count + 2), -margin, 0.05)
        assert not mean_above(np.zeros(count - 1), -margin, 0.05)
    assert least_items(1.0, 0.05) == 1


def test_it_shows_far_more_than_bets_that_may_look():
    sets = np.clip(0.3 * rng.standard_normal((1000, 100)), -1, 1)
    shown = (log_capitals(sets, np.array([-0.078]), 0.05)[:, 0] >= -log(0.05)).mean()
    looking = (capitals(sets / 2, -0.039)[3].max(axis=-1) >= -log(0.05)).mean()
    assert shown > 0.68
    assert looking < 0.58
