"""The fewest items whose removal turns a decision: against all subsets of small tables, and at a million items."""

from itertools import combinations

import numpy as np
import pytest
from scipy import stats
from tests.refusals import refused

from outperform.core import Fragility
from outperform.significance.fragility import fragile_by, fragile_items, fragile_rights, fragility
from outperform.significance.item_means import mean_of_items
from outperform.significance.item_values import ItemValues
from outperform.significance.mcnemar import McNemar, McNemarExact, McNemarMidP
from outperform.significance.paired_counts import PairedCounts

LAWS = {
    "normal": lambda rng, n: rng.normal(1.2, 1, n),
    "grid": lambda rng, n: rng.integers(-1, 6, n) / 4,
    "skewed": lambda rng, n: rng.exponential(1, n),
    "heavy": lambda rng, n: rng.standard_t(2, n) + 2,
    "two lumps": lambda rng, n: np.r_[rng.normal(1, 0.1, n // 2), rng.normal(5, 0.1, n - n // 2)],
    "few values": lambda rng, n: rng.choice([0.0, 1.0, 1.0, 10.0, 11.0, -1.0], n),
}


def t_pvalues(x, masks):
    """p of item-t on every subset: scipy's t, and 2/2^n where all values are equal and not 0."""
    n = masks.sum(axis=1)
    centre = masks @ x / n
    spread = (masks * (x - centre[:, np.newaxis]) ** 2).sum(axis=1)
    flat = spread < 1e-20
    df = np.maximum(1, n - 1)
    p = 2 * stats.t.sf(np.abs(centre) / np.sqrt(np.where(flat, 1, spread) / df / n), df)
    return np.where(np.abs(centre) < 1e-12, 1.0, np.where(flat, 2.0 ** (1 - n), p))


def fewest_of_all(x, level):
    masks = ((np.arange(1, 2 ** len(x))[:, np.newaxis] >> np.arange(len(x))) & 1).astype(float)
    turned = t_pvalues(x, masks) > level
    return len(x) - int(masks[turned].sum(axis=1).max())


def sign_flip(x):
    x = x[x != 0]
    if x.size == 0:
        return 1.0
    signs = 1 - 2 * ((np.arange(2 ** len(x))[:, np.newaxis] >> np.arange(len(x))) & 1)
    return float((np.abs(signs @ x) >= abs(x.sum()) - 1e-9).mean())


def own_fewest(count, pvalue, level):
    return next(
        k for k in range(1, count) for kept in combinations(range(count), count - k) if pvalue(np.array(kept)) > level
    )


class TestMeans:
    @pytest.mark.parametrize("law", LAWS)
    @pytest.mark.parametrize("level", [0.01, 0.05, 0.3])
    def test_no_subset_is_smaller(self, law, level):
        rng, seen = np.random.default_rng([7, len(law)]), 0
        for n in rng.integers(4, 13, 80):
            x = LAWS[law](rng, n)
            if t_pvalues(x, np.ones((1, n)))[0] > level:
                assert fragile_items(x, level) is None
                continue
            seen += 1
            places = fragile_items(x, level)
            assert len(places) == fewest_of_all(x, level)
            left = np.ones((1, n))
            left[0, places] = 0
            assert t_pvalues(x, left)[0] > level  # these items do it
        assert seen >= 3

    @pytest.mark.parametrize(
        ("x", "level", "wanted"),
        [
            ([0.05, 0.15, 0.25, 0.25, 0.25, 0.35], 0.2, 3),  # 3 equal values are left: 2/2^3
            ([1.0, 3, 5, 5, 5, 7], 0.2, 3),
            (np.array([3, 3, 2, 1, 3, 1, 1, 3]) / 10 + 0.05, 0.05, 4),
            (np.array([3, 3, 2, 1, 3, 1, 1, 3]) * 10.0 + 5, 0.05, 4),
            (1e6 + np.array([3, 3, 2, 1, 3, 1, 1, 3]) / 1000, 0.05, 4),
            (np.array([1e12, 3, 3, 2, 1, 3, 1, 1, 3]), 0.05, None),
        ],
        ids=str,
    )
    def test_equal_values_may_be_left(self, x, level, wanted):
        found = fragile_items(np.array(x), level)
        if wanted is None:
            assert found is None
        else:
            assert len(found) == wanted == fewest_of_all(np.array(x), level)

    @pytest.mark.parametrize("factor", [1e-3, 0.1, 1 / 3, 7.0, 1e8])
    def test_the_scale_does_not_matter(self, factor):
        rng = np.random.default_rng(12)
        for n in rng.integers(4, 12, 100):
            x = rng.integers(1, 6, n).astype(float)
            wanted, found = (fragile_items(each, 0.1) for each in (x, x * factor))
            assert (wanted is None) == (found is None)
            assert wanted is None or len(found) == len(wanted)

    def test_one_by_one_takes_as_many(self):
        """The published way: the item with the least leave-one-out |t|, again and again."""
        x = np.random.default_rng(1).gamma(2, 1, 90) - 1.3
        kept, removed = x.copy(), 0
        while stats.ttest_1samp(kept, 0).pvalue <= 0.05:
            others = np.array([np.delete(kept, i) for i in range(len(kept))])
            kept = others[np.argmin(np.abs(stats.ttest_1samp(others, 0, axis=1).statistic))]
            removed += 1
        assert removed > 5
        assert len(fragile_items(x, 0.05)) == removed

    def test_a_bisection_finds_what_a_scan_finds(self, monkeypatch):
        x = np.random.default_rng(2).normal(0.4, 1, 190)
        scanned = fragile_items(x, 0.05)
        assert len(scanned) > 10
        monkeypatch.setattr("outperform.significance._windows.SCANNED", 0)
        monkeypatch.setattr("outperform.significance._windows.fewest.__defaults__", (0,))
        assert fragile_items(x, 0.05).tolist() == scanned.tolist()

    def test_mirror_and_order(self):
        rng = np.random.default_rng(3)
        x = rng.normal(0.5, 1, 60)
        places = fragile_items(x, 0.05)
        assert fragile_items(-x, 0.05).tolist() == places.tolist()
        order = rng.permutation(60)
        assert sorted(order[fragile_items(x[order], 0.05)]) == places.tolist()

    def test_the_first_of_equal_items(self):
        x = np.tile([0.0, 1.0, 1.0, 1.0], 10)
        places = fragile_items(x, 0.05)
        assert places.tolist() == np.flatnonzero(x)[: len(places)].tolist()

    def test_degenerate(self):
        assert fragile_items(np.zeros(10), 0.05) is None
        assert fragile_items(np.ones(1), 0.05) is None
        assert fragile_items(np.ones(5), 0.05) is None  # 2/2^5 is above the level
        assert fragile_items(np.ones(8), 0.05).tolist() == [0, 1, 2]
        assert len(fragile_items(np.array([1.0, 1.0 + 1e-16, 1.0, 1.0, 1.0, 1.0]) * 1e130, 0.05)) == 1
        with refused("level", "2"):
            fragile_items(np.ones(8), 2)

    def test_a_verdict_of_another_test(self):
        x = np.array([1.0, 0.0, 0.0, 2.0])
        assert fragile_items(x, 0.05) is None
        assert fragile_items(x, 0.05, found=False) is None
        assert len(fragile_items(x, 0.05, found=True)) == 1

    @pytest.mark.parametrize("effect", [0.005, 1.0])
    def test_a_million_items(self, effect):
        x = np.random.default_rng(4).normal(effect, 1, 1_000_000)
        places = fragile_items(x, 0.05)
        kept = np.delete(x, places)
        assert stats.ttest_1samp(kept, 0).pvalue > 0.05
        assert stats.ttest_1samp(np.append(kept, x[places[:200]]), 0).pvalue < 0.05


class TestClusters:
    @staticmethod
    def tables():
        rng = np.random.default_rng(5)
        for step in range(60):
            n, groups = int(rng.integers(7, 11)), int(rng.integers(3, 6))
            clusters = np.r_[np.arange(groups), rng.integers(0, groups, n - groups)] if step % 3 else None
            weights = rng.choice([0.25, 0.5, 1.0], n) if step % 2 else None
            if clusters is not None or weights is not None:
                yield rng.normal(1.5, 1, n), weights, clusters

    def test_against_all_subsets(self):
        """One by one is not always the fewest in clusters: at most one more, in a few tables."""
        more = []
        for x, weights, clusters in self.tables():

            def pvalue(kept, x=x, weights=weights, clusters=clusters):
                labels = None if clusters is None else np.unique(clusters[kept], return_inverse=True)[1]
                part = None if weights is None else weights[kept]
                return float(mean_of_items(ItemValues(x[kept], np.array(9.0), part, labels)).pvalue)

            places = fragile_items(x, 0.05, weights, clusters)
            if pvalue(np.arange(len(x))) > 0.05:
                assert places is None
                continue
            assert pvalue(np.delete(np.arange(len(x)), places)) > 0.05
            more.append(len(places) - own_fewest(len(x), pvalue, 0.05))
        assert len(more) >= 25
        assert set(more) <= {0, 1}
        assert sum(more) <= 0.1 * len(more)

    def test_clusters_of_one_are_items(self):
        x = np.random.default_rng(6).normal(0.6, 1, 40)
        alone = fragile_items(x, 0.05)
        assert fragile_items(x, 0.05, clusters=np.arange(40)).tolist() == alone.tolist()
        assert fragile_items(x, 0.05, weights=np.full(40, 0.5)).tolist() == alone.tolist()

    def test_many_weights_and_an_item_without_weight(self):
        rng = np.random.default_rng(7)
        x, weights = rng.normal(1, 1, 60), rng.uniform(0.2, 1, 60)
        weights[0] = 0
        places = fragile_items(x, 0.05, weights)
        assert 0 not in places
        kept = np.delete(np.arange(60), places)
        assert mean_of_items(ItemValues(x[kept], np.array(9.0), weights[kept])).pvalue > 0.05

    def test_many_at_once_takes_hardly_more(self, monkeypatch):
        rng, clusters = np.random.default_rng(11), np.arange(600) // 4
        x = np.repeat(rng.normal(0, 0.5, 150), 4) + rng.normal(0.5, 1, 600)
        fast = fragile_items(x, 0.05, clusters=clusters)
        monkeypatch.setattr("outperform.significance._greedy.BATCH", 0.0)
        one_by_one = fragile_items(x, 0.05, clusters=clusters)
        assert len(one_by_one) > 80
        assert abs(len(fast) - len(one_by_one)) <= 2

    def test_work_is_limited(self, monkeypatch):
        x, clusters = np.random.default_rng(8).normal(1, 1, 60), np.arange(60) // 2
        assert fragile_items(x, 0.05, clusters=clusters) is not None
        monkeypatch.setattr("outperform.significance._greedy.WORK", 120)
        assert fragile_items(x, 0.05, clusters=clusters) is None


class TestOwnTest:
    def test_sign_flip_against_all_subsets(self):
        rng, seen = np.random.default_rng(9), 0
        for step in range(60):
            n = int(rng.integers(6, 11))
            x = rng.normal(1.2, 1, n) if step % 2 else rng.integers(-1, 4, n) / 2
            found = fragile_by(x, sign_flip, 0.1)
            if sign_flip(x) > 0.1:
                assert found is None
                continue
            seen += 1
            assert sign_flip(np.delete(x, found)) > 0.1
            assert len(found) == own_fewest(n, lambda kept, x=x: sign_flip(x[kept]), 0.1)
        assert seen > 20

    def test_many_items(self):
        x = np.random.default_rng(10).normal(0.6, 1, 50)
        places = fragile_by(x, lambda left: float(stats.ttest_1samp(left, 0).pvalue), 0.05)
        assert places.tolist() == fragile_items(x, 0.05).tolist()


class TestRights:
    @pytest.mark.parametrize("test", [McNemar(), McNemarExact(), McNemarMidP()], ids=str)
    def test_every_k_in_turn(self, test):
        def pvalue(counts):
            return test.arithmetic(counts).pvalue

        for wins, losses in [(8, 0), (20, 5), (60, 30), (9, 1), (5, 20), (400, 100), (3, 3), (0, 0), (5, 0)]:
            first = np.r_[np.ones(wins + 4), np.zeros(losses + 3)].astype(bool)
            second = np.r_[np.zeros(wins), np.ones(4 + losses), np.zeros(3)].astype(bool)
            places = fragile_rights(first, second, pvalue, 0.05)
            fewer, more = sorted((wins, losses))
            wanted = _scan(test, more, fewer)
            if wanted is None:
                assert places is None
                continue
            start = 0 if wins > losses else wins + 4
            assert places.tolist() == list(range(start, start + wanted))

    def test_mid_p_by_hand(self):
        """8 against 0; 5 against 0 has p = 1/32, 4 against 0 has 1/16."""
        rows = np.arange(20)
        places = fragile_rights(rows < 12, rows < 4, lambda counts: McNemarMidP().arithmetic(counts).pvalue, 0.05)
        assert places.tolist() == [4, 5, 6, 7]


def _scan(test, more, fewer):
    ps = [float(test.arithmetic(PairedCounts(*np.array([3, fewer, more - k, 4]))).pvalue) for k in range(more + 1)]
    return None if ps[0] > 0.05 else next(k for k, p in enumerate(ps) if p > 0.05)


def test_record():
    assert fragility(None, 10) is None
    assert fragility(np.array([1, 3]), 8, np.array(["a", "b", "c", "d"])) == Fragility(2, 0.25, ("b", "d"))
    assert fragility(np.array([1]), 4).ids == ("2",)
