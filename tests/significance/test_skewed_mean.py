"""The skewness-adjusted bound: Hall's transformation against its definition, errors at a margin, and who uses it."""

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from outperform import judge_items, judge_predictions
from outperform.core import Items, MarginMethod, Scores, Unit
from outperform.significance import (
    BootstrapT,
    ClusteredT,
    ClusterFlip,
    ItemT,
    SignFlip,
)
from outperform.significance.item_means import spread_of
from outperform.significance.item_values import ItemValues
from outperform.significance.skewed_mean import UnitSpread, hall_quantile

TESTS = [ItemT(), SignFlip(), ClusteredT(), ClusterFlip(), BootstrapT(999)]


def bounds(values, level=0.05):
    """The lower bounds of many sets of differences [set, item]: by t, and by the smaller of t and the skewness."""
    spread = spread_of(ItemValues(values, np.abs(values).max(axis=-1)))
    t = values.mean(axis=-1) - stats.t.ppf(1 - level, values.shape[-1] - 1) * spread.se
    return t, np.minimum(t, spread.bound_below(values.mean(axis=-1), level))


def losing(rng, sets, items, share, loss=0.5, noise=0.02):
    return np.where(rng.random((sets, items)) < share, -loss, 0.0) + noise * rng.standard_normal((sets, items))


@pytest.mark.parametrize("skewness", [-1.0, -0.4, -0.01, 0.0, 1e-9, 0.3, 0.9])
def test_it_inverts_halls_transformation(skewness):
    """Hall (1992): g(T) = T + a T^2 / 3 + a^2 T^3 / 27 + a / 6."""
    t = float(hall_quantile(1.7, np.array(skewness)))
    assert t + skewness * t**2 / 3 + skewness**2 * t**3 / 27 + skewness / 6 == pytest.approx(1.7, abs=1e-5)


@pytest.mark.parametrize(
    ("items", "share", "by_t", "most"),
    [(30, 0.1, 0.15, 0.045), (60, 0.1, 0.09, 0.005), (100, 0.1, 0.07, 0.035), (100, 0.04, 0.09, 0.022)],
)
def test_rare_large_losses_do_not_pass_at_the_margin(items, share, by_t, most):
    """A share of the items loses .5; the margin is the expected loss. 3,000 sets: the standard error is .005."""
    t, adjusted = bounds(losing(np.random.default_rng(items), 3000, items, share))
    assert np.mean(t > -share / 2) > by_t - 0.015
    assert np.mean(adjusted > -share / 2) < most + 0.012


def test_of_normal_differences_little_power_is_lost():
    values = 0.3 * np.random.default_rng(1).standard_normal((4000, 100))
    t, adjusted = bounds(values)
    assert np.mean(t > -0.078) - np.mean(adjusted > -0.078) < 0.02


def test_a_weight_of_2_is_a_unit_with_twice_the_part():
    values = np.array([0.1, -0.6, 0.3, 0.05, -0.2])
    weights = np.array([1.0, 2.0, 1.0, 1.0, 3.0])
    found = spread_of(ItemValues(values, np.array(1.0), weights=weights / 3))
    mean = np.average(values, weights=weights)
    assert found.parts == pytest.approx(weights * (values - mean) / 8)
    assert found.parts.sum() == pytest.approx(0)


def test_the_skewness_of_clusters_is_that_of_their_sums():
    values, clusters = np.array([-0.5, -0.5, 0, 0, 0, 0, 0.1, 0]), np.arange(8) // 2
    alone = spread_of(ItemValues(np.array([-0.5, 0, 0, 0.05]), np.array(1.0)))
    together = spread_of(ItemValues(values, np.array(1.0), clusters=clusters))
    assert together.parts == pytest.approx(alone.parts)
    assert float(together.se) == pytest.approx(float(alone.se))
    bound = [float(each.bound_below(np.array(-0.1125), 0.05)) for each in (alone, together)]
    assert bound[0] == pytest.approx(bound[1])


def test_what_varies_beside_the_items_has_no_skewness():
    spread = spread_of(ItemValues(np.array([-0.5] + [0.01, -0.01] * 20), np.array(0.5)))
    alone, whole = (
        float(spread.bound_below(np.array(0.0), 0.05, error))
        for error in (None, (np.array(100 * spread.se), np.array(40.0)))
    )
    assert alone < -3 * float(spread.se)
    assert whole == pytest.approx(-stats.t.ppf(0.95, 40) * 100 * float(spread.se), rel=1e-3)


