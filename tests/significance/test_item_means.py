"""The mean of items, weighted and in clusters: CR2 and Bell and McCaffrey's degrees of freedom by other routes."""

import numpy as np
import pytest
from scipy import stats
from tests.peers import Peer

from outperform.significance.item_means import mean_of_items, units_of
from outperform.significance.item_values import ItemValues

sm = Peer("statsmodels.api")

SIZES = [(5, 1, 2, 3), (1, 1), (4, 4, 4), (10, 1, 1, 1, 1), (2, 7, 1, 3, 3, 6)]


def clustered(sizes, seed=0, weighted=False):
    rng = np.random.default_rng(seed)
    clusters = np.repeat(np.arange(len(sizes)), sizes)
    values = rng.normal(0.3, 1, clusters.size) + rng.normal(0, 1, len(sizes))[clusters]
    weights = rng.uniform(0.1, 1, clusters.size) if weighted else None
    return ItemValues(values, np.abs(values).max(), weights, clusters)


def brute(items):
    """CR2 and its degrees of freedom by matrices of the items (Pustejovsky and Tipton 2018, working model I).

    The estimator is a regression on a constant with analytic weights. S_c / sqrt(k_c)
    has the variance that the sum of the cluster's own weighted values would have.
    """
    n = items.count
    o = np.ones(n) if items.weights is None else items.weights
    mine = np.eye(items.clusters.max() + 1)[items.clusters].T * o  # [cluster, item]
    centre = np.eye(n) - np.outer(np.ones(n), o) / o.sum()
    makes = mine @ centre  # sums from values
    cov = makes @ makes.T
    k = np.diag(cov) / (mine**2).sum(axis=1)
    y = makes @ items.values / np.sqrt(k)
    m = cov / np.sqrt(np.outer(k, k))
    return np.sqrt(y @ y) / o.sum(), np.trace(m) ** 2 / np.trace(m @ m)


@pytest.mark.parametrize("sizes", SIZES, ids=str)
@pytest.mark.parametrize("weighted", [False, True])
def test_standard_error_and_df_are_those_of_the_matrices(sizes, weighted):
    items = clustered(sizes, weighted=weighted)
    found = mean_of_items(items)
    se, df = brute(items)
    assert float(found.se) == pytest.approx(se, rel=1e-10)
    assert found.df == pytest.approx(df, rel=1e-8)


@pytest.mark.parametrize("sizes", SIZES, ids=str)
def test_without_weights_it_is_the_short_formula(sizes):
    items = clustered(sizes)
    w = np.array(sizes) / sum(sizes)
    sums = np.bincount(items.clusters, items.values - items.values.mean())
    a = w**2 / (1 - w)
    found = mean_of_items(items)
    assert float(found.se) ** 2 == pytest.approx((sums**2 / (1 - w)).sum() / sum(sizes) ** 2, rel=1e-12)
    assert found.df == pytest.approx(1 / ((w**2).sum() + a.sum() ** 2 - (a**2).sum()), rel=1e-10)


def test_equal_weights_are_no_weights():
    plain, same = clustered(SIZES[0]), clustered(SIZES[0])
    same = ItemValues(same.values, same.scale, np.full(same.count, 0.7), same.clusters)
    one, other = mean_of_items(plain), mean_of_items(same)
    assert float(one.se) == pytest.approx(float(other.se), rel=1e-12)
    assert one.df == pytest.approx(other.df, rel=1e-10)


def test_items_alone_are_the_paired_t_test():
    """scipy's ttest_1samp; and a cluster per item, and equal weights, give the same."""
    values = np.random.default_rng(1).normal(0.2, 1, 40)
    expected = stats.ttest_1samp(values, 0)
    plain = ItemValues(values, np.abs(values).max())
    for items in (
        plain,
        ItemValues(values, plain.scale, clusters=np.arange(40)),
        ItemValues(values, plain.scale, np.full(40, 0.5)),
    ):
        found = mean_of_items(items)
        assert float(found.statistic) == pytest.approx(expected.statistic, rel=1e-12)
        assert float(found.pvalue) == pytest.approx(expected.pvalue, rel=1e-10)
        assert found.df == pytest.approx(39, rel=1e-12)


