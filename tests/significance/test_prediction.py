"""The prediction interval: against statsmodels, and how often it holds the next difference."""

import numpy as np
import pytest
from scipy import stats
from tests.peers import Peer
from tests.refusals import refused

from outperform.significance.item_means import mean_of_items
from outperform.significance.item_values import ItemValues
from outperform.significance.prediction import prediction_interval

api = Peer("statsmodels.api")


def test_one_further_item_is_the_prediction_of_a_regression():
    values = np.random.default_rng(0).normal(0.3, 1, 25)
    frame = api.OLS(values, np.ones(25)).fit().get_prediction([[1.0]]).summary_frame(alpha=0.1)
    wanted = float(frame.obs_ci_lower.iloc[0]), float(frame.obs_ci_upper.iloc[0])
    assert prediction_interval(values, 0.1, following=1) == pytest.approx(wanted)


def test_as_many_items_and_a_limit():
    values = np.random.default_rng(1).normal(0.3, 1, 25)
    low, high = stats.ttest_1samp(values, 0).confidence_interval(0.95)
    found = prediction_interval(values, 0.05)
    assert found[1] - found[0] == pytest.approx(np.sqrt(2) * (high - low))
    assert prediction_interval(values, 0.05, following=10**12) == pytest.approx((low, high))


def test_clusters_and_weights():
    rng = np.random.default_rng(2)
    values, weights, clusters = rng.normal(size=24), rng.uniform(0.2, 1, 24), np.arange(24) // 3
    error = mean_of_items(ItemValues(values, np.array(3.0), weights, clusters))
    reach = np.sqrt(2) * stats.t.isf(0.025, error.df) * float(error.se)
    wanted = float(error.estimate) - reach, float(error.estimate) + reach
    assert prediction_interval(values, 0.05, weights, clusters) == pytest.approx(wanted)


def test_the_next_difference_is_inside():
    rng, inside = np.random.default_rng(3), 0
    for _ in range(2000):
        seen, then = rng.choice([-1.0, 0, 0, 1, 1], (2, 80))
        low, high = prediction_interval(seen, 0.05, bounds=(-1, 1))
        inside += low <= then.mean() <= high
    assert stats.binom.cdf(inside, 2000, 0.945) > 1e-6
    assert stats.binom.sf(inside, 2000, 0.96) > 1e-6


def test_the_next_difference_in_clusters_is_inside():
    rng, inside = np.random.default_rng(4), 0
    clusters = np.repeat(np.arange(20), 4)
    for _ in range(1000):
        seen, then = (np.repeat(rng.normal(size=20), 4) + rng.normal(size=80) for _ in range(2))
        low, high = prediction_interval(seen, 0.05, clusters=clusters)
        inside += low <= then.mean() <= high
    assert stats.binom.cdf(inside, 1000, 0.94) > 1e-6
    assert stats.binom.sf(inside, 1000, 0.965) > 1e-6


def test_degenerate():
    assert prediction_interval(np.array([0.5]), 0.05) is None
    assert prediction_interval(np.full(9, 0.5), 0.05) is None
    assert prediction_interval(np.array([0.0, 1.0]), 0.05, clusters=np.zeros(2, dtype=int)) is None
    assert prediction_interval(np.array([0.0, 1.0]), 0.05, bounds=(-1, 1)) == (-1.0, 1.0)
    low, high = prediction_interval(-np.array([0.0, 1.0, 0.2]), 0.05)
    assert prediction_interval(np.array([0.0, 1.0, 0.2]), 0.05) == (-high, -low)
    with refused("following", "0"):
        prediction_interval(np.array([0.0, 1.0]), 0.05, following=0)
    with refused("level", "1"):
        prediction_interval(np.array([0.0, 1.0]), 1)