def test_the_order_of_units_and_the_scale_change_nothing():
    rng = np.random.default_rng(5)
    values = np.round(losing(rng, 1, 40, 0.1)[0], 3)
    for scale in (1.0, 1e-120, 1e120):
        spread = spread_of(ItemValues(scale * values, np.array(scale)))
        turned = UnitSpread(spread.parts[::-1], spread.shares[::-1], spread.se, spread.df)
        assert float(spread.bound_below(np.array(0.0), 0.05)) == float(turned.bound_below(np.array(0.0), 0.05))
        assert float(spread.bound_below(np.array(0.0), 0.05)) / scale == pytest.approx(
            float(spread_of(ItemValues(values, np.array(1.0))).bound_below(np.array(0.0), 0.05))
        )


@pytest.mark.parametrize("test", TESTS, ids=str)
def test_every_test_of_items_uses_it(test):
    values = np.array([-0.5, -0.4, *[0.01, -0.01, 0.02] * 20])
    items = {"clusters": np.arange(62) // 2}
    first, second = (
        test.judge(pair(*sides, Unit.NONE, **items))
        for sides in ((0.6 + values, np.full(62, 0.6)), (np.full(62, 0.6), 0.6 + values))
    )
    bound, mirrored = first.lower_bound(0.05, -0.1), second.upper_bound(0.05, 0.1)
    assert (mirrored.value, mirrored.method) == (-bound.value, bound.method)
    spread = first.spread()
    assert bound.value <= float(spread.bound_below(np.array(first.estimate), 0.05))
    assert bound.value < first.estimate - 1.2 * stats.t.ppf(0.95, spread.df) * float(spread.se)


def pair(first, second, unit=Unit.POINTS, **more):
    table = np.array([first, second], dtype=float)[:, np.newaxis]
    values = table.mean(axis=(1, 2)).reshape(2, 1, 1)
    return Scores(("a", "b"), None, values, items=Items(row_scores=table, **more), unit=unit)


@pytest.mark.parametrize(
    ("metric", "test"),
    [("f1", None), ("f1", "swap"), ("f1", "bootstrap-percentile"), ("roc_auc", None), ("roc_auc", "bootstrap-t")],
)
def test_metrics_by_influence_use_it(metric, test):
    """Three positive items of 60 are lost."""
    truth = np.arange(60) % 2
    good = truth if metric == "f1" else truth + np.linspace(0, 0.1, 60)
    bad = np.where((truth == 1) & (np.arange(60) < 6), -1 if metric == "roc_auc" else 0, good)
    noisy = np.where(np.arange(60) >= 56, 1 - truth, bad) if metric == "f1" else bad
    facts = judge_predictions(truth, {"new": noisy, "old": good}, metric, test, margin=0.3)[0].items
    assert facts.margin_method in (MarginMethod.SKEWNESS, MarginMethod.UNSEEN)


def test_without_values_of_items_the_replicates_show_the_skewness():
    rng = np.random.default_rng(0)
    truth = np.arange(80) % 2
    good = truth + 0.3 * rng.standard_normal(80)
    bad = np.where((truth == 1) & (np.arange(80) < 4), -9.0, good)
    facts = judge_predictions(truth, {"new": bad, "old": good}, "average_precision", margin=0.3)[0].items
    assert facts.margin_method is MarginMethod.SKEWNESS


@pytest.mark.parametrize(
    "metric", ["average_precision", "roc_auc", "neg_log_loss", "neg_brier_score", "f1", "accuracy"]
)
@pytest.mark.parametrize("test", [None, "bootstrap-percentile"])
def test_without_any_spread_a_gate_stays_closed(metric, test):
    """Twice the same answers of 30 items: before, bootstrap-percentile showed a margin of .001."""
    truth = np.arange(30) % 2
    said = np.linspace(0.1, 0.9, 30) if "neg" in metric or metric in ("average_precision", "roc_auc") else truth
    facts = judge_predictions(truth, {"a": said, "b": said}, metric, test, margin=0.05)[0].items
    assert (facts.not_worse, facts.equivalent) == (False, False)
    assert facts.margin_bound < -0.05
    assert facts.margin_bound_upper > 0.05


def test_runs_that_do_not_vary_show_no_margin():
    rows = [{"run": run, "system": name, "score": 0.9} for name in "ab" for run in range(3)]
    facts = judge_items(pd.DataFrame(rows), margin=0.01)[0].items
    assert (facts.not_worse, facts.equivalent, facts.margin_bound) == (False, False, -np.inf)