@pytest.mark.parametrize("weighted", [False, True])
def test_clusters_of_one_size_are_those_of_statsmodels(weighted):
    """CR1 without its correction of the items, G/(G-1), is CR2 for clusters of one size and the same weights."""
    items = clustered((4,) * 12)
    weights = np.tile([1, 0.5, 0.25, 0.125], 12) if weighted else None
    items = ItemValues(items.values, items.scale, weights, items.clusters)
    fit = sm.WLS(items.values, np.ones(items.count), weights=1.0 if weights is None else weights)
    robust = fit.fit().get_robustcov_results("cluster", groups=items.clusters, use_correction=False)
    found = mean_of_items(items)
    assert float(found.estimate) == pytest.approx(robust.params[0], rel=1e-12)
    assert float(found.se) == pytest.approx(robust.bse[0] * np.sqrt(12 / 11), rel=1e-10)
    assert found.df == pytest.approx(11, rel=1e-10)


def test_the_variance_is_unbiased_and_the_df_match_it_where_items_are_independent():
    """200,000 tables: mean of se^2 is Q/W^2, its variance is 2/df of the square."""
    rng = np.random.default_rng(2)
    weights, clusters = rng.uniform(0.2, 1, 12), np.repeat([0, 1, 2, 3], [6, 3, 2, 1])
    found = mean_of_items(ItemValues(rng.normal(size=(200_000, 12)), np.full(200_000, 5.0), weights, clusters))
    true = (weights**2).sum() / weights.sum() ** 2
    assert (found.se**2).mean() == pytest.approx(true, rel=0.01)
    assert 2 * (found.se**2).mean() ** 2 / (found.se**2).var() == pytest.approx(found.df, rel=0.03)


def test_leading_axes_give_what_single_tables_give():
    rng = np.random.default_rng(3)
    tables, clusters = rng.normal(size=(2, 3, 12)), np.repeat([0, 1, 2, 3], 3)
    together = mean_of_items(ItemValues(tables, np.full((2, 3), 5.0), clusters=clusters))
    for place in np.ndindex(2, 3):
        single = mean_of_items(ItemValues(tables[place], np.array(5.0), clusters=clusters))
        assert float(single.pvalue) == pytest.approx(together.pvalue[place], rel=1e-12)


def test_an_item_without_weight_does_not_count():
    items = clustered(SIZES[0], weighted=True)
    weights = np.append(items.weights, [0.0, 0.0])
    more = ItemValues(np.append(items.values, [9.0, 5.0]), np.array(9.0), weights, np.append(items.clusters, [0, 4]))
    one, other = mean_of_items(items), mean_of_items(more)
    assert float(one.se) == pytest.approx(float(other.se), rel=1e-12)
    assert one.df == pytest.approx(other.df, rel=1e-12)
    assert one.units == other.units


def test_a_cluster_with_nearly_all_items_leaves_one_degree_of_freedom():
    """Two clusters have sums that are opposite, whatever their sizes."""
    found = mean_of_items(clustered((100_000, 1)))
    assert found.df == pytest.approx(1, rel=1e-6)
    assert np.isfinite(found.se)


def test_clusters_with_the_same_mean_have_no_spread():
    items = ItemValues(np.array([0.1, 0.3, 0.2, 0.2]), np.array(0.3), clusters=np.array([0, 0, 1, 1]))
    found = mean_of_items(items)
    assert not units_of(items).sums.any()
    assert (float(found.se), float(found.pvalue)) == (0, 0.5)


def test_a_million_items_take_a_moment():
    rng = np.random.default_rng(4)
    items = ItemValues(rng.normal(size=1_000_000), np.array(5.0), clusters=np.arange(1_000_000) // 4)
    assert mean_of_items(items.canonical()[0]).df == pytest.approx(249_999)
