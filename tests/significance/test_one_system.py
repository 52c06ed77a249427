"""The interval of one system: against statsmodels and scipy, hostile inputs, and coverage by enumeration."""

import numpy as np
import pytest
from scipy import stats
from tests.peers import Peer
from tests.refusals import refused

from outperform.significance.item_means import mean_of_items
from outperform.significance.item_values import ItemValues
from outperform.significance.one_system import metric_interval, score_interval, wilson

proportion = Peer("statsmodels.stats.proportion")


def rights(right, count):
    return (np.arange(count) < right).astype(float)[np.newaxis]


class TestShares:
    @pytest.mark.parametrize(("right", "count"), [(0, 1), (1, 1), (0, 30), (30, 30), (7, 10), (499, 1000)])
    def test_wilson_is_that_of_statsmodels(self, right, count):
        found = score_interval(rights(right, count), 0.1)
        assert found == pytest.approx(proportion.proportion_confint(right, count, 0.1, method="wilson"), abs=1e-12)
        assert found[1] > found[0]

    def test_coverage_of_a_share_in_items_is_enumerated(self):
        ends = np.array([score_interval(rights(k, 40), 0.05) for k in range(41)])
        for p in (0.1, 0.5, 0.83):
            inside = (ends[:, 0] <= p) & (p <= ends[:, 1])
            assert stats.binom.pmf(np.arange(41), 40, p)[inside].sum() == pytest.approx(0.95, abs=0.025)

    def test_several_samples_count_as_the_items_with_the_same_error(self):
        values = np.random.default_rng(0).integers(0, 2, (4, 50)).astype(float)
        items = values.mean(axis=0)
        share, variance = items.mean(), items.var(ddof=1) / 50
        wanted = wilson(share, share * (1 - share) / variance, stats.t.isf(0.025, 49))
        assert score_interval(values, 0.05) == pytest.approx(wanted)
        close = stats.ttest_1samp(items, 0).confidence_interval(0.95)
        assert score_interval(values, 0.05) == pytest.approx(tuple(close), abs=0.004)

    def test_clusters(self):
        rng = np.random.default_rng(1)
        values, clusters = rights(30, 40)[:, rng.permutation(40)], np.arange(40) // 4
        found = mean_of_items(ItemValues(values[0], np.array(1.0), clusters=clusters))
        effective = 0.75 * 0.25 / float(found.se) ** 2
        t = stats.t.isf(0.025, found.df)
        low, high = proportion.proportion_confint(0.75 * effective, effective, 2 * stats.norm.sf(t), method="wilson")
        assert score_interval(values, 0.05, clusters=clusters) == pytest.approx((low, high))

    @pytest.mark.parametrize("value", [0.0, 1.0])
    def test_always_the_same_answer_is_never_a_point(self, value):
        items = score_interval(np.full((1, 30), value), 0.05)
        assert score_interval(np.full((3, 30), value), 0.05) == pytest.approx(items)
        low, high = score_interval(np.full((1, 30), value), 0.05, clusters=np.arange(30) // 3)
        wider = proportion.proportion_confint(10 * value, 10, 0.05, method="wilson")  # ten clusters
        assert (low, high) == pytest.approx(wider)

    def test_coverage_in_clusters(self):
        rng, covered = np.random.default_rng(2), 0
        for _ in range(600):
            inside = rng.beta(0.9 * 2, 0.1 * 2, 40)
            values = (rng.random((40, 5)) < inside[:, np.newaxis]).astype(float).reshape(1, -1)
            low, high = score_interval(values, 0.05, clusters=np.repeat(np.arange(40), 5))
            covered += low <= 0.9 <= high
        assert stats.binom.cdf(covered, 600, 0.92) > 1e-6


class TestMeans:
    def test_plain_t(self):
        values = np.random.default_rng(3).normal(size=(1, 25))
        wanted = stats.ttest_1samp(values[0], 0).confidence_interval(0.9)
        assert score_interval(values, 0.1) == pytest.approx(tuple(wanted))

    def test_samples_are_averaged_and_may_be_missing(self):
        values = np.array([[0.2, 0.5, np.nan], [0.4, np.nan, 0.9]])
        wanted = stats.ttest_1samp([0.3, 0.5, 0.9], 0).confidence_interval(0.95)
        assert score_interval(values, 0.05) == pytest.approx(tuple(wanted))

    def test_weights_and_clusters(self):
        rng = np.random.default_rng(4)
        values, weights, clusters = rng.normal(size=(1, 20)), rng.uniform(0.1, 1, 20), np.arange(20) // 2
        found = mean_of_items(ItemValues(values[0], np.array(3.0), weights, clusters))
        reach = stats.t.isf(0.025, found.df) * float(found.se)
        wanted = float(found.estimate) - reach, float(found.estimate) + reach
        assert score_interval(values, 0.05, weights, clusters) == pytest.approx(wanted)

    def test_bounds_cut(self):
        values = np.array([[0.9, 1.0, 1.0, 0.2]])
        assert score_interval(values, 0.05)[1] > 1
        assert score_interval(values, 0.05, bounds=(0, 1))[1] == 1

    def test_nothing_varies(self):
        half = np.full((1, 30), 0.5)
        assert score_interval(half, 0.05) is None
        q = proportion.proportion_confint(0, 30, 0.05, method="wilson")[1]
        assert score_interval(half, 0.05, bounds=(0, 1)) == pytest.approx((0.5 - q / 2, 0.5 + q / 2))
        assert score_interval(half, 0.05, bounds=(0, np.inf)) is None
        assert score_interval(np.array([[0.1] * 9 + [0.1 + 1e-17]]), 0.05) is None
        assert score_interval(np.array([[3.0]]), 0.05) is None

    def test_one_cluster(self):
        assert score_interval(rights(3, 9), 0.05, clusters=np.zeros(9, dtype=int)) is None
        assert score_interval(np.array([[0.2, 0.9]]), 0.05, clusters=np.zeros(2, dtype=int), bounds=(0, 1)) is None

    def test_order(self):
        values = np.random.default_rng(5).normal(size=(1, 25))
        assert score_interval(values[:, ::-1], 0.05) == pytest.approx(score_interval(values, 0.05), rel=1e-12)

    def test_level(self):
        with refused("level", "nan"):
            score_interval(rights(3, 9), float("nan"))


class TestMetrics:
    def test_logit_by_hand(self):
        influences = np.random.default_rng(6).normal(size=80)
        influences -= influences.mean()
        step = stats.t.isf(0.025, 79) * influences.std(ddof=1) / np.sqrt(80) / (0.7 * 0.3)
        ends = [stats.logistic.cdf(stats.logistic.ppf(0.7) + side * step) for side in (-1, 1)]
        assert metric_interval(0.7, influences, 0.05) == pytest.approx(ends)
        shifted = metric_interval(0.4, 2 * influences, 0.05, bounds=(-1, 1))  # 0.4 is 70% of the way
        assert shifted == pytest.approx([2 * end - 1 for end in ends])

    def test_without_bounds(self):
        influences = np.random.default_rng(7).normal(size=30)
        reach = stats.t.isf(0.025, 29) * influences.std(ddof=1) / np.sqrt(30)
        assert metric_interval(2.0, influences, 0.05, bounds=None) == pytest.approx((2 - reach, 2 + reach))
        assert metric_interval(0.1, influences, 0.05, bounds=(-np.inf, 0.2))[1] == 0.2

    def test_clusters_are_wider(self):
        influences = np.repeat(np.random.default_rng(8).normal(size=15), 4)
        alone, clustered = (metric_interval(0.6, influences, 0.05, each) for each in (None, np.arange(60) // 4))
        assert clustered[0] < alone[0] < alone[1] < clustered[1]

    def test_at_a_bound_nothing_is_known(self):
        assert metric_interval(1.0, np.zeros(30), 0.05) is None
        assert metric_interval(1.0, np.array([0.1, -0.1]), 0.05) is None

    def test_coverage_of_f1(self):
        rng, covered, share, accuracy = np.random.default_rng(9), 0, 0.3, 0.85
        tp, errors = share * accuracy, 1 - accuracy
        for _ in range(600):
            truth, right = rng.random(100) < share, rng.random(100) < accuracy
            said = truth == right
            parts = 2.0 * (truth & said) + (truth != said)
            f1 = 2 * (truth & said).sum() / parts.sum()
            low, high = metric_interval(f1, (2.0 * (truth & said) - f1 * parts) / parts.mean(), 0.05)
            covered += low <= 2 * tp / (2 * tp + errors) <= high
        assert stats.binom.cdf(covered, 600, 0.945) > 1e-6
